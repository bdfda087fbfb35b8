import Base
import HTTPFormat
import NetEngine
import TestSupport
import Testing

@testable import Workspace

/// GraphQL schemas as files of a collection.
@Suite struct SchemaFileTests {
    private static let sdl = """
        "The shop"
        type Query {
          "One product."
          product(id: ID!): Product
        }
        type Product { id: ID! name: String price: Float }
        """
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.sdl, to: "shop.graphql")
        try folder.write("query Tea { product(id: 1) { name } }", to: "tea.graphql")
        try folder.write("POST http://h.test/\n\n< tea.graphql\n", to: "a.http")
    }

    private func outcome(_ edit: (inout String) -> Void = { _ in }) throws -> RequestResolver.Outcome {
        let file = try #require(try CollectionStore().load(path: folder.path + "/shop.graphql").files.first)
        var whole = file.expandingAll()
        var text = String(decoding: whole.document.bytes, as: UTF8.self)
        edit(&text)
        whole.document = HTTPDocument(bytes: Array(text.utf8))
        var context = ContextBuilder(place: CollectionPlace(root: folder.path), isTrusted: false, environmentName: nil)
            .context(for: whole)
        context.overrides = ["server": "http://h.test/graphql", "id": "\"1\""]
        return RequestResolver().resolve(whole.document.requests[0], in: whole, context: context)
    }

    @Test func `a schema of a folder is opened, and a query is not`() throws {
        let files = try CollectionStore().load(path: folder.path).files
        #expect(files.map(\.relativePath) == ["a.http", "shop.graphql"])
        let requests = files[1].document.requests
        #expect(requests.map(\.name) == ["product"] && requests[0].method == "GRAPHQL")
        #expect(files[1].described?.groups.map(\.name) == ["Queries"])
    }

    @Test func `a request of a schema is sent as JSON`() throws {
        guard case .draft(let draft, _) = try outcome() else { throw Missing() }
        #expect(draft.method == "POST" && draft.url == "http://h.test/graphql")
        guard case .bytes(let body) = draft.body else { throw Missing() }
        #expect(String(decoding: body, as: UTF8.self).contains("\"variables\":{"))
    }

    private struct Missing: Error {}

    @Test func `what the schema does not allow is not sent, and its place is named`() throws {
        let field = try outcome { $0 = $0.replacing("price", with: "prize") }
        guard case .refused(let sentence, let line) = field else { throw Missing() }
        #expect("\(sentence)".contains("prize") && "\(sentence)".contains("shop.graphql"), "\(sentence)")
        #expect(line > 3)
        let sent = try outcome {
            $0 = $0.replacing("price", with: "prize").replacing("# @name", with: "# @openapi none\n# @name")
        }
        guard case .draft = sent else { throw Missing() }
    }

    @Test func `a file that is not a schema is named with its place`() throws {
        try folder.write("type Query {", to: "broken.graphql")
        let file = CollectionStore().reload(path: folder.path + "/broken.graphql", relativePath: "broken.graphql")
        #expect(file?.problemSentence?.contains("broken.graphql:1:") == true, "\(file?.problemSentence ?? "")")
    }
}
