import Base

/// Goes once over a text, checks it against RFC 8259 and notes where each line of its readable layout begins.
///
/// A machine with a state, not a recursion: nesting costs a bit a level.
struct JSONScanner {
    struct Problem {
        package var offset: Int
        package var message: String
        var isCut = false
    }

    private enum Expectation {
        case value
        /// Directly after `[`.
        case valueOrClose
        /// Directly after `{`.
        case keyOrClose
        case key
        case colon
        case commaOrClose
        /// After a root value.
        case end
    }

    let text: UnsafeBufferPointer<UInt8>
    let allowsManyRoots: Bool
    private(set) var index = LineIndex()
    private(set) var columns = ColumnIndex()
    private(set) var jumps: [Int: Int] = [:]
    private(set) var rootCount = 0
    private(set) var problem: Problem?
    /// What follows is not laid out.
    private(set) var tailStart = 0

    private var nesting = BitStack()
    private static let longToken = 4096

    init(text: UnsafeBufferPointer<UInt8>, allowsManyRoots: Bool) {
        self.text = text
        self.allowsManyRoots = allowsManyRoots
    }

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

    /// Bytes of numbers and literals.
    static func isScalarByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "E"),
            UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    mutating func run() {
        let count = text.count
        var expectation = Expectation.value
        var startsLine = true
        var place = 0
        while true {
            let gap = place
            while place < count, Self.isBlank(text[place]) { place += 1 }
            if place - gap >= Self.longToken { jumps[gap] = place }
            countWork(place - gap + 1)
            guard place < count else { break }
            let byte = text[place]

            switch expectation {
            case .end:
                guard allowsManyRoots else { return fail(place, "text after the end of the JSON value") }
                expectation = .value
                startsLine = true
                continue
            case .colon:
                guard byte == UInt8(ascii: ":") else { return fail(place, "expected ':' after the key") }
                place += 1
                expectation = .value
                continue
            case .commaOrClose:
                if byte == UInt8(ascii: ",") {
                    place += 1
                    startsLine = true
                    expectation = nesting.top ? .key : .value
                    continue
                }
                guard byte == (nesting.top ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                    return fail(place, nesting.top ? "expected ',' or '}'" : "expected ',' or ']'")
                }
                nesting.pop()
                index.append(offset: place, depth: nesting.count)
                place += 1
                expectation = afterValue()
                continue
            case .keyOrClose where byte == UInt8(ascii: "}"), .valueOrClose where byte == UInt8(ascii: "]"):
                nesting.pop()
                startsLine = false
                place += 1
                expectation = afterValue()
                continue
            case .keyOrClose, .key:
                guard byte == UInt8(ascii: "\"") else { return fail(place, "expected a key in quotes") }
                let end = string(from: place)
                if end != nil || problem?.isCut == true { index.append(offset: place, depth: nesting.count) }
                startsLine = false
                guard let end else { return }
                place = end
                expectation = .colon
                continue
            case .value, .valueOrClose:
                break
            }

            guard Self.beginsValue(byte) else { return fail(place, "expected a value") }
            let beginsLine = startsLine
            let depth = nesting.count
            startsLine = false
            var end: Int? = place + 1
            switch byte {
            case UInt8(ascii: "{"):
                nesting.push(true)
                startsLine = true
                expectation = .keyOrClose
            case UInt8(ascii: "["):
                nesting.push(false)
                startsLine = true
                expectation = .valueOrClose
            case UInt8(ascii: "\""):
                end = string(from: place)
                expectation = afterValue()
            default:
                end = scalar(from: place)
                expectation = afterValue()
            }
            // A wrong token is part of the rest; one that is cut off still stands in its place.
            if beginsLine, end != nil || problem?.isCut == true { index.append(offset: place, depth: depth) }
            guard let end else { return }
            place = end
        }
        tailStart = count
        switch expectation {
        case .end: break
        case .value where nesting.count == 0 && rootCount > 0: break
        case .value where nesting.count == 0: problem = Problem(offset: count, message: "there is no value")
        default: cut(place)
        }
    }

    private mutating func afterValue() -> Expectation {
        guard nesting.count == 0 else { return .commaOrClose }
        rootCount += 1
        return .end
    }

    private static func beginsValue(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "-"), UInt8(ascii: "t"),
            UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    private mutating func fail(_ offset: Int, _ message: String, tailStart: Int? = nil) {
        problem = Problem(offset: offset, message: message)
        self.tailStart = tailStart ?? offset
    }

    private mutating func cut(_ offset: Int) {
        problem = Problem(offset: offset, message: "the text ends too early", isCut: true)
        tailStart = text.count
    }

    /// The offset after a string, or nil when it has a fault.
    private mutating func string(from start: Int) -> Int? {
        let count = text.count
        var place = start + 1
        while true {
            place = ByteScan.endOfStringStretch(in: text, from: place)
            guard place < count else { break }
            let byte = text[place]
            if byte == UInt8(ascii: "\"") {
                place += 1
                noteLong(start..<place)
                return place
            }
            if byte == UInt8(ascii: "\\") {
                place += 1
                guard place < count else { break }
                switch text[place] {
                case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
                    UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
                    place += 1
                case UInt8(ascii: "u"):
                    place += 1
                    let digits = place
                    while place < digits + 4, place < count {
                        guard Self.isHexDigit(text[place]) else {
                            fail(place, "expected four hexadecimal digits after \\u", tailStart: start)
                            return nil
                        }
                        place += 1
                    }
                default:
                    fail(place, "no such escape in a string", tailStart: start)
                    return nil
                }
                continue
            }
            fail(place, "a control character in a string", tailStart: start)
            return nil
        }
        noteLong(start..<count)
        cut(count)
        return nil
    }

    /// The offset after a number or a literal, or nil when it has a fault.
    private mutating func scalar(from start: Int) -> Int? {
        var end = start
        while end < text.count, Self.isScalarByte(text[end]) { end += 1 }
        noteLong(start..<end)
        let literal: StaticString? =
            switch text[start] {
            case UInt8(ascii: "t"): "true"
            case UInt8(ascii: "f"): "false"
            case UInt8(ascii: "n"): "null"
            default: nil
            }
        let wrong: Int?
        let isPrefix: Bool
        if let literal {
            (wrong, isPrefix) = compare(literal, start..<end)
        } else {
            (wrong, isPrefix) = number(start..<end)
        }
        if isPrefix, end == text.count {
            cut(end)
            return nil
        }
        if let wrong {
            fail(wrong, literal == nil ? "not a number" : "expected true, false or null", tailStart: start)
            return nil
        }
        return end
    }

    private func compare(_ literal: StaticString, _ range: Range<Int>) -> (wrong: Int?, isPrefix: Bool) {
        let length = literal.utf8CodeUnitCount
        for index in 0..<min(length, range.count) where literal.utf8Start[index] != text[range.lowerBound + index] {
            return (range.lowerBound + index, false)
        }
        if range.count == length { return (nil, false) }
        return (range.lowerBound + min(length, range.count), range.count < length)
    }

    /// RFC 8259 §6. A number that ends the text may be cut, unless it is whole as it stands.
    private func number(_ range: Range<Int>) -> (wrong: Int?, isPrefix: Bool) {
        var place = range.lowerBound
        let end = range.upperBound
        func digits() -> Bool {
            let first = place
            while place < end, Self.isDigit(text[place]) { place += 1 }
            return place > first
        }
        if place < end, text[place] == UInt8(ascii: "-") { place += 1 }
        if place < end, text[place] == UInt8(ascii: "0") {
            place += 1
        } else if !digits() {
            return (place, place == end)
        }
        if place < end, text[place] == UInt8(ascii: ".") {
            place += 1
            if !digits() { return (place, place == end) }
        }
        if place < end, text[place] | 0x20 == UInt8(ascii: "e") {
            place += 1
            if place < end, text[place] == UInt8(ascii: "+") || text[place] == UInt8(ascii: "-") { place += 1 }
            if !digits() { return (place, place == end) }
        }
        return (place == end ? nil : place, false)
    }

    private mutating func noteLong(_ range: Range<Int>) {
        if range.count > ColumnIndex.bytesPerMark { columns.measure(range, of: text) }
        if range.count >= Self.longToken { jumps[range.lowerBound] = range.upperBound }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
    private static func isHexDigit(_ byte: UInt8) -> Bool { isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 6 }
}

/// A stack of flags, eight to a byte.
struct BitStack {
    private var words: [UInt64] = []
    private(set) var count = 0
    /// The flag on top; false when there is none.
    private(set) var top = false

    mutating func push(_ flag: Bool) {
        let (word, bit) = (count >> 6, UInt64(1) << UInt64(count & 63))
        if word == words.count { words.append(0) }
        if flag { words[word] |= bit } else { words[word] &= ~bit }
        count += 1
        top = flag
    }

    mutating func pop() {
        guard count > 0 else { return }
        count -= 1
        top = count > 0 && words[(count - 1) >> 6] & (1 << UInt64((count - 1) & 63)) != 0
    }
}
