import TestSupport
import Testing

@testable import Workspace

/// Changes of several environment files at once, in temporary folders.
@Suite struct EnvironmentWriteTests {
    private let folder = ScratchFolder()
    private static let name = "http-client.env.json"
    private static let privateName = "http-client.private.env.json"

    private func edit(_ name: String, _ value: String, over expected: String) -> EnvironmentFileEdit {
        EnvironmentFileEdit(file: "\(folder.path)/\(name)", path: ["dev", "x"], value: value, expected: expected)
    }

    @Test func `of several files none is taken back if one of them cannot be, and both are named`() {
        folder.write(Self.name, #"{"dev": {"x": "1"}}"#)
        folder.write(Self.privateName, #"{"dev": {"x": "a"}}"#)
        let store = CollectionStore()
        let write = EnvironmentWrite([edit(Self.name, "2", over: "1"), edit(Self.privateName, "b", over: "a")], store)
        #expect(write.problem == nil)
        folder.write(Self.name, #"{"dev": {"x": "theirs"}}"#)
        let back = write.takenBack(store)
        #expect(
            back.problem
                == "\(folder.path)/\(Self.name) was not saved: it changed on disk meanwhile. "
                + "Nothing is changed in \(folder.path)/\(Self.privateName).")
        #expect(back.files.isEmpty)
        #expect(folder.read(Self.privateName) == #"{"dev": {"x": "b"}}"#)
        #expect(folder.read(Self.name) == #"{"dev": {"x": "theirs"}}"#)
    }

    @Test func `of whole files none is written if one of them changed meanwhile`() {
        folder.write(Self.privateName, "{}")
        let write = EnvironmentWrite(
            replacing: [
                EnvironmentWrite.File(path: "\(folder.path)/\(Self.name)", before: nil, after: Array("{}".utf8)),
                EnvironmentWrite.File(
                    path: "\(folder.path)/\(Self.privateName)", before: Array("{ }".utf8), after: Array("[]".utf8)),
            ], CollectionStore())
        #expect(
            write.problem
                == "\(folder.path)/\(Self.privateName) was not saved: it changed on disk meanwhile. "
                + "Nothing is changed in \(folder.path)/\(Self.name).")
        #expect(write.files.isEmpty && folder.read(Self.name) == nil && folder.read(Self.privateName) == "{}")
    }

    @Test func `a file that was made is there again if another one cannot be taken back`() {
        folder.write(Self.name, #"{"dev": {"x": "1"}}"#)
        let store = CollectionStore()
        let made = EnvironmentFileEdit(
            file: "\(folder.path)/\(Self.privateName)", path: ["dev", "x"], value: "s", isNew: true, makesFile: true)
        let write = EnvironmentWrite([edit(Self.name, "2", over: "1"), made], store)
        #expect(write.problem == nil)
        let text = folder.read(Self.privateName)
        folder.write(Self.name, "{}")
        let back = write.takenBack(store)
        #expect(back.problem != nil && back.files.isEmpty)
        #expect(text != nil && folder.read(Self.privateName) == text)
    }
}
