import Base

/// A curl command in place of a request line (HTTP-FORMAT §17).
extension DocumentParser {
    /// Reads the lines of the command; what follows in the block is read as trailers.
    package mutating func curl(_ start: Int) -> Int {
        var end = start + 1
        while end < lines.count, !LineSyntax.isSeparator(text(end)) { end += 1 }
        let words = ShellWords(bytes, text(start).trimmed.start..<lines.content(end - 1).upperBound)
        // The command ends on the line of its last byte; a backslash before the end of the block joins nothing.
        let last = min(max(start, lines.line(at: max(words.end - 1, lines.start(start)))), end - 1)
        for line in start...last { kinds[line] = .curl }
        state = .head
        draft.requestLine = start
        let command = CurlCommand(words.words)
        if words.isUnclosed { note("E3", .error, start, "The curl command has a quote that is not closed") }
        if words.stoppedAtOperator { note("N14", .warning, start, "Only the curl command is read; nothing is run") }
        if words.holdsExpansion { note("N14", .warning, start, "Shell variables are sent as they are written") }
        // Nothing has an effect of a command that is not sent.
        let remarks = command.refusal == nil ? command.remarks : []
        for remark in remarks { note("N14", .info, start, String(remark.dropLast())) }
        draft.curl = command
        enterBody(at: last + 1)
        return last + 1
    }

    /// Takes method, target, headers and body from the command. A command that a request cannot express is not
    /// sendable.
    mutating func readCurl(_ request: inout SavedRequest) {
        guard let command = draft.curl else { return }
        if let refusal = command.refusal { return refuse(&request, String(refusal.dropLast())) }
        guard !command.url.isEmpty else { return refuse(&request, "The curl command has no URL") }
        let written: [String]
        do throws(CurlCommand.Unwritable) { written = try command.written().lines } catch {
            return refuse(&request, error.reason)
        }
        guard let read = HTTPDocument(bytes: Array(written.joined(separator: "\n").utf8)).requests.first else { return }
        for notice in read.notices where notice.id == ForeignLogin.id {
            note(notice.id, notice.severity, draft.requestLine, notice.text)
        }
        request.curl = written
        request.isCurlForm = !command.form.isEmpty
        // A request line has a usual method in capital letters, curl sends it as it is typed (RFC 9110 §9.1).
        request.method = command.sentMethod
        request.target = read.target
        request.httpVersion = read.httpVersion
        request.parameters = read.parameters
        request.headers = read.headers
        for index in request.parameters.indices { request.parameters[index].line = request.line }
        for index in request.headers.indices { request.headers[index].line = request.line }
        request.body.text = read.body.text
        request.settings.followRedirects = request.settings.followRedirects && read.settings.followRedirects
        request.settings.autoEncodes = request.settings.autoEncodes && read.settings.autoEncodes
        request.settings.verifiesTLS = request.settings.verifiesTLS && read.settings.verifiesTLS
        request.settings.timeout = request.settings.timeout ?? read.settings.timeout
        request.settings.connectTimeout = request.settings.connectTimeout ?? read.settings.connectTimeout
        request.settings.retries = request.settings.retries ?? read.settings.retries
        request.settings.proxy = request.settings.proxy ?? read.settings.proxy
        request.graphQL = read.graphQL
        request.unsupported = read.unsupported
    }

    private mutating func refuse(_ request: inout SavedRequest, _ reason: String) {
        request.unsupported = reason
        note("E2", .error, draft.requestLine, reason)
    }
}
