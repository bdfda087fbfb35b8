import Base
import Runs
import Workspace

/// A comparison for a pull request: a table of what differs, and the details folded away.
package enum ComparisonMarkdown {
    private static let mostRequests = 50
    private static let mostIgnored = 50

    package static func text(_ comparison: RunComparison) -> String {
        let facts = RunFacts(comparison: comparison)
        var text = "## \(comparison.isWorse ? "\u{274C}" : "\u{2705}") \(plain(facts.verdict))\n\n"
        text += plain(facts.summary) + "\n\n"
        for side in facts.sides { text += "- **\(side.letter)** \(plain(side.text))\n" }
        text += "\n\(plain(facts.latencies))\n"
        for note in comparison.notes { text += "\n\(plain(note))\n" }
        for header in facts.commonHeaders { text += "\nHeader \(plain(header))\n" }
        if let sentence = facts.undescribed { text += "\n\(plain(sentence))\n" }
        let shown = facts.described
        if !shown.isEmpty { text += table(shown.map(\.request)) }
        for (request, facts) in shown.prefix(mostRequests) { text += details(request, facts) }
        if !facts.ignored.isEmpty {
            let lines = facts.ignored.prefix(mostIgnored).map { "- \(plain($0.text)): \(plain($0.reason))" }
            let more = facts.ignored.count - lines.count
            text += folded(
                "Not counted as differences: \(facts.ignored.count)",
                lines.joined(separator: "\n") + (more > 0 ? "\n- and \(more) more" : ""))
        }
        if let rules = comparison.suggestedRules {
            text += folded("Rules to commit", fenced(rules))
        }
        return text
    }

    private static func table(_ requests: [RequestComparison]) -> String {
        var text = "\n| | Request | Results | Status | Body | Latency |\n|---|---|---|---|---|---|\n"
        for request in requests.prefix(mostRequests) {
            let outcomes = request.outcomes
            let failed = outcomes.map { "\($0.totals.failed) of \($0.answered) failed" }
            let status = outcomes.map { ReportText.statuses($0.statuses) }
            let cells = [
                request.state.word, "\(request.request.method) \(request.name)", arrow(failed), arrow(status),
                request.presence == .both ? request.body.verdict.word : "",
                request.latency?.verdict.word ?? "",
            ]
            text += "| " + cells.map(plain).joined(separator: " | ") + " |\n"
        }
        if requests.count > mostRequests {
            text += "\nand \(Formatting.count(requests.count - mostRequests, "more request"))\n"
        }
        return text
    }

    private static func arrow(_ values: Both<String>) -> String {
        values.a == values.b ? values.a : "\(values.a) \u{2192} \(values.b)"
    }

    private static func details(_ request: RequestComparison, _ facts: [RequestFacts.Fact]) -> String {
        let lines = facts.flatMap { fact in
            ["- **\(plain(fact.label))** \(plain(fact.text))"] + fact.details.map { "  - \(plain($0))" }
        }
        return folded("\(request.state.word): \(request.request.method) \(request.name)", lines.joined(separator: "\n"))
    }

    private static func folded(_ title: String, _ content: String) -> String {
        "\n<details><summary>\(plain(title))</summary>\n\n\(content)\n\n</details>\n"
    }

    private static func fenced(_ text: String) -> String {
        let longest = text.split { $0 != "`" }.map(\.count).max() ?? 0
        let fence = String(repeating: "`", count: max(3, longest + 1))
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { SafeText($0).string }
        return "\(fence)\n\(lines.joined(separator: "\n"))\n\(fence)"
    }

    /// Text that means nothing in Markdown or HTML: each character that could is a reference.
    static func plain(_ text: String) -> String {
        var result = ""
        let safe = SafeText(text).string
        for scalar in safe.unicodeScalars {
            if "\\`*_{}[]<>#|&@~$^!\"'".unicodeScalars.contains(scalar) || (scalar == ":" && result.hasSuffix("p"))
                || (scalar == ":" && result.hasSuffix("s")) || (scalar == "." && result.hasSuffix("www"))
            {
                result += "&#\(scalar.value);"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
