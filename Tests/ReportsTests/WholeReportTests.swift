import Base
import Foundation
import NetEngine
import Runs
import TestSupport
import Testing
import Workspace

@testable import Reports

/// Whole reports of small runs, character by character, and where lists in them end.
@Suite struct WholeReportTests {
    @Test func `JSON has each member in its place`() throws {
        let phases =
            #"{"queue":null,"dns":0.100,"connect":0.200,"tls":null,"send":null,"wait":11.600,"receive":0.050,"total":12.010}"#
        let checks = #"{"passed":0,"failed":0,"warnings":0,"notEvaluated":0,"uncheckedRequests":1}"#
        let latency =
            #"{"count":1,"min":12.000,"mean":12.000,"median":12.000,"p90":12.000,"p95":12.000,"p99":12.000,"max":12.000,"weak":["p90","p95","p99"]}"#
        let parts = [
            #"{"schemaVersion":1,"tool":{"name":"apitui","version":"0.1.0"},"run":{"id":"abc2345","name":"nightly","#,
            #""startedAt":"2026-11-21T10:32:01.000000Z","paths":["api"],"environment":"staging","complete":true,"#,
            #""endedBy":"complete","data":null,"cacheMode":null,"rate":null,"duration":null,"shard":null},"requests":["#,
            "\n",
            #"{"file":"api/a.v1.http","line":3,"id":"login","name":"login","method":"POST","request":0,"round":1,"#,
            #""row":null,"repetition":null,"reason":null,"outcome":"passed","status":200,"error":null,"skipReason":null,"#,
            #""timings":\#(phases),"networkTime":12.000,"delay":null,"checks":[],"logs":[],"responseFile":null,"#,
            #""heldBack":[],"unverified":false,"startedAt":"2026-11-21T10:32:01.000000Z","retries":0,"redirects":0,"#,
            #""sentBytes":0,"receivedBytes":12,"cache":null,"bodyDigest":null,"exchange":77}"#, "\n",
            #"],"byRequest":["#, "\n",
            #"{"request":0,"file":"api/a.v1.http","line":3,"id":"login","name":"login","method":"POST","#,
            #""url":"{{base}}/login","tags":["smoke"],"needs":[],"passed":1,"failed":0,"skipped":0,"cancelled":0,"#,
            #""statuses":{"200":1},"categories":{},"cache":{},"checks":\#(checks),"latency":\#(latency),"#,
            #""phases":\#(phases),"receivedBytes":12,"retries":0}]"#, "\n",
            #","totals":{"requests":1,"passed":1,"failed":0,"skipped":0,"cancelled":0,"notReached":0,"elapsed":1234.000,"#,
            #""perSecond":0.8,"jobs":1,"repeat":1,"unverified":0,"latency":\#(latency),"checks":\#(checks)}}"#, "\n",
        ]
        let run = try RecordedRun(
            RecordedRun.head([RecordedRun.login]), [(RecordedRun.passed(0, micros: 12_000), nil)])
        #expect(try run.text(.json) == parts.joined())
    }

