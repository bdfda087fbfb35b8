import Base
import Contract
import OpenAPI
import Testing

@testable import Descriptions

/// The documentation of an operation with everything open, what is said of members, and the order of what is found.
@Suite struct DocsOutlineTests {
    private static let text = #"""
        openapi: 3.1.0
        servers: [{url: 'https://a', description: "First\n\nmore"}, {url: 'https://b'}]
        paths:
          /a:
            post:
              deprecated: true
              externalDocs: {url: 'https://docs'}
              security: []
              parameters:
                - {name: p, in: query, schema: {type: object, properties: {x: {type: string}}}, example: {x: 1}}
                - {name: q, in: header, schema: {type: integer, examples: [7, 8]}}
              requestBody:
                required: true
                description: The body
                content:
                  application/json:
                    schema:
                      type: object
                      required: [a]
                      properties:
                        a: {type: string, readOnly: true, example: e}
                        b: {type: string, writeOnly: true, deprecated: true, title: T}
                        c: {type: object, patternProperties: {^x: {type: integer}}, additionalProperties: {type: boolean}}
                        d: {type: array, prefixItems: [{type: string}], items: {type: integer, minimum: 1}}
                        e: {anyOf: [{type: string}, {type: integer}]}
                        f: {type: array, items: {type: string}}
                    examples:
                      one: {summary: First, value: {k: 1}}
                      two: {serializedValue: "x\ny"}
                  application/jsonl: {itemSchema: {type: string}}
              responses:
                '201':
                  description: Made
                  headers: {X-A: {required: true, deprecated: true, description: Its text, schema: {type: integer}}}
                  links: {next: {operationId: getNext, description: On}, ref: {operationRef: '#/x'}}
                  content: {application/json: {}}
              callbacks: {done: {u: {post: {}, get: {}}}}
        """#

    private func docs(_ text: String) throws -> OperationDocs {
        let api = DescribedAPI(try Description.read(Array(text.utf8)))
        return OperationDocs(api, try #require(api.operations.first))
    }

    @Test func `an operation with everything open is one outline`() throws {
        let open = [
            "parameters", "parameters/0", "body", "body/0", "body/0/schema", "body/0/schema/pc", "body/0/schema/pd",
            "body/0/schema/pe", "body/0/example0", "body/0/example1", "body/1", "responses", "responses/0",
        ]
        let rows = try docs(Self.text).rows(open: Set(open.map { DocsRow.ID($0) }))
        let shown = rows.map {
            String(repeating: "  ", count: $0.depth) + ($0.hasChildren ? $0.isOpen ? "- " : "+ " : "") + $0.text
        }
        #expect(
            shown.joined(separator: "\n") == #"""
                POST /a  deprecated
                More: https://docs
                Server  https://a  First
                  or  https://b
                Auth  none
                - Parameters  2
                  - p  in query  object  example {"x":1}
                    x  string
                  q  in header  integer  example 7
                - Body  required  The body
                  - application/json
                    - object
                      a  string  required  read only  example e
                      b  string  write only  deprecated  T
                      - c  object
                        names like ^x  integer
                        any other name  boolean
                      - d  array of integer
                        [0]  string
                        each item  integer, at least 1
                      - e  string and/or integer
                        any of 1/2  string
                        any of 2/2  integer
                      f  array of string
                    - example one  First
                      {
                        "k": 1
                      }
                    - example two
                      x
                      y
                  - application/jsonl  each item
                    string
                - Responses
                  - 201  Made
                    application/json
                    header  X-A  integer  required  deprecated  Its text
                    link  next  to getNext  On
                    link  ref  to #/x
                Callback  done  POST, GET u
                """#)
        #expect(Set(rows.map(\.id)).count == rows.count)
        #expect(rows.compactMap(\.link?.status) == ["201", "201"])
    }

    @Test func `at first the body and the first success are open`() throws {
        let text = """
            openapi: 3.1.0
            paths: {/a: {get: {responses: {'404': {}, '204': {}, '200': {}}}}}
            """
        let none = ["parameters", "body", "responses"]
        let open = try docs(text).initiallyOpen.map(\.path).sorted()
        #expect(open == (none + ["responses/1", "responses/1/0", "responses/1/0/schema"]).sorted())
        let body = try docs(Self.text).initiallyOpen.map(\.path).filter { $0.hasPrefix("body") }.sorted()
        #expect(body == ["body", "body/0", "body/0/schema"])
    }

    @Test func `rows end at five thousand, with a row that says so`() {
        for (count, last) in [
            (4_999, "4998"), (5_000, "… more rows are not shown"), (5_001, "… more rows are not shown"),
        ] {
            var rows = DocsRows(open: [])
            for number in 0..<count { _ = rows.add(DocsRow.ID("\(number)"), 0, [DocsRow.Part(.text, "\(number)")]) }
            #expect(rows.rows.count == min(count, 5_000) && rows.rows.last?.text == last, "\(count)")
        }
    }

    @Test func `a member is that of the closest status and media type`() throws {
        let docs = try docs(
            """
            openapi: 3.1.0
            paths:
              /a:
                get:
                  responses:
                    default: {content: {'*/*': {schema: {title: default any}}}}
                    4xx: {content: {'application/*': {schema: {title: range family}}, '*/*': {schema: {title: range any}}}}
                    '404':
                      content:
                        text/plain: {schema: {title: exact text}}
                        application/json: {schema: {title: exact JSON, enum: [a, 1], example: x, deprecated: true}}
            """)
        let table = """
            404 application/json; charset=utf-8 -> exact JSON
            404 text/plain -> exact text
            404 - -> exact text
            404 image/png -> nothing
            405 application/xml -> range family
            405 image/png -> range any
            500 image/png -> default any
            399 - -> default any
            """
        for row in table.split(separator: "\n") {
            let parts = row.split(separator: " -> ")
            let type = parts[0].dropFirst(4)
            let found = docs.describe(
                path: [], inResponse: Int(parts[0].prefix(3)) ?? 0, mediaType: type == "-" ? nil : String(type))
            #expect(found?.text ?? "nothing" == parts[1], "\(row)")
        }
        let member = try #require(docs.describe(path: [], inResponse: 404, mediaType: "application/json"))
        #expect(member.values == ["a", "1"] && member.example == "x" && member.isDeprecated && !member.isRequired)
        #expect(member.status == "404" && member.mediaType == "application/json" && member.words == "one of a, 1")
    }

    @Test func `what is found is ordered by what it is, and by how much of a word it is`() throws {
        func operation(_ number: Int, _ fields: String) -> String { "  /\(number): {get: {\(fields)}}\n" }
        let fields = [
            "summary: o1234r5678d9012e3456r", "summary: reorder", "summary: Orders", "summary: Order list",
            "responses: {'200': {content: {a/b: {schema: {items: {$ref: '#/x/Order'}}}}}}",
            "parameters: [{name: order, in: query, schema: {}}]", "tags: [order]", "operationId: order",
            "summary: oxxxxxxxxxxxxxxxxxxxxxrder", "summary: o1234r5678d9012e34567890abr", "summary: other",
        ]
        let text =
            "openapi: 3.1.0\npaths:\n" + fields.enumerated().map { operation($0, $1) }.joined()
            + "  /order: {get: {}}\n"
        let api = DescribedAPI(try Description.read(Array(text.utf8)))
        let search = OperationSearch(api, api.operations)
        let found = search.matches("ORDER")
        #expect(
            found.map { "\($0.field.word) \($0.text)" } == [
                "id order", "tag order", "parameter order", "schema Order", "path GET /order", "summary Order list",
                "summary Orders", "summary reorder", "summary o1234r5678d9012e3456r",
            ])
        #expect(search.matches("order list").map(\.text) == ["Order list"])
        #expect(search.matches("order", limit: 2).map(\.text) == ["order", "order"])
        #expect(search.matches("order order order order order order order order zzz").count == 9, "eight words count")
        #expect(search.matches("order order order order order order order zzz").isEmpty)
        #expect(search.matches("", limit: 1).map(\.text) == ["GET /0"] && search.matches("q") == [])
        let shallow = OperationSearch(api, api.operations, looksInside: false).matches("order")
        #expect(!shallow.contains { $0.field == .parameter || $0.field == .schema } && shallow.count == 7)
        #expect(
            OperationSearch.Field.allCases.map(\.word) == ["path", "id", "summary", "tag", "parameter", "schema"])
    }
}
