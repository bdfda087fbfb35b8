import Base
import NetEngine

/// What a binary format says next.
enum BinaryItem: Sendable {
    case text(String)
    case bytes([UInt8])
    /// Digits that are a number of JSON.
    case number(String)
    /// `true`, `false` or `null`.
    case word(String)
    /// A value that JSON has no word for, shown as an object of one string: `{"simple": "undefined"}`.
    case named(String, String)
    /// The next value is shown in an object under this name.
    case wrapper(String)
    /// This many values follow; nil: up to `end`.
    case array(Int?)
    /// This many pairs follow; nil: up to `end`.
    case map(Int?)
    case end
}

/// Reads a binary format item by item.
protocol BinaryItemReader {
    /// `MessagePack`.
    static var format: String { get }
    var bytes: UnsafeBufferPointer<UInt8> { get }
    /// Where the next item begins.
    var place: Int { get }
    mutating func next() throws(DecodingRefusal) -> BinaryItem
}

extension BinaryItemReader {
    var isAtEnd: Bool { place >= bytes.count }
}

/// Writes the values of a binary format as JSON text, a value a line.
///
/// Without recursion: the open arrays and maps are a list, which has a limit. A claim of more items than bytes follow is
/// refused before anything is made for it.
struct BinaryTree<Reader: BinaryItemReader> {
    private struct Frame {
        enum Kind { case array, map, wrapper }
        var kind: Kind
        /// Values that still come; in a map keys count too. Nil: until the end is said.
        var remaining: Int?
        var start: Int
        var isFirst = true
        var isKeyNext: Bool
    }

    private var reader: Reader
    private var json = JSONWriter()
    private var frames: [Frame] = []
    private(set) var valueCount = 0

    init(_ reader: Reader) { self.reader = reader }

    /// The JSON text of all values.
    mutating func written() throws(DecodingRefusal) -> [UInt8] {
        while true {
            while frames.last?.remaining == 0 { close() }
            if frames.isEmpty, reader.isAtEnd { break }
            let start = reader.place
            if reader.isAtEnd, let open = frames.last {
                throw DecodingRefusal("the data ends inside the \(Self.name(open.kind)) that begins", at: open.start)
            }
            countWork(1)
            let item = try reader.next()
            if case .end = item {
                guard let open = frames.last, open.remaining == nil, open.kind == .array || open.isKeyNext else {
                    throw DecodingRefusal("an end marker is where a value must be", at: start)
                }
                close()
            } else if frames.last?.isKeyNext == true {
                try writeKey(item, start)
            } else {
                try write(item, start)
            }
            guard json.bytes.count <= BinaryTreeLimits.mostJSONBytes else {
                throw DecodingRefusal("as a tree it has more than \(BinaryTreeLimits.mostJSONBytes >> 20) MiB")
            }
        }
        return json.bytes
    }

    private static func name(_ kind: Frame.Kind) -> String {
        switch kind {
        case .array: "array"
        case .map: "map"
        case .wrapper: "tag"
        }
    }

    // MARK: Values

    private mutating func write(_ item: BinaryItem, _ start: Int) throws(DecodingRefusal) {
        beginValue()
        switch item {
        case .text(let text): json.string(text)
        case .bytes(let bytes): json.plain { BinaryText.appendHex(bytes, to: &$0) }
        case .number(let digits), .word(let digits): json.raw(Array(digits.utf8))
        case .named(let name, let value):
            json.byte(Byte.openBrace)
            json.string(name)
            json.byte(Byte.colon)
            json.string(value)
            json.byte(Byte.closeBrace)
        case .wrapper(let name):
            json.byte(Byte.openBrace)
            json.string(name)
            json.byte(Byte.colon)
            try open(.wrapper, 1, start)
            return
        case .array(let count):
            json.byte(Byte.openBracket)
            try open(.array, count, start)
            return
        case .map(let count):
            json.byte(Byte.openBrace)
            try open(.map, count.map { $0 * 2 }, start)
            return
        case .end: break
        }
        endValue()
    }

    /// Comma or line feed before a value.
    private mutating func beginValue() {
        guard let open = frames.last else {
            if valueCount > 0 { json.byte(Byte.lineFeed) }
            valueCount += 1
            return
        }
        if open.kind == .array, !open.isFirst { json.byte(Byte.comma) }
        frames[frames.count - 1].isFirst = false
    }

    /// After a value, or the start of one: one fewer is to come.
    private mutating func endValue() {
        guard var open = frames.popLast() else { return }
        open.remaining = open.remaining.map { $0 - 1 }
        open.isKeyNext = open.kind == .map
        frames.append(open)
    }

    private mutating func open(_ kind: Frame.Kind, _ count: Int?, _ start: Int) throws(DecodingRefusal) {
        try check(count, Self.name(kind), start)
        endValue()
        guard frames.count < BinaryTreeLimits.deepest else {
            throw DecodingRefusal("it is nested more than \(BinaryTreeLimits.deepest) levels deep", at: start)
        }
        frames.append(Frame(kind: kind, remaining: count, start: start, isKeyNext: kind == .map))
    }

    private func check(_ count: Int?, _ name: String, _ start: Int) throws(DecodingRefusal) {
        let left = reader.bytes.count - reader.place
        guard let count, count > left, name != "tag" else { return }
        let claimed = name == "map" ? Formatting.count(count / 2, "pair") : Formatting.count(count, "value")
        throw DecodingRefusal(
            "\(name == "array" ? "an array" : "a \(name)") claims \(claimed), but \(BinaryTreeLimits.follow(left))",
            at: start)
    }

    private mutating func close() {
        guard let open = frames.popLast() else { return }
        json.byte(open.kind == .array ? Byte.closeBracket : Byte.closeBrace)
    }

