import NetEngine

/// Reads the lines of a `.http` file into kinds, blocks and requests (HTTP-FORMAT §2 to §8).
///
/// One pass with three states: before the request line, in the header section, in the body. It works on bytes and makes
/// text only for what a request shows. Lives inside one `withUnsafeBufferPointer` call.
struct DocumentParser {
    let bytes: UnsafeBufferPointer<UInt8>
    let lines: SourceLines
    var kinds: [LineKind]
    var requests: [SavedRequest] = []
    var definitions: [VariableDefinition] = []
    var blocks: [DocumentBlock] = []
    /// Notices on lines outside of requests; those of a request are collected in `notices` until its block ends.
    var fileNotices: [Notice] = []
    var notices: [Notice] = []

    private enum State { case pre, head, body }
    private var state = State.pre
    private var blockStart = 0
    private var blockTitle: LineText?
    private var blockHoldsOnlySeparators = true
    private var draft = RequestParts()
    /// Below this line no `}}` closes a block of script; spares looking twice.
    private var unclosedUntil = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        lines = SourceLines(bytes)
        kinds = [LineKind](repeating: .unknown, count: lines.count)
    }

    struct Result {
        var requests: [SavedRequest]
        var notices: [Notice]
        var definitions: [VariableDefinition]
        var blocks: [DocumentBlock]
        var lines: SourceLines
        var kinds: [LineKind]
        var isUTF8: Bool
    }

    mutating func run() {
        var line = 0
        while line < lines.count {
            let text = self.text(line)
            if LineSyntax.isSeparator(text) {
                separator(line, text)
                line += 1
                continue
            }
            blockHoldsOnlySeparators = false
            switch state {
            case .pre: line = before(line, text)
            case .head: line = head(line, text)
            case .body: line = body(line, text)
            }
        }
        finishBlock(at: lines.count)
    }

    func finished() -> Result {
        var all = fileNotices
        for request in requests { all.append(contentsOf: request.notices) }
        all.sort { ($0.line, $0.id) < ($1.line, $1.id) }
        return Result(
            requests: requests, notices: all, definitions: definitions, blocks: blocks, lines: lines, kinds: kinds,
            isUTF8: (try? UTF8Span(validating: bytes.span)) != nil)
    }

    // MARK: blocks

    func text(_ line: Int) -> LineText { LineText(bytes, lines.content(line)) }

    private mutating func separator(_ line: Int, _ text: LineText) {
        kinds[line] = .separator
        let title = LineSyntax.separatorTitle(text)
        if !(blockHoldsOnlySeparators && line > blockStart) {
            if draft.contentType.commentsMatter, draft.holdsBody, !title.isEmpty {
                note(
                    "N3", .warning, line, "This line ends the body above; keep Markdown in a file of its own: < file.md"
                )
            }
            finishBlock(at: line)
            beginBlock(at: line)
        }
        if blockTitle == nil, !title.isEmpty { blockTitle = title }
    }

    private mutating func beginBlock(at line: Int) {
        state = .pre
        blockStart = line
        blockTitle = nil
        blockHoldsOnlySeparators = true
        draft = RequestParts()
    }

    private mutating func finishBlock(at end: Int) {
        guard end > blockStart else { return }
        var block = DocumentBlock(lines: blockStart + 1..<end + 1, title: blockTitle?.string, requestIndex: nil)
        if draft.requestLine >= 0 {
            finishBody(at: end)
            block.requestIndex = requests.count
            requests.append(savedRequest(title: block.title, lines: block.lines))
        } else {
            fileNotices.append(contentsOf: notices)
        }
        notices.removeAll()
        blocks.append(block)
    }

    mutating func note(_ id: String, _ severity: Notice.Severity, _ line: Int, _ text: String) {
        notices.append(Notice(id: id, severity: severity, line: line + 1, text: text))
    }

    // MARK: before the request line

    private mutating func before(_ line: Int, _ text: LineText) -> Int {
        let content = text.trimmed
        guard let first = content.first else {
            kinds[line] = .blank
            return line + 1
        }
        switch first {
        case 0x23:
            comment(line, content, isIndented: text.isIndented)
            return line + 1
        case 0x2F where content.byte(1) == 0x2F:
            comment(line, content, isIndented: text.isIndented)
            return line + 1
        case 0x2F where content.byte(1) == 0x2A:
            return blockComment(line)
        case 0x40:
            if let (name, value) = LineSyntax.variable(text) {
                define(line, name, value)
            } else if content.starts(with: "@xpath_ns") {
                keep(line, "XPath namespaces are not used")
            } else {
                unknown(line, "A variable is written @name = value")
            }
            return line + 1
        case 0x3C, 0x3E:
            return scriptOrOutput(line, content)
        case 0x3F where content.byte(1) == 0x3F:
            kinds[line] = .assertion
            note("N14", .info, line, "Assertions are not checked yet")
            return line + 1
        case 0x7B where LineSyntax.opensScriptBlock(text):
            return scriptBlock(line, mustClose: false) ?? line + 1
        default:
            return requestOrKeptLine(line, text, content)
        }
    }

    private mutating func scriptOrOutput(_ line: Int, _ content: LineText) -> Int {
        if let code = LineSyntax.scriptStart(content, marker: 0x3C) ?? LineSyntax.scriptStart(content, marker: 0x3E) {
            return script(line, from: code)
        }
        if LineSyntax.isScriptFile(content, marker: 0x3C) || LineSyntax.isScriptFile(content, marker: 0x3E) {
            kinds[line] = .script
            note("N13", .warning, line, "The script is not run")
        } else if LineSyntax.isOutput(content) {
            keep(line, "Nothing is written to files yet")
            kinds[line] = .output
        } else if content.first == 0x3E {
            kinds[line] = .script
            note("N13", .warning, line, "The script line is not run")
        } else {
            unknown(line, "A body file stands below the request line and a blank line")
        }
        return line + 1
    }

    private mutating func requestOrKeptLine(_ line: Int, _ text: LineText, _ content: LineText) -> Int {
        let word = content.firstWord
        let rest = content.from(word.end).trimmed
        if LineSyntax.isInlineResponse(content) { return inlineResponse(line) }
        if word.starts(with: "import"), word.count == 6, !rest.isEmpty {
            keep(line, "Requests of other files are not visible yet")
            return line + 1
        }
        if word.starts(with: "run"), word.count == 3, !rest.isEmpty {
            keep(line, "The request named here is not run yet")
            return line + 1
        }
        if word.equalsIgnoringCase("curl"), !rest.isEmpty {
            return keepToEnd(line, stopsAtBlank: false, "A curl command is not read yet")
        }
        if word.starts(with: "proto"), word.count == 5, rest.first == 0x3C {
            return keepToEnd(line, stopsAtBlank: true, "gRPC is not supported")
        }
        if word.starts(with: "fragment"), word.count == 8, !rest.isEmpty {
            return keepToEnd(line, stopsAtBlank: true, "GraphQL fragments are not used yet")
        }
        guard let parts = LineSyntax.requestLine(text) else {
            unknown(line, "This is neither a request line nor a comment nor a variable")
            return line + 1
        }
        kinds[line] = .requestLine
        state = .head
        draft.requestLine = line
        draft.begin(parts)
        if parts.target.isEmpty { note("E2", .error, line, "The request has no target") }
        return line + 1
    }

    private mutating func comment(_ line: Int, _ content: LineText, isIndented: Bool) {
        kinds[line] = .comment
        if isIndented { noteIndentedSeparator(line, content) }
        guard let comment = LineSyntax.commentText(content), let (name, value) = LineSyntax.metadata(comment),
            let key = MetadataKey(name)
        else { return }
        kinds[line] = .metadata
        apply(key, value, written: name, line)
    }

    private mutating func noteIndentedSeparator(_ line: Int, _ content: LineText) {
        guard LineSyntax.isSeparator(content), line + 1 < lines.count,
            LineSyntax.beginsRequest(text(line + 1).trimmed)
        else { return }
        note("N1", .warning, line, "An indented ### is a comment here; httpYac reads it as a separator")
    }

    private mutating func blockComment(_ start: Int) -> Int {
        var line = start
        while line < lines.count {
            let text = self.text(line)
            if LineSyntax.isSeparator(text) { break }
            kinds[line] = .comment
            line += 1
            if text.trimmed.ends(with: "*/") { return line }
        }
        note("E3", .error, start, "The comment is not closed with */")
        return line
    }

    private mutating func define(_ line: Int, _ name: LineText, _ value: LineText) {
        kinds[line] = .variable
        definitions.append(VariableDefinition(name: name.string, rawValue: value.string, line: line + 1))
        if value.count >= 2, value.first == value.last, value.first == 0x22 || value.first == 0x27 {
            note("N17", .info, line, "The quotes are part of the value")
        }
    }

    private mutating func keep(_ line: Int, _ why: String) {
        kinds[line] = .kept
        note("N14", .info, line, why)
    }

    private mutating func unknown(_ line: Int, _ why: String) {
        kinds[line] = .unknown
        // A stretch of text that is no request at all is one fault, not one for each line.
        if line > blockStart, kinds[line - 1] == .unknown { return }
        note("E1", .error, line, why)
    }

    private mutating func keepToEnd(_ start: Int, stopsAtBlank: Bool, _ why: String) -> Int {
        var line = start
        while line < lines.count {
            let text = self.text(line)
            if LineSyntax.isSeparator(text) || stopsAtBlank && text.trimmed.isEmpty { break }
            kinds[line] = .kept
            line += 1
        }
        note("N14", .warning, start, why)
        return line
    }

    private mutating func inlineResponse(_ start: Int) -> Int {
        var line = start
        while line < lines.count, !LineSyntax.isSeparator(text(line)) {
            kinds[line] = .inlineResponse
            line += 1
        }
        return line
    }

    /// A script from `{%` to the first `%}`, or to the end of its block.
    private mutating func script(_ start: Int, from code: Int) -> Int {
        note("N13", .warning, start, "The script is not run")
        kinds[start] = .script
        if text(start).from(code).firstIndex(of: "%}") != nil { return start + 1 }
        var line = start + 1
        while line < lines.count {
            let text = self.text(line)
            if LineSyntax.isSeparator(text) { break }
            kinds[line] = .script
            line += 1
            if text.firstIndex(of: "%}") != nil { return line }
        }
        note("E3", .error, start, "The script is not closed with %}")
        return line
    }

    /// A block of httpYac's JavaScript from `{{` to a line `}}`. nil if it must close and does not.
    private mutating func scriptBlock(_ start: Int, mustClose: Bool) -> Int? {
        if mustClose, start < unclosedUntil { return nil }
        var line = start + 1
        var isClosed = false
        while line < lines.count, !isClosed {
            let text = self.text(line)
            if LineSyntax.isSeparator(text) { break }
            isClosed = LineSyntax.closesScriptBlock(text)
            line += 1
        }
        guard isClosed || !mustClose else {
            unclosedUntil = line
            return nil
        }
        for index in start..<line { kinds[index] = .script }
        note("N13", .warning, start, "The script is not run")
        return line
    }

    // MARK: the header section

    private mutating func head(_ line: Int, _ text: LineText) -> Int {
        let content = text.trimmed
        guard let first = content.first else {
            kinds[line] = .blank
            enterBody(at: line)
            return line + 1
        }
        if first == 0x23 || first == 0x2F && content.byte(1) == 0x2F, let comment = LineSyntax.commentText(content) {
            commentInHead(line, content, comment, isIndented: text.isIndented)
            return line + 1
        }
        if first == 0x3F || first == 0x26 {
            if content.byte(1) == 0x3F, first == 0x3F {
                kinds[line] = .assertion
                note(
                    "N6", .info, line,
                    "Read as an assertion, not checked yet; VS Code REST Client reads it as query text")
            } else {
                continueTarget(line, content)
            }
            return line + 1
        }
        if let next = trailer(line, content) {
            enterBody(at: line)
            return next
        }
        if !text.isIndented, LineSyntax.beginsRequest(text) { return splitBlock(at: line) }
        if first == 0x40, let (name, value) = LineSyntax.variable(text) {
            define(line, name, value)
            note("N18", .warning, line, "A variable below a request line; other tools may send it")
            return line + 1
        }
        let header = LineSyntax.header(content)
        if text.isIndented {
            if draft.headers.isEmpty, first == 0x2F || draft.targetWantsMore || header == nil {
                continueTarget(line, content)
                return line + 1
            }
            if header == nil, let last = draft.headers.indices.last {
                kinds[line] = .headerContinuation
                draft.headers[last].continuations.append(line)
                note("N7", .info, line, "Read as a further line of the header above")
                return line + 1
            }
        }
        if let (name, value) = header {
            kinds[line] = .header
            addHeader(line, name, value)
            return line + 1
        }
        if content.starts(with: "...") {
            keep(line, "Spread headers are not supported")
            return line + 1
        }
        if [0x7B, 0x5B, 0x3C, 0x22].contains(first) {
            note("N7", .warning, line, "The body begins here; put a blank line before it")
            enterBody(at: line)
            return body(line, text)
        }
        unknown(line, "This is no header (Name: value); a body needs a blank line before it")
        return line + 1
    }

    private mutating func commentInHead(_ line: Int, _ content: LineText, _ comment: LineText, isIndented: Bool) {
        kinds[line] = .comment
        if let (name, value) = LineSyntax.metadata(comment), let key = MetadataKey(name) {
            kinds[line] = .metadata
            apply(key, value, written: name, line)
        } else if let parameter = LineSyntax.disabledParameter(comment) {
            kinds[line] = .disabledParameter
            draft.disabledParameters.append((line, parameter))
        } else if let (name, value) = LineSyntax.disabledHeader(comment) {
            kinds[line] = .disabledHeader
            draft.disabledHeaders.append(
                SavedRequest.Header(name: name.string, value: value.string, isEnabled: false, line: line + 1))
        } else if isIndented {
            noteIndentedSeparator(line, content)
        }
    }

    private mutating func continueTarget(_ line: Int, _ content: LineText) {
        kinds[line] = .targetContinuation
        draft.extend(line, content)
    }

    private mutating func addHeader(_ line: Int, _ name: LineText, _ value: LineText) {
        draft.headers.append(RequestParts.HeaderParts(line: line, name: name, value: value))
        if name.equalsIgnoringCase("content-type") {
            draft.contentType = ContentTypeRules(value)
        } else if name.equalsIgnoringCase("content-length") {
            note("N14", .info, line, "Content-Length is not sent as written; the real length is")
        } else if name.equalsIgnoringCase("x-request-type"), value.equalsIgnoringCase("graphql") {
            draft.unsupported = "GraphQL requests are not supported yet"
        }
    }

    // MARK: the body

    private mutating func enterBody(at line: Int) {
        state = .body
        draft.bodyZone = line
    }

    private mutating func body(_ line: Int, _ text: LineText) -> Int {
        let content = text.trimmed
        guard let first = content.first else {
            kinds[line] = .blank
            return line + 1
        }
        if let next = trailer(line, content) { return next }
        if !draft.holdsBody {
            if first == 0x40, let (name, value) = LineSyntax.variable(text) {
                define(line, name, value)
                note("N18", .warning, line, "A variable below a request; VS Code REST Client sends it as body too")
                return line + 1
            }
            if LineSyntax.beginsRequest(text) { return splitBlock(at: line) }
        }
        if first == 0x23 || first == 0x2F && content.byte(1) == 0x2F, !isKeptComment(content) {
            kinds[line] = .bodyComment
            if text.isIndented { noteIndentedSeparator(line, content) }
        } else {
            kinds[line] = .body
            draft.holdsBody = true
        }
        return line + 1
    }

    /// Whether a line that looks like a comment is content of this body.
    private func isKeptComment(_ content: LineText) -> Bool {
        guard draft.settings.keepsBodyComments || draft.contentType.commentsMatter, !draft.settings.dropsBodyComments
        else { return false }
        guard let comment = LineSyntax.commentText(content), let (name, _) = LineSyntax.metadata(comment) else {
            return true
        }
        return MetadataKey(name) == nil
    }

    /// Lines that end a request or belong to another tool: scripts, assertions, saved answers. Output lines count only
    /// at the end of a block and are found in `finishBody`.
    private mutating func trailer(_ line: Int, _ content: LineText) -> Int? {
        switch content.first {
        case 0x3C:
            if let code = LineSyntax.scriptStart(content, marker: 0x3C) { return script(line, from: code) }
            guard state == .head, LineSyntax.isOutput(content) else { return nil }
            kinds[line] = .body
            return line + 1
        case 0x3E:
            if let code = LineSyntax.scriptStart(content, marker: 0x3E) { return script(line, from: code) }
            guard LineSyntax.isScriptFile(content, marker: 0x3E) else {
                guard state == .head, LineSyntax.isOutput(content) else { return nil }
                kinds[line] = .body
                return line + 1
            }
            kinds[line] = .script
            note("N13", .warning, line, "The script is not run")
            return line + 1
        case 0x3F where content.byte(1) == 0x3F:
            kinds[line] = .assertion
            note("N14", .info, line, "Assertions are not checked yet")
            return line + 1
        case 0x48 where !draft.contentType.isMessage && LineSyntax.isInlineResponse(content):
            return inlineResponse(line)
        case 0x7B where LineSyntax.opensScriptBlock(content):
            return scriptBlock(line, mustClose: true)
        default:
            return nil
        }
    }

    /// Y begins a request at `METHOD url` without `###`; so do we while the running request has no body (N2).
    private mutating func splitBlock(at line: Int) -> Int {
        var start = line
        while start - 1 > draft.requestLine, kinds[start - 1] == .bodyComment || kinds[start - 1] == .comment {
            start -= 1
        }
        finishBlock(at: start)
        beginBlock(at: start)
        blockHoldsOnlySeparators = false
        note("N2", .warning, line, "Put ### before this line; other tools read it as part of the request above")
        return start
    }

    /// Decides where the body begins and ends: without blank lines around it, without kept lines at its end.
    private mutating func finishBody(at end: Int) {
        guard draft.bodyZone >= 0 else { return }
        var last = end - 1
        search: while last >= draft.bodyZone {
            switch kinds[last] {
            case .body:
                guard LineSyntax.isOutput(text(last).trimmed) else { break search }
                kinds[last] = .output
                note("N14", .info, last, "Kept; nothing is read from it or written to it yet")
            default: break
            }
            last -= 1
        }
        var first = draft.bodyZone
        while first <= last, kinds[first] != .body { first += 1 }
        // Comment lines belong to the body where no blank line parts them from it.
        if first <= last {
            while first > draft.bodyZone, kinds[first - 1] == .bodyComment { first -= 1 }
            while last + 1 < end, kinds[last + 1] == .bodyComment { last += 1 }
        }
        for line in draft.bodyZone..<end where kinds[line] == .bodyComment && !(first...max(first, last)).contains(line)
        {
            kinds[line] = .comment
        }
        guard first <= last else { return }
        for line in first...last where kinds[line] == .blank { kinds[line] = .body }
        draft.body = first..<last + 1
        if let line = draft.body.first(where: { kinds[$0] == .bodyComment }) {
            note("N12", .info, line, "Comment lines in the body are not sent")
        }
    }

    // MARK: metadata

    private mutating func apply(_ key: MetadataKey, _ value: LineText, written: LineText, _ line: Int) {
        switch key {
        case .name: if !value.isEmpty { draft.name = value }
        case .title: if !value.isEmpty { draft.title = value }
        case .description: draft.documentation = value
        case .note: draft.settings.note = value.string
        case .noRedirect: draft.settings.followRedirects = false
        case .noCookieJar: draft.settings.usesCookieJar = false
        case .noLog: draft.settings.logs = false
        case .noAutoEncoding: draft.settings.autoEncodes = false
        case .noRejectUnauthorized:
            draft.settings.verifiesTLS = false
            note("N14", .warning, line, "The server's certificate is not checked")
        case .keepBodyComments:
            draft.settings.dropsBodyComments = value.equalsIgnoringCase("false")
            draft.settings.keepsBodyComments = !draft.settings.dropsBodyComments
        case .disabled:
            draft.settings.isDisabled = !value.equalsIgnoringCase("false")
            if !value.isEmpty, !value.equalsIgnoringCase("false"), !value.equalsIgnoringCase("true") {
                note("N14", .info, line, "The condition is not read; runs always skip the request")
            }
        case .timeout: draft.settings.timeout = duration(value, line)
        case .expect: expect(value.string, line)
        case .envelope:
            let reading = ExpectationSyntax.envelope(value.string)
            draft.settings.expects = .envelope(reading.format)
            if let problem = reading.problem { note("E5", .error, line, problem) }
        case .connectionTimeout: draft.settings.connectTimeout = duration(value, line)
        case .foreign(let tool):
            note("N14", .info, line, "@\(written.string) is known to \(tool) and has no effect here yet")
        }
    }

    private mutating func expect(_ value: String, _ line: Int) {
        guard let expectation = ExpectationSyntax.expectation(value) else {
            note("E5", .error, line, "@expect takes json, xml, text, form or image")
            return
        }
        // An envelope is JSON already, and asks for more.
        if case .envelope = draft.settings.expects, expectation == .json { return }
        draft.settings.expects = expectation
    }

    private mutating func duration(_ value: LineText, _ line: Int) -> Duration? {
        switch MetadataDuration.read(value.string) {
        case .value(let duration): return duration
        case .doubtful(let duration):
            note("N5", .warning, line, "Read as seconds; write \(value.string) ms if milliseconds are meant")
            return duration
        case .malformed:
            note("E4", .error, line, "A timeout is a number with ms, s or m")
            return nil
        }
    }

    // MARK: the finished request

    private mutating func savedRequest(title: String?, lines: Range<Int>) -> SavedRequest {
        let title = draft.title?.string ?? title
        let name = draft.name?.string
        let method = draft.methodName
        let (target, parameters) = draft.targetAndParameters()
        if let unsupported = draft.unsupportedReason(method: method) {
            draft.unsupported = unsupported
            note("N16", .warning, draft.requestLine, unsupported)
        }
        notices.sort { ($0.line, $0.id) < ($1.line, $1.id) }
        return SavedRequest(
            index: requests.count, line: draft.requestLine + 1, lines: lines, title: title,
            id: name ?? title ?? "\(method) \(target)", name: name, method: method, target: target,
            httpVersion: draft.version?.string, parameters: parameters, headers: savedHeaders(), body: savedBody(),
            settings: draft.settings, notices: notices, documentation: draft.documentation?.string,
            unsupported: draft.unsupported)
    }

    private func savedHeaders() -> [SavedRequest.Header] {
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

    private func savedBody() -> SavedRequest.Body {
        guard let first = draft.body.first, let last = draft.body.last else {
            return SavedRequest.Body(text: "", lines: draft.requestLine + 1..<draft.requestLine + 1)
        }
        var content: [UInt8] = []
        content.reserveCapacity(lines.content(last).upperBound - lines.start(first))
        var isFirst = true
        for line in draft.body where kinds[line] == .body || kinds[line] == .bodyComment {
            if !isFirst { content.append(0x0A) }
            isFirst = false
            content.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[lines.content(line)]))
        }
        return SavedRequest.Body(text: String(decoding: content, as: UTF8.self), lines: first + 1..<last + 2)
    }
}

