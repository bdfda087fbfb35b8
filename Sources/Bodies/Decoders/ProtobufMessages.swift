import Base
import NetEngine

/// The fields of Protocol Buffers messages, as a list in the order of the bytes.
///
/// Refused are the field number 0, the wire types 6 and 7, a field that ends after its message, and groups without an end.
struct ProtobufMessages {
    struct Node: Sendable, Hashable {
        enum Value: UInt8, Sendable { case varint, fixed32, fixed64, text, message, packed, bytes, group }

        var field: UInt32
        var value: Value
        var start: UInt32
        var end: UInt32
        /// How many of the following nodes are inside this one.
        var inside: UInt32 = 0
    }

    /// Deeper nesting is taken for bytes; deeper groups are refused.
    static let deepest = 60
    /// What nests is looked at again for each level; nothing is nested any more after this many times the body.
    static let mostReadings = 16

    let bytes: UnsafeBufferPointer<UInt8>
    let preference: ProtobufReading.Preference
    private(set) var nodes: [Node] = []
    /// Bytes that are understood.
    private var understood = 0.0
    private var total = 0
    private var work = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ preference: ProtobufReading.Preference) {
        self.bytes = bytes
        self.preference = preference
    }

    /// 0 to 1.
    var score: Double { total == 0 ? 0 : understood / Double(total) }

    /// Adds the fields of a message; returns why it is none, and adds nothing then.
    mutating func read(_ range: Range<Int>) -> DecodingRefusal? {
        total += range.count
        let (nodeCount, before) = (nodes.count, understood)
        do throws(DecodingRefusal) {
            _ = try readFields(range, group: nil, depth: 0)
            return nil
        } catch {
            nodes.removeSubrange(nodeCount...)
            understood = before
            return error
        }
    }

    /// - Parameter group: the number of the group whose end ends the fields; nil at the end of the range.
    /// - Returns: the offset after the fields.
    private mutating func readFields(
        _ range: Range<Int>, group: UInt32?, depth: Int
    ) throws(DecodingRefusal) -> Int {
        var place = range.lowerBound
        while place < range.upperBound {
            let start = place
            countWork(1)
            guard let (key, next) = Self.varint(bytes, place, range.upperBound) else {
                throw DecodingRefusal("the key of a field has no end", at: start)
            }
            let field = key >> 3
            guard field > 0 else { throw DecodingRefusal("a field has the number 0", at: start) }
            guard field < 1 << 29 else { throw DecodingRefusal("the field number \(field) is too large", at: start) }
            understood += Double(next - start)
            guard let end = try readValue(UInt32(field), UInt8(key & 7), next, range.upperBound, start, depth) else {
                guard group == UInt32(field) else {
                    throw DecodingRefusal("the group \(field) ends, but is not open", at: start)
                }
                return next
            }
            place = end
        }
        guard group == nil else {
            throw DecodingRefusal("a group has no end; its fields begin", at: range.lowerBound)
        }
        return place
    }

    /// Returns the offset after the value; nil for the end of a group.
    private mutating func readValue(
        _ field: UInt32, _ wire: UInt8, _ place: Int, _ limit: Int, _ start: Int, _ depth: Int
    ) throws(DecodingRefusal) -> Int? {
        switch wire {
        case 0:
            guard let (_, end) = Self.varint(bytes, place, limit) else {
                throw DecodingRefusal("the number of field \(field) has no end", at: start)
            }
            return add(field, .varint, place..<end, share: 1)
        case 1, 5:
            let count = wire == 1 ? 8 : 4
            guard place + count <= limit else {
                throw DecodingRefusal("the number of field \(field) ends after its message", at: start)
            }
            return add(field, wire == 1 ? .fixed64 : .fixed32, place..<place + count, share: 0.9)
        case 2:
            guard let (count, begin) = Self.varint(bytes, place, limit), count <= UInt64(limit - begin) else {
                throw DecodingRefusal("field \(field) is longer than its message", at: start)
            }
            readLengthDelimited(field, begin..<begin + Int(count), depth)
            return begin + Int(count)
        case 3:
            guard depth < Self.deepest else { throw DecodingRefusal("groups are nested too deep", at: start) }
            let index = nodes.count
            _ = add(field, .group, place..<place, share: 1)
            let end = try readFields(place..<limit, group: field, depth: depth + 1)
            nodes[index].end = UInt32(end)
            nodes[index].inside = UInt32(nodes.count - index - 1)
            return end
        case 4: return nil
        default: throw DecodingRefusal("field \(field) has the wire type \(wire), which does not exist", at: start)
        }
    }

    private mutating func add(_ field: UInt32, _ value: Node.Value, _ range: Range<Int>, share: Double) -> Int {
        nodes.append(
            Node(field: field, value: value, start: UInt32(range.lowerBound), end: UInt32(range.upperBound)))
        understood += share * Double(range.count)
        return range.upperBound
    }

    /// A text, a message, a list of numbers, or bytes.
    private mutating func readLengthDelimited(_ field: UInt32, _ range: Range<Int>, _ depth: Int) {
        work += range.count
        countWork(range.count)
        guard work <= bytes.count * Self.mostReadings + 4096 else {
            _ = add(field, .bytes, range, share: 0)
            return
        }
        let slice = UnsafeBufferPointer(rebasing: bytes[range])
        let isText = ProtobufGuess.isText(slice)
        if preference == .bytesOnly || range.isEmpty || (isText && preference == .textFirst) {
            _ = add(field, isText ? .text : .bytes, range, share: isText ? 1 : 0.2)
            return
        }
        if depth < Self.deepest, readNested(field, range, depth) { return }
        if isText {
            _ = add(field, .text, range, share: 1)
        } else if ProtobufGuess.isPacked(slice) {
            _ = add(field, .packed, range, share: 0.6)
        } else {
            _ = add(field, .bytes, range, share: 0.2)
        }
    }

    private mutating func readNested(_ field: UInt32, _ range: Range<Int>, _ depth: Int) -> Bool {
        let (index, before) = (nodes.count, understood)
        _ = add(field, .message, range.lowerBound..<range.lowerBound, share: 0)
        do throws(DecodingRefusal) {
            _ = try readFields(range, group: nil, depth: depth + 1)
            nodes[index].end = UInt32(range.upperBound)
            nodes[index].inside = UInt32(nodes.count - index - 1)
            return true
        } catch {
            nodes.removeSubrange(index...)
            understood = before
            return false
        }
    }

    /// A number in groups of 7 bits, and the offset after it; nil if it has no end or more than 64 bits.
    static func varint(
        _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ limit: Int
    ) -> (value: UInt64, end: Int)? {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        var place = start
        while place < limit, shift < 64 {
            let byte = bytes[place]
            place += 1
            if shift == 63, byte > 1 { return nil }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return (value, place) }
            shift += 7
        }
        return nil
    }
}

