import Base
import NetEngine
import Runs
import Workspace

/// What a run shows at its end: failures first, then the slowest requests, percentiles by request, and the totals last.
package struct TerminalSummary {
    private static let mostFailures = 30
    private static let mostSlow = 5
    private static let mostRequests = 40
    private static let indent = "         "

    private let account: RunAccount
    private let facts: RunFacts
    private let names: ResultNames
    private let options: ReportOptions

    package init(_ account: RunAccount, _ options: ReportOptions = ReportOptions()) {
        self.account = account
        self.options = options
        facts = RunFacts(account)
        names = ResultNames(account)
    }

    package var lines: [SafeText] {
        var sections: [[SafeText]] = [failures, slowest, percentiles, totals]
        sections.removeAll(where: \.isEmpty)
        return Array(sections.joined(separator: [SafeText.empty]))
    }

    // MARK: Failures

    private var failures: [SafeText] {
        var lines: [SafeText] = []
        var shown = 0
        for request in account.requests {
            let failed = request.totals.failed
            guard failed > 0, shown < Self.mostFailures else { continue }
            // One for each request where many failed: the others are alike as a rule.
            let isMany = account.totals.failed > Self.mostFailures
            let records = request.failures.prefix(isMany ? 1 : request.failures.count)
            shown += records.count
            for record in records { lines += failure(record, request.request) }
            // Not all failures of a request are kept.
            if failed > records.count {
                lines.append("\(Self.indent)and \(failed - records.count) more of this request")
            }
        }
        let failing = account.requests.count { $0.totals.failed > 0 }
        if account.totals.failed > Self.mostFailures, failing > shown {
            lines.append("\(Formatting.count(failing - shown, "more request")) failed")
        }
        return lines
    }

    private func failure(_ record: RunRecord, _ request: RunHead.Request) -> [SafeText] {
        var lines: [SafeText] = ["FAILED   \(names.titled(record))\(outcome(record))"]
        for finding in Finding.all(of: record, request) {
            lines.append("\(Self.indent)\(request.file):\(finding.line): \(finding.word): \(finding.sentence)")
            if let expected = finding.expected {
                lines.append("\(Self.indent)  expected \(expected)")
                if let actual = finding.actual { lines.append("\(Self.indent)  actual   \(actual)") }
            }
        }
        if let exchange = record.exchange { lines.append("\(Self.indent)exchange \(exchange.description)") }
        return lines
    }

    private func outcome(_ record: RunRecord) -> String {
        guard record.timings != nil else { return ": not sent" }
        let status = record.status.map { "status \($0)" } ?? "no response"
        return ": \(status) in \(DurationText.short(record.duration ?? .zero))"
    }

    // MARK: Times

    /// The slowest results, or requests if there are too many results; those without a response have no time.
    private var slowest: [SafeText] {
        guard account.latency.count > Self.mostSlow else { return [] }
        var times: [(time: Duration, name: String, request: RunHead.Request)] = []
        if facts.isOneByOne {
            let slow = account.results.filter { $0.latency != nil }
                .sorted { ($0.latency ?? .zero) > ($1.latency ?? .zero) }.prefix(Self.mostSlow)
            times = slow.map { ($0.latency ?? .zero, names.titled($0), account.requests[$0.item.step].request) }
        } else {
            let slow = account.requests.indices.filter { account.requests[$0].latency.count > 0 }.sorted {
                account.requests[$0].latency.greatest > account.requests[$1].latency.greatest
            }
            times = slow.prefix(Self.mostSlow).map {
                (account.requests[$0].latency.greatest, names.titled($0), account.requests[$0].request)
            }
        }
        return ["Slowest"]
            + times.map { time, name, request in
                "  \(Self.right(DurationText.short(time), 9))  \(name)  \(request.file):\(request.line)"
            }
    }

    private var percentiles: [SafeText] {
        let repeated = account.requests.indices.filter { account.requests[$0].latency.count > 1 }
        guard !repeated.isEmpty else { return [] }
        let shown = repeated.sorted { account.requests[$0].latency.sum > account.requests[$1].latency.sum }
            .prefix(Self.mostRequests).sorted()
        let columns = 8 + Percentile.allCases.count * 11 + 11
        let widest = shown.map { DisplayWidth.of(SafeText(names[$0])) }.max() ?? 0
        let nameWidth = min(max(8, widest), max(8, options.width - columns - 16))
        let barWidth = max(8, min(24, options.width - columns - nameWidth - 4))
        let longest = shown.map { account.requests[$0].latency.greatest }.max() ?? .zero
        let heads = Percentile.allCases.map { Self.right($0.name, 11) }.joined()
        var lines: [SafeText] = [
            "\(Self.left("Time by request", nameWidth + barWidth + 4))\(Self.right("count", 8))\(heads)\(Self.right("max", 11))"
        ]
        for step in shown {
            let latency = account.requests[step].latency
            let values = Percentile.allCases.map { $0.value(of: latency).map(DurationText.short) ?? none }
            let row = (values + [DurationText.short(latency.greatest)]).map { Self.right($0, 11) }.joined()
            let bar = PercentileBar(latency, longest: longest, width: barWidth, isASCII: options.isASCII).text
            let name = Self.left(SafeText(names[step]).cut(toColumns: nameWidth).string, nameWidth)
            lines.append("  \(name)  \(bar)\(Self.right("\(latency.count)", 8))\(row)")
        }
        let hidden = repeated.count - shown.count
        if hidden > 0 { lines.append("  and \(Formatting.count(hidden, "faster request"))") }
        let few = shown.map { account.requests[$0].latency }.min { $0.count < $1.count }
        if let few, let shortage = Percentile.shortage(of: few) {
            lines.append("  \(options.isASCII ? "-" : "–"): too few responses (\(shortage))")
        }
        let mark = options.isASCII ? "#, = and - end" : "█, ▒ and ░ end"
        lines.append("  \(mark) at median, p90 and max, all on one axis")
        return lines
    }

    private var none: String { options.isASCII ? "-" : "–" }

    // MARK: Totals

    private var totals: [SafeText] {
        var lines: [SafeText] = []
        if let sentence = facts.incompleteness { lines.append(SafeText(sentence)) }
        if let sentence = facts.unverified { lines.append(SafeText(sentence)) }
        if let checks = facts.checks { lines.append(SafeText(checks)) }
        if account.latency.count > 1 {
            var figures = ["min \(DurationText.short(account.latency.least))"]
            for percentile in Percentile.allCases {
                guard let value = percentile.value(of: account.latency) else { continue }
                figures.append("\(percentile.name) \(DurationText.short(value))")
            }
            figures.append("max \(DurationText.short(account.latency.greatest))")
            let shortage = Percentile.shortage(of: account.latency).map { " (\($0))" } ?? ""
            lines.append("latency: \(figures.joined(separator: ", "))\(shortage)")
        }
        var text = facts.totals
        let isLong = account.head.settings.rounds != 1
        if isLong, let rate = facts.perSecond { text += ", \(rate) a second" }
        lines.append(SafeText(text))
        return lines
    }

    // MARK: Columns

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - DisplayWidth.of(safe: text))) + text
    }

    private static func left(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - DisplayWidth.of(safe: text)))
    }
}

/// The times of a request as a bar: to the median, to p90 and to the longest.
struct PercentileBar {
    let text: String

    init(_ latency: LatencyDistribution, longest: Duration, width: Int, isASCII: Bool) {
        func end(_ time: Duration?) -> Int {
            guard let time, longest > .zero else { return 0 }
            return max(1, min(width, Int((time / longest * Double(width)).rounded())))
        }
        let median = end(latency.quantile(0.5))
        let p90 = max(median, end(latency.quantile(0.9)))
        let last = max(p90, end(latency.greatest))
        let marks = isASCII ? ["#", "=", "-"] : ["█", "▒", "░"]
        text =
            String(repeating: marks[0], count: median) + String(repeating: marks[1], count: p90 - median)
            + String(repeating: marks[2], count: last - p90) + String(repeating: " ", count: max(0, width - last))
    }
}
