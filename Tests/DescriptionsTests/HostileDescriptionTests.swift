import Base
import Contract
import HTTPFormat
import JSONPath
import NetEngine
import OpenAPI
import TestSupport
import Testing

@testable import Descriptions

@Suite struct HostileDescriptionTests {
    /// Pieces of names and texts that mean something in a request file, a terminal or a path.
    static let pieces = [
        "\n", "\r", "###", "### x", "{{", "}}", "{{$guid}}", "\\{\\{a\\}\\}", "\u{1B}[2J", "\u{9B}31m", "..", "/../",
        "#", "//",
        "@name x", "# @disabled", "??", "?? status == 1", "< ./a", "<@ b", "> {%", "HTTP/1.1 200 OK", "GET /x",
        "curl x",
        " ", "\t", "---", "--part", "a", "Pet", "é", "\u{2028}", "\u{202E}", "\u{0}", "%", "%41", "&b=1", "=", "\"",
        "'",
        "\\", "<x>", ">>", "import x", "query", "openid", "𝒳", ":", ";", ",", "graphql", "cert: a", "1", "__", "$",
    ]
    struct Maker {
        var generator: SeededGenerator
        mutating func pick<Item>(_ items: [Item]) -> Item { items[Int(generator.next() % UInt64(items.count))] }
        mutating func chance(_ percent: UInt64) -> Bool { generator.next() % 100 < percent }
        mutating func name() -> String {
            (0..<Int(1 + generator.next() % 4)).map { _ in pick(HostileDescriptionTests.pieces) }.joined()
        }
        mutating func schema() -> JSONOutput {
            switch generator.next() % 8 {
            case 0: return .object([("const", .string(name()))])
            case 1:
                return .object([
                    ("type", "object"), ("required", .array([.string("a")])),
                    ("properties", .object([("a", .object([("enum", .array([.string(name())]))]))])),
                ])
            case 2: return .object([("type", "string"), ("format", "binary")])
            case 3: return .object([("$ref", "#/nowhere")])
            case 4:
                return .object([("type", "array"), ("minItems", 1), ("items", .object([("const", .string(name()))]))])
            case 5: return .bool(chance(50))
            case 6: return .object([("type", "string"), ("example", .string(name()))])
            default: return .object([("type", "integer"), ("minimum", 3)])
            }
        }
        mutating func parameter() -> JSONOutput {
            .object([
                ("name", .string(name())), ("in", .string(pick(["query", "header", "cookie", "path", "querystring"]))),
                ("required", .bool(chance(60))), ("schema", schema()), ("description", .string(name())),
                ("style", .string(pick(["form", "simple", "deepObject", "matrix", "pipeDelimited"]))),
                ("allowReserved", .bool(chance(50))),
            ])
        }
        mutating func operation() -> JSONOutput {
            let types = [
                "application/json", "multipart/form-data", "application/x-www-form-urlencoded", "text/plain",
                "text/xml",
                "application/octet-stream", "*/*", "application/x-ndjson", name(),
            ]
            var members: [(String, JSONOutput)] = [
                ("summary", .string(name())), ("description", .string(name())),
                ("tags", .array(chance(50) ? [.string(name())] : [])),
                ("parameters", .array((0..<Int(generator.next() % 4)).map { _ in parameter() })),
                (
                    "requestBody",
                    .object([
                        ("required", .bool(chance(70))),
                        ("content", .object([(pick(types), .object([("schema", schema())]))])),
                    ])
                ),
                ("security", .array([.object([("s", .array([]))])])),
                ("callbacks", .object([(name(), .object([(name(), .object([("post", .object([]))]))]))])),
                ("responses", .object([("200", .object([("content", .object([(pick(types), .object([]))]))]))])),
            ]
            if chance(70) { members.append(("operationId", .string(name()))) }
            if chance(20) { members.append(("servers", .array([.object([("url", .string(name()))])]))) }
            return .object(members)
        }
        mutating func description() -> JSONOutput {
            var paths: [(String, JSONOutput)] = []
            for _ in 0..<6 {
                let path = pick(["/", "", "/a/{"]) + name() + pick(["", "}", "/{id}", "?x=1"])
                paths.append((path, .object([("get", operation()), ("post", operation())])))
            }
            paths.append(("/x", .object([("additionalOperations", .object([(name(), operation())]))])))
            let scheme: JSONOutput = pick([
                .object([("type", "http"), ("scheme", .string(name()))]),
                .object([
                    ("type", "apiKey"), ("in", .string(pick(["header", "query", "cookie"]))), ("name", .string(name())),
                ]),
                .object([
                    ("type", "oauth2"), ("flows", .object([("password", .object([("tokenUrl", .string(name()))]))])),
                ]),
            ])
            return .object([
                ("openapi", "3.2.0"), ("paths", .object(paths)),
                ("webhooks", .object([(name(), .object([("post", operation())]))])),
                (
                    "servers",
                    .array([
                        .object([("url", .string(name())), ("description", .string(name()))]),
                        .object([("url", .string("https://" + name()))]),
                    ])
                ),
                ("components", .object([("securitySchemes", .object([("s", scheme)]))])),
            ])
        }
    }

