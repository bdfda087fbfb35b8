import Base
import NetEngine
import Runs
import TestSupport
import Testing
import Workspace

@testable import Comparison

@Suite struct ComparisonReportTests {
    private typealias Result = RecordingFixture.Result

    /// A run that got worse in every way, with texts that would do harm if a report did not escape them.
    private static func hostile() throws -> RunComparison {
        let bad = "<script>alert(1)</script>\u{1B}[31m|`*_\u{202E}[x](http://h)@all"
        func json(_ text: String) -> String { JSONWriter.quoted(text) }
        let a = RecordingFixture(
            (0..<10).map { round in
                Result(
                    round: round, body: "{\(json(bad)):\(json(bad + "1")),\"n\":\(round),\"lost\":1}",
                    headers: [("X-Api", "<b>1</b>")], micros: 10_000 + round, checks: [(bad, true)])
            } + [Result(step: 1)], requests: [bad, "old"], name: bad)
        let b = RecordingFixture(
            (0..<10).map { round in
                Result(
                    round: round, body: "{\(json(bad)):\(json(bad + "2")),\"n\":\(round + 50)}",
                    headers: [("X-Api", "<b>2</b>")], micros: 40_000 + round,
                    word: round == 9 ? .failed : .passed, category: round == 9 ? .decoding : nil,
                    checks: [(bad, round != 9)])
            }, requests: [bad], name: bad)
        return try RunComparison.of(a, b)
    }

