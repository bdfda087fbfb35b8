import Base
import GraphQL
import JSONPath
import NetEngine
import TestSupport
import Testing

@testable import Descriptions
@testable import HTTPFormat

@Suite struct GraphQLCollectionTests {
    private static let sdl = """
        "Reads things."
        type Query {
          "Products of the shop."
          products(first: Int! = 3, after: String, kind: Kind!): [Product!]!
          old: String @deprecated
          impossible(a: Loop!): String
        }
        type Mutation { add(name: String!, note: String): Product }
        type Subscription { added: Product }
        type Product { id: ID! name: String maker: Maker friends: [Product] }
        type Maker { name: String products: [Product] }
        enum Kind { SMALL LARGE }
        input Loop { loop: Loop! }
        """

    private func collection() -> GraphQLCollection {
        GraphQLCollection(GraphQLSchema(sdl: Array(Self.sdl.utf8)))
    }

    @Test func `each root field is a request, and subscriptions are only listed`() throws {
        let collection = collection()
        let document = HTTPDocument(bytes: collection.skeleton)
        #expect(document.notices.isEmpty)
        #expect(document.requests.map(\.name) == ["products", "old", "impossible", "add", "added"])
        #expect(document.requests.map(\.settings.isDisabled) == [false, false, false, false, true])
        #expect(document.requests.allSatisfy { $0.target == "{{server}}" && $0.graphQL == .method })
        #expect(collection.groups.map(\.name) == ["Queries", "Mutations", "Subscriptions"])
        #expect(collection.groups.map(\.fields) == [0..<3, 3..<4, 4..<5])
    }

    @Test func `a block has a selection without cycles, and its required arguments as variables`() throws {
        let collection = collection()
        let full = collection.document(expanding: collection.fields.indices)
        let document = HTTPDocument(bytes: full)
        #expect(document.notices.isEmpty, "\(document.notices)")
        #expect(document.requests.count == 5)
        let products = try GraphQLRequest(document.requests[0].body.text)
        #expect(products.operationName == "Products")
        #expect(products.variables == "{\n  \"kind\": \"SMALL\"\n}")
        #expect(products.query.contains("products(kind: $kind)"))
        #expect(!products.query.contains("friends"))
        #expect(collection.block(of: 0).text.contains("# Optional: first: Int!, after: String\n"))
        #expect(document.requests[0].documentation == "Products of the shop.")
        // No value of it can be made, so it is asked for.
        #expect(document.requests[2].prompts.map(\.variable) == ["a"])
        #expect(document.requests[2].body.text.hasSuffix("{\n  \"a\": {{a}}\n}"))
        let add = try GraphQLRequest(document.requests[3].body.text)
        #expect(add.query.hasPrefix("mutation Add($name: String!)"))
    }

