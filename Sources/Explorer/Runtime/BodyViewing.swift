import Base
import NetEngine
import Synchronization
import TerminalUI
import Workspace

/// Puts bodies into temporary files for a pager or another program.
final class BodyViewing: Sendable {
    private let files: TemporaryFiles
    private let state = Mutex(State())

    private struct State {
        /// Every file, from before it is written: its program may start later, and one that runs beside ours may read it as long as
        /// ours runs.
        var paths: [String] = []
        var hasEnded = false
    }

    /// What is to be done with a file.
    enum Next: Sendable {
        /// Give the terminal to this program.
        case show(ViewedFile)
        /// The program runs beside ours.
        case opened(by: String)
        case failed(sentence: String)
        /// No file is left.
        case stopped
    }

    /// The pager's text is made in pieces of about this size.
    private static let pieceBytes = 1 << 20
    /// Written between two reports.
    private static let reportBytes = 4 << 20

    init(files: TemporaryFiles = .live()) { self.files = files }

    /// Takes as long as writing the body does.
    /// - Parameters:
    ///   - failed: called later if a program that runs beside ours fails.
    ///   - progressed: gets the bytes that are in the file, now and then; a false stops writing.
    func begin(
        _ job: BodyViewJob, failed: @escaping @Sendable (String) -> Void,
        progressed: @escaping (Int) -> Bool = { _ in true }
    ) -> Next {
        guard let response = job.exchange.response else { return .failed(sentence: "There is no body to show.") }
        do throws(TemporaryFiles.Problem) {
            switch job.viewer {
            case .pager: return try page(job, progressed)
            case .opener: return try open(response, failed, progressed)
            }
        } catch {
            return .failed(sentence: error.sentence)
        }
    }

    /// Writes a file and reports how far it is. nil if that was stopped, or our program ended: no file is left then.
    private func write(
        _ name: String, _ progressed: @escaping (Int) -> Bool, pieces: (([UInt8]) -> Bool) -> Void
    ) throws(TemporaryFiles.Problem) -> String? {
        var (count, reported, isStopped) = (0, 0, false)
        let path = try files.write(
            name: name,
            pieces: { take in
                withoutActuallyEscaping(take) { take in
                    pieces { piece in
                        guard !state.withLock(\.hasEnded), take(piece) else { return false }
                        count += piece.count
                        guard count - reported >= Self.reportBytes else { return true }
                        reported = count
                        isStopped = !progressed(count)
                        return !isStopped
                    }
                }
            },
            begun: { path in state.withLock { $0.paths.append(path) } })
        guard isStopped || state.withLock(\.hasEnded) else { return path }
        TemporaryFiles.remove(fileAt: path)
        return nil
    }

    /// Removes all files that are left, and lets none be written any more. For the end of the program.
    func removeFiles() {
        let paths = state.withLock { state in
            state.hasEnded = true
            return state.paths
        }
        for path in paths { TemporaryFiles.remove(fileAt: path) }
    }

    // MARK: Pager

    private func page(_ job: BodyViewJob, _ progressed: @escaping (Int) -> Bool) throws(TemporaryFiles.Problem) -> Next
    {
        guard let command = job.pager ?? ["less", "more"].first(where: InstalledProgram.exists) else {
            return .failed(sentence: "No pager was found: set PAGER, or 'pager' in config.yaml.")
        }
        let written = try write("body.txt", progressed) { write in
            guard let document = job.document else { return }
            Self.forEachPiece(of: document.lines(job.mode, columns: 100), write)
        }
        guard let path = written else { return .stopped }
        return .show(
            ViewedFile(
                program: ExternalProgram(shellCommand: command, arguments: [path]),
                name: "The pager '\(command.prefix { $0 != " " })'", path: path))
    }

    /// The lines as the pane shows them: what could act on a terminal is written as escapes.
    static func forEachPiece(of lines: any LineSource, _ write: ([UInt8]) -> Bool) {
        if let lines = lines as? any SequentialLines { return lines.writeLines(pieceBytes: pieceBytes, write) }
        var (piece, isStopped) = ([UInt8](), false)
        for index in 0..<lines.lineCount where !isStopped {
            lines.forEachPart(ofLine: index) { part in
                piece += part.utf8
                guard piece.count >= pieceBytes else { return true }
                isStopped = !write(piece)
                piece.removeAll(keepingCapacity: true)
                return !isStopped
            }
            piece.append(Byte.lineFeed)
        }
        guard !isStopped else { return }
        _ = write(piece)
    }

    // MARK: Other programs

    private func open(
        _ response: Response, _ failed: @escaping @Sendable (String) -> Void, _ progressed: @escaping (Int) -> Bool
    ) throws(TemporaryFiles.Problem) -> Next {
        let type = ContentType(response.headers.values("Content-Type").last ?? "")
        let opener: OpenCommand
        do throws(OpenCommand.Problem) {
            opener = try OpenCommand(for: type, isInstalled: InstalledProgram.exists)
        } catch {
            return .failed(sentence: error.sentence)
        }
        let body = response.content
        let written = try write("body.\(MediaExtension.of(type))", progressed) { write in
            var offset = 0
            while offset < body.count {
                let piece = body.bytes(in: offset..<min(offset + Self.pieceBytes, body.count))
                guard write(piece) else { return }
                offset += piece.count
                body.releasePages(0..<offset)
            }
        }
        guard let path = written else { return .stopped }
        let program = ExternalProgram(shellCommand: opener.command, arguments: [path])
        let name = opener.programName
        if opener.needsTerminal { return .show(ViewedFile(program: program, name: name, path: path)) }
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
        case .exited(let status):
            "\(name) \(ExternalProgram.problem(ofShellStatus: status) ?? "ended with status \(status)")."
        case .signalled(let number): "\(name) was ended by signal \(number)."
        case .notStarted(let sentence): sentence
        }
    }
}