    @Test func `a comment has its heading, what is known of the run, and a table`() throws {
        let one = try RecordedRun(
            RecordedRun.head([RecordedRun.login, RecordedRun.order]),
            [(RecordedRun.passed(0, micros: 12_000), nil), (RecordedRun.skipped(1, "x"), nil)])
        #expect(
            try one.text(.markdown) == """
                ### ✅ apitui: 2 requests: 1 ok, 0 failed, 1 skipped in 1.23 s

                Environment ` staging `. Run ` nightly `.

                |  | request | status | time | checks |
                | --- | --- | --- | --- | --- |
                | ✅ | ` POST login ` ` api/a.v1.http:3 ` | 200 | 12 ms |  |
                | ⏭ | ` GET order ` ` api/b.http:1 ` | not sent |  |  |

                """)
        var head = RecordedRun.head([RecordedRun.list], rounds: 40)
        head.shard = RunHead.Shard(index: 1, count: 2, plan: "00", requests: [0])
        head.name = nil
        let many = try RecordedRun(head, (0..<40).map { (RecordedRun.passed(0, round: $0), nil as Exchange?) })
        #expect(
            try many.text(.markdown) == """
                ### ✅ apitui: 40 requests: 40 ok, 0 failed, 0 skipped in 1.23 s

                Environment ` staging `. Part 1 of 2. 32.4 requests a second. Run ` abc2345 `.

                |  | request | ok | failed | median | p95 | max |
                | --- | --- | --- | --- | --- | --- | --- |
                | ✅ | ` GET list ` ` api/a.v1.http:9 ` | 40 | 0 | 1.5 ms | – | 1.5 ms |

                """)
    }

    @Test(arguments: [(30, nil), (31, "1 more request failed"), (33, "3 more requests failed")] as [(Int, String?)])
    func `a summary shows thirty failures, and counts the others`(count: Int, rest: String?) throws {
        let requests = (0..<count).map {
            RunHead.Request(file: "a.http", line: $0 + 1, id: "r\($0)", method: "GET", url: "/")
        }
        let run = try RecordedRun(RecordedRun.head(requests), (0..<count).map { (RecordedRun.failedCheck($0), nil) })
        let lines = TerminalSummary(run.account).lines.map(\.string)
        #expect(lines.count { $0.hasPrefix("FAILED   GET r") } == 30)
        #expect(lines.first { $0.contains("more request") } == rest)
        #expect(lines.first == "FAILED   GET r0: status 404 in 1.5 ms")
    }

    @Test func `the five slowest are shown if there are more than five`() throws {
        func slowest(_ count: Int) throws -> [String] {
            let results = (0..<count).map {
                (RecordedRun.passed(0, round: $0, micros: 10_000 * ($0 + 1)), nil as Exchange?)
            }
            let run = try RecordedRun(RecordedRun.head([RecordedRun.list], rounds: count), results)
            let lines = TerminalSummary(run.account).lines.map(\.string)
            return Array(lines.drop { $0 != "Slowest" }.prefix { !$0.isEmpty })
        }
        #expect(try slowest(5) == [])
        #expect(
            try slowest(6)
                == ["Slowest"] + (2...6).reversed().map { "      \($0)0 ms  GET list, round \($0)  api/a.v1.http:9" })
    }

    @Test
    func `a run with too many results has a case for each request, and shows the slowest of those with a response`()
        throws
    {
        let many = RunAccount.mostResults
        var results = (0..<many).map {
            (RecordedRun.passed(0, round: $0, micros: $0 == 7 ? 30_000 : 10_000), nil as Exchange?)
        }
        results += [
            (RecordedRun.failedCheck(1), nil), (RecordedRun.passed(1, round: 1, micros: 20_000), nil),
            (RecordedRun.skipped(2, "login did not succeed"), nil), (RecordedRun.sent(3, .cancelled, status: nil), nil),
        ]
        let stopped = RunHead.Request(file: "api/b.http", line: 9, id: "stopped", method: "GET", url: "")
        let requests = [RecordedRun.login, RecordedRun.list, RecordedRun.order, stopped]
        let run = try RecordedRun(RecordedRun.head(requests, rounds: nil), results)
        #expect(
            try run.text(.tap).split(separator: "\n").filter { $0.hasPrefix("ok") || $0.hasPrefix("not") } == [
                "ok 1 - api/a.v1.http: login", "not ok 2 - api/a.v1.http: list",
                "ok 3 - api/b.http: order # SKIP login did not succeed",
                "ok 4 - api/b.http: stopped # SKIP the run was stopped while it was in flight",
            ])
        let tests = try run.text(.ctrf).split(separator: "\n").dropFirst().dropLast().map(String.init)
        #expect(
            tests.map { $0.components(separatedBy: #""extra":"#).last } == [
                #"{"exchange":77,"status":200,"results":10000,"failed":0}},"#,
                #"{"exchange":77,"status":404,"results":2,"failed":1}},"#, #"{"results":1,"failed":0}},"#,
                #"{"exchange":77,"results":1,"failed":0}}"#,
            ])
        #expect(tests.allSatisfy { !$0.contains(#""start""#) })
        let lines = TerminalSummary(run.account).lines.map(\.string)
        #expect(
            lines.drop { $0 != "Slowest" }.prefix { !$0.isEmpty } == [
                "Slowest", "      30 ms  POST login  api/a.v1.http:3", "      20 ms  GET list  api/a.v1.http:9",
            ])
    }

    @Test(arguments: [ReportKind.json, .har, .ctrf, .junit, .tap])
    func `a long report is passed on in pieces, nothing twice and nothing lost`(kind: ReportKind) throws {
        /// The numbers of requests in the order in which a report names them.
        func named(_ count: Int) throws -> (pieces: Int, numbers: [Int]) {
            let requests = (0..<count).map { number in
                let name = "r\(1000 + number)"
                return RunHead.Request(file: "a.http", line: 1, id: name, method: "GET", url: "/\(name)")
            }
            let results = requests.indices.map { (RecordedRun.failedCheck($0), nil as Exchange?) }
            let run = try RecordedRun(RecordedRun.head(requests), results)
            var (pieces, bytes) = (0, [UInt8]())
            try Report.write(kind, of: run.source, run.account) {
                pieces += 1
                bytes += $0
            }
            let parts = bytes.split(separator: UInt8(ascii: "r"), omittingEmptySubsequences: false).dropFirst()
            return (pieces, parts.compactMap { Int(String(decoding: $0.prefix(4), as: UTF8.self)) })
        }
        let long = try named(900)
        #expect(long.pieces > 1)
        var times: [Int: Int] = [:]
        var order: [Int] = []
        for number in long.numbers {
            if times[number] == nil { order.append(number) }
            times[number, default: 0] += 1
        }
        #expect(order == Array(1000..<1900))
        let once = try named(1).numbers.count
        #expect(times.values.allSatisfy { $0 == once })
    }

    @Test func `a failure of JUnit has all of its findings, with hints`() throws {
        var both = RecordedRun.failed(1, .serverError, "It broke.", status: 500)
        both.checks = CheckReport(results: [
            CheckResult(text: "status == 200", line: 12, verdict: .failed, expected: "", actual: "500")
        ])
        let run = try RecordedRun(
            RecordedRun.head([RecordedRun.login, RecordedRun.list]),
            [(RecordedRun.failed(0, .connect, "No <way>."), nil), (both, nil)])
        let text = try run.text(.junit)
        #expect(
            text.contains(
                """
                      <error type="connect" message="No &lt;way&gt;.">api/a.v1.http:3: connect: No &lt;way&gt;.
                  hint:     Look at it.</error>
                      <system-out>POST {{base}}/login: no response in 1.5 ms, exchange 77 of run abc2345</system-out>

                """))
        #expect(
            text.contains(
                """
                      <failure type="server-error" message="It broke. (and 1 more)">api/a.v1.http:9: server-error: It broke.
                  hint:     Look at it.
                api/a.v1.http:12: check: status == 200: was 500
                  actual:   500</failure>

                """))
    }

    @Test func `a point of TAP that stands for many results says how many failed`() throws {
        let many = RunAccount.mostResults
        var results = (0..<many).map { (RecordedRun.passed(0, round: $0), nil as Exchange?) }
        results.append((RecordedRun.failedCheck(0, round: many), nil))
        let run = try RecordedRun(RecordedRun.head([RecordedRun.list], rounds: nil), results)
        let lines = try run.text(.tap).split(separator: "\n")
        #expect(lines[1...2] == ["1..1", "not ok 1 - api/a.v1.http: list"])
        #expect(
            lines[4...9] == [
                "  message: \"status == 200: was 404\"", "  severity: fail", "  failed: 1", "  results: 10001",
                "  exchange: 77", "  run: \"abc2345\"",
            ])
    }
}
