/// A regular expression whose time grows with the text and not with its powers: all ways to match are followed at once
/// (Thompson's construction), so no pattern and no text can hang the program.
///
/// Texts are UTF-8; a character is a Unicode scalar.
struct Pattern: Sendable {
    /// Which expressions there are.
    enum Syntax: Sendable, Hashable {
        /// RFC 9485, with `^` and `$` at the ends of the text as those engines have it that it is mapped to (§5.3, §5.4).
        case iRegexp
        /// What scripts and other tools of this kind commonly write: `\d \w \s \b`, lazy quantifiers, groups of all
        /// kinds; without back references and looking around, which cannot be matched in linear time.
        case common(ignoresCase: Bool)
    }

    /// Why a text is no pattern.
    struct Fault: Error, Hashable {
        /// In characters.
        var offset: Int
        /// A clause: `a ) is missing`.
        var reason: String
    }

    /// The text was too long for the pattern.
    struct TooManySteps: Error, Hashable {}

    enum Instruction: Sendable {
        case scalar(UInt32)
        case set(ScalarSet)
        case jump(Int)
        /// Both ways at once.
        case split(Int, Int)
        case start
        case end
        case wordBoundary(Bool)
        case match
    }

    /// A pattern's counted repetitions are written out; more than this is refused.
    static let maxInstructions = 20_000
    /// About a second's work.
    static let maxSteps = 400_000_000

    private let program: [Instruction]

    /// - Throws: `Fault` where and why it is no pattern.
    init(_ source: String, syntax: Syntax) throws(Fault) {
        program = try PatternParser.parse(source, syntax)
    }

    /// Whether the whole text matches.
    func matchesWhole(_ text: [UInt8]) throws(TooManySteps) -> Bool { try run(text, isWhole: true) }

    /// Whether any part of the text matches.
    func isFound(in text: [UInt8]) throws(TooManySteps) -> Bool { try run(text, isWhole: false) }

    private func run(_ text: [UInt8], isWhole: Bool) throws(TooManySteps) -> Bool {
        var current = Threads(program.count)
        var following = Threads(program.count)
        var steps = 0
        var place = 0
        var before: UInt32?
        while true {
            let (scalar, length) = Self.scalar(text, place)
            if place == 0 || !isWhole { add(0, to: &current, before: before, after: scalar) }
            following.removeAll()
            for thread in current.list[..<current.count] {
                switch program[thread] {
                case .match:
                    if !isWhole || scalar == nil { return true }
                case .scalar(let wanted):
                    if scalar == wanted { following.pending.append(thread + 1) }
                case .set(let set):
                    if let scalar, set.contains(scalar) { following.pending.append(thread + 1) }
                case .jump, .split, .start, .end, .wordBoundary: break
                }
            }
            steps += current.count + 1
            guard steps < Self.maxSteps else { throw TooManySteps() }
            guard let scalar else { return false }
            if isWhole, following.pending.isEmpty { return false }
            place += length
            before = scalar
            let after = Self.scalar(text, place).scalar
            for thread in following.pending { add(thread, to: &following, before: before, after: after) }
            following.pending.removeAll(keepingCapacity: true)
            swap(&current, &following)
        }
    }

    /// Follows what consumes nothing.
    private func add(_ start: Int, to threads: inout Threads, before: UInt32?, after: UInt32?) {
        threads.stack.append(start)
        while let place = threads.stack.popLast() {
            guard threads.insert(place) else { continue }
            switch program[place] {
            case .jump(let target): threads.stack.append(target)
            case .split(let first, let second):
                threads.stack.append(second)
                threads.stack.append(first)
            case .start: if before == nil { threads.stack.append(place + 1) }
            case .end: if after == nil { threads.stack.append(place + 1) }
            case .wordBoundary(let wanted):
                let isBoundary = (before.map(Self.isWord) ?? false) != (after.map(Self.isWord) ?? false)
                if isBoundary == wanted { threads.stack.append(place + 1) }
            case .scalar, .set, .match: break
            }
        }
    }

    static func isWord(_ scalar: UInt32) -> Bool {
        (0x30...0x39).contains(scalar) || (0x41...0x5A).contains(scalar) || (0x61...0x7A).contains(scalar)
            || scalar == 0x5F
    }

    /// The character at a place; nil at the end.
    private static func scalar(_ text: [UInt8], _ place: Int) -> (scalar: UInt32?, length: Int) {
        guard place < text.count else { return (nil, 0) }
        let first = UInt32(text[place])
        let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard length > 1, place + length <= text.count else { return (first, 1) }
        var scalar = first & (0x7F >> UInt32(length))
        for byte in text[(place + 1)..<(place + length)] { scalar = scalar << 6 | UInt32(byte & 0x3F) }
        return (scalar, length)
    }

    /// A set of instructions that keeps their order and is emptied in no time.
    private struct Threads {
        var list: [Int]
        var count = 0
        var stack: [Int] = []
        var pending: [Int] = []
        private var positions: [Int]

        init(_ size: Int) {
            list = [Int](repeating: 0, count: size)
            positions = list
        }

        mutating func insert(_ thread: Int) -> Bool {
            let position = positions[thread]
            if position < count, list[position] == thread { return false }
            positions[thread] = count
            list[count] = thread
            count += 1
            return true
        }

        mutating func removeAll() { count = 0 }
    }
}
