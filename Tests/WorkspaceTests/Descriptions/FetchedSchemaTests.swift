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

    private func open(
        _ behaviour: StubBehaviour, headers: [HeaderField] = [], kept: KeptSchemas? = nil
    ) async throws -> (Result<CollectionFolder, CollectionError>, StubServer) {
        let server = try StubServer(behaviour)
        defer { server.stop() }
        let engine = Engine()
        let description = FetchedDescription("graphql+\(server.url)/graphql", headers: headers)
        let result: Result<CollectionFolder, CollectionError>
        do throws(CollectionError) {
            result = .success(try await description.folder(kept: kept) { await engine.send($0) })
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
        #expect(folder.place.address?.text == server.url)
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

    /// - Returns: what an endpoint that cannot be reached is opened as.
    private func offline(_ url: String, _ kept: KeptSchemas?) async -> Result<CollectionFolder, CollectionError> {
        let engine = Engine()
        let result: Result<CollectionFolder, CollectionError>
        do throws(CollectionError) {
            result = .success(
                try await FetchedDescription("graphql+\(url)").folder(kept: kept) { await engine.send($0) })
        } catch {
            result = .failure(error)
        }
        await engine.shutdown()
        return result
    }

    @Test func `without a connection the schema that was kept is opened, and a sentence says so`() async throws {
        let folder = try TemporaryFolder()
        let kept = KeptSchemas(folder: folder.path + "/schemas")
        let (first, server) = try await open(Self.server, kept: kept)
        #expect(try first.get().remark == nil)
        // The server is gone now.
        let url = "\(server.url)/graphql"
        let again = try await offline(url, kept).get()
        #expect(again.single?.described?.graphQL?.schema == Self.schema)
        #expect(again.place.address?.text == server.url)
        #expect(again.remark?.hasPrefix("This is the schema that the endpoint had last: 127.0.0.1") == true)
        guard case .failure = await offline(url, nil), case .failure = await offline(url + "2", kept) else {
            Issue.record("opened")
            return
        }
    }

    @Test func `a folder that cannot be made is said, and the schema opens`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "file")
        let (result, _) = try await open(Self.server, kept: KeptSchemas(folder: folder.path + "/file/schemas"))
        #expect(try result.get().remark?.contains("schemas") == true)
    }

    private static func json(_ body: String) -> StubBehaviour {
        .status(200, headers: [("Content-Type", "application/json")], body: body)
    }

    @Test(
        arguments: [
            ("<html>no</html>", "is not JSON"), ("[]", "has no __schema"), ("{}", "has no __schema"),
            (#"{"data": {"__schema": {}}}"#, "has no types"), (#"{"data": {"__schema": {"types": []}}}"#, "no fields"),
            (#"{"errors": [{"message": "a\u001b[2Jb"}]}"#, "refuses introspection"),
        ])
    func `what is not a schema is one sentence`(body: String, words: String) async throws {
        let (result, _) = try await open(Self.json(body))
        guard case .failure(let error) = result else {
            Issue.record("opened")
            return
        }
        #expect(error.sentence.contains(words), "\(error.sentence)")
    }

    @Test(arguments: [404, 500], ["<html>not here</html>", #"{"error": {"code": "not_found"}}"#])
    func `a page that is not there is no schema`(status: Int, body: String) async throws {
        let (result, server) = try await open(.status(status, body: body))
        guard case .failure(let error) = result else {
            Issue.record("opened")
            return
        }
        #expect(
            error.sentence.hasPrefix("\(server.url)/graphql was not opened: ")
                && error.sentence.contains("status \(status)"), "\(error.sentence)")
    }

    @Test func `a schema over 64 MiB is not fetched`() async throws {
        let body = #"{"data": ""# + String(repeating: "a", count: 65 << 20) + #""}"#
        let (result, _) = try await open(Self.json(body))
        guard case .failure(let error) = result else {
            Issue.record("opened")
            return
        }
        #expect(error.sentence.contains("was not opened") && error.sentence.contains("64"), "\(error.sentence)")
    }

    @Test func `100,000 levels in place of a schema are one sentence`() async throws {
        let deep = String(repeating: "{\"data\":", count: 100_000) + "1" + String(repeating: "}", count: 100_000)
        let (result, _) = try await open(Self.json(deep))
        guard case .failure(let error) = result else {
            Issue.record("opened")
            return
        }
        #expect(
            error.sentence.hasPrefix("http://") && error.sentence.utf8.count < 1_000, "\(error.sentence.prefix(300))")
    }

    @Test func `a schema of 20,000 types opens`() async throws {
        let types = (0..<20_000).map {
            #"{"kind":"OBJECT","name":"T\#($0)","interfaces":[],"fields":[{"name":"a","args":[],"type":{"kind":"OBJECT","name":"T\#($0 + 1)"}}]}"#
        }
        let body =
            #"{"data":{"__schema":{"queryType":{"name":"T0"},"directives":[],"types":[\#(types.joined(separator: ","))]}}}"#
        let (result, _) = try await open(Self.json(body))
        #expect(try result.get().single?.document.requests.map(\.name) == ["a"])
    }
}
