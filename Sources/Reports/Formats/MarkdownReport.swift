import Base
import NetEngine
import Runs
import Workspace

/// A comment for a pull request: the outcome, a table of requests, and failures folded below it.
///
/// Names and values are code, in which nothing is a mention, a link or HTML.
struct MarkdownReport {
    /// GitHub takes 65,536 characters.
    static let mostBytes = 60_000
    private static let mostText = 500

    private let account: RunAccount
    private let facts: RunFacts
    private let names: ResultNames

    init(_ account: RunAccount) {
        self.account = account
        facts = RunFacts(account)
        names = ResultNames(account)
    }

    var text: String {
        var budget = Self.mostBytes
        var sections: [String] = []
        func add(_ section: String) {
            budget -= section.utf8.count + 2
            sections.append(section)
        }
        add("### \(facts.isPassed ? "✅" : "❌") apitui: \(facts.totals)")
        add(subtitle)
        // Failures matter most: the table gets what they leave, but at least a third.
        let failures = failures(budget * 2 / 3)
        if !failures.isEmpty { budget -= failures.utf8.count + 2 }
        let table = table(budget - 200)
        if !table.isEmpty { sections.append(table) }
        if !failures.isEmpty { sections.append(failures) }
        return sections.joined(separator: "\n\n") + "\n"
    }

    private var subtitle: String {
        var parts: [String] = []
        if let sentence = facts.incompleteness { parts.append("**\(sentence)**") }
        if let sentence = facts.unverified { parts.append("**\(sentence)**") }
        if let checks = facts.checks { parts.append("\(checks).") }
        if let environment = account.head.environment { parts.append("Environment \(Self.code(environment)).") }
        if let shard = account.head.shard { parts.append("Part \(shard.index) of \(shard.count).") }
        if let rate = facts.perSecond, account.head.settings.rounds != 1 { parts.append("\(rate) requests a second.") }
        if let run = account.head.name ?? account.reference { parts.append("Run \(Self.code(run)).") }
        return parts.joined(separator: " ")
    }

    // MARK: The table

    private func table(_ budget: Int) -> String {
        guard !account.requests.isEmpty else { return "" }
        let isRepeated = account.count > account.requests.count
        let head =
            isRepeated
            ? ["", "request", "ok", "failed", "median", "p95", "max"] : ["", "request", "status", "time", "checks"]
        var lines = [Self.row(head), Self.row(head.map { _ in "---" })]
        var left = budget - lines.reduce(0) { $0 + $1.utf8.count + 1 }
        // Failures first, the rest in the order of the plan.
        let order = account.requests.indices.filter { account.requests[$0].first != nil }
        let steps = order.filter { isFailed($0) } + order.filter { !isFailed($0) }
        for (index, step) in steps.enumerated() {
            let line = Self.row(isRepeated ? repeated(step) : single(step))
            guard left >= line.utf8.count + 60 else {
                lines.append("\n\(Formatting.count(steps.count - index, "more request")).")
                break
            }
            left -= line.utf8.count + 1
            lines.append(line)
        }
        return lines.joined(separator: "\n")
    }

    private func isFailed(_ step: Int) -> Bool { account.requests[step].totals.failed > 0 }

    private func mark(_ step: Int) -> String {
        let totals = account.requests[step].totals
        return totals.failed > 0 ? "❌" : totals.passed > 0 ? "✅" : "⏭"
    }

    private func name(_ step: Int) -> String {
        let request = account.requests[step].request
        return "\(Self.code(names.titled(step))) \(Self.code("\(request.file):\(request.line)"))"
    }

    private func single(_ step: Int) -> [String] {
        let item = account.requests[step]
        let record = item.failures.first ?? item.first
        let status = record?.status.map(String.init) ?? (record?.timings == nil ? "not sent" : "none")
        let checks = record?.checks.isEmpty == false ? record?.checks.score ?? "" : ""
        return [mark(step), name(step), status, record?.duration.map(DurationText.short) ?? "", checks]
    }

    private func repeated(_ step: Int) -> [String] {
        let item = account.requests[step]
        func time(_ percentile: Percentile) -> String {
            percentile.value(of: item.latency).map(DurationText.short) ?? "–"
        }
        let longest = item.latency.count > 0 ? DurationText.short(item.latency.greatest) : "–"
        return [
            mark(step), name(step), String(item.totals.passed), String(item.totals.failed), time(.median), time(.p95),
            longest,
        ]
    }

    // MARK: Failures

    private func failures(_ budget: Int) -> String {
        let failing = account.requests.indices.filter { isFailed($0) }
        guard !failing.isEmpty else { return "" }
        let head = "<details open>\n<summary>\(Formatting.count(account.totals.failed, "failure"))</summary>\n"
        var out = head
        for (index, step) in failing.enumerated() {
            let entry = failure(account.requests[step], step)
            guard out.utf8.count + entry.utf8.count + 120 <= budget else {
                out += "\n\(Formatting.count(failing.count - index, "more request")) failed.\n"
                break
            }
            out += entry
        }
        return out + "\n</details>"
    }

    private func failure(_ item: RequestAccount, _ step: Int) -> String {
        guard let record = item.failures.first else { return "" }
        var lines: [String] = []
        for finding in Finding.all(of: record, item.request) {
            lines.append("\(item.request.file):\(finding.line): \(finding.word): \(Self.cut(finding.sentence))")
            if let expected = finding.expected {
                lines.append("  expected \(Self.cut(expected))")
                if let actual = finding.actual { lines.append("  actual   \(Self.cut(actual))") }
            }
        }
        for log in Finding.logs(of: record) {
            lines.append("\(item.request.file):\(log.line): log: \(Self.cut(log.sentence))")
        }
        if let exchange = record.exchange { lines.append(account.text(of: exchange)) }
        if item.totals.failed > 1 { lines.append("\(item.totals.failed) of \(item.totals.count) results failed.") }
        let block = Self.fenced(lines.map { SafeText($0).string }.joined(separator: "\n"))
        return "\n\(Self.code(names.titled(record)))\n\n\(block)\n"
    }

    // MARK: Markdown

    private static func cut(_ text: String) -> String {
        text.count > mostText ? text.prefix(mostText) + "…" : text
    }

    private static func row(_ cells: [String]) -> String {
        "| " + cells.map { $0.replacing(bytes: "|", with: "\\|") }.joined(separator: " | ") + " |"
    }

    /// Code in a line: between more backticks than are in it.
    static func code(_ text: String) -> String {
        let text = SafeText(cut(text)).string
        let fence = String(repeating: "`", count: longestRow(text) + 1)
        // A backtick at an end, or a text of spaces alone, needs room.
        return text.isEmpty ? "" : "\(fence) \(text) \(fence)"
    }

    private static func fenced(_ text: String) -> String {
        let fence = String(repeating: "`", count: max(3, longestRow(text) + 1))
        return "\(fence)\n\(text)\n\(fence)"
    }

    private static func longestRow(_ text: String) -> Int {
        var (longest, row) = (0, 0)
        for byte in text.utf8 {
            row = byte == Byte.backtick ? row + 1 : 0
            longest = max(longest, row)
        }
        return longest
    }
}
