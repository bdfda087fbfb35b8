import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// Requests of request files that belong to a description or a schema beside them.
@Suite struct KeptDescriptionTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func robot(_ columns: Int = 120, _ rows: Int = 30) throws -> Robot {
        let robot = Robot(columns, rows, files: [])
        let read = try CollectionStore().load(path: folder.path)
        robot.tell(.collectionOpened(CollectionOpening(path: folder.path, folder: read, memory: nil, drops: true)))
        return robot
    }

    /// A robot with the first request of `a.http` open.
    private func graphQL(_ body: String, line: String = "") throws -> Robot {
        try folder.write(
            """
            type Query { tea(id: ID!): Tea teas: [Drink] }
            union Drink = Tea | Milk
            "A hot drink" type Tea { "What it is called" name: String price: Float @deprecated(reason: "Ask the waiter") kind: Kind }
            type Milk { name: ID }
            enum Kind { GREEN BLACK }
            """, to: "shop.graphql")
        try folder.write("\(line)GRAPHQL http://h.test/graphql\n\n\(body)\n", to: "a.http")
        let robot = try robot()
        #expect(robot.screen.contains("GRAPHQL http://h.test/graphql"), "\(robot.screen)")
        return robot
    }

    // MARK: GraphQL

    @Test(arguments: ["", "# @openapi ./shop.graphql\n", "# @openapi none\n"])
    func `a kept GraphQL request is completed from its schema`(line: String) throws {
        let robot = try graphQL("{\n  tea(id: 1) { name }\n}", line: line)
        robot.press("2", .enter, .down, .end, .left, .left)
        robot.type(" pr")
        #expect(robot.listRows.contains("price"), "\(robot.screen)")
    }

    @Test func `a kept GraphQL request has the docs of the field that it asks for`() throws {
        let robot = try graphQL("query Q { cup: tea(id: 1) { name } }")
        for _ in 0..<8 where robot.tab != "Docs" { robot.press("2", "]") }
        #expect(robot.tab == "Docs" && robot.screen.contains("tea(id: ID!): Tea"), "\(robot.screen)")
    }

    @Test func `a query that asks for nothing of the schema has no docs`() throws {
        let robot = try graphQL("{ coffee }")
        for _ in 0..<8 {
            robot.press("2", "]")
            #expect(robot.tab != "Docs")
        }
    }

    /// Sends the open request and shows this response.
    /// - Parameter query: that of a GraphQL request.
    private func respond(_ robot: Robot, _ body: String, to query: String? = nil) throws {
        let id = try #require(robot.send(), "\(robot.screen)")
        var draft = try #require(robot.sent[id])
        if let query { draft.body = .bytes(try GraphQLRequest(query).payload) }
        robot.finish(
            ExchangeFixtures.exchange(
                id.rawValue, draft: draft,
                response: ExchangeFixtures.response(
                    status: 200, headers: [HeaderField("Content-Type", "application/json")], body: Array(body.utf8))))
        robot.press("3")
    }

    @Test func `K on a member of a GraphQL response says what the schema says of its field`() throws {
        let query = "query Q { cup: tea(id: 1) { ...F } }\n\nfragment F on Tea { label: name price kind }"
        let robot = try graphQL(query)
        try respond(robot, #"{"data":{"cup":{"label":"Oolong","price":3,"kind":"GREEN"}}}"#, to: query)
        robot.press("j", "j", "j", "K")
        #expect(
            robot.screen.contains("What it is called") && robot.screen.contains("Tea.name of shop.graphql"),
            "\(robot.screen)")
        robot.press(.escape, "j", "K")
        #expect(
            robot.screen.contains("Float") && robot.screen.contains("deprecated: Ask the waiter"), "\(robot.screen)")
        robot.press(.escape, "j", "K")
        #expect(robot.screen.contains("one of GREEN, BLACK"), "\(robot.screen)")
    }

    @Test func `the type of an object decides which fragment its member is of`() throws {
        let query = "{ teas { __typename ... on Tea { name } ... on Milk { name: name } } }"
        let robot = try graphQL(query)
        try respond(robot, #"{"data":{"teas":[{"__typename":"Milk","name":"1"}]}}"#, to: query)
        robot.press("j", "j", "j", "j", "j", "K")
        #expect(robot.screen.contains("Milk.name of shop.graphql"), "\(robot.screen)")
    }

    // MARK: OpenAPI

    private func openAPI(_ request: String) throws -> Robot {
        try folder.write(
            """
            openapi: 3.1.0
            info: {title: Pets, version: '1'}
            servers: [{url: 'http://h.test/v1'}]
            paths:
              /pets/{id}:
                get:
                  operationId: getPet
                  parameters: [{name: full, in: query, schema: {type: boolean}}]
                  responses: {'200': {description: One, content: {application/json: {schema: {properties: {name: {type: string, description: What it is called.}}}}}}}
              /forms:
                post:
                  operationId: sendForm
                  requestBody: {content: {application/x-www-form-urlencoded: {schema: {required: [size], properties: {size: {enum: [small, large]}, note: {type: string}}}}}}
            """, to: "openapi.yaml")
        try folder.write(request + "\n", to: "sub/a.http")
        let robot = try robot()
        robot.press("1", "g", "g", "j", "j")
        return robot
    }

    private func docs(of robot: Robot) -> Bool {
        for _ in 0..<8 where robot.tab != "Docs" { robot.press("2", "]") }
        return robot.tab == "Docs"
    }

    @Test(
        arguments: [
            "GET http://h.test/v1/pets/1", "@server = http://h.test/v1\n\nGET {{server}}/pets/{{id}}",
            "GET {{server}}/pets/1",
            "# @openapi ../openapi.yaml\nGET http://other.test/pets/1",
        ])
    func `a request beside a description has the docs of the operation that its method and URL are`(request: String)
        throws
    {
        let robot = try openAPI(request)
        #expect(docs(of: robot) && robot.screen.contains("GET /pets/{id}"), "\(robot.screen)")
    }

    @Test(arguments: ["GET http://other.test/pets/1", "GET http://h.test/v1/nothing", "DELETE http://h.test/v1/pets/1"])
    func `a request that the description does not have has none`(request: String) throws {
        let robot = try openAPI(request)
        #expect(!docs(of: robot), "\(robot.screen)")
    }

    @Test func `K knows the operation by method and URL`() throws {
        let robot = try openAPI("GET http://h.test/v1/pets/1")
        try respond(robot, #"{"name": "Rex"}"#)
        robot.press("j", "K")
        #expect(robot.screen.contains("What it is called."), "\(robot.screen)")
    }

    @Test func `parameters and paths are completed by method and URL`() throws {
        let robot = try openAPI("GET http://h.test/v1/pets/1")
        for _ in 0..<8 where robot.tab != "Params" { robot.press("2", "]") }
        robot.press("2", "A")
        robot.type("fu")
        #expect(robot.listRows.contains("full"), "\(robot.screen)")
        let other = try openAPI("GET http://h.test")
        other.press("2", "i", .end)
        other.type("/")
        #expect(other.listRows.contains("/pets/{{id}}"), "\(other.screen)")
    }

    @Test func `fields of a form and their values are completed`() throws {
        let robot = try openAPI(
            "POST http://h.test/v1/forms\nContent-Type: application/x-www-form-urlencoded\n\nnote=a")
        for _ in 0..<8 where robot.tab != "Body" { robot.press("2", "]") }
        robot.press("2", .enter, .end)
        robot.type("&s")
        #expect(robot.listRows.contains("size=") && !robot.listRows.contains("note"), "\(robot.screen)")
        robot.press(.tab)
        robot.type("s")
        #expect(robot.listRows.contains("small"), "\(robot.screen)")
    }

    // MARK: Saving a schema

    private func fetched() throws -> Robot {
        let path = try folder.write(
            "# Endpoint: http://h.test/graphql\n\ntype Query { tea: String }\n", to: "h.test.graphql")
        var read = try CollectionStore().load(path: path)
        read.asked = "graphql+http://h.test/graphql"
        read.remark = "The schema that it had last is shown."
        let robot = Robot(120, 30, files: [])
        robot.tell(
            .collectionOpened(
                CollectionOpening(path: "graphql+http://h.test/graphql", folder: read, memory: nil, drops: true)))
        robot.tell(.collectionLoaded(.success(read)))
        return robot
    }

    @Test func `the schema of an endpoint is written to a file, which is asked about if it exists`() throws {
        let robot = try fetched()
        #expect(robot.screen.contains("The schema that it had last is shown."), "\(robot.screen)")
        #expect(robot.offers(.saveSchema))
        robot.choose("Save schema")
        #expect(robot.screen.contains("Write the schema") && robot.screen.contains("schema.graphql"), "\(robot.screen)")
        #expect(robot.dialogWords.contains("The endpoint is its first line. The name is relative"), "\(robot.screen)")
        robot.press(.enter)
        let jobs = robot.take().compactMap { if case .writeBody(let job) = $0 { job } else { nil } }
        let job = try #require(jobs.last)
        #expect(
            String(decoding: Array(job.body.bytes(in: 0..<job.body.count)), as: UTF8.self).hasPrefix(
                "# Endpoint: http://h.test/graphql\n\ntype Query"))
        #expect(!job.replaces)
        robot.tell(.bodyWritten(.exists))
        #expect(robot.screen.contains("There is a file of that name."), "\(robot.screen)")
        robot.press(.enter)
        robot.tell(.bodyWritten(.written(path: "/x/schema.graphql", byteCount: 10)))
        #expect(
            !robot.hasDialog && robot.screen.contains("The schema (10 B) is in /x/schema.graphql."), "\(robot.screen)")
    }

    @Test func `without an endpoint there is no schema to save`() throws {
        #expect(try !graphQL("{ teas }").offers(.saveSchema))
    }
}
