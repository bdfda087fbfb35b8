/// A human-readable log, written at the end of each exchange. Control characters are escaped, so that no response can move
/// the cursor.
public struct ConsoleSink: LogSink {
    /// What an exchange looks like in the log.
    public enum Style: String, Sendable, Hashable, CaseIterable {
        /// Request, header fields, bodies (if logged), hops, timings and failure, on many lines.
        case pretty
        /// `13:05:09.000 #7 GET http://host/x 200 12.3 ms 1024 bytes`.
        case oneLine = "one-line"
        /// A curl command that sends the same request, secrets left out, and the outcome as a comment.
        case curl
    }

    /// What an exchange looks like.
    public let style: Style
    private let output: LogOutput

    /// Writes each exchange at its end.
    /// - Parameters:
    ///   - style: default one line.
    ///   - output: default standard error.
    public init(_ style: Style = .oneLine, output: LogOutput = .standardError) {
        self.style = style
        self.output = output
    }

    /// Writes `finished` records, and ignores all others.
    public func write(_ record: LogRecord) {
        guard case .finished(let summary) = record.event else { return }
        switch style {
        case .oneLine: output(Self.oneLine(record, summary) + "\n")
        case .pretty: output(Self.pretty(record, summary) + "\n")
        case .curl: output("# \(Self.oneLine(record, summary))\n\(Self.curl(summary))\n")
        }
    }

    private static func oneLine(_ record: LogRecord, _ summary: LogRecord.Summary) -> String {
        let time = record.at.rfc3339.dropFirst(11).prefix(12)
        var words = ["\(time)", "#\(record.id)", summary.method, summary.url]
        if let status = summary.status { words.append(String(status)) }
        if let error = summary.error { words.append("\(error.category.rawValue): \(error.sentence)") }
        words.append("\(DurationText.precise(summary.timings.total))")
        if let count = summary.responseByteCount { words.append(count == 1 ? "1 byte" : "\(count) bytes") }
        if let cache = summary.cache { words.append(cache.rawValue) }
        if let revalidates = summary.revalidates { words.append("renews #\(revalidates)") }
        return words.map(shown).joined(separator: " ")
    }

    private static func pretty(_ record: LogRecord, _ summary: LogRecord.Summary) -> String {
        var lines = ["#\(record.id) \(record.at.rfc3339)", "> \(summary.method) \(summary.url)"]
        lines += summary.requestHeaders.map { "> \($0.name): \($0.value)" }
        lines += bodyLines(summary.requestBody, ">")
        for hop in summary.hops.dropFirst() {
            let heldBack = hop.heldBack.isEmpty ? "" : ", without \(hop.heldBack.joined(separator: ", "))"
            lines.append("= then \(hop.method) \(hop.url)\(hop.status.map { " \($0)" } ?? "")\(heldBack)")
        }
        if let status = summary.status {
            lines.append("< HTTP/\(summary.httpVersion?.rawValue ?? "?") \(status)")
            lines += summary.responseHeaders.map { "< \($0.name): \($0.value)" }
            lines += bodyLines(summary.responseBody, "<")
        }
        let phases = Phase.allCases.compactMap { phase in
            summary.timings[phase].map { "\(phase.rawValue) \(DurationText.milliseconds($0))" }
        }
        lines.append("= \(phases.joined(separator: ", ")) ms")
        if let error = summary.error {
            let place = error.phase.map { " (\($0.rawValue))" } ?? ""
            lines.append("! \(error.category.rawValue)\(place): \(error.sentence) \(error.hint)")
            if let underlying = error.underlying { lines.append("! \(underlying)") }
        }
        return lines.map(shown).joined(separator: "\n")
    }

    private static func bodyLines(_ body: String?, _ mark: String) -> [String] {
        guard let body else { return [] }
        return [mark] + body.split(separator: "\n", omittingEmptySubsequences: false).map { "\(mark) \($0)" }
    }

    private static func curl(_ summary: LogRecord.Summary) -> String {
        var words = ["curl"]
        if summary.method == "HEAD" {
            words.append("--head")
        } else if summary.method != "GET" || summary.requestBody != nil {
            words += ["-X", quoted(summary.method)]
        }
        words.append(quoted(summary.url))
        let own: Set<String> = ["host", "content-length"]
        for field in summary.requestHeaders where !own.contains(field.name.lowercased()) {
            words += ["-H", quoted(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")]
        }
        if let body = summary.requestBody { words += ["--data-binary", quoted(body)] }
        return words.joined(separator: " ")
    }

    /// One word of a shell.
    private static func quoted(_ text: String) -> String {
        let isPlain = !text.isEmpty && text.utf8.allSatisfy { URLEncoding.isUnreserved($0) || $0 == 47 || $0 == 58 }
        return isPlain ? text : "'\(shown(text, keepsLines: true).replacing(bytes: "'", with: "'\\''"))'"
    }

    /// Controls, and what turns the direction of text, as `\u{1b}`.
    private static func shown(_ text: String) -> String { shown(text, keepsLines: false) }

    private static func shown(_ text: String, keepsLines: Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            let isHarmful = [.control, .format, .lineSeparator, .paragraphSeparator].contains(
                scalar.properties.generalCategory)
            if isHarmful, !(keepsLines && scalar == "\n") {
                result += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
