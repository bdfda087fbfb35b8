import Base
import JSONPath
import OpenAPI
import Testing

@testable import DescriptionDrafts

/// What schemas are made of bodies, what schemas of a description say of a value, and which path a request has.
@Suite struct DraftSchemaTests {
    private let pointer = "/paths/~1a/get/responses/200/content/application~1json/schema"

    private func schema(_ bodies: [String]) -> String {
        draft(bodies.map { exchange("/a", response: $0) }).at(pointer) ?? "none"
    }

    @Test func `a schema allows what was in the bodies, in the order in which it was there`() {
        let table = #"""
            1 => {"type":"integer"}
            1 & 1.5 => {"type":"number"}
            1e2 => {"type":"number"}
            -0 => {"type":"integer"}
            true & null => {"type":["boolean","null"]}
            "a" & 1 => {"type":["string","integer"]}
            [] => {"type":"array","items":{}}
            [1,"a"] & [null] => {"type":"array","items":{"type":["string","integer","null"]}}
            {} => {"type":"object"}
            {"a":1} & {"a":1,"b":"x"} => {"type":"object","required":["a"],"properties":{"a":{"type":"integer"},"b":{"type":"string"}}}
            {"b":1,"a":2} => {"type":"object","required":["b","a"],"properties":{"b":{"type":"integer"},"a":{"type":"integer"}}}
            {"b":1,"a":2} & {"a":1,"b":2} => {"type":"object","required":["a","b"],"properties":{"a":{"type":"integer"},"b":{"type":"integer"}}}
            {"a":1,"a":"x"} => {"type":"object","required":["a"],"properties":{"a":{"type":["string","integer"]}}}
            {"a":1} & [] => {"type":["object","array"],"required":["a"],"properties":{"a":{"type":"integer"}},"items":{}}
            {"a":1} & {} => {"type":"object","properties":{"a":{"type":"integer"}}}
            {"17":1} & {"18":true} => {"type":"object","additionalProperties":{"type":["integer","boolean"]}}
            {"x":0,"17":1} => {"type":"object","required":["x"],"properties":{"x":{"type":"integer"}},"additionalProperties":{"type":"integer"}}
            "2026-01-01" & null => {"type":["string","null"],"format":"date"}
            "2026-01-01" & "x" => {"type":"string"}
            {"a":"\u0041"} => {"type":"object","required":["a"],"properties":{"a":{"type":"string"}}}
            """#
        for row in table.split(separator: "\n") {
            let parts = row.split(separator: " => ")
            #expect(schema(parts[0].split(separator: " & ").map(String.init)) == parts[1], "\(row)")
        }
        let name = String(repeating: "n", count: 160)
        #expect(schema(["{\"\(name)\":1}"]).contains("\"\(name)\""))
        #expect(schema(["{\"\(name)n\":1}"]) == #"{"type":"object","additionalProperties":{"type":"integer"}}"#)
    }

    @Test func `words of a body are listed with null where it was there`() {
        let words = (0..<20).map { $0.isMultiple(of: 2) ? "\"open\"" : "\"shut\"" }
        #expect(schema(words) == #"{"type":"string","enum":["open","shut"]}"#)
        #expect(schema(words + ["null"]) == #"{"type":["string","null"],"enum":["open","shut",null]}"#)
        #expect(schema(words + ["1"]) == #"{"type":["string","integer"]}"#)
        #expect(schema(words + ["\"once\""]) == #"{"type":"string"}"#)
    }

    @Test func `an object in several places is called by what it is about`() {
        let order = #"{"id":1,"n":"a"}"#
        let document = draft([
            exchange("/orders", response: #"{"items":[\#(order)],"next":null}"#),
            exchange("/orders/1", response: order),
            exchange("/shops/1", response: #"{"last_order":\#(order),"only":{"x":1}}"#),
            exchange("/shops", response: #"{"data":{"x":1}}"#),
        ])
        #expect(
            document.at("/components/schemas")
                == #"{"Order":{"type":"object","required":["id","n"],"properties":{"id":{"type":"integer"},"n":{"type":"string"}}}}"#,
            "an object of one member is none")
        #expect(
            document.at(
                "/paths/~1shops~1{shopId}/get/responses/200/content/application~1json/schema/properties/last_order")
                == ##"{"$ref":"#/components/schemas/Order"}"##)
    }

    @Test func `what a schema of a description allows is the meeting of its parts`() throws {
        let table = """
            {type: integer} => integer
            {type: number} => integer number
            {type: string, nullable: true} => null string
            {type: [string, 'null']} => null string
            {enum: [a, 1, null]} => integer null number string
            {const: true} => boolean
            {type: [string, integer], enum: [a]} => string
            {allOf: [{type: [string, integer]}, {type: [integer, 'null']}]} => integer
            {anyOf: [{type: string}, {type: 'null'}]} => null string
            {type: string, oneOf: [{type: string}, {type: integer}]} => string
            {$ref: '#/s'} => boolean
            {allOf: [{$ref: '#/s'}], type: [boolean, string]} => boolean
            {} =>
            {type: file} =>
            {$ref: '#/none'} => open
            {type: string, then: {}} => string open
            """
        for row in table.split(separator: "\n") {
            let parts = (row + " ").split(separator: " => ", omittingEmptySubsequences: false)
            let description = try Description.read(
                Array("openapi: 3.1.0\npaths: {}\nroot: \(parts[0])\ns: {type: boolean}\n".utf8))
            var steps = 100
            let flat = FlatSchemas([try #require(description.documents.root["root"])], &steps)
            let found = (flat.types.sorted() + (flat.isOpen ? ["open"] : [])).joined(separator: " ")
            #expect(found == parts[1].dropLast(parts[1].isEmpty ? 0 : 1), "\(row)")
        }
    }

    @Test func `members of a schema are described, refused or left open`() throws {
        func flat(_ schema: String) throws -> FlatSchemas {
            let description = try Description.read(Array("openapi: 3.1.0\npaths: {}\nroot: \(schema)\n".utf8))
            var steps = 100
            return FlatSchemas([try #require(description.documents.root["root"])], &steps)
        }
        func member(_ schema: String) throws -> String {
            try flat(schema).member("a").map { $0.isEmpty ? "not described" : "\($0.count)" } ?? "open"
        }
        #expect(
            try member("{properties: {a: {}}}") == "1"
                && member("{properties: {a: {}}, allOf: [{properties: {a: {}}}]}") == "2")
        #expect(try member("{properties: {b: {}}}") == "not described" && member("{type: object}") == "open")
        #expect(try member("{properties: {b: {}}, additionalProperties: true}") == "open")
        #expect(try member("{properties: {b: {}}, additionalProperties: false}") == "not described")
        #expect(try member("{properties: {b: {}}, additionalProperties: {type: string}}") == "1")
        #expect(try member("{properties: {b: {}}, patternProperties: {x: {}}}") == "open")
        #expect(try member("{properties: {b: {}}, anyOf: [{properties: {a: {}}}]}") == "1")
        #expect(
            try flat("{required: [a], allOf: [{required: [b]}], anyOf: [{required: [c]}]}").required.keys.sorted() == [
                "a", "b",
            ])
        #expect(try flat("{items: {}}").items()?.count == 1 && flat("{items: {}, prefixItems: [{}]}").items() == nil)
        #expect(
            try flat("{enum: [a, 1]}").words?.texts == ["a"] && flat("{enum: [a], allOf: [{enum: [b]}]}").words == nil)
        #expect(try flat("{format: date}").format?.name == "date" && flat("{format: date, anyOf: [{}]}").format == nil)
    }

    @Test func `a segment of a known path gives each parameter the text up to the next fixed one`() {
        let table = [
            ("{a}.{b}", "x.png", "a=x b=png"), ("{a}.{b}", ".png", "none"), ("v{a}", "v1", "a=1"),
            ("v{a}", "v", "none"),
            ("{a}x", "ax", "a=a"), ("{a}x", "x", "none"), ("{a}-{b}-{c}", "1-2-3", "a=1 b=2 c=3"),
            ("{a}-{b}", "1-2-3", "a=1 b=2-3"), ("x{a}", "y1", "none"), ("{a}", "", "none"), ("{a}", "7", "a=7"),
            ("{a}.json", "1.json.json", "a=1.json"), ("x{a}y", "xy", "none"), ("x{a}y", "x1y", "a=1"),
        ]
        for (template, segment, expected) in table {
            let found = KnownPaths.values(of: PathTemplate(template).parts, in: Array(segment.utf8)).map { values in
                values.map { "\($0.name)=" + String(decoding: $0.value, as: UTF8.self) }.joined(separator: " ")
            }
            #expect(found ?? "none" == expected, "\(template) \(segment)")
        }
    }

    @Test func `known paths are below the longest server, texts before parameters`() throws {
        let description = try Description.read(
            Array(
                """
                openapi: 3.1.0
                servers: [{url: 'https://h/{v}/api/', variables: {v: {default: v1}}}, {url: /v1}, {url: 'https://{x}/y'}]
                paths:
                  /a/{id}: {get: {}}
                  /a/me: {get: {}}
                  /{b}/c: {get: {}}
                  /a b: {get: {}}
                  /d/: {get: {}}
                """.utf8))
        let paths = KnownPaths(description)
        func match(_ path: String) -> String {
            let segments = path.utf8.dropFirst().split(separator: Byte.slash, omittingEmptySubsequences: false).map(
                Array.init)
            guard let found = paths.match(segments) else { return "none" }
            return
                ([found.base, found.template]
                + found.values.map { "\($0.name)=" + String(decoding: $0.value, as: UTF8.self) })
                .joined(separator: " ")
        }
        let table = [
            ("/v1/api/a/7", "/v1/api /a/{id} id=7"), ("/v1/a/me", "/v1 /a/me"), ("/a/me", " /a/me"),
            ("/a/c", " /a/{id} id=c"), ("/x/c", " /{b}/c b=x"), ("/a%20b", " /a b"), ("/a/", "none"),
            ("/v1/api", "none"),
            ("/y/a/1", "none"), ("/a/1/2", "none"), ("/d/", " /d/"), ("/d", "none"),
        ]
        for (path, expected) in table { #expect(match(path) == expected, "\(path)") }
    }

    @Test func `steps of paths are plain where the name is a word`() {
        let names = ["a", "_a1", "a-b", "1a", "", "é", "a b"]
        #expect(
            names.map { PathStep.text(Array($0.utf8)) } == [
                ".a", "._a1", "['a-b']", "['1a']", "['']", "['é']", "['a b']",
            ])
    }
}
