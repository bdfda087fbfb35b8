import Base
import NetEngine
import Runs
import Workspace

/// The table of requests.
struct HTMLRequests {
    private let account: RunAccount
    private let names: ResultNames
    private let most: Int

    init(_ account: RunAccount, _ names: ResultNames, most: Int) {
        self.account = account
        self.names = names
        self.most = most
    }

    func write(to sink: ([UInt8]) throws -> Void) throws {
        let steps = RunFacts(account).steps
        guard !steps.isEmpty else { return }
        var out = MarkupWriter()
        out.raw(
            "<section id=\"requests\">\n<h2>Requests</h2>\n<div class=\"wide\"><table class=\"requests\">\n<thead><tr>")
        let heads =
            ["Request", "ok", "failed", "status"] + Percentile.allCases.map(\.name)
            + ["max", "latency", "phases", "cache", "checks", "received"]
        for head in heads {
            out.raw("<th scope=\"col\">")
            out.text(head)
            out.raw("</th>")
        }
        out.raw("</tr></thead>\n<tbody>\n")
        for step in steps.prefix(most) {
            row(account.requests[step], names.titled(step), to: &out)
            if out.bytes.count >= reportPiece { try sink(out.take()) }
        }
        out.raw("</tbody></table></div>\n")
        if steps.count > most {
            out.raw("<p>")
            out.text("\(Formatting.count(steps.count - most, "more request")).")
            out.raw("</p>\n")
        }
        if let few = account.requests.map(\.latency).filter({ $0.count > 0 }).min(by: { $0.count < $1.count }),
            let shortage = Percentile.shortage(of: few)
        {
            out.raw("<p class=\"quiet\">")
            out.text("–: too few responses (\(shortage)).")
            out.raw("</p>\n")
        }
        out.raw("</section>\n")
        try sink(out.take())
    }

    private func row(_ item: RequestAccount, _ name: String, to out: inout MarkupWriter) {
        let request = item.request
        let isUnreached = item.first == nil
        out.raw("<tr")
        out.attribute("class", item.totals.failed > 0 ? "bad" : item.totals.passed > 0 ? nil : "idle")
        out.raw("><th scope=\"row\"><b>")
        out.text(name)
        out.raw("</b> <code>")
        out.text("\(request.file):\(request.line)")
        out.raw("</code></th>")
        func cell(_ text: String) {
            out.raw("<td>")
            out.text(text)
            out.raw("</td>")
        }
        cell(String(item.totals.passed))
        cell(isUnreached ? "not reached" : String(item.totals.failed))
        cell(Self.counts(item.statuses.map { (String($0.key), $0.value) } + item.categories.compactMap(Self.category)))
        for percentile in Percentile.allCases {
            cell(percentile.value(of: item.latency).map(DurationText.short) ?? "–")
        }
        cell(item.latency.count > 0 ? DurationText.short(item.latency.greatest) : "–")
        out.raw("<td>")
        if item.latency.count > 1 { HTMLHistogram(item.latency, bins: 40).write(width: 120, height: 24, to: &out) }
        out.raw("</td><td>")
        phases(item, to: &out)
        out.raw("</td>")
        cell(Self.counts(item.cache.map { ($0.key.rawValue, $0.value) }))
        cell(item.checks.count > 0 ? "\(item.checks.passed)/\(item.checks.count)" : "")
        cell(item.receivedBytes > 0 ? Formatting.byteCount(item.receivedBytes) : "")
        out.raw("</tr>\n")
    }

    /// Categories that no status shows.
    private static func category(_ category: ErrorCategory, _ count: Int) -> (String, Int)? {
        category.isAboutResponse ? nil : (category.rawValue, count)
    }

    /// `200, 404 × 3`.
    private static func counts(_ counts: [(String, Int)]) -> String {
        counts.sorted { $0.0 < $1.0 }.map { $0.1 == 1 ? $0.0 : "\($0.0) × \($0.1)" }.joined(separator: ", ")
    }

    /// How the time is divided, over all results.
    private func phases(_ item: RequestAccount, to out: inout MarkupWriter) {
        let known = Phase.allCases.filter { $0 != .total }.compactMap { phase in
            item.phases[phase].map { (phase, DurationText.microseconds($0)) }
        }.filter { $0.1 > 0 }
        let sum = known.reduce(0) { $0 + $1.1 }
        guard sum > 0 else { return }
        let words = known.map { "\($0.0.rawValue) \(HTMLWaterfall.percent(Double($0.1) / Double(sum))) %" }
        out.raw("<span class=\"phases\"")
        out.attribute("title", words.joined(separator: ", "))
        out.raw(">")
        for (phase, micros) in known {
            out.raw("<i")
            out.attribute("class", "p-\(phase.rawValue)")
            out.attribute("style", "width:\(HTMLWaterfall.percent(Double(micros) / Double(sum)))%")
            out.raw("></i>")
        }
        out.raw("</span>")
    }
}
