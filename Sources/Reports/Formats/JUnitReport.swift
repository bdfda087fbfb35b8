import Base
import NetEngine
import Runs
import Workspace

/// JUnit XML as GitLab, Jenkins and Azure read it: a suite for each file, a case for each result; a case for each request, if the run
/// has more results than are kept one by one.
///
/// Readers drop a second case of the same `classname` and `name`, so no two are equal. Dots in a `classname` would be packages.
struct JUnitReport {
    private let account: RunAccount
    private let cases: [ReportCase]
    /// By file, no two equal: `a.http` and `a.rest` would be.
    private let classNames: [String: String]
    /// The URLs that were sent, of cases whose exchange was recorded: without its secrets.
    private var urls: [ResultKey: String] = [:]

    private struct ResultKey: Hashable {
        let step, round: Int
        let repetition: Int?

        init(_ record: RunRecord) {
            (step, round, repetition) = (record.item.step, record.item.round, record.repetition)
        }
    }

    init(_ account: RunAccount) {
        self.account = account
        cases = ReportCase.all(account)
        classNames = Self.classNames(of: account.requests.map(\.request.file))
    }

    /// - Parameter source: of the account; it is read for the URLs.
    func write(_ source: RecordingSource, to sink: ([UInt8]) throws -> Void) throws {
        var report = self
        // A run may have far more results than cases.
        let shown = Set(cases.compactMap { $0.record.map(ResultKey.init) })
        func take(_ item: RecordingReader.Item) {
            guard case .result(let record, let exchange) = item, shown.contains(ResultKey(record)),
                let hop = exchange?.exchange?.hops.first, !hop.sentHead.isEmpty
            else { return }
            report.urls[ResultKey(record)] = hop.request.url.textWithoutUserInfo
        }
        try source.forEach(take)
        try report.write(to: sink)
    }

    private func write(to sink: ([UInt8]) throws -> Void) throws {
        var out = MarkupWriter()
        out.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites")
        out.attribute("name", account.head.name ?? account.head.title)
        counts(cases, to: &out)
        out.attribute("time", DurationText.seconds(RunFacts(account).elapsed))
        out.raw(">\n")
        for (file, cases) in suites {
            suite(file, cases, to: &out)
            for item in cases {
                testCase(item, to: &out)
                if out.bytes.count >= reportPiece { try sink(out.take()) }
            }
            out.raw("  </testsuite>\n")
        }
        out.raw("</testsuites>\n")
        try sink(out.take())
    }

    /// By file, in the order in which the files come first.
    private var suites: [(file: String, cases: [ReportCase])] {
        var places: [String: Int] = [:]
        var suites: [(file: String, cases: [ReportCase])] = []
        for item in cases {
            let file = account.requests[item.step].request.file
            if let place = places[file] {
                suites[place].cases.append(item)
            } else {
                places[file] = suites.count
                suites.append((file, [item]))
            }
        }
        return suites
    }

    /// The element that a case has in this format.
    private enum Element { case failure, error, skipped }

    /// nil for one that passed.
    private func element(_ item: ReportCase) -> Element? {
        switch item.outcome {
        case .passed: nil
        case .failed: item.findings.first?.isAboutResponse == false ? .error : .failure
        case .skipped: .skipped
        // Readers count skipped cases as good, and a run that was interrupted is not.
        case .cancelled: account.failsByCancelled ? .error : .skipped
        }
    }

    private func counts(_ cases: [ReportCase], to out: inout MarkupWriter) {
        out.attribute("tests", cases.count)
        out.attribute("failures", cases.count { element($0) == .failure })
        out.attribute("errors", cases.count { element($0) == .error })
    }

    private func suite(_ file: String, _ cases: [ReportCase], to out: inout MarkupWriter) {
        out.raw("  <testsuite")
        out.attribute("name", classNames[file])
        counts(cases, to: &out)
        out.attribute("skipped", cases.count { element($0) == .skipped })
        out.attribute("time", DurationText.seconds(cases.reduce(.zero) { $0 + $1.duration }))
        let start = cases.compactMap { $0.record?.traffic?.startedAt }.min() ?? account.head.startedAt
        let moment = CivilTime(secondsSince1970: start.microsecondsSince1970 / 1_000_000)
        out.attribute("timestamp", "\(moment.date)T\(moment.clock)")
        out.attribute("file", file)
        out.raw(">\n    <properties>\n")
        for (name, value) in properties {
            out.raw("      <property")
            out.attribute("name", name)
            out.attribute("value", value)
            out.raw("/>\n")
        }
        out.raw("    </properties>\n")
    }

