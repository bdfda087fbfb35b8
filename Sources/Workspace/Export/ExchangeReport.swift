import Base
import NetEngine

extension ExchangeCopies {
    /// The whole exchange in Markdown, for an issue or a message: what was sent and received, timings, what failed, and
    /// the curl command.
    package var report: String {
        let request = asked?.request
        let method = request?.method.rawValue ?? exchange.draft.method
        var sections = ["# \(Self.plain("\(method) \(url)"))", summary]
        if let error = secrets.hidden(exchange.error) {
            let hint = ErrorHint.text(error, for: .command)
            sections.append("**\(error.category.rawValue)**: \(Self.plain("\(error.sentence) \(hint)"))")
        }
        if exchange.hops.count > 1 { sections.append("## Requests\n\n" + hopTable) }
        if let hop = asked {
            let head = Self.text(secrets.hidden(head: hop.sentHead))
            sections.append("## Request\n\n" + Self.fenced(head + requestBody(of: hop.request), "http"))
        }
        if let response = exchange.response {
            let body = body(of: response)
            sections.append("## Response\n\n" + Self.fenced(head(of: response), "http"))
            if !body.text.isEmpty {
                let language = MediaExtension.of(ContentType(response.headers.values("Content-Type").last ?? ""))
                // What is said of bytes names the type as the server wrote it.
                sections.append(body.isText ? Self.fenced(body.text, language) : Self.plain(body.text))
            }
        }
        let timings = timingTable
        if !timings.isEmpty { sections.append("## Timing\n\n" + timings) }
        if let command = curlCommand() { sections.append("## curl\n\n" + Self.fenced(command, "sh")) }
        return sections.joined(separator: "\n\n") + "\n"
    }

    private var summary: String {
        var facts: [String] = []
        if let response = exchange.response {
            facts.append(Self.plain("\(response.status) \(Self.text(response.reason))".trimmingEnd()))
            facts.append(response.bodySizeText + (response.isComplete ? "" : ", incomplete"))
            if let version = response.httpVersion { facts.append("HTTP/\(version.rawValue)") }
        } else {
            facts.append("no response")
        }
        facts.append(DurationText.short(exchange.timings.total))
        if let decision = exchange.cacheDecision { facts.append("cache \(decision.outcome.rawValue)") }
        let micros = exchange.startedAt.microsecondsSince1970
        let date = CivilTime(secondsSince1970: micros / 1_000_000)
        facts.append("\(date.date) \(date.clock) UTC")
        return facts.joined(separator: ", ") + "."
    }

    private var hopTable: String {
        let rows = exchange.hops.enumerated().map { index, hop in
            let why =
                switch hop.cause {
                case .first: "asked for"
                case .redirect(let status): "redirect \(status)"
                case .retry: "retry"
                }
            let status = hop.receivedOrStored.map { "\($0.status)" } ?? "none"
            let target = "\(hop.request.method.rawValue) \(secrets.hidden(url: hop.request.url.textWithoutUserInfo))"
            return [String(index + 1), why, target, status, DurationText.short(hop.timings.total)]
        }
        return Self.table(["", "why", "request", "status", "time"], rows)
    }

    private var timingTable: String {
        let timings = exchange.timings
        let phases: [(String, Duration?)] = [
            ("queue", timings.queue), ("dns", timings.dns), ("connect", timings.connect), ("tls", timings.tls),
            ("send", timings.send), ("wait", timings.wait), ("receive", timings.receive), ("total", timings.total),
        ]
        let rows = phases.compactMap { name, time in time.map { [name, DurationText.short($0)] } }
        return Self.table(["phase", "time"], rows)
    }

    // MARK: Markdown

    private static func table(_ head: [String], _ rows: [[String]]) -> String {
        func line(_ cells: [String]) -> String {
            "| " + cells.map { plain($0).replacing(bytes: "|", with: "\\|") }.joined(separator: " | ") + " |"
        }
        guard !rows.isEmpty else { return "" }
        return ([line(head), line(head.map { _ in "---" })] + rows.map(line)).joined(separator: "\n")
    }

    /// One line, in which nothing is HTML.
    private static func plain(_ text: String) -> String {
        MarkupEncoding.text(SafeText(text).string)
    }

    /// A block that its content cannot end: the fence is longer than any row of backticks in it.
    static func fenced(_ text: String, _ language: String) -> String {
        var longest = 0
        var row = 0
        for byte in text.utf8 {
            row = byte == Byte.backtick ? row + 1 : 0
            longest = max(longest, row)
        }
        let fence = String(repeating: "`", count: max(3, longest + 1))
        return "\(fence)\(language)\n\(text)\(text.utf8.last == Byte.lineFeed ? "" : "\n")\(fence)"
    }
}

extension String {
    fileprivate func trimmingEnd() -> String {
        var rest = self[...]
        while rest.last == " " { rest = rest.dropLast() }
        return String(rest)
    }
}
