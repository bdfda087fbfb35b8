import Base
import NetEngine
import Runs
import TestSupport
import Testing
import Workspace

@testable import Reports

/// How much a report shows, and what it counts as a failure or an error.
@Suite struct ReportLimitTests {
    private static func requests(_ count: Int) -> [RunHead.Request] {
        (0..<count).map { RunHead.Request(file: "a.http", line: $0 + 1, id: "r\($0)", method: "GET", url: "/") }
    }

    @Test(
        arguments: [(1, nil), (40, nil), (41, "  and 1 faster request"), (43, "  and 3 faster requests")]
            as [(Int, String?)])
    func `forty requests have their times, in the order of the plan, and the fastest are left out`(
        count: Int, rest: String?
    ) throws {
        // The first takes the least time.
        let results = (0..<2 * count).map { number -> (RunRecord, Exchange?) in
            let step = number % count
            return (RecordedRun.passed(step, round: number / count, micros: 1000 * (step + 1)), nil)
        }
        let run = try RecordedRun(RecordedRun.head(Self.requests(count), rounds: 2), results)
        let lines = TerminalSummary(run.account, ReportOptions(width: 120, isASCII: true)).lines.map(\.string)
        let table = lines.drop { !$0.hasPrefix("Time by request") }.dropFirst().prefix { !$0.isEmpty }
        let names = table.filter { $0.hasPrefix("  r") }.compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(names == (max(0, count - 40)..<count).map { "r\($0)" })
        #expect(table.first { $0.contains("faster") } == rest)
    }

    @Test func `of the failures of one request those that are not shown are counted`() throws {
        let results = (0..<25).map { (RecordedRun.failedCheck(0, round: $0), nil as Exchange?) }
        let run = try RecordedRun(RecordedRun.head(Self.requests(1), rounds: 25), results)
        let lines = TerminalSummary(run.account).lines.map(\.string)
        #expect(lines.count { $0.hasPrefix("FAILED ") } == RunAccount.mostFailures)
        #expect(lines.contains("         and 5 more of this request"))
    }

    @Test func `a request that was sent once has no row of percentiles`() throws {
        let run = try RecordedRun(
            RecordedRun.head(Self.requests(2), rounds: 2),
            [(RecordedRun.passed(0), nil), (RecordedRun.passed(1), nil), (RecordedRun.passed(1, round: 1), nil)])
        let lines = TerminalSummary(run.account, ReportOptions(width: 120, isASCII: true)).lines.map(\.string)
        #expect(lines.filter { $0.hasPrefix("  r") }.map { $0.prefix(4) } == ["  r1"])
        #expect(lines.contains("  -: too few responses (p90 needs 29 responses, has 2)"))
        #expect(lines.contains("  #, = and - end at median, p90 and max, all on one axis"))
    }

    @Test(arguments: [(1, "<p>2 more requests.</p>"), (2, "<p>1 more request.</p>"), (3, nil)] as [(Int, String?)])
    func `a page has a row for each request up to a limit, and counts the others`(most: Int, rest: String?) throws {
        let results = (0..<3).map { step -> (RunRecord, Exchange?) in (RecordedRun.passed(step), nil) }
        let run = try RecordedRun(RecordedRun.head(Self.requests(3)), results)
        var page: [UInt8] = []
        try HTMLRequests(run.account, ResultNames(run.account), most: most).write { page += $0 }
        let text = String(decoding: page, as: UTF8.self)
        #expect(text.matches(of: /<th scope="row">/).count == most)
        #expect(text.firstMatch(of: /<p>.*<\/p>/).map { String($0.output) } == rest)
    }

    @Test func `the axis of a page has the digits that its ticks need`() throws {
        func ticks(_ micros: Int) throws -> [String] {
            let record = RecordedRun.passed(0, micros: micros)
            let run = try RecordedRun(RecordedRun.head(Self.requests(1)), [(record, nil)])
            let page = try run.text(.html)
            let axis = try #require(page.firstMatch(of: /<div class="axis">.*/)).output
            return axis.matches(of: /<i style="[^"]*">([^<]*)<\/i>/).map { String($0.output.1) }
        }
        #expect(try Set(ticks(1500)).isSuperset(of: ["0", "0.2 ms", "1 ms"]))
        #expect(try Set(ticks(500)).isSuperset(of: ["0", "0.1 ms", "0.4 ms"]))
        #expect(try Set(ticks(400)).isSuperset(of: ["0", "0.05 ms", "0.3 ms"]))
        #expect(try Set(ticks(30)).isSuperset(of: ["0", "0.005 ms", "0.01 ms", "0.025 ms"]))
    }

