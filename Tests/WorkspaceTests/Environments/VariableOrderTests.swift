import TestSupport
import Testing

@testable import Base
@testable import HTTPFormat
@testable import NetEngine
@testable import Workspace

/// Whether the file's value or the environment's counts, and what a broken file means for the others.
struct VariableOrderTests {
    private let folder = ScratchFolder()

    private func set(_ order: String? = nil) -> EnvironmentSet {
        var set = EnvironmentSet(names: ["dev"])
        set.variables["dev"] = [
            "host": EnvironmentSet.Variable(value: "env.test", reason: nil, file: "/c/e.json", isPrivate: false)
        ]
        if let order {
            set.variables[EnvironmentSet.shared] = [
                "$variables": EnvironmentSet.Variable(value: order, reason: nil, file: "/c/e.json", isPrivate: false)
            ]
        }
        return set
    }

    private func url(_ line: String, _ set: EnvironmentSet) throws -> String? {
        let file = ChainingFixtures.file("\(line)\n@host = file.test\n\n###\nGET http://{{host}}/\n")
        let request = try #require(file.document.requests.first)
        let context = ChainingFixtures.context(environments: set, name: "dev")
        guard case .draft(let draft, _) = RequestResolver().resolve(request, in: file, context: context) else {
            return nil
        }
        return draft.url
    }

    @Test(arguments: [
        ("", nil, "file"), ("# @variables environment-first", nil, "env"),
        ("// @variables = Environment-First", nil, "env"),
        ("", "environment-first", "env"), ("# @variables file-first", "environment-first", "file"),
        ("", "file-first", "file"),
        ("", "sometimes", "file"), ("# @variables of this file", nil, "file"),
    ])
    func `a line of the file decides, else the environment, else the file goes first`(
        line: String, order: String?, first: String
    ) throws {
        #expect(try url(line, set(order)) == "http://\(first).test/")
    }

    @Test func `lint says which value counts`() {
        func text(_ line: String, _ order: String? = nil) -> String {
            let file = ChainingFixtures.file("@host = file.test\n\(line)\nGET http://{{host}}/\n")
            return EnvironmentNotices.notices(file.document, set(order), environment: "dev").map(\.text).joined()
        }
        #expect(text("").contains("apitui uses the file's value (file-first)"))
        #expect(
            text("# @variables environment-first").contains("apitui uses the environment's value (environment-first)"))
        #expect(text("", "environment-first").contains("apitui uses the environment's value"))
    }

    @Test func `a line with another value is a notice and changes nothing`() {
        let document = HTTPDocument(bytes: Array("# @variables of the shop\nGET a.test\n".utf8))
        #expect(document.variableOrder == nil)
        #expect(document.notices.map { "\($0.id) \($0.severity)" } == ["N14 info"])
    }

    @Test func `what a broken file defines is unknown, and the other files keep their variables`() {
        folder.write(
            "http-client.env.json",
            #"{"dev": {"host": "public", "token": "public", "other": 1}, "live": {"token": "l"}}"#)
        folder.write(
            "http-client.private.env.json", "{\"dev\": {\n \"token\": \"x\",\n \"db\": {\"password\": oops} } }")
        let set = CollectionStore().environments(forFolder: folder.path, root: folder.path)
        #expect(set.problems.count == 1)
        #expect(set.names == ["dev", "live"])
        #expect(set.variables["dev"]?["host"]?.value == "public")
        #expect(set.variables["live"]?["token"]?.value == "l")
        for name in ["token", "db.password"] {
            #expect(set.variables["dev"]?[name]?.value == nil, "\(name)")
            #expect(
                set.variables["dev"]?[name]?.reason
                    == "http-client.private.env.json, which defines it, cannot be read (E11, line 3)")
        }
    }

    @Test func `a broken public file leaves the private one, and its environments can be chosen`() throws {
        folder.write(
            "http-client.env.json", "{\"dev\": {\"host\": \"a\", \"port\": 1,, }, \"live\": {\"host\": \"b\"}}")
        folder.write("http-client.private.env.json", #"{"dev": {"host": "private"}}"#)
        let set = CollectionStore().environments(forFolder: folder.path, root: folder.path)
        try set.check("live")
        #expect(set.variables["dev"]?["host"]?.value == "private")
        #expect(set.variables["dev"]?["port"]?.value == nil && set.variables["dev"]?["port"]?.reason != nil)
    }

    @Test func `settings of an editor that are broken define only what is under their key`() {
        folder.write(
            ".vscode/settings.json",
            #"{"editor": {"a": {"b": 1}}, "rest-client.environmentVariables": {"dev": {"host": "x", }, oops}"#)
        let set = CollectionStore().environments(forFolder: folder.path, root: folder.path)
        #expect(set.variables.keys.sorted() == ["dev"])
        #expect(set.variables["dev"]?.keys.sorted() == ["host"])
    }

    @Test(arguments: 0..<20)
    func `any bytes as a broken file are looked through once`(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed) &+ 2600)
        let pieces = ["{", "}", "\"a\"", "\"", ":", ",", "\\", "\n", "[", "]", "1", " ", "\u{e9}"]
        let text = (0..<200).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
        let names = BrokenEnvironmentFile(Array(text.utf8), under: []).names
        #expect(names.allSatisfy { $0.count > 1 && $0.count < 22 })
        let growth = Growth(of: 100) {
            Array(String(repeating: text, count: $0).utf8)
        } _: {
            _ = BrokenEnvironmentFile($0, under: [])
        }
        #expect(growth.isLinear, "\(growth)")
    }

    @Test func `a .env file makes a root beside a request file alone`() {
        folder.write("api/.env", "A=1\n")
        folder.write("api/sub/deep/a.http", "GET http://a.test/\n")
        let sub = folder.path + "/api/sub/deep"
        #expect(CollectionRoot.find(forFolder: sub, home: nil) == sub)
        folder.write("api/login.http", "GET http://a.test/\n")
        #expect(CollectionRoot.find(forFolder: sub, home: nil) == folder.path + "/api")
    }
}
