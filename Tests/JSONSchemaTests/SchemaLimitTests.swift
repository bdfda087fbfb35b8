import JSONPath
import JSONSchema
import NetEngine
import Pattern
import Testing

@Suite struct SchemaLimitTests {
    private static func nested(_ levels: Int, _ open: String, _ inside: String, _ close: String) -> String {
        String(repeating: open, count: levels) + inside + String(repeating: close, count: levels)
    }

    @Test(arguments: [
        ("[", "", "]", ##"{"items": {"$ref": "#"}}"##),
        ("{\"a\":", "1", "}", ##"{"properties": {"a": {"$ref": "#"}}}"##),
        ("{\"a\":", "1", "}", ##"{"additionalProperties": {"anyOf": [{"$ref": "#"}, {"type": "string"}]}}"##),
    ])
    func `deep values end the check with a sentence`(
        _ open: String, _ inside: String, _ close: String, _ schema: String
    ) throws {
        let report = try Cases.report(schema, Self.nested(100_000, open, inside, close))
        #expect(report.verdict == .undecided("the value, or the schema, is nested more than 1500 levels deep"))
        let bottom = inside.isEmpty ? "1" : inside
        #expect(try Cases.isValid(schema, Self.nested(400, open, bottom, close)))
    }

    @Test func `a breach deep in a value is found`() throws {
        let schema = ##"{"properties": {"a": {"$ref": "#"}, "b": {"type": "string"}}}"##
        let report = try Cases.report(schema, Self.nested(1400, "{\"a\":", "{\"b\": 1}", "}"))
        #expect(report.breaches.map(\.keyword) == ["type"])
        #expect(report.breaches.first?.path.hasSuffix("…") == true)
    }

    @Test(arguments: [
        (100_000, "{\"allOf\":[", "true", "]}"), (20_000, "{\"not\":", "true", "}"),
        (20_000, "{\"items\":", "true", "}"), (20_000, "{\"properties\":{\"a\":", "{}", "}}"),
        (100_000, "[", "1", "]"), (100_000, "{\"$defs\":{\"$id\":", "{}", "}}"),
        (20_000, "{\"unevaluatedItems\":", "false", "}"),
    ])
    func `deep schemas do not crash`(_ levels: Int, _ open: String, _ inside: String, _ close: String) throws {
        let schema = try Cases.schema(Self.nested(levels, open, inside, close))
        for value in ["1", "[[1]]", "{\"a\": {\"a\": 1}}"] { _ = schema.report(on: try Cases.tree(value)) }
    }

    /// Steps of one check of a value.
    private static func steps(_ schema: String, _ value: String) throws -> Int {
        let schema = try Cases.schema(schema)
        let tree = try Cases.tree(value)
        return WorkMeter.steps { _ = schema.report(on: tree) }
    }

    @Test(
        .enabled(if: WorkMeter.isCounting),
        arguments: [
            // Two ways lead to each level, twice as many to the next.
            ##"{"anyOf": [{"properties": {"a": {"$ref": "#"}}, "required": ["z"]}, {"properties": {"a": {"$ref": "#"}}}]}"##,
            ##"{"allOf": [{"properties": {"a": {"$ref": "#"}}}, {"properties": {"a": {"$ref": "#"}}}]}"##,
            // Nothing fits, at any level.
            ##"{"anyOf": [{"properties": {"a": {"$ref": "#"}, "b": {"type": "string"}}}, {"properties": {"a": {"$ref": "#"}, "b": {"type": "null"}}}]}"##,
            ##"{"anyOf": [{"properties": {"a": {"$ref": "#"}}}, {"type": "string"}], "unevaluatedProperties": false}"##,
            ##"{"oneOf": [{"properties": {"a": {"$ref": "#"}, "b": {"const": 1}}}, {"required": ["b"], "properties": {"a": {"$ref": "#"}}}]}"##,
        ])
    func `work does not multiply with the levels`(_ schema: String) throws {
        let levels = 300
        let steps = try Self.steps(schema, Self.nested(levels, "{\"b\":2,\"a\":", "1", "}"))
        // The free steps before verdicts are remembered, then a bounded number for each level.
        #expect(steps < 5_000_000)
    }

    @Test func `a check that takes too many steps ends with the budget`() throws {
        let schema = try Cases.schema(
            ##"{"allOf": [{"properties": {"a": {"$ref": "#"}}}, {"properties": {"a": {"$ref": "#"}}}]}"##)
        let value = try Cases.tree(Self.nested(25, "{\"a\":", "1", "}"))
        let budget = QueryBudget(steps: 1000)
        #expect(
            schema.verdict(on: value, budget: budget)
                == .undecided("it takes too many steps, together with the others before it"))
        #expect(budget.end == .exhausted)
    }

    @Test(
        .enabled(if: WorkMeter.isCounting),
        arguments: [
            (
                ##"{"items": {"required": ["a"], "properties": {"a": {"enum": [1, 2]}}, "additionalProperties": false}}"##,
                #"{"a":1}"#
            ),
            (##"{"uniqueItems": true, "items": {"uniqueItems": true}}"##, "[1,[2],{\"a\":3}]"),
            (
                ##"{"items": {"oneOf": [{"type": "string"}, {"type": "object"}], "unevaluatedProperties": {"type": "integer"}}}"##,
                #"{"a":1}"#
            ),
            (##"{"contains": {"type": "string"}, "unevaluatedItems": true}"##, "1"),
            (##"{"items": {"pattern": "^(a|b)*$"}}"##, #""abab""#),
        ])
    func `work grows with the value`(_ schema: String, _ item: String) throws {
        func steps(_ count: Int) throws -> Int {
            try Self.steps(schema, "[" + Array(repeating: item, count: count).joined(separator: ",") + "]")
        }
        let (small, large) = (try steps(500), try steps(5000))
        #expect(large <= 12 * small + 1000)
    }

    @Test(.enabled(if: WorkMeter.isCounting), arguments: [#""a":1"#, #""a":{"a":1}"#])
    func `repeated members are read once, however many values a schema has`(_ member: String) throws {
        func steps(_ count: Int) throws -> Int {
            let values = (0..<count).map { "{\"a\": \($0 + 2)}" }.joined(separator: ",")
            let members = Array(repeating: member, count: count).joined(separator: ",")
            return try Self.steps("{\"items\": {\"enum\": [\(values)]}}", "[{\(members)}]")
        }
        let (small, large) = (try steps(50), try steps(500))
        #expect(large <= 12 * small + 1000)
    }

    @Test(.enabled(if: WorkMeter.isCounting))
    func `equal containers are found by hashing, at every level`() throws {
        func steps(_ levels: Int) throws -> Int {
            try Self.steps(
                ##"{"uniqueItems": true, "items": {"$ref": "#"}}"##, Self.nested(levels, "[[1],", "2", "]"))
        }
        let (small, large) = (try steps(50), try steps(500))
        #expect(large <= 12 * small + 1000)
    }

    @Test func `any bytes as schema and any bytes as value do not crash`() throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("seed \(seed)")
        var generator = Generator(state: seed)
        let words = [
            "{", "}", "[", "]", ",", ":", "\"", "true", "false", "null", "1", "-0.5", "1e9", "\"type\"", "\"$ref\"",
            "\"#\"", "\"properties\"", "\"items\"", "\"allOf\"", "\"anyOf\"", "\"not\"", "\"if\"", "\"string\"",
            "\"required\"", "\"$id\"", "\"unevaluatedProperties\"", "\"$dynamicRef\"", "\"#/allOf/0\"", "\"enum\"",
        ]
        var parsed = 0
        for _ in 0..<3000 {
            let schema = value(&generator, words, 4)
            let instance = value(&generator, words, 3)
            guard let tree = try? Cases.tree(schema), let data = try? Cases.tree(instance) else { continue }
            parsed += 1
            for dialect in SchemaDialect.allCases {
                let library = SchemaLibrary([SchemaDocument(uri: "", tree: tree, dialect: dialect)])
                let schema = library.schema(document: 0)
                let report = schema.report(on: data)
                // Reasons are found for exactly what is invalid.
                #expect(report.breaches.isEmpty == (report.verdict == .valid), "\(tree.text) \(data.text)")
            }
        }
        #expect(parsed > 1000)
    }

    private func value(_ generator: inout Generator, _ words: [String], _ depth: Int) -> String {
        let scalars = words.filter { !["{", "}", "[", "]", ",", ":", "\""].contains($0) }
        let names = scalars.filter { $0.hasPrefix("\"") }
        switch depth == 0 ? 2 : generator.next() % 4 {
        case 0, 3:
            return "{"
                + (0..<(generator.next() % 4)).map { _ in
                    names[Int(generator.next() % UInt64(names.count))] + ":" + value(&generator, words, depth - 1)
                }.joined(separator: ",") + "}"
        case 1:
            return "["
                + (0..<(generator.next() % 4)).map { _ in value(&generator, words, depth - 1) }.joined(separator: ",")
                + "]"
        default: return scalars[Int(generator.next() % UInt64(scalars.count))]
        }
    }

    private struct Generator: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state ^ state >> 29) >> 16
        }
    }
}
