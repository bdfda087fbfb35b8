import Base
import TerminalUI
import Workspace

/// Lets the user edit a text in their editor.
///
/// The text lies in a private folder (0700) in a file that only the user can read (0600); `finish` removes both,
/// unless what was written would be lost.
package struct ExternalEditor: Sendable {
    /// What `sh -c` runs, with the file as its argument; nil when no editor was found.
    package var command: String?
    /// Where the private folder is made.
    var temporaryFolder: String

    /// A text that lies ready for the editor.
    package struct Session: Sendable {
        package var program: ExternalProgram
        package var folder: String
        package var file: String
        var original: String

        package init(program: ExternalProgram, folder: String, file: String, original: String) {
            self.program = program
            self.folder = folder
            self.file = file
            self.original = original
        }
    }

    package struct Problem: Error, Sendable, Hashable {
        package var sentence: String
    }

    /// - Parameter command: the user's editor; nil for `vi` or `nano`, where they are installed.
    package static func live(_ command: String?) -> ExternalEditor {
        ExternalEditor(
            command: command ?? ["vi", "nano"].first(where: InstalledProgram.exists),
            temporaryFolder: TemporaryFiles.live().parent)
    }

    /// Writes the text to a temporary file.
    package func begin(_ text: String, fileExtension: String) throws(Problem) -> Session {
        guard let command else { throw Problem(sentence: "No editor was found: set VISUAL or EDITOR.") }
        let file: String
        do throws(TemporaryFiles.Problem) {
            file = try TemporaryFiles(parent: temporaryFolder).write(
                Array(text.utf8), name: "request.\(fileExtension)")
        } catch {
            throw Problem(sentence: error.sentence)
        }
        return Session(
            program: ExternalProgram(shellCommand: command, arguments: [file]), folder: PathText.folder(of: file),
            file: file,
            original: text)
    }

    /// Reads what the editor left and removes file and folder. What the editor wrote and is not taken over stays there, and the
    /// sentence says where.
    package func finish(_ session: Session, _ outcome: ExternalProgram.Outcome) -> EditorOutcome {
        // What is there now need not be a file: reading a FIFO would wait for good.
        let content = DiskFile.read(session.file, limit: .max)
        let bytes = try? content.get()
        switch outcome {
        case .notStarted(let sentence):
            TemporaryFiles.remove(fileAt: session.file)
            return .failed(sentence)
        case .signalled(let number):
            return .failed("The editor was ended by signal \(number); \(Self.leave(session, bytes)).")
        case .exited(let status) where status != 0:
            let end = Self.leave(session, bytes)
            if let problem = ExternalProgram.problem(ofShellStatus: status) {
                return .failed("The editor '\(command ?? "")' \(problem): set VISUAL or EDITOR; \(end).")
            }
            return .failed("The editor ended with status \(status); \(end).")
        case .exited: break
        }
        guard let bytes else {
            var what = "The editor removed its file"
            if case .failure(let failure) = content, failure != .missing {
                what = "The edited file cannot be read: \(failure.clause)"
            }
            return .failed("\(what); \(Self.leave(session, nil)).")
        }
        guard let edited = String(validating: bytes, as: UTF8.self) else {
            return .failed("The edited text is not UTF-8; \(Self.leave(session, bytes)).")
        }
        TemporaryFiles.remove(fileAt: session.file)
        let result = Self.withoutAddedLineEnd(edited, original: session.original)
        return result == session.original ? .unchanged : .changed(result)
    }

    /// Removes file and folder where nothing was written into them, as a swap file of an editor that was ended is.
    /// - Parameter bytes: the file's; nil if it is gone or cannot be read.
    /// - Returns: the end of a sentence about what is there now.
    private static func leave(_ session: Session, _ bytes: [UInt8]?) -> String {
        if let bytes, bytes != Array(session.original.utf8) { return "the text is kept in \(session.file)" }
        let folder = PathText.folder(of: session.file)
        let names = (try? DiskFile.names(in: folder).get()) ?? []
        let known = [".", ".."] + (bytes == nil ? [] : [PathText.name(of: session.file)])
        if names.contains(where: { !known.contains($0) }) {
            return "what it left is kept in \(folder)"
        }
        TemporaryFiles.remove(fileAt: session.file)
        return "nothing was changed"
    }

    /// Editors end the last line; a text that had no end there gets none.
    static func withoutAddedLineEnd(_ edited: String, original: String) -> String {
        guard !original.hasSuffix("\n"), edited.utf8.last == UInt8(ascii: "\n") else { return edited }
        return String(decoding: edited.utf8.dropLast(edited.hasSuffix("\r\n") ? 2 : 1), as: UTF8.self)
    }
}
