import Testing

@testable import TerminalUI

/// Bytes that arrive at a terminal, at times of a clock that only the script moves.
final class ScriptedInput: RawInputSource {
    struct Arrival {
        var pause: Duration
        /// Bytes, and codes above 255, as `wgetch` reads them.
        var input: [Int32]

        init(_ text: String, after pause: Duration = .zero) { self.init(bytes: Array(text.utf8), after: pause) }

        init(bytes: [UInt8], after pause: Duration = .zero) {
            self.pause = pause
            input = bytes.map { Int32($0) }
        }

        init(code: Int32, after pause: Duration = .zero) {
            self.pause = pause
            input = [code]
        }
    }

    private(set) var now = MonotonicTime(nanoseconds: 1_000_000_000)
    private var assembler = InputAssembler()
    private var later: ArraySlice<Arrival>
    private var here: ArraySlice<Int32> = []
    private static let escapeDelay = Duration.milliseconds(20)

    init(_ arrivals: [Arrival]) { later = arrivals[...] }

    /// Plays a script, and returns the resulting events.
    static func decoded(_ arrivals: [Arrival]) -> [InputEvent] {
        let input = ScriptedInput(arrivals)
        var decoder = InputDecoder()
        var events: [InputEvent] = []
        repeat { while let event = decoder.next(from: input) { events.append(event) } } while input.arrive()
        return events
    }

    /// Their names, without reports.
    static func events(of arrivals: [Arrival]) -> [String] {
        decoded(arrivals).compactMap { event in
            switch event {
            case .key(let key): key.name
            case .report: nil
            default: "\(event)"
            }
        }
    }

    /// Delivers the next part; returns false if there is none.
    func arrive() -> Bool {
        guard let next = later.popFirst() else { return false }
        now = now + next.pause
        here += next.input
        return true
    }

    func read() -> RawInput? {
        let input = assembler.next(read: { here.popFirst() ?? -1 }, waitForMore: waitForMore)
        if input == .scalar("\u{1B}"), here.isEmpty { _ = waitForMore() }
        return input
    }

    func waitForMore() -> Bool {
        guard let next = later.first, next.pause <= Self.escapeDelay else { return false }
        return arrive()
    }

    /// What is here.
    func paste() -> InputEvent {
        defer { here = [] }
        return .paste(String(decoding: here.compactMap { UInt8(exactly: $0) }, as: UTF8.self))
    }

    func event(forCode code: Int32) -> InputEvent? { CursesKeys.key(forCode: code).map { .key($0) } }
}
