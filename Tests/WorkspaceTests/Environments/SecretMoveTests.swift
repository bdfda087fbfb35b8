import Glibc
import TestSupport
import Testing

@testable import Base
@testable import Workspace

/// How moving a secret changes the files.
@Suite struct SecretMoveTests {
    private static let name = "http-client.private.env.json"

    private func move(_ folder: ScratchFolder, value: String = "n3w", old: String = "old")
        -> SecretMove
    {
        SecretMove(
            edit: EnvironmentFileEdit(
                file: "\(folder.path)/\(Self.name)", path: ["dev", "token"], value: value, isNew: true,
                makesFile: true),
            source: .environmentFile(
                "\(folder.path)/http-client.env.json", path: ["dev", "token"], value: old))
    }

    @Test func `a new public file has the permissions of other new files`() {
        let folder = ScratchFolder()
        func mode(_ name: String) -> UInt32 { (DiskFile.info("\(folder.path)/\(name)")?.st_mode ?? 0) & 0o7777 }
        let edit = EnvironmentFileEdit(
            file: "\(folder.path)/http-client.env.json", path: ["dev", "base"], value: "1", isNew: true, makesFile: true
        )
        #expect(edit.save() == nil)
        let other = CollectionStore().save(
            path: "\(folder.path)/a.http", bytes: [0x0A], expecting: FileStamp(bytes: []))
        guard case .saved = other else {
            Issue.record("\(other)")
            return
        }
        #expect(mode("http-client.env.json") == mode("a.http") && mode("a.http") != 0)
    }

