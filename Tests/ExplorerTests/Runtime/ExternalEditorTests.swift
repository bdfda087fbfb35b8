import Foundation
import TestSupport
import Testing

@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// A text in a private file for an editor, and what is left of it afterwards. No editor runs here: the file is changed as one would.
@Suite struct ExternalEditorTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func words(_ outcome: EditorOutcome, _ session: ExternalEditor.Session) -> String {
        switch outcome {
        case .unchanged: "unchanged"
        case .changed(let text): "changed to \(text.debugDescription)"
        case .failed(let sentence):
            sentence.replacing(session.file, with: "FILE").replacing(session.folder, with: "FOLDER")
        }
    }

    /// What comes of a text that an editor leaves so, and whether its folder is still there.
    private func finish(
        _ original: String, _ outcome: ExternalProgram.Outcome, _ edit: (ExternalEditor.Session) throws -> Void
    ) throws -> String {
        let editor = ExternalEditor(command: "ed -s", temporaryFolder: home.path)
        let session = try editor.begin(original, fileExtension: "http")
        try edit(session)
        let words = words(editor.finish(session, outcome), session)
        let isThere = FileManager.default.fileExists(atPath: session.folder)
        try? FileManager.default.removeItem(atPath: session.folder)
        return isThere ? words + " (kept)" : words
    }

    private func write(_ bytes: String.UTF8View, _ session: ExternalEditor.Session) throws {
        try Data(bytes).write(to: URL(filePath: session.file))
    }

    @Test func `the text lies in a private file of its own, with its kind in the name`() throws {
        let editor = ExternalEditor(command: "ed -s", temporaryFolder: home.path)
        let session = try editor.begin("a\nb", fileExtension: "json")
        #expect(session.file == session.folder + "/request.json" && session.folder.hasPrefix(home.path + "/apitui-"))
        #expect(session.program == ExternalProgram(shellCommand: "ed -s", arguments: [session.file]))
        let folder = String(session.folder.dropFirst(home.path.count + 1))
        #expect(try home.permissions(folder) == 0o700 && home.permissions(folder + "/request.json") == 0o600)
        #expect(try home.read(folder + "/request.json") == "a\nb")
        let none = ExternalEditor(command: nil, temporaryFolder: home.path)
        #expect(throws: ExternalEditor.Problem(sentence: "No editor was found: set VISUAL or EDITOR.")) {
            try none.begin("a", fileExtension: "http")
        }
        let nowhere = ExternalEditor(command: "ed", temporaryFolder: home.path + "/none")
        #expect(
            throws: ExternalEditor.Problem(
                sentence: "No private folder can be made in \(home.path)/none: No such file or directory.")
        ) { try nowhere.begin("a", fileExtension: "http") }
    }

    @Test func `the user's editor is taken, else one of the usual ones that is installed`() {
        #expect(ExternalEditor.live("my-editor --wait").command == "my-editor --wait")
        let usual = ExternalEditor.live(nil).command
        #expect(usual == ["vi", "nano"].first(where: InstalledProgram.exists))
    }

    @Test func `what was written is taken over, without the line end that an editor adds`() throws {
        func edited(_ original: String, _ text: String) throws -> String {
            try finish(original, .exited(status: 0)) { try write(text.utf8, $0) }
        }
        #expect(try edited("a", "a") == "unchanged" && edited("a", "a\n") == "unchanged")
        #expect(try edited("a", "a\r\n") == "unchanged" && edited("a", "a\n\n") == #"changed to "a\n""#)
        #expect(try edited("a", "b\n") == #"changed to "b""# && edited("a\n", "b\n") == #"changed to "b\n""#)
        #expect(try edited("a\n", "a") == #"changed to "a""# && edited("a", "") == #"changed to """#)
    }

    @Test func `an editor that fails changes nothing, and what it wrote is kept`() throws {
        let rows = [
            try finish("a", .exited(status: 1)) { _ in },
            try finish("a", .exited(status: 1)) { try write("b".utf8, $0) },
            try finish("a", .signalled(15)) { _ in },
            try finish("a", .signalled(9)) { try write("b".utf8, $0) },
            try finish("a", .notStarted(sentence: "No shell.")) { _ in },
            try finish("a", .exited(status: 0)) { try Data([0x61, 0xFF]).write(to: URL(filePath: $0.file)) },
            try finish("a", .exited(status: 0)) { try FileManager.default.removeItem(atPath: $0.file) },
            try finish("a", .exited(status: 0)) {
                try FileManager.default.moveItem(atPath: $0.file, toPath: $0.folder + "/other")
            },
            try finish("a", .exited(status: 0)) {
                try FileManager.default.removeItem(atPath: $0.file)
                try FileManager.default.createDirectory(atPath: $0.file, withIntermediateDirectories: false)
            },
            try finish("a", .exited(status: 1)) { try Data([0x62]).write(to: URL(filePath: $0.folder + "/.swp")) },
        ]
        #expect(
            rows.joined(separator: "\n") == """
                The editor ended with status 1; nothing was changed.
                The editor ended with status 1; the text is kept in FILE. (kept)
                The editor was ended by signal 15; nothing was changed.
                The editor was ended by signal 9; the text is kept in FILE. (kept)
                No shell.
                The edited text is not UTF-8; the text is kept in FILE. (kept)
                The editor removed its file; nothing was changed.
                The editor removed its file; what it left is kept in FOLDER. (kept)
                The edited file cannot be read: it is a folder; what it left is kept in FOLDER. (kept)
                The editor ended with status 1; what it left is kept in FOLDER. (kept)
                """)
    }

    @Test(arguments: [(126, "is a folder or not executable"), (127, "was not found")] as [(Int32, String)])
    func `a command that the shell cannot run is named`(status: Int32, clause: String) throws {
        #expect(
            try finish("a", .exited(status: status)) { _ in }
                == "The editor 'ed -s' \(clause): set VISUAL or EDITOR; nothing was changed.")
    }

    @Test func `a file that was shown is removed, and a program that failed is named`() throws {
        func finish(_ outcome: ExternalProgram.Outcome) throws -> String? {
            let path = try TemporaryFiles(parent: home.path).write([0x61], name: "body.txt")
            let shown = ViewedFile(program: ExternalProgram(["less"]), name: "The pager 'less'", path: path)
            defer { #expect(!FileManager.default.fileExists(atPath: path)) }
            return shown.finish(outcome)
        }
        #expect(try finish(.exited(status: 0)) == nil)
        #expect(try finish(.exited(status: 2)) == "The pager 'less' ended with status 2.")
        #expect(try finish(.signalled(9)) == "The pager 'less' was ended by signal 9.")
        #expect(try finish(.notStarted(sentence: "No.")) == "No.")
        #expect(try home.names().isEmpty)
    }
}