    @Test(.longComputation) func `operations in are requests out, whatever they are called`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var refused = 0
        var all = 0
        for round in 0..<150 {
            var maker = Maker(generator: SeededGenerator(seed: seed &+ UInt64(round)))
            let bytes = maker.description().bytes
            let api = DescribedAPI(try Description.read(bytes))
            let collection = DescribedCollection(api, fileName: "a \u{1B}b#.yaml")
            let comment: Comment = "seed \(seed), round \(round)"
            let skeleton = HTTPDocument(bytes: collection.skeleton)
            #expect(skeleton.requests.count == api.operations.count, comment)
            #expect(skeleton.notices.isEmpty, "\(comment): \(skeleton.notices)")
            #expect(skeleton.requests.map { $0.name ?? "" } == collection.names, comment)
            #expect(Set(collection.names).count == collection.names.count, comment)
            let full = collection.document(expanding: collection.operations.indices)
            let document = HTTPDocument(bytes: full)
            #expect(document.requests.count == api.operations.count, comment)
            #expect(document.notices.isEmpty, "\(comment): \(document.notices)")
            #expect(document.requests.map { $0.name ?? "" } == collection.names, comment)
            all += api.operations.count
            refused += collection.operations.indices.count { index in
                collection.block(of: index).notices.contains { $0.text.hasPrefix("The operation cannot be written") }
            }
            #expect(!full.contains(0x1B) && !full.contains(0), comment)
            for (index, request) in skeleton.requests.enumerated() {
                // The link leads back to the operation.
                let link = try #require(request.settings.contract, comment).decoded
                #expect(link.path == "./a \u{1B}b#.yaml", comment)
                let entry = try #require(link.operation.flatMap { api.description.operation(named: $0) }, comment)
                // A path that the text has twice has one pointer.
                #expect(entry.pointer == collection.operations[index].pointer, comment)
                #expect(request.name == collection.name(of: index), comment)
            }
            let environments = collection.environments()
            #expect((try? JSONTree.parse(environments.bytes)) != nil, comment)
            #expect(Set(environments.names).count == environments.names.count, comment)
        }
        // The last resort is for what nobody thought of.
        #expect(refused * 20 < all, "seed \(seed): \(refused) of \(all)")
    }

    @Test func `two operations with one id have two names, and links by pointer`() throws {
        let collection = try PetShop.collection(
            """
            openapi: 3.0.3
            paths:
              /a: { get: { operationId: same, responses: {} }, put: { operationId: same, responses: {} } }
              /b: { get: { operationId: same_2, responses: {} } }
            """)
        #expect(collection.names == ["same", "same_2", "same_2_2"])
        #expect(text(collection.skeleton).contains("#/paths/~1a/put\n"))
        #expect(collection.notices.contains { $0.kind == .repeatedOperationID })
    }

    @Test func `a method that a request line cannot hold is replaced, and reported`() throws {
        let collection = try PetShop.collection(
            """
            openapi: 3.2.0
            paths:
              /a: { additionalOperations: { CURL: { responses: {} }, "a b": { responses: {} }, PURGE: { responses: {} } } }
            """)
        #expect(HTTPDocument(bytes: collection.skeleton).requests.map(\.method) == ["X-CURL", "AB", "PURGE"])
        #expect(collection.notices.count { $0.kind == .notRepresented } == 2)
    }

    @Test(.longComputation) func `documentation of anything is rows of one line with ids of their own`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        for round in 0..<40 {
            var maker = Maker(generator: SeededGenerator(seed: seed &+ UInt64(round)))
            let api = DescribedAPI(try Description.read(maker.description().bytes))
            let comment: Comment = "seed \(seed), round \(round)"
            for entry in api.operations {
                let docs = OperationDocs(api, entry)
                var open = docs.initiallyOpen
                for _ in 0..<4 { open.formUnion(docs.rows(open: open).filter(\.hasChildren).map(\.id)) }
                let rows = docs.rows(open: open)
                #expect(Set(rows.map(\.id)).count == rows.count, comment)
                #expect(rows.allSatisfy { row in row.text.unicodeScalars.allSatisfy { $0.value >= 0x20 } }, comment)
                #expect(rows.allSatisfy { $0.place == nil || docs.source(of: $0) != nil }, comment)
                _ = docs.describe(path: [.name("a"), .index(0)], inResponse: 200)
            }
            let search = OperationSearch(api, api.operations)
            #expect(search.matches("get").allSatisfy { api.operations.indices.contains($0.operation) }, comment)
        }
    }

    @Test func `nothing of the description is read for the skeleton but its index`() throws {
        var text = "openapi: 3.0.3\npaths:\n"
        for index in 0..<50 {
            text +=
                "  /p\(index): { get: { tags: [a], operationId: o\(index), parameters: [ { $ref: '#/nowhere' } ] } }\n"
        }
        let collection = try PetShop.collection(text)
        #expect(HTTPDocument(bytes: collection.skeleton).requests.count == 50)
        #expect(collection.api.compiledParts == 0)
        #expect(collection.block(of: 3).notices.contains { $0.kind == .reference })
    }

    @Test func `an unknown server variable is reported, and the rest works`() throws {
        let environments = try PetShop.collection(
            "openapi: 3.1.0\nservers: [ { url: 'https://{a-b}.example.com' } ]\npaths: { /a: { get: {} } }"
        ).environments()
        #expect(text(environments.bytes).contains("\"https://{{a_b}}.example.com\""))
        #expect(
            environments.notices.map(\.text) == [
                "The server URL has the unknown variable 'a-b': give a_b a value."
            ])
    }

    @Test func `one of several logins is taken that a request can hold`() throws {
        let collection = try PetShop.collection(
            """
            openapi: 3.1.0
            security: [ { lost: [] }, { a: [], b: [] }, { id: [] } ]
            paths: { /a: { get: { responses: {} } }, /b: { get: { security: [ {}, { id: [] } ], responses: {} } } }
            components:
              securitySchemes:
                a: { type: http, scheme: Bearer }
                b: { type: http, scheme: basic }
                id: { type: openIdConnect, openIdConnectUrl: "https://id.example.com" }
            """)
        #expect(collection.block(of: 0).text.contains("\nAuthorization: Bearer {{id}}\n"))
        #expect(!collection.block(of: 1).text.contains("Authorization"))
        #expect(collection.block(of: 0).notices.contains { $0.text.contains("not looked up") })
    }

    @Test func `the work for a skeleton grows with the number of operations`() throws {
        func steps(_ count: Int) throws -> Int {
            var text = "openapi: 3.0.3\npaths:\n"
            for index in 0..<count {
                text +=
                    "  /p\(index): { get: { tags: [t\(index % 7)], operationId: same, servers: [ { url: /\(index) } ] } }\n"
            }
            let api = DescribedAPI(try Description.read(Array(text.utf8)))
            return WorkMeter.steps(of: { _ = DescribedCollection(api, fileName: "a.yaml") })
        }
        #expect(try steps(400) < 12 * steps(40))
    }
}
