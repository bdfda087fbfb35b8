import Base
import GraphQL
import HTTPFormat
import JSONPath
import NetEngine
import TestSupport
import Testing

@testable import Workspace

/// What addresses are opened as, with whatever they answer, and what becomes of changes to the requests of a description, as it was
/// recorded (`Recorded`).
@Suite struct RecordedFetchedTests {
    // MARK: addresses

    private static let schema = GraphQLSchema(
        sdl: Array(
            "type Query { tea(id: ID!): Tea } type Mutation { brew(id: ID!): Tea } type Tea { name: String }".utf8))

    /// Each an address and what it answers, in turn: `SCHEMA` is the answer to an introspection, the others are read by `WrittenAnswer`.
    /// The last is the answer to all that follow.
    private static let addresses: [(address: String, answers: [String])] = {
        let api = #"{"openapi": "3.1.0", "servers": [{"url": "v2"}], "paths": {"/a": {"get": {}}}}"#
        let yaml = "openapi: 3.1.0\npaths: {/a: {post: {operationId: one}}}\n"
        var all: [(address: String, answers: [String])] = [
            "http://h.test", "http://h.test/", "HTTP://h.test/docs/openapi.json",
            "https://h.test/docs/openapi.yaml?v=1",
            "http://h.test/a/api.yml#top", "http://h.test/schema.graphql", "http://h.test/docs/",
            "http://h.test/x.http",
            "http://user:pass@h.test/openapi.json",
        ].map { ($0, [api]) }
        all += [
            yaml, "swagger: '2.0'\nhost: s.test\nbasePath: /b\npaths: {/a: {get: {}}}\n", "NONE", "CUT \(api)", "",
            "hello",
            "<html>", "{", "[]", #"{"openapi": "9.0"}"#, #"{"openapi": "3.0.0"}"#, "type Query { a: Int }",
            "openapi: 3.1.0\npaths: {/a: {$ref: 'other.yaml#/a'}}\n", "404 {\"message\": \"gone\"}",
        ].map { ("http://h.test/openapi.json", [$0]) }
        all += [
            "graphql+http://h.test/graphql", "GraphQL+https://h.test:8080/graphql?x=1", "graphql+http://h.test",
            "graphql+http://..h.test/q", "graphql+ftp://h.test/q",
        ].map { ($0, ["SCHEMA"]) }
        all += [
            ["NONE"], ["CUT {}"], ["hello"], ["404 hello"], ["404 {}"], [#"404 {"errors": [{"message": "no"}]}"#],
            ["[]"],
            ["{}"], [#"{"errors": [{"message": "introspection is off"}]}"#], [#"{"errors": []}"#], [#"{"errors": 1}"#],
            [#"{"data": null}"#], [#"{"data": {"__schema": {}}}"#], [#"{"data": {"__schema": {"types": []}}}"#],
            [#"{"data": {"__schema": {"queryType": {"name": "Q"}, "types": [{"kind": "OBJECT", "name": "Q"}]}}}"#],
            ["{}", "SCHEMA"], ["500 {}", "hello", "SCHEMA"], ["SCHEMA", "NONE"], ["SCHEMA", "NONE", "SCHEMA"],
            ["SCHEMA", "CUT {", "{}"],
        ].map { ("graphql+http://h.test/graphql", $0) }
        return all
    }()

    private static func exchange(_ answer: String, to draft: RequestDraft) -> Exchange {
        let written = WrittenAnswer(answer)
        if written.isNone {
            let error = EngineError(
                category: .connect, sentence: "h.test refused the connection.", hint: "Look whether it runs.")
            return ExchangeFixtures.exchange(draft: draft, hops: [], response: nil, error: error)
        }
        var introspection: [UInt8]?
        if answer == "SCHEMA", case .bytes(let sent) = draft.body {
            let query = (try? JSONTree.parse(sent)).flatMap { tree in
                tree.member(Array("query".utf8), of: 0).map { Array(tree.string($0)) }
            }
            introspection =
                query.flatMap { schema.introspectionResult(of: GraphQLDocument.parse($0)) } ?? Array("{}".utf8)
        }
        let response = written.response(introspection)
        return ExchangeFixtures.exchange(
            draft: draft,
            hops: [ExchangeFixtures.hop(request: ExchangeFixtures.request("/moved/api.json"), response: response)],
            response: response)
    }

    private static func telling(_ folder: CollectionFolder) -> String {
        var text = "asked \(folder.asked ?? "-"), remark \(folder.remark ?? "-")\n"
        for file in folder.files {
            text += "\(file.relativePath)\n\(String(decoding: file.expandingAll().document.bytes, as: UTF8.self))\n"
            let environments = file.described?.environments ?? []
            text += "environments \(String(decoding: environments, as: UTF8.self))\n"
        }
        return text
    }

    @Test func `what addresses are opened as is what was recorded`() async throws {
        let scratch = ScratchFolder()
        let kept = KeptSchemas(folder: scratch.path + "/schemas")
        var parts: [(name: String, text: String)] = []
        for (address, answers) in Self.addresses {
            let headers = address.hasSuffix("/graphql") ? [HeaderField("Authorization", "Bearer t")] : []
            let description = FetchedDescription(address, headers: headers)
            var text = "\(FetchedDescription.isURL(address) ? "an address" : "no address"), \(description.url)\n"
            for keeping in description.isGraphQL ? [nil, kept] : [nil] {
                let sent = Sent(answers)
                do throws(CollectionError) {
                    text += Self.telling(
                        try await description.folder(kept: keeping) { await sent.exchange($0, Self.exchange) })
                } catch { text += "\(error.sentence)\n" }
                // What is kept changes what the next one is opened as, not what is sent.
                text += keeping == nil ? await sent.text : ""
            }
            if description.isGraphQL {
                let sent = Sent(answers)
                do throws(CollectionError) {
                    text += "\(try await description.schemaText { await sent.exchange($0, Self.exchange) })\n"
                } catch { text += "\(error.sentence)\n" }
            }
            parts.append(("\(address) \(answers)", text))
        }
        for text in ["", "http:/h", "graphql+", "graphql+http://", "httpx://h", " http://h", "a.yaml", "graphql+a"] {
            parts.append(("'\(text)'", "\(FetchedDescription.isURL(text) ? "an address" : "no address")\n"))
        }
        try Recorded.expect(parts, in: "descriptions-fetched")
    }

    // MARK: changes

    /// Each ends with the changes that are made to the requests of the first, and a later description that they are joined with.
    private static let description = """
        openapi: 3.1.0
        info: {title: Pets, version: '1'}
        servers: [{url: 'http://h.test'}]
        paths:
          /pets:
            get: {operationId: listPets, parameters: [{name: limit, in: query, required: true, schema: {type: integer}}]}
            post: {operationId: addPet, requestBody: {content: {application/json: {schema: {required: [name, age], properties: {name: {type: string}, age: {type: integer}}}}}}}
          /pets/{id}:
            get: {operationId: getPet, parameters: [{name: id, in: path, required: true, schema: {type: integer}}]}
            delete: {parameters: [{name: X-Why, in: header, required: true, schema: {type: string}}]}

        """

    /// A text in a request and what takes its place, with the signs of `SignedText`.
    private static let changes: [(name: String, old: String, new: String)] = [
        ("nothing", "", ""), ("a query", "limit=1", "limit=7"), ("a body", "\"age\": 1", "\"age\": 77"),
        ("another name", "### getPet", "### myPet"), ("a header", "X-Why:", "X-Because:"),
        ("a request more", "### getPet", "### mine␤GET http://mine.test␤␤### getPet"),
        ("a separator", "GET {{server}}/pets?", "###␤GET {{server}}/pets?"),
        ("a script", "POST {{server}}/pets", "< {% let a = 1; %}␤POST {{server}}/pets"),
        ("all", "{{server}}", "{{other}}"),
        ("a word that is not there", "~~~", "x"),
    ]

    private static let later: [(name: String, old: String, new: String)] = [
        ("the same", "", ""), ("another parameter", "name: limit", "name: most"),
        ("without the operation", "getPet", "gotPet"),
        ("another type", "age: {type: integer}", "age: {type: string}"),
        ("a field more", "required: [name, age]", "required: [name, age, tag]"),
        ("another path", "/pets:", "/animals:"),
        ("without a path", "  /pets/{id}:", "  x-pets:"), ("broken", "openapi: 3.1.0", "openapi: ["),
        ("empty", "paths:", "x:"),
        ("another server", "http://h.test", "http://g.test"),
    ]

    private static func replaced(_ text: String, _ change: (name: String, old: String, new: String)) -> String {
        change.old.isEmpty
            ? text : text.replacing(bytes: change.old, with: SignedText.read(change.new))
    }

    @Test func `changes to the requests of a description are joined as was recorded`() throws {
        let scratch = ScratchFolder()
        var parts: [(name: String, text: String)] = []
        func file() throws(CollectionError) -> CollectionFile {
            let path = scratch.path + "/openapi.yaml"
            guard let file = try CollectionStore().load(path: path).files.first else {
                throw CollectionError(sentence: "There is no file.")
            }
            return file
        }
        for change in Self.changes {
            scratch.write("openapi.yaml", Self.description)
            let store = DescriptionEditStore(folder: "\(scratch.path)/\(change.name)")
            var edited = try file().expandingAll()
            edited.document = HTTPDocument(
                bytes: Array(Self.replaced(String(decoding: edited.document.bytes, as: UTF8.self), change).utf8))
            let edits = DescriptionEdits(of: edited)
            var text = "\(store.keep(edits) ?? "kept")\n"
            for block in edits.blocks { text += "\(block.name)\n--- was\n\(block.base)\n--- is\n\(block.mine)\n" }
            parts.append((change.name, text))
            for later in Self.later where !edits.blocks.isEmpty {
                scratch.write("openapi.yaml", Self.replaced(Self.description, later))
                let read: CollectionFile
                do throws(CollectionError) { read = try file() } catch {
                    let told = error.sentence.hiding(scratch)
                    parts.append(("\(change.name), then \(later.name)", told + "\n"))
                    continue
                }
                let joined = try KeptChanges(store).joined(with: read)
                let left = DescriptionEdits(of: joined.file, known: edits)
                let plain = String(decoding: read.expandingAll().document.bytes, as: UTF8.self)
                let whole = String(decoding: joined.file.expandingAll().document.bytes, as: UTF8.self)
                let lines = Set(plain.split(separator: "\n"))
                let own = whole.split(separator: "\n").filter { !lines.contains($0) }
                let text = """
                    \(joined.sentence() ?? "nothing to say")
                    \(joined.sentence(of: ["listPets"]) ?? "nothing of listPets")
                    names \(joined.names), conflicts \(joined.conflicts), kept again \(left.blocks.map(\.name))
                    lines that are not the description's: \(own)

                    """
                parts.append(("\(change.name), then \(later.name)", text))
            }
        }
        try Recorded.expect(parts, in: "descriptions-changed")
    }

    @Test func `kept changes that are not what was written are told as was recorded`() throws {
        let scratch = ScratchFolder()
        scratch.write("openapi.yaml", Self.description)
        let path = scratch.path + "/openapi.yaml"
        let store = DescriptionEditStore(folder: scratch.path + "/kept")
        let block = DescriptionEdits.Block(name: "listPets", base: "a\n", mine: "\u{e9}\"\u{1}\n")
        #expect(store.keep(DescriptionEdits(path: path, blocks: [block])) == nil)
        let name = try #require(try DiskFile.names(in: store.folder).get().first { $0.hasSuffix(".json") })
        let written = String(
            decoding: try DiskFile.read("\(store.folder)/\(name)", limit: 1 << 20).get(), as: UTF8.self)
        var parts = [("written", written.hiding(scratch))]
        for (what, text) in [
            ("cut", String(written.dropLast(9))), ("empty", ""), ("an object", "{}"), ("a list", "[]"),
            ("newer", written.replacing(bytes: "\"version\":1", with: "\"version\":2")),
            ("much newer", written.replacing(bytes: "\"version\":1", with: "\"version\":99999999999999999999")),
            ("older", written.replacing(bytes: "\"version\":1,", with: "")),
            ("of another file", written.replacing(bytes: "openapi.yaml", with: "other.yaml")),
            ("other members", written.replacing(bytes: "\"mine\"", with: "\"yours\"")),
            ("numbers", written.replacing(bytes: "\"listPets\"", with: "1")),
        ] {
            scratch.write("kept/" + name, text)
            var told: String
            do throws(CollectionError) {
                told = "\(try store.edits(of: path).blocks.map { "\($0.name), \(Printed.quoted($0.mine))" })\n"
            } catch { told = error.sentence + "\n" }
            told += "kept again: \(store.keep(DescriptionEdits(path: path)) ?? "yes")\n"
            let hidden = told.hiding(scratch).replacing(bytes: name, with: "NAME")
            parts.append((what, hidden))
        }
        try Recorded.expect(parts, in: "descriptions-kept")
    }

    private actor Sent {
        private var answers: [String]
        private(set) var text = ""

        init(_ answers: [String]) { self.answers = answers }

        func exchange(_ draft: RequestDraft, _ make: @Sendable (String, RequestDraft) -> Exchange) -> Exchange {
            let answer = answers[0]
            if answers.count > 1 { answers.removeFirst() }
            let headers = draft.headers.map { "\($0.name): \($0.value)" }
            var body = ""
            if case .bytes(let bytes) = draft.body { body = ", a body of \(bytes.count) bytes" }
            text += "sent \(draft.method) \(draft.url) \(headers)\(body)\n"
            return make(answer, draft)
        }
    }
}
