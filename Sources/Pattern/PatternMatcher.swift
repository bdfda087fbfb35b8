import Base

/// Matches texts with one pattern, one after another, reusing its memory.
package final class PatternMatcher {
    let program: [Pattern.Instruction]
    let sets: [ScalarSet]
    private var current: Threads
    private var following: Threads
    private var stack: [Int] = []
    private var pending: [Int] = []
    /// The characters that a match can begin with; nil if a match can be empty or begin with nearly anything.
    let firsts: ScalarSet?

    /// Number of instructions in the compiled program.
    package var size: Int { program.count }

    package init(_ pattern: Pattern) {
        program = pattern.program
        sets = pattern.sets
        current = Threads(program.count)
        following = Threads(program.count)
        firsts = Self.firsts(pattern)
    }

    /// Whether the whole text matches.
    ///
    /// - Parameters:
    ///   - steps: how many steps remain; the steps taken are subtracted.
    ///   - budget: shared with other work; if it ran out, its `end` is set.
    package func matchesWhole(
        _ text: [UInt8], steps: inout Int, _ budget: QueryBudget? = nil
    ) throws(Pattern.TooManySteps) -> Bool {
        try text.withUnsafeBufferPointer { text throws(Pattern.TooManySteps) in
            try run(text, isWhole: true, &steps, budget)
        }
    }

    /// Whether any part of the text matches.
    package func isFound(
        in text: [UInt8], steps: inout Int, _ budget: QueryBudget? = nil
    ) throws(Pattern.TooManySteps) -> Bool {
        try text.withUnsafeBufferPointer { text throws(Pattern.TooManySteps) in
            try run(text, isWhole: false, &steps, budget)
        }
    }

    /// The same in memory that somebody else owns.
    package func isFound(
        in text: UnsafeBufferPointer<UInt8>, steps: inout Int, _ budget: QueryBudget? = nil
    ) throws(Pattern.TooManySteps) -> Bool {
        try run(text, isWhole: false, &steps, budget)
    }

    private func run(
        _ text: UnsafeBufferPointer<UInt8>, isWhole: Bool, _ steps: inout Int, _ budget: QueryBudget?
    ) throws(Pattern.TooManySteps) -> Bool {
        current.removeAll()
        following.removeAll()
        var place = 0
        var before: UInt32?
        while true {
            if !isWhole, current.count == 0, let firsts {
                let next = Self.skip(text, place, firsts)
                if next > place { before = UInt32(text[next - 1]) }
                steps -= (next - place) / 8
                countWork(next - place)
                guard budget?.spends((next - place) / 8) != false else { throw Pattern.TooManySteps() }
                place = next
                if place == text.count { return false }
            }
            let (scalar, length) = Self.scalar(text, place)
            if place == 0 || !isWhole { add(0, to: &current, before: before, after: scalar) }
            for thread in current.list[..<current.count] {
                switch program[thread] {
                case .match:
                    if !isWhole || scalar == nil { return true }
                case .scalar(let wanted):
                    if scalar == wanted { pending.append(thread + 1) }
                case .set(let set):
                    if let scalar, sets[set].contains(scalar) { pending.append(thread + 1) }
                case .jump, .split, .start, .end, .wordBoundary: break
                }
            }
            steps -= current.count + 1
            countWork(current.count + 1)
            guard steps > 0, budget?.spends(current.count + 1) != false else {
                pending.removeAll()
                throw Pattern.TooManySteps()
            }
            guard let scalar else { return false }
            if isWhole, pending.isEmpty { return false }
            place += length
            before = scalar
            let after = Self.scalar(text, place).scalar
            following.removeAll()
            for thread in pending { add(thread, to: &following, before: before, after: after) }
            pending.removeAll(keepingCapacity: true)
            swap(&current, &following)
        }
    }

    /// Adds an instruction and follows those that consume no character.
    private func add(_ start: Int, to threads: inout Threads, before: UInt32?, after: UInt32?) {
        stack.append(start)
        while let place = stack.popLast() {
            guard threads.insert(place) else { continue }
            _ = program[place].follow(from: place, before: before, after: after, onto: &stack)
        }
    }

    static func isLineEnd(_ scalar: UInt32) -> Bool {
        scalar == 0x0A || scalar == 0x0D || scalar == 0x2028 || scalar == 0x2029
    }

    /// Skips to the next place where a match can begin.
    private static func skip(_ text: UnsafeBufferPointer<UInt8>, _ place: Int, _ firsts: ScalarSet) -> Int {
        var place = place
        while place < text.count, text[place] < 0x80, !firsts.contains(UInt32(text[place])) { place += 1 }
        return place
    }

    private static func firsts(_ pattern: Pattern) -> ScalarSet? {
        var seen = [Bool](repeating: false, count: pattern.program.count)
        var stack = [0]
        var ranges: [ClosedRange<UInt32>] = []
        while let place = stack.popLast() {
            guard !seen[place] else { continue }
            seen[place] = true
            switch pattern.program[place] {
            case .match: return nil
            case .jump(let target): stack.append(target)
            case .split(let first, let second): stack += [first, second]
            case .start, .end, .wordBoundary: stack.append(place + 1)
            case .scalar(let scalar): ranges.append(scalar...scalar)
            case .set(let set):
                let members = (UInt32(0)..<128).filter { pattern.sets[set].contains($0) }
                ranges += members.map { $0...$0 }
            }
            // A pattern of many alternatives can begin with nearly anything.
            if ranges.count > 4096 { return nil }
        }
        return ScalarSet(ranges)
    }

    /// The character at a byte offset and its length; nil at the end. A byte that is not UTF-8 is a character by itself.
    static func scalar(_ text: UnsafeBufferPointer<UInt8>, _ place: Int) -> (scalar: UInt32?, length: Int) {
        guard place < text.count else { return (nil, 0) }
        let first = UInt32(text[place])
        guard 0xC2...0xF4 ~= first else { return (first, 1) }
        let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard place + length <= text.count else { return (first, 1) }
        var scalar = first & (0x7F >> UInt32(length))
        for byte in text[(place + 1)..<(place + length)] {
            guard byte & 0xC0 == 0x80 else { return (first, 1) }
            scalar = scalar << 6 | UInt32(byte & 0x3F)
        }
        // Longer than it must be, half of a pair of UTF-16, or beyond Unicode.
        guard length == 2 || Unicode.Scalar(scalar) != nil && scalar >= (length == 3 ? 0x800 : 0x10000) else {
            return (first, 1)
        }
        return (scalar, length)
    }

    /// A set of instructions that keeps insertion order and is cleared in constant time.
    private struct Threads {
        var list: [Int]
        var count = 0
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
