import Base
import NetEngine
import Runs
import TestSupport
import Testing
import Workspace

@testable import Comparison

/// Whole reports of a small comparison, character by character.
@Suite struct WholeReportTests {
    private typealias Result = RecordingFixture.Result

    private static func comparison(_ options: ComparisonOptions = ComparisonOptions()) throws -> RunComparison {
        let a = RecordingFixture([Result(body: #"{"name":"Ann"}"#)], name: "before")
        let b = RecordingFixture([Result(body: #"{"name":"Bob"}"#)], name: "after")
        return try RunComparison.of(a, b, options)
    }

    @Test func `JSON has each member in its place`() throws {
        let results = #"{"passed":1,"failed":0,"skipped":0,"cancelled":0,"statuses":{"200":1}}"#
        func side(_ name: String) -> String {
            #"{"name":"\#(name)","id":"\#(name)","startedAt":1795257121000000,"results":1,"failed":0,"end":"complete"}"#
        }
        let parts = [
            #"{"apitui":"comparison","version":1,"isWorse":false,"isSame":false,"#,
            #""failOn":["failures","checks","status","latency","contract"],"threshold":0.1,"#,
            #""a":\#(side("before")),"b":\#(side("after")),"#,
            #""counts":{"worse":0,"only-in-a":0,"changed":1,"better":0,"only-in-b":0,"same":0},"#,
            #""notes":[],"volatileHeaders":[],"commonHeaders":[],"#,
            #""requests":[{"file":"api/a.http","line":1,"name":"list","method":"GET","presence":"both","state":"changed","#,
            #""worse":[{"kind":"body","text":"the body is different"}],"better":[],"#,
            #""results":{"a":\#(results),"b":\#(results)},"checks":[],"headers":[],"#,
            #""body":{"verdict":"different","method":"JSON","changeCount":1,"movedCount":0,"moved":[],"#,
            #""changes":[{"kind":"value-changed","path":"$.name","place":"$.name","#,
            #""values":{"a":"\"Ann\"","b":"\"Bob\""}}],"ignored":[],"arrays":[],"shape":[],"notes":[]},"#,
            #""latency":{"verdict":"cannot-tell","moreResponses":6,"figures":{"a":{"count":0},"b":{"count":0}}}}]}"#,
        ]
        let json = ComparisonJSON.bytes(try Self.comparison())
        #expect(String(decoding: json, as: UTF8.self) == parts.joined())
        let strict = ComparisonJSON.bytes(
            try Self.comparison(ComparisonOptions(threshold: 0.25, failOn: [.cache, .body])))
        #expect(
            String(decoding: strict, as: UTF8.self).contains(
                #""isWorse":true,"isSame":false,"failOn":["body","cache"],"threshold":0.25,"#))
    }

    @Test(
        arguments: [
            (61, #""count":58,"medianMicros":10031}"#), (62, #""count":59,"medianMicros":10032,"p95Micros":10059}"#),
            (313, #""count":298,"medianMicros":10163,"p95Micros":10298}"#),
            (314, #""count":299,"medianMicros":10164,"p95Micros":10299,"p99Micros":10311}"#),
        ])
    func `JSON has the percentiles that the number of responses supports`(count: Int, figures: String) throws {
        // The first 5 % of the responses are left out: 3 of 61 and 62, 15 of 313 and 314.
        let run = RecordingFixture((0..<count).map { Result(round: $0, micros: 10_000 + $0) })
        let json = String(decoding: ComparisonJSON.bytes(try RunComparison.of(run, run)), as: UTF8.self)
        #expect(json.contains(#""figures":{"a":{\#(figures),"b":{\#(figures)}"#), "\(json)")
    }

    @Test(
        arguments: [
            (0.03125, "0.0313"), (999_999_999_999, "999999999999.0"), (1_000_000_000_000, "null"), (.infinity, "null"),
        ] as [(Double, String)])
    func `a number has four decimals in JSON, and one that is too great is null`(threshold: Double, text: String) throws
    {
        let bytes = ComparisonJSON.bytes(try Self.comparison(ComparisonOptions(threshold: threshold)))
        #expect(String(decoding: bytes, as: UTF8.self).contains(#","threshold":\#(text),"a":"#))
    }

    @Test func `JSON says why latencies are not compared`() throws {
        var (a, b) = (RecordingFixture([Result()]), RecordingFixture([Result()]))
        (a.head.settings.jobs, b.head.settings.jobs) = (2, 3)
        let json = String(decoding: ComparisonJSON.bytes(try RunComparison.of(a, b)), as: UTF8.self)
        #expect(json.contains(#"},"latencyNotCompared":"run A sent with 2 jobs, run B with 3","notes":"#), "\(json)")
    }

    @Test func `a table for the screen has a row for each request`() throws {
        let table = ComparisonTable(try Self.comparison())
        #expect(table.verdict == "Run B is not worse, but it differs." && !table.isWorse)
        #expect(table.summary == "1 request changed.")
        #expect(
            table.sides
                == Both(
                    "before, 2026-11-21 10:32:01 UTC, 1 result, 0 failed",
                    "after, 2026-11-21 10:32:01 UTC, 1 result, 0 failed"))
        #expect(
            table.notes == [
                "Latencies, beyond 10 %: 1 unclear. About 6 more responses of each request would decide it."
            ])
        let row = try #require(table.rows.first)
        #expect(table.rows.count == 1 && row.state == .changed && row.method == "GET" && row.name == "api/a.http#list")
        #expect(row.sides == Both("200", "200") && row.difference == "body")
        #expect(row.facts == ["body: different: 1 change", "  $.name: \"Ann\" \u{2192} \"Bob\""])
    }

    @Test func `a row of the table names what differs, not a body that was not compared`() throws {
        let a = RecordingFixture([Result()], name: "before")
        let b = RecordingFixture([Result(status: 404)], name: "after")
        let row = try #require(ComparisonTable(try RunComparison.of(a, b)).rows.first)
        #expect(row.difference == "status")
        #expect(row.facts == ["status: 200 \u{2192} 404", "body: not compared: the statuses differ"])
    }

    @Test func `a row of the table has statuses, failures and the median of each run`() throws {
        func run(_ micros: Int, failing: Int) -> RecordingFixture {
            RecordingFixture(
                (0..<10).map { round in
                    let fails = round < failing
                    return Result(
                        round: round, status: fails ? 500 : 200, micros: micros, word: fails ? .failed : .passed,
                        category: fails ? .serverError : nil)
                }, name: "r\(failing)")
        }
        let table = ComparisonTable(try RunComparison.of(run(10_000, failing: 0), run(20_000, failing: 2)))
        #expect(table.isWorse && table.verdict == "Run B is worse." && table.summary == "1 request got worse.")
        #expect(table.rows.first?.sides == Both("200, 10 ms", "200 (8), 500 (2), 2 failed, 20 ms"))
        #expect(table.rows.first?.difference.hasPrefix("results, errors, status, ") == true)
    }

    @Test func `Markdown has a heading, the runs, a table and the details`() throws {
        #expect(
            ComparisonMarkdown.text(try Self.comparison()) == """
                ## \u{2705} Run B is not worse, but it differs.

                1 request changed.

                - **A** before, 2026-11-21 10:32:01 UTC, 1 result, 0 failed
                - **B** after, 2026-11-21 10:32:01 UTC, 1 result, 0 failed

                Latencies, beyond 10 %: 1 unclear. About 6 more responses of each request would decide it.

                | | Request | Results | Status | Body | Latency |
                |---|---|---|---|---|---|
                | changed | GET api/a.http&#35;list | 0 of 1 failed | 200 | different | cannot-tell |

                <details><summary>changed: GET api/a.http&#35;list</summary>

                - **body** different: 1 change
                  - &#36;.name: &#34;Ann&#34; \u{2192} &#34;Bob&#34;

                </details>

                """)
    }

    @Test func `text means nothing in Markdown`() {
        let marks = #"\`*_{}[]<>#|&@~$^!"'"#
        #expect(
            ComparisonMarkdown.plain(marks)
                == marks.unicodeScalars.map { "&#\($0.value);" }.joined())
        #expect(ComparisonMarkdown.plain("http://h https://h a:b") == "http&#58;//h https&#58;//h a:b")
        #expect(ComparisonMarkdown.plain("www.h.test a.b") == "www&#46;h.test a.b")
    }

    @Test func `rules are suggested for what was found, each once for its request`() throws {
        func run(_ first: Int) -> RecordingFixture {
            RecordingFixture(
                (0..<4).map { index in
                    Result(
                        step: index % 2, round: index / 2,
                        body: "{\"n\":\(first + index),\"m\":\(first * (index + 1))}",
                        headers: [("X-Node", "\(first + index)")])
                }, requests: ["list", "show"], name: "r\(first)")
        }
        let comparison = try RunComparison.of(run(1), run(100))
        #expect(
            comparison.suggestedRules == """
                # Rules for 'apitui compare': values that change from response to response.
                # @compare-ignore-header X-Node

                ### api/a.http#list
                # @compare-ignore $.n
                # @compare-ignore $.m

                ### api/a.http#show
                # @compare-ignore $.n
                # @compare-ignore $.m

                """)
        #expect(comparison.rulesText == comparison.suggestedRules)
        #expect(
            try Self.comparison().rulesText
                == "# Rules for 'apitui compare': nothing was found that changes from response to response.\n")
    }

    @Test func `the summary counts requests by what became of them`() throws {
        func run(_ names: [String], _ bodies: [String], name: String) -> RecordingFixture {
            RecordingFixture(
                bodies.enumerated().map { Result(step: $0.offset, body: $0.element) }, requests: names, name: name)
        }
        let comparison = try RunComparison.of(
            run(["a", "b", "c", "old"], ["1", "2", "3", "4"], name: "A"),
            run(["a", "b", "c", "new"], ["1", "2", "4", "5"], name: "B"))
        let facts = RunFacts(comparison: comparison)
        #expect(facts.summary == "1 request changed, 2 the same, 1 only in run A, 1 only in run B.")
        #expect(
            facts.latencies
                == "Latencies, beyond 10 %: 3 unclear. About 6 more responses of each request would decide it.")
    }
}
