import Base
import GraphQL
import JSONPath
import NetEngine
import TestSupport
import Testing

@testable import Descriptions
@testable import HTTPFormat

/// A GraphQL schema as requests, as documentation, and beside queries that were written, as it was recorded (`Recorded`).
@Suite struct RecordedGraphQLCollectionTests {
    private static let sdl = #"""
        schema { query: Q mutation: M subscription: S }
        "Reads things."
        type Q {
          "Products.\n\nOf the shop."
          products(first: Int! = 3, after: String, kind: Kind!, "Which ones." filter: Filter): [Product!]!
          old(a: String @deprecated): String @deprecated(reason: "Use {{new}}")
          older: String @deprecated
          impossible(a: Loop!, server: Loop!): String
          node(id: ID!): Node
          any: [Any]
          when(at: Date!, key: Key!): Date
          server: String
          braces(x: String = "{{y}}", y: Box! = {s: "{{z}}"}): Int
        }
        type M { add(name: String!, note: String, tags: [String!]!): Product }
        type S { added(every: Int!): Product }
        interface Node { id: ID! }
        "A thing that is sold."
        type Product implements Node { id: ID! "Its name." name(upper: Boolean = false): String maker: Maker friends(n: Int!): [Product] kind: Kind }
        type Maker implements Node { id: ID! name: String products: [Product] }
        union Any = Product | Maker
        enum Kind { "Small." SMALL LARGE @deprecated(reason: "No") }
        input Filter { q: String = "a" kind: [Kind!] nested: Filter, needed: Int! }
        input Loop { loop: Loop! }
        input Key @oneOf { id: ID email: String }
        input Box { s: String }
        "Of a day." scalar Date @specifiedBy(url: "https://date.example")
        """#

    private static let collection = GraphQLCollection(GraphQLSchema(sdl: Array(sdl.utf8)))

    private static func lines(_ bytes: some Collection<UInt8>) -> String {
        String(decoding: Array(bytes), as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .map { "| \($0)\n" }.joined()
    }

    @Test func `requests and documentation are what was recorded`() throws {
        let collection = Self.collection
        var parts = [
            (name: "skeleton", text: Self.lines(collection.skeleton)),
            ("groups", Printed(collection.groups).text),
            ("expanded", Self.lines(collection.document(expanding: collection.fields.indices))),
            ("environments", Self.lines(collection.environments(endpoint: "https://x.example/g"))),
        ]
        for index in collection.fields.indices {
            let block = collection.block(of: index)
            var text = Self.lines(block.text.utf8) + "notes \(block.notes)\nasked \(block.asked)\n"
            let docs = GraphQLFieldDocs(collection, index)
            for (title, rows) in [
                ("closed", docs.rows(open: [])), ("at first", docs.rows(open: docs.initiallyOpen)),
                ("open", DocsRow.opened(80, levels: 5, docs.rows)),
            ] {
                text += "\(title)\n" + rows.map { "\($0.line)\n" }.joined()
            }
            parts.append((collection.name(of: index), text))
        }
        try Recorded.expect(parts, in: "descriptions/graphql")
    }

    private static let bodies = [
        "{ products(kind: SMALL) { id nmae } }", "query A { any { ... on Product { id } } } query B { old }",
        "query ($k: Kind!) { products(kind: $k) { name } }\n\n{\"k\": \"HUGE\", \"x\": 1}",
        "query ($k: Kind!) { products(kind: $k) { name } }", "{ products(kind: {{kind}}) { {{fields}} name } }",
        "query ($k: Kind!) { products(kind: $k) { id } }\n\n{\"k\": {{kind}}}", "mutation { add(name: \"x\") { id } }",
        "{ ...F } fragment F on Q { ... { older } }", "{ ...F } fragment F on Q { ...F }", "{ ...Known }", "{", "",
        "{ __typename }", "subscription { added(every: {{n}}) { id } }",
        "# comment\n{ node(id: 1) { id, ... on Maker { name } } }",
        "{ products(kind: SMALL, first: \"{{n}}\") { id } }\n\n{\"a\"",
    ]

    @Test func `queries are judged and completed as was recorded`() throws {
        let collection = Self.collection
        var parts: [(name: String, text: String)] = []
        for body in Self.bodies {
            var text = "field \(collection.field(ofQuery: body).map { collection.name(of: $0) } ?? "none")\n"
            let template = GraphQLTemplate(Array(body.utf8))
            let covered = String(decoding: template.covered, as: UTF8.self)
            for (name, written, cover) in [("as it is", body, nil), ("as a template", covered, template)]
                as [(String, String, GraphQLTemplate?)]
            {
                guard let request = try? GraphQLRequest(written) else {
                    text += "\(name): no request\n"
                    continue
                }
                text += "\(name): operation \(request.operationName ?? "-"), variables \(request.variables ?? "-")\n"
                for breach in GraphQLBreaches(request, collection.schema, template: cover).all {
                    text += "  \(breach.place): \(Printed.escaped(breach.reason))\n"
                }
            }
            let bytes = Array(body.utf8)
            var last = ""
            for offset in 0...bytes.count {
                let found = collection.completion(in: bytes, at: offset)
                let words =
                    found.map { found in
                        "\(found.typed) "
                            + found.items.prefix(6).map { "\($0.text) (\($0.note))" }.joined(separator: " | ")
                            + " of \(found.items.count)"
                    } ?? "nothing"
                if words != last { text += "at \(offset): \(words)\n" }
                last = words
            }
            parts.append((body.debugDescription, text))
        }
        try Recorded.expect(parts, in: "descriptions/graphql-queries")
    }
}
