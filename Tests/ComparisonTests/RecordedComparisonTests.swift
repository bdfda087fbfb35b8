import Base
import NetEngine
import Runs
import TestSupport
import Testing
import Workspace

@testable import Comparison

/// Comparisons of runs in each form, as they were recorded (`Recorded`).
@Suite struct RecordedComparisonTests {
    private typealias Result = RecordingFixture.Result

    private static func comparisons() throws -> [(name: String, RunComparison)] {
        func runs(_ count: Int, _ micros: (Int) -> Int, _ body: (Int) -> String = { _ in "{}" }) -> [Result] {
            (0..<count).map { Result(round: $0, body: body($0), micros: micros($0)) }
        }
        let requests = ["list", "show", "old"]
        let before = RecordingFixture(
            [
                Result(
                    body: #"{"name":"Ann","n":1,"gone":true}"#, headers: [("ETag", "\"1\""), ("X-Old", "1")],
                    checks: [("status == 200", true)]),
                Result(step: 1, body: "[1,2,3]", cache: .hit), Result(step: 2),
            ], requests: requests, name: "before")
        let after = RecordingFixture(
            [
                Result(
                    status: 500, body: #"{"name":"Bob","n":"1","new":[]}"#,
                    headers: [("ETag", "\"2\""), ("X-New", "1")], word: .failed,
                    category: .serverError, checks: [("status == 200", false), ("body exists", true)]),
                Result(step: 1, body: "[3,2,1]", cache: .miss), Result(step: 2, status: 404, word: .failed),
            ], requests: ["list", "show", "fresh"], name: "after")
        let noise = try RunComparison.of(
            RecordingFixture(bodies: (0..<4).map { #"{"id":"\#($0)","at":"2026-11-21T10:00:0\#($0)Z","v":1}"# }),
            RecordingFixture(bodies: (4..<8).map { #"{"id":"\#($0)","at":"2026-11-22T10:00:0\#($0)Z","v":2}"# }))
        let rules = try ComparisonRules(
            text: "# @compare-ignore $.at\n# @compare-ignore-header X-Node\n# @compare-key sku $.items\n", file: "rules"
        )
        return [
            ("worse", try RunComparison.of(before, after)), ("better", try RunComparison.of(after, before)),
            ("same", try RunComparison.of(before, before)), ("noise", noise),
            (
                "slower",
                try RunComparison.of(
                    RecordingFixture(runs(40, { 10_000 + $0 * 10 })), RecordingFixture(runs(40, { 20_000 + $0 * 10 })))
            ),
            (
                "a little slower",
                try RunComparison.of(
                    RecordingFixture(runs(40, { 10_000 + $0 * 500 })), RecordingFixture(runs(40, { 10_300 + $0 * 500 }))
                )
            ),
            (
                "few",
                try RunComparison.of(
                    RecordingFixture(runs(3, { 10_000 + $0 })), RecordingFixture(runs(3, { 90_000 + $0 })))
            ),
            (
                "rules",
                try RunComparison.of(
                    RecordingFixture([
                        Result(
                            body: #"{"at":1,"items":[{"sku":"a","n":1},{"sku":"b","n":2}]}"#, headers: [("X-Node", "1")]
                        )
                    ]),
                    RecordingFixture([
                        Result(
                            body: #"{"at":2,"items":[{"sku":"b","n":3},{"sku":"a","n":1}]}"#, headers: [("X-Node", "2")]
                        )
                    ]),
                    ComparisonOptions(rules: rules))
            ),
            (
                "texts",
                try RunComparison.of(
                    RecordingFixture(bodies: ["a\nb 1\nc"]), RecordingFixture(bodies: ["a\nb 2\nd\ne"]))
            ),
            ("empty", try RunComparison.of(RecordingFixture([]), RecordingFixture([]))),
            ("headers", try RunComparison.of(headers(0, of: 3), headers(1, of: 3))),
            ("headers of one more", try RunComparison.of(headers(0, of: 4), headers(1, of: 4))),
            ("guessed", try RunComparison.of(RecordingFixture([guessed("8", 0)]), RecordingFixture([guessed("9", 1)]))),
            (
                "described",
                try RunComparison.of(described([("a", .failed), ("w", .warning)]), described([("b", .failed)]))
            ),
            ("faster", try RunComparison.of(RecordingFixture(runs(40, slow)), RecordingFixture(runs(40, fast)))),
            ("different needs", try RunComparison.of(few, few)),
        ]
    }

    private static func fast(_ round: Int) -> Int { 10_000 + round * 10 }
    private static func slow(_ round: Int) -> Int { 20_000 + round * 10 }

    /// Requests that share changed headers: one that counts, and those that follow the body or are known to change. The first has more.
    private static func headers(_ run: Int, of count: Int) -> RecordingFixture {
        let results = (0..<count).map { step in
            Result(
                step: step, body: step < 2 ? "[\(step)]" : "[\(run)]",
                headers: [
                    ("X-Api", "\(run)"), ("Date", "\(run)"), ("ETag", step < 2 ? "same" : "\(run)"),
                    (run == 0 ? "X-Old" : "X-New", "<\(step == 0 ? 0 : 1)>"),
                ])
        }
        return RecordingFixture(results, requests: (0..<count).map { "r\($0)" }, name: "run \(run)")
    }

    private static func guessed(_ digit: String, _ second: Int) -> Result {
        let id = "3f2504e0-4f89-41d3-9a0c-0305e82c330\(digit)"
        return Result(
            body: #"{"id":"\#(id)","at":\#(1_795_257_121 + second),"m":{"\#(id)":1}}"#, headers: [("X-Id", id)])
    }

    /// A request that was compared with a description: what breaks it, by the member that it is about.
    private static func described(_ found: [(member: String, verdict: CheckResult.Verdict)]) -> RecordingFixture {
        let results = (found + [("s", .failed)]).map { member, verdict in
            CheckResult(
                text: "api.yaml body", line: 1, verdict: verdict, expected: "as described",
                reason: "<\(member)> is wrong",
                place: BodyPlace(offset: 1, line: 1, column: 2, path: "$['items'][10]['\(member)']"),
                described: CheckResult.Described(
                    operation: "GET /pets", isRequest: member == "a",
                    source: DescriptionPlace(document: "api.yaml", line: 1, column: 1, pointer: "/\(member)")))
        }
        return RecordingFixture([Result(word: .failed, described: results)])
    }

    /// One response of a request, and three of another.
    private static let few = RecordingFixture(
        [Result()] + (0..<3).map { Result(step: 1, round: $0) }, requests: ["one", "three"])

    @Test(arguments: ["text", "narrow", "markdown", "json", "html"])
    func `each form of a comparison is what was recorded`(form: String) throws {
        let parts = try Self.comparisons().map { name, comparison -> (name: String, text: String) in
            let text =
                switch form {
                case "text": ComparisonText.lines(comparison).map(\.string).joined(separator: "\n")
                case "narrow": ComparisonText.lines(comparison, width: 40).map(\.string).joined(separator: "\n")
                case "markdown": ComparisonMarkdown.text(comparison)
                case "json": String(decoding: ComparisonJSON.bytes(comparison), as: UTF8.self)
                default: ComparisonHTML.text(comparison)
                }
            return (name, text)
        }
        try Recorded.expect(parts, in: "comparisons/\(form)")
    }
}
