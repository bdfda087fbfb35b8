import Foundation
import JSONPath
import JSONSchema
import Testing

/// Prints how fast values are checked, if `JSON_SCHEMA_SPEED` is set; only a release build says anything.
@Suite struct SchemaSpeedTests {
    private static let isWanted = ProcessInfo.processInfo.environment["JSON_SCHEMA_SPEED"] != nil

    @Test(.enabled(if: isWanted, "JSON_SCHEMA_SPEED is not set"))
    func `values are checked against 200 definitions`() throws {
        let definitions = (0..<200).map { number in
            """
            "d\(number)": {"type": "object", "required": ["id", "name", "state"], "additionalProperties": false,
              "properties": {
                "id": {"type": "integer", "minimum": 1}, "name": {"type": "string", "minLength": 1, "maxLength": 80},
                "state": {"enum": ["open", "closed", "s\(number)"]}, "price": {"type": "number", "minimum": 0},
                "created": {"type": "string", "pattern": "^20"}, "text": {"type": "string"},
                "tags": {"type": "array", "items": {"type": "string"}, "maxItems": 20},
                "owner": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/d\((number + 1) % 200)"}]}}}
            """
        }
        let members = (0..<200).map { "\"m\($0)\": {\"$ref\": \"#/$defs/d\($0)\"}" }
        let schemaText =
            "{\"items\": {\"properties\": {\(members.joined(separator: ","))}, \"additionalProperties\": false}, \"$defs\": {\(definitions.joined(separator: ","))}}"
        var text = "["
        for number in 0..<60_000 {
            let inner =
                "{\"id\": \(number + 1), \"name\": \"Someone Else\", \"state\": \"open\", \"owner\": null, \"price\": 12.50}"
            text +=
                "\(number == 0 ? "" : ",")\n  {\"m\(number % 200)\": {\"id\": \(number + 17), \"name\": \"A name of \(number)\", \"state\": \"closed\", \"price\": 19.99, \"created\": \"2024-05-31T12:00:00Z\", \"text\": \"Some words that are a little longer, as they are in responses.\", \"tags\": [\"red\", \"green\", \"blue\"], \"owner\": \(inner)}}"
        }
        text += "]"
        let bytes = Array(text.utf8)
        let megabytes = Double(bytes.count) / 1_000_000
        let clock = ContinuousClock()
        var tree = try JSONTree.parse(bytes)
        let parsing = try (0..<3).map { _ in try clock.measure { tree = try JSONTree.parse(bytes) } }.min()
        let schemaTree = try Cases.tree(schemaText)
        let library = SchemaLibrary([SchemaDocument(uri: "", tree: schemaTree)])
        var schema = library.schema(document: 0)
        let compiling = clock.measure { schema = library.schema(document: 0) }
        let checking = (0..<5).map { _ in
            clock.measure { #expect(schema.verdict(on: tree) == .valid) }
        }.min()
        let (parse, check) = (try #require(parsing) / .seconds(1), try #require(checking) / .seconds(1))
        print(
            "\(megabytes) MB, \(tree.nodes.count) values: parsed in \(parse) s, schema compiled in \(compiling), checked in \(check) s: \(megabytes / check) MB/s, with parsing \(megabytes / (parse + check)) MB/s"
        )
    }
}
