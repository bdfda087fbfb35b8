import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Workspace

/// What each edit makes of environment files in many layouts, as it was recorded (`Recorded`).
@Suite struct RecordedEnvironmentEditTests {
    /// A file a line, with the signs of `SignedText`.
    private static let json = #"""
        {}
        { }
        {␤}
        {␤}␤
        [1]
        "x"
        {"dev": {}}
        {"dev": {"a": "1"}}
        {"dev": {"a": "1", "b": 2, "c": true, "d": null, "e": [1, 2], "f": {"g": "h"}}}
        {"dev":{"a":"1"},"prod":{"a":"2"}}
        {␤  "dev": {␤    "a": "1"␤  }␤}␤
        {␤␉"dev": {␤␉␉"a": "1",␤␉␉"b": 2␤␉}␤}␤
        {␍␤  "dev": {␍␤    "a": "1",␍␤    "c": true␍␤  },␍␤  "prod": {}␍␤}␍␤
        {␍  "dev": {␍    "a": "1"␍  }␍}␍
        {␤  "dev": {␤    "a": "1", "b": 2,␤    "c": true␤  }␤}
        {␤  "dev": {␤    "a": "1", // of a␤    "b": 2 // of b␤  }␤}
        {␤  // before␤  "dev": {␤    "a": "1" /* of a */, /* of b */ "b": 2,␤  },␤}
        {␤  "dev": {␤    // only a comment␤  }␤}
        {"dev": { /* only */ }}
        {␤  "dev": {␤    "a": "1"␤    // below␤  }␤}
        {␤  "dev": {␤    /* before */ "a": "1"␤  }␤}
        {␤  "dev": { "a": "1",␤    "b": 2 }␤}
        {"dev": {"a": "1", "a": "2"}, "dev": {"a": "3"}}
        {"dev": "x"}
        {"dev": {"a": {"b": 1}}}
        {"dev": {"f": {"g": 1, "h": 2}, "f": {"g": 3}}}
        {"dev": {"a": 1
        {"dev": {"a": 01}}
        {␤    "dev": {␤        "ä\u0041": "ü"␤    }␤}
        """#

    /// A path and a value; `-` removes.
    private static let edits = """
        dev.a = x
        dev.a = 2
        dev.a -
        dev.b = 2.50
        dev.b = true
        dev.b = {"x": 1}
        dev.b = say "hi" \\ ␤ ␉ ä
        dev.b -
        dev.c = false
        dev.c = no
        dev.c -
        dev.d = null
        dev.e = [3]
        dev.e = [3
        dev.e -
        dev.f = x
        dev.f.g = x
        dev.f.g -
        dev.f.h =
        dev.new = y
        prod.a = z
        prod.a -
        dev -
        ä = 1
        """

    private static let dotEnv = #"""
        NAME=old
        NAME=old␤
        A=1␤NAME="old"␤B=2␤
        A=1␍␤NAME='old' # kept␍␤B=2␍␤
        export NAME = old # kept␤
        NAME=one␤NAME=two␤
        A="open␤NAME=old␤
        A=`x`␤
        A=1␍␤B=2
        #NAME=old␤
        ␤
        NAME=␤
        NAME="a␤b"␤C=3␤
        """#

    private static let values = """
        x
        two words
        # hash
        a#b
        'single'
        "double"
        `back`
        '"both"'
        '"all`
        a␤b
        a␍b
        back\\slash
        "a\\b"
        ä€
        $X
        a=b
        """

    private static func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

    @Test func `edits of JSON are what was recorded`() throws {
        let parts = ([""] + Self.lines(Self.json)).map { written -> (name: String, text: String) in
            let bytes = Array(SignedText.read(written).utf8)
            let text = Self.lines(Self.edits).map { line -> String in
                let words = line.split(separator: " ", maxSplits: 2).map(String.init)
                let path = words[0].split(separator: ".").map(String.init)
                let value = words.count > 2 ? SignedText.read(words[2]) : ""
                var results: [String] = []
                for allowsComments in [true, false] {
                    do throws(JSONMemberEdit.Refusal) {
                        let edited =
                            words[1] == "-"
                            ? try JSONMemberRemoval(path: path, allowsComments: allowsComments).applied(to: bytes)
                            : try JSONMemberEdit(path: path, value: value, allowsComments: allowsComments)
                                .applied(to: bytes)
                        results.append(Printed.escaped(String(decoding: edited, as: UTF8.self)))
                    } catch { results.append("! \(error.sentence)") }
                }
                return results[0] == results[1]
                    ? "\(line): \(results[0])\n" : "\(line): \(results[0])\n  plain JSON: \(results[1])\n"
            }
            return (written.isEmpty ? "empty" : written, text.joined())
        }
        try Recorded.expect(parts, in: "environment-edits/json")
    }

    @Test func `edits of dot env files are what was recorded`() throws {
        let parts = ([""] + Self.lines(Self.dotEnv)).map { written -> (name: String, text: String) in
            let file = DotEnvFile(bytes: Array(SignedText.read(written).utf8))
            var text = file.entries.map { "\($0.name) at \($0.line), \($0.range): \(Printed.quoted($0.value))\n" }
                .joined()
            for value in [""] + Self.lines(Self.values) {
                let edited = file.setting("NAME", to: SignedText.read(value)).map {
                    String(decoding: $0, as: UTF8.self)
                }
                text += "\(value): \(edited.map(Printed.escaped) ?? "! none")\n"
            }
            text += "no name: \(file.setting("", to: "x") == nil), \(file.setting("a b", to: "x") == nil)\n"
            return (written.isEmpty ? "empty" : written, text)
        }
        try Recorded.expect(parts, in: "environment-edits/dot-env")
    }

    /// What the files of a folder are after an edit, and what is said of one that is refused.
    @Test func `edits of files are what was recorded`() throws {
        let files = [
            ("http-client.env.json", #"{"dev": {"a": "1", "n": null, "o": {"p": "q"}, "list": [1]}}"#),
            ("rest-client.env.json", #"{"dev": {"a": 1}"#), (".env", "A=1\n"), ("prod.env", "A=1\n"),
            ("openapi.yaml", "openapi: 3.1.0\n"), ("gone.env.json", ""),
        ]
        var parts: [(name: String, text: String)] = []
        for (name, content) in files {
            var text = ""
            let paths = [
                ["dev", "a"], ["A"], ["dev", "n"], ["dev", "o"], ["dev", "o", "p"], ["dev", "list"], ["new", "b"],
            ]
            for path in name == files[0].0 ? paths : Array(paths.prefix(2)) {
                for (expected, isNew, makesFile) in [
                    (nil, false, false), ("1", false, false), ("2", false, false), (nil, true, false),
                    (nil, false, true),
                ] as [(String?, Bool, Bool)] {
                    let folder = ScratchFolder()
                    if !content.isEmpty { folder.write(name, content) }
                    let edit = EnvironmentFileEdit(
                        file: "\(folder.path)/\(name)", path: path, value: "v w", expected: expected, isNew: isNew,
                        makesFile: makesFile)
                    let saved = edit.save() ?? "saved"
                    let after = folder.names.map { "\($0): \(Printed.escaped(folder.read($0) ?? ""))" }
                    text += "\(path.joined(separator: ".")), expected \(expected ?? "-")"
                    text += "\(isNew ? ", new" : "")\(makesFile ? ", makes" : ""): "
                    text += "\(saved.hiding(folder)) | \(after)\n"
                    text += "  removed: \(edit.remove()?.hiding(folder) ?? "saved")"
                    text += " | \(folder.read(PathText.name(of: edit.file)).map(Printed.escaped) ?? "-")\n"
                }
            }
            parts.append((name, text))
        }
        try Recorded.expect(parts, in: "environment-edits/files")
    }

    @Test func `additions are what was recorded`() throws {
        let values = [
            EnvironmentAddition.Value(environment: "dev", name: "a", value: "1", isSecret: false),
            EnvironmentAddition.Value(environment: "dev", name: "token", value: "t", isSecret: true),
            EnvironmentAddition.Value(environment: "prod", name: "a", value: "2", isSecret: false),
        ]
        let contents = ["", "{}", #"{"dev": {}}"#, #"{"dev": {"a": "x"}}"#, #"{"dev": "x"}"#, "{"]
        var parts: [(name: String, text: String)] = []
        for content in contents {
            for secret in ["", #"{"dev": {"token": "x"}}"#] {
                let folder = ScratchFolder()
                if !content.isEmpty { folder.write("http-client.env.json", content) }
                if !secret.isEmpty { folder.write("http-client.private.env.json", secret) }
                var text = ""
                do throws(CollectionError) {
                    text = "\(try EnvironmentAddition(values).write(into: folder.path))\n"
                } catch { text = "\(error.sentence)\n" }
                for name in folder.names { text += "\(name): \(Printed.escaped(folder.read(name) ?? ""))\n" }
                parts.append(("\(content) and \(secret)", text.hiding(folder)))
            }
        }
        try Recorded.expect(parts, in: "environment-edits/additions")
    }
}
