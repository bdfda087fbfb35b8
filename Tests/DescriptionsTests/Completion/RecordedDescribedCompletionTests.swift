import Base
import Contract
import NetEngine
import OpenAPI
import TestSupport
import Testing

@testable import Descriptions

/// What a description offers at each place of a body, says of members, finds and shows, as it was recorded (`Recorded`).
@Suite struct RecordedDescribedCompletionTests {
    private static let description = #"""
        openapi: 3.1.0
        info: {title: T, version: '1'}
        servers: [{url: 'https://a.example', description: "First.\n\nMore"}, {url: 'https://b.example'}]
        tags: [{name: pets, description: All of *pets*.}]
        paths:
          /pets/{pet-id}:
            post:
              operationId: addPet
              summary: Add a pet
              tags: [pets]
              deprecated: true
              externalDocs: {url: 'https://docs.example'}
              security: [{key: []}, {oauth: [read, write], key: []}, {}, {gone: []}]
              description: |
                # Title #
                Text with `code`, **bold**, a [link](https://x.example "t"), ![picture](p.png) and \*stars\*.
                - one
                  - two
                * three
                12. four
                > quoted
                ```json
                {	"a": 1 }
                ```
                ~~~
                tilde
                ~~~
                [a](b) [c](c) [](d) [e] (f)
                1234. no item
              parameters:
                - {name: pet-id, in: path, required: true, schema: {type: integer}, examples: {one: {summary: The first, value: 1}}}
                - {name: kind, in: query, schema: {enum: [cat, dog, null, 5, true]}}
                - {name: tags, in: query, schema: {type: array, items: {enum: [a, "b c"]}}}
                - {name: pet-id, in: query, schema: {const: other}}
                - {name: old, in: query, deprecated: true, required: true, description: "Old one.\n\nx", schema: {type: boolean, default: true}}
                - {name: X-Kind, in: header, content: {application/json: {schema: {type: string, examples: [x, y]}}}}
                - {name: sent, in: query, examples: {a: {serializedValue: 'a%20b'}, b: {dataValue: 5}}}
              requestBody:
                required: true
                description: "The pet.\n\nAll of it."
                content:
                  application/json: {schema: {$ref: '#/components/schemas/Pet'}, examples: {one: {summary: One, value: {name: x, tags: [a]}}}}
                  application/x-www-form-urlencoded: {schema: {$ref: '#/components/schemas/Form'}}
                  multipart/form-data: {schema: {$ref: '#/components/schemas/Form'}}
                  application/jsonl: {itemSchema: {$ref: '#/components/schemas/Pet'}}
              responses:
                '200': {description: "Made.\n\nx", headers: {X-A: {required: true, deprecated: true, description: Count, schema: {type: integer}}}, links: {next: {operationId: getPet, description: On}, far: {operationRef: 'o.yaml#/x'}}, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}, 'text/*': {schema: {type: string, maxLength: 3}}}}
                4XX: {description: Bad, content: {application/problem+json: {schema: {type: object, properties: {code: {enum: [a, b], deprecated: true, example: a}}}}}}
                default: {description: Other, content: {'*/*': {schema: {type: integer}}}}
              callbacks: {done: {'{$request.body#/url}': {post: {}, get: {}}}}
          /pets: {get: {operationId: getPets, tags: [pets], summary: List all pets}, post: {}}
          /orders: {get: {operationId: listOrders, summary: Orders of pets}}
        components:
          securitySchemes: {key: {type: apiKey, in: header, name: X-Key}, oauth: {type: oauth2, flows: {}}}
          schemas:
            Named: {type: object, required: [name], properties: {name: {type: string, description: "Its name.\n\nx", minLength: 1}, id: {type: integer, readOnly: true}}}
            Pet:
              allOf: [{$ref: '#/components/schemas/Named'}]
              type: object
              required: [kind]
              properties:
                kind: {enum: [cat, "do\"g", null, 5]}
                tags: {type: array, items: {type: string, enum: [a, b]}}
                pair: {type: array, prefixItems: [{const: first}, {type: boolean}], items: {type: integer, default: 7}}
                friend: {$ref: '#/components/schemas/Pet'}
                tame: {type: [boolean, 'null'], default: true}
                owner: {oneOf: [{type: object, properties: {phone: {type: string, example: '1'}}}, {type: object, properties: {mail: {type: string, writeOnly: true}}}]}
                more: {type: object, additionalProperties: {type: object, properties: {deep: {const: 1}}}, patternProperties: {'^x': {properties: {in: {enum: [2]}}}}}
                old: {deprecated: true, title: Old}
            Form: {type: object, required: [size], properties: {size: {enum: [small, 'a & b']}, tags: {type: array, items: {enum: [red, blue]}}, sure: {type: boolean}, id: {readOnly: true}, 'a b': {type: string, default: x}}}
        """#

    private static func places(_ bytes: [UInt8], _ found: (Int) -> DescribedCompletion?) -> String {
        placesText(bytes) { offset in
            found(offset).map { completion in
                let typed = String(decoding: bytes[completion.typed], as: UTF8.self)
                return "'\(typed)': " + completion.items.map { "\($0.text) (\($0.note))" }.joined(separator: " | ")
            } ?? "nothing"
        }
    }

    private static func collection() throws -> DescribedCollection {
        DescribedCollection(DescribedAPI(try Description.read(Array(description.utf8))), fileName: "api.yaml")
    }

    private static func operation(_ api: DescribedAPI) throws -> OperationEntry {
        try #require(api.operations.first { $0.operationID == "addPet" })
    }

    @Test func `what is offered is what was recorded`() throws {
        let api = try Self.collection().api
        let completion = OperationCompletion(api, try Self.operation(api))
        func list(_ items: [DescribedCompletion.Item]) -> String {
            items.map { "  \($0.text) (\($0.note))\n" }.joined()
        }
        var text = "queries\n\(list(completion.queryNames))headers\n\(list(completion.headerNames))"
        for name in ["kind", "tags", "pet-id", "old", "sent", "gone"] {
            text += "query \(name)\n\(list(completion.queryValues(name)))"
        }
        for name in ["x-kind", "Content-Type", "ACCEPT", "gone"] {
            text += "header \(name)\n\(list(completion.headerValues(name)))"
        }
        for name in ["pet_id", "kind", "X_Kind", "gone"] {
            text += "variable \(name)\n\(list(completion.values(ofVariable: name)))"
        }
        for method in ["get", "POST", "PUT"] { text += "paths of \(method)\n\(list(api.paths(method: method)))" }
        var parts = [(name: "names and values", text: text)]
        for (type, bodies) in [
            (
                "application/json",
                [
                    #"{"name": "x", "ki": "cat", "tags": ["a", b], "pair": ["f", t, 1], "friend": {"kind": do, "n": 1}, }"#,
                    #"{ "tame" : n, "owner": { "p" }, "more": {"any": {"d": 1}, "xa": {"in": 2}}, "kind" }"#,
                    "[ {{x}}, # c\n", "", #"{"name": {{v}}, "old": "#,
                ]
            ),
            ("application/x-www-form-urlencoded", ["size=sm&tags=red&ta=bl&a%20b=x\n& su = t", "", "si&size=small"]),
            (
                "multipart/form-data",
                [
                    "--X\nContent-Disposition: form-data; name=\"si\"\n\nsm\n--X\nContent-Disposition: form-data; name=\"tags\"; filename=\"f\"\nA: b\n\n\n--X--"
                ]
            ),
            ("application/vnd.x+json", [#"{"k"#]), ("text/plain", ["x"]), (nil, [#"{"t"#]),
        ] as [(String?, [String])] {
            for body in bodies {
                let bytes = Array(body.utf8)
                parts.append(
                    (
                        "\(type ?? "no type") \(body.debugDescription)",
                        Self.places(bytes) { completion.completion(in: bytes, at: $0, mediaType: type) }
                    ))
            }
        }
        try Recorded.expect(parts, in: "descriptions/completion")
    }

    @Test func `the outline, what is said of members and what is found are what was recorded`() throws {
        let collection = try Self.collection()
        let docs = OperationDocs(collection.api, try Self.operation(collection.api))
        func lines(_ rows: [DocsRow]) -> String {
            rows.map { row in row.line + (docs.source(of: row).map { " @\($0.place)" } ?? "") + "\n" }.joined()
        }
        var parts = [
            (name: "closed", text: lines(docs.rows(open: []))),
            ("at first", lines(docs.rows(open: docs.initiallyOpen))),
            ("open", lines(RecordedSchemaWordsTests.rows(docs))),
        ]
        var text = ""
        for path in [
            "", "name", "kind", "tags", "tags.0", "pair.0", "pair.1", "pair.9", "friend.friend.name", "owner.phone",
            "owner.mail", "more.any.deep", "more.xa.in", "gone", "code", "0",
        ] {
            let steps = path.split(separator: ".").map { Int($0).map { MemberStep.index($0) } ?? .name(String($0)) }
            for (status, type) in [
                (200, nil), (200, "text/csv"), (404, "application/problem+json"), (500, nil), (500, "x/y"),
            ] as [(Int, String?)] {
                guard let found = docs.describe(path: steps, inResponse: status, mediaType: type) else { continue }
                text += "\(path) of \(status) \(type ?? "-"): \(found.words)\(found.isRequired ? ", required" : "")"
                text +=
                    "\(found.isDeprecated ? ", deprecated" : ""); \(found.text ?? "-") \(found.values) \(found.example ?? "-")"
                text += " \(found.status) \(found.mediaType) \(found.pointer) \(found.place)\n"
            }
        }
        parts.append(("members", text))
        text = ""
        let search = OperationSearch(collection.api, collection.operations)
        for query in [
            "", "pet", "pets", "PETS get", "list orders", "kind", "Named", "phone", "ad pt", "gtp", "x", "zz",
            "post /pets", "o r d", "a b c d e f g h i",
        ] {
            let found = search.matches(query).map {
                "\(collection.name(of: $0.operation)) \($0.score) \($0.field.word) '\($0.text)'"
            }
            text += "'\(query)': \(found.joined(separator: ", "))\n"
        }
        parts.append(("search", text))
        for markdown in [
            "a\nb\n\nc", "  - x\n    - y\n        - z", "#no\n##\n# a", "\\[a\\](b) *c* _d_", "[x](y z) [u](v",
            "```\nopen", String(repeating: "x\n\n", count: 301),
        ] {
            let found = MarkdownLines.lines(of: markdown)
            let shown = found.prefix(6).map { "\($0.role):\($0.text)\n" }.joined()
            parts.append(
                (
                    "Markdown \(markdown.prefix(40).debugDescription)",
                    "\(found.count) lines\n\(shown)\(found.last.map { "last \($0.text)\n" } ?? "")"
                ))
        }
        try Recorded.expect(parts, in: "descriptions/docs")
    }
}
