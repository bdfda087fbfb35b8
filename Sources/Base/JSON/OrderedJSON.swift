import NetEngine

/// A parsed JSON value (RFC 8259) that keeps the order of members, the text of numbers and the position of every value.
///
/// Meant for small files that users write, such as environments. With `allowsComments` it also reads the JSON dialect
/// of editor settings: `//` and `/* */` comments are skipped, and a comma may follow the last value.
package struct OrderedJSON {
    package enum Content {
        case object([Member])
        /// The source text of the whole array, line breaks included.
        case array(String)
        case string(String)
        /// The source text of a number, `true`, `false` or `null`.
        case literal(String)
    }

    package struct Member {
        package var key: String
        /// Byte offset of the quotation mark that opens the name.
        package var offset: Int
        package var value: OrderedJSON
    }

    package var content: Content
    /// Byte offset in the file where the value begins.
    package var offset: Int
    /// Byte offset just past the value.
    package var end: Int

    package var isObject: Bool {
        if case .object = content { return true }
        return false
    }

    /// The member with that name, or nil; nil too if this is not an object. If the name is repeated, the last one
    /// counts.
    package func member(_ key: String) -> OrderedJSON? {
        guard case .object(let members) = content else { return nil }
        return members.last { $0.key == key }?.value
    }

    /// The value to which names lead, from the outermost object inwards; nil if one of them is not there.
    package func value(at path: some Sequence<String>) -> OrderedJSON? {
        var value = self
        for key in path {
            guard let inner = value.member(key) else { return nil }
            value = inner
        }
        return value
    }

    package static func parse(
        _ bytes: [UInt8], allowsComments: Bool = false
    ) throws(JSONSyntaxError) -> OrderedJSON {
        var leniency: Int?
        return try parse(bytes, allowsComments: allowsComments, leniency: &leniency)
    }

    /// - Parameter leniency: set to the byte offset of the first thing that plain JSON does not allow, or nil if there
    ///   is none.
    package static func parse(
        _ bytes: [UInt8], allowsComments: Bool, leniency: inout Int?
    ) throws(JSONSyntaxError) -> OrderedJSON {
        var cursor = JSONCursor(
            bytes, options: JSONReader.Options(maxDepth: JSONReader.recursionDepth, allowsComments: allowsComments))
        /// The open objects, outermost first, and for each the member whose value is read.
        var open: [(offset: Int, members: [Member], key: String, keyOffset: Int)] = []
        while true {
            let token = try cursor.next()
            var value = OrderedJSON(
                content: .literal(""), offset: cursor.range.lowerBound, end: cursor.range.upperBound)
            switch token {
            case .name:
                open[open.count - 1].key = try cursor.text(cursor.string)
                open[open.count - 1].keyOffset = value.offset
                continue
            case .objectStart:
                open.append((value.offset, [], "", 0))
                continue
            case .objectEnd:
                let object = open.removeLast()
                value.offset = object.offset
                value.content = .object(object.members)
            case .arrayStart:
                let array = try cursor.value(token)
                value.end = array.range.upperBound
                value.content = .array(cursor.written(array))
            case .string: value.content = .string(try cursor.text(cursor.string))
            case .number, .bool, .null, .arrayEnd, .end:
                value.content = .literal(String(decoding: bytes[cursor.range], as: UTF8.self))
            }
            guard let parent = open.indices.last else {
                // The whole value was read; nothing may follow it.
                _ = try cursor.next()
                leniency = cursor.leniency
                return value
            }
            open[parent].members.append(
                Member(key: open[parent].key, offset: open[parent].keyOffset, value: value))
        }
    }
}
