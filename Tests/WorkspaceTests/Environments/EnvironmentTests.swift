import TestSupport
import Testing

@testable import Base
@testable import NetEngine
@testable import Workspace

struct EnvironmentTests {
    private let folder = ScratchFolder()

    private func environments(_ sub: String = "") -> EnvironmentSet {
        CollectionStore().environments(
            forFolder: sub.isEmpty ? folder.path : "\(folder.path)/\(sub)", root: folder.path)
    }

    private func value(_ set: EnvironmentSet, _ environment: String, _ name: String) -> String? {
        set.variables[environment]?[name]?.value
    }

    @Test func `names keep the order of the files`() {
        folder.write("http-client.env.json", #"{"zeta": {}, "$schema": "x", "$shared": {}, "alpha": {}}"#)
        folder.write("http-client.private.env.json", #"{"alpha": {}, "secret": {}}"#)
        #expect(environments().names == ["zeta", "alpha", "secret"])
        #expect(environments().problems.isEmpty)
    }

    @Test func `private beats public, and the nearest folder beats the farther ones`() {
        folder.write("http-client.env.json", #"{"dev": {"a": "root", "b": "root", "c": "root", "d": "root"}}"#)
        folder.write("http-client.private.env.json", #"{"dev": {"c": "root private", "d": "root private"}}"#)
        folder.write("sub/http-client.env.json", #"{"dev": {"b": "near", "d": "near"}}"#)
        folder.write("sub/http-client.private.env.json", #"{"dev": {"d": "near private"}}"#)
        let set = environments("sub")
        #expect(
            ["a", "b", "c", "d"].map { value(set, "dev", $0) } == ["root", "near", "root private", "near private"])
        #expect(set.variables["dev"]?["d"]?.isPrivate == true)
        #expect(set.variables["dev"]?["b"]?.file == folder.path + "/sub/http-client.env.json")
        #expect(value(environments(), "dev", "b") == "root")
    }

    @Test func `values of every kind`() {
        folder.write(
            "http-client.env.json",
            """
            {"dev": {"s": "a\\u00e9\\ud83d\\ude00\\n", "n": 1.50, "t": true, "z": null, "list": [1, {"a": "]"}],
                     "api": {"key": "k", "v": {"x": 2}}, "vault": {"provider": "AzureKeyVault"},
                     "Security": {"Auth": {}}, "twice": 1, "twice": 2}}
            """)
        let set = environments()
        #expect(value(set, "dev", "s") == "a\u{E9}\u{1F600}\n")
        #expect(value(set, "dev", "n") == "1.50")
        #expect(value(set, "dev", "t") == "true")
        #expect(value(set, "dev", "list") == #"[1, {"a": "]"}]"#)
        #expect(value(set, "dev", "api.key") == "k")
        #expect(value(set, "dev", "api.v.x") == "2")
        #expect(value(set, "dev", "twice") == "2")
        for name in ["z", "vault", "Security"] {
            #expect(set.variables["dev"]?[name]?.value == nil)
            #expect(set.variables["dev"]?[name]?.reason != nil)
        }
    }

    @Test(arguments: [
        ("{\n  \"dev\": {\n    \"a\": \"x\"\n    \"b\": 1\n  }\n}", 4, 5, "a comma or } is expected here"),
        ("{\"é\": tru}", 1, 10, "only true, false and null are written without quotes"),
        ("", 1, 1, "there is no value"),
        ("{\"a\": {}} x", 1, 11, "nothing more is expected after the value"),
        ("{\"a\": {\"b\": \"x\n\"}}", 1, 15, "a control character must be escaped in a string"),
        ("{\"a\": \"x", 1, 9, "the text ends inside a string"),
        ("{a: 1}", 1, 2, "a name in double quotes is expected here"), ("{\"a\" 1}", 1, 6, "a colon is expected here"),
        ("{\"a\": 01}", 1, 8, "a number may not begin with 0"), ("{\"a\": \"\\x\"}", 1, 9, "there is no such escape"),
        ("{\"a\": \"\\ud800\"}", 1, 8, "half of a surrogate pair is missing"),
        ("[1]", 1, 1, "an object is expected here"),
        ("{\n\"dev\": 5}", 2, 8, "the environment dev must be an object"),
    ])
    func `a broken file is reported with line and column`(text: String, line: Int, column: Int, clause: String) {
        let path = folder.write("http-client.env.json", text)
        folder.write("http-client.private.env.json", #"{"dev": {"a": "still read"}}"#)
        let set = environments()
        #expect(set.problems.map(\.sentence) == ["\(path):\(line):\(column): \(clause)"])
        #expect(value(set, "dev", "a") == "still read")
    }

    @Test func `deep nesting is refused, not a crash`() {
        folder.write("http-client.env.json", String(repeating: "[", count: 100_000))
        #expect(environments().problems.count == 1)
    }

    @Test(arguments: 0..<300)
    func `any bytes are read or refused`(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let alphabet = Array("{}[]\",:\\u0d8aen1.-+ tfrulse\n".utf8) + [0xC3, 0xA9, 0xFF]
        let bytes = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
            alphabet.randomElement(using: &generator) ?? 0
        }
        do throws(JSONSyntaxError) {
            _ = try OrderedJSON.parse(bytes)
        } catch {
            #expect((0...bytes.count).contains(error.offset) && !error.reason.isEmpty)
        }
    }

    @Test func `a byte order mark is skipped`() {
        folder.write("http-client.env.json", "\u{FEFF}{\"dev\": {\"a\": 1}}")
        #expect(value(environments(), "dev", "a") == "1")
    }

    @Test func `an unknown environment is refused with those that exist`() throws {
        folder.write("http-client.env.json", #"{"dev": {}, "prod": {}}"#)
        let set = environments()
        try set.check("dev")
        try set.check(nil)
        #expect(throws: CollectionError(sentence: "There is no environment test; these exist: dev, prod.")) {
            try set.check("test")
        }
        #expect(throws: CollectionError.self) { try EnvironmentSet().check("dev") }
    }

    @Test func `what other tools call shared is shared`() {
        folder.write(
            "http-client.env.json", #"{"$shared": {"a": "1"}, "$kulalaShared": {"b": "2"}, "dev": {"a": "own"}}"#)
        let set = environments()
        #expect(set.variable("a", in: "dev")?.variable.value == "own")
        #expect(set.variable("b", in: "dev")?.variable.value == "2")
        #expect(set.variable("a", in: nil)?.isShared == true)
        #expect(set.names == ["dev"])
    }
}