/// What has been read of the request of the running block.
struct RequestParts {
    struct HeaderParts {
        var line: Int
        var name: LineText
        var value: LineText
        var continuations: [Int] = []
    }

    /// From 0; -1 until there is one.
    var requestLine = -1
    var method: LineText?
    var version: LineText?
    /// The pieces of the target with their lines.
    var pieces: [(line: Int, text: LineText)] = []
    var disabledParameters: [(line: Int, text: LineText)] = []
    var headers: [HeaderParts] = []
    var disabledHeaders: [SavedRequest.Header] = []
    var contentType = ContentTypeRules()
    var settings = SavedRequest.Settings()
    var name: LineText?
    var title: LineText?
    var documentation: LineText?
    var unsupported: String?
    /// The first line after the header section; -1 until there is one.
    var bodyZone = -1
    var holdsBody = false
    var body = 0..<0

    mutating func begin(_ line: LineSyntax.RequestLine) {
        method = line.method
        version = line.version
        pieces.append((requestLine, line.target))
    }

    mutating func extend(_ line: Int, _ content: LineText) {
        let (target, version) = LineSyntax.splitVersion(content)
        if let version { self.version = version }
        pieces.append((line, target))
    }

    /// Whether the target so far ends in the middle of its query.
    var targetWantsMore: Bool {
        switch pieces.last?.text.last {
        case 0x3F, 0x26, 0x3D: true
        default: false
        }
    }

