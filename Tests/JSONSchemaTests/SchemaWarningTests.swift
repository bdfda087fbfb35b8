import JSONPath
import JSONSchema
import Testing

/// What a report says besides breaches.
@Suite struct SchemaWarningTests {
    @Test(arguments: [
        // The second branch of a choice fits as well.
        (#"{"anyOf": [{"type": "string"}, {"format": "uuid"}]}"#, #""x""#, 1),
        (#"{"anyOf": [{"type": "integer"}, {"type": "string", "format": "uuid"}]}"#, #""x""#, 1),
        (#"{"oneOf": [{"type": "integer", "format": "int32"}, {"type": "string"}]}"#, "3000000000", 1),
        // A branch that does not fit says nothing.
        (#"{"anyOf": [{"format": "uuid", "maxLength": 1}, {"type": "string"}]}"#, #""xx""#, 0),
        (#"{"not": {"format": "uuid", "maxLength": 0}}"#, #""x""#, 0),
        (#"{"if": {"required": ["a"]}, "then": {"properties": {"a": {"format": "date"}}}}"#, #"{"a": "x"}"#, 1),
        (#"{"dependentSchemas": {"a": {"properties": {"b": {"format": "date"}}}}}"#, #"{"a": 1, "b": "x"}"#, 1),
        (#"{"propertyNames": {"format": "date"}}"#, #"{"x": 1}"#, 1),
        (#"{"items": {"format": "ipv4"}}"#, #"["10.0.0.1", "10.0.0.2"]"#, 0),
        (#"{"items": {"format": "ipv4"}}"#, #"["10.0.0.1", "10.0.0"]"#, 1),
        (#"{"items": {"format": "duration"}}"#, #"["P1DT1H2M", "PT1S", "P2W"]"#, 0),
        (#"{"items": {"format": "duration"}}"#, #"["PT1HT1M"]"#, 1), (#"{"format": "duration"}"#, #""P1DT""#, 1),
        // Each item by its own schema.
        (
            #"{"prefixItems": [{"format": "ipv4"}, {"format": "date"}], "items": {"format": "uuid"}}"#,
            #"["10.0.0.1", "10.0.0.1", "10.0.0.1"]"#, 2
        ),
        (
            ##"{"allOf": [{"$ref": "#/$defs/d"}, {"$ref": "#/$defs/d"}], "$defs": {"d": {"format": "date"}}}"##,
            #""x""#, 1
        ),
        (#"{"type": "number", "format": "int32"}"#, "2147483647", 0),
        (#"{"type": "number", "format": "int64"}"#, "1e30", 1),
    ])
    func `formats are warned of where the value was accepted`(_ schema: String, _ value: String, _ count: Int) throws {
        let report = try Cases.report(schema, value)
        #expect(report.verdict == .valid)
        #expect(report.warnings.count == count)
        #expect(report.unchecked.isEmpty)
    }

    @Test func `an invalid value is warned of as well`() throws {
        let report = try Cases.report(
            #"{"properties": {"a": {"type": "string"}, "b": {"format": "date"}}}"#, #"{"a": 1, "b": "x"}"#)
        #expect(report.breaches.map(\.path) == ["$['a']"])
        #expect(report.warnings.map(\.path) == ["$['b']"])
    }

    @Test(arguments: [
        (#"[{"s": 2}, {"d": "x"}]"#, ["$[1]['d']"]), (#"[{"d": "x"}, {"s": 2}]"#, ["$[0]['d']"]),
        (#"[{"s": 2, "d": "x"}]"#, ["$[0]['d']"]), (#"[{"d": "x", "s": 2}, 1, {"d": "2024-01-01"}]"#, ["$[0]['d']"]),
        (#"[{"s": 1, "d": "2024-01-01"}, {"s": 2}, {"s": 1}]"#, []), (#"[{"l": "xxx"}]"#, ["$[0]['l']"]),
        (#"[{"n": "x"}]"#, ["$[0]['n']"]), (#"[{"t": "x"}]"#, ["$[0]['t']"]),
        (#"[{"s": 2}, {"a": ["x", 3]}]"#, ["$[1]['a'][0]"]),
        (#"[{"a": ["2024-01-01", 3, "x"]}, {"s": 2}]"#, ["$[0]['a'][2]"]),
        (#"[{"c": "x"}]"#, []), (#"[{"s": 2, "p": "x"}]"#, []),
    ])
    func `warnings of an invalid value are those of all of it`(_ value: String, _ paths: [String]) throws {
        let report = try Cases.report(
            #"""
            {"items": {"properties": {"s": {"enum": [1]}, "d": {"format": "date"}, "p": {"pattern": "^(?=a)"},
            "l": {"format": "date", "maxLength": 2}, "n": {"type": "integer", "format": "date"},
            "t": {"type": "integer", "format": "date-time"},
            "a": {"items": {"type": "string", "format": "date"}},
            "c": {"anyOf": [{"format": "date", "maxLength": 0}, {"type": "integer"}]}}}}
            """#, value)
        #expect(report.verdict == .invalid && !report.breaches.isEmpty)
        #expect(report.warnings.map(\.path) == paths)
        #expect(report.unchecked.count == (value.contains("\"p\"") ? 1 : 0))
    }

    @Test(arguments: [
        (#"{"pattern": "^(?=a)"}"#, #""b""#, "pattern"), (#"{"pattern": "(a)\\1"}"#, #""b""#, "pattern"),
        (#"{"patternProperties": {"(?!x)y": {"type": "string"}}}"#, #"{"y": 1}"#, "patternProperties"),
        (##"{"$ref": "#/nowhere"}"##, "1", "$ref"),
        (##"{"$ref": "#/allOf/00", "allOf": [{"type": "integer"}]}"##, "1", "$ref"),
    ])
    func `what cannot be checked is named where it would have been`(
        _ schema: String, _ value: String, _ keyword: String
    )
        throws
    {
        let report = try Cases.report(schema, value)
        #expect(report.verdict == .valid)
        #expect(report.breaches.isEmpty && report.warnings.isEmpty)
        #expect(report.unchecked.map(\.keyword) == [keyword])
        #expect(report.unchecked.allSatisfy { $0.text.hasSuffix(".") && $0.text.contains("checked") })
        #expect(report.unchecked.first?.schema.pointer.hasPrefix("/" + keyword) == true)
    }

    @Test func `a pattern of texts says nothing where there is no text`() throws {
        #expect(try Cases.report(#"{"pattern": "^(?=a)"}"#, "1").unchecked.isEmpty)
        #expect(try Cases.report(#"{"properties": {"a": {"pattern": "^(?=a)"}}}"#, "{}").unchecked.isEmpty)
    }

    @Test func `a missing member is named in the list that requires it`() throws {
        let report = try Cases.report(#"{"required": ["a", "b", "c"]}"#, #"{"a": 1, "c": 1}"#)
        #expect(report.breaches.map(\.schema.pointer) == ["/required/1"])
    }

    @Test(arguments: [
        #"{"type": "integer"}"#, #"{"enum": ["a", "b"]}"#, #"{"const": 3}"#, #"{"minLength": 99}"#,
        #"{"maxLength": 3}"#,
        #"{"pattern": "^a+$"}"#, #"{"not": {"type": "string"}}"#, #"{"anyOf": [{"maxLength": 1}, {"const": 1}]}"#,
        "false",
        #"{"format": "uuid"}"#, #"{"allOf": [{"minLength": 99}, {"format": "date"}]}"#,
    ])
    func `sentences repeat no value where they must not`(_ text: String) throws {
        let schema = try Cases.schema(text)
        for value in [#""secret-of-mine""#, #"["secret-of-mine"]"#, #"{"a": "secret-of-mine"}"#] {
            let report = schema.report(on: try Cases.tree(value), quotesValues: false)
            for breach in report.breaches + report.warnings {
                #expect(!breach.text.contains("secret"))
                #expect(breach.text.hasSuffix("."))
                for choice in breach.choices { #expect(choice.breaches.allSatisfy { !$0.text.contains("secret") }) }
            }
        }
    }
}
