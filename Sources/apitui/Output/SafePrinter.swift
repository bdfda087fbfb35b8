import Base
import NetEngine
import Synchronization
import Workspace

/// Prints a body piece by piece: byte for byte into a file or a pipe, as safe text on a terminal.
final class SafePrinter: Sendable {
    private struct State {
        /// An incomplete character, or a carriage return that may be followed by a line feed.
        var held: [UInt8] = []
        var isAtLineStart = true
    }

    private let isTerminal: Bool
    private let write: @Sendable ([UInt8]) -> Void
    private let state = Mutex(State())

    /// - Parameter write: writes bytes that do not go to a terminal.
    init(isTerminal: Bool = true, write: @escaping @Sendable ([UInt8]) -> Void = { _ in }) {
        self.isTerminal = isTerminal
        self.write = write
    }

    /// Prints a whole body on standard output.
    static func print(_ body: BodyBytes) {
        let streams = StandardStreams.live
        guard streams.outputIsTerminal else { return body.forEachPiece { streams.writeBytes($0) } }
        let printer = SafePrinter()
        body.forEachPiece { printer.print(Array($0)) }
        printer.end()
    }

    /// Prints the body of a response that was kept. If only its beginning was, standard error says so: it looks like a whole one.
    static func print(kept response: Response) {
        if let sentence = response.keptSentence { StandardStreams.live.report(SafeText(sentence)) }
        print(response.content)
    }

    func print(_ bytes: [UInt8]) {
        guard isTerminal else { return bytes.isEmpty ? () : write(bytes) }
        state.withLock { state in
            var rest = (state.held + bytes)[...]
            state.held = []
            while let end = rest.firstIndex(of: Byte.lineFeed) {
                let line = rest[..<end]
                StandardStreams.live.line(SafeText(bytes: line.last == Byte.carriageReturn ? line.dropLast() : line))
                rest = rest[(end + 1)...]
                state.isAtLineStart = true
            }
            let whole = rest.dropLast(UTF8Tail.count(rest))
            state.held = Array(rest[whole.endIndex...])
            guard !whole.isEmpty else { return }
            StandardStreams.live.text(SafeText(bytes: whole))
            state.isAtLineStart = false
        }
    }

    /// Ends the last line.
    func end() {
        guard isTerminal else { return }
        state.withLock { state in
            guard !state.held.isEmpty || !state.isAtLineStart else { return }
            StandardStreams.live.line(SafeText(bytes: state.held))
            state.held = []
            state.isAtLineStart = true
        }
    }
}

/// The end of a piece of text that needs the next piece to be decoded.
enum UTF8Tail {
    /// The number of bytes in an incomplete character, or in a carriage return that a line feed may follow.
    static func count(_ bytes: ArraySlice<UInt8>) -> Int {
        if bytes.last == Byte.carriageReturn { return 1 }
        for (distance, byte) in bytes.suffix(3).reversed().enumerated() {
            if byte & 0xC0 == 0x80 { continue }
            let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
            return length > distance + 1 ? distance + 1 : 0
        }
        return 0
    }
}
