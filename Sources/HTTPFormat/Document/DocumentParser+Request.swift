import Base
import NetEngine

/// Makes the request from the parts of a finished block.
extension DocumentParser {
    mutating func savedRequest(title: String?, lines: Range<Int>) -> SavedRequest {
        let method = draft.methodName
        let (target, parameters) = draft.targetAndParameters()
        if let unsupported = draft.unsupportedReason(method: method) {
            draft.unsupported = unsupported
            note("N16", .warning, draft.requestLine, unsupported)
        }
        if draft.assertions.count > 1 { draft.assertions.sort { $0.line < $1.line } }
        var request = SavedRequest(
            index: requestCount, line: draft.requestLine + 1, lines: lines, title: draft.title?.string ?? title,
            id: "", name: draft.name?.string, method: method, target: target, httpVersion: draft.version?.string,
            parameters: parameters, headers: savedHeaders(), body: savedBody(), settings: draft.settings,
            notices: [], documentation: documentation(), unsupported: draft.unsupported, prompts: draft.prompts,
            dependencies: draft.dependencies, assertions: draft.assertions, outputFile: draft.outputFile,
            loop: draft.loop, handlers: draft.handlers, captures: captures(), sleep: draft.sleep,
            disabledCondition: draft.disabledCondition, graphQL: draft.graphQL)
        readCurl(&request)
        request.id = request.name ?? request.title ?? "\(request.method) \(request.target)"
        if request.method == "GRAPHQL" { request.graphQL = .method }
        if request.graphQL == nil, draft.contentType.isJSON, GraphQLSyntax.beginsQuery(request.body.text) {
            request.graphQL = .body
        }
        noteVersion(request.httpVersion)
        if draft.contentType.isMultipart, draft.contentType.boundary == nil, !draft.body.isEmpty {
            note(
                "N14", .info, draft.body.lowerBound, "The boundary is taken from this line; the Content-Type names none"
            )
        }
        for assertion in request.assertions {
            for remark in CheckSyntax.remarks(assertion.text, assertion.spelling) {
                notices.append(
                    Notice(id: remark.id, severity: remark.severity, line: assertion.line, text: remark.text))
            }
        }
        if notices.count > 1 { notices.sort { ($0.line, $0.id) < ($1.line, $1.id) } }
        request.notices = notices
        return request
    }

    /// What scripts set for later requests.
    private func captures() -> [SavedRequest.ScriptCapture] {
        draft.handlers.flatMap { handler in
            handler.settings.filter { $0.scope == .global }.map { setting in
                SavedRequest.ScriptCapture(
                    variable: setting.name, expression: handler.phase == .after ? setting.reference : nil,
                    line: handler.line + setting.line)
            }
        }
    }

    private func documentation() -> String? {
        if let text = draft.documentation { return text.string }
        let remarks = blockRemarks.isEmpty ? draft.firstComment : blockRemarks
        return remarks.isEmpty ? nil : remarks.map(\.string).joined(separator: "\n")
    }

    private mutating func noteVersion(_ version: String?) {
        switch version?.lowercased() {
        case nil, "1.0", "1", "1.1", "2", "2.0": return
        case let version? where version.hasPrefix("2") && version.hasSuffix("(prior knowledge)"): return
        case let version?: note("N14", .info, draft.requestLine, "HTTP/\(version) cannot be chosen; it is negotiated")
        }
    }

    func savedHeaders() -> [SavedRequest.Header] {
        var headers: [SavedRequest.Header] = []
        headers.reserveCapacity(draft.headers.count + draft.disabledHeaders.count)
        for header in draft.headers {
            var value = header.value.string
            for line in header.continuations { value += " " + text(line).trimmed.string }
            headers.append(
                SavedRequest.Header(name: header.name.string, value: value, isEnabled: true, line: header.line + 1))
        }
        guard !draft.disabledHeaders.isEmpty else { return headers }
        headers.append(contentsOf: draft.disabledHeaders)
        headers.sort { $0.line < $1.line }
        return headers
    }

    func savedBody() -> SavedRequest.Body {
        guard let first = draft.body.first, let last = draft.body.last else {
            return SavedRequest.Body(text: "", lines: draft.requestLine + 1..<draft.requestLine + 1)
        }
        var content: [UInt8] = []
        content.reserveCapacity(lines.content(last).upperBound - lines.start(first))
        var isFirst = true
        for line in draft.body where kinds[line] == .body || kinds[line] == .bodyComment {
            if !isFirst { content.append(Byte.lineFeed) }
            isFirst = false
            content.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[lines.content(line)]))
        }
        return SavedRequest.Body(text: String(decoding: content, as: UTF8.self), lines: first + 1..<last + 2)
    }
}
