import Base
import NetEngine

/// MessagePack as a tree.
package enum MessagePackBodyDecoder: BodyDecoder {
    package static var kind: BodyKind { .messagePack }
    package static var mostBytes: Int { BinaryTreeLimits.mostBytes }

    package static func isNamed(by type: ContentType, fileName: Substring) -> Bool {
        ["msgpack", "messagepack", "vnd.msgpack"].contains(type.subtype) || ["msgpack", "mp"].contains(fileName)
    }

    /// A map or an array; `decode` then wants it to be all of the body.
    package static func isBegun(by head: UnsafeBufferPointer<UInt8>) -> Bool {
        guard head.count > 1, let first = head.first else { return false }
        return (0x81...0x8F).contains(first) || (0x91...0x9F).contains(first) || (0xDC...0xDF).contains(first)
    }

    package static func decode(_ input: DecoderInput) throws(DecodingRefusal) -> ReadableBody {
        var tree = BinaryTree(MessagePackReader(input.bytes))
        let json = try tree.written()
        guard tree.valueCount == 1 || isNamed(by: input.type, fileName: "") else {
            throw DecodingRefusal("it has \(Formatting.count(tree.valueCount, "value")), not one")
        }
        return ReadableBody(kind, Formatting.count(tree.valueCount, "value"), .tree(json))
    }
}

/// The items of MessagePack, as its specification of 2017 has them.
struct MessagePackReader: BinaryItemReader {
    static var format: String { "MessagePack" }
    private var input: BigEndianBytes

    init(_ bytes: UnsafeBufferPointer<UInt8>) { input = BigEndianBytes(bytes) }

    var bytes: UnsafeBufferPointer<UInt8> { input.bytes }
    var place: Int { input.place }

    mutating func next() throws(DecodingRefusal) -> BinaryItem {
        let start = place
        let code = UInt8(try input.number(1, "a value", start))
        switch code {
        case 0x00...0x7F: return .number("\(code)")
        case 0x80...0x8F: return .map(Int(code & 0x0F))
        case 0x90...0x9F: return .array(Int(code & 0x0F))
        case 0xA0...0xBF: return try text(UInt64(code & 0x1F), start)
        case 0xC0: return .word("null")
        case 0xC1: throw DecodingRefusal("0xC1 is never used", at: start)
        case 0xC2: return .word("false")
        case 0xC3: return .word("true")
        case 0xC4...0xC6:
            let count = try length(1 << (code - 0xC4), start)
            return .bytes(Array(try input.slice(count, "a byte string", start)))
        case 0xC7...0xC9: return try extended(try length(1 << (code - 0xC7), start), start)
        case 0xCA: return BinaryText.item(Float(bitPattern: UInt32(try number(4, start))))
        case 0xCB: return BinaryText.item(Double(bitPattern: try number(8, start)))
        case 0xCC...0xCF: return .number("\(try number(1 << (code - 0xCC), start))")
        case 0xD0: return .number("\(Int8(truncatingIfNeeded: try number(1, start)))")
        case 0xD1: return .number("\(Int16(truncatingIfNeeded: try number(2, start)))")
        case 0xD2: return .number("\(Int32(truncatingIfNeeded: try number(4, start)))")
        case 0xD3: return .number("\(Int64(truncatingIfNeeded: try number(8, start)))")
        case 0xD4...0xD8: return try extended(1 << UInt64(code - 0xD4), start)
        case 0xD9...0xDB: return try text(try length(1 << (code - 0xD9), start), start)
        case 0xDC, 0xDD: return .array(Int(try length(code == 0xDC ? 2 : 4, start)))
        case 0xDE, 0xDF: return .map(Int(try length(code == 0xDE ? 2 : 4, start)))
        default: return .number("\(Int8(bitPattern: code))")
        }
    }

    private mutating func number(_ count: Int, _ start: Int) throws(DecodingRefusal) -> UInt64 {
        try input.number(count, "the number", start)
    }

    private mutating func length(_ count: Int, _ start: Int) throws(DecodingRefusal) -> UInt64 {
        try input.number(count, "the length", start)
    }

    private mutating func text(_ count: UInt64, _ start: Int) throws(DecodingRefusal) -> BinaryItem {
        let slice = try input.slice(count, "a text", start)
        return String(validating: slice, as: UTF8.self).map { .text($0) }
            ?? .named("text that is not UTF-8", BinaryText.hex(Array(slice)))
    }

    private mutating func extended(_ count: UInt64, _ start: Int) throws(DecodingRefusal) -> BinaryItem {
        let type = Int8(truncatingIfNeeded: try input.number(1, "the extension type", start))
        let data = Array(try input.slice(count, "an extension", start))
        if type == -1, let time = Self.timestamp(data) { return .named("timestamp", time) }
        return .named("extension \(type)", BinaryText.hex(data))
    }

    /// The timestamp extension: seconds, or nanoseconds and seconds.
    private static func timestamp(_ data: [UInt8]) -> String? {
        func big(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        let (seconds, nanoseconds): (Int64, UInt64)
        switch data.count {
        case 4: (seconds, nanoseconds) = (Int64(big(data[...])), 0)
        case 8: (seconds, nanoseconds) = (Int64(big(data[...]) & 0x3_FFFF_FFFF), big(data[...]) >> 34)
        case 12: (seconds, nanoseconds) = (Int64(bitPattern: big(data[4...])), big(data[..<4]))
        default: return nil
        }
        guard nanoseconds < 1_000_000_000 else { return nil }
        let time = CivilTime(secondsSince1970: seconds)
        let fraction = nanoseconds == 0 ? "" : ".\(CivilTime.padded(nanoseconds, 9))"
        return "\(time.date)T\(time.clock)\(fraction)Z"
    }
}
