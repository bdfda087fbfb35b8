import Base
import NetEngine

/// JSON with a line for each member, indented by two spaces. Goes as deep as the value; drafts are not deep.
package enum IndentedJSON {
    package static func write(_ value: JSONOutput) -> [UInt8] {
        var out = JSONWriter()
        write(value, 0, &out)
        out.byte(Byte.lineFeed)
        return out.bytes
    }

    private static func write(_ value: JSONOutput, _ level: Int, _ out: inout JSONWriter) {
        switch value {
        case .object(let members) where !members.isEmpty:
            out.byte(Byte.openBrace)
            for (index, member) in members.enumerated() {
                if index > 0 { out.byte(Byte.comma) }
                breakLine(level + 1, &out)
                out.string(member.0)
                out.raw(": ")
                write(member.1, level + 1, &out)
            }
            breakLine(level, &out)
            out.byte(Byte.closeBrace)
        case .array(let items) where !items.isEmpty:
            out.byte(Byte.openBracket)
            for (index, item) in items.enumerated() {
                if index > 0 { out.byte(Byte.comma) }
                breakLine(level + 1, &out)
                write(item, level + 1, &out)
            }
            breakLine(level, &out)
            out.byte(Byte.closeBracket)
        default: value.write(to: &out)
        }
    }

    private static func breakLine(_ level: Int, _ out: inout JSONWriter) {
        out.byte(Byte.lineFeed)
        for _ in 0..<level { out.raw("  ") }
    }
}
