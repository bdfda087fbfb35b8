import TestSupport
import Testing

@testable import Base
@testable import Workspace

struct JSONMemberEditTests {
    private func edited(_ text: String, _ path: [String], _ value: String, comments: Bool = false) throws -> String {
        String(
            decoding: try JSONMemberEdit(path: path, value: value, allowsComments: comments).applied(
                to: Array(text.utf8)),
            as: UTF8.self)
    }

    @Test(arguments: [
        (
            "{\"dev\": {\"a\" : \"1\",\n   \"b\":2}}", ["dev", "a"], "x\"y",
            "{\"dev\": {\"a\" : \"x\\\"y\",\n   \"b\":2}}"
        ),
        ("{\"dev\": {\"b\":2}}", ["dev", "b"], "3.5", "{\"dev\": {\"b\":3.5}}"),
        ("{\"dev\": {\"b\":2}}", ["dev", "b"], "three", "{\"dev\": {\"b\":\"three\"}}"),
        ("{\"dev\": {\"b\":\"2\"}}", ["dev", "b"], "3", "{\"dev\": {\"b\":\"3\"}}"),
        ("{\"dev\": {\"b\":null}}", ["dev", "b"], "true", "{\"dev\": {\"b\":\"true\"}}"),
        ("{\"dev\": {\"api\": {\"k\": true}}}", ["dev", "api", "k"], "false", "{\"dev\": {\"api\": {\"k\": false}}}"),
        ("{\"a\": 1, \"a\": 2}", ["a"], "3", "{\"a\": 1, \"a\": 3}"),
        ("{\"l\": [1]}", ["l"], "[1, 2]", "{\"l\": [1, 2]}"),
    ])
    func `a value is changed and nothing else`(text: String, path: [String], value: String, result: String) throws {
        #expect(try edited(text, path, value) == result)
    }

    @Test(arguments: [
        (
            "{\n\t\"dev\": {\n\t\t\"a\": 1\n\t}\n}\n", ["dev", "b"],
            "{\n\t\"dev\": {\n\t\t\"a\": 1,\n\t\t\"b\": \"v\"\n\t}\n}\n"
        ),
        ("{\"dev\": {\"a\": 1}}", ["dev", "b"], "{\"dev\": {\"a\": 1, \"b\": \"v\"}}"),
        ("{\n  \"dev\": {}\n}", ["dev", "b"], "{\n  \"dev\": {\n    \"b\": \"v\"\n  }\n}"),
        ("{\n  \"dev\": {}\n}", ["prod", "b"], "{\n  \"dev\": {},\n  \"prod\": {\n    \"b\": \"v\"\n  }\n}"),
        ("{}", ["dev", "b"], "{\"dev\": {\"b\": \"v\"}}"),
        ("", ["dev", "b"], "{\n  \"dev\": {\n    \"b\": \"v\"\n  }\n}\n"),
        (
            "{\r\n  \"dev\": {\r\n    \"a\": 1\r\n  }\r\n}", ["dev", "b"],
            "{\r\n  \"dev\": {\r\n    \"a\": 1,\r\n    \"b\": \"v\"\r\n  }\r\n}"
        ),
    ])
    func `a new member is laid out as its neighbours`(text: String, path: [String], result: String) throws {
        #expect(try edited(text, path, "v") == result)
    }