    // MARK: Keys

    /// Keys that are not text say what they are: `"1 (number)"`. One that holds other values is shown as its bytes.
    private mutating func writeKey(_ item: BinaryItem, _ start: Int) throws(DecodingRefusal) {
        let key: String
        switch item {
        case .text(let text): key = text
        case .number(let digits): key = "\(digits) (number)"
        case .word(let word): key = word == "null" ? "null" : "\(word) (boolean)"
        case .bytes(let bytes): key = "\(BinaryText.hex(bytes)) (bytes)"
        case .named(let name, let value): key = "\(value) (\(name))"
        case .array, .map, .wrapper:
            try skip(item, start)
            let range = UnsafeBufferPointer(rebasing: reader.bytes[start..<reader.place])
            key = "\(BinaryText.hex(Array(range))) (\(Self.keyName(item)) as \(Reader.format))"
        case .end: key = ""
        }
        if frames.last?.isFirst == false { json.byte(Byte.comma) }
        json.string(key)
        json.byte(Byte.colon)
        frames[frames.count - 1].isFirst = false
        frames[frames.count - 1].isKeyNext = false
        frames[frames.count - 1].remaining = frames[frames.count - 1].remaining.map { $0 - 1 }
    }

    private static func keyName(_ item: BinaryItem) -> String {
        switch item {
        case .array: "array"
        case .map: "map"
        default: "tag"
        }
    }

    /// Reads on to the end of a value that has begun with an item.
    private mutating func skip(_ item: BinaryItem, _ start: Int) throws(DecodingRefusal) {
        var open: [Int?] = []
        var item = item
        while true {
            switch item {
            case .array(let count):
                try check(count, "array", start)
                open.append(count)
            case .map(let count):
                try check(count.map { $0 * 2 }, "map", start)
                open.append(count.map { $0 * 2 })
            case .wrapper: open.append(1)
            case .end:
                guard let last = open.last, last == nil else {
                    throw DecodingRefusal("an end marker is where a value must be", at: reader.place - 1)
                }
                open.removeLast()
            default: break
            }
            while let last = open.last, last == 0 { open.removeLast() }
            guard let last = open.last else { return }
            guard open.count < BinaryTreeLimits.deepest else {
                throw DecodingRefusal("it is nested more than \(BinaryTreeLimits.deepest) levels deep", at: start)
            }
            guard !reader.isAtEnd else { throw DecodingRefusal("the data ends inside the key that begins", at: start) }
            countWork(1)
            open[open.count - 1] = last.map { $0 - 1 }
            item = try reader.next()
        }
    }
}

enum BinaryTreeLimits {
    /// Deeper nesting is refused.
    static let deepest = 1000
    /// Bigger bodies of a format that becomes a tree are refused.
    static let mostBytes = 16 << 20
    /// A tree that is written as more JSON is refused.
    static let mostJSONBytes = 128 << 20

    static func follow(_ count: Int) -> String { count == 1 ? "1 byte follows" : "\(count) bytes follow" }
}

/// Bytes as text, for trees.
enum BinaryText {
    private static let digits = Array("0123456789abcdef".utf8)

    /// `h'00ff'`, as CBOR's diagnostic notation writes bytes (RFC 8949 §8).
    static func hex(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        appendHex(bytes, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    static func appendHex(_ bytes: some Collection<UInt8>, to text: inout [UInt8]) {
        text.reserveCapacity(text.count + bytes.count * 2 + 3)
        text.append(UInt8(ascii: "h"))
        text.append(Byte.apostrophe)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        text.append(Byte.apostrophe)
    }

    /// A floating-point number; JSON has no word for some of them.
    static func item(_ value: Double) -> BinaryItem {
        value.isFinite
            ? .number("\(value)") : .named("number", value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity")
    }

    static func item(_ value: Float) -> BinaryItem { value.isFinite ? .number("\(value)") : item(Double(value)) }

    /// The decimal digits of a large number, high byte first.
    static func decimal(_ bytes: some Sequence<UInt8>) -> String {
        var digits: [UInt8] = [0]
        for byte in bytes {
            var carry = Int(byte)
            for index in digits.indices {
                carry += Int(digits[index]) << 8
                digits[index] = UInt8(carry % 10)
                carry /= 10
            }
            while carry > 0 {
                digits.append(UInt8(carry % 10))
                carry /= 10
            }
        }
        return String(decoding: digits.reversed().map { $0 + 0x30 }, as: UTF8.self)
    }
}

/// Reads numbers, high byte first, from bytes that may end anywhere.
struct BigEndianBytes {
    let bytes: UnsafeBufferPointer<UInt8>
    private(set) var place = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    var left: Int { bytes.count - place }

    /// - Parameters:
    ///   - what: `the length of a string`.
    ///   - start: where the item begins.
    mutating func number(_ count: Int, _ what: String, _ start: Int) throws(DecodingRefusal) -> UInt64 {
        guard count <= left else { throw DecodingRefusal("the data ends inside \(what) that begins", at: start) }
        var value: UInt64 = 0
        for _ in 0..<count {
            value = value << 8 | UInt64(bytes[place])
            place += 1
        }
        return value
    }

    mutating func slice(
        _ count: UInt64, _ what: String, _ start: Int
    ) throws(DecodingRefusal) -> UnsafeBufferPointer<UInt8> {
        guard count <= UInt64(left) else {
            throw DecodingRefusal(
                "\(what) claims \(count) \(count == 1 ? "byte" : "bytes"), but \(left) \(left == 1 ? "follows" : "follow")",
                at: start)
        }
        defer { place += Int(count) }
        return UnsafeBufferPointer(rebasing: bytes[place..<place + Int(count)])
    }
}
