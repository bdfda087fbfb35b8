import Base
import Descriptions
import GraphQL
import HTTPFormat
import NetEngine
import TestSupport
import Testing

@testable import Workspace

/// GraphQL requests of request files, and the schema that they belong to.
@Suite struct KeptGraphQLTests {
    private static let sdl =
        "type Query { product(id: ID!, kind: Kind): Product } type Product { id: ID! name: String } enum Kind { BIG }"
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.sdl, to: "shop.graphql")
    }

    private struct Missing: Error {}

    private func file(_ text: String, _ name: String = "a.http") throws -> CollectionFile {
        let path = try folder.write(text, to: name)
        return try #require(try CollectionStore().load(path: path).files.first)
    }

    private func context(_ file: CollectionFile, isTrusted: Bool = false) -> RequestResolver.Context {
        ContextBuilder(place: CollectionPlace(root: folder.path), isTrusted: isTrusted).context(for: file)
    }

    /// The sentence with which a request is refused; nil if it is sent.
    private func refusal(_ text: String, _ name: String = "a.http", isTrusted: Bool = false) throws -> String? {
        let file = try file(text, name)
        let request = try #require(file.document.requests.first)
        switch RequestResolver().resolve(request, in: file, context: context(file, isTrusted: isTrusted)) {
        case .refused(let sentence, _): return sentence
        case .draft: return nil
        default: throw Missing()
        }
    }

    private static let wrong = "GRAPHQL http://h.test/\n\n{\n  product(id: 1) { nmae }\n}\n"

    @Test func `a request beside the one schema of its folder is checked before it is sent`() throws {
        let sentence = try #require(try refusal(Self.wrong))
        #expect(sentence.hasPrefix("a.http:4: Column 20: "), "\(sentence)")
        #expect(sentence.contains("nmae") && sentence.contains("shop.graphql") && sentence.contains("# @openapi none"))
        #expect(try refusal(Self.wrong.replacing("nmae", with: "name")) == nil)
        #expect(try refusal("# @openapi none\n" + Self.wrong) == nil)
    }

    @Test func `of several schemas the one of the same name is meant, or the one that is named`() throws {
        try folder.write("type Query { other: Int }", to: "other.graphql")
        #expect(try refusal(Self.wrong) == nil)
        #expect(try refusal(Self.wrong, "shop.http") != nil)
        #expect(try refusal("# @openapi ./shop.graphql\n" + Self.wrong)?.contains("a.http:5:") == true)
        #expect(
            try refusal("# @openapi ./other.graphql\n" + Self.wrong, "shop.http")?.contains("other.graphql") == true)
        #expect(try refusal("# @openapi ./missing.graphql\n" + Self.wrong) == nil)
    }

    @Test func `a schema of another folder counts only if it is named`() throws {
        #expect(try refusal(Self.wrong, "sub/a.http") == nil)
        #expect(try refusal("# @openapi ../shop.graphql\n" + Self.wrong, "sub/a.http") != nil)
    }

    @Test func `a schema outside of a collection that is not trusted is not read`() throws {
        let other = try TemporaryFolder()
        let path = try other.write(Self.sdl, to: "far.graphql")
        #expect(try refusal("# @openapi \(path)\n" + Self.wrong) == nil)
        #expect(try refusal("# @openapi \(path)\n" + Self.wrong, isTrusted: true) != nil)
    }

    @Test func `variables and fragments are checked at their lines`() throws {
        let variables =
            "GRAPHQL http://h.test/\n\nquery Q($k: Kind) { product(id: 1, kind: $k) { id } }\n\n{\n  \"k\": \"HUGE\"\n}\n"
        #expect(try refusal(variables)?.hasPrefix("a.http:6: Column 8: ") == true)
        #expect(try refusal(variables.replacing("HUGE", with: "BIG")) == nil)
        let fragment =
            "fragment F on Product {\n  nmae\n}\n\n###\nGRAPHQL http://h.test/\n\n{ product(id: 1) { ...F } }\n"
        #expect(try refusal(fragment)?.hasPrefix("a.http:2: Column 3: ") == true)
    }

    @Test func `a file that a body inserts has its own place`() throws {
        try folder.write("{\n  product(id: 1) { nmae }\n}\n", to: "tea.gql")
        let sentence = try #require(try refusal("GRAPHQL http://h.test/\n\n< ./tea.gql\n"))
        #expect(sentence.hasPrefix("a.http:3: ./tea.gql:2:20: "), "\(sentence)")
    }

    @Test func `values that are inserted do not move the place`() throws {
        let text = "@x = 1\n\nGRAPHQL http://h.test/\n\n{\n  product(id: {{x}}) { id }\n  nothing\n}\n"
        #expect(try refusal(text)?.hasPrefix("a.http:7: Column 3: ") == true)
    }

    @Test func `a request that names a schema has no check that fails for it`() throws {
        let file = try file("# @openapi ./shop.graphql\n" + Self.wrong.replacing("nmae", with: "name"))
        let request = try #require(file.document.requests.first)
        #expect(RequestResolver().checks(of: request, in: file, context: context(file), uses: []).isEmpty)
    }

    // MARK: Lint

    private func findings(_ text: String) throws -> [LintFinding] {
        let file = try file(text)
        return CollectionLint(context: {
            ContextBuilder(place: CollectionPlace(root: folder.path), isTrusted: false).context(for: $0)
        })
        .findings(in: file)
        .filter { $0.id == "A2" }
    }

    @Test func `lint lists all that the schema does not allow`() throws {
        let found = try findings(Self.wrong.replacing("nmae", with: "nmae size"))
        #expect(found.map(\.line) == [4, 4] && found.allSatisfy { $0.severity == .error }, "\(found)")
        #expect(
            found.first?.text.hasPrefix("Column 20: ") == true && found.first?.text.hasSuffix("(shop.graphql)") == true)
        #expect(try findings("# @openapi none\n" + Self.wrong).isEmpty)
    }

    @Test func `lint lists what is wrong in a schema, at its line`() throws {
        let path = try folder.write(
            "type Query implements N {\n  a: E\n}\n\nenum E {\n  A\n  A\n}\n", to: "bad.graphql")
        let schema = try #require(try CollectionStore().load(path: path).files.first)
        let lint = CollectionLint(context: {
            ContextBuilder(place: CollectionPlace(root: folder.path), isTrusted: false).context(for: $0)
        })
        #expect(
            lint.findings(in: schema).map { "\($0.file):\($0.line) \($0.id) \($0.severity) \($0.text)" } == [
                "bad.graphql:1 A1 warning Query implements N, which is not defined",
                "bad.graphql:7 A1 warning E.A is defined twice",
            ])
    }

    @Test func `lint passes over what depends on variables`() throws {
        #expect(
            try findings("GRAPHQL http://h.test/\n\n{ product(id: {{id}}, kind: \"{{k}}\") { {{fields}} } }\n").isEmpty)
        #expect(
            try findings("GRAPHQL http://h.test/\n\n{ product(id: {{id}}) { {{fields}} nmae } }\n").map(\.line) == [3])
    }

    @Test func `lint reads the files that bodies insert`() throws {
        try folder.write("{\n  product(id: 1) { nmae }\n}\n", to: "tea.gql")
        #expect(
            try findings("GRAPHQL http://h.test/\n\n< ./tea.gql\n").map(\.text).first?.hasPrefix("./tea.gql:2:20: ")
                == true)
        #expect(try findings("GRAPHQL http://h.test/\n\n< ./missing.gql\n").isEmpty)
    }

    // MARK: The text of a schema

    @Test func `a saved schema names its endpoint, without secrets`() throws {
        let schema = try self.schema()
        func endpoint(_ url: String) -> String? {
            SchemaText.endpoint(of: Array(SchemaText.text(of: schema, endpoint: url).utf8))
        }
        #expect(endpoint("https://api.test/graphql?v=2") == "https://api.test/graphql?v=2")
        #expect(endpoint("https://me:secret@api.test/graphql?api_key=s&v=2") == "https://api.test/graphql")
        #expect(SchemaText.endpoint(of: Array("# Endpoint: file:///etc\ntype Query { a: Int }".utf8)) == nil)
        #expect(
            SchemaText.endpoint(of: Array("type Query { a: Int }".utf8)) == nil && SchemaText.endpoint(of: []) == nil)
    }

    private func schema() throws -> GraphQLSchema {
        try #require(try DescriptionLibrary().description(folder.path + "/shop.graphql").get().graphQL).schema
    }

    @Test func `a saved schema opens with its endpoint, and is the same schema`() throws {
        let schema = try self.schema()
        let path = try folder.write(SchemaText.text(of: schema, endpoint: "http://h.test/graphql"), to: "saved.graphql")
        let saved = try DescriptionLibrary().description(path).get()
        #expect(saved.endpoint == "http://h.test/graphql" && saved.graphQL?.schema == schema)
        #expect(String(decoding: saved.environments, as: UTF8.self).contains("http://h.test/graphql"))
    }
}
