import JSONPath
import JSONSchema
import Testing

@Suite struct SchemaVerdictTests {
    @Test(arguments: [
        (#"{"type": "integer"}"#, "1.0", true), (#"{"type": "integer"}"#, "1.5", false),
        (#"{"minimum": 12345678901234567890123}"#, "12345678901234567890122", false),
        (#"{"minimum": 1, "exclusiveMaximum": 2}"#, "1.9999999999999999999999", true),
        (#"{"minimum": 1, "exclusiveMaximum": 2}"#, "2.0", false), (#"{"maximum": 2}"#, "2.5", false),
        (#"{"exclusiveMinimum": 2}"#, "2.5", true), (#"{"minimum": -2}"#, "-2.5", false),
        (#"{"maximum": -2}"#, "-2.5", true), (#"{"multipleOf": 0.01}"#, "19.99", true),
        (#"{"multipleOf": 0.01}"#, "19.999", false), (#"{"maxLength": 1}"#, #""🐲""#, true),
        (#"{"maxLength": 1}"#, #""\ud83d\udc32""#, true), (#"{"minLength": 2}"#, #""🐲""#, false),
        (#"{"uniqueItems": true}"#, #"[{"a": 1, "b": 2}, {"b": 2.0, "a": 1}]"#, false),
        (#"{"uniqueItems": true}"#, #"[1, "1", [1], true, 0, false]"#, true),
        (#"{"const": {"a": [1, 2]}}"#, #"{"a": [1.0, 2]}"#, true), (#"{"enum": ["a", 1]}"#, #""\u0061""#, true),
        (#"{"required": ["a\"b"]}"#, #"{"a\"b": 1}"#, true),
        (#"{"properties": {"é": {"type": "string"}}}"#, #"{"\u00e9": 1}"#, false),
        (#"{"propertyNames": {"maxLength": 2}}"#, #"{"abc": 1}"#, false),
        (#"{"patternProperties": {"^x-": false}}"#, #"{"x-a": 1}"#, false),
        (#"{"patternProperties": {"^x-": true}, "additionalProperties": false}"#, #"{"x-a": 1}"#, true),
        (
            ##"{"$dynamicAnchor": "n", "properties": {"a": {"$dynamicRef": "#n"}}, "type": "object"}"##, #"{"a": 1}"#,
            false
        ),
        // Rules of members say nothing of the items of an array.
        (#"{"unevaluatedItems": {"type": "integer"}, "dependentSchemas": {"a": {"items": true}}}"#, "[1, 2]", true),
        (#"{"unevaluatedItems": false, "dependentSchemas": {"a": {"items": true}}}"#, "[1, 2]", false),
    ])
    func `verdicts of draft 2020-12`(_ schema: String, _ value: String, _ wanted: Bool) throws {
        #expect(try Cases.isValid(schema, value) == wanted)
    }

    @Test(arguments: [
        (#"{"const": {"a": 1, "a": 2}}"#, #"{"a": 2}"#, true), (#"{"const": {"a": 1, "a": 2}}"#, #"{"a": 1}"#, false),
        (#"{"enum": [0, {"a": 1, "a": 2}]}"#, #"{"a": 3, "a": 2}"#, true),
        (#"{"enum": [0, {"a": 1, "a": 2}]}"#, #"{"a": 2, "a": 1}"#, false),
        // More members than any of the values of the schema.
        (#"{"const": {"a": 2}}"#, #"{"a": 1, "a": 2}"#, true), (#"{"const": {"a": 2}}"#, #"{"a": 2, "a": 1}"#, false),
        (#"{"const": {"a": 2}}"#, #"{"a": [1, {"b": 2}], "\u0061": 2}"#, true),
        (#"{"const": {"a": 2}}"#, #"{"a": 1, "a": 2, "b": 3}"#, false),
        (#"{"const": {"a": 2}}"#, #"{"a": 2, "a": [2, 3]}"#, false),
        (#"{"enum": [[], [{"a": {"b": 1}}]]}"#, #"[{"a": 0, "a": {"b": 0, "b": 1}}]"#, true),
        (#"{"enum": [[], [{"a": {"b": 1}}]]}"#, #"[{"a": 0, "a": {"b": 0, "b": 1}}, 2]"#, false),
    ])
    func `of members with the same name the last is compared`(_ schema: String, _ value: String, _ wanted: Bool) throws
    {
        #expect(try Cases.isValid(schema, value) == wanted)
    }

    @Test(arguments: [
        ("$anchor", "1", true), ("$anchor", #""x""#, false), ("$dynamicAnchor", "1", false),
        ("$dynamicAnchor", #""x""#, true),
    ])
    func `a dynamic reference leads further out only from a dynamic anchor`(
        _ anchor: String, _ value: String, _ wanted: Bool
    ) throws {
        let schema = """
            {"$ref": "inner.json", "$defs": {
              "outer": {"$dynamicAnchor": "t", "type": "string"},
              "inner": {"$id": "inner.json", "$dynamicRef": "#t", "$defs": {"t": {"\(anchor)": "t", "type": "integer"}}}}}
            """
        #expect(try Cases.isValid(schema, value) == wanted)
    }

    @Test func `more than 64 names can be required`() throws {
        let names = (0..<100).map { "\"n\($0)\"" }.joined(separator: ",")
        let members = (0..<100).map { "\"n\($0)\": 1" }
        let schema = "{\"required\": [\(names)]}"
        #expect(try Cases.isValid(schema, "{" + members.joined(separator: ",") + "}"))
        #expect(try !Cases.isValid(schema, "{" + members.dropLast().joined(separator: ",") + ", \"n1\": 1}"))
    }

    @Test(arguments: [
        (#"{"type": "string", "nullable": true}"#, "null", true), (#"{"type": "string"}"#, "null", false),
        (#"{"nullable": true, "allOf": [{"type": "object"}]}"#, "null", true),
        (#"{"minimum": 3, "exclusiveMinimum": true}"#, "3", false),
        (#"{"minimum": 3, "exclusiveMinimum": false}"#, "3", true),
        (#"{"maximum": 3, "exclusiveMaximum": true}"#, "3", false),
        (##"{"$ref": "#/definitions/a", "maximum": 3, "definitions": {"a": {"minimum": 1}}}"##, "4", true),
        (##"{"$ref": "#/definitions/a", "maximum": 3, "definitions": {"a": {"minimum": 1}}}"##, "0", false),
        (#"{"const": 1}"#, "2", true),
    ])
    func `verdicts of OpenAPI 3_0`(_ schema: String, _ value: String, _ wanted: Bool) throws {
        #expect(try Cases.isValid(schema, value, .openAPI30) == wanted)
    }

    @Test(arguments: [SchemaDialect.openAPI30, .openAPI31])
    func `what is read-only need not be in a request`(_ dialect: SchemaDialect) throws {
        let schema = """
            {"allOf": [{"properties": {"id": {"type": "integer", "readOnly": true}, "key": {"writeOnly": true}}}],
             "required": ["name"], "properties": {"name": {}, "number": {"readOnly": true}},
             "allOf": [{"properties": {"id": {"type": "integer", "readOnly": true}, "key": {"writeOnly": true}},
                        "required": ["id", "key", "number"]}]}
            """
        let request = SchemaOptions(direction: .request)
        let response = SchemaOptions(direction: .response)
        #expect(try Cases.isValid(schema, #"{"name": 1, "key": 2}"#, dialect, request))
        #expect(try !Cases.isValid(schema, #"{"name": 1, "key": 2}"#, dialect, response))
        #expect(try Cases.isValid(schema, #"{"name": 1, "id": 2, "number": 3}"#, dialect, response))
        #expect(try !Cases.isValid(schema, #"{"name": 1, "id": 2, "number": 3}"#, dialect, request))
        let report = try Cases.report(schema, #"{"name": 1, "id": 2, "key": 3}"#, dialect, request)
        #expect(report.verdict == .valid)
        #expect(report.warnings.map(\.text) == ["The member `id` is read-only and should not be sent."])
        #expect(report.warnings.map(\.offset) == [12])
    }

    @Test func `a discriminator never changes the verdict`() throws {
        let schema = """
            {"oneOf": [{"$ref": "#/definitions/cat"}, {"$ref": "#/definitions/dog"}],
             "discriminator": {"propertyName": "kind"},
             "definitions": {"cat": {"required": ["claws"]}, "dog": {"required": ["bark"]}}}
            """
        #expect(try Cases.isValid(schema, #"{"kind": "cat", "bark": 1}"#, .openAPI30))
        let report = try Cases.report(schema, #"{"kind": "cat"}"#, .openAPI31)
        #expect(report.breaches.map(\.text) == ["The member `claws` is missing."])
        let unknown = try Cases.report(schema, #"{"kind": "cow"}"#, .openAPI31)
        #expect(
            unknown.breaches.map(\.text) == [
                "The discriminator `kind` is \"cow\", which names none of the choices cat, dog."
            ])
    }

    @Test func `references lead among known documents only`() throws {
        let library = SchemaLibrary([
            SchemaDocument(
                uri: "a/api.json", tree: try Cases.tree(#"{"properties": {"x": {"$ref": "b.json#/defs/x"}}}"#)),
            SchemaDocument(uri: "a/b.json", tree: try Cases.tree(#"{"defs": {"x": {"type": "string"}}}"#)),
        ])
        let schema = library.schema(document: 0)
        #expect(schema.notices.isEmpty)
        #expect(schema.verdict(on: try Cases.tree(#"{"x": 1}"#)) == .invalid)
        #expect(library.schema(at: "a/b.json#/defs/x")?.verdict(on: try Cases.tree("1")) == .invalid)
        #expect(library.schema(at: "a/c.json") == nil)
    }

    @Test(arguments: ["other.json", "#/nowhere", "#anchor", "https://example.com/x", "file:///etc/passwd", "#/%zz"])
    func `a reference that leads nowhere is named, and the rest works`(_ reference: String) throws {
        let schema = try Cases.schema(
            "{\"properties\": {\"a\": {\"$ref\": \"\(reference)\"}, \"b\": {\"type\": \"string\"}}}")
        #expect(schema.notices.map(\.kind) == [.unresolved])
        #expect(schema.notices.map(\.place.pointer) == ["/properties/a/$ref"])
        #expect(schema.verdict(on: try Cases.tree(#"{"a": 1, "b": ""}"#)) == .valid)
        #expect(schema.verdict(on: try Cases.tree(#"{"a": 1, "b": 2}"#)) == .invalid)
    }

    @Test(arguments: [
        ##"{"$ref": "#"}"##, ##"{"allOf": [{"$ref": "#"}], "type": "string"}"##,
        ##"{"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"anyOf": [{"$ref": "#/$defs/a"}]}}}"##,
    ])
    func `references in a circle are named`(_ text: String) throws {
        let schema = try Cases.schema(text)
        #expect(schema.notices.map(\.kind) == [.endless])
        #expect(schema.verdict(on: try Cases.tree("\"\"")) == .valid)
    }

    @Test(arguments: [
        #"{"pattern": "(?=a)"}"#, #"{"not": {"pattern": "(?=a)"}}"#, #"{"oneOf": [{"pattern": "(?=a)"}, true]}"#,
        #"{"pattern": "^.{0,262144}$"}"#, #"{"propertyNames": {"pattern": "(a)\\1"}}"#,
        #"{"if": {"pattern": "(?=a)"}, "then": false}"#,
        #"{"patternProperties": {"(?=a)": false}, "additionalProperties": false}"#,
    ])
    func `a pattern that cannot be compiled is neither pass nor fail`(_ text: String) throws {
        let schema = try Cases.schema(text)
        #expect(schema.notices.map(\.kind) == [.notChecked])
        for value in ["\"b\"", "{\"b\": 1}"] { #expect(schema.verdict(on: try Cases.tree(value)) == .valid) }
        #expect(schema.report(on: try Cases.tree("\"b\"")).breaches.isEmpty)
    }

    @Test(arguments: [
        #"{"type": 1}"#, #"{"minLength": -1}"#, #"{"minLength": "1"}"#, #"{"required": {}}"#, #"{"properties": []}"#,
        #"{"allOf": {}}"#, #"{"pattern": 1}"#, #"{"multipleOf": 0}"#, #"{"enum": 1}"#, #"{"items": 5}"#, #"[]"#,
    ])
    func `a malformed keyword is named and left out`(_ text: String) throws {
        let schema = try Cases.schema(text)
        #expect(schema.notices.contains { $0.kind == .malformed })
        for value in ["1", "{}", "[1]"] { #expect(schema.verdict(on: try Cases.tree(value)) == .valid) }
    }

    @Test(arguments: [
        ("date-time", "2024-02-29T23:59:60Z", true), ("date-time", "2023-02-29T00:00:00Z", false),
        ("uuid", "123e4567-e89b-12d3-a456-426614174000", true), ("uuid", "123", false), ("byte", "aGk=", true),
        ("byte", "aGk", false), ("ipv6", "::1", true), ("ipv6", "1::2::3", false), ("nonsense", "x", true),
    ])
    func `formats warn, and fail on request`(_ format: String, _ text: String, _ wanted: Bool) throws {
        let schema = "{\"type\": \"string\", \"format\": \"\(format)\"}"
        let report = try Cases.report(schema, "\"\(text)\"")
        #expect(report.verdict == .valid)
        #expect(report.warnings.isEmpty == wanted)
        let asserted = SchemaOptions(assertsFormats: true)
        #expect(try Cases.isValid(schema, "\"\(text)\"", .draft2020, asserted) == wanted)
    }

    @Test(arguments: [
        ("int32", "2147483648", false), ("int64", "2147483648", true), ("int64", "9223372036854775808", false),
    ])
    func `integers have sizes`(_ format: String, _ number: String, _ wanted: Bool) throws {
        let schema = "{\"type\": \"integer\", \"format\": \"\(format)\"}"
        #expect(try Cases.report(schema, number).warnings.isEmpty == wanted)
        let options = SchemaOptions(assertsFormats: true)
        #expect(try Cases.isValid(schema, number, .openAPI30, options) == wanted)
        let breaches = try Cases.report(schema, number, .openAPI30, options).breaches
        #expect(breaches.map(\.keyword) == (wanted ? [] : ["format"]))
    }

    @Test(arguments: [
        ("{}", true), (#"{"c": 1}"#, true), (#"{"b": 1}"#, true), (#"{"a": 1}"#, false), (#"{"a": 1, "b": 1}"#, true),
    ])
    func `a name needs another one only where it is`(_ value: String, _ wanted: Bool) throws {
        #expect(try Cases.isValid(#"{"dependentRequired": {"a": ["b"]}}"#, value) == wanted)
    }

    /// - Parameter isNeeded: whether the vocabulary of formats in `https://h.test/meta` must be understood.
    private func isValid(_ schema: String, _ value: String, isNeeded: Bool) throws -> Bool {
        let metaschema = """
            {"$id": "https://h.test/meta", "$schema": "https://json-schema.org/draft/2019-09/schema",
            "$vocabulary": {"https://json-schema.org/draft/2019-09/vocab/format": \(isNeeded)}}
            """
        let library = SchemaLibrary([
            SchemaDocument(uri: "api.json", tree: try Cases.tree(schema), dialect: .draft2019),
            SchemaDocument(uri: "https://h.test/meta", tree: try Cases.tree(metaschema), dialect: .draft2019),
        ])
        return library.schema(document: 0, SchemaOptions()).verdict(on: try Cases.tree(value)) == .valid
    }

    @Test(arguments: [true, false])
    func `a vocabulary that need not be understood asserts no formats`(isNeeded: Bool) throws {
        let inner = #"{"properties": {"a": {"$id": "a.json", "$schema": "https://h.test/meta", "format": "ipv4"}}}"#
        for (text, value) in [
            (#"{"$schema": "https://h.test/meta", "format": "ipv4"}"#, #""x""#), (inner, #"{"a": "x"}"#),
        ] {
            #expect(try isValid(text, value, isNeeded: isNeeded) != isNeeded, "\(text)")
        }
    }

    @Test(arguments: [
        (#""a": {"$id": "a.json", "format": "ipv4"}"#, #"{"a": "x"}"#, false),
        (
            #""a": {"$id": "a.json", "properties": {"b": {"$id": "b.json", "format": "ipv4"}}}"#,
            #"{"a": {"b": "x"}}"#, false
        ),
        (
            #""a": {"$id": "a.json", "$schema": "https://json-schema.org/draft/2019-09/schema", "format": "ipv4"}"#,
            #"{"a": "x"}"#, true
        ),
    ])
    func `a resource without a dialect has that of the one around it`(
        _ member: String, _ value: String, _ wanted: Bool
    ) throws {
        let schema = "{\"$schema\": \"https://h.test/meta\", \"properties\": {\(member)}}"
        #expect(try isValid(schema, value, isNeeded: true) == wanted)
    }
}
