import Base
import NetEngine
import Runs
import Testing
import Workspace

@testable import Reports

@Suite struct TerminalSummaryTests {
    @Test func `failures come first, with what was expected, where, and which exchange`() throws {
        let text = try RecordedRun.mixed().text(.text)
        #expect(
            text == """
                FAILED   GET list: status 404 in 1.5 ms
                         api/a.v1.http:12: check: status == 200: was 404
                           expected == 200
                           actual   404
                         exchange 77
                FAILED   GET order: status 503 in 1.5 ms
                         api/b.http:1: server-error: The server responded with status 503.
                         exchange 77
                FAILED   GET down: no response in 1.5 ms
                         api/b.http:10: connect: No connection was made to 127.0.0.1:1.
                         exchange 77
                FAILED   GET vars: not sent
                         api/b.http:4: request-build: {{missing}} has no value.

                The run was interrupted.
                1 check: 0 passed, 1 failed; 3 requests were not checked
                latency: min 1.5 ms, median 1.5 ms, max 12 ms (p90 needs 29 responses, has 3)
                8 requests: 1 ok, 4 failed, 1 skipped, 1 cancelled, 1 not reached in 1.23 s

                """)
    }

    /// 100 rounds of two requests: one takes 1 to 100 ms, the other 1 ms, with a few responses left out.
    private static func rounds(_ count: Int) throws -> RecordedRun {
        var results: [(RunRecord, Exchange?)] = []
        for round in 0..<count {
            results.append((RecordedRun.passed(0, round: round, micros: 1000 * (round % 100 + 1)), nil))
            if round < 10 { results.append((RecordedRun.passed(1, round: round, micros: 1000), nil)) }
        }
        return try RecordedRun(RecordedRun.head([RecordedRun.login, RecordedRun.list], rounds: count), results)
    }

    @Test func `percentiles are bars on one axis, and shown where there are enough responses`() throws {
        let text = try Self.rounds(300).text(.text, ReportOptions(width: 120, isASCII: true))
        #expect(
            text == """
                Slowest
                     100 ms  POST login, round 100  api/a.v1.http:3
                     100 ms  POST login, round 200  api/a.v1.http:3
                     100 ms  POST login, round 300  api/a.v1.http:3
                      99 ms  POST login, round 99  api/a.v1.http:3
                      99 ms  POST login, round 199  api/a.v1.http:3

                Time by request                        count     median        p90        p95        p99        max
                  login     ############==========--     300      50 ms      90 ms      95 ms      99 ms     100 ms
                  list      #                             10     1.0 ms          -          -          -     1.0 ms
                  -: too few responses (p90 needs 29 responses, has 10)
                  #, = and - end at median, p90 and max, all on one axis


                """ + "latency: min 1.0 ms, median 49 ms, p90 90 ms, p95 95 ms, p99 99 ms, max 100 ms\n"
                + "310 requests: 310 ok, 0 failed, 0 skipped in 1.23 s, 251 a second\n")
        #expect(try Self.rounds(120).text(.text).contains("(p99 needs 299 responses, has 130)"))
        #expect(try Self.rounds(120).text(.text).contains("█"))
    }

    @Test func `no line is wider than asked for`() throws {
        var request = RecordedRun.login
        request.id = String(repeating: "名", count: 80)
        let results = (0..<40).map { (RecordedRun.passed(0, round: $0), nil as Exchange?) }
        let run = try RecordedRun(RecordedRun.head([request], rounds: 40), results)
        let lines = TerminalSummary(run.account, ReportOptions(width: 90)).lines.map(\.string)
        let table = lines.drop { !$0.hasPrefix("Time by request") }.prefix { !$0.isEmpty }
        #expect(table.count == 4)
        for line in table { #expect(line.reduce(0) { $0 + ($1 == "名" ? 2 : 1) } <= 90, "\(line)") }
    }

    @Test func `many failures of one request are one entry`() throws {
        let results = (0..<100).map { (RecordedRun.failedCheck(0, round: $0), nil as Exchange?) }
        let run = try RecordedRun(RecordedRun.head([RecordedRun.list], rounds: 100), results)
        let lines = TerminalSummary(run.account).lines.map(\.string)
        #expect(lines.count { $0.hasPrefix("FAILED") } == 1)
        #expect(lines.contains("         and 99 more of this request"))
    }
}