    @Test func `the terminal says the verdict first, then the worst request with what differs`() throws {
        let a = RecordingFixture(
            [Result(step: 0, body: #"{"name":"Ann"}"#), Result(step: 1), Result(step: 2)],
            requests: ["list", "show", "old"], name: "before")
        let b = RecordingFixture(
            [
                Result(step: 0, body: #"{"name":"Bob"}"#),
                Result(step: 1, status: 500, word: .failed, category: .serverError, checks: [("status == 200", false)]),
            ], requests: ["list", "show"], name: "after")
        let lines = try ComparisonText.lines(RunComparison.of(a, b), width: 90).map(\.string)
        #expect(
            lines == [
                "Run B is worse. 1 request got worse, 1 changed, 1 only in run A.",
                "A  before, 2026-11-21 10:32:01 UTC, 3 results, 0 failed",
                "B  after, 2026-11-21 10:32:01 UTC, 2 results, 1 failed",
                "Latencies, beyond 10 %: 1 unclear. About 6 more responses of each request would decide it.",
                "",
                "WORSE  GET api/a.http#show",
                "  results  it fails: 0 of 1 failed in run A, 1 of 1 in run B",
                "             status == 200",
                "  errors   none \u{2192} server-error",
                "  status   200 \u{2192} 500",
                "  checks   1 fails now",
                "             status == 200: is new, and fails",
                "  body     not compared: the statuses differ",
                "",
                "ONLY-IN-A  GET api/a.http#old",
                "  sent     in run A only",
                "  results  passed",
                "",
                "CHANGED  GET api/a.http#list",
                "  body     different: 1 change",
                "             $.name: \"Ann\" \u{2192} \"Bob\"",
            ])
    }

    @Test func `the path of elements at another place is listed once, also as JSON`() throws {
        let (a, b) = (#"{"n":[1,2,3,4],"m":["a","b"]}"#, #"{"n":[4,3,2,1],"m":["b","a"]}"#)
        let body = try RunComparison.bodies([a], [b]).body
        #expect(body.verdict == .equalButForOrder)
        #expect(Set(body.movedPaths) == ["$.n[*]", "$.m[*]"] && body.movedPaths.count == 2)
        #expect(body.movedCount > 2)
        let comparison = try RunComparison.of(RecordingFixture(bodies: [a]), RecordingFixture(bodies: [b]))
        let json = String(decoding: ComparisonJSON.bytes(comparison), as: UTF8.self)
        #expect(body.movedPaths.allSatisfy { json.contains(JSONWriter.quoted($0)) })
    }

    @Test func `another order of elements is no difference, and is listed`() throws {
        let (a, b) = (RecordingFixture(bodies: [#"{"n":[1,2]}"#]), RecordingFixture(bodies: [#"{"n":[2,1]}"#]))
        let comparison = try RunComparison.of(a, b)
        #expect(comparison.isSame)
        let lines = ComparisonText.lines(comparison, width: 90).map(\.string)
        #expect(
            lines.suffix(2) == [
                "Not counted as differences:", "  $.n[*]: at another place of its array; in api/a.http#list",
            ])
    }

    @Test func `a header that changes in many requests is named once, and failures come before latencies`() throws {
        func run(_ version: String, failing: Int?, slow: Int?) -> RecordingFixture {
            RecordingFixture(
                (0..<80).map { index in
                    let step = index % 4
                    return Result(
                        step: step, round: index / 4, headers: [("X-Api", version)],
                        micros: (10_000 + index) * (step == slow ? 3 : 1), word: step == failing ? .failed : .passed)
                }, requests: ["one", "two", "three", "four"], name: version)
        }
        let comparison = try RunComparison.of(
            run("1", failing: nil, slow: nil), run("2", failing: 3, slow: 1))
        let lines = ComparisonText.lines(comparison, width: 200).map(\.string)
        #expect(lines.filter { $0.contains("X-Api") } == [#"Header X-Api: "1" \#u{2192} "2", in 4 requests"#])
        #expect(lines.contains("2 requests differ in nothing else."))
        #expect(
            lines.filter { $0.hasPrefix("WORSE") || $0.hasPrefix("CHANGED") } == [
                "WORSE  GET api/a.http#four", "WORSE  GET api/a.http#two",
            ])
    }

    @Test(arguments: [("text", 100, 20), ("markdown", 50, 50), ("html", 500, 200)], [0, 1, 2])
    func `requests and values beyond what a report lists are counted`(
        _ form: (name: String, requests: Int, values: Int), more: Int
    ) throws {
        // Each request differs in a member, and some in another one that each response changes.
        func run(_ letter: String, _ number: Int) -> RecordingFixture {
            let count = form.requests + more
            let results = (0..<2 * count).map { index in
                let (step, round) = (index / 2, index % 2)
                let value = step < form.values + more ? number + round : 0
                return Result(step: step, round: round, body: "{\"w\":\"\(letter)\",\"v\(step)\":\(value)}")
            }
            return RecordingFixture(results, requests: (0..<count).map { "r\($0)" }, name: letter)
        }
        let comparison = try RunComparison.of(run("a", 10), run("b", 20))
        let (request, value) = (more == 1 ? "and 1 more request" : "and \(more) more requests", "and \(more) more")
        let lines =
            switch form.name {
            case "text": ComparisonText.lines(comparison).map(\.string)
            case "markdown": ComparisonMarkdown.text(comparison).split(separator: "\n").map(String.init)
            default: ComparisonHTML.text(comparison).split(separator: "\n").map(String.init)
            }
        let (wanted, wantedValue) =
            switch form.name {
            case "text": (request, "  \(value)")
            case "markdown": (request, "- \(value)")
            default: ("<p>\(request)</p>", "<li>\(value)</li>")
            }
        #expect(lines.filter { $0 == wanted }.count == (more > 0 ? 1 : 0))
        #expect(lines.filter { $0 == wantedValue }.count == (more > 0 ? 1 : 0))
        #expect(lines.filter { $0.contains(" more") && $0.contains("and ") }.count == (more > 0 ? 2 : 0))
    }

    @Test(arguments: [(5, "2 more responses", "are"), (6, "1 more response", "is")])
    func `how many more responses are needed is said of one and of more`(count: Int, text: String, verb: String) throws
    {
        let run = RecordingFixture((0..<count).map { Result(round: $0) })
        let comparison = try RunComparison.of(run, run)
        #expect(RunFacts(comparison: comparison).latencies.hasSuffix(" About \(text) of each request would decide it."))
        #expect(ComparisonHTML.text(comparison).contains("unclear, about \(text) \(verb) needed"))
    }

    @Test(arguments: [20, 40, 79, 200]) func `no line of the terminal is wider than it`(width: Int) throws {
        let lines = try ComparisonText.lines(Self.hostile(), width: width)
        #expect(lines.allSatisfy { DisplayWidth.of($0) <= width })
        #expect(!lines.map(\.string).joined().contains("\u{1B}"))
    }

    @Test func `JSON is one versioned object with everything that differs`() throws {
        let bytes = ComparisonJSON.bytes(try Self.hostile())
        let object = try OrderedJSON.parse(bytes)
        guard case .string("comparison")? = object.member("apitui")?.content, object.member("version") != nil,
            case .array(let text)? = object.member("requests")?.content
        else {
            Issue.record("it is another object")
            return
        }
        let names = ["body", "headers", "checks", "latency", "results", "state", "worse", "presence"]
        #expect(names.allSatisfy { text.contains("\"\($0)\":") })
        #expect(text.contains(#""verdict":"slower""#))
    }

    @Test func `HTML has nothing of the bodies but text, and loads nothing`() throws {
        let html = ComparisonHTML.text(try Self.hostile())
        #expect(
            !html.contains("<script") && !html.contains("<b>") && !html.contains("\u{202E}") && !html.contains("\u{1B}")
        )
        #expect(html.contains("&lt;script&gt;"))
        #expect(!html.contains("src=") && !html.contains("href="))
        #expect(html.contains("prefers-color-scheme"))
        #expect(html.contains("Rules to commit"))
    }

    @Test func `Markdown has nothing of the bodies but text`() throws {
        let text = ComparisonMarkdown.text(try Self.hostile())
        let outside = text.split(separator: "```").enumerated().filter { $0.offset % 2 == 0 }.map(\.element).joined()
        #expect(
            !outside.contains("<script") && !outside.contains("[x](") && !outside.contains("http:")
                && !outside.contains("@all"))
        #expect(outside.contains("| worse | GET api/a"))
        #expect(text.contains("<details><summary>Rules to commit</summary>"))
    }
}