    var methodName: String {
        guard let method else { return "GET" }
        return KnownMethod.name(method) ?? method.string
    }

    func unsupportedReason(method: String) -> String? {
        if method == "GRAPHQL" || unsupported != nil { return "GraphQL requests are not supported yet" }
        if KnownMethod.protocols.contains(method) { return "The protocol \(method) is not supported" }
        guard let target = pieces.first?.text else { return nil }
        for scheme: StaticString in ["ws://", "wss://", "grpc://", "mqtt://", "mqtts://", "amqp://", "ftp://"]
        where target.startsIgnoringCase(with: scheme) {
            return "The protocol of \(scheme) is not supported"
        }
        return nil
    }

    /// The joined target, and its parameters with the switched-off ones in their places.
    func targetAndParameters() -> (String, [SavedRequest.Parameter]) {
        guard let first = pieces.first else { return ("", []) }
        var joined: [UInt8] = []
        var parameters: [SavedRequest.Parameter] = []
        if pieces.count == 1 {
            parameters = Self.parameters(first.text) { _ in first.line }
            if disabledParameters.isEmpty { return (first.text.string, parameters) }
        }
        for piece in pieces {
            joined.append(contentsOf: UnsafeBufferPointer(rebasing: piece.text.bytes[piece.text.range]))
        }
        if pieces.count > 1 {
            var starts: [Int] = []
            var length = 0
            for piece in pieces {
                starts.append(length)
                length += piece.text.count
            }
            parameters = joined.withUnsafeBufferPointer { buffer in
                var piece = 0
                return Self.parameters(LineText(buffer, 0..<buffer.count)) { offset in
                    while piece + 1 < starts.count, starts[piece + 1] <= offset { piece += 1 }
                    return pieces[piece].line
                }
            }
        }
        for (line, text) in disabledParameters {
            let nameEnd = text.firstIndex(of: UInt8(0x3D)) ?? text.end
            parameters.append(
                SavedRequest.Parameter(
                    name: text.upTo(nameEnd).string, value: text.from(min(nameEnd + 1, text.end)).string,
                    isEnabled: false, line: line + 1))
        }
        if !disabledParameters.isEmpty { parameters.sort { $0.line < $1.line } }
        return (String(decoding: joined, as: UTF8.self), parameters)
    }

    private static func parameters(_ text: LineText, line: (Int) -> Int) -> [SavedRequest.Parameter] {
        QuerySyntax(text).parameters.map { parameter in
            SavedRequest.Parameter(
                name: LineText(text.bytes, parameter.name).string, value: LineText(text.bytes, parameter.value).string,
                isEnabled: true, line: line(parameter.start) + 1)
        }
    }
}