    @Test func `expanding one request leaves every other byte as it is`() throws {
        let collection = collection()
        let document = HTTPDocument(bytes: collection.skeleton)
        let expanded = try #require(collection.expanded(document, request: 3))
        #expect(expanded.bytes == collection.document(expanding: [3]))
        #expect(collection.expanded(HTTPDocument(bytes: expanded.bytes), request: 3) == nil)
        #expect(
            text(collection.environments(endpoint: "https://x.example/graphql"))
                == "{\n  \"$shared\": {\n    \"server\": \"https://x.example/graphql\"\n  }\n}\n")
    }

    @Test func `names of any kind from introspection make one request each`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var tried = 0
        for round in 0..<60 {
            var maker = HostileDescriptionTests.Maker(generator: SeededGenerator(seed: seed &+ UInt64(round)))
            let name = JSONOutput.string(maker.name())
            let type = JSONOutput.string(maker.name())
            let text = """
                {"__schema":{"queryType":{"name":"Q"},"types":[{"kind":"OBJECT","name":"Q","fields":[
                {"name":\(name.text),"description":\(name.text),"args":[{"name":\(type.text),"type":{"kind":"NON_NULL","ofType":{"kind":"SCALAR","name":\(type.text)}}}],"type":{"kind":"SCALAR","name":\(type.text)}},
                {"name":"plain","args":[],"type":{"kind":"SCALAR","name":"String"}}],"interfaces":[]}],"directives":[]}}
                """
            guard let schema = try? GraphQLSchema(introspection: JSONTree.parse(Array(text.utf8))) else { continue }
            tried += 1
            let collection = GraphQLCollection(schema)
            let document = HTTPDocument(bytes: collection.document(expanding: collection.fields.indices))
            #expect(document.requests.count == collection.fields.count, "seed \(seed), round \(round)")
            #expect(document.notices.isEmpty, "seed \(seed), round \(round)")
        }
        #expect(tried > 0)
    }

    @Test func `fields, arguments and variables are offered where they fit`() {
        func items(_ text: String) -> [String] {
            let bytes = Array(text.utf8)
            guard let cursor = bytes.firstIndex(of: UInt8(ascii: "^")) else { return [] }
            return collection().completion(in: Array(bytes[..<cursor] + bytes[(cursor + 1)...]), at: cursor)?.items
                .map(\.text) ?? []
        }
        let roots = items("query { ^ }")
        #expect(roots.contains("products") && roots.contains("old"), "\(roots)")
        // Whatever is typed, all that fits is there.
        #expect(items("query { prod^ }") == roots)
        #expect(items("# prod^\nquery { old }").isEmpty)
        #expect(items(String(repeating: " ", count: 70_000) + "{ ^ }").isEmpty)
    }

    @Test(.longComputation) func `any place of any text can be asked for what fits`() {
        let collection = collection()
        let text = Array("query Q($first: Int) { products(first: $first) { name } }\n\n{\"first\": 1}".utf8)
        for end in 0...text.count {
            for offset in [end, end / 2] {
                guard let found = collection.completion(in: Array(text[..<end]), at: offset) else { continue }
                #expect(found.typed.upperBound == offset && !found.items.isEmpty)
            }
        }
    }

    @Test func `the docs of a field show its arguments and its type as a tree`() {
        let schema = GraphQLSchema(
            sdl: Array(
                """
                type Query {
                  "A tea. By id."
                  tea(id: ID! = 1, kind: Kind): Drink @deprecated(reason: "Use drink")
                }
                union Drink = Tea
                type Tea { "What it is called" name: String related: [Tea] }
                enum Kind { GREEN "Fermented" BLACK }
                """.utf8))
        let docs = GraphQLFieldDocs(GraphQLCollection(schema), 0)
        func texts(_ open: Set<DocsRow.ID>) -> [String] {
            docs.rows(open: open).map { String(repeating: "  ", count: $0.depth) + $0.text }
        }
        #expect(
            texts([]) == [
                "tea(id: ID! = 1, kind: Kind): Drink  deprecated: Use drink", "A tea. By id.", "Arguments  2",
                "Value  Drink",
            ])
        #expect(
            texts(docs.initiallyOpen) == [
                "tea(id: ID! = 1, kind: Kind): Drink  deprecated: Use drink", "A tea. By id.", "Arguments  2",
                "  id  ID!  default 1", "  kind  Kind", "Value  Drink", "  union Drink", "  or  Tea",
            ])
        let deep: Set<DocsRow.ID> = [
            DocsRow.ID("arguments"), DocsRow.ID("arguments/kind"), DocsRow.ID("value"), DocsRow.ID("value/on Tea"),
        ]
        let rows = texts(deep)
        #expect(rows.contains("    BLACK  Fermented"), "\(rows)")
        #expect(rows.contains("    name  String  What it is called"), "\(rows)")
        #expect(rows.contains("    related  [Tea]  … as above"), "\(rows)")
        #expect(Set(docs.rows(open: deep).map(\.id)).count == rows.count)
    }

    // MARK: Requests of other files

    @Test(
        arguments: [
            ("query Q { products(kind: SMALL) { id } }", "products"), ("{ o: old }", "old"),
            ("mutation { add(name: 1) { id } }", "add"),
            ("query { ... on Query { ...F } } fragment F on Query { old }", "old"),
            ("{ products(kind: {{kind}}) { {{fields}} } }", "products"),
            ("{ other }", nil), ("", nil), ("query { ...F } fragment F on Query { ...F }", nil),
            ("mutation { old }", nil),
        ] as [(String, String?)])
    func `the first field of a query says what it asks for`(query: String, name: String?) {
        let collection = collection()
        #expect(collection.field(ofQuery: query).map { collection.fields[$0].name } == name)
    }

    private func breaches(_ text: String, fragments: [GraphQLFragment] = []) throws -> [GraphQLBreaches.Breach] {
        let request = try GraphQLRequest(text, fragments: fragments)
        return GraphQLBreaches(request, collection().schema).all
    }

    @Test func `what the schema does not allow has its place in the body`() throws {
        let query = "  query Q($k: Kind!) { products(kind: $k) { nmae } }"
        let found = try #require(try breaches(query + "\n\n{\"k\": \"SMALL\"}").first)
        #expect(found.reason.contains("nmae") && found.place == .body(query.utf8.firstOffset(of: "nmae")))
        let variable = try #require(try breaches(query.replacing("nmae", with: "name") + "\n\n{\"k\": \"HUGE\"}").first)
        #expect(variable.place == .body((query + "\n\n{\"k\": ").utf8.count), "\(variable)")
        #expect(try breaches(query.replacing("nmae", with: "name")).map(\.place) == [.request])
    }

    @Test func `a fragment of the file has its line there`() throws {
        let fragment = GraphQLFragment(name: "F", text: "fragment F on Product {\n  nmae\n}", line: 7)
        let found = try #require(try breaches("{ products(kind: SMALL) { ...F } }", fragments: [fragment]).first)
        #expect(found.place == .fragment(line: 8, column: 3), "\(found)")
    }

    @Test func `each of several fragments has lines of its own`() throws {
        let places = try ["G", "F"].map { bad in
            let fragments = ["F", "G"].enumerated().map { index, name in
                let text = "fragment \(name) on Product {\n  \(name == bad ? "nmae" : "name")\n}"
                return GraphQLFragment(name: name, text: text, line: 10 * (index + 1))
            }
            return try breaches("{ products(kind: SMALL) { ...F ...G } }", fragments: fragments).map(\.place)
        }
        #expect(places == [[.fragment(line: 21, column: 3)], [.fragment(line: 11, column: 3)]])
    }

    @Test(arguments: [
        ("{ products(kind: {{kind}}) { id } }", 0), ("{ products(kind: {{kind}}) { idd } }", 1),
        ("{ products(kind: \"{{kind}}\") { id } }", 0), ("{ {{fields}} }", 0), ("{ products { id {{more}} } }", 0),
        ("query Q($k: Kind!) { products(kind: $k) { id } }\n\n{\"k\": {{k}}}", 0),
        ("query Q($k: Kind!) { products(kind: $k) { id } }\n\n{\"k\": \"{{k}}\", \"l\": 1}", 1),
    ])
    func `before variables are replaced only what is certain is found`(text: String, count: Int) throws {
        let template = GraphQLTemplate(Array(text.utf8))
        let request = try GraphQLRequest(String(decoding: template.covered, as: UTF8.self))
        let found = GraphQLBreaches(request, collection().schema, template: template).all
        #expect(found.count == count, "\(found)")
    }

    @Test func `a member of a response is the field that the schema describes`() throws {
        let body = #"{"query": "query Q { all: products(kind: SMALL) { m: maker { name } } }", "operationName": "Q"}"#
        let sent = try #require(GraphQLSentQuery(body: Array(body.utf8)))
        func text(_ path: MemberStep...) -> String? { collection().text(ofMember: path, sent: sent)?.coordinate }
        #expect(text(.name("data"), .name("all")) == "Query.products")
        #expect(text(.name("data"), .name("all"), .index(0), .name("m"), .name("name")) == "Maker.name")
        #expect(text(.name("errors"), .index(0)) == nil && text(.name("data")) == nil && text() == nil)
        #expect(GraphQLSentQuery(body: Array("[]".utf8)) == nil && GraphQLSentQuery(body: []) == nil)
    }

    @Test func `a member of a fragment is that of the type that the response names`() throws {
        let sdl = "type Query { pets: [Pet] } union Pet = Cat | Dog type Cat { name: String } type Dog { name: String }"
        let collection = GraphQLCollection(GraphQLSchema(sdl: Array(sdl.utf8)))
        let query = "{ pets { __typename ... on Cat { name } ... on Dog { name } } }"
        let sent = try #require(GraphQLSentQuery(body: Array(#"{"query": "\#(query)"}"#.utf8)))
        let body = #"{"data": {"pets": [{"__typename": "Cat", "name": "a"}, {"__typename": "Dog", "name": "b"}]}}"#
        let response = try JSONTree.parse(Array(body.utf8))
        let found = (0...1).map { index in
            collection.text(
                ofMember: [.name("data"), .name("pets"), .index(index), .name("name")], sent: sent, response: response)?
                .coordinate
        }
        #expect(found == ["Cat.name", "Dog.name"])
    }
}

extension String.UTF8View {
    /// Where a word begins that is there.
    fileprivate func firstOffset(of word: String) -> Int {
        ByteSearch.offsets(of: Array(word.utf8), in: Array(self)).first ?? -1
    }
}
