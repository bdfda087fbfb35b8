import Base
import HTTPFormat
import NetEngine

/// E14: headers with which their request cannot be sent, as far as that is known before its variables have values.
enum HeaderNotices {
    /// - Parameters:
    ///   - request: of a curl command the request that it makes.
    ///   - resolution: counts what its values add up to.
    ///   - isOpen: whether a variable may have another value when the request is sent.
    static func notices(
        _ request: SavedRequest, in file: CollectionFile, _ resolution: inout VariableResolution,
        isOpen: (String) -> Bool
    ) -> [Notice] {
        guard request.unsupported == nil else { return [] }
        var notices: [Notice] = []
        var codings: [HeaderField] = []
        var line = request.line
        // Of all variables so far: each is looked at once, however many headers there are.
        var (isOneOpen, isOneSecret, looked) = (false, false, 0)
        for header in request.headers where header.isEnabled {
            let failures = resolution.failures
            let name = resolution.expand(header.name, line: header.line)
            let value = resolution.expand(header.value, line: header.line)
            isOneOpen = isOneOpen || resolution.uses[looked...].contains { isOpen($0.name) }
            isOneSecret = isOneSecret || resolution.uses[looked...].contains(where: \.isSecret)
            looked = resolution.uses.count
            guard resolution.failures == failures else { continue }
            if name != header.name || value != header.value {
                // The values of a loop's items are known when it runs.
                if case .items? = request.loop?.over { continue }
                if isOneOpen { continue }
            }
            if let problem = RequestResolver.headerProblem(Array(name.utf8), Array(value.utf8)) {
                let isSecret = name != header.name && isOneSecret
                notices.append(
                    notice(isSecret ? "A header cannot be sent with the values of its variables" : problem, header.line)
                )
            } else if name.lowercased() == "transfer-encoding" {
                codings.append(HeaderField(name, value))
                line = header.line
            }
        }
        guard !codings.isEmpty else { return notices }
        var draft = RequestDraft(method: "POST", url: KnownParts.anyURL, headers: HeaderFields(codings))
        let assembly = BodyAssembly(request: request, file: file, context: resolution.context)
        if request.graphQL != nil || !assembly.sentLines().isEmpty { draft.body = .bytes([0]) }
        if let problem = RequestResolver.buildProblem(draft) { notices.append(notice(problem, line)) }
        return notices
    }

    private static func notice(_ text: String, _ line: Int) -> Notice {
        Notice(id: "E14", severity: .error, line: line, text: text.withoutFullStop)
    }
}
