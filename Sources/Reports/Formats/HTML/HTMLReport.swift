import Base
import NetEngine
import Runs
import Workspace

/// One page for a browser: failures first, then all results on one axis, histograms and a table of requests.
///
/// It loads nothing, runs no script, and folds by `details`, so it can be read anywhere: in an attachment, or offline.
struct HTMLReport {
    private static let mostFailures = 200
    private static let mostRows = 1000

    private let account: RunAccount
    private let options: ReportOptions
    private let facts: RunFacts
    private let names: ResultNames

    init(_ account: RunAccount, _ options: ReportOptions) {
        self.account = account
        self.options = options
        facts = RunFacts(account)
        names = ResultNames(account)
    }

    func write(_ source: RecordingSource, to sink: ([UInt8]) throws -> Void) throws {
        var failures = HTMLFailures(account, names, options, most: Self.mostFailures)
        var waterfall = HTMLWaterfall(account, names)
        func take(_ item: RecordingReader.Item) {
            guard case .result(let record, let exchange) = item else { return }
            failures.add(options.shown(record), exchange)
            waterfall.add(record)
        }
        try source.forEach(take)
        var out = MarkupWriter()
        head(to: &out)
        try sink(out.take())
        try failures.write(to: sink)
        try waterfall.write(to: sink)
        histogram(to: &out)
        try sink(out.take())
        try HTMLRequests(account, names, most: Self.mostRows).write(to: sink)
        out.raw("<footer>Written by apitui ")
        out.text(account.head.program)
        out.raw(". Secrets are masked.</footer>\n</main>\n</body>\n</html>\n")
        try sink(out.take())
    }

    // MARK: The head

    private var title: String { account.head.name ?? account.head.title }

    private func head(to out: inout MarkupWriter) {
        out.raw(
            """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" \
            content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
            <meta name="referrer" content="no-referrer">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>
            """)
        out.text(facts.isPassed ? "Passed: " : "Failed: ")
        out.text(title)
        out.raw("</title>\n<style>\n")
        out.raw(HTMLStyle.sheet)
        out.raw("</style>\n</head>\n<body>\n<main>\n<header>\n<h1><span")
        out.attribute("class", facts.isPassed ? "verdict good" : "verdict bad")
        out.raw(">")
        out.text(facts.isPassed ? "Passed" : "Failed")
        out.raw("</span> ")
        out.text(title)
        out.raw("</h1>\n<p>")
        out.text(facts.totals)
        if let rate = facts.perSecond, account.head.settings.rounds != 1 { out.text(", \(rate) a second") }
        out.raw(".")
        if let checks = facts.checks {
            out.raw(" ")
            out.text(checks)
            out.raw(".")
        }
        for sentence in [facts.incompleteness, facts.unverified].compactMap(\.self) {
            out.raw(" <strong>")
            out.text(sentence)
            out.raw("</strong>")
        }
        out.raw("</p>\n<dl class=\"facts\">\n")
        for (name, value) in runFacts {
            out.raw("<div><dt>")
            out.text(name)
            out.raw("</dt><dd>")
            out.text(value)
            out.raw("</dd></div>\n")
        }
        out.raw("</dl>\n</header>\n")
    }

    private var runFacts: [(String, String)] {
        let (head, settings) = (account.head, account.head.settings)
        let started = CivilTime(secondsSince1970: head.startedAt.microsecondsSince1970 / 1_000_000)
        var all = account.reference.map { [("Run", $0)] } ?? []
        all.append(("Started", "\(started.date) \(started.clock) UTC"))
        all.append(("Paths", head.paths.joined(separator: " ")))
        if let environment = head.environment { all.append(("Environment", environment)) }
        if let shard = head.shard { all.append(("Part", "\(shard.index) of \(shard.count)")) }
        if settings.jobs > 1 { all.append(("At a time", String(settings.jobs))) }
        if let rounds = settings.rounds, rounds > 1 { all.append(("Rounds", String(rounds))) }
        if let rate = settings.rate { all.append(("Rate", "\(rate) a second")) }
        if let duration = settings.duration { all.append(("Duration", DurationText.setting(duration))) }
        if let data = settings.data { all.append(("Data", data)) }
        if let cache = settings.cache { all.append(("Cache", cache)) }
        return all
    }

    // MARK: All latencies

    private func histogram(to out: inout MarkupWriter) {
        guard account.latency.count > 1 else { return }
        out.raw("<section id=\"latency\">\n<h2>Latency</h2>\n")
        HTMLHistogram(account.latency, bins: 80).write(width: 800, height: 120, to: &out)
        out.raw("<p class=\"scale\"><span>")
        out.text(DurationText.short(account.latency.least))
        out.raw("</span><span>")
        out.text(DurationText.short(account.latency.greatest))
        out.raw("</span></p>\n<p>")
        var figures: [String] = []
        for percentile in Percentile.allCases {
            guard let value = percentile.value(of: account.latency) else { continue }
            figures.append("\(percentile.name) \(DurationText.short(value))")
        }
        out.text("\(Formatting.count(account.latency.count, "response")): \(figures.joined(separator: ", "))")
        if let shortage = Percentile.shortage(of: account.latency) { out.text("; \(shortage)") }
        out.raw(". The axis is logarithmic.</p>\n</section>\n")
    }
}
