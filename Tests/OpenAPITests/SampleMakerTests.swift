import Base
import JSONPath
import TestSupport
import Testing

@testable import OpenAPI

struct SampleMakerTests {
    /// A description whose one schema is `root`, and others beside it.
    private func make(
        _ root: String, _ others: String = "{}", version: String = "3.1.0", extent: SampleMaker.Extent = .full,
        direction: SampleMaker.Direction = .request, valid: ((String) -> Bool)? = nil
    ) throws -> Sample {
        let text = """
            {"openapi": "\(version)", "paths": {}, "components": {"schemas": {"Root": \(root), "Others": \(others)}}}
            """
        let description = try Description.read(Array(text.utf8))
        let schema = try #require(description.documents.root["components"]?["schemas"]?["Root"])
        let validator: SampleMaker.Validator? = valid.map { valid in
            { value, place in place != schema.place || valid(String(decoding: value.slice(0), as: UTF8.self)) }
        }
        var maker = SampleMaker(description, direction: direction, extent: extent, validator: validator)
        return maker.sample(of: schema.place)
    }

    private func text(_ root: String, _ others: String = "{}", extent: SampleMaker.Extent = .full) throws -> String? {
        try make(root, others, extent: extent).value?.text
    }

    @Test(arguments: [
        (#"{"type": "integer", "minimum": 3}"#, "3"), (#"{"type": "boolean"}"#, "true"), (#"{"type": "null"}"#, "null"),
        (#"{"type": ["null", "string"]}"#, #""string""#), (#"{"const": 7}"#, "7"), (#"{"enum": ["b", "a"]}"#, #""b""#),
        (#"{"type": "string", "default": "d", "example": "e"}"#, #""e""#),
        (#"{"examples": ["x", "y"], "default": "d"}"#, #""x""#), (#"{"const": 1, "default": 2}"#, "1"),
        (#"{"type": "array", "items": {"type": "integer"}, "minItems": 2}"#, "[1,1]"),
        (#"{"type": "array", "items": {"type": "integer"}, "minItems": 3, "uniqueItems": true}"#, "[1,2,3]"),
        (#"{"type": "array", "items": {"enum": ["a", "b"]}, "minItems": 2, "uniqueItems": true}"#, #"["a","b"]"#),
        (#"{"type": "array", "maxItems": 0}"#, "[]"),
        (#"{"prefixItems": [{"const": 1}, {"const": "a"}]}"#, #"[1,"a"]"#),
        (#"{"properties": {"b": {"const": 1}, "a": {"const": 2}}}"#, #"{"b":1,"a":2}"#),
        (#"{"type": "object", "additionalProperties": {"type": "integer"}}"#, #"{"key1":1}"#),
        (#"{"type": "object", "minProperties": 2}"#, #"{"key1":"string","key2":"string"}"#),
        (#"{}"#, #""string""#), ("true", #""string""#),
        (#"{"exclusiveMinimum": 4, "type": "integer", "multipleOf": 4}"#, "8"),
    ])
    func `a value is made from the keywords`(schema: String, value: String) throws {
        #expect(try text(schema) == value)
    }

    @Test(arguments: ["example", "default", "const"])
    func `a value that an author wrote keeps its members that are null`(keyword: String) throws {
        #expect(try text(#"{"\#(keyword)": {"a": null, "b": [{"c": null}]}}"#) == #"{"a":null,"b":[{"c":null}]}"#)
    }

    @Test func `allOf is merged before anything is made`() throws {
        let schema = """
            {"allOf": [{"$ref": "#/components/schemas/Others/A"}, {"required": ["x"], "properties": {"y": {"maximum": 5}}}],
             "properties": {"x": {"type": "string"}, "y": {"type": "integer", "minimum": 5}}}
            """
        let others = #"{"A": {"type": "object", "properties": {"x": {"minLength": 8, "pattern": "^a*$"}}}}"#
        #expect(try text(schema, others) == #"{"x":"aaaaaaaa","y":5}"#)
        #expect(
            try make(#"{"allOf": [{"type": "string"}, {"type": "integer"}]}"#).failure?.reason
                == "its schemas have no type in common")
    }

    @Test func `a schema is looked at before those of its allOf, and these in their order`() throws {
        func schema(_ name: String) -> String { #"{"properties": {"\#(name)": {"const": 1}}}"# }
        let (a, b, c) = (schema("a"), schema("b"), schema("c"))
        #expect(try text(#"{"allOf": [\#(a), {"allOf": [\#(b)]}, \#(c)]}"#) == #"{"a":1,"b":1,"c":1}"#)
        #expect(try text(#"{"allOf": [\#(a)], "properties": {"z": {"const": 1}}}"#) == #"{"z":1,"a":1}"#)
        #expect(try text(#"{"allOf": [{"example": "x"}, {"example": "y"}]}"#) == #""x""#)
    }

    @Test func `only what is required is in a minimal value`() throws {
        let schema = #"{"required": ["a", "z"], "properties": {"a": {"const": 1}, "b": {"const": 2}}}"#
        #expect(try text(schema, extent: .minimal) == #"{"a":1,"z":"string"}"#)
        #expect(try text(schema) == #"{"a":1,"b":2,"z":"string"}"#)
    }

    @Test func `the first branch that is valid as a whole is kept`() throws {
        let schema = #"{"oneOf": [{"type": "string"}, {"type": "integer"}]}"#
        #expect(try text(schema) == #""string""#)
        let sample = try make(schema, valid: { $0 == "1" })
        #expect(sample.value?.text == "1")
        #expect(sample.isValid == true)
        #expect(sample.branches.map(\.index) == [1])
    }

    @Test func `siblings of branches count`() throws {
        let schema =
            #"{"required": ["k"], "properties": {"k": {"const": 1}}, "anyOf": [{"properties": {"v": {"const": 2}}}]}"#
        #expect(try text(schema) == #"{"k":1,"v":2}"#)
    }

    @Test func `a discriminator gets the key of its branch`() throws {
        let others = """
            {"Cat": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}}},
             "Dog": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}}}}
            """
        let branches = ##"[{"$ref": "#/components/schemas/Others/Cat"}, {"$ref": "#/components/schemas/Others/Dog"}]"##
        #expect(
            try text(##"{"oneOf": \##(branches), "discriminator": {"propertyName": "kind"}}"##, others)
                == #"{"kind":"Cat"}"#)
        let mapping = ##"{"propertyName": "kind", "mapping": {"meow": "#/components/schemas/Others/Cat"}}"##
        #expect(try text(##"{"oneOf": \##(branches), "discriminator": \##(mapping)}"##, others) == #"{"kind":"meow"}"#)
    }

    @Test func `a schema that extends another has its own name in the discriminator`() throws {
        let others =
            #"{"Pet": {"type": "object", "required": ["t"], "properties": {"t": {"type": "string"}}, "discriminator": {"propertyName": "t"}}}"#
        #expect(try text(##"{"allOf": [{"$ref": "#/components/schemas/Others/Pet"}]}"##, others) == #"{"t":"Root"}"#)
    }

    @Test func `cycles end`() throws {
        let next = ##"{"$ref": "#/components/schemas/Root"}"##
        #expect(try text(##"{"type": "object", "properties": {"v": {"const": 1}, "next": \##(next)}}"##) == #"{"v":1}"#)
        #expect(
            try text(
                ##"{"type": "object", "required": ["c"], "properties": {"c": {"type": "array", "items": \##(next)}}}"##)
                == #"{"c":[]}"#)
        #expect(
            try text(##"{"type": ["object", "null"], "required": ["n"], "properties": {"n": \##(next)}}"##)
                == #"{"n":null}"#)
        #expect(try text(##"{"oneOf": [{"required": ["l"], "properties": {"l": \##(next)}}, {"const": 5}]}"##) == "5")
        let endless = try make(##"{"type": "object", "required": ["n"], "properties": {"n": \##(next)}}"##)
        #expect(endless.failure?.reason == "the schema requires itself without an end")
        #expect(try make(next).failure != nil)
        #expect(try make(##"{"allOf": [\##(next)], "type": "string"}"##).value?.text == #""string""#)
    }

    @Test func `what is read only is not in requests`() throws {
        let schema = """
            {"allOf": [{"required": ["id", "n"], "properties": {"id": {"readOnly": true, "type": "integer"}}}],
             "properties": {"n": {"const": 1}, "p": {"writeOnly": true, "const": 2},
             "list": {"items": {"properties": {"r": {"readOnly": true}, "s": {}}}}}%}
            """
        let plain = schema.replacing("%", with: "")
        #expect(try make(plain, extent: .minimal).value?.text == #"{"n":1}"#)
        #expect(try make(plain, extent: .minimal, direction: .response).value?.text.contains("id") == true)
        let example = schema.replacing("%", with: #", "example": {"id": 4, "n": 1, "list": [{"r": 1, "s": 2}]}"#)
        #expect(try make(example).value?.text == #"{"n":1,"list":[{"s":2}]}"#)
    }

    @Test(arguments: [(63, #"{"s":2}"#), (64, #"{"r":1,"s":2}"#)])
    func `groups of branches are looked at for what is read only until there were 64 branches`(
        count: Int, value: String
    ) throws {
        let others = Array(repeating: "{}", count: count).joined(separator: ", ")
        let schema = """
            {"oneOf": [{"properties": {"r": {"readOnly": true}}}], "anyOf": [\(others)], "example": {"r": 1, "s": 2}}
            """
        #expect(try text(schema) == value)
    }

    @Test func `an author's example that is not valid is reported and passed over`() throws {
        let sample = try make(#"{"type": "integer", "example": "four", "default": 4}"#)
        #expect(sample.value?.text == "4")
        #expect(sample.origin == .standard)
        #expect(sample.rejected.map(\.text) == ["The example is not valid against its own schema."])
        #expect(sample.rejected.map(\.pointer) == ["/components/schemas/Root/example"])
    }

    @Test func `nullable counts in 3.0 only, and siblings of references in 3.1 only`() throws {
        #expect(
            try make(#"{"nullable": true, "type": "string", "enum": [null]}"#, version: "3.0.0").value?.text == "null")
        let schema = ##"{"$ref": "#/components/schemas/Others/A", "example": 9}"##
        #expect(try make(schema, #"{"A": {"type": "integer"}}"#, version: "3.0.0").value?.text == "1")
        #expect(try make(schema, #"{"A": {"type": "integer"}}"#).value?.text == "9")
        #expect(
            try make(#"{"type": "integer", "minimum": 3, "exclusiveMinimum": true}"#, version: "3.0.0").value?.text
                == "4")
    }

    @Test func `the same description gives the same values`() throws {
        let schema = #"{"properties": {"u": {"type": "string", "format": "uuid"}, "p": {"pattern": "^[a-f]{4}$"}}}"#
        #expect(try text(schema) == text(schema))
    }

    @Test(.longComputation) func `wide and deep schemas are bounded`() throws {
        var others: [String] = []
        for level in 0..<40 {
            let next = ##"{"$ref": "#/components/schemas/Others/L\##(level + 1)"}"##
            others.append(##""L\##(level)": {"type": "object", "properties": {"a": \##(next), "b": \##(next)}}"##)
        }
        others.append(#""L40": {"type": "string"}"#)
        let sample = try make(##"{"$ref": "#/components/schemas/Others/L0"}"##, "{\(others.joined(separator: ","))}")
        #expect(sample.value != nil)
        let deep =
            String(repeating: #"{"properties":{"a":"#, count: 5_000) + "{}" + String(repeating: "}}", count: 5_000)
        #expect(try make(deep).value != nil)
        #expect(
            try make(String(repeating: #"{"allOf":["#, count: 5_000) + "{}" + String(repeating: "]}", count: 5_000))
                .failure != nil)
    }

    @Test(.longComputation, arguments: UInt64(1)...12)
    func `any schema gives a value or a reason, the same each time`(seed: UInt64) throws {
        var random = RandomBytes(seed: seed)
        for _ in 0..<3 {
            let root = RandomSchema.make(&random, depth: 4)
            let other = RandomSchema.make(&random, depth: 3)
            for extent in [SampleMaker.Extent.minimal, .full] {
                let sample = try make(root, other, extent: extent)
                #expect((sample.value == nil) == (sample.failure != nil), "seed \(seed): \(root)")
                #expect(
                    try sample.value?.text == make(root, other, extent: extent).value?.text, "seed \(seed): \(root)")
            }
        }
    }
}

/// Schemas of all keywords, sensible or not, with references to themselves.
private enum RandomSchema {
    static func make(_ random: inout RandomBytes, depth: Int) -> String {
        let types = ["string", "integer", "number", "boolean", "array", "object", "null", "nonsense"]
        var members: [String] = []
        func schema(_ random: inout RandomBytes) -> String {
            depth == 0 ? ["{}", "true", "false", "3"][random.below(4)] : make(&random, depth: depth - 1)
        }
        for _ in 0...random.below(4) {
            let number = random.below(12) - 3
            switch random.below(18) {
            case 0, 1, 2: members.append(#""type": "\#(types[random.below(types.count)])""#)
            case 3: members.append(#""minimum": \#(number)"#)
            case 4: members.append(#""maximum": \#(number).5"#)
            case 5: members.append(#""multipleOf": \#(number)"#)
            case 6: members.append(#""minLength": \#(number), "maxLength": \#(random.below(9))"#)
            case 7: members.append(#""pattern": "\#(["^a+$", "(", "x{3}", "^$", "[0-9]"][random.below(5)])""#)
            case 8: members.append(#""format": "\#(["uuid", "email", "byte", "date", "odd"][random.below(5)])""#)
            case 9: members.append(#""items": \#(schema(&random)), "minItems": \#(number), "uniqueItems": true"#)
            case 10, 11:
                members.append(
                    #""properties": {"a": \#(schema(&random)), "b": \#(schema(&random))}, "required": ["a", "q"]"#)
            case 12: members.append(#""allOf": [\#(schema(&random)), \#(schema(&random))]"#)
            case 13: members.append(#""oneOf": [\#(schema(&random)), \#(schema(&random))]"#)
            case 14: members.append(#""anyOf": [\#(schema(&random))], "discriminator": {"propertyName": "a"}"#)
            case 15: members.append(##""$ref": "#/components/schemas/\##(random.below(2) == 0 ? "Root" : "Others")""##)
            case 16: members.append(#""enum": [1, "a", null], "default": \#(number)"#)
            default: members.append(#""additionalProperties": \#(schema(&random)), "minProperties": \#(number)"#)
            }
        }
        return "{\(members.joined(separator: ", "))}"
    }
}
