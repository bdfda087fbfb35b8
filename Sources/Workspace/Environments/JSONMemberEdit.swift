import Base
import NetEngine

/// Changes one value of a JSON file that a user wrote, and no other byte of it.
///
/// A missing member is added after the last one of its object, in the same layout.
package struct JSONMemberEdit {
    /// Why nothing was changed: one sentence.
    package struct Refusal: Error, Hashable {
        var sentence: String
    }

    /// Names from the outermost object inwards; the last is the member to set.
    var path: [String]
    /// Written as a number, `true` or `false` only if the member already has such a value and this is one too;
    /// otherwise as a string.
    var value: String
    var allowsComments = false
    /// Whether the member is made as an empty object; it must not be there.
    var makesObject = false

    /// The file as a tree; throws where it is broken.
    static func parsed(_ bytes: [UInt8], allowsComments: Bool) throws(Refusal) -> OrderedJSON {
        do throws(JSONSyntaxError) {
            return try OrderedJSON.parse(bytes, allowsComments: allowsComments)
        } catch {
            let place = TextLines.place(of: error.offset, in: bytes)
            throw Refusal(
                sentence: "The file is broken at line \(place.line), column \(place.column): \(error.reason).")
        }
    }

    /// The file with the value changed. An empty file becomes an object.
    func applied(to bytes: [UInt8]) throws(Refusal) -> [UInt8] {
        guard !path.isEmpty else { throw Refusal(sentence: "No name was given.") }
        if bytes.allSatisfy(Self.isSpace) {
            return Array((members(path[...], indent: "", unit: "  ", isMultiline: true) + "\n").utf8)
        }
        var object = try Self.parsed(bytes, allowsComments: allowsComments)
        for (depth, key) in path.enumerated() {
            guard object.isObject else {
                let name = path[..<depth].joined(separator: ".")
                throw Refusal(
                    sentence: depth == 0 ? "The file holds no object." : "\(name) is not an object in the file.")
            }
            guard let found = object.member(key) else { return inserted(path[depth...], into: object, bytes) }
            object = found
        }
        guard !makesObject else { throw Refusal(sentence: "\(path.joined(separator: ".")) is there already.") }
        guard !object.isObject else { throw Refusal(sentence: "\(path.joined(separator: ".")) is an object.") }
        return Array(bytes[..<object.offset]) + Array(written(over: object).utf8) + Array(bytes[object.end...])
    }

    private func written(over old: OrderedJSON) -> String {
        if case .literal(let literal) = old.content, literal != "null", Self.isLiteral(value) { return value }
        if case .array = old.content, (try? OrderedJSON.parse(Array(value.utf8))) != nil { return value }
        return Self.quoted(value)
    }

    private static func isLiteral(_ text: String) -> Bool {
        guard let value = try? OrderedJSON.parse(Array(text.utf8)), case .literal(let whole) = value.content else {
            return false
        }
        return whole == text && whole != "null"
    }

    // MARK: a new member

    private func inserted(_ path: ArraySlice<String>, into object: OrderedJSON, _ bytes: [UInt8]) -> [UInt8] {
        guard case .object(let members) = object.content else { return bytes }
        let unit = Self.unit(of: bytes)
        guard let last = members.last else {
            let indent = Self.indent(at: object.offset, in: bytes)
            let isMultiline = bytes.contains(where: Self.isLineEnd)
            let new = self.members(path, indent: indent, unit: unit, isMultiline: isMultiline)
            // Only comments can be between the braces; they stay before the new member.
            let inside = bytes[object.offset + 1..<object.end - 1]
            guard inside.contains(where: { $0 > 0x20 }) else {
                return Array(bytes[..<object.offset]) + Self.withLineEnds(of: bytes, at: object.offset, new)
                    + Array(bytes[object.end...])
            }
            return Array(bytes[..<(object.end - 1)])
                + Self.withLineEnds(
                    of: bytes, at: object.offset,
                    unit + self.member(path, indent: indent + unit, unit: unit, isMultiline) + "\n" + indent)
                + Array(bytes[(object.end - 1)...])
        }
        let isOwnLine = bytes[object.offset..<last.offset].contains(where: Self.isLineEnd)
        let indent = isOwnLine ? Self.indent(at: last.offset, in: bytes) : ""
        let new = (isOwnLine ? "\n" + indent : " ") + member(path, indent: indent, unit: unit, isOwnLine)
        // Where comments are allowed, a trailing comma may be there already.
        let comma = Self.comma(after: last.value.end, in: bytes)
        // A comment at the end of the line belongs to that line's member.
        let end = comma ?? last.value.end
        let place = isOwnLine ? Self.lineEnd(after: end, in: bytes) ?? end : end
        return Array(bytes[..<last.value.end]) + (comma == nil ? [UInt8(ascii: ",")] : [])
            + Array(bytes[last.value.end..<place]) + Self.withLineEnds(of: bytes, at: place, new)
            + (comma == nil ? [] : [UInt8(ascii: ",")]) + Array(bytes[place...])
    }

    private func members(_ path: ArraySlice<String>, indent: String, unit: String, isMultiline: Bool) -> String {
        isMultiline
            ? "{\n" + indent + unit + member(path, indent: indent + unit, unit: unit, true) + "\n" + indent + "}"
            : "{" + member(path, indent: indent, unit: unit, false) + "}"
    }

    private func member(_ path: ArraySlice<String>, indent: String, unit: String, _ isMultiline: Bool) -> String {
        let key = Self.quoted(path.first ?? "")
        let rest = path.dropFirst()
        if rest.isEmpty { return "\(key): \(makesObject ? "{}" : Self.quoted(value))" }
        return "\(key): \(members(rest, indent: indent, unit: unit, isMultiline: isMultiline))"
    }

    // MARK: the layout

    /// The offset just past the comma that follows, skipping comments; nil if no comma follows.
    static func comma(after offset: Int, in bytes: [UInt8]) -> Int? {
        var place = offset
        while place < bytes.count {
            switch bytes[place] {
            case Byte.space, Byte.tab, Byte.lineFeed, Byte.carriageReturn: place += 1
            case UInt8(ascii: ","): return place + 1
            case UInt8(ascii: "/") where place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: "/"):
                while place < bytes.count, !isLineEnd(bytes[place]) { place += 1 }
            case UInt8(ascii: "/") where place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: "*"):
                place = blockCommentEnd(bytes[place...]) ?? bytes.count
            default: return nil
            }
        }
        return nil
    }

    /// The end of the line if only spaces and a comment follow on it, else nil.
    static func lineEnd(after offset: Int, in bytes: [UInt8]) -> Int? {
        let end = bytes[offset...].firstIndex(where: isLineEnd) ?? bytes.count
        let rest = bytes[offset..<end].drop(while: isSpaceOrTab)
        return rest.isEmpty || rest.starts(with: "//".utf8) || blockCommentEnd(rest) == end ? end : nil
    }

    /// The offset just past the comment with which a text begins; nil if it begins with none. `/*/` is not closed.
    private static func blockCommentEnd(_ text: ArraySlice<UInt8>) -> Int? {
        guard text.starts(with: "/*".utf8) else { return nil }
        let inside = text.dropFirst(2)
        return inside.indices.dropLast().first { inside[$0...].starts(with: "*/".utf8) }.map { $0 + 2 }
    }

    static func isLineEnd(_ byte: UInt8) -> Bool { byte == Byte.lineFeed || byte == Byte.carriageReturn }
    static func isSpaceOrTab(_ byte: UInt8) -> Bool { byte == Byte.space || byte == Byte.tab }
    static func isSpace(_ byte: UInt8) -> Bool { isSpaceOrTab(byte) || isLineEnd(byte) }

    /// The whitespace at the start of the line that contains an offset.
    private static func indent(at offset: Int, in bytes: [UInt8]) -> String {
        let start = bytes[..<offset].lastIndex(where: isLineEnd).map { $0 + 1 } ?? 0
        let indentation = bytes[start..<offset].prefix(while: isSpaceOrTab)
        return String(decoding: indentation, as: UTF8.self)
    }

    /// One step of indentation: that of the first indented line, else two spaces.
    private static func unit(of bytes: [UInt8]) -> String {
        for line in bytes.split(whereSeparator: isLineEnd) {
            let indentation = line.prefix(while: isSpaceOrTab)
            if !indentation.isEmpty, indentation.count < line.count {
                return String(decoding: indentation, as: UTF8.self)
            }
        }
        return "  "
    }

    /// Uses the line ends of the line that contains an offset, or of the one above it.
    private static func withLineEnds(of bytes: [UInt8], at offset: Int, _ text: String) -> [UInt8] {
        guard
            let end = bytes[offset...].firstIndex(where: isLineEnd) ?? bytes[..<offset].lastIndex(where: isLineEnd)
        else { return Array(text.utf8) }
        let isPair = bytes[end] == Byte.carriageReturn && end + 1 < bytes.count && bytes[end + 1] == Byte.lineFeed
        let isSecond = bytes[end] == Byte.lineFeed && end > 0 && bytes[end - 1] == Byte.carriageReturn
        let lineEnd: [UInt8] = isPair || isSecond ? [Byte.carriageReturn, Byte.lineFeed] : [bytes[end]]
        return text.utf8.flatMap { $0 == Byte.lineFeed ? lineEnd : [$0] }
    }

    static func quoted(_ text: String) -> String { JSONWriter.quoted(text) }
}
