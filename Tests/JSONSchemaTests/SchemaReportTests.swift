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
}
