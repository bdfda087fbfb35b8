import Foundation
import NetEngine
import Runs
import TestSupport
import Testing
import Workspace

@testable import Reports

@Suite struct JSONReportTests {
    private func members(_ value: Any?) throws -> [String: Any] { try #require(value as? [String: Any]) }

    @Test func `the document has a version, the run, its results, its requests and the totals`() throws {
        let json = try members(try RecordedRun.mixed().json(.json))

        #expect(Set(json.keys) == ["schemaVersion", "tool", "run", "requests", "byRequest", "totals"])
        #expect(json["schemaVersion"] as? Int == 1)
        let run = try members(json["run"])
        #expect(run["id"] as? String == "abc2345")
        #expect(run["complete"] as? Bool == false && run["endedBy"] as? String == "interrupted")
        let totals = try members(json["totals"])
        #expect(totals["requests"] as? Int == 8 && totals["failed"] as? Int == 4 && totals["notReached"] as? Int == 1)
        #expect(try members(totals["checks"])["failed"] as? Int == 1)
        #expect(try members(totals["latency"])["weak"] as? [String] == ["p90", "p95", "p99"])
        let results = try #require(json["requests"] as? [[String: Any]])
        #expect(
            results.map { $0["outcome"] as? String } == [
                "passed", "failed", "failed", "failed", "failed", "skipped", "cancelled",
            ])
        let requests = try #require(json["byRequest"] as? [[String: Any]])
        #expect(requests.count == 8)
        #expect(requests[1]["needs"] as? [Int] == [0])
        #expect(requests[1]["statuses"] as? [String: Int] == ["404": 1])
    }

    /// What scripts read from `run --json`.
    @Test func `a result has the members that run prints`() throws {
        let json = try members(try RecordedRun.mixed().json(.json))
        let results = try #require(json["requests"] as? [[String: Any]])
        for result in results {
            for name in [
                "file", "line", "id", "method", "round", "row", "repetition", "reason", "outcome", "status", "error",
                "skipReason",
                "timings", "networkTime", "checks", "responseFile", "heldBack",
            ] { #expect(result[name] != nil, "\(name)") }
        }
        let check = try #require((results[1]["checks"] as? [[String: Any]])?.first)
        #expect(check["expected"] as? String == "== 200" && check["actual"] as? String == "404")
        #expect(check["line"] as? Int == 12 && check["verdict"] as? String == "failed")
        let error = try members(results[3]["error"])
        #expect(error["category"] as? String == "connect" && error["phase"] as? String == "connect")
        let notSent = try members(results[4]["error"])
        #expect(notSent["category"] as? String == "request-build")
        #expect(try members(results[0]["timings"])["dns"] as? Double == 0.1)
        #expect(results[0]["networkTime"] as? Double == 12)
    }

    @Test func `a result names the row of the data file, also where the rows are sent again`() throws {
        var head = RecordedRun.head([RecordedRun.list], rounds: 4)
        (head.settings.data, head.settings.rows) = ("d.csv", 2)
        let run = try RecordedRun(head, (0..<4).map { (RecordedRun.passed(0, round: $0), nil) })
        let json = try members(try run.json(.json))
        let results = try #require(json["requests"] as? [[String: Any]])
        #expect(results.map { $0["row"] as? Int } == [1, 2, 1, 2])
        #expect(results.map { $0["round"] as? Int } == [1, 2, 3, 4])
        #expect(results.last?["name"] as? String == "list, row 2, round 2")
    }

    @Test func `how much later than planned a request started is in milliseconds, and null without a rate`() throws {
        var late = RecordedRun.passed(0)
        late.delay = .milliseconds(7)
        let run = try RecordedRun(
            RecordedRun.head([RecordedRun.login]), [(late, nil), (RecordedRun.passed(0, round: 1), nil)])
        let results = try #require(try members(run.json(.json))["requests"] as? [[String: Any]])
        #expect(results.map { $0["delay"] as? Double } == [7, nil])
    }

    @Test func `an error has its code and what was found in the body`() throws {
        var refused = RecordedRun.failed(0, .connect, "No connection.")
        refused.error = EngineError(
            category: .connect, sentence: "No connection.", hint: "Look.",
            underlying: UnderlyingCode(domain: .curl, code: 7, text: "refused"))
        var decoding = RecordedRun.failed(1, .decoding, "No JSON.", status: 200)
        decoding.errorFinding = .decoding(
            ErrorFinding.Fault(reason: "expected a value", path: "$.a", line: 1, column: 2, byte: 1))
        let run = try RecordedRun(
            RecordedRun.head([RecordedRun.login, RecordedRun.list]), [(refused, nil), (decoding, nil)])
        let results = try #require(try members(run.json(.json))["requests"] as? [[String: Any]])
        #expect(try members(results[0]["error"])["code"] as? String == "curl 7: refused")
        #expect(try members(results[0]["error"])["detail"] is NSNull)
        let detail = try members(try members(results[1]["error"])["detail"])
        #expect(Set(detail.keys) == ["reason", "path", "line", "column", "byte", "excerpt"])
        #expect(detail["path"] as? String == "$.a" && detail["byte"] as? Int == 1)
    }

    @Test func `a failure has the head and the beginning of the body of its exchange`() throws {
        let long = Array(String(repeating: "ä", count: 9000).utf8)
        let exchange = ExchangeFixtures.exchange(
            77,
            response: ExchangeFixtures.response(
                status: 404, headers: [HeaderField("Content-Type", "text/plain")], body: long))
        let run = try RecordedRun(
            RecordedRun.head([RecordedRun.list]),
            [(RecordedRun.failedCheck(0), exchange), (RecordedRun.passed(0), exchange)])
        let results = try #require(try members(run.json(.json))["requests"] as? [[String: Any]])
        let received = try members(results[0]["received"])
        #expect((received["body"] as? String)?.utf8.count == BodyExcerpt.limit)
        #expect(received["bodyIsCut"] as? Bool == true && received["bodyBytes"] as? Int == 18000)
        #expect(try members(results[0]["sent"])["method"] as? String == "POST")
        #expect(results[1]["received"] == nil)

        let bare = try #require(
            try members(run.json(.json, ReportOptions(omitsBodies: true)))["requests"] as? [[String: Any]])
        #expect(try members(bare[0]["received"])["body"] == nil)
        #expect(try members(bare[0]["sent"])["body"] == nil)
    }

    @Test func `results are passed on in pieces`() throws {
        let results = (0..<20_000).map { (RecordedRun.passed(0, round: $0), nil as Exchange?) }
        let run = try RecordedRun(RecordedRun.head([RecordedRun.list], rounds: nil), results)
        var largest = 0
        var count = 0
        try Report.write(.json, of: run.source, run.account) {
            largest = max(largest, $0.count)
            count += $0.count
        }
        #expect(largest < 2 * reportPiece && count > 10 * reportPiece)
    }
}
