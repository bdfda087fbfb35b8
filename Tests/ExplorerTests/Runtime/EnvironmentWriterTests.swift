import NetEngine
import TestSupport
import Testing

@testable import Explorer
@testable import Workspace

/// Changes of environment files and what takes them back, in temporary folders.
@Suite(.timeLimit(.minutes(5))) struct EnvironmentWriterTests {
    private let folder = ScratchFolder()
    private let writer = EnvironmentWriter(CollectionStore())
    private static let name = "http-client.env.json"
    private static let privateName = "http-client.private.env.json"

    private var file: String { "\(folder.path)/\(Self.name)" }
    private var privateFile: String { "\(folder.path)/\(Self.privateName)" }

    private func edit(
        _ path: [String], _ value: String, over expected: String? = nil, isNew: Bool = false, makesFile: Bool = false
    ) -> EnvironmentFileEdit {
        EnvironmentFileEdit(
            file: file, path: path, value: value, expected: expected, isNew: isNew, makesFile: makesFile)
    }

    /// Makes a change and takes it back, then makes it again and takes it back once more.
    private func makeAndTakeBack(_ change: WrittenValue.Change) throws {
        let inverse = try #require(change.inverse)
        for _ in 1...2 {
            let problem = writer.write(change)
            #expect(problem == nil)
            let backProblem = writer.write(inverse)
            #expect(backProblem == nil)
        }
    }

    @Test func `changes of one file that are asked for at once are all in it, in their order`() async {
        let (stream, actions) = AsyncStream<Action>.makeStream()
        let runner = EffectRunner(engine: Engine(), path: folder.path, trust: nil, post: { actions.yield($0) })
        let names = (0..<24).map { "secret\($0)" }
        for (place, name) in names.enumerated() {
            let edit = EnvironmentFileEdit(
                file: privateFile, path: ["dev", name], value: "v", isNew: true, makesFile: true)
            runner.run(place.isMultiple(of: 2) ? .moveSecret(SecretMove(edit: edit)) : .saveVariable(edit))
        }
        var (problems, left) = ([String](), names.count)
        for await action in stream {
            switch action {
            case .variableSaved(_, let problem): problems += [problem].compactMap(\.self)
            case .secretMoved(_, .failed(let problem)), .secretMoved(_, .copied(let problem)): problems.append(problem)
            case .secretMoved: break
            default: continue
            }
            left -= 1
            if left == 0 { break }
        }
        #expect(problems.isEmpty)
        let text = folder.read(Self.privateName) ?? ""
        let places = names.map { text.firstRange(of: "\"\($0)\": \"v\"")?.lowerBound }
        #expect(!places.contains(nil), "\(text)")
        #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted(), "\(text)")
    }

    @Test(arguments: [
        "{}", "{ }\n", "", "{\n  \"live\": {}\n}\n", "{\"dev\": {}}", "{\"dev\": { /* mine */ }}",
        "{\r\n\t\"dev\": {\r\n\t\t\"a\": 1,\r\n\t}\r\n}", "{\"live\": {\"x\": \"1\"} } // mine",
    ])
    func `what takes a new value back leaves the bytes that were there`(before: String) throws {
        folder.write(Self.name, before)
        try makeAndTakeBack(.saved(edit(["dev", "x"], "1", isNew: true)))
        #expect(folder.read(Self.name) == before)
        try makeAndTakeBack(
            .values([edit(["dev", "x"], "1", isNew: true), edit(["test", "x"], "1", isNew: true)]))
        #expect(folder.read(Self.name) == before)
        try makeAndTakeBack(.login([edit(["dev", "Security", "Auth", "shop", "Username"], "me", isNew: true)]))
        #expect(folder.read(Self.name) == before)
    }

    @Test func `a file that was made for a value goes with it`() throws {
        try makeAndTakeBack(.saved(edit(["dev", "x"], "1", isNew: true, makesFile: true)))
        #expect(folder.read(Self.name) == nil)
    }

    @Test func `a value that was replaced or taken out comes back as it was written, where it was`() throws {
        let before = "{\"dev\": {\"a\": 1, \"b\": \"2\", \"c\": 3}}"
        folder.write(Self.name, before)
        try makeAndTakeBack(.removed(edit(["dev", "a"], "", over: "1")))
        #expect(folder.read(Self.name) == before)
        try makeAndTakeBack(.saved(edit(["dev", "c"], "x", over: "3")))
        #expect(folder.read(Self.name) == before)
    }

    @Test func `a secret that was moved goes back to its place`() throws {
        let before = "{\"dev\": {\"token\": \"t\", \"a\": \"1\"}}"
        folder.write(Self.name, before)
        let move = SecretMove(
            edit: EnvironmentFileEdit(
                file: privateFile, path: ["dev", "token"], value: "t", isNew: true, makesFile: true),
            source: .environmentFile(file, path: ["dev", "token"], value: "t"))
        let moved = writer.write(move)
        #expect(moved == .moved && folder.read(Self.privateName)?.contains("\"t\"") == true)
        guard case .moved(let back)? = WrittenValue.Change(move).inverse else {
            Issue.record("there is nothing that takes it back")
            return
        }
        let takenBack = writer.write(back)
        #expect(takenBack == .moved)
        #expect(folder.read(Self.name) == before && folder.read(Self.privateName) == nil)
    }

    @Test func `a new secret of a login leaves none in the public file until it is taken back`() throws {
        let back = try moveSecretOfLogin()
        #expect(folder.read(Self.name) == Self.login.replacing(", \"Client Secret\": \"old\"", with: ""))
        #expect(folder.read(Self.privateName)?.contains("\"Client Secret\": \"n3w\"") == true)
        let backProblem = writer.write(back)
        #expect(backProblem == nil)
        #expect(folder.read(Self.name) == Self.login && folder.read(Self.privateName) == nil)
    }

    /// A public file with the secret of a login.
    private static let login =
        "{\"dev\": {\"Security\": {\"Auth\": {\"a\": {\"Scope\": 1, \"Client Secret\": \"old\"}}}}}"

    /// Gives a login, whose secret is in the public file, a new one.
    /// - Returns: what takes it back.
    private func moveSecretOfLogin() throws -> WrittenValue.Change {
        folder.write(Self.name, Self.login)
        let set = CollectionStore().environments(forFolder: folder.path, root: folder.path)
        let known = try #require(set.loginValue("Client Secret", of: "a", in: "dev"))
        let edits = set.secretMove(of: known, to: "n3w").edits
        let problem = writer.write(.login(edits))
        #expect(problem == nil && folder.read(Self.privateName)?.contains("n3w") == true)
        return try #require(WrittenValue.Change.login(edits).inverse)
    }

    @Test func `a file that was made for the secret of a login goes with it, although the other file changed`() throws {
        let back = try moveSecretOfLogin()
        let theirs = EnvironmentWrite(saving: edit(["live", "y"], "2", isNew: true), CollectionStore()).problem
        #expect(theirs == nil)
        let problem = writer.write(back)
        #expect(problem == nil && folder.read(Self.privateName) == nil)
        let text = folder.read(Self.name) ?? ""
        #expect(text.contains("\"Client Secret\": \"old\"") && text.contains("\"live\""), "\(text)")
    }

    @Test func `a file that was made for the secret of a login stays if the other file cannot be edited`() throws {
        let back = try moveSecretOfLogin()
        let secret = folder.read(Self.privateName)
        folder.write(Self.name, "{broken")
        let problem = writer.write(back)
        #expect(problem?.hasPrefix("\(file) was not saved: The file is broken") == true)
        #expect(folder.read(Self.privateName) == secret && folder.read(Self.name) == "{broken")
    }

    @Test func `a file that was made for a secret that was moved goes with it, although the other file changed`() throws
    {
        folder.write(Self.name, "{\"dev\": {\"token\": \"t\", \"a\": \"1\"}}")
        let move = SecretMove(
            edit: EnvironmentFileEdit(
                file: privateFile, path: ["dev", "token"], value: "t", isNew: true, makesFile: true),
            source: .environmentFile(file, path: ["dev", "token"], value: "t"))
        let moved = writer.write(move)
        #expect(moved == .moved)
        let theirs = EnvironmentWrite(saving: edit(["live", "y"], "2", isNew: true), CollectionStore()).problem
        #expect(theirs == nil)
        guard case .moved(let back)? = WrittenValue.Change(move).inverse else {
            Issue.record("there is nothing that takes it back")
            return
        }
        let takenBack = writer.write(back)
        #expect(takenBack == .moved && folder.read(Self.privateName) == nil)
        let text = folder.read(Self.name) ?? ""
        #expect(text.contains("\"token\": \"t\"") && text.contains("\"live\""), "\(text)")
    }

    @Test func `what others changed meanwhile stays, and so does an object that was there before`() throws {
        folder.write(Self.name, "{\"dev\": {}}")
        let (first, second) = (edit(["dev", "x"], "1", isNew: true), edit(["test", "x"], "1", isNew: true))
        for edit in [first, second] {
            let problem = writer.write(.saved(edit))
            #expect(problem == nil)
        }
        let theirs = EnvironmentWrite(saving: edit(["live", "y"], "2", isNew: true), CollectionStore()).problem
        #expect(theirs == nil)
        for edit in [second, first] {
            let problem = writer.write(try #require(WrittenValue.Change.saved(edit).inverse))
            #expect(problem == nil)
        }
        let text = folder.read(Self.name) ?? ""
        #expect(text.contains("\"live\"") && text.contains("\"dev\"") && !text.contains("\"test\""), "\(text)")
    }

    @Test func `of several files none is written if one of them cannot be`() throws {
        let before = "{\"dev\": {}}"
        folder.write(Self.name, before)
        folder.write(Self.privateName, "{broken")
        let secret = EnvironmentFileEdit(file: privateFile, path: ["dev", "pw"], value: "s", isNew: true)
        let problem = writer.write(.values([edit(["dev", "x"], "1", isNew: true), secret]))
        #expect(problem?.hasPrefix("\(privateFile) was not saved: The file is broken") == true)
        #expect(folder.read(Self.name) == before && folder.read(Self.privateName) == "{broken")
    }
}
