import Base
import NetEngine

/// Writes text and bytes as words of a POSIX shell.
///
/// What is written is also safe to paste: control characters other than line feed and tab, and characters that hide or
/// reorder text, appear only as octal escapes of `printf`.
package enum ShellText {
    /// What the shell inserts for the marks of a text.
    package struct Values: Sendable {
        package var marks: TextMarks
        /// By the numbers of the marks: `$TOKEN`, `$(command)`, as they are written between double quotes.
        package var expressions: [Int: String]

        package init(marks: TextMarks, expressions: [Int: String]) {
            self.marks = marks
            self.expressions = expressions
        }

        fileprivate func expression(_ number: Int) -> String { expressions[number] ?? "" }
    }

    /// A word in which the shell inserts values.
    package static func word(_ text: String, _ values: Values?) -> String { word(Array(text.utf8), values) }

    /// A word in which the shell inserts values, for any bytes without NUL.
    package static func word(_ bytes: [UInt8], _ values: Values?) -> String {
        guard let values, values.marks.occur(in: bytes) else { return word(bytes) }
        return values.marks.pieces(of: bytes).map { piece in
            switch piece {
            case .bytes(let bytes): word(bytes)
            case .mark(let number): "\"\(values.expression(number))\""
            }
        }.joined()
    }

    /// A command that prints these bytes with the values.
    package static func printf(_ bytes: [UInt8], _ values: Values?) -> String {
        guard let values, values.marks.occur(in: bytes) else { return printf(bytes) }
        let commands = values.marks.pieces(of: bytes).map { piece in
            switch piece {
            case .bytes(let bytes): printf(bytes)
            case .mark(let number): "printf %s \"\(values.expression(number))\""
            }
        }
        return "{ \(commands.joined(separator: "; ")); }"
    }

    /// A word that the shell reads as this text; quoted only if it must be.
    package static func word(_ text: String) -> String {
        if !text.isEmpty, text.utf8.allSatisfy(isPlain) { return text }
        return "'" + text.replacing(bytes: "'", with: "'\\''") + "'"
    }

    /// A word for any bytes without NUL and without a line feed at the end, which `$( )` would remove.
    package static func word(_ bytes: [UInt8]) -> String {
        if let text = printable(bytes) { return word(text) }
        return "\"$(\(printf(bytes)))\""
    }

    /// A command that prints these bytes: `printf 'a\r\n\000'`.
    package static func printf(_ bytes: some Collection<UInt8>) -> String {
        var text: [UInt8] = []
        for byte in bytes {
            switch byte {
            // At the beginning it would make the text an option.
            case Byte.minus where text.isEmpty: text += Array("\\055".utf8)
            case Byte.apostrophe: text += Array("'\\''".utf8)
            case Byte.backslash: text += Array("\\\\".utf8)
            case Byte.percent: text += Array("%%".utf8)
            case Byte.lineFeed: text += Array("\\n".utf8)
            case Byte.carriageReturn: text += Array("\\r".utf8)
            case Byte.tab: text += Array("\\t".utf8)
            case 0x20...0x7E: text.append(byte)
            default:
                let digits = String(byte, radix: 8)
                text += Array(("\\" + String(repeating: "0", count: 3 - digits.count) + digits).utf8)
            }
        }
        return "printf '" + String(decoding: text, as: UTF8.self) + "'"
    }

    /// The bytes as text if every character of them is visible, or is a line feed or a tab; else nil.
    package static func printable(_ bytes: [UInt8]) -> String? {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        let inLines = bytes.lazy.map { $0 == Byte.lineFeed || $0 == Byte.tab ? Byte.space : $0 }
        return SafeText(bytes: inLines).hazards.total == 0 ? text : nil
    }

    /// Bytes that mean nothing to any shell, wherever they are in a word. `~` and `=` do at some places.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case Byte.minus, Byte.dot, Byte.slash, Byte.colon, Byte.underscore, Byte.plus, Byte.at, Byte.percent: true
        default: false
        }
    }
}