    @Test func `comments and trailing commas of an editor's settings stay`() throws {
        let text = "{\n  // mine\n  \"a\": {\n    \"x\": 1, // one\n  },\n}\n"
        #expect(
            try edited(text, ["a", "y"], "2", comments: true)
                == "{\n  // mine\n  \"a\": {\n    \"x\": 1, // one\n    \"y\": \"2\",\n  },\n}\n")
        #expect(try edited(text, ["a", "x"], "3", comments: true) == text.replacing("1,", with: "3,"))
        #expect(throws: JSONMemberEdit.Refusal.self) { try edited(text, ["a", "x"], "3") }
    }

    @Test func `a path cannot lead into a value that is not an object`() {
        #expect(throws: JSONMemberEdit.Refusal.self) { try edited("{\"a\": 1}", ["a", "b"], "x") }
        #expect(throws: JSONMemberEdit.Refusal.self) { try edited("{\"a\": {}}", ["a"], "x") }
        #expect(throws: JSONMemberEdit.Refusal.self) { try edited("{\"a\" 1}", ["a"], "x") }
    }

    /// Random files: after the edit the member has the new value, and every other member its old one.
    @Test(arguments: 0..<300)
    func `an edit changes one member of any file`(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        func blank() -> String { ["", " ", "\n  ", "\t", "/* c */", "// c\n"].randomElement(using: &generator) ?? "" }
        func value(_ depth: Int) -> String {
            switch Int.random(in: 0...(depth > 2 ? 2 : 4), using: &generator) {
            case 0: return "\"s\\n\""
            case 1: return "-1.50"
            case 2: return "null"
            case 3: return "[\(blank())1\(blank())]"
            default: return object(depth + 1)
            }
        }
        func object(_ depth: Int) -> String {
            let names = ["a", "b", "c", "d"].prefix(Int.random(in: 0...4, using: &generator))
            let members = names.map { "\(blank())\"\($0)\"\(blank()):\(blank())\(value(depth))\(blank())" }
            return "{" + members.joined(separator: ",")
                + (members.isEmpty ? blank() : ["", ",\(blank())"].randomElement(using: &generator) ?? "") + "}"
        }
        let text = object(0)
        let path = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
            ["a", "b", "c", "d"].randomElement(using: &generator) ?? "a"
        }
        guard let result = try? edited(text, path, "new \"v\"", comments: true) else { return }
        let before = Self.flat(try OrderedJSON.parse(Array(text.utf8), allowsComments: true))
        let after = Self.flat(try OrderedJSON.parse(Array(result.utf8), allowsComments: true))
        var expected = before
        expected[path.joined(separator: ".")] = "\"new \"v\"\""
        for depth in 1..<path.count where expected[path.prefix(depth).joined(separator: ".")] == "{}" {
            expected[path.prefix(depth).joined(separator: ".")] = nil
        }
        #expect(after == expected, "\(text) -> \(result)")
    }

    private static func flat(_ json: OrderedJSON, _ prefix: String = "") -> [String: String] {
        switch json.content {
        case .string(let text): return [prefix: "\"\(text)\""]
        case .literal(let text): return [prefix: text]
        case .array(let text): return [prefix: text]
        case .object(let members):
            var all: [String: String] = members.isEmpty && !prefix.isEmpty ? [prefix: "{}"] : [:]
            for member in members {
                let name = prefix.isEmpty ? member.key : "\(prefix).\(member.key)"
                for (key, value) in flat(member.value, name) { all[key] = value }
            }
            return all
        }
    }

    // MARK: the file on disk

    @Test(arguments: [
        ("http-client.env.json", #"{"dev": {"a": "1", "b": "x"}}"#, #"{"dev": {"a": "1", "b": "y"}}"#, ["dev", "a"]),
        (".env", "a=1\nb=x\n", "a=1\nb=y\n", ["a"]),
    ])
    func `a value that changed on disk is not written over, and what else changed stays`(
        name: String, before: String, after: String, path: [String]
    ) {
        let folder = ScratchFolder()
        let file = folder.write(name, before)
        var edit = EnvironmentFileEdit(file: file, path: path, value: "q\"\\é", expected: "1")
        // Another program changed another value: ours is written in addition.
        folder.write(name, after)
        #expect(edit.save() == nil)
        #expect(folder.read(name) == after.replacing("\"1\"", with: #""q\"\\é""#).replacing("a=1", with: #"a='q"\é'"#))
        // Another program changed the same value: nothing is written.
        let kept = folder.read(name)
        edit.value = "2"
        #expect(edit.save()?.contains("a changed there meanwhile") == true)
        #expect(folder.read(name) == kept)
        folder.write(name, name == ".env" ? "b=y\n" : #"{"dev": {}}"#)
        #expect(edit.save()?.contains("a changed there meanwhile") == true)
    }
}
