import Base
import Contract
import OpenAPI
import TestSupport
import Testing

@testable import Descriptions

@Suite struct OperationDocsTests {
    static let text = #"""
        openapi: 3.1.0
        paths:
          /pets/{id}:
            get:
              operationId: getPet
              summary: One pet
              description: |
                # Pets
                Reads **one** pet, see [the guide](https://example.com/g).

                - first
                - `second`

                ```
                  code
                ```
              security: [ { key: [] }, { oauth: [read] } ]
              parameters:
                - name: id
                  in: path
                  required: true
                  description: Which pet
                  schema: { type: integer, minimum: 1, maximum: 100, default: 20 }
                - { name: old, in: query, deprecated: true, schema: { type: [string, "null"], format: date } }
              responses:
                "200":
                  description: The pet
                  content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } }
                "4XX":
                  description: An error
                  content: { "application/*": { schema: { type: object, properties: { code: { enum: [a, b] } } } } }
        components:
          securitySchemes:
            key: { type: apiKey, in: header, name: X-Key }
            oauth: { type: oauth2, flows: {} }
          schemas:
            Named: { type: object, required: [name], properties: { name: { type: string, description: Its name, maxLength: 9 } } }
            Pet:
              allOf: [ { $ref: "#/components/schemas/Named" } ]
              type: object
              properties:
                friend: { $ref: "#/components/schemas/Pet" }
                tags: { type: array, items: { type: string, minLength: 2 } }
                kind:
                  oneOf: [ { $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" } ]
                  discriminator: { propertyName: type, mapping: { meow: "#/components/schemas/Cat" } }
            Cat: { type: object, properties: { type: { const: meow }, lives: { type: integer } } }
            Dog: { type: object, properties: { type: { const: Dog }, age: { type: number, exclusiveMinimum: 0 } } }
        """#

    private func docs(_ text: String = OperationDocsTests.text) throws -> OperationDocs {
        let api = DescribedAPI(try Description.read(Array(text.utf8)))
        return OperationDocs(api, try #require(api.operations.first))
    }

    private func lines(_ rows: [DocsRow]) -> [String] {
        rows.map {
            String(repeating: "  ", count: $0.depth) + ($0.hasChildren ? $0.isOpen ? "- " : "+ " : "") + $0.text
        }
    }

    @Test func `closed, an operation is its text and headings`() throws {
        let shown = lines(try docs().rows(open: []))
        #expect(
            shown == [
                "GET /pets/{id}", "One pet", "Pets", "Reads one pet, see the guide (https://example.com/g).",
                "• first", "• second", "  code", "Server  /",
                "Auth  key (key X-Key in header), or oauth (OAuth 2, scopes read)", "+ Parameters  2", "+ Responses",
            ])
    }

    @Test func `parameters have their type, limits and place`() throws {
        let docs = try docs()
        let rows = docs.rows(open: [DocsRow.ID("parameters")])
        #expect(
            lines(rows)[10...11] == [
                "  id  in path  integer, 1 to 100, default 20  required  Which pet",
                "  old  in query  string (date), or null  deprecated",
            ])
        let source = try #require(docs.source(of: rows[10]))
        #expect(source.pointer == "/paths/~1pets~1{id}/get/parameters/0")
        #expect(source.place.line == 19)
    }

    @Test(arguments: [(59, true), (61, false)])
    func `an example that is written as it is sent is shown up to sixty characters`(count: Int, isWhole: Bool) throws {
        let docs = try docs(
            """
            openapi: 3.2.0
            paths:
              /a:
                get:
                  parameters:
                    - name: q
                      in: query
                      schema: {type: string}
                      examples: {one: {dataValue: v, serializedValue: '\(String(repeating: "x", count: count))Z'}}
            """)
        let rows = lines(docs.rows(open: [DocsRow.ID("parameters")]))
        let row = try #require(rows.first { $0.contains("example xxx") })
        #expect(row.contains("Z") == isWhole, "\(row)")
    }

    @Test func `schemas are trees that end where they repeat`() throws {
        let docs = try docs()
        var open = docs.initiallyOpen
        func shown() -> [String] { Array(lines(docs.rows(open: open)).suffix(while: "- Responses")) }
        #expect(
            shown() == [
                "- Responses", "  - 200  The pet", "    - application/json", "      - Pet",
                "        friend  … same as Pet", "        + tags  array of string", "        + kind  Cat or Dog",
                "        name  string, at most 9 characters  required  Its name", "  + 4XX  An error",
            ])
        let schema = "responses/0/0/schema"
        open.formUnion([
            DocsRow.ID(schema + "/pkind"), DocsRow.ID(schema + "/ptags"), DocsRow.ID(schema + "/pkind/c0.1"),
        ])
        #expect(
            shown()[5...11] == [
                "        - tags  array of string", "          each item  string, at least 2 characters",
                "        - kind  Cat or Dog", "          + one of 1/2  type = meow  Cat",
                "          - one of 2/2  type = Dog  Dog", "            type  always Dog",
                "            age  number, above 0",
            ])
    }

    @Test func `a member of a response has its description`() throws {
        let docs = try docs()
        let name = try #require(docs.describe(path: [.name("friend"), .name("name")], inResponse: 200))
        #expect(name.words == "string, at most 9 characters")
        #expect(name.isRequired)
        #expect(name.text == "Its name")
        #expect(name.pointer == "/components/schemas/Named/properties/name")
        let lives = docs.describe(
            path: [.name("kind"), .name("lives")], inResponse: 200, mediaType: "application/json; charset=utf-8")
        #expect(lives?.words == "integer")
        let tag = docs.describe(path: [.name("tags"), .index(7)], inResponse: 200)
        #expect(tag?.words == "string, at least 2 characters")
        let code = docs.describe(path: [.name("code")], inResponse: 404, mediaType: "application/problem+json")
        #expect(code?.values == ["a", "b"])
        #expect(code?.status == "4XX")
        #expect(docs.describe(path: [.name("nothing")], inResponse: 200) == nil)
        #expect(docs.describe(path: [], inResponse: 500) == nil)
    }

    @Test(.longComputation) func `what is closed costs nothing, and deep schemas end`() throws {
        let deep =
            String(repeating: #"{"properties":{"a":"#, count: 3_000) + "{}" + String(repeating: "}}", count: 3_000)
        let docs = try docs(
            #"{"openapi":"3.1.0","paths":{"/a":{"get":{"responses":{"200":{"content":{"a/b":{"schema":"# + deep
                + "}}}}}}}}")
        var open: Set<DocsRow.ID> = docs.initiallyOpen
        var id = "responses/0/0/schema"
        for _ in 0..<3_000 {
            open.insert(DocsRow.ID(id))
            id += "/pa"
        }
        let rows = docs.rows(open: open)
        #expect(rows.count < 200)
        #expect(docs.describe(path: Array(repeating: .name("a"), count: 900), inResponse: 200) != nil)
    }

    @Test func `markdown of any kind becomes plain lines`() {
        #expect(MarkdownLines.inline("![a](b) [c] (d) \\*e\\* [f](g \"h\") `i`") == "a (b) [c] (d) *e* f (g) i")
        #expect(MarkdownLines.lines(of: "a\nb\n\n1. c\n2. d\n> e").map(\.text) == ["a b", "• c", "• d", "e"])
        let seed = UInt64.random(in: 0...UInt64.max)
        var numbers = SeededGenerator(seed: seed)
        let pieces = ["[", "]", "(", ")", "`", "*", "#", "\n", " ", "- ", "a", "\u{1B}", "```\n", "!", "\\", "> "]
        for _ in 0..<300 {
            let text = (0..<40).map { _ in pieces[Int(numbers.next() % UInt64(pieces.count))] }.joined()
            for line in MarkdownLines.lines(of: text) {
                #expect(line.text.utf8.allSatisfy { $0 >= 0x20 }, "seed \(seed)")
            }
        }
    }
}

extension [String] {
    /// From an element on.
    fileprivate func suffix(while first: String) -> ArraySlice<String> { self[(firstIndex(of: first) ?? endIndex)...] }
}
