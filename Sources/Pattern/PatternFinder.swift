import Base

/// Finds where a pattern matches in a text that is larger than memory should be: it begins anywhere, looks no further
/// than it must, and copies nothing. Reuses its memory; not thread-safe.
///
/// Of the matches the leftmost is found, and of those that begin there the one that Perl and its relatives find.
package final class PatternFinder {
    /// Matches are at most this long.
    package static let maxLength = 1 << 16

    private struct Thread {
        var instruction: Int
        /// Where its match began.
        var start: Int
    }

    private let program: [Pattern.Instruction]
    private let sets: [ScalarSet]
    private let firsts: ScalarSet?
    private let scanner: PatternScanner?
    /// How often what the scanner took for a match may be none before the rest is searched without it.
    private static let maxMisses = 32
    /// Reads `\u00e9` as one character, as in the strings of JSON.
    private let readsEscapes: Bool
    private var current: [Thread] = []
    private var pending: [Thread] = []
    /// For each instruction, the round in which it was added last.
    private var rounds: [Int]
    private var round = 0
    private var stack: [Int] = []

    package init(_ pattern: Pattern, readsEscapes: Bool = false) {
        let matcher = PatternMatcher(pattern)
        program = matcher.program
        sets = matcher.sets
        firsts = matcher.firsts
        self.readsEscapes = readsEscapes
        scanner = PatternScanner(matcher.program, matcher.sets, readsEscapes: readsEscapes)
        rounds = [Int](repeating: 0, count: matcher.size)
    }

    /// The first match that begins in a range; it may end behind it. Empty matches are passed over.
    /// - Parameter steps: how many steps remain; the steps taken are subtracted.
    package func first(
        in text: UnsafeBufferPointer<UInt8>, startingIn range: Range<Int>, steps: inout Int
    ) throws(Pattern.TooManySteps) -> Range<Int>? {
        var place = range.lowerBound
        if let scanner {
            var misses = 0
            while place < range.upperBound, misses < Self.maxMisses, !scanner.isExhausted {
                guard
                    let candidate = scanner.next(
                        in: text, startingIn: place..<range.upperBound, maxLength: Self.maxLength, steps: &steps)
                else { return nil }
                let end = min(candidate.end, range.upperBound)
                if let match = try match(in: text, startingIn: candidate.start..<end, steps: &steps) { return match }
                place = end
                misses += 1
            }
        }
        return place < range.upperBound
            ? try match(in: text, startingIn: place..<range.upperBound, steps: &steps) : nil
    }

    /// The same, following all possible matches at once.
    private func match(
        in text: UnsafeBufferPointer<UInt8>, startingIn range: Range<Int>, steps: inout Int
    ) throws(Pattern.TooManySteps) -> Range<Int>? {
        pending.removeAll(keepingCapacity: true)
        var place = range.lowerBound
        var before = scalar(before: place, in: text)
        var found: Range<Int>?
        while true {
            if pending.isEmpty {
                if found != nil { return found }
                if let firsts {
                    let start = place
                    while place < range.upperBound, text[place] < 0x80, text[place] != Byte.backslash || !readsEscapes,
                        !firsts.contains(UInt32(text[place]))
                    { place += 1 }
                    if place > start { before = UInt32(text[place - 1]) }
                    steps -= (place - start) / 8
                    countWork(place - start)
                }
                if place >= range.upperBound { return nil }
            }
            let (scalar, length) = Self.scalar(text, place, readsEscapes: readsEscapes)
            round += 1
            // Threads that began earlier come first; a new one begins last, and none after a match.
            current.removeAll(keepingCapacity: true)
            for thread in pending { add(thread.instruction, thread.start, before, scalar) }
            pending.removeAll(keepingCapacity: true)
            if found == nil, place < range.upperBound { add(0, place, before, scalar) }
            steps -= current.count + 1
            countWork(current.count + 1)
            guard steps > 0 else { throw Pattern.TooManySteps() }
            for thread in current {
                if case .match = program[thread.instruction] {
                    guard place > thread.start else { continue }
                    found = thread.start..<place
                    break
                }
                guard let scalar, place - thread.start < Self.maxLength else { continue }
                let isMatch =
                    switch program[thread.instruction] {
                    case .scalar(let wanted): scalar == wanted
                    case .set(let set): sets[set].contains(scalar)
                    default: false
                    }
                if isMatch { pending.append(Thread(instruction: thread.instruction + 1, start: thread.start)) }
            }
            guard let scalar else { return found }
            place += length
            before = scalar
        }
    }

    /// Adds the instructions to `current` that an instruction leads to without a character.
    private func add(_ instruction: Int, _ start: Int, _ before: UInt32?, _ after: UInt32?) {
        stack.append(instruction)
        while let place = stack.popLast() {
            guard rounds[place] != round else { continue }
            rounds[place] = round
            if !program[place].follow(from: place, before: before, after: after, onto: &stack) {
                current.append(Thread(instruction: place, start: start))
            }
        }
    }

    static func scalar(
        _ text: UnsafeBufferPointer<UInt8>, _ place: Int, readsEscapes: Bool
    ) -> (scalar: UInt32?, length: Int) {
        guard readsEscapes, place + 6 <= text.count, text[place] == Byte.backslash,
            text[place + 1] == UInt8(ascii: "u")
        else { return PatternMatcher.scalar(text, place) }
        var scalar: UInt32 = 0
        for byte in text[place + 2..<place + 6] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                return PatternMatcher.scalar(text, place)
            }
            scalar = scalar << 4 | UInt32(digit)
        }
        return (scalar, 6)
    }

    /// The character that ends before a place, as it was read from the beginning; nil at the beginning.
    private func scalar(before place: Int, in text: UnsafeBufferPointer<UInt8>) -> UInt32? {
        guard place > 0 else { return nil }
        if readsEscapes, place >= 6 {
            let (scalar, length) = Self.scalar(text, place - 6, readsEscapes: true)
            if length == 6 { return scalar }
        }
        var start = place - 1
        while start > 0, start > place - 4, text[start] & 0xC0 == 0x80 { start -= 1 }
        let (scalar, length) = PatternMatcher.scalar(text, start)
        // A byte that is part of no character is one by itself.
        return start + length == place ? scalar : UInt32(text[place - 1])
    }
}
