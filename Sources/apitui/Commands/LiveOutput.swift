import Base
import NetEngine
import Synchronization

/// Prints the wanted response while it arrives, with `-i` its headers too: a stream from its first byte, any other response after it
/// has been arriving for a moment, so that a quick one is printed whole, after the lines about it.
///
/// Only a success is printed early: another status may be followed by a retry. The transport's thread delivers the
/// bytes and is never blocked; the bytes that wait to be printed are bounded by what the exchange itself keeps.
final class LiveOutput: BodyReceiver {
    private struct State {
        /// True if the body of the current step is to be printed.
        var isWanted = false
        /// True while the current response is being printed.
        var isOn = false
        /// True if the response restarted after a part of it was printed.
        var didRestart = false
        var isStream = false
        /// The headers that are printed before the body.
        var head: [UInt8] = []
        var waiting: [UInt8] = []
        /// Holds the body once it is large: the rest of it is printed from there.
        var file: SpooledBody?
        /// Bytes that were passed to the printing task.
        var printed = 0
        var isPrinting = false
        /// Counts responses, so that late output of an earlier one is dropped.
        var number = 0
        /// Waits for the end of the printing.
        var waiter: CheckedContinuation<Void, Never>?
        /// True if the user has given up, so that nothing is waited for.
        var isGivenUp = false

        typealias PrintingTask = (delay: Duration, number: Int)

        /// Returns the task to start; nil if it runs already.
        mutating func startPrinting() -> PrintingTask? {
            guard !isPrinting else { return nil }
            isPrinting = true
            return (isStream || printed > 0 ? LiveOutput.gathering : LiveOutput.patience, number)
        }

        /// Returns what is to be printed next; nil if it is all printed.
        mutating func takePiece() -> Piece? {
            if !waiting.isEmpty {
                defer { waiting = [] }
                printed += waiting.count
                return .bytes(waiting)
            }
            guard let file else { return nil }
            let start = printed - head.count
            let end = min(file.count, start + LiveOutput.pieceSize)
            guard start < end else { return nil }
            printed += end - start
            return .part(file, start..<end)
        }

        /// Returns the waiter, to be resumed outside of the lock.
        mutating func takeWaiter() -> CheckedContinuation<Void, Never>? {
            defer { waiter = nil }
            return waiter
        }
    }

    private enum Piece {
        case bytes([UInt8])
        case part(SpooledBody, Range<Int>)
    }

    private static let pieceSize = 1 << 20
    /// How long bytes must have been arriving before they are printed.
    private static let patience = Duration.milliseconds(150)
    private static let gathering = Duration.milliseconds(10)

    private let state = Mutex(State())
    private let printer: SafePrinter
    private let heads: LiveHeads?

    /// - Parameters:
    ///   - heads: the headers, if they are printed too.
    ///   - print: writes bytes that do not go to a terminal; it may block.
    init(
        isTerminal: Bool = StandardStreams.live.outputIsTerminal, heads: LiveHeads? = nil,
        print: @escaping @Sendable ([UInt8]) -> Void = { StandardStreams.live.writeBytes($0) }
    ) {
        printer = SafePrinter(isTerminal: isTerminal, write: print)
        self.heads = heads
    }

    /// Prints to a device or a pipe, or to standard output.
    /// - Returns: nil for a regular file, which is written as a whole.
    convenience init?(to file: OutputFile?, heads: LiveHeads?) {
        guard let file else {
            self.init(heads: heads)
            return
        }
        guard file.isDevice else { return nil }
        self.init(isTerminal: false, heads: heads) { file.appendArrived($0) }
    }

    /// To be called before each step is sent.
    func expect(isWanted: Bool) {
        let waiter = state.withLock { state in
            let waiter = state.takeWaiter()
            state = State(isWanted: isWanted, number: state.number + 1, isGivenUp: state.isGivenUp)
            return waiter
        }
        waiter?.resume()
    }

