import JSONPath
import Testing

@testable import GraphQL

struct ResponseTests {
    private func read(_ json: String, _ query: String) throws -> GraphQLResponse {
        try #require(
            GraphQLResponse(
                JSONTree.parse(Array(json.utf8)), document: GraphQLDocument.parse(Array(query.utf8)),
                schema: Sample.schema))
    }

    @Test func `an error names its field through aliases and fragments`() throws {
        let query = "query Q { it: me { ...F } } fragment F on User { f: friends { ... on Named { n: name } } }"
        let response = try read(
            #"{"data":{"it":null},"errors":[{"message":"No","path":["it","f",3,"n"],"locations":[{"line":1,"column":1}],"extensions":{"code":"DENIED"}},{"message":"Other","locations":[{"line":1,"column":15}]},{}]}"#,
            query)
        #expect(response.hasData)
        #expect(response.failureCount == 3)
        let first = try #require(response.failures.first)
        #expect(first.pathText == "it.f[3].n")
        #expect(first.code == "DENIED")
        #expect(first.coordinate == "Named.name")
        let range = try #require(first.fieldRange)
        #expect(String(decoding: Array(query.utf8)[range], as: UTF8.self) == "name")
        let second = try #require(response.failures.dropFirst().first?.fieldRange)
        #expect(String(decoding: Array(query.utf8)[second], as: UTF8.self) == "me")
        #expect(response.failures.last?.message == "The server gives no message")
    }

    @Test func `a path that leads nowhere names the last field that is known`() throws {
        let response = try read(#"{"errors":[{"message":"m","path":["me","nope","x"]}]}"#, "{ me { id } }")
        #expect(response.failures.first?.coordinate == "Query.me")
        #expect(!response.hasData)
    }

    @Test func `what is not a GraphQL response is nil`() throws {
        for text in ["[]", "1", "{}", #"{"errors": 1}"#] {
            #expect(GraphQLResponse(try JSONTree.parse(Array(text.utf8))) == nil)
        }
        #expect(GraphQLResponse(try JSONTree.parse(Array(#"{"data":{}}"#.utf8)))?.failureCount == 0)
    }

    @Test func `a coordinate has its text`() throws {
        let type = try #require(Sample.schema.text(of: "User"))
        #expect(type.signature == "type User implements Node & Named")
        #expect(type.members.map(\.name) == ["id", "name", "email", "friends", "orders", "role"])
        #expect(
            type.usedBy == [
                "User.friends", "Order.buyer", "Thing", "Query.me", "Query.user", "Query.find", "Mutation.addUser",
                "Events.userAdded",
            ])
        let field = try #require(Sample.schema.text(of: "User.friends"))
        #expect(field.signature == "friends(first: Int! = 10, after: String, filter: Filter): [User!]!")
        #expect(
            field.arguments.map(\.coordinate) == [
                "User.friends(first:)", "User.friends(after:)", "User.friends(filter:)",
            ])
        #expect(Sample.schema.text(of: "User.email")?.deprecation == "Use mail")
        #expect(Sample.schema.text(of: "Role.GUEST")?.description == "A guest.")
        #expect(Sample.schema.text(of: "Filter.name")?.signature == "name: String = \"x\\n\"")
        #expect(Sample.schema.text(of: "@auth(scopes:)")?.description == "Where.")
        #expect(Sample.schema.text(of: "@auth")?.locations.count == 4)
        #expect(Sample.schema.text(of: "Named")?.possibleTypes == ["User"])
        #expect(Sample.schema.text(of: "Role")?.usedByCount == 5)
        for text in ["", "Nope", "User.nope", "User.name(x:)", "User.name(", "@", "User.a.b", "."] {
            #expect(Sample.schema.text(of: text) == nil)
        }
    }

    private func coordinate(
        _ path: GraphQLResponse.Step..., query: String, typename: (Int) -> String? = { _ in nil }
    ) -> String? {
        let schema = GraphQLSchema(
            sdl: Array(
                "type Query { any: [Any!] } union Any = Cat | Dog type Cat { name: String lives: Int } type Dog { name: ID }"
                    .utf8))
        return GraphQLDocument.parse(Array(query.utf8)).coordinate(
            of: path, operationName: nil, in: schema, typename: typename)
    }

    @Test func `a member of a response belongs to a field of the query, through aliases and fragments`() {
        let query = "{ all: any { ...C ... on Dog { name __typename } } } fragment C on Cat { n: name lives }"
        #expect(coordinate(.name("all"), query: query) == "Query.any")
        #expect(coordinate(.name("all"), .index(3), .name("n"), query: query) == "Cat.name")
        #expect(coordinate(.name("all"), .index(3), .name("name"), query: query) == "Dog.name")
        #expect(coordinate(.name("all"), .index(3), .name("__typename"), query: query) == "Dog.__typename")
        #expect(coordinate(.name("all"), .index(3), .name("other"), query: query) == nil)
        #expect(coordinate(.index(3), query: query) == nil && coordinate(query: query) == nil)
    }

    @Test func `the type of an object decides between fragments`() {
        let query = "{ any { ... on Cat { name } ... on Dog { name } } }"
        #expect(
            coordinate(.name("any"), .index(0), .name("name"), query: query) { $0 == 2 ? "Dog" : nil } == "Dog.name")
        #expect(
            coordinate(.name("any"), .index(0), .name("name"), query: query) { $0 == 2 ? "Cat" : nil } == "Cat.name")
        #expect(coordinate(.name("any"), .index(0), .name("name"), query: query) { _ in "Strange" } == "Cat.name")
    }
}
