import Glibc
import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import Workspace

/// What the runner reports after it writes a private file, in temporary folders.
@Suite(.timeLimit(.minutes(5))) struct SecretEffectTests {
    private static let name = "http-client.private.env.json"

    /// The actions reported for effects, up to the one that a closure waits for.
    private func told(
        _ effects: Effect..., until isLast: @escaping @Sendable (Action) -> Bool
    ) async -> [Action] {
        let actions = AsyncStream<Action>.makeStream()
        let runner = EffectRunner(engine: Engine(), path: "/", trust: nil, post: { actions.continuation.yield($0) })
        for effect in effects { runner.run(effect) }
        var told: [Action] = []
        for await action in actions.stream {
            told.append(action)
            if isLast(action) { break }
        }
        return told
    }

    private func repository(_ files: [(String, String)]) -> ScratchFolder {
        let folder = ScratchFolder()
        folder.write(".git/HEAD", "ref: refs/heads/main\n")
        for (name, text) in files {
            folder.write(name, text)
            if EnvironmentReader.isPrivate(PathText.name(of: name)) { chmod("\(folder.path)/\(name)", 0o600) }
        }
        return folder
    }

    @Test func `a secret is moved, the missing ignore rule is reported, and it is added`() async throws {
        let folder = repository([(".gitignore", "x\n"), ("api/http-client.env.json", #"{"dev": {"token": "a"}}"#)])
        let move = SecretMove(
            edit: EnvironmentFileEdit(
                file: "\(folder.path)/api/\(Self.name)", path: ["dev", "token"], value: "b", isNew: true,
                makesFile: true),
            source: .environmentFile("\(folder.path)/api/http-client.env.json", path: ["dev", "token"], value: "a"))
        let actions = await told(.moveSecret(move)) { if case .ignoreEntryMissing = $0 { true } else { false } }
        guard case .secretMoved(move, .moved)? = actions.first,
            case .ignoreEntryMissing(let entry)? = actions.last
        else {
            Issue.record("\(actions)")
            return
        }
        #expect(folder.read("api/http-client.env.json") == #"{"dev": {}}"#)
        let added = await told(.addIgnoreEntry(entry)) { _ in true }
        guard case .ignoreEntryAdded(entry, .added)? = added.first else {
            Issue.record("\(added)")
            return
        }
        #expect(folder.read(".gitignore") == "x\n\(Self.name)\n")
    }

    @Test func `git is to ignore no file that a value was moved to for others to see`() async {
        let folder = repository([
            ("api/\(Self.name)", #"{"dev": {"token": "a"}}"#), ("api/http-client.env.json", #"{"dev": {}}"#),
            ("api/.env", "A=1\n"),
        ])
        let move = SecretMove(
            edit: EnvironmentFileEdit(
                file: "\(folder.path)/api/http-client.env.json", path: ["dev", "token"], value: "a", isNew: true),
            source: .environmentFile("\(folder.path)/api/\(Self.name)", path: ["dev", "token"], value: "a"))
        let edit = EnvironmentFileEdit(file: "\(folder.path)/api/.env", path: ["A"], value: "2", expected: "1")
        let actions = await told(.moveSecret(move), .saveVariable(edit)) { action in
            if case .ignoreEntryMissing(let entry) = action { entry.line == ".env" } else { false }
        }
        let offered = actions.compactMap { if case .ignoreEntryMissing(let entry) = $0 { entry.line } else { nil } }
        #expect(offered == [".env"])
    }

    @Test func `a private value that is changed in place is looked at too`() async {
        let folder = repository([("api/.env", "A=1\n")])
        let edit = EnvironmentFileEdit(file: "\(folder.path)/api/.env", path: ["A"], value: "2", expected: "1")
        let actions = await told(.saveVariable(edit)) { if case .ignoreEntryMissing = $0 { true } else { false } }
        guard case .variableSaved(edit, nil)? = actions.first, case .ignoreEntryMissing(let entry)? = actions.last
        else {
            Issue.record("\(actions)")
            return
        }
        #expect(entry.line == ".env" && entry.isNew && entry.ignoreFile.hasSuffix("/api/.gitignore"))
    }

    @Test(arguments: [(0o644, true), (0o640, true), (0o600, false)] as [(mode_t, Bool)])
    func `a private file that others can read keeps its mode, and is named before its write is reported`(
        mode: mode_t, isOpen: Bool
    ) async throws {
        let folder = repository([("api/.env", "A=1\n")])
        let file = "\(folder.path)/api/.env"
        #expect(chmod(file, mode) == 0)
        let edit = EnvironmentFileEdit(file: file, path: ["A"], value: "2", expected: "1")
        let actions = await told(.saveVariable(edit)) { if case .variableSaved = $0 { true } else { false } }
        let open = actions.compactMap { if case .openToOthers(let files) = $0 { files } else { nil } }
        #expect(open == (isOpen ? [[file]] : []))
        #expect(folder.read("api/.env") == "A=2\n")
        let info = try #require(DiskFile.info(file))
        #expect(info.st_mode & 0o777 == mode)
    }

    @Test func `a login that goes to a private file has that file looked at, one in a shared file has not`() async {
        let folder = repository([("api/.env", "A=1\n"), ("api/http-client.env.json", #"{"dev": {"a": "1"}}"#)])
        let edits = [
            EnvironmentFileEdit(
                file: "\(folder.path)/api/http-client.env.json", path: ["dev", "a"], value: "2", expected: "1"),
            EnvironmentFileEdit(file: "\(folder.path)/api/.env", path: ["A"], value: "2", expected: "1"),
        ]
        let actions = await told(.saveLogin(edits)) { action in
            switch action {
            case .ignoreEntryMissing, .failed: true
            case .loginSaved(_, let problem): problem != nil
            default: false
            }
        }
        guard case .loginSaved(edits, nil)? = actions.first, case .ignoreEntryMissing(let entry)? = actions.last
        else {
            Issue.record("\(actions)")
            return
        }
        #expect(actions.count == 2 && entry.line == ".env" && entry.ignoreFile.hasSuffix("/api/.gitignore"))
        #expect(folder.read("api/.env") == "A=2\n")
    }
}