    /// The receiver for the next response; nil if it is not printed.
    var observer: (any BodyReceiver)? { state.withLock(\.isWanted) ? self : nil }

    func begin(_ soFar: TransportResult) {
        let status = soFar.response?.status ?? 0
        let type = soFar.response?.headers["Content-Type"]
        let head = heads.map { heads in soFar.response.flatMap { heads.bytes(upTo: $0) } } ?? []
        let task = state.withLock { state in
            state.didRestart = state.didRestart || state.printed > 0
            state.isOn = (200..<300).contains(status) && !state.didRestart && head != nil
            state.isStream = ContentType(type ?? "").isStream
            state.head = state.isOn ? head ?? [] : []
            state.waiting = state.head
            state.file = nil
            return state.waiting.isEmpty ? nil : state.startPrinting()
        }
        if let task { start(task) }
    }

    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let task = state.withLock { state in
            guard state.isOn else { return State.PrintingTask?.none }
            if state.file == nil { state.waiting += bytes }
            return state.startPrinting()
        }
        if let task { start(task) }
        return true
    }

    func spooled(_ body: SpooledBody) {
        state.withLock { state in
            guard state.isOn else { return }
            state.file = body
            // What waits of the body is in the file too.
            state.waiting = Array(state.head.dropFirst(state.printed))
        }
    }

    private func start(_ task: State.PrintingTask) {
        Task.detached { [self] in
            try? await Task.sleep(for: task.delay)
            print(task.number)
        }
    }

    private func print(_ number: Int) {
        while true {
            let (piece, waiter) = state.withLock { state -> (Piece?, CheckedContinuation<Void, Never>?) in
                guard state.number == number else { return (nil, nil) }
                guard state.isOn, let piece = state.takePiece() else {
                    state.isPrinting = false
                    return (nil, state.takeWaiter())
                }
                return (piece, nil)
            }
            waiter?.resume()
            switch piece {
            case .bytes(let bytes): printer.print(bytes)
            case .part(let file, let range): printer.print(file.bytes(in: range))
            case nil: return
            }
        }
    }

    /// Prints the rest of a complete response if a part of it was printed already.
    /// - Returns: true if the whole body is printed.
    func conclude(_ exchange: Exchange) async -> Bool {
        let hasBegun = state.withLock { state in
            // Nothing was printed early: the response is printed with everything else.
            if state.printed == 0 { state.isOn = false }
            return state.printed > 0
        }
        guard hasBegun else { return false }
        guard await printingEnds() else { return true }
        let (printed, head, didRestart) = state.withLock { ($0.printed, $0.head, $0.didRestart) }
        let body = exchange.response?.content ?? BodyBytes()
        guard !didRestart, printed <= head.count + body.count else {
            printer.end()
            StandardStreams.live.report("apitui: The response restarted after \(printed) bytes; all of it follows.")
            return false
        }
        printer.print(Array(head.dropFirst(printed)))
        for start in stride(from: max(0, printed - head.count), to: body.count, by: Self.pieceSize) {
            printer.print(body.bytes(in: start..<min(body.count, start + Self.pieceSize)))
        }
        printer.end()
        return true
    }

    /// Waits until all received bytes are printed.
    /// - Returns: false if the user has given up: output that nobody reads may block for ever.
    private func printingEnds() async -> Bool {
        await withCheckedContinuation { continuation in
            let isWaiting = state.withLock { state in
                guard state.isPrinting, !state.isGivenUp else { return false }
                state.waiter = continuation
                return true
            }
            if !isWaiting { continuation.resume() }
        }
        return !state.withLock { $0.isPrinting && $0.isGivenUp }
    }

    /// To be called when the user gives up; ends all waiting.
    func giveUp() {
        let waiter = state.withLock { state in
            state.isGivenUp = true
            return state.takeWaiter()
        }
        waiter?.resume()
    }
}
