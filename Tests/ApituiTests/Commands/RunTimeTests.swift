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
        let json = RunJSON(steps: steps, jobs: 1, rounds: 1).document(
            [record], Runner.Totals(passed: 1), .milliseconds(50), LatencyDistribution(), CheckTotals())
        let text = String(decoding: json.bytes, as: UTF8.self)
        #expect(text.contains(#""total":42.000},"networkTime":3.000,"#))
    }
}
