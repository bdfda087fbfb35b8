import Base
import HTTPFormat
import NetEngine
import Runs
import TestSupport
import Testing

@testable import Workspace
@testable import apitui

/// The time that `run` reports.
@Suite struct RunTimeTests {
    @Test func `lines, latency and JSON have the time of network and server, without our own work`() throws {
        let hop = ExchangeFixtures.hop(
            response: ExchangeFixtures.response(),
            timings: PhaseTimings(wait: .milliseconds(3), total: .milliseconds(3)))
        let exchange = ExchangeFixtures.exchange(hops: [hop], timings: PhaseTimings(total: .milliseconds(42)))
        let record = RunRecord(RunSchedule.Item(round: 0, step: 0), .passed(exchange, CheckReport()))
        #expect(record.latency == .milliseconds(3))
        let file = CollectionFile(
            path: "/c/a.http", relativePath: "a.http", document: HTTPDocument(bytes: Array("GET http://h/\n".utf8)),
            stamp: FileStamp(bytes: []))
        let steps = [SendPlan.Step(file: file, request: try #require(file.document.requests.first))]
        var out: [UInt8] = []
        RunLines(steps: steps).write(record, to: &out)
        #expect(String(decoding: out, as: UTF8.self).hasSuffix(" 201  3.0 ms\n"))
        // One of several rows is named.
        var settings = RunHead.Settings()
        (settings.rounds, settings.data, settings.rows) = (5, "d.csv", 5)
        out = []
        RunLines(steps: steps, settings: settings).write(record, to: &out)
        #expect(String(decoding: out, as: UTF8.self).hasSuffix(", row 1  201  3.0 ms\n"))
        let json = RunJSON(steps: steps, jobs: 1, rounds: 5, settings: settings).document(
            [record], Runner.Totals(passed: 1), .milliseconds(50), LatencyDistribution(), CheckTotals())
        let text = String(decoding: json.bytes, as: UTF8.self)
        #expect(text.contains(#""total":42.000},"networkTime":3.000,"#))
        #expect(text.contains(#""round":1,"row":1,"repetition":null,"#))
    }
    @Test func `a request that was skipped in each round says so and why, one that was stopped is stopped`() throws {
        let file = CollectionFile(
            path: "/c/a.http", relativePath: "a.http", document: HTTPDocument(bytes: Array("GET http://h/\n".utf8)),
            stamp: FileStamp(bytes: []))
        let lines = RunLines(steps: [SendPlan.Step(file: file, request: try #require(file.document.requests.first))])
        func line(_ outcomes: [Runner.Outcome]) -> String {
            var summary = RunSummary(stepCount: 1, rounds: outcomes.count)
            for (round, outcome) in outcomes.enumerated() {
                summary.add(RunRecord(RunSchedule.Item(round: round, step: 0), outcome))
            }
            var out: [UInt8] = []
            lines.write(summary.steps[0], of: 0, to: &out)
            return String(decoding: out, as: UTF8.self)
        }
        let skipped = Runner.Outcome.skipped("login, which it needs, failed")
        #expect(line([skipped, skipped]) == "skipped  GET     http://h/  login, which it needs, failed\n")
        let passed = Runner.Outcome.passed(ExchangeFixtures.exchange(), CheckReport())
        #expect(line([skipped, passed]).hasPrefix("ok       GET     http://h/  1 ok, 1 skipped"))
        let stopped = RunSummary.Step()
        var out: [UInt8] = []
        lines.write(stopped, of: 0, to: &out)
        #expect(String(decoding: out, as: UTF8.self).hasPrefix("stopped  GET     http://h/"))
    }
}
