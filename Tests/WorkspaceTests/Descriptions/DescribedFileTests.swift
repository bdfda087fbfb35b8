import Base
import Contract
import Descriptions
import HTTPFormat
import NetEngine
import OpenAPI
import TestSupport
import Testing

@testable import Workspace

/// A description as a file of a collection: environments, changes of its requests, what is planned and reported.
@Suite struct DescribedFileTests {
    private static let text = """
        openapi: 3.1.0
        info: {title: Pets, version: '1'}
        servers:
          - {url: 'https://live.test/v1', description: Production}
          - {url: 'http://localhost:8080', description: Local}
        tags: [{name: pets}]
        components:
          securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}
        paths:
          /pets:
            get: {operationId: listPets, tags: [pets]}
            post:
              operationId: addPet
              tags: [pets]
              security: [{key: []}]
              requestBody:
                required: true
                content:
                  application/json:
                    schema: {type: object, required: [name], properties: {name: {type: string, minLength: 3}}}
          /health: {get: {operationId: health, operationId: health}}
        """

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.text.replacingOccurrences(", operationId: health}", with: "}"), to: "openapi.yaml")
    }

    // MARK: Large descriptions

    /// - Returns: its path.
    private func writeLarge() throws -> String {
        let paths = (0..<9_000).map {
            "  /things\($0):\n    get: {operationId: get\($0), tags: [all], responses: {}}\n"
        }
        return try folder.write(
            "openapi: 3.1.0\ninfo: {title: Large, version: '1'}\npaths:\n" + paths.joined(), to: "large.yaml")
    }

    @Test func `a large description is left unread for the screen, and read by commands`() throws {
        let path = try writeLarge()
        let store = CollectionStore()
        let opened = try store.open(path: folder.path)
        let large = try #require(opened.files.first { $0.relativePath == "large.yaml" })
        #expect(large.isUnread && large.isDescription && large.problem == nil && large.described == nil)
        let size = try folder.read("large.yaml").utf8.count
        #expect(large.marks.first?.size == size)
        #expect(opened.files.first { $0.relativePath == "openapi.yaml" }?.described != nil)
        let loaded = try store.load(path: path).files.first
        #expect(loaded?.isUnread == false && loaded?.document.requests.count == 9_000)
        #expect(loaded?.marks == large.marks)
        #expect(try store.open(path: path).single?.isUnread == true)
    }

    @Test func `reading says how far it is, and stops when it is told to`() throws {
        let path = try writeLarge()
        var reports: [Int] = []
        let whole = CollectionStore().reload(path: path, relativePath: "large.yaml") { done in
            reports.append(done)
            return true
        }
        #expect(whole?.described != nil && reports.count > 1 && reports == reports.sorted())
        let stopped = CollectionStore().reload(path: path, relativePath: "large.yaml") { _ in false }
        #expect(stopped?.described == nil && stopped?.problem?.text.contains("reading was stopped here") == true)
    }

    @Test func `a change of what a description says gives it other marks, and so does one of a file that it refers to`()
        throws
    {
        try folder.write("openapi: 3.1.0\npaths: {/a: {$ref: 'part.yaml#/a'}}\n", to: "api.yaml")
        try folder.write("a: {get: {responses: {}}}\n", to: "part.yaml")
        func marks() throws -> [FileMark] { try file("api.yaml").marks }
        let before = try marks()
        #expect(before.count == 2)
        #expect(try marks() == before)
        try folder.write("a: {get: {description: longer, responses: {}}}\n", to: "part.yaml")
        let after = try marks()
        #expect(after.first == before.first && after != before)
    }

    private func file(_ name: String = "openapi.yaml") throws -> CollectionFile {
        try #require(try CollectionStore().load(path: folder.path + "/" + name).files.first)
    }

    private func context(_ file: CollectionFile, _ environment: String? = nil) -> RequestResolver.Context {
        ContextBuilder(place: CollectionPlace(root: folder.path), isTrusted: false, environmentName: environment)
            .context(for: file)
    }

    @Test func `a server that is given has no slash at its end, as each path begins with one`() throws {
        let builder = ContextBuilder(
            place: CollectionPlace(root: folder.path), isTrusted: false,
            overrides: ["server": "http://h/v1/", "a": "/"])
        #expect(builder.context(for: try file()).overrides == ["server": "http://h/v1", "a": "/"])
        try folder.write("type Query { a: Int }\n", to: "schema.graphql")
        #expect(builder.context(for: try file("schema.graphql")).overrides["server"] == "http://h/v1/")
    }

    private func draft(_ name: String, _ environment: String? = nil) throws -> RequestDraft {
        let file = try file()
        let index = try #require(file.document.requests.first { $0.id == name }).index
        let whole = file.expanding([index])
        let outcome = RequestResolver().resolve(
            whole.document.requests[index], in: whole, context: context(whole, environment))
        guard case .draft(let draft, _) = outcome else {
            Issue.record("\(outcome)")
            return RequestDraft(url: "")
        }
        return draft
    }

    @Test func `a description opened by itself comes with the requests that are kept of it`() throws {
        let path = folder.path + "/openapi.yaml"
        #expect(try CollectionStore().open(path: path).files.map(\.relativePath) == ["openapi.yaml"])
        try folder.write("GET https://live.test/\n", to: "openapi.http")
        try folder.write("GET https://live.test/\n", to: "other.http")
        #expect(try CollectionStore().open(path: path).files.map(\.relativePath) == ["openapi.yaml", "openapi.http"])
        #expect(try CollectionStore().load(path: path).files.map(\.relativePath) == ["openapi.yaml"])
        #expect(
            try CollectionStore().open(path: folder.path + "/other.http").files.map(\.relativePath) == ["other.http"])
    }

    @Test func `each operation is a request, first with its line alone`() throws {
        let file = try file()
        #expect(file.document.requests.map(\.id) == ["listPets", "addPet", "health"])
        #expect(!file.hasUnsavedChanges && !file.isEdited)
        #expect(file.document.requests[1].body.text.isEmpty)
        let whole = file.expanding([1])
        #expect(whole.document.requests[1].body.text.contains("\"name\""))
        #expect(!whole.isEdited)
        #expect(whole.expanding([1]).document.bytes == whole.document.bytes)
        #expect(file.expandingAll().document.requests[1].body.text == whole.document.requests[1].body.text)
    }

    @Test func `servers are environments, and files go before them`() throws {
        #expect(try draft("listPets").url == "https://live.test/v1/pets")
        let names = context(try file()).environments.names
        #expect(names.count == 2)
        #expect(try draft("listPets", names.last).url == "http://localhost:8080/pets")
        try folder.write(#"{"$shared": {"server": "http://mine.test"}}"#, to: "http-client.env.json")
        #expect(try draft("listPets").url == "http://mine.test/pets")
    }

    @Test func `a value of a description is changed in the environment file beside it`() throws {
        let variable = try #require(context(try file()).environments.variable("server", in: nil)?.variable)
        let edit = EnvironmentFileEdit(
            file: variable.file, path: variable.path, value: "http://other.test", expected: variable.value)
        #expect(edit.save() == nil)
        #expect(try folder.read("openapi.yaml").hasPrefix("openapi: 3.1.0\n"))
        #expect(try draft("listPets").url == "http://other.test/pets")
    }

    // MARK: Changes

    private func edited(_ file: CollectionFile, _ old: String, _ new: String) throws -> CollectionFile {
        var file = file
        let text = String(decoding: file.document.bytes, as: UTF8.self)
        #expect(text.contains(old), "\(text)")
        file.document = HTTPDocument(bytes: Array(text.replacingOccurrences(old, with: new).utf8))
        return file
    }

    @Test func `changes are kept by operation and joined with the description that changed`() throws {
        let changed = try edited(try file().expanding([1]), "POST {{server}}/pets", "POST {{server}}/pets?dry=1")
        let edits = DescriptionEdits(of: changed)
        #expect(edits.blocks.map(\.name) == ["addPet"])
        let store = DescriptionEditStore(folder: folder.path + "/state")
        #expect(store.keep(edits) == nil)
        #expect(try folder.permissions("state/" + (try folder.names(in: "state").first ?? "")) == 0o600)
        let read = try store.edits(of: changed.path)
        #expect(read == edits)
        // Another operation is new, and a third one has another text.
        try folder.write(
            Self.text.replacingOccurrences(
                "/health:", with: "/new: {get: {operationId: fresh, tags: [pets]}}\n  /health:"),
            to: "openapi.yaml")
        let (joined, conflicts) = read.joined(with: try file())
        #expect(conflicts.isEmpty)
        #expect(joined.document.requests.map(\.id) == ["listPets", "addPet", "fresh", "health"])
        #expect(joined.document.requests[1].target == "{{server}}/pets?dry=1")
        #expect(DescriptionEdits(of: joined).blocks.map(\.name) == ["addPet"])
    }

    @Test func `where both sides changed, the user's version stays and is named`() throws {
        let changed = try edited(try file().expanding([1]), "POST {{server}}/pets", "POST {{server}}/pets?dry=1")
        let edits = DescriptionEdits(of: changed)
        try folder.write(Self.text.replacingOccurrences("minLength: 3", with: "minLength: 30"), to: "openapi.yaml")
        let (joined, conflicts) = edits.joined(with: try file())
        #expect(conflicts.count == 1)
        #expect(joined.document.requests[1].target == "{{server}}/pets?dry=1")
    }

    @Test func `changes of an operation that is gone are kept for when it comes back`() throws {
        let edits = DescriptionEdits(of: try edited(try file(), "GET {{server}}/pets\n", "GET {{server}}/pets?a=1\n"))
        try folder.write(
            Self.text.replacingOccurrences("operationId: listPets, ", with: "operationId: other, "), to: "openapi.yaml")
        let (joined, _) = edits.joined(with: try file())
        #expect(!joined.isEdited)
        #expect(DescriptionEdits(of: joined, known: edits) == edits)
    }

    @Test(arguments: ["", "{", "[]", #"{"path": "/other", "edits": []}"#, #"{"edits": 1}"#])
    func `a foreign or broken list of changes is left alone`(_ text: String) throws {
        let store = DescriptionEditStore(folder: folder.path + "/state")
        let path = folder.path + "/openapi.yaml"
        #expect(store.keep(DescriptionEdits(path: path)) == nil)
        let name = try #require(try folder.names(in: "state").first)
        try folder.write(text, to: "state/" + name)
        guard !text.isEmpty else { return #expect(try store.edits(of: path) == DescriptionEdits(path: path)) }
        let error = #expect(throws: CollectionError.self) { try store.edits(of: path) }
        #expect(error?.sentence.contains("are left alone") == true)
    }

    @Test func `a request is kept in a request file, with its server, and in its place the second time`() throws {
        let file = try file().expandingAll()
        var kept = HTTPDocument(
            bytes: HTTPDocument(bytes: []).bytes(
                keeping: 1, of: file.document, with: [("server", "https://live.test/v1")]))
        #expect(kept.requests.map(\.id) == ["addPet"])
        #expect(kept.definitions.map(\.name) == ["server"])
        #expect(kept.notices.isEmpty)
        kept = HTTPDocument(
            bytes: kept.bytes(keeping: 0, of: file.document, with: [("server", "https://live.test/v1")]))
        let before = kept.bytes
        kept = HTTPDocument(
            bytes: kept.bytes(keeping: 1, of: file.document, with: [("server", "https://live.test/v1")]))
        #expect(kept.requests.map(\.id) == ["addPet", "listPets"])
        #expect(kept.requests.map { $0.target } == HTTPDocument(bytes: before).requests.map { $0.target })
        #expect(kept.definitions.map(\.name) == ["server"])
    }

    // MARK: Runs and lint

    @Test func `a run sends a description that is named, not one that lies in a folder`() throws {
        try folder.write("GET http://h/\n", to: "a.http")
        let resolver = SendPlanner(references: .asTheyStand) { self.context($0) }
        let all = try CollectionStore().load(path: folder.path)
        #expect(ReplayPlan([all]).steps.count == 4)
        #expect(ReplayPlan([all], planner: resolver).steps.map(\.request.method) == ["GET"])
        var selection = RunSelection()
        selection.named[folder.path + "/openapi.yaml"] = [1]
        #expect(
            ReplayPlan([all], planner: resolver, selection: selection).steps.map(\.request.method) == ["GET", "POST"])
        let named = try CollectionStore().load(path: folder.path + "/openapi.yaml")
        #expect(ReplayPlan([named], planner: resolver).steps.count == 3)
    }

    @Test func `what is broken is named once, with its line`() throws {
        _ = try folder.write("openapi: 3.1.0\ninfo: [\n", to: "api/openapi.yaml")
        let read = try #require(
            try CollectionStore().load(path: folder.path).files.first { $0.relativePath == "api/openapi.yaml" })
        let problem = try #require(read.problem)
        let place = try #require(problem.place)
        #expect(place.line == 3 && problem.text.hasPrefix("It is neither JSON nor YAML"), "\(problem)")
        #expect(read.problemSentence == "\(folder.path)/api/openapi.yaml:3:\(place.column): \(problem.text)")
        let finding = try #require(CollectionLint(context: { self.context($0) }).findings(in: read).first)
        #expect(finding.file == "api/openapi.yaml" && finding.line == 3 && finding.id == "E1")
        #expect(finding.text.hasPrefix("It is neither JSON nor YAML") && !finding.text.contains(folder.path))
        #expect(finding.sentence.hasSuffix(", at character \(place.column)."))
    }

    @Test func `lint names what is wrong with its line in the description`() throws {
        try folder.write(
            """
            openapi: 3.1.0
            info: {title: t, version: '1'}
            paths:
              /x/{id}:
                get:
                  parameters: [{$ref: '#/nowhere'}]
                  security: [{missing: []}]
                  responses: {'200': {content: {text/plain: {schema: {type: strin}}}}}
            """, to: "openapi.yaml")
        let file = try file().expandingAll()
        let findings = CollectionLint(context: { self.context($0) }).findings(in: file)
        #expect(findings.contains { $0.file == "openapi.yaml" && $0.line == 6 && $0.id == "A1" }, "\(findings)")
        #expect(findings.contains { $0.text.contains("{id}") || $0.text.contains("'id'") }, "\(findings)")
        #expect(findings.contains { $0.text.contains("missing") }, "\(findings)")
        #expect(findings.contains { $0.line == 8 && $0.text.contains("`type`") }, "\(findings)")
    }

    @Test func `what a description may say without effect is no warning`() throws {
        try folder.write(
            """
            openapi: 3.1.0
            info: {title: t, version: '1'}
            paths:
              /x:
                get: {parameters: [{name: Accept, in: header, schema: {type: string}}, {$ref: '#/nowhere'}]}
            """, to: "openapi.yaml")
        let file = try file().expandingAll()
        let findings = CollectionLint(context: { self.context($0) }).findings(in: file).filter { $0.id == "A1" }
        let ignored = try #require(findings.first { $0.text.contains("'Accept' is ignored") }, "\(findings)")
        #expect(ignored.severity == .info)
        #expect(findings.contains { $0.severity == .warning }, "\(findings)")
    }

    @Test func `lint names it in the order of lines`() throws {
        try folder.write(
            """
            openapi: 3.1.0
            info: {title: t, version: '1'}
            paths:
              /z:
                get: {parameters: [{$ref: '#/zz'}]}
              /a:
                get: {parameters: [{$ref: '#/aa'}]}
            """, to: "openapi.yaml")
        let file = try file().expandingAll()
        let findings = CollectionLint(context: { self.context($0) }).findings(in: file)
        let lines = findings.filter { $0.id == "A1" }.map(\.line)
        #expect(lines.contains(5) && lines.contains(7) && lines == lines.sorted(), "\(findings)")
    }
}

extension String {
    fileprivate func replacingOccurrences(_ old: String, with new: String) -> String {
        split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
    }
}

extension TemporaryFolder {
    fileprivate func names(in folder: String) throws -> [String] {
        guard case .success(let names) = DiskFile.names(in: path + "/" + folder) else { return [] }
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }
}
