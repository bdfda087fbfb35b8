import Base
import Pattern

/// Makes a text that matches a pattern, from the pattern's program: the shortest one that is long enough.
///
/// Follows all ways through the program at once, one character at a time, so that it takes time in proportion to the
/// program and to the length. Boundaries of words are taken to hold; the caller checks the text with the pattern.
struct PatternSample {
    private struct Step {
        /// The step before it; -1 for the first character.
        var before: Int
        var scalar: UInt32
        /// Where the program goes on after the character; `tail` after its end.
        var target: Int
    }

    /// Steps that one text may take.
    static let mostSteps = 4_000_000

    private let pattern: Pattern
    private let variant: Int
    private var characters: [UInt32?]
    private var steps: [Step] = []

    private static let tail = -1
    private static let head = -2

    /// - Parameters:
    ///   - lengths: in code points.
    ///   - variant: another text for each.
    /// - Returns: nil if there is none, or it is too costly to find.
    static func make(_ pattern: Pattern, lengths: ClosedRange<Int>, variant: Int) -> String? {
        var sample = PatternSample(pattern, variant)
        // A text of no characters says little.
        if lengths.upperBound > 0, let text = sample.search(max(1, lengths.lowerBound)...lengths.upperBound) {
            return text
        }
        guard lengths.lowerBound == 0 else { return nil }
        return sample.search(0...0)
    }

    private init(_ pattern: Pattern, _ variant: Int) {
        self.pattern = pattern
        self.variant = variant
        characters = pattern.sets.map { Self.character(of: $0, variant) }
    }

    private mutating func search(_ lengths: ClosedRange<Int>) -> String? {
        steps = []
        /// The steps that end at this length.
        var layer: [Int] = []
        var work = 0
        var length = 0
        while length <= lengths.upperBound {
            var seen: Set<Int> = []
            var next: [Int] = []
            let starts = length == 0 ? [(-1, 0), (-1, Self.head)] : layer.map { ($0, steps[$0].target) }
            for (before, target) in starts {
                if target == Self.tail || target == Self.head {
                    if target == Self.tail, length >= lengths.lowerBound { return text(before) }
                    guard seen.insert(target).inserted else { continue }
                    let filler = UInt32(UInt8(ascii: "a")) + UInt32(variant % 26)
                    steps.append(Step(before: before, scalar: filler, target: target))
                    next.append(steps.count - 1)
                    // The pattern may begin after any character.
                    if target == Self.head {
                        steps.append(Step(before: before, scalar: filler, target: 0))
                        next.append(steps.count - 1)
                    }
                    continue
                }
                let isFirst = length == 0 && target == 0
                if closure(target, before, isFirst, length, lengths, &seen, &next, &work) { return text(before) }
                guard work < Self.mostSteps, steps.count < Self.mostSteps / 4 else { return nil }
            }
            if next.isEmpty { return nil }
            layer = next
            length += 1
        }
        return nil
    }

    /// Follows a place of the program to characters.
    /// - Returns: whether the pattern ends here and the text is long enough.
    private mutating func closure(
        _ target: Int, _ before: Int, _ isFirst: Bool, _ length: Int, _ lengths: ClosedRange<Int>,
        _ seen: inout Set<Int>, _ next: inout [Int], _ work: inout Int
    ) -> Bool {
        // Places where only the end may follow are kept apart.
        var stack = [(target, false)]
        while let (place, isEnded) = stack.popLast() {
            guard place < pattern.program.count, seen.insert(place << 1 | (isEnded ? 1 : 0)).inserted else { continue }
            work += 1
            countWork(1)
            switch pattern.program[place] {
            case .jump(let other): stack.append((other, isEnded))
            case .split(let first, let second): stack += [(second, isEnded), (first, isEnded)]
            case .start: if isFirst { stack.append((place + 1, isEnded)) }
            case .end: stack.append((place + 1, true))
            case .wordBoundary: stack.append((place + 1, isEnded))
            case .scalar(let scalar): if !isEnded { add(before, scalar, place + 1, &next) }
            case .set(let set): if !isEnded, let scalar = characters[set] { add(before, scalar, place + 1, &next) }
            case .match:
                if length >= lengths.lowerBound { return true }
                if !isEnded, seen.insert(Self.tail).inserted {
                    add(before, UInt32(UInt8(ascii: "a")) + UInt32(variant % 26), Self.tail, &next)
                }
            }
        }
        return false
    }

    private mutating func add(_ before: Int, _ scalar: UInt32, _ target: Int, _ next: inout [Int]) {
        steps.append(Step(before: before, scalar: scalar, target: target))
        next.append(steps.count - 1)
    }

    private func text(_ last: Int) -> String {
        var scalars: [Unicode.Scalar] = []
        var step = last
        while step >= 0 {
            if let scalar = Unicode.Scalar(steps[step].scalar) { scalars.append(scalar) }
            step = steps[step].before
        }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars.reversed())
        return String(text)
    }

    /// Characters in the order in which a reader would choose them.
    private static let favourites: [UInt32] = {
        let ascii = "abcdefghijklmnopqrstuvwxyz1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ -_./:@,"
        return ascii.unicodeScalars.map(\.value) + (0x21...0x7E) + [
            9, 10, 13, 0xE9, 0x3B1, 0x430, 0x5D0, 0x4E2D, 0x3042,
        ]
    }()

    private static func character(of set: ScalarSet, _ variant: Int) -> UInt32? {
        let allowed = favourites.filter(set.contains)
        if !allowed.isEmpty { return allowed[variant % allowed.count] }
        return (UInt32(0)...0x2FFFF).first { set.contains($0) && Unicode.Scalar($0) != nil }
    }
}
