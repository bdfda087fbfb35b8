import Testing

@testable import TerminalUI

/// Bytes that arrive at a terminal, at times of a clock that only the script moves.
final class ScriptedInput: RawInputSource {
    struct Arrival {
        var pause: Duration
        var input: [RawInput]

        init(_ text: String, after pause: Duration = .zero) {
            self.pause = pause
            input = text.unicodeScalars.map { .scalar($0) }
        }

        init(code: Int32, after pause: Duration = .zero) {
            self.pause = pause
            input = [.code(code)]
        }
    }

    private(set) var now = MonotonicTime(nanoseconds: 1_000_000_000)
    private var later: ArraySlice<Arrival>
    private var here: ArraySlice<RawInput> = []
    private static let escapeDelay = Duration.milliseconds(20)

    init(_ arrivals: [Arrival]) { later = arrivals[...] }

    /// Plays a script, and returns the resulting events.
    static func decoded(_ arrivals: [Arrival], isUTF8: Bool = true) -> [InputEvent] {
        let input = ScriptedInput(arrivals)
        var decoder = InputDecoder(isUTF8: isUTF8)
        var events: [InputEvent] = []
        repeat { while let event = decoder.next(from: input) { events.append(event) } } while input.arrive()
        return events
    }

    /// Their names, without reports.
    static func events(of arrivals: [Arrival], isUTF8: Bool = true) -> [String] {
        decoded(arrivals, isUTF8: isUTF8).compactMap { event in
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
        let input = here.popFirst()
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
        return .paste(here.map { if case .scalar(let scalar) = $0 { "\(scalar)" } else { "" } }.joined())
    }

    func event(forCode code: Int32) -> InputEvent? { CursesKeys.key(forCode: code).map { .key($0) } }
}