/// What a field with a length may hold.
enum ProtobufGuess {
    /// Valid UTF-8 without control characters other than tab and line ends.
    static func isText(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var isASCII = true
        for byte in bytes {
            if byte < 0x20, byte != Byte.tab, byte != Byte.lineFeed, byte != Byte.carriageReturn { return false }
            if byte == 0x7F { return false }
            if byte >= 0x80 { isASCII = false }
        }
        return isASCII || String(validating: bytes, as: UTF8.self) != nil
    }

    /// Nothing but numbers of up to three bytes, none longer than it must be, at least two of them.
    static func isPacked(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var count = 0
        var place = 0
        while place < bytes.count {
            guard let (_, end) = ProtobufMessages.varint(bytes, place, bytes.count), end - place <= 3,
                end - place == 1 || bytes[end - 1] != 0
            else { return false }
            place = end
            count += 1
        }
        return count > 1
    }
}

/// Writes fields as JSON text: an object a message, its keys the number and kind of each field, in order and repeated.
struct ProtobufWriter {
    private let messages: ProtobufMessages
    private var json = JSONWriter()
    private var next = 0

    init(_ messages: ProtobufMessages) { self.messages = messages }

    /// Each frame is a message, written as one line.
    mutating func written(_ frames: [Range<Int>]) throws(DecodingRefusal) -> [UInt8] {
        for (number, frame) in frames.enumerated() {
            if number > 0 { json.byte(Byte.lineFeed) }
            var end = next
            // Nodes come in the order of bytes: those of this frame begin before its end.
            while end < messages.nodes.count, messages.nodes[end].start <= frame.upperBound,
                messages.nodes[end].start > frame.lowerBound
            { end += 1 + Int(messages.nodes[end].inside) }
            try writeFields(to: end)
        }
        return json.bytes
    }

