import Base
import Descriptions
import GraphQL
import HTTPFormat
import JSONPath
import NetEngine
import TestSupport
import Testing

@testable import Workspace

/// A GraphQL endpoint that is asked for its schema.
@Suite struct FetchedSchemaTests {
    private static let schema = GraphQLSchema(
        sdl: Array(
            "type Query { tea(id: ID!): Tea } type Mutation { brew(id: ID!): Tea } type Tea { name: String }".utf8))

    /// Answers introspection as a server of the current edition does.
    private static let server = StubBehaviour { request in
        let query = (try? JSONTree.parse(request.body)).flatMap { tree in
            tree.member(Array("query".utf8), of: 0).map { tree.string($0) }
        }
        let result = query.flatMap { schema.introspectionResult(of: GraphQLDocument.parse(Array($0))) }
        let body = String(decoding: result ?? Array("{}".utf8), as: UTF8.self)
        return StubBehaviour.status(200, headers: [("Content-Type", "application/json")], body: body).answer(request)
    }

    private func open(_ behaviour: StubBehaviour, headers: [HeaderField] = []) async throws -> (
        Result<CollectionFolder, CollectionError>, StubServer
    ) {
        let server = try StubServer(behaviour)
        defer { server.stop() }
        let engine = Engine()
        let description = FetchedDescription("graphql+\(server.url)/graphql", headers: headers)
        let result: Result<CollectionFolder, CollectionError>
        do throws(CollectionError) {
            result = .success(try await description.folder { await engine.send($0) })
        } catch {
            result = .failure(error)
        }
        await engine.shutdown()
        return (result, server)
    }

    @Test func `its fields are requests, sent to it`() async throws {
        let (result, server) = try await open(Self.server, headers: [HeaderField("Authorization", "Bearer t")])
        let folder = try result.get()
        let file = try #require(folder.single)
        #expect(file.relativePath == "127.0.0.1-\(server.port).graphql")
        #expect(file.document.requests.map(\.name) == ["tea", "brew"])
        #expect(file.described?.graphQL?.schema == Self.schema)
        let environments = try #require(file.described?.environments)
        #expect(String(decoding: environments, as: UTF8.self).contains("\"server\": \"\(server.url)/graphql\""))
        #expect(server.received.allSatisfy { $0.method == "POST" && $0.lines.contains("Authorization: Bearer t") })
        #expect(server.received.count == 2)
    }

    @Test func `a server that refuses introspection is named, with what else can be done`() async throws {
        let body = #"{"errors":[{"message":"introspection is off"}]}"#
        let (result, _) = try await open(.status(200, headers: [("Content-Type", "application/json")], body: body))
        #expect(throws: CollectionError.self) { try result.get() }
        guard case .failure(let error) = result else { return }
        #expect(error.sentence.contains("introspection is off") && error.sentence.contains("schema.graphql --server"))
        let (other, _) = try await open(.status(200, body: "hello"))
        guard case .failure(let second) = other else {
            Issue.record("opened")
            return
        }
        #expect(second.sentence.contains("is not JSON"))
    }
}
