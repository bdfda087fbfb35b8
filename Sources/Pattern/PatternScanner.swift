import Base

/// Finds at the speed of a table where matches of a pattern may end. Which instructions can be reached together is looked up
/// when it is first needed, and remembered as a state; from then on a character costs one look into the table.
///
/// What it says no match is in has none. Where it says that one ends there may be none: `^`, `$` and `\b` are taken to hold
/// everywhere, and all characters beyond ASCII are taken for one. Not thread-safe.
final class PatternScanner {
    struct Candidate {
        /// The match begins here or later.
        var start: Int
        /// No match ends before here.
        var end: Int
    }

    private struct State: Hashable {
        /// Instructions of matches that have begun, each waiting for a character.
        var begun: [Int]
        /// Whether matches can still begin.
        var begins: Bool
    }

    private let program: [Pattern.Instruction]
    private let sets: [ScalarSet]
    private let readsEscapes: Bool
    /// Instructions that a match can begin with.
    private var firsts: [Int] = []
    private var states: [State] = []
    private var numbers: [State: UInt16] = [:]
    /// For each state and each byte the state it leads to, with `ends` if a match may end there.
    private var table: [UInt16] = []

    // The columns beside those of bytes.
    private static let beyondASCII = 256
    private static let backslash = 257
    private static let columns = 258
    // What an entry says beside a state.
    private static let ends: UInt16 = 0x8000
    private static let unknown: UInt16 = 0xFFFF
    private static let decode: UInt16 = 0xFFFE
    private static let dead: UInt16 = 0xFFFD

    private static let maxInstructions = 2000
    private static let maxStates = 1000
    /// A table that is full after fewer bytes costs more than it saves.
    private static let bytesPerTable = 1 << 16
    private var bytesSinceReset = 0
    /// Whether the table does not pay.
    private(set) var isExhausted = false

    /// - Returns: nil for a pattern whose states would be large.
    init?(_ program: [Pattern.Instruction], _ sets: [ScalarSet], readsEscapes: Bool) {
        guard program.count <= Self.maxInstructions else { return nil }
        self.program = program
        self.sets = sets
        self.readsEscapes = readsEscapes
        firsts = reached(from: [0]).instructions
        reset()
    }

    /// The candidate with the earliest end of all matches that begin in a range; nil if none does. When a table does not pay, the
    /// rest of the range.
    /// - Parameter maxLength: of a match.
    func next(
        in text: UnsafeBufferPointer<UInt8>, startingIn range: Range<Int>, maxLength: Int, steps: inout Int
    ) -> Candidate? {
        var (place, start, limit) = (range.lowerBound, range.lowerBound, range.upperBound)
        var state: UInt16 = 0
        while true {
            let from = place
            var entry = Self.unknown
            table.withUnsafeBufferPointer { table in
                while place < limit {
                    entry = table[Int(state) * Self.columns + Int(text[place])]
                    guard entry < Self.ends else { return }
                    place += 1
                    state = entry
                    if entry == 0 { start = place }
                }
            }
            bytesSinceReset += place - from + 1
            steps -= (place - from) / 8 + 1
            countWork(place - from + 1)
            guard steps > 0, !isExhausted else { return Candidate(start: start, end: range.upperBound) }
            guard place < limit else {
                // Matches that have begun may end behind the range.
                let last = states[Int(state)]
                guard last.begins, !last.begun.isEmpty, limit < text.count else { return nil }
                limit = min(text.count, limit + maxLength)
                state = number(of: State(begun: last.begun, begins: false))
                continue
            }
            var (column, length) = (Int(text[place]), 1)
            if entry == Self.decode {
                let (scalar, count) = PatternFinder.scalar(text, place, readsEscapes: readsEscapes)
                (column, length) = (Self.column(of: scalar ?? 0), count)
                entry = table[Int(state) * Self.columns + column]
            }
            if entry == Self.unknown { entry = lookUp(column, in: &state) }
            if entry == Self.dead { return nil }
            place += length
            if entry & Self.ends != 0 { return Candidate(start: start, end: place) }
            state = entry
            if state == 0 { start = place }
        }
    }

    private static func column(of scalar: UInt32) -> Int {
        scalar >= 0x80 ? beyondASCII : scalar == UInt32(Byte.backslash) ? backslash : Int(scalar)
    }

    // MARK: States

    private func reset() {
        states = []
        numbers = [:]
        table = []
        bytesSinceReset = 0
        _ = number(of: State(begun: [], begins: true))
    }

    private func number(of state: State) -> UInt16 {
        if let number = numbers[state] { return number }
        let number = UInt16(states.count)
        states.append(state)
        numbers[state] = number
        table += (0..<Self.columns).map { column in
            let isDecoded = (0x80..<256).contains(column) || (readsEscapes && column == Int(Byte.backslash))
            return isDecoded ? Self.decode : Self.unknown
        }
        return number
    }

    /// Fills in where a column leads.
    /// - Parameter state: has another number afterwards if the table was full.
    private func lookUp(_ column: Int, in state: inout UInt16) -> UInt16 {
        if states.count >= Self.maxStates {
            let kept = states[Int(state)]
            isExhausted = bytesSinceReset < Self.bytesPerTable
            reset()
            state = number(of: kept)
        }
        let from = states[Int(state)]
        let targets = (from.begun + (from.begins ? firsts : [])).filter { accepts($0, column) }.map { $0 + 1 }
        let (instructions, isMatch) = reached(from: targets)
        countWork(targets.count + instructions.count)
        let next = State(begun: instructions, begins: from.begins)
        let entry =
            isMatch ? number(of: next) | Self.ends : next.begun.isEmpty && !next.begins ? Self.dead : number(of: next)
        table[Int(state) * Self.columns + column] = entry
        return entry
    }

    private func accepts(_ instruction: Int, _ column: Int) -> Bool {
        let scalar = column == Self.backslash ? UInt32(Byte.backslash) : UInt32(column)
        return switch program[instruction] {
        case .scalar(let wanted): column == Self.beyondASCII ? wanted >= 0x80 : wanted == scalar
        case .set(let set): column == Self.beyondASCII ? sets[set].reachesBeyondASCII : sets[set].contains(scalar)
        default: false
        }
    }

    /// The instructions that wait for a character, reached from some places without one, in order; and whether the pattern can
    /// end there.
    private func reached(from places: [Int]) -> (instructions: [Int], isMatch: Bool) {
        var seen: Set<Int> = []
        var stack = places
        var waiting: [Int] = []
        var isMatch = false
        while let place = stack.popLast() {
            guard seen.insert(place).inserted else { continue }
            switch program[place] {
            case .scalar, .set: waiting.append(place)
            case .match: isMatch = true
            case .jump(let target): stack.append(target)
            case .split(let first, let second): stack += [first, second]
            case .start, .end, .wordBoundary: stack.append(place + 1)
            }
        }
        return (waiting.sorted(), isMatch)
    }
}
