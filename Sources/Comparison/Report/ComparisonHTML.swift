import Base
import Glibc
import NetEngine
import Runs

/// A comparison as one file for a browser: it loads nothing, needs no scripts, and follows the light or dark setting.
package enum ComparisonHTML {
    private static let mostRequests = 500
    private static let mostIgnored = 200

    package static func text(_ comparison: RunComparison) -> String {
        let facts = RunFacts(comparison: comparison)
        let mood = comparison.isWorse ? "worse" : comparison.isSame ? "neutral" : "better"
        var body = "<h1 class=\"\(mood)\">\(escaped(facts.verdict))</h1>\n<p>\(escaped(facts.summary))</p>\n<dl>\n"
        for side in facts.sides { body += "<dt>\(side.letter)</dt><dd>\(escaped(side.text))</dd>\n" }
        body += "</dl>\n<p>\(escaped(facts.latencies))</p>\n"
        for note in comparison.notes { body += "<p class=\"note\">\(escaped(note))</p>\n" }
        for header in facts.commonHeaders { body += "<p>Header \(escaped(header))</p>\n" }
        if let sentence = facts.undescribed { body += "<p>\(escaped(sentence))</p>\n" }
        let shown = facts.described
        for (request, facts) in shown.prefix(mostRequests) { body += section(request, facts) }
        if shown.count > mostRequests {
            body += "<p>and \(Formatting.count(shown.count - mostRequests, "more request"))</p>\n"
        }
        body += latencies(comparison)
        body += ignored(facts)
        if let rules = comparison.suggestedRules {
            let lines = rules.split(separator: "\n", omittingEmptySubsequences: false).map { escaped(String($0)) }
            body += "<details><summary>Rules to commit</summary><pre>\(lines.joined(separator: "\n"))</pre></details>\n"
        }
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <meta name="referrer" content="no-referrer">
            <title>\(escaped("\(comparison.sides.a.name) and \(comparison.sides.b.name)"))</title>
            <style>
            \(style)
            </style>
            </head>
            <body>
            \(body)</body>
            </html>

            """
    }

    private static let style = """
        :root { color-scheme: light dark; --text: #1b1f24; --back: #fff; --line: #d0d7de; --soft: #59636e;
          --worse: #b3261e; --better: #1a7f37; --band: #eaeef2; }
        @media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --back: #0d1117; --line: #3d444d;
          --soft: #9198a1; --worse: #ff8a80; --better: #56d364; --band: #262c36; } }
        body { font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: var(--back);
          max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
        h1 { font-size: 1.5rem; margin: 0 0 .5rem; } h2 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; }
        .worse { color: var(--worse); } .better { color: var(--better); } .soft, .note { color: var(--soft); }
        section { border: 1px solid var(--line); border-radius: 6px; padding: .75rem 1rem; margin: 1rem 0; }
        dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: .5rem 0 0; }
        dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; } ul { margin: 0; padding-left: 1.2rem; }
        li, pre, td.name { font-family: ui-monospace, monospace; font-size: .85rem; overflow-wrap: anywhere; }
        pre { white-space: pre-wrap; } table { border-collapse: collapse; width: 100%; }
        th, td { text-align: left; border-bottom: 1px solid var(--line); padding: .25rem .5rem; }
        summary { cursor: pointer; } svg { vertical-align: middle; }
        """

    private static func section(_ request: RequestComparison, _ facts: [RequestFacts.Fact]) -> String {
        let mood = request.state == .worse ? "worse" : request.state == .better ? "better" : "soft"
        var text = "<section>\n<h2><span class=\"\(mood)\">\(escaped(request.state.word))</span> "
        text += "\(escaped("\(request.request.method) \(request.name)"))</h2>\n<dl>\n"
        for fact in facts {
            let mood =
                switch fact.mood {
                case .worse: " class=\"worse\""
                case .better: " class=\"better\""
                case .neutral: ""
                }
            text += "<dt>\(escaped(fact.label))</dt><dd><span\(mood)>\(escaped(fact.text))</span>"
            if !fact.details.isEmpty {
                text += "<ul>" + fact.details.map { "<li>\(escaped($0))</li>" }.joined() + "</ul>"
            }
            text += "</dd>\n"
        }
        return text + "</dl>\n</section>\n"
    }

    // MARK: Latencies

    private static func latencies(_ comparison: RunComparison) -> String {
        let rows = comparison.requests.filter { $0.latency != nil }
        guard !rows.isEmpty else { return "" }
        var text = "<details open><summary>Latencies</summary>\n<table>\n<tr><th>Request</th><th>Verdict</th>"
        text += "<th>Ratio of the medians, 95 %</th><th></th></tr>\n"
        for request in rows.prefix(mostRequests) {
            guard let latency = request.latency else { continue }
            let mood = latency.verdict == .slower ? "worse" : latency.verdict == .faster ? "better" : "soft"
            text += "<tr><td class=\"name\">\(escaped(request.name))</td>"
            text += "<td class=\"\(mood)\">\(escaped(latency.verdict.word))</td>"
            text += "<td>\(bar(latency, comparison.options.threshold))</td>"
            text += "<td>\(escaped(RequestFacts.text(latency)))</td></tr>\n"
        }
        return text + "</table>\n</details>\n"
    }

    /// The interval of the ratio on a logarithmic axis from a quarter to four times; the band is the threshold.
    private static func bar(_ latency: LatencyComparison, _ threshold: Double) -> String {
        guard let ratio = latency.ratio, let interval = latency.interval else { return "" }
        func place(_ ratio: Double) -> Int {
            guard ratio.isFinite, ratio > 0 else { return 0 }
            return Int((min(max(log2(ratio), -2), 2) + 2) * 40)
        }
        let (low, high) = (place(1 / (1 + threshold)), place(1 + threshold))
        let (from, to) = (place(interval.lowerBound), place(interval.upperBound))
        let color =
            latency.verdict == .slower ? "var(--worse)" : latency.verdict == .faster ? "var(--better)" : "var(--soft)"
        let label =
            "\(ReportText.ratio(ratio)), \(ReportText.ratio(interval.lowerBound)) to "
            + ReportText.ratio(interval.upperBound)
        return "<svg width=\"160\" height=\"14\" role=\"img\" aria-label=\"\(escaped(label))\">"
            + "<rect x=\"\(low)\" y=\"0\" width=\"\(max(1, high - low))\" height=\"14\" style=\"fill:var(--band)\"/>"
            + "<rect x=\"\(from)\" y=\"5\" width=\"\(max(2, to - from))\" height=\"4\" style=\"fill:\(color)\"/>"
            + "<rect x=\"\(place(ratio) - 1)\" y=\"2\" width=\"2\" height=\"10\" style=\"fill:\(color)\"/></svg>"
    }

    private static func ignored(_ facts: RunFacts) -> String {
        let all = facts.ignored
        guard !all.isEmpty else { return "" }
        var text = "<details><summary>Not counted as differences: \(all.count)</summary>\n<ul>\n"
        for line in all.prefix(mostIgnored) {
            text += "<li>\(escaped(line.text)) <span class=\"soft\">\(escaped(line.reason))</span></li>\n"
        }
        if all.count > mostIgnored { text += "<li>and \(all.count - mostIgnored) more</li>\n" }
        return text + "</ul>\n</details>\n"
    }

    /// Text that is nothing but text, inside elements and attributes.
    static func escaped(_ text: String) -> String {
        MarkupEncoding.attribute(SafeText(text).string).replacing(bytes: "'", with: "&#39;")
    }
}