    private var properties: [(String, String)] {
        let head = account.head
        var all = account.reference.map { [("run", $0)] } ?? []
        all.append(("apitui", head.program))
        if let environment = head.environment { all.append(("environment", environment)) }
        if let shard = head.shard { all.append(("shard", "\(shard.index)/\(shard.count)")) }
        if let sentence = RunFacts(account).incompleteness { all.append(("incomplete", sentence)) }
        return all
    }

    private func testCase(_ item: ReportCase, to out: inout MarkupWriter) {
        let request = account.requests[item.step].request
        out.raw("    <testcase")
        out.attribute("classname", classNames[request.file])
        out.attribute("name", item.name)
        out.attribute("file", request.file)
        out.attribute("time", DurationText.seconds(item.duration))
        out.raw(">\n")
        switch element(item) {
        case nil: break
        case .failure, .error:
            let isFailure = element(item) == .failure
            out.raw(isFailure ? "      <failure" : "      <error")
            out.attribute("type", item.findings.first?.word ?? ErrorCategory.cancelled.rawValue)
            out.attribute("message", item.skipText ?? message(item))
            out.raw(">")
            // Some readers show the text alone, and no message.
            out.text(lines(of: item, request).joined(separator: "\n"))
            out.raw(isFailure ? "</failure>\n" : "</error>\n")
        case .skipped:
            out.raw("      <skipped")
            out.attribute("message", item.skipText)
            out.raw("/>\n")
        }
        if let record = item.record, record.timings != nil {
            out.raw("      <system-out>")
            let notes = (Finding.warnings(of: record, request) + Finding.logs(of: record)).map {
                "\(request.file):\($0.line): \($0.word): \($0.sentence)"
            }
            out.text(([sent(record, request)] + notes).joined(separator: "\n"))
            out.raw("</system-out>\n")
        }
        out.raw("    </testcase>\n")
    }

    private func message(_ item: ReportCase) -> String {
        let first = item.findings.first?.sentence ?? ""
        return item.findings.count > 1 ? "\(first) (and \(item.findings.count - 1) more)" : first
    }

    private func lines(of item: ReportCase, _ request: RunHead.Request) -> [String] {
        var lines = item.countText.map { [$0] } ?? []
        if let text = item.skipText {
            lines.append("\(request.file):\(request.line): \(ErrorCategory.cancelled.rawValue): \(text)")
        }
        for finding in item.findings {
            lines.append("\(request.file):\(finding.line): \(finding.word): \(finding.sentence)")
            if let expected = finding.expected { lines.append("  expected: \(expected)") }
            if let actual = finding.actual { lines.append("  actual:   \(actual)") }
            if let hint = finding.hint, !hint.isEmpty { lines.append("  hint:     \(hint)") }
        }
        return lines
    }

    private func sent(_ record: RunRecord, _ request: RunHead.Request) -> String {
        var text = "\(request.method) \(urls[ResultKey(record)] ?? request.url): "
        text += record.status.map { "status \($0)" } ?? "no response"
        text += " in \(DurationText.short(record.duration ?? .zero))"
        if let attempts = record.attempts { text += ", \(attempts)" }
        if let exchange = record.exchange { text += ", \(account.text(of: exchange))" }
        return text
    }

    /// The first file of a name has it; the others have a number after it.
    static func classNames(of files: [String]) -> [String: String] {
        var names: [String: String] = [:]
        var taken: Set<String> = []
        for file in files where names[file] == nil {
            names[file] = taken.insertFree(className(file))
        }
        return names
    }

    /// The file without its extension: `api/v1_2/orders`.
    static func className(_ file: String) -> String {
        CollectionStore.withoutRequestEnding(file).replacing(bytes: ".", with: "_")
    }
}
