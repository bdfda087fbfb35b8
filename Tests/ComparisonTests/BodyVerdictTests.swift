import TestSupport
import Testing

@testable import Comparison

@Suite struct BodyVerdictTests {
    private func body(_ a: String, _ b: String) throws -> BodyDifference { try RunComparison.bodies([a], [b]).body }

    @Test func `bodies that say the same in another spelling are equal`() throws {
        #expect(try body(#"{"a":1,"b":[1.0,"\u0041"]}"#, #"{ "b": [1, "A"], "a": 1e0 }"#).verdict == .equal)
    }

    @Test func `each kind of difference has its path`() throws {
        let difference = try body(
            #"{"user":{"name":"Ann","age":7,"none":null,"old":true},"list":[1,2]}"#,
            #"{"user":{"name":"Bob","age":"7","none":1,"new":null},"list":[1,2,3]}"#)
        #expect(difference.verdict == .different)
        let found = Set(difference.changes.map { "\($0.kind.rawValue) \($0.path)" })
        #expect(
            found == [
                "value-changed $.user.name", "type-changed $.user.age", "removed $.user.old", "added $.user.new",
                "type-changed $.user.none", "added $.list[*]",
            ])
        #expect(difference.changes.first { $0.path == "$.user.name" }?.values == Both(#""Ann""#, #""Bob""#))
        #expect(difference.changes.first { $0.path == "$.user.age" }?.values == Both("number 7", #"string "7""#))
        #expect(difference.changes.first { $0.path == "$.user.none" }?.values == Both("null", "number 1"))
    }