    @Test func `a private file is created for this user only, and the public one loses the secret`()
        throws
    {
        let folder = ScratchFolder()
        folder.write(
            "http-client.env.json",
            "{\n  \"dev\": {\n    \"base\": \"b\",\n    \"token\": \"old\"\n  }\n}\n")
        #expect(move(folder, value: "q\"\\é\n").run() == .moved)
        #expect(
            folder.read(Self.name) == "{\n  \"dev\": {\n    \"token\": \"q\\\"\\\\é\\n\"\n  }\n}\n")
        #expect(folder.read("http-client.env.json") == "{\n  \"dev\": {\n    \"base\": \"b\"\n  }\n}\n")
        #expect((DiskFile.info("\(folder.path)/\(Self.name)")?.st_mode ?? 0) & 0o7777 == 0o600)
        #expect(folder.names == ["http-client.env.json", Self.name])
        let set = CollectionStore().environments(forFolder: folder.path, root: folder.path)
        #expect(
            set.variables["dev"]?["token"]?.value == "q\"\\é\n"
                && set.variables["dev"]?["token"]?.isPrivate == true)
        #expect(set.files.map(\.isPrivate) == [true, false])
    }

    @Test func `a private file that is there keeps its other bytes and its mode`() {
        let folder = ScratchFolder()
        folder.write("http-client.env.json", "{\"dev\": {\"token\": \"old\"}}")
        folder.write(Self.name, "{\r\n\t// mine\r\n\t\"live\": {}\r\n}", mode: 0o640)
        #expect(move(folder).run() == .moved)
        #expect(
            folder.read(Self.name)
                == "{\r\n\t// mine\r\n\t\"live\": {},\r\n\t\"dev\": {\r\n\t\t\"token\": \"n3w\"\r\n\t}\r\n}"
        )
        #expect((DiskFile.info("\(folder.path)/\(Self.name)")?.st_mode ?? 0) & 0o7777 == 0o640)
        #expect(folder.read("http-client.env.json") == "{\"dev\": {}}")
    }

    @Test func `nothing is written over`() {
        let folder = ScratchFolder()
        let before = "{\"dev\": {\"token\": \"old\"}}"
        folder.write("http-client.env.json", before)
        for text in ["{\"dev\": {\"token\": \"mine\"}}", "{\"dev\": ", "{\"dev\": 1}"] {
            folder.write(Self.name, text)
            guard case .failed = move(folder).run() else {
                Issue.record("\(text) was written over")
                continue
            }
            #expect(folder.read(Self.name) == text && folder.read("http-client.env.json") == before)
        }
    }

    @Test func `a link is not followed where a file was to be made`() {
        let folder = ScratchFolder()
        folder.write("http-client.env.json", "{\"dev\": {\"token\": \"old\"}}")
        folder.write("elsewhere.json", "{}")
        for target in ["elsewhere.json", "nowhere.json"] {
            folder.link(Self.name, to: "\(folder.path)/\(target)")
            guard case .failed(let sentence) = move(folder).run() else {
                Issue.record("the link was followed")
                continue
            }
            #expect(sentence.hasSuffix("it is a link."))
            unlink("\(folder.path)/\(Self.name)")
        }
        #expect(folder.read("elsewhere.json") == "{}" && folder.read("nowhere.json") == nil)
    }

    @Test(arguments: [
        ("http-client.env.json", mode_t(0o644), false), ("shared.env", 0o640, false), ("shared.json", 0o604, false),
        ("shared.json", 0o600, true), ("sub/http-client.private.env.json", 0o644, true),
    ])
    func `a private file that is a link to one that others read gets no secret`(
        target: String, mode: mode_t, isWritten: Bool
    ) {
        let folder = ScratchFolder()
        folder.write(target, "{\"dev\": {}}", mode: mode)
        folder.link(Self.name, to: "\(folder.path)/\(target)")
        let file = "\(folder.path)/\(Self.name)"
        let clause = isWritten ? nil : "it is a link to \(target), which others can read"
        let edit = EnvironmentFileEdit(file: file, path: ["dev", "token"], value: "n3w", isNew: true)
        #expect(edit.save() == clause.map { "\(file) was not saved: \($0)." })
        #expect(folder.read(target)?.contains("n3w") == isWritten)
        let addition = EnvironmentAddition([
            EnvironmentAddition.Value(environment: "live", name: "token", value: "imp0rted", isSecret: true)
        ])
        var sentence: String?
        do throws(CollectionError) { _ = try addition.write(into: folder.path) } catch { sentence = error.sentence }
        #expect(sentence == clause.map { "\(file) was not saved: \($0)." })
        #expect(folder.read(target)?.contains("imp0rted") == isWritten)
    }

    @Test func `a private file that is a link to nothing makes no file, and an .env file may lead to another one`() {
        let folder = ScratchFolder()
        folder.link(Self.name, to: "\(folder.path)/nowhere.json")
        let file = "\(folder.path)/\(Self.name)"
        let edit = EnvironmentFileEdit(file: file, path: ["dev", "token"], value: "n3w")
        #expect(edit.save() == "\(file) was not saved: it is a link to nothing.")
        #expect(folder.read("nowhere.json") == nil)
        folder.write(".env.shared", "A=1\n", mode: 0o644)
        folder.link(".env", to: "\(folder.path)/.env.shared")
        #expect(EnvironmentFileEdit(file: "\(folder.path)/.env", path: ["A"], value: "2").save() == nil)
        #expect(folder.read(".env.shared") == "A=2\n")
    }

    @Test func `a public file that changed stays as it is, and that is reported`() {
        let folder = ScratchFolder()
        folder.write("http-client.env.json", "{\"dev\": {\"token\": \"other\"}}")
        guard case .copied(let sentence) = move(folder).run() else {
            Issue.record("it was taken out")
            return
        }
        #expect(sentence.contains("token changed there meanwhile"))
        #expect(folder.read("http-client.env.json") == "{\"dev\": {\"token\": \"other\"}}")
        #expect(folder.read(Self.name)?.contains("n3w") == true)
    }

    @Test(
        arguments: [
            (#"// "token": "older""#, 2), ("/* the old one:\n   0ld-t0ken */", 3),
            ("// tokens are private, older ones too", nil),
        ] as [(String, Int?)])
    func `a comment that still has a value of the secret is named`(comment: String, line: Int?) {
        let folder = ScratchFolder()
        folder.write("http-client.env.json", "{\"dev\": {\n\"token\": \"0ld-t0ken\",\n\"a\": 1 \(comment)\n}}")
        let expected: SecretMove.Outcome = if let line { .left(line: line) } else { .moved }
        let outcome = move(folder, old: "0ld-t0ken").run()
        #expect(outcome == expected)
        #expect(folder.read("http-client.env.json") == "{\"dev\": {\n\"a\": 1 \(comment)\n}}")
    }

    // MARK: Removing a member

    @Test(arguments: [
        (#"{"a": 1, "x": 2, "b": 3}"#, #"{"a": 1, "b": 3}"#), (#"{"x": 2, "b": 3}"#, #"{"b": 3}"#),
        (#"{"a": 1, "x": 2}"#, #"{"a": 1}"#), (#"{"x": 2}"#, "{}"), ("{\n  \"x\": 2\n}\n", "{}\n"),
        ("{\n  \"a\": 1,\n  \"x\": 2\n}\n", "{\n  \"a\": 1\n}\n"),
        ("{\r\n  \"x\": 2,\r\n  \"b\": 3\r\n}", "{\r\n  \"b\": 3\r\n}"),
        ("{\n  \"a\": 1, // a\n  \"x\": 2 // x\n}", "{\n  \"a\": 1 // a\n}"),
        ("{\n  \"a\": 1,\n  // of x\n  \"x\": 2,\n}", "{\n  \"a\": 1,\n  // of x\n}"),
        ("{\n  \"a\": 1,\n  \"x\": 2 }", "{\n  \"a\": 1 }"),
        ("{\"a\": 1 /* c */, \"x\": 2}", "{\"a\": 1 /* c */}"),
        ("{\n  // nothing else\n  \"x\": 2\n}", "{\n  // nothing else\n}"),
    ])
    func `a member goes with its comma and its line`(before: String, after: String) throws {
        let edited = try JSONMemberRemoval(path: ["x"], allowsComments: true).applied(
            to: Array(before.utf8))
        #expect(String(decoding: edited, as: UTF8.self) == after)
    }

    @Test func `an environment is taken back only while it has no variable`() {
        let folder = ScratchFolder()
        let path = folder.write("http-client.env.json", "{\"dev\": {}, \"live\": {\"a\": \"1\"}}")
        func removal(_ name: String) -> EnvironmentFileEdit {
            var edit = EnvironmentFileEdit(file: path, path: [name], value: "", isEnvironment: true)
            edit.isRemoval = true
            return edit
        }
        #expect(removal("live").write() == "\(path) was not saved: live has variables there.")
        #expect(removal("dev").write() == nil)
        #expect(folder.read("http-client.env.json") == "{\"live\": {\"a\": \"1\"}}")
    }

    @Test func `of what is not there nothing is taken`() {
        for path in [["y"], ["x", "y"], ["a", "b"]] {
            #expect(throws: JSONMemberEdit.Refusal.self) {
                try JSONMemberRemoval(path: path).applied(to: Array(#"{"x": 2, "a": {}}"#.utf8))
            }
        }
    }

    @Test(arguments: 0..<200)
    func `what was put in can be taken out again, from any layout`(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed) + 11)
        func space() -> String {
            ["", " ", "\n", "\n  ", "\r\n\t", " // c\n", "/* c */"].randomElement(using: &generator) ?? ""
        }
        func object(_ depth: Int) -> String {
            let members = (0..<Int.random(in: 0...3, using: &generator)).map { place in
                let value =
                    depth > 0 && Bool.random(using: &generator) ? object(depth - 1) : "\"v\(place)\""
                return "\(space())\"k\(place)\"\(space()):\(space())\(value)\(space())"
            }
            let comma = !members.isEmpty && Bool.random(using: &generator) ? ",\(space())" : ""
            return "{" + members.joined(separator: ",") + comma + (members.isEmpty ? space() : "") + "}"
        }
        let text = Array(object(2).utf8)
        let root = try OrderedJSON.parse(text, allowsComments: true)
        var paths: [[String]] = []
        func walk(_ value: OrderedJSON, _ path: [String]) {
            guard case .object(let members) = value.content else { return }
            for member in members {
                paths.append(path + [member.key])
                walk(member.value, path + [member.key])
            }
        }
        walk(root, [])
        for path in paths {
            // The removal itself checks that nothing else changed: it must never have to refuse.
            let edited = try JSONMemberRemoval(path: path, allowsComments: true).applied(to: text)
            let after = try OrderedJSON.parse(edited, allowsComments: true)
            #expect(
                path.reduce(after as OrderedJSON?) { $0?.member($1) } == nil,
                "\(String(decoding: text, as: UTF8.self))")
        }
    }
}
