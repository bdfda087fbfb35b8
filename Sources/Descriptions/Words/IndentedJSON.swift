import Base

/// JSON with a value or member a line, two spaces a level.
package enum IndentedJSON {
    /// - Parameter escapesBraces: writes two braces in a string as an escape: a request file would take them for a
    ///   variable.
    package static func lines(_ value: JSONOutput, escapesBraces: Bool = true) -> [String] {
        var text: [UInt8] = []
        write(value, indent: 0, escapesBraces, &text)
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    // Values come from `SampleMaker` or `DescriptionValue.output`, which end at 200 levels.
    private static func write(_ value: JSONOutput, indent: Int, _ escapes: Bool, _ text: inout [UInt8]) {
        func line(_ indent: Int) {
            text.append(Byte.lineFeed)
            text.append(contentsOf: repeatElement(Byte.space, count: indent * 2))
        }
        switch value {
        case .array(let items) where !items.isEmpty:
            text.append(Byte.openBracket)
            for (index, item) in items.enumerated() {
                if index > 0 { text.append(Byte.comma) }
                line(indent + 1)
                write(item, indent: indent + 1, escapes, &text)
            }
            line(indent)
            text.append(Byte.closeBracket)
        case .object(let members) where !members.isEmpty:
            text.append(Byte.openBrace)
            for (index, (name, member)) in members.enumerated() {
                if index > 0 { text.append(Byte.comma) }
                line(indent + 1)
                text += escapes ? escaped(JSONOutput.string(name).bytes) : JSONOutput.string(name).bytes
                text += [Byte.colon, Byte.space]
                write(member, indent: indent + 1, escapes, &text)
            }
            line(indent)
            text.append(Byte.closeBrace)
        case .array, .object, .null, .bool, .number, .string: text += escapes ? escaped(value.bytes) : value.bytes
        }
    }

    private static func escaped(_ json: [UInt8]) -> [UInt8] {
        guard json.contains(Byte.openBrace), json.count > 2 else { return json }
        var result: [UInt8] = []
        for (index, byte) in json.enumerated() {
            let isPair = byte == Byte.openBrace && index + 1 < json.count && json[index + 1] == Byte.openBrace
            if isPair { result += "\\u007b".utf8 } else { result.append(byte) }
        }
        return result
    }
}
