import Base
import NetEngine

/// YAML 1.2 in block style, indented by two spaces. Texts that could mean something else are in quotation marks, with
/// escapes for what a terminal would obey or a reader could not see.
package enum YAMLText {
    package static func write(_ value: JSONOutput) -> [UInt8] {
        var out: [UInt8] = []
        write(value, 0, isInItem: false, &out)
        if out.last != Byte.lineFeed { out.append(Byte.lineFeed) }
        return out
    }

    /// - Parameter isInItem: whether the value begins behind the dash of an item.
    private static func write(_ value: JSONOutput, _ level: Int, isInItem: Bool, _ out: inout [UInt8]) {
        switch value {
        case .object(let members) where !members.isEmpty:
            for (index, member) in members.enumerated() {
                if index > 0 || !isInItem { indent(level, &out) }
                text(member.0, &out)
                out.append(Byte.colon)
                self.value(member.1, level, isMember: true, &out)
            }
        case .array(let items) where !items.isEmpty:
            for (index, item) in items.enumerated() {
                if index > 0 || !isInItem { indent(level, &out) }
                out.append(Byte.minus)
                self.value(item, level, isMember: false, &out)
            }
        default: scalar(value, &out)
        }
    }

    private static func value(_ value: JSONOutput, _ level: Int, isMember: Bool, _ out: inout [UInt8]) {
        switch value {
        case _ where isFilled(value):
            if isMember {
                out.append(Byte.lineFeed)
                write(value, level + 1, isInItem: false, &out)
            } else {
                out.append(Byte.space)
                write(value, level + 1, isInItem: true, &out)
            }
        default:
            out.append(Byte.space)
            scalar(value, &out)
            out.append(Byte.lineFeed)
        }
    }

    private static func isFilled(_ value: JSONOutput) -> Bool {
        switch value {
        case .object(let members): !members.isEmpty
        case .array(let items): !items.isEmpty
        default: false
        }
    }

    private static func indent(_ level: Int, _ out: inout [UInt8]) {
        for _ in 0..<(2 * level) { out.append(Byte.space) }
    }

    private static func scalar(_ value: JSONOutput, _ out: inout [UInt8]) {
        switch value {
        case .string(let string): text(string, &out)
        default: out += value.bytes
        }
    }

    private static func text(_ text: String, _ out: inout [UInt8]) {
        if isPlain(text) { out += text.utf8 } else { quoted(text, &out) }
    }

    /// Words that a reader of YAML 1.1 or 1.2 takes for something else.
    private static let words: Set<String> = [
        "null", "true", "false", "yes", "no", "on", "off", "y", "n",
    ]

    /// Only letters, digits and a few signs, and not a number, a date, a boolean or null.
    private static func isPlain(_ text: String) -> Bool {
        guard let first = text.utf8.first, let last = text.utf8.last, text.utf8.count <= 200 else { return false }
        guard ASCII.isLetter(first) || first == Byte.slash || first == Byte.underscore, last != Byte.colon,
            last != Byte.space
        else { return false }
        var before: UInt8 = 0
        for byte in text.utf8 {
            if !ASCII.isLetter(byte), !ASCII.isDigit(byte), !"_-./{}$+:".utf8.contains(byte), byte != Byte.space {
                return false
            }
            if before == Byte.colon, byte == Byte.space { return false }
            before = byte
        }
        return !words.contains(text.lowercased())
    }

    private static func quoted(_ text: String, _ out: inout [UInt8]) {
        out.append(Byte.quote)
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x22: out += "\\\"".utf8
            case 0x5C: out += "\\\\".utf8
            case 0x20..<0x7F: out.append(UInt8(scalar.value))
            case 0x0A: out += "\\n".utf8
            case 0x09: out += "\\t".utf8
            case let value where isVisible(scalar) && value != 0xFEFF: out += Array(String(scalar).utf8)
            case let value where value <= 0xFFFF: escape(value, "\\u", 4, &out)
            case let value: escape(value, "\\U", 8, &out)
            }
        }
        out.append(Byte.quote)
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
            .spaceSeparator:
            false
        default: !scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    private static func escape(_ value: UInt32, _ mark: String, _ digits: Int, _ out: inout [UInt8]) {
        let text = String(value, radix: 16, uppercase: true)
        out += mark.utf8
        for _ in text.utf8.count..<digits { out.append(UInt8(ascii: "0")) }
        out += text.utf8
    }
}
