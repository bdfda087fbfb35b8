import Runs
import Testing

@testable import Comparison

@Suite struct VolatileValueTests {
    private static func uuid(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return "3f2a9c1e-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }

    @Test func `a value that changes between repeats is volatile, and offered as a rule`() throws {
        let a = (0..<3).map { #"{"mark":"abc\#($0)","n":\#(100 + $0),"name":"Ann"}"# }
        let b = (0..<3).map { #"{"mark":"xyz\#($0)","n":\#(200 + $0),"name":"Ann"}"# }
        let comparison = try RunComparison.of(RecordingFixture(bodies: a), RecordingFixture(bodies: b))
        let body = comparison.requests[0].body
        #expect(body.verdict == .equalButForVolatileValues)
        #expect(Set(body.ignored.map(\.path)) == ["$.mark", "$.n"])
        #expect(body.ignored.allSatisfy { $0.ground == .repeats })
        let text = try #require(comparison.suggestedRules)
        #expect(text.contains("### api/a.http#list\n"))
        #expect(text.contains("# @compare-ignore $.mark\n"))
        // What is offered can be read again, and makes the difference a declared one.
        let rules = try ComparisonRules(text: text, file: "rules")
        let again = try RunComparison.bodies([a[0]], [b[0]], rules: rules).body
        #expect(again.verdict == .equalButForVolatileValues)
        #expect(again.ignored.allSatisfy { if case .rule = $0.ground { true } else { false } })
    }

    @Test func `a change of another kind at a volatile path counts`() throws {
        let a = (0..<3).map { #"{"mark":"abc\#($0)"}"# }
        let missing = try RunComparison.bodies(a, ["{}", "{}", "{}"]).body
        #expect(missing.changes.map(\.kind) == [.removed])
        let number = try RunComparison.bodies(a, [#"{"mark":1}"#, #"{"mark":2}"#]).body
        #expect(number.changes.map(\.kind) == [.typeChanged])
    }

    @Test func `a volatile value keeps its format`() throws {
        let a = (0..<3).map { #"{"id":"\#(Self.uuid($0))"}"# }
        let empty = try RunComparison.bodies(a, [#"{"id":""}"#, #"{"id":""}"#]).body
        #expect(empty.changes.map(\.kind) == [.formatChanged])
        #expect(empty.changes.first?.values == Both("UUID", "empty"))
        #expect(empty.verdict == .different)
        let fine = try RunComparison.bodies(a, (5..<8).map { #"{"id":"\#(Self.uuid($0))"}"# }).body
        #expect(fine.verdict == .equalButForVolatileValues)
    }

    @Test func `of formats that change as many are listed as of other changes, and all are counted`() throws {
        let count = BodyDifference.listLimit + 2
        func body(_ value: (Int) -> String) -> String {
            "{" + (0..<count).map { #""k\#($0)":"\#(value($0))""# }.joined(separator: ",") + "}"
        }
        let a = [body { Self.uuid($0) }, body { Self.uuid(1000 + $0) }]
        let empty = body { _ in "" }
        let difference = try RunComparison.bodies(a, [empty, empty]).body
        #expect(difference.changeCount == count)
        #expect(difference.changes.count == BodyDifference.listLimit)
        #expect(difference.changes.allSatisfy { $0.kind == .formatChanged })
    }

    @Test func `a volatile value keeps its length, about`() throws {
        let a = (0..<3).map { #"{"t":"word \#($0)"}"# }
        let long = (0..<3).map { #"{"t":"\#(String(repeating: "word ", count: 40))\#($0)"}"# }
        #expect(try RunComparison.bodies(a, long).body.changes.map(\.kind) == [.formatChanged])
    }

    @Test func `volatile ids of elements do not hide a change in them`() throws {
        func list(_ seed: Int, _ name: String) -> String {
            #"{"items":[{"id":"\#(Self.uuid(seed))","name":"a"},{"id":"\#(Self.uuid(seed + 1))","name":"\#(name)"}]}"#
        }
        let body = try RunComparison.bodies([list(1, "b"), list(3, "b")], [list(5, "c"), list(7, "c")]).body
        #expect(body.changes.map(\.path) == ["$.items[*].name"])
        #expect(body.ignored.map(\.path) == ["$.items[*].id"])
    }

    @Test func `elements are matched by what neither changes by itself nor is left out by a rule`() throws {
        func changes(_ a: [String], _ b: String, rules: ComparisonRules = ComparisonRules()) throws -> [String] {
            try RunComparison.bodies(a, [b], rules: rules).body.changes.map { "\($0.kind.rawValue) \($0.place)" }
        }
        let repeated = try changes(
            [#"[{"name":"a","t":1,"hint":0},{"name":"b","t":2}]"#, #"[{"name":"a","t":3},{"name":"b","t":4}]"#],
            #"[{"name":"new","t":5},{"name":"a","t":6},{"name":"b","t":7,"hint":1}]"#)
        #expect(repeated == ["added $[0]"])
        let ruled = try changes(
            [#"[{"name":"a","hint":0},{"name":"b"}]"#], #"[{"name":"new"},{"name":"a"},{"name":"b","hint":1}]"#,
            rules: ComparisonRules(ignoring: ["$[*].hint"]))
        #expect(ruled == ["added $[0]"])
    }

    @Test func `what comes and goes within a run does not count`() throws {
        let a = [#"{"a":1}"#, #"{"a":1,"hint":"x"}"#, #"{"a":1}"#]
        #expect(try RunComparison.bodies(a, [#"{"a":1,"hint":"x"}"#]).body.verdict == .equalButForVolatileValues)
    }

    @Test(arguments: [
        (#""3f2a9c1e-1111-4000-8000-000000000001""#, #""3f2a9c1e-2222-4000-8000-000000000002""#, "UUID"),
        (#""2026-11-23T09:00:00Z""#, #""2026-11-23T10:00:00.123Z""#, "date and time"),
        (#""2026-11-23""#, #""2026-11-24""#, "date"),
        (#""0123456789abcdef0123""#, #""fedcba98765432100123""#, "hexadecimal"),
        (
            #""eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-_1""#, #""eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIyIn0.def-_2""#,
            "JWT"
        ),
        ("1795257121", "1795257188", "time in seconds"),
        ("1795257121000", "1795257188123", "time in milliseconds"),
    ]) func `of two single responses, values of a format that is made for the occasion are guessed`(
        a: String, b: String, format: String
    ) throws {
        let body = try RunComparison.bodies([#"{"v":\#(a)}"#], [#"{"v":\#(b)}"#]).body
        #expect(body.verdict == .equalButForVolatileValues)
        #expect(body.ignored.map(\.ground) == [.guessed(format)])
    }

    @Test(arguments: [
        (#""Ann""#, #""Bob""#), ("1", "2"), (#""2026-11-23""#, #""soon""#), ("1795257121", "1000000000"),
        ("true", "false"),
        (#""abcdef""#, #""fedcba""#), (#""""#, #""3f2a9c1e-1111-4000-8000-000000000001""#),
    ]) func `other values are not guessed away`(a: String, b: String) throws {
        #expect(try RunComparison.bodies([#"{"v":\#(a)}"#], [#"{"v":\#(b)}"#]).body.verdict == .different)
    }

    @Test func `nothing is guessed where repeats show that the value stays`() throws {
        let (a, b) = (#"{"v":"2026-11-23T09:00:00Z"}"#, #"{"v":"2026-11-24T09:00:00Z"}"#)
        #expect(try RunComparison.bodies([a, a], [b, b]).body.verdict == .different)
    }

    @Test func `the rows of a data file are not repeats`() throws {
        var settings = RunHead.Settings()
        settings.data = "users.csv"
        let rows = { (names: [String]) in
            RecordingFixture(
                names.enumerated().map { .init(round: $0.offset, body: #"{"name":"\#($0.element)"}"#) },
                settings: settings)
        }
        let comparison = try RunComparison.of(rows(["Ann", "Bob"]), rows(["Ann", "Bill"]))
        #expect(comparison.requests[0].body.verdict == .different)
        #expect(try RunComparison.of(rows(["Ann", "Bob"]), rows(["Ann", "Bob"])).requests[0].body.verdict == .equal)
    }

    @Test func `names of members that are ids are no change`() throws {
        let body = try RunComparison.bodies(
            [#"{"users":{"\#(Self.uuid(1))":{"a":1}}}"#], [#"{"users":{"\#(Self.uuid(2))":{"a":1}}}"#]
        ).body
        #expect(body.verdict == .equalButForVolatileValues)
        #expect(Set(body.ignored.map(\.path)) == ["$.users[*]"])
    }

    @Test func `a body of many ids as names is compared in one look`() throws {
        func body(_ first: Int) -> String {
            "{" + (first..<first + 5000).map { #""\#(Self.uuid($0))":1"# }.joined(separator: ",") + "}"
        }
        let body = try RunComparison.bodies([body(1)], [body(9001)]).body
        #expect(body.verdict == .equalButForVolatileValues)
        #expect(body.ignored.map(\.path) == ["$[*]", "$[*]"])
    }

    @Test func `volatile words of a text do not count`() throws {
        let a = ["id 17 at 9:01\nsame", "id 18 at 9:02\nsame"]
        #expect(try RunComparison.bodies(a, ["id 99 at 9:55\nsame"]).body.verdict == .equalButForVolatileValues)
        #expect(try RunComparison.bodies(a, ["id 99 at 9:55\nother"]).body.verdict == .different)
        // A word goes on behind `_`, and ends at `/`.
        for (sign, verdict) in [("_", .equalButForVolatileValues), ("/", .different)] as [(String, BodyVerdict)] {
            let b = ["name\(sign)a1 same", "name\(sign)b2 same"]
            #expect(try RunComparison.bodies(b, ["word\(sign)c3 same"]).body.verdict == verdict, "\(sign)")
        }
    }

    @Test func `what a rule ignores is said with the rule`() throws {
        let rules = try ComparisonRules(ignoring: ["$..hint", "$.list[?@.tmp]"])
        let body = try RunComparison.bodies(
            [#"{"a":{"hint":1},"list":[{"tmp":true,"x":1}]}"#],
            [#"{"a":{"hint":"x"},"list":[{"tmp":true,"x":2}]}"#],
            rules: rules
        ).body
        #expect(body.verdict == .equalButForVolatileValues)
        #expect(Set(body.ignored.map(\.ground)) == [.rule("$..hint"), .rule("$.list[?@.tmp]")])
    }

    @Test func `rules that cannot be read name their line`() {
        #expect(throws: ComparisonError(sentence: "r:2: @compare-ignore needs a value.")) {
            try ComparisonRules(text: "# words\n# @compare-ignore\n", file: "r")
        }
        #expect(throws: ComparisonError.self) { try ComparisonRules(text: "$.a", file: "r") }
        #expect(throws: ComparisonError.self) { try ComparisonRules(text: "# @compare-all $.a", file: "r") }
        #expect(throws: ComparisonError.self) { try ComparisonRules(ignoring: ["$["]) }
    }
}