    /// The depth is limited by `ProtobufMessages.deepest`.
    private mutating func writeFields(to end: Int) throws(DecodingRefusal) {
        guard json.bytes.count <= BinaryTreeLimits.mostJSONBytes else {
            throw DecodingRefusal("as a tree it has more than \(BinaryTreeLimits.mostJSONBytes >> 20) MiB")
        }
        json.byte(Byte.openBrace)
        while next < end {
            let node = messages.nodes[next]
            next += 1
            json.key("\(node.field) \(name(node.value))")
            if node.value == .message || node.value == .group {
                try writeFields(to: next + Int(node.inside))
            } else {
                write(node)
            }
        }
        json.byte(Byte.closeBrace)
    }

    private func name(_ value: ProtobufMessages.Node.Value) -> String {
        switch value {
        case .varint: "varint"
        case .fixed32: "fixed32"
        case .fixed64: "fixed64"
        case .text: "text"
        case .message: "message"
        case .packed: "packed varints"
        case .bytes: "bytes"
        case .group: "group"
        }
    }

    private mutating func write(_ node: ProtobufMessages.Node) {
        let slice = UnsafeBufferPointer(rebasing: messages.bytes[Int(node.start)..<Int(node.end)])
        switch node.value {
        case .text: json.string(String(decoding: slice, as: UTF8.self))
        case .bytes: json.plain { BinaryText.appendHex(slice, to: &$0) }
        case .varint: json.raw(Array(Self.number(slice, 0).utf8))
        case .packed: writePacked(slice)
        case .fixed32:
            let bits = UInt32(truncatingIfNeeded: little(slice))
            writeFixed(Double(Float(bitPattern: bits)), "\(Float(bitPattern: bits))", "\(Int32(bitPattern: bits))")
        case .fixed64:
            let bits = little(slice)
            writeFixed(Double(bitPattern: bits), "\(Double(bitPattern: bits))", "\(Int64(bitPattern: bits))")
        case .message, .group: break
        }
    }

    private mutating func writePacked(_ slice: UnsafeBufferPointer<UInt8>) {
        json.byte(Byte.openBracket)
        var place = 0
        while let (_, end) = ProtobufMessages.varint(slice, place, slice.count) {
            if place > 0 { json.byte(Byte.comma) }
            json.raw(Array(Self.number(slice, place).utf8))
            place = end
        }
        json.byte(Byte.closeBracket)
    }

    /// A float if it is one of a usual size, and its bits as an integer.
    private mutating func writeFixed(_ value: Double, _ float: String, _ integer: String) {
        let isUsual = value == 0 || (1e-9...1e15).contains(abs(value))
        isUsual && value != 0 ? json.string("\(float) (as an integer \(integer))") : json.raw(Array(integer.utf8))
    }

    /// Negative numbers are written with 64 bits.
    private static func number(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> String {
        let value = ProtobufMessages.varint(bytes, place, bytes.count)?.value ?? 0
        return value > UInt64(Int64.max) ? "\(Int64(bitPattern: value))" : "\(value)"
    }

    private func little(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
