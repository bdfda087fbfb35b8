import JSONPath
import JSONSchema
import Testing

@Suite struct SchemaReportTests {
    @Test(arguments: [
        (#"{"type": "string"}"#, "1", "Expected a string, but this is an integer: 1."),
        (#"{"type": ["string", "null"]}"#, "[1]", "Expected a string or null, but this is an array: an array of 1."),
        (#"{"enum": ["a", "b"]}"#, #""c""#, #"Expected one of "a", "b", but this is "c"."#),
        (#"{"const": 3}"#, "4", "Expected 3, but this is 4."),
        (#"{"minimum": 3}"#, "2", "Expected at least 3, but this is 2."),
        (#"{"exclusiveMaximum": 3}"#, "3", "Expected less than 3, but this is 3."),
        (#"{"multipleOf": 0.1}"#, "0.25", "Expected a multiple of 0.1, but this is 0.25."),
        (#"{"minLength": 3}"#, #""é""#, #"Expected at least 3 characters, but "é" has 1."#),
        (#"{"pattern": "^a+$"}"#, #""b""#, #"Expected text that matches ^a+$, but this is "b"."#),
        (#"{"required": ["id"]}"#, "{}", "The member `id` is missing."),
        (#"{"minItems": 2}"#, "[1]", "Expected at least 2 items, but there is 1."),
        (#"{"maxProperties": 0}"#, #"{"a": 1}"#, "Expected at most 0 members, but there is 1."),
        (
            #"{"uniqueItems": true}"#, "[1, 2, 1]",
            "All items must differ, but this one equals an earlier one: 1 ($[0])."
        ),
        (
            #"{"contains": {"const": 1}}"#, "[2]",
            #"Expected at least 1 item that matches `contains` ({"const": 1}), but there are fewer."#
        ),
        (
            #"{"properties": {"name": {}}, "additionalProperties": false}"#, #"{"nmae": 1}"#,
            "The member `nmae` is not described, and no others are accepted; did you mean `name`?"
        ),
        (
            #"{"dependentRequired": {"a": ["b"]}}"#, #"{"a": 1}"#,
            "The member `b` is missing; it must be there if `a` is."
        ),
        (#"{"not": {"type": "integer"}}"#, "1", "This must not fit the schema under `not`, but it does: 1."),
        (
            #"{"oneOf": [{"type": "integer"}, {"minimum": 0}]}"#, "1",
            "Exactly one choice must fit, but the first and the second both do."
        ),
        (#"{"anyOf": [{"minimum": 5}, {"multipleOf": 2}]}"#, "1", "None of the 2 choices fits: 1."),
        (
            #"{"anyOf": [{"not": {"required": ["a"]}}, {"properties": {"a": {"type": "string"}}}]}"#, #"{"a": 1}"#,
            "None of the 2 choices fits: an object of 1."
        ),
        // The second choice is meant: the value has no member of the first.
        (
            #"{"anyOf": [{"properties": {"m": {}}, "required": ["m"]}, {"properties": {"n": {"type": "string"}}}]}"#,
            #"{"n": 1}"#, "Expected a string, but this is an integer: 1."
        ),
        ("false", "1", "Nothing is accepted here, but there is 1."),
        (
            #"{"propertyNames": {"maxLength": 1}}"#, #"{"ab": 1}"#,
            "Expected at most 1 character, but the name `ab` has 2."
        ),
        (
            #"{"unevaluatedProperties": false, "properties": {"a": true}}"#, #"{"a": 1, "b": 2}"#,
            "The member `b` is not described, and no others are accepted."
        ),
    ])
    func `each breach is one sentence`(_ schema: String, _ value: String, _ sentence: String) throws {
        let report = try Cases.report(schema, value)
        #expect(report.verdict == .invalid)
        #expect(report.breaches.map(\.text) == [sentence])
    }

    @Test func `a breach has its places in the value and in the schema`() throws {
        let schema = ##"{"properties": {"a/b": {"items": {"$ref": "#/$defs/x"}}}, "$defs": {"x": {"type": "string"}}}"##
        let value = #"{"a/b": ["", 12]}"#
        let breach = try #require(try Cases.report(schema, value).breaches.first)
        #expect(breach.path == "$['a/b'][1]")
        #expect(breach.pointer == "/a~1b/1")
        #expect(Array(value.utf8)[breach.offset...].starts(with: "12".utf8))
        #expect(breach.keyword == "type")
        #expect(breach.schema.uri == "api.json")
        #expect(breach.schema.pointer == "/$defs/x/type")
        #expect(Array(schema.utf8)[breach.schema.offset...].starts(with: "\"string\"".utf8))
    }

    @Test func `the same breach in many items is one, with its count`() throws {
        let schema =
            #"{"properties": {"items": {"items": {"required": ["id"], "properties": {"n": {"type": "string"}}}}}}"#
        let items = (0..<41).map { _ in #"{"n": 1}"# }.joined(separator: ",")
        let report = try Cases.report(schema, "{\"items\": [\(items)]}")
        #expect(report.breaches.map(\.count) == [41, 41])
        #expect(report.breaches.map(\.path) == ["$['items'][*]", "$['items'][*]['n']"])
        #expect(report.breaches.map(\.pointer) == ["/items/0", "/items/0/n"])
    }

    @Test func `only the index that differs is left open`() throws {
        let report = try Cases.report(
            #"{"items": {"items": {"type": "string"}}}"#, #"[["", 1], ["", 2], ["", 3]]"#)
        #expect(report.breaches.map(\.path) == ["$[*][1]"])
    }

    @Test func `the branch that was meant is explained`() throws {
        let schema = """
            {"anyOf": [
              {"type": "string"},
              {"properties": {"kind": {"const": "a"}, "x": {"type": "integer"}}, "required": ["kind"]},
              {"properties": {"kind": {"const": "b"}, "y": {"type": "integer"}}, "required": ["kind"]}]}
            """
        let meant = try Cases.report(schema, #"{"kind": "b", "y": ""}"#)
        #expect(meant.breaches.map(\.path) == ["$['y']"])
        let unclear = try Cases.report(schema, #"{"kind": "c", "y": ""}"#)
        #expect(unclear.breaches.map(\.text) == ["None of the 3 choices fits: an object of 2."])
        // The nearest first: one breach before two.
        #expect(unclear.breaches.first?.choices.map(\.branch) == [1, 2])
        #expect(unclear.breaches.first?.choices.last?.breaches.map(\.path) == ["$['kind']", "$['y']"])
        let within = try Cases.report(
            #"{"anyOf": [{"allOf": [{"type": "array"}, {"minItems": 1}]}, {"properties": {"n": {"type": "string"}}}]}"#,
            #"{"n": 1}"#)
        #expect(within.breaches.map(\.path) == ["$['n']"], "the type that an allOf requires counts")
    }

    @Test func `the list of breaches is limited, and says so`() throws {
        let members = (0..<3000).map { "\"m\($0)\": 1" }.joined(separator: ",")
        let report = try Cases.report(#"{"additionalProperties": {"type": "string"}}"#, "{\(members)}")
        #expect(report.breaches.count == SchemaReport.maxBreaches)
        #expect(report.isCut)
        let many = String(repeating: "1,", count: 50_000) + "1"
        let items = try Cases.report(#"{"items": {"type": "string"}}"#, "[\(many)]")
        #expect(items.breaches.count == 1)
        #expect(items.isCut)
    }

    @Test func `a part of a text is checked by itself, with paths from there and places in the whole`() throws {
        let text = #"[0, {"a": {"b": 1, "c": [1, 1]}}, {"a": 2}]"#
        let tree = try Cases.tree(text)
        let schema = try Cases.schema(
            #"{"properties": {"a": {"properties": {"b": {"type": "string"}, "c": {"uniqueItems": true}}}}}"#)
        let first = tree.next(1)
        #expect(schema.verdict(on: tree) == .valid && schema.verdict(on: tree, node: tree.next(first)) == .valid)
        #expect(schema.verdict(on: tree, node: first) == .invalid)
        let report = schema.report(on: tree, node: first)
        #expect(report.breaches.map(\.path) == ["$['a']['b']", "$['a']['c'][1]"])
        #expect(report.breaches.map(\.pointer) == ["/a/b", "/a/c/1"])
        #expect(report.breaches.map(\.node) == [4, 7])
        #expect(report.breaches.map(\.offset) == [16, 28])
        #expect(report.breaches.last?.text.hasSuffix(": 1 ($['a']['c'][0]).") == true)
    }

    @Test func `places are those of the documents that say it`() throws {
        let library = SchemaLibrary([
            SchemaDocument(uri: "a.json", tree: try Cases.tree(#"{"items": {"$ref": "b.json#/x"}, "type": 5}"#)),
            SchemaDocument(uri: "b.json", tree: try Cases.tree(#"{"x": {"minimum": 3, "pattern": 7}}"#)),
        ])
        let schema = library.schema(document: 0)
        #expect(schema.notices.map(\.place.uri) == ["a.json", "b.json"])
        #expect(schema.notices.map(\.place.document) == [0, 1])
        #expect(schema.notices.map(\.place.pointer) == ["/type", "/x/pattern"])
        #expect(schema.notices.map(\.place.offset) == [41, 32])
        let breach = try #require(schema.report(on: try Cases.tree("[2]")).breaches.first)
        #expect(breach.schema.uri == "b.json" && breach.schema.document == 1)
        #expect(breach.schema.pointer == "/x/minimum" && breach.schema.offset == 18)
    }

    @Test func `a name that should not be there is where the breach is, and a value that is wrong itself`() throws {
        let text = #"{"ab": 1, "c": [2, {"d": 3}]}"#
        func offsets(_ schema: String) throws -> [Int] { try Cases.report(schema, text).breaches.map(\.offset) }
        #expect(try offsets(#"{"additionalProperties": false}"#) == [1, 10])
        #expect(try offsets(#"{"propertyNames": {"maxLength": 1}}"#) == [1])
        #expect(try offsets(#"{"properties": {"ab": false, "c": {"items": false}}}"#) == [1, 16])
        #expect(try offsets(#"{"properties": {"ab": {"type": "string"}, "c": {"maxItems": 1}}}"#) == [7, 15])
        #expect(
            try offsets(#"{"properties": {"c": {"items": {"required": ["e"], "unevaluatedProperties": false}}}}"#) == [
                19, 20,
            ])
        #expect(try offsets(#"{"required": ["x"]}"#) == [0])
    }
}
