import Base
import NetEngine
import Synchronization
import TerminalUI
import Workspace

/// Puts bodies into temporary files for a pager or another program.
final class BodyViewing: Sendable {
    private let files: TemporaryFiles
    /// Files of programs that run beside ours: they may read them as long as ours runs.
    private let opened = Mutex<[String]>([])

    /// What is to be done with a file.
    enum Next: Sendable {
        /// Give the terminal to this program.
        case show(ViewedFile)
        /// The program runs beside ours.
        case opened(by: String)
        case failed(sentence: String)
    }

    /// The pager's text is made in pieces of about this size.
    private static let pieceBytes = 1 << 20
    private static let columnsAtOnce = 8192

    init(files: TemporaryFiles = .live()) { self.files = files }

    /// Takes as long as writing the body does.
    /// - Parameter failed: called later if a program that runs beside ours fails.
    func begin(_ job: BodyViewJob, failed: @escaping @Sendable (String) -> Void) -> Next {
        guard let response = job.exchange.response else { return .failed(sentence: "There is no body to show.") }
        do throws(TemporaryFiles.Problem) {
            switch job.viewer {
            case .pager: return try page(job)
            case .opener: return try open(response, failed)
            }
        } catch {
            return .failed(sentence: error.sentence)
        }
    }

    /// Removes the files of programs that may still run.
    func removeFiles() {
        for path in opened.withLock({ $0 }) { TemporaryFiles.remove(fileAt: path) }
    }

    // MARK: Pager

    private func page(_ job: BodyViewJob) throws(TemporaryFiles.Problem) -> Next {
        let named = processEnvironment("PAGER").flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
        guard let command = named ?? ["less", "more"].first(where: InstalledProgram.exists) else {
            return .failed(sentence: "No pager was found: set PAGER.")
        }
        let path = try files.write(name: "body.txt") { write in
            guard let document = job.document else { return }
            Self.forEachPiece(of: document.lines(job.mode, columns: 100), write)
        }
        return .show(
            ViewedFile(
                program: ExternalProgram(shellCommand: command, arguments: [path]), name: "The pager", path: path))
    }

    /// The lines as the pane shows them: what could act on a terminal is written as escapes.
    static func forEachPiece(of lines: any LineSource, _ write: ([UInt8]) -> Bool) {
        if let lines = lines as? any SequentialLines { return lines.writeLines(pieceBytes: pieceBytes, write) }
        var piece: [UInt8] = []
        for index in 0..<lines.lineCount {
            let count = lines.columnCount(ofLine: index)
            var column = 0
            while column < count {
                let part = lines.line(index, columns: column..<min(column + columnsAtOnce, count))
                for span in part.spans { piece += span.text.string.utf8 }
                column += columnsAtOnce
                if piece.count >= pieceBytes {
                    guard write(piece) else { return }
                    piece.removeAll(keepingCapacity: true)
                }
            }
            piece.append(Byte.lineFeed)
        }
        _ = write(piece)
    }

    // MARK: Other programs

    private func open(
        _ response: Response, _ failed: @escaping @Sendable (String) -> Void
    ) throws(TemporaryFiles.Problem) -> Next {
        let type = ContentType(response.headers.values("Content-Type").last ?? "")
        let opener: OpenCommand
        do throws(OpenCommand.Problem) {
            opener = try OpenCommand(for: type, isInstalled: InstalledProgram.exists)
        } catch {
            return .failed(sentence: error.sentence)
        }
        let body = response.content
        let path = try files.write(name: "body.\(MediaExtension.of(type))") { write in
            var offset = 0
            while offset < body.count {
                let piece = body.bytes(in: offset..<min(offset + Self.pieceBytes, body.count))
                guard write(piece) else { return }
                offset += piece.count
                body.releasePages(0..<offset)
            }
        }
        let program = ExternalProgram(shellCommand: opener.command, arguments: [path])
        let name = String(opener.command.prefix { $0 != " " })
        if opener.needsTerminal { return .show(ViewedFile(program: program, name: name, path: path)) }
        opened.withLock { $0.append(path) }
        let reason = PipedProgram.startDetached(program.arguments) { outcome in
            if let problem = outcome.problem(of: name) { failed(problem) }
        }
        if let reason { return .failed(sentence: "\(name) could not be started: \(reason).") }
        return .opened(by: name)
    }
}

extension ViewedFile {
    /// Removes the file when its program has ended. Returns a sentence if the program failed.
    package func finish(_ outcome: ExternalProgram.Outcome) -> String? {
        TemporaryFiles.remove(fileAt: path)
        return switch outcome {
        case .exited(0): nil
        case .exited(let status): "\(name) ended with status \(status)."
        case .signalled(let number): "\(name) was ended by signal \(number)."
        case .notStarted(let sentence): sentence
        }
    }
}
