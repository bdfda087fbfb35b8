import Base
import NetEngine

/// CBOR (RFC 8949) as a tree.
package enum CBORBodyDecoder: BodyDecoder {
    package static var kind: BodyKind { .cbor }
    package static var mostBytes: Int { BinaryTreeLimits.mostBytes }

    package static func isNamed(by type: ContentType, fileName: Substring) -> Bool {
        ["cbor", "cbor-seq", "cose", "cwt", "senml+cbor"].contains(type.subtype) || fileName == "cbor"
    }

    /// The tag 55799 exists to mark CBOR (RFC 8949 §3.4.6).
    package static func isBegun(by head: UnsafeBufferPointer<UInt8>) -> Bool { head.starts(with: [0xD9, 0xD9, 0xF7]) }

    package static func decode(_ input: DecoderInput) throws(DecodingRefusal) -> ReadableBody {
        var tree = BinaryTree(CBORReader(input.bytes))
        let json = try tree.written()
        return ReadableBody(kind, Formatting.count(tree.valueCount, "value"), .tree(json))
    }
}

/// The items of CBOR.
struct CBORReader: BinaryItemReader {
    static var format: String { "CBOR" }
    /// Longer numbers are shown as bytes: writing their digits takes the square of their length.
    static let longestNumber = 128

    private var input: BigEndianBytes

    init(_ bytes: UnsafeBufferPointer<UInt8>) { input = BigEndianBytes(bytes) }

    var bytes: UnsafeBufferPointer<UInt8> { input.bytes }
    var place: Int { input.place }

    mutating func next() throws(DecodingRefusal) -> BinaryItem {
        let start = place
        let (major, info, argument) = try head(start)
        switch major {
        case 0: return .number("\(try required(argument, start))")
        case 1:
            let value = try required(argument, start)
            return .number(value == .max ? "-18446744073709551616" : "-\(value + 1)")
        case 2: return .bytes(try string(argument, major: 2, "a byte string", start))
        case 3:
            let text = try string(argument, major: 3, "a text", start)
            return String(validating: text, as: UTF8.self).map { .text($0) }
                ?? .named("text that is not UTF-8", BinaryText.hex(text))
        case 4: return .array(try count(argument, "an array", start))
        case 5: return .map(try count(argument, "a map", start))
        case 6: return try tagged(try required(argument, start))
        default: return try simple(info, argument, start)
        }
    }

    /// The first byte and the argument that follows it; nil for an indefinite length (§3).
    private mutating func head(_ start: Int) throws(DecodingRefusal) -> (major: UInt8, info: UInt8, argument: UInt64?) {
        let first = UInt8(try input.number(1, "a value", start))
        let (major, info) = (first >> 5, first & 0x1F)
        switch info {
        case 0..<24: return (major, info, UInt64(info))
        case 24..<28: return (major, info, try input.number(1 << Int(info - 24), "the value", start))
        case 31: return (major, info, nil)
        default: throw DecodingRefusal("additional information \(info) has no meaning", at: start)
        }
    }

    private func required(_ argument: UInt64?, _ start: Int) throws(DecodingRefusal) -> UInt64 {
        guard let argument else { throw DecodingRefusal("an indefinite length where none is allowed", at: start) }
        return argument
    }

    private func count(_ argument: UInt64?, _ what: String, _ start: Int) throws(DecodingRefusal) -> Int? {
        guard let argument else { return nil }
        guard argument <= UInt64(input.left) else {
            throw DecodingRefusal(
                "\(what) claims \(argument) \(argument == 1 ? "item" : "items"), but \(BinaryTreeLimits.follow(input.left))",
                at: start)
        }
        return Int(argument)
    }

