import Foundation
import NetEngine
import Runs
import TestSupport
import Testing
import Workspace

@testable import Reports

@Suite struct HARReportTests {
    private typealias Members = [String: Any]

    private func log(_ run: RecordedRun, _ options: ReportOptions = ReportOptions()) throws -> Members {
        try #require((try run.json(.har, options) as? Members)?["log"] as? Members)
    }

    private func entries(_ log: Members) throws -> [Members] { try #require(log["entries"] as? [Members]) }

    @Test func `entries follow the format, whatever became of the request`() throws {
        let broken = ExchangeFixtures.exchange(
            78,
            hops: [
                ExchangeFixtures.hop(
                    response: nil, timings: PhaseTimings(dns: .microseconds(7), total: .milliseconds(5)))
            ],
            error: ExchangeFixtures.timeout, timings: PhaseTimings(total: .milliseconds(5)))
        let unsent = ExchangeFixtures.exchange(79, hops: [], error: ExchangeFixtures.timeout)
        let redirected = ExchangeFixtures.exchange(
            80,
            hops: [
                ExchangeFixtures.hop(response: ExchangeFixtures.response(status: 302)),
                ExchangeFixtures.hop(cause: .redirect(status: 302), response: ExchangeFixtures.response()),
            ])
        let run = try RecordedRun(
            RecordedRun.head([RecordedRun.login, RecordedRun.list]),
            [
                (RecordedRun.passed(0), ExchangeFixtures.exchange(77)),
                (RecordedRun.failed(1, .timeout, "Too slow."), broken),
                (RecordedRun.failed(1, .connect, "No."), unsent),
                (RecordedRun.passed(1), redirected), (RecordedRun.passed(0), nil),
                (RecordedRun.failed(1, .connect, "No."), nil), (RecordedRun.notSent(1, "No value."), nil),
            ])
        let log = try log(run)
        #expect(log["version"] as? String == "1.2")
        let pages = try #require(log["pages"] as? [Members])
        #expect(pages.map { $0["title"] as? String } == ["nightly"])
        #expect(pages.first?["pageTimings"] is Members && pages.first?["startedDateTime"] is String)
        let entries = try entries(log)
        #expect(entries.count == 7)
        #expect(entries.allSatisfy { $0["pageref"] as? String == pages.first?["id"] as? String })
        // They are in the order in which they ended.
        #expect(HARSchema.violations(try run.bytes(.har), isSorted: false) == [])
    }

    @Test func `phases are those that were measured`() throws {
        let run = try RecordedRun(
            RecordedRun.head([RecordedRun.list]),
            [
                (RecordedRun.passed(0), ExchangeFixtures.exchange(77)),
                (RecordedRun.passed(0, micros: 3000, startsAt: 5), nil), (RecordedRun.passed(0, micros: 4000), nil),
            ])
        let entries = try entries(log(run))
        let timings = try #require(entries[0]["timings"] as? [String: Double])
        #expect(timings["dns"] == 0.4 && timings["connect"] == 1.1 && timings["wait"] == 120 && timings["ssl"] == -1)
        // Of the later ones only numbers are known; the URL is that of the first.
        #expect(
            entries.map { ($0["request"] as? Members)?["url"] as? String }
                == Array(
                    repeating: "http://127.0.0.1:8080/orders", count: 3))
        #expect((entries[1]["timings"] as? [String: Double])?["wait"] == 3)
        #expect(entries[1]["comment"] as? String == "Only its numbers were recorded.")
        #expect(entries[1]["_name"] as? String == "list")
    }

    @Test func `each entry names its row, whether its exchange was recorded or its numbers alone`() throws {
        var head = RecordedRun.head([RecordedRun.list], rounds: 2)
        (head.settings.data, head.settings.rows) = ("d.csv", 2)
        let run = try RecordedRun(
            head, [(RecordedRun.passed(0), ExchangeFixtures.exchange(77)), (RecordedRun.passed(0, round: 1), nil)])
        let names = try entries(log(run)).map { $0["_name"] as? String }
        #expect(names == ["list, row 1", "list, row 2"])
    }

    @Test func `bodies are there, in base64 if they are not text, or left out`() throws {
        let picture = ExchangeFixtures.response(
            headers: [HeaderField("Content-Type", "image/png")], body: [0x89, 0x50, 0, 0xFF])
        let run = try RecordedRun(
            RecordedRun.head([RecordedRun.list]),
            [
                (RecordedRun.passed(0), ExchangeFixtures.exchange(77)),
                (RecordedRun.failedCheck(0), ExchangeFixtures.exchange(78, response: picture)),
            ])
        func contents(_ options: ReportOptions) throws -> [Members] {
            try entries(log(run, options)).compactMap { ($0["response"] as? Members)?["content"] as? Members }
        }
        let all = try contents(ReportOptions())
        #expect((all[0]["text"] as? String)?.hasPrefix(#"{"id":9007199254740993"#) == true)
        #expect(all[1]["encoding"] as? String == "base64" && all[1]["text"] as? String == "iVAA/w==")
        let bare = try contents(ReportOptions(omitsBodies: true))
        #expect(
            bare.allSatisfy { $0["text"] == nil } && bare.map { $0["size"] as? Int } == all.map { $0["size"] as? Int })
        let requests = try entries(log(run, ReportOptions(omitsBodies: true))).compactMap { $0["request"] as? Members }
        #expect(requests.allSatisfy { $0["postData"] == nil })
    }
}
