import Base
import HTTPFormat
import TestSupport
import Testing

@testable import Workspace

/// What the screen keeps of a description's requests, for `send` and `run`.
@Suite struct KeptChangesTests {
    private let folder: TemporaryFolder
    private let store: DescriptionEditStore

    init() throws {
        folder = try TemporaryFolder()
        store = DescriptionEditStore(folder: folder.path + "/state")
        try write("limit")
    }

    private func write(_ parameter: String) throws {
        try folder.write(
            """
            openapi: 3.1.0
            info: {title: Pets, version: '1'}
            servers: [{url: 'http://h.test'}]
            paths:
              /pets:
                get: {operationId: listPets, parameters: [{name: \(parameter), in: query, required: true, schema: {type: integer}}]}
              /orders:
                get: {operationId: listOrders}
            """, to: "openapi.yaml")
    }

    private func file() throws -> CollectionFile {
        try #require(try CollectionStore().load(path: folder.path + "/openapi.yaml").files.first)
    }

    /// Keeps a change of the first request.
    private func keep(_ old: String, _ new: String) throws {
        var file = try file().expanding([0])
        let text = String(decoding: file.document.bytes, as: UTF8.self)
        try #require(text.contains(old))
        file.document = HTTPDocument(bytes: Array(text.replacing(old, with: new).utf8))
        #expect(store.keep(DescriptionEdits(of: file)) == nil)
    }

    @Test func `what was changed is sent, and named`() throws {
        try keep("limit=1", "limit=7")
        let joined = try KeptChanges(store).joined(with: try file())
        let whole = joined.file.expandingAll()
        #expect(String(decoding: whole.document.bytes, as: UTF8.self).contains("/pets?limit=7"))
        #expect(whole.document.requests.count == 2 && joined.names == ["listPets"] && joined.conflicts.isEmpty)
        #expect(
            joined.sentence()
                == "openapi.yaml: with the changes that the screen keeps of listPets; --no-kept leaves them out.")
        #expect(joined.sentence(of: ["listOrders"]) == nil)
        let without = try KeptChanges(nil).joined(with: try file())
        #expect(without.sentence() == nil && !without.file.isEdited)
    }

    private static let addresses = [
        nil, "https://h.test/openapi.yaml", "https://h.test/v2/openapi.yaml",
        "https://h.test/openapi.yaml from https://other.test",
    ]

    @Test(arguments: addresses)
    func `changes belong to the address that a description was fetched from, or to its path`(address: String?) throws {
        var changed = try file().expanding([0])
        changed.address = address
        let text = String(decoding: changed.document.bytes, as: UTF8.self)
        changed.document = HTTPDocument(bytes: Array(text.replacing("limit=1", with: "limit=7").utf8))
        #expect(store.keep(DescriptionEdits(of: changed)) == nil)
        for other in Self.addresses {
            var read = try file()
            read.address = other
            let names = try KeptChanges(store).joined(with: read).names
            #expect(names == (other == address ? ["listPets"] : []), "\(other ?? "its path")")
            let edits = try store.edits(of: read.path, from: other)
            #expect(edits.path == read.path && edits.address == other)
        }
    }

    @Test func `where the description changed, too, the change is sent and the sentence says so`() throws {
        try keep("limit=1", "limit=7")
        try write("most")
        let joined = try KeptChanges(store).joined(with: try file())
        #expect(joined.conflicts == ["listPets"])
        #expect(joined.sentence()?.hasSuffix("changed since in the same place of listPets.") == true)
        #expect(String(decoding: joined.file.document.bytes, as: UTF8.self).contains("limit=7"))
    }

    @Test func `changes that cannot be read are one sentence`() throws {
        try keep("limit=1", "limit=7")
        for name in try #require(try? DiskFile.names(in: store.folder).get()) where name.hasSuffix(".json") {
            try folder.write("{}", to: "state/" + name)
        }
        let file = try file()
        #expect(throws: CollectionError.self) { try KeptChanges(store).joined(with: file) }
    }

    // MARK: Descriptions that are not in the collection

    private func nearby(_ text: String, at path: String, root: String, isTrusted: Bool = false) throws -> String? {
        let path = try folder.write(text, to: path)
        let file = try #require(try CollectionStore().load(path: path).files.first)
        let request = try #require(file.document.requests.first)
        let found = NearbyDescription.find(
            for: request, in: file, root: root, isTrusted: isTrusted, library: DescriptionLibrary())
        switch found {
        case nil: return nil
        case .success(let described): return PathText.name(of: described.path)
        case .failure(let error): return error.sentence
        }
    }

    @Test func `a request file finds the description that it names, or that is beside it or above it`() throws {
        let root = folder.path
        #expect(try nearby("GET http://h.test/pets\n", at: "a.http", root: root) == "openapi.yaml")
        #expect(try nearby("GET http://h.test/pets\n", at: "sub/deep/a.http", root: root) == "openapi.yaml")
        #expect(try nearby("GET http://h.test/pets\n", at: "sub/a.http", root: root + "/sub") == nil)
        let named = "# @openapi ../openapi.yaml\nGET http://h.test/pets\n"
        #expect(try nearby(named, at: "sub/b.http", root: root) == "openapi.yaml")
        let outside = try #require(try nearby(named, at: "sub/b.http", root: root + "/sub"))
        #expect(outside.contains("outside the collection's folder"), "\(outside)")
        #expect(try nearby(named, at: "sub/b.http", root: root + "/sub", isTrusted: true) == "openapi.yaml")
        let missing = try nearby("# @openapi ./none.yaml\nGET http://h.test/pets\n", at: "c.http", root: root)
        #expect(missing?.contains("none.yaml cannot be read") == true, "\(missing ?? "")")
        try folder.write("type Query { tea: String }", to: "shop.graphql")
        #expect(try nearby("GRAPHQL http://h.test/\n\n{ tea }\n", at: "d.http", root: root) == "shop.graphql")
    }
}