    /// The bytes of a string; of an indefinite length they come in pieces (§3.2.3).
    private mutating func string(
        _ argument: UInt64?, major: UInt8, _ what: String, _ start: Int
    ) throws(DecodingRefusal) -> [UInt8] {
        if let argument { return Array(try input.slice(argument, what, start)) }
        var joined: [UInt8] = []
        while true {
            guard input.left > 0 else { throw DecodingRefusal("\(what) has no end; it begins", at: start) }
            let piece = place
            if bytes[piece] == 0xFF {
                _ = try input.number(1, "the end", piece)
                return joined
            }
            let (pieceMajor, _, length) = try head(piece)
            guard pieceMajor == major, let length else {
                throw DecodingRefusal("a piece of \(what) is not one", at: piece)
            }
            joined += try input.slice(length, "a piece of \(what)", piece)
        }
    }

    // MARK: Tags

    private mutating func tagged(_ tag: UInt64) throws(DecodingRefusal) -> BinaryItem {
        if tag == 2 || tag == 3, let digits = try largeNumber(isNegative: tag == 3) { return .number(digits) }
        return .wrapper("tag \(tag)" + (Self.meaning(of: tag).map { " (\($0))" } ?? ""))
    }

    private static func meaning(of tag: UInt64) -> String? {
        switch tag {
        case 0: "date and time"
        case 1: "seconds since 1970"
        case 2: "large number"
        case 3: "large negative number"
        case 4: "decimal fraction"
        case 5: "large float"
        case 16, 96: "encrypted"
        case 17, 97: "authenticated"
        case 18, 98: "signed"
        case 21: "base64url"
        case 22: "base64"
        case 23: "base16"
        case 24: "encoded CBOR"
        case 32: "URI"
        case 33: "base64url text"
        case 34: "base64 text"
        case 35: "regular expression"
        case 36: "MIME message"
        case 37: "UUID"
        case 61: "CBOR Web Token"
        case 100: "days since 1970"
        case 258: "set"
        case 1004: "date"
        case 55799: "CBOR"
        default: nil
        }
    }

    /// The digits of the number in the byte string that follows (§3.4.3); nil if something else follows.
    private mutating func largeNumber(isNegative: Bool) throws(DecodingRefusal) -> String? {
        let start = place
        guard start < bytes.count, bytes[start] >> 5 == 2 else { return nil }
        let before = input
        let (_, _, argument) = try head(start)
        guard let argument, argument <= UInt64(Self.longestNumber) else {
            input = before
            return nil
        }
        var number = Array(try input.slice(argument, "a large number", start))
        guard isNegative else { return BinaryText.decimal(number) }
        // The value is -1 - n.
        var index = number.count - 1
        while index >= 0, number[index] == 0xFF {
            number[index] = 0
            index -= 1
        }
        if index >= 0 { number[index] += 1 } else { number.insert(1, at: 0) }
        return "-" + BinaryText.decimal(number)
    }

    // MARK: Simple values

    private func simple(_ info: UInt8, _ argument: UInt64?, _ start: Int) throws(DecodingRefusal) -> BinaryItem {
        guard let argument else { return .end }
        switch info {
        case 20: return .word("false")
        case 21: return .word("true")
        case 22: return .word("null")
        case 23: return .named("simple", "undefined")
        case 24:
            guard argument >= 32 else { throw DecodingRefusal("simple value \(argument) in two bytes", at: start) }
            return .named("simple", "\(argument)")
        case 25: return BinaryText.item(Self.half(UInt16(truncatingIfNeeded: argument)))
        case 26: return BinaryText.item(Float(bitPattern: UInt32(truncatingIfNeeded: argument)))
        case 27: return BinaryText.item(Double(bitPattern: argument))
        default: return .named("simple", "\(argument)")
        }
    }

    /// A float of 16 bits (RFC 8949 appendix D).
    static func half(_ bits: UInt16) -> Double {
        let exponent = Int(bits >> 10 & 0x1F)
        let fraction = Double(bits & 0x3FF)
        let size: Double =
            switch exponent {
            case 0: fraction * 0x1p-24
            case 31: fraction == 0 ? .infinity : .nan
            default: Double(sign: .plus, exponent: exponent - 25, significand: fraction + 1024)
            }
        return bits & 0x8000 == 0 ? size : -size
    }
}