    @Test func `the elements of an array are matched by id, and it says so`() throws {
        let difference = try body(
            #"[{"id":1,"v":"a"},{"id":2,"v":"b"},{"id":3,"v":"c"}]"#,
            #"[{"id":3,"v":"c"},{"id":2,"v":"x"},{"id":1,"v":"a"}]"#)
        #expect(difference.changes.map(\.path) == ["$[*].v"])
        #expect(difference.changes.first?.place == "$[1].v")
        #expect(difference.matchings == [BodyDifference.Matching(path: "$", key: "id")])
    }

    @Test func `without an id they are matched by their content, and it says so`() throws {
        let difference = try body(#"["a","b","c"]"#, #"["a","x","b","c"]"#)
        #expect(difference.changes.map(\.kind) == [.added])
        #expect(difference.changes.first?.place == "$[1]")
        #expect(difference.matchings == [BodyDifference.Matching(path: "$", key: nil)])
    }

    @Test(arguments: [
        (#"["a"]"#, #"["b","a"]"#, true), (#"["b","a"]"#, #"["a"]"#, true), (#"["a"]"#, #"["b"]"#, false),
    ])
    func `how elements are matched is said where either list has two`(a: String, b: String, isSaid: Bool) throws {
        let matchings = try body(a, b).matchings
        #expect(matchings == (isSaid ? [BodyDifference.Matching(path: "$", key: nil)] : []))
    }

    @Test func `a rule leaves out what only one of the runs has, whichever it is`() throws {
        let rules = try ComparisonRules(text: "# @compare-ignore $.new", file: "rules")
        let bodies = [#"{"a":1}"#, #"{"a":1,"new":2}"#]
        for (a, b) in [(0, 1), (1, 0)] {
            let difference = try RunComparison.bodies([bodies[a]], [bodies[b]], rules: rules).body
            #expect(difference.changes.isEmpty && difference.ignored.map(\.path) == ["$.new"], "\(a)")
        }
    }

    @Test func `a key that a rule declares is used`() throws {
        let rules = try ComparisonRules(text: "# @compare-key sku $.items", file: "rules")
        let difference = try RunComparison.bodies(
            [#"{"items":[{"sku":"a","n":1},{"sku":"b","n":2}]}"#],
            [#"{"items":[{"sku":"b","n":2},{"sku":"a","n":3}]}"#], rules: rules
        ).body
        #expect(difference.matchings == [BodyDifference.Matching(path: "$.items", key: "sku")])
        #expect(difference.changes.map(\.path) == ["$.items[*].n"])
    }

    @Test(arguments: 0..<50) func `keyed objects in another order are equal but for order`(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let count = Int.random(in: 2...30, using: &random)
        let items = (0..<count).map { #"{"id":\#($0),"name":"n\#($0 % 3)","tags":["a",\#($0)]}"# }
        let shuffled = items.shuffled(using: &random)
        let difference = try body("[\(items.joined(separator: ","))]", "[\(shuffled.joined(separator: ","))]")
        #expect(difference.verdict == (items == shuffled ? .equal : .equalButForOrder))
        #expect(difference.contract.isEmpty)
    }

    @Test(arguments: 0..<100) func `any body compared with itself is equal, and swapped sides mirror each difference`(
        seed: Int
    ) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let (a, b) = (Self.json(&random, 4), Self.json(&random, 4))
        #expect(try body(a, a).verdict == .equal)
        let (forth, back) = (try body(a, b), try body(b, a))
        #expect(forth.verdict == back.verdict, "\(a) \(b)")
        let kinds = forth.changes.map(\.kind.mirrored).map(\.rawValue).sorted()
        #expect(kinds == back.changes.map(\.kind.rawValue).sorted(), "\(a) \(b)")
        #expect(forth.changeCount == back.changeCount)
    }

    @Test func `a lost member and a new type break the contract, and a new member does not`() throws {
        let contract = try body(#"{"a":1,"b":{"c":[{"d":1}]},"e":"x"}"#, #"{"b":{"c":[{"d":null}]},"e":"x","f":2}"#)
            .contract
        #expect(
            contract.map { "\($0.path) \($0.kind.rawValue) \($0.isBreaking)" } == [
                "$.a lost true", "$.b.c[*].d types true", "$.f new false",
            ])
    }

    @Test func `an empty array says nothing about its elements`() throws {
        #expect(try body(#"{"a":[{"b":1}]}"#, #"{"a":[]}"#).contract.isEmpty)
    }

    @Test func `a body that is JSON no longer breaks the contract`() throws {
        let difference = try body(#"{"a":1}"#, "<html>oops</html>")
        #expect(difference.verdict == .different)
        #expect(difference.contract.map(\.isBreaking) == [true])
    }

    @Test func `texts are compared line by line`() throws {
        let difference = try body("one\ntwo\nthree\n", "one\n2\nthree\n")
        #expect(difference.verdict == .different && difference.method == .text)
        #expect(difference.changes.map(\.path) == ["line 2"])
    }

    @Test func `deep, huge and broken bodies are compared too`() throws {
        let deep = String(repeating: "[", count: 50_000) + String(repeating: "]", count: 50_000)
        let other = String(repeating: "[", count: 50_000) + "1" + String(repeating: "]", count: 50_000)
        #expect(try body(deep, deep).verdict == .equal)
        #expect(try body(deep, other).verdict == .different)
        let wide = "{" + (0..<10_000).map { #""k\#($0)":\#($0)"# }.joined(separator: ",") + "}"
        let wider = "{" + (0..<10_000).map { #""k\#($0)":\#($0 + 1)"# }.joined(separator: ",") + "}"
        let difference = try body(wide, wider)
        #expect(difference.changeCount == 10_000)
        #expect(difference.changes.count == BodyDifference.listLimit)
        #expect(try body(#"{"a":"#, #"{"a":1"#).verdict == .different)
        #expect(try body("\u{0}\u{1}", "\u{0}\u{2}").method == .bytes)
        #expect(try body(#"{"a":1,"a":2}"#, #"{"a":1,"a":3}"#).changeCount == 1)
    }

    private static func json(_ random: inout SeededGenerator, _ depth: Int) -> String {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
        case 0: "null"
        case 1: Bool.random(using: &random) ? "true" : "false"
        case 2: String(Int.random(in: 0..<4, using: &random))
        case 3, 4: #""\#(["a", "b", "", "x y"][Int.random(in: 0..<4, using: &random)])""#
        case 5:
            "["
                + (0..<Int.random(in: 0..<4, using: &random)).map { _ in json(&random, depth - 1) }
                .joined(separator: ",") + "]"
        default:
            "{"
                + ["a", "b", "c"].prefix(Int.random(in: 0...3, using: &random))
                .map { #""\#($0)":\#(json(&random, depth - 1))"# }.joined(separator: ",") + "}"
        }
    }

    // MARK: Shapes of bodies that were cut

    private static func list(_ item: String) -> String {
        "[" + Array(repeating: item, count: 200).joined(separator: ",") + "]"
    }

    private func cut(_ a: [String], _ b: [String], rules: ComparisonRules = ComparisonRules()) throws -> BodyDifference
    {
        var runs = (RecordingFixture(bodies: a), RecordingFixture(bodies: b))
        (runs.0.bodyLimit, runs.1.bodyLimit) = (64, 64)
        return try RunComparison.of(runs.0, runs.1, ComparisonOptions(rules: rules)).requests[0].body
    }

    @Test func `of bodies that a recording cut, the shapes are compared`() throws {
        let a = Self.list(#"{"id":1,"name":"x","0b9d0b6e-7c1e-4b7a-9d57-1c1f5a1b2c3d":{"n":1}}"#)
        let b = Self.list(#"{"id":"1","more":null,"1b9d0b6e-7c1e-4b7a-9d57-1c1f5a1b2c3d":{"n":1}}"#)
        let body = try cut([a], [b])
        guard case .notCompared = body.verdict else {
            Issue.record("\(body.verdict)")
            return
        }
        #expect(Set(body.contract.map(\.path)) == ["$[*].id", "$[*].name", "$[*].more"])
        #expect(body.contract.filter(\.isBreaking).map(\.path).sorted() == ["$[*].id", "$[*].name"])
        // As where the bodies are whole.
        #expect(Set(try RunComparison.bodies([a], [b]).body.contract) == Set(body.contract))
        #expect(try cut([a], [a.replacing(#""id":1"#, with: #""id":2"#)]).contract.isEmpty)
    }

    @Test func `a body that is whole is compared in its shape with one that was cut`() throws {
        let short = #"[{"id":1}]"#
        #expect(try cut([short], [Self.list(#"{"id":null}"#)]).contract.map(\.path) == ["$[*].id"])
        let other = "not JSON at all, and longer than what the recording keeps of a body, by far."
        #expect(try cut([Self.list("1")], [other]).contract.isEmpty)
        #expect(
            try cut([Self.list("1"), other], [Self.list("null"), Self.list("null")]).contract.isEmpty,
            "nothing is said where one body has no shape")
    }
}
