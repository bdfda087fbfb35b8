import Base
import Glibc
import NetEngine
import Synchronization
import TerminalUI

/// One batch, from the first line of standard input to the last result.
final class BatchRun: Sendable {
    /// How the batch ended, if not by the end of the input.
    enum Ending: Sendable, Hashable {
        /// The input cannot be read: errno.
        case unreadable(Int32)
        /// The output cannot be written: errno.
        case unwritable(Int32)
        /// A signal came.
        case stopped
    }

    /// A longer line is answered with an error.
    static let maxLineLength = 64 << 20
    private static let pieceSize = 256 << 10

    private let input: Int32
    private let output: BatchOutput
    private let wake = WakePipe()
    private let workers: BatchWorkers
    private let isStopped = Atomic<Bool>(false)
    /// Prints a warning about ignored members, once for each name.
    private let report: @Sendable (SafeText) -> Void

    init(
        engine: Engine, jobs: Int, input: Int32 = STDIN_FILENO, outputIsTerminal: Bool, reveals: Bool = false,
        report: @escaping @Sendable (SafeText) -> Void
    ) {
        self.input = input
        self.report = report
        output = BatchOutput()
        workers = BatchWorkers(
            engine: engine, jobs: jobs, output: output, isASCIIOnly: outputIsTerminal, reveals: reveals, wake: wake)
    }

    /// Cancels everything; every line that was read is still answered. May be called from any thread.
    func stop() {
        isStopped.store(true, ordering: .releasing)
        workers.stop()
    }

    /// Reads, sends and writes until all is done; nil if the input ended and every line was answered.
    func run() -> Ending? {
        output.start { [workers] in workers.outputChanged() }
        var lines = BatchLines(maxLength: Self.maxLineLength)
        var memory = LineMemory()
        var ending = readAll(&lines, &memory)
        if ending == .stopped { readRest(&lines, &memory) }
        while !workers.isDone(), output.failure == nil {
            wait(readsInput: false)
            if ending == nil, isStopped.load(ordering: .acquiring) { ending = .stopped }
        }
        if output.failure != nil { workers.stop() }
        output.finish()
        if let failure = output.failure { return .unwritable(failure) }
        return ending
    }

    // MARK: - Reading

    private func readAll(_ lines: inout BatchLines, _ memory: inout LineMemory) -> Ending? {
        var piece = [UInt8](repeating: 0, count: Self.pieceSize)
        var isAtEnd = false
        while true {
            if isStopped.load(ordering: .acquiring) { return .stopped }
            if let failure = output.failure { return .unwritable(failure) }
            guard workers.hasRoom() else {
                wait(readsInput: false)
                continue
            }
            if let line = lines.next(isAtEnd: isAtEnd) {
                take(line, lines, &memory)
                continue
            }
            if isAtEnd { return nil }
            guard wait(readsInput: true) else { continue }
            let count = read(input, &piece, piece.count)
            if count > 0 {
                lines.append(piece[..<count])
            } else if count == 0 {
                isAtEnd = true
            } else if errno != EINTR, errno != EAGAIN {
                return .unreadable(errno)
            }
        }
    }

    /// After a stop: reads the lines that are available now, so that they are answered too. Later input is not read,
    /// nor is a line without an end.
    private func readRest(_ lines: inout BatchLines, _ memory: inout LineMemory) {
        var piece = [UInt8](repeating: 0, count: Self.pieceSize)
        var available: CInt = 0
        var rest = ioctl(input, UInt(FIONREAD), &available) == 0 ? Int(available) : 0
        var isAtEnd = false
        while output.failure == nil {
            guard workers.canAnswer() else {
                wait(readsInput: false)
                continue
            }
            if let line = lines.next(isAtEnd: isAtEnd) {
                take(line, lines, &memory)
                continue
            }
            guard !isAtEnd else { return }
            if rest == 0 {
                // A last line without a line feed counts only if the input has ended.
                var ready = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
                guard poll(&ready, 1, 0) > 0 else { return }
            }
            let count = read(input, &piece, max(1, min(piece.count, rest)))
            guard count >= 0, rest > 0 || count == 0 else { return }
            isAtEnd = count == 0
            rest -= count
            lines.append(piece[..<count])
        }
    }

    private func take(_ line: BatchLines.Line, _ lines: BatchLines, _ memory: inout LineMemory) {
        let number = lines.number
        switch line {
        case .whole(let range):
            var reader = BatchRequestReader(lines.bytes, range, memo: memory.memo)
            defer { memory.memo = reader.memo }
            do {
                let request = try reader.read()
                workers.admit(request, size: range.count)
            } catch {
                workers.answer(error, line: number)
            }
            for name in memory.new(reader.unknownNames) {
                report("apitui: line \(number): \(name) is not known and is ignored.")
            }
        case .tooLong(let range):
            var reader = BatchRequestReader(lines.bytes, range)
            workers.answer(reader.readTooLong(limit: Self.maxLineLength), line: number)
        }
    }

    /// Sleeps until there is input, or another thread signals. Notices when the reader of the output leaves.
    /// - Returns: true if there is input.
    @discardableResult
    private func wait(readsInput: Bool) -> Bool {
        var waits = [
            pollfd(fd: wake.readEnd, events: Int16(POLLIN), revents: 0),
            pollfd(fd: readsInput ? input : -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: output.descriptor, events: 0, revents: 0),
        ]
        guard poll(&waits, nfds_t(waits.count), -1) > 0 else { return false }
        if waits[0].revents != 0 { wake.clear() }
        if StandardDescriptors.hasNoReader(waits[2]) { output.readerLeft() }
        return waits[1].revents != 0
    }
}

/// State kept from one line to the next: the unknown members that were reported, and the options.
private struct LineMemory {
    private var reported: Set<String> = []
    /// From the last line that was a request.
    var memo = BatchOptionsMemo()
    private static let max = 100

    mutating func new(_ names: [String]) -> [String] {
        names.filter { reported.count < Self.max && reported.insert($0).inserted }
    }
}