    @Test func `a bar ends at the median, at p90 and at the longest`() {
        func bar(_ times: [Int], longest: Int, width: Int = 10, isASCII: Bool = true) -> String {
            var latency = LatencyDistribution()
            for time in times { latency.add(.milliseconds(time)) }
            return PercentileBar(latency, longest: .milliseconds(longest), width: width, isASCII: isASCII).text
        }
        #expect(bar([10, 10, 10, 50, 100], longest: 100).count { $0 == "#" } == 1)
        #expect(bar([10, 10, 10, 50, 100], longest: 100).hasSuffix("="), "p90 of five is the longest")
        #expect(bar([100, 100], longest: 100) == "##########")
        #expect(bar([100, 100], longest: 200, isASCII: false) == "█████     ")
    }

    @Test func `JUnit counts what has no response as an error, and what is wrong with one as a failure`() throws {
        let results: [(RunRecord, Exchange?)] = [
            (RecordedRun.failed(0, .timeout, "Late."), nil),
            (RecordedRun.failed(1, .clientError, "No.", status: 404), nil), (RecordedRun.failedCheck(2), nil),
            (RecordedRun.notSent(3, "No value."), nil), (RecordedRun.passed(4), nil),
            (RecordedRun.skipped(5, nil), nil),
        ]
        let text = try RecordedRun(RecordedRun.head(Self.requests(6)), results).text(.junit)
        #expect(text.contains(#"<testsuites name="nightly" tests="6" failures="2" errors="2""#), "\(text)")
        #expect(text.contains(#"failures="2" errors="2" skipped="1""#))
        #expect(text.contains(#"<error type="timeout" message="Late.">"#))
        #expect(text.contains(#"<failure type="client-error" message="No.">"#))
        #expect(text.contains(#"<error type="request-build" message="No value.">"#))
        #expect(text.contains(#"<skipped message="it is disabled"/>"#))
    }

    @Test func `in Markdown a text is cut after five hundred characters`() throws {
        for (count, isCut) in [(500, false), (501, true)] {
            let record = RecordedRun.failed(0, .timeout, String(repeating: "é", count: count))
            let text = try RecordedRun(RecordedRun.head([RecordedRun.list]), [(record, nil)]).text(.markdown)
            #expect(text.contains(String(repeating: "é", count: 500) + "…") == isCut, "\(count)")
            #expect(text.contains(String(repeating: "é", count: 501)) == false)
        }
        #expect(MarkdownReport.code("") == "" && MarkdownReport.code("a") == "` a `")
        #expect(MarkdownReport.code("a`b``c") == "``` a`b``c ```")
    }

    @Test func `a table in Markdown leaves 260 bytes of 60,000 to what follows it`() throws {
        /// How long all above the sentence of the others is, and how many it counts.
        func table(_ id: String) throws -> (bytes: Int, others: Int) {
            var requests = Self.requests(1200)
            requests[0].id = id
            let results = requests.indices.map { (RecordedRun.passed($0), nil as Exchange?) }
            let text = try RecordedRun(RecordedRun.head(requests), results).text(.markdown)
            let match = try #require(text.firstMatch(of: /\n\n([0-9]+) more requests\.\n$/))
            return (text.utf8.count - match.0.utf8.count, try #require(Int(match.1)))
        }
        let short = try table("r0")
        let room = 59_740 - short.bytes
        try #require(room >= 0)
        // A name that is as much longer leaves no byte.
        let full = try table("r0" + String(repeating: "x", count: room))
        #expect(full.bytes == 59_740 && full.others == short.others)
        let over = try table("r0" + String(repeating: "x", count: room + 1))
        #expect(over.others == full.others + 1)
    }

    @Test(
        arguments: [
            (9, nil), (10, "::error title=apitui::1 more failure"), (12, "::error title=apitui::3 more failures"),
        ] as [(Int, String?)])
    func `GitHub gets nine errors, and one that counts the others`(count: Int, rest: String?) throws {
        let results = (0..<count).map { (RecordedRun.failedCheck($0), nil as Exchange?) }
        let lines = try RecordedRun(RecordedRun.head(Self.requests(count)), results).text(.github)
            .split(separator: "\n").map(String.init)
        #expect(lines.count { $0.hasPrefix("::error file=a.http,line=12,title=GET r") } == 9)
        #expect(lines.first { $0.contains("more failure") } == rest)
        #expect(lines.last?.hasPrefix("::notice title=apitui::\(count) requests: 0 ok, \(count) failed") == true)
    }

    @Test func `of many rounds each failed check is one error, whatever the value was`() throws {
        let results = (0..<4).map { round in
            (RecordedRun.failedCheck(0, round: round, actual: "\(400 + round)"), nil as Exchange?)
        }
        let other = RecordedRun.failedCheck(0, round: 4, expected: "== 204")
        let text = try RecordedRun(
            RecordedRun.head([RecordedRun.list], rounds: 5), results + [(other, nil)]
        ).text(.github)
        let errors = text.split(separator: "\n").filter { $0.hasPrefix("::error") }
        #expect(errors.count == 2, "\(text)")
        let end = "%0Aexpected: == 200%0Aactual: 400%0Aexchange 77 of run abc2345%0A5 of 5 results failed."
        #expect(errors.first?.hasSuffix(end) == true, "\(text)")
    }
}
