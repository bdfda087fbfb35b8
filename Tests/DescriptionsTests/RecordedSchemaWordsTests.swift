import Base
import Contract
import NetEngine
import OpenAPI
import TestSupport
import Testing

@testable import Descriptions

/// The words, the samples and the outline of many schemas, in each version of OpenAPI, as they were recorded (`Recorded`).
@Suite struct RecordedSchemaWordsTests {
    /// A schema a line. They may refer to `components`.
    private static let schemas = #"""
        true
        false
        {}
        {"type": "string"}
        {"type": "string", "minLength": 1}
        {"type": "string", "minLength": 6, "maxLength": 6}
        {"type": "string", "minLength": 7}
        {"type": "string", "minLength": 15}
        {"type": "string", "maxLength": 5}
        {"type": "string", "maxLength": 1}
        {"type": "string", "maxLength": 0}
        {"type": "string", "minLength": 3, "maxLength": 2}
        {"type": "string", "minLength": 2000000}
        {"type": "string", "pattern": "^[A-Z]{2}-\\d{3,4}$"}
        {"type": "string", "pattern": "^(a|bc)+x?$", "minLength": 5}
        {"type": "string", "pattern": "^a$", "minLength": 2}
        {"type": "string", "pattern": "(?<x>a)"}
        {"type": "string", "pattern": "("}
        {"type": "string", "format": "date-time"}
        {"type": "string", "format": "date"}
        {"type": "string", "format": "time"}
        {"type": "string", "format": "duration"}
        {"type": "string", "format": "email", "minLength": 30}
        {"type": "string", "format": "email", "maxLength": 5}
        {"type": "string", "format": "hostname"}
        {"type": "string", "format": "ipv4"}
        {"type": "string", "format": "ipv6"}
        {"type": "string", "format": "uri", "minLength": 30}
        {"type": "string", "format": "uri-reference"}
        {"type": "string", "format": "uri-template"}
        {"type": "string", "format": "uuid"}
        {"type": "string", "format": "json-pointer"}
        {"type": "string", "format": "relative-json-pointer"}
        {"type": "string", "format": "regex"}
        {"type": "string", "format": "byte"}
        {"type": "string", "format": "byte", "minLength": 20}
        {"type": "string", "format": "base64url"}
        {"type": "string", "format": "char"}
        {"type": "string", "format": "int64"}
        {"type": "string", "format": "binary"}
        {"type": "string", "format": "password"}
        {"type": "string", "contentEncoding": "base64", "contentMediaType": "image/png"}
        {"type": "integer"}
        {"type": "integer", "minimum": 5}
        {"type": "integer", "minimum": 5.5}
        {"type": "integer", "maximum": -5}
        {"type": "integer", "maximum": -5.5}
        {"type": "integer", "exclusiveMinimum": 5}
        {"type": "integer", "exclusiveMaximum": 5}
        {"type": "integer", "minimum": 5, "exclusiveMinimum": true}
        {"type": "integer", "maximum": 0, "exclusiveMaximum": true}
        {"type": "integer", "minimum": 5, "maximum": 5}
        {"type": "integer", "exclusiveMinimum": 5, "exclusiveMaximum": 6}
        {"type": "integer", "exclusiveMinimum": 5, "exclusiveMaximum": 7}
        {"type": "integer", "multipleOf": 7, "minimum": 8}
        {"type": "integer", "multipleOf": 7, "minimum": 8, "maximum": 13}
        {"type": "integer", "multipleOf": 0.5}
        {"type": "number"}
        {"type": "number", "minimum": 0.1, "maximum": 0.2, "multipleOf": 0.05}
        {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}
        {"type": "number", "exclusiveMinimum": 0.001}
        {"type": "number", "minimum": 1e3, "maximum": 1E400}
        {"type": "number", "multipleOf": 0}
        {"type": "number", "format": "float"}
        {"type": "integer", "format": "int32"}
        {"type": "boolean"}
        {"type": "null"}
        {"type": ["string", "null"]}
        {"type": ["null", "integer"], "minimum": 3}
        {"type": ["integer", "string"]}
        {"type": "string", "nullable": true}
        {"type": "string", "x-nullable": true}
        {"type": "file"}
        {"type": "foo"}
        {"enum": ["b", "a"]}
        {"enum": [null, 1, {"a": 1}]}
        {"enum": []}
        {"type": "integer", "enum": ["x", 4]}
        {"enum": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]}
        {"enum": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]}
        {"const": {"a": [1]}}
        {"const": null}
        {"const": "x", "enum": ["y"]}
        {"type": "integer", "default": 3}
        {"type": "integer", "default": "three"}
        {"type": "integer", "example": 7}
        {"type": "integer", "example": "seven", "default": 8}
        {"type": "integer", "examples": ["x", 9]}
        {"type": "string", "default": ""}
        {"type": "array"}
        {"type": "array", "items": {"type": "integer"}}
        {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "string"}}}}}
        {"type": "array", "items": {"type": "string"}, "minItems": 2}
        {"type": "array", "items": {"type": "string"}, "minItems": 3, "uniqueItems": true}
        {"type": "array", "items": {"enum": ["a", "b"]}, "minItems": 2, "maxItems": 2, "uniqueItems": true}
        {"type": "array", "items": {"enum": ["a", "b"]}, "minItems": 3, "uniqueItems": true}
        {"type": "array", "items": {"type": "boolean"}, "minItems": 2, "uniqueItems": true}
        {"type": "array", "minItems": 1, "maxItems": 0}
        {"type": "array", "maxItems": 0}
        {"type": "array", "minItems": 1001}
        {"type": "array", "prefixItems": [{"type": "string"}, {"const": 2}], "items": {"type": "boolean"}, "minItems": 4}
        {"type": "array", "prefixItems": [{"type": "string"}], "items": false}
        {"type": "array", "contains": {"const": "x"}, "items": {"type": "string"}}
        {"type": "array", "items": false}
        {"type": "array", "items": {"type": "string", "description": "A word", "minLength": 2}}
        {"type": "object"}
        {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "integer"}}, "required": ["b"]}
        {"type": "object", "required": ["x", "y"], "properties": {"y": {"readOnly": true}, "z": {"writeOnly": true, "type": "string"}}}
        {"type": "object", "required": ["x"], "additionalProperties": false}
        {"type": "object", "required": ["x"], "additionalProperties": {"type": "integer"}}
        {"type": "object", "additionalProperties": {"type": "integer"}, "minProperties": 2}
        {"type": "object", "additionalProperties": false, "minProperties": 1}
        {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "minProperties": 1, "maxProperties": 1}
        {"type": "object", "required": ["a", "b"], "maxProperties": 1}
        {"type": "object", "patternProperties": {"^x": {"type": "integer"}}, "minProperties": 1}
        {"type": "object", "properties": {"a": {"type": "string", "deprecated": true, "title": "T", "description": "D.\n\nMore"}, "b": false}}
        {"type": "object", "properties": {"a/b": {"type": "string", "example": "e"}, "c~d": {"example": {"x": 1}}}}
        {"allOf": [{"type": "object", "required": ["a"], "properties": {"a": {"minimum": 1}}}, {"properties": {"a": {"type": "integer", "minimum": 3}, "b": {}}}]}
        {"allOf": [{"type": "string"}, {"type": "integer"}]}
        {"allOf": [{"minLength": 3}, {"maxLength": 4}], "type": "string"}
        {"allOf": [{"minimum": 3}, {"minimum": 3, "exclusiveMinimum": true}, {"maximum": 9}, {"maximum": 8}], "type": "integer"}
        {"allOf": [{"exclusiveMinimum": 3}, {"minimum": 3}, {"exclusiveMaximum": 9}, {"maximum": 9}], "type": "number"}
        {"allOf": [{"$ref": "#/components/schemas/Named"}], "description": "Only one"}
        {"oneOf": [{"type": "string"}, {"type": "integer"}]}
        {"anyOf": [{"type": "string"}, {"type": "string"}, {"type": "null"}]}
        {"oneOf": [{"type": "array"}, {"type": "object"}, {}, {"type": "number"}, {"type": "boolean"}, {"const": 1}, {"type": "null"}]}
        {"oneOf": [{"type": "integer", "minimum": 5, "maximum": 4}, {"type": "boolean"}]}
        {"type": "object", "oneOf": [{"required": ["a"], "properties": {"a": {"const": 1}}}, {"required": ["b"]}]}
        {"not": {"type": "string"}}
        {"$ref": "#/components/schemas/Named"}
        {"$ref": "#/components/schemas/Named", "description": "Beside", "deprecated": true}
        {"$ref": "#/components/schemas/Pet"}
        {"$ref": "#/components/schemas/Animal"}
        {"$ref": "#/components/schemas/Endless"}
        {"$ref": "#/components/schemas/Tree"}
        {"$ref": "#/gone"}
        {"$ref": "other.yaml#/x"}
        {"type": "object", "properties": {"p": {"$ref": "#/components/schemas/Pet"}, "n": {"allOf": [{"$ref": "#/components/schemas/Named"}], "nullable": true}}}
        {"type": "array", "items": {"$ref": "#/components/schemas/Named"}}
        {"properties": {"a": {}}}
        {"items": {}}
        {"minLength": 2}
        {"maximum": 2}
        {"multipleOf": 3}
        """#

    private static let components = #"""
        {"Named": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string", "description": "Its name"}, "id": {"type": "integer", "readOnly": true}}},
         "Pet": {"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}], "discriminator": {"propertyName": "kind", "mapping": {"meow": "Cat", "dog": "#/components/schemas/Dog"}}},
         "Cat": {"allOf": [{"$ref": "#/components/schemas/Named"}], "type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}, "lives": {"type": "integer", "maximum": 9}}},
         "Dog": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}, "friend": {"$ref": "#/components/schemas/Pet"}}},
         "Animal": {"type": "object", "required": ["type"], "properties": {"type": {"type": "string"}}, "discriminator": {"propertyName": "type"}},
         "Endless": {"type": "object", "required": ["next"], "properties": {"next": {"$ref": "#/components/schemas/Endless"}}},
         "Tree": {"type": "object", "properties": {"left": {"$ref": "#/components/schemas/Tree"}, "value": {"type": "integer"}}}}
        """#

    private static func api(_ version: String, _ schema: String) throws -> DescribedAPI {
        let isSwagger = version == "swagger"
        let head = isSwagger ? #""swagger": "2.0""# : #""openapi": "\#(version)""#
        let body =
            isSwagger
            ? #""parameters": [{"name": "b", "in": "body", "required": true, "schema": \#(schema)}]"#
            : #""requestBody": {"required": true, "content": {"application/json": {"schema": \#(schema)}}}"#
        var text =
            #"{\#(head), "info": {"title": "T", "version": "1"}, "paths": {"/x": {"post": {\#(body)}}}, "components": {"schemas": \#(components)}}"#
        if isSwagger {
            text = text.replacing(bytes: "#/components/schemas", with: "#/definitions")
                .replacing(bytes: #""components": {"schemas": "#, with: #""definitions": "#)
            text.removeLast()
        }
        return DescribedAPI(try Description.read(Array(text.utf8)))
    }

    private static func text(_ sample: Sample) -> String {
        var text = sample.value?.text ?? "none"
        if let serialized = sample.serialized { text += ", sent \(serialized)" }
        text += " (\(sample.origin)\(sample.isValid.map { $0 ? "" : ", not valid" } ?? ", not checked"))"
        if let failure = sample.failure { text += " ! \(failure.reason) at \(failure.pointer ?? "-")" }
        for rejected in sample.rejected { text += "; \(rejected.text) \(rejected.pointer)" }
        return text + (sample.branches.isEmpty ? "" : "; branches \(sample.branches.map { "\($0.index)/\($0.count)" })")
    }

    /// Each row that can be opened is.
    static func rows(_ docs: OperationDocs) -> [DocsRow] { DocsRow.opened(60, levels: 6, docs.rows) }

    @Test func `words, samples and outlines of schemas are what was recorded`() throws {
        let parts = try Recorded.parts(of: Self.schemas) { line in
            var found = AlikeTexts()
            // In Swagger 2 only these are different.
            let isOld = ["$ref", "nullable", "file", "exam"].contains { line.contains(bytes: $0) }
            for version in ["3.1.0", "3.0.3"] + (isOld ? ["swagger"] : []) {
                let api = try Self.api(version, line)
                let entry = try #require(api.operations.first)
                let operation = api.operation(entry)
                guard let schema = operation.body?.content.first?.schema else {
                    found.text += "\(version): no schema\n"
                    continue
                }
                var printed = "words \(SchemaWords.text(of: schema, in: api.description))\n"
                for (name, direction, extent) in [
                    ("least", SampleMaker.Direction.request, SampleMaker.Extent.minimal), ("full", .request, .full),
                    ("response", .response, .full),
                ] {
                    var maker = api.sampleMaker(direction, extent)
                    var made = Self.text(maker.sample(of: try #require(operation.body?.content.first)))
                    if made.utf8.count > 1_000 { made = "\(made.utf8.count) bytes" }
                    printed += "\(name) \(made)\n"
                }
                var maker = SampleMaker(api.description)
                printed +=
                    "not validated \(maker.sample(of: try #require(operation.body?.content.first)).value?.text.utf8.count ?? -1) bytes\n"
                for row in Self.rows(OperationDocs(api, entry)) where row.id.path.hasPrefix("body/0/") {
                    printed += "\(String(repeating: " ", count: row.depth))\(row.text)\n"
                }
                found.add(version, printed, onNewLine: true)
            }
            return found.text
        }
        try Recorded.expect(parts, in: "descriptions/schemas")
    }
}
