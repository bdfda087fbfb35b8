import Base
import NetEngine

/// What may stand in a request line and in a header line.
enum RequestLineText {
    /// A method that can be written: letters, digits and `-`, beginning with a letter.
    static func isMethod(_ text: String) -> Bool {
        guard let first = text.utf8.first, LineText.isLetter(first), text.utf8.count <= 40 else { return false }
        return text.utf8.allSatisfy { LineText.isLetter($0) || LineText.isDigit($0) || $0 == Byte.minus }
    }

    /// A token, which may hold variables.
    static func isHeaderName(_ name: String) -> Bool {
        // A line that begins with # is a comment.
        guard !name.isEmpty, !name.hasPrefix("#") else { return false }
        var rest = Substring(name)
        while let open = rest.firstRange(of: "{{") {
            guard rest[..<open.lowerBound].utf8.allSatisfy(LineText.isToken),
                let close = rest[open.upperBound...].firstRange(of: "}}"),
                !rest[open.upperBound..<close.lowerBound].contains(where: \.isNewline)
            else { return false }
            rest = rest[close.upperBound...]
        }
        return rest.utf8.allSatisfy(LineText.isToken)
    }

    /// Whether the line of a switched-off header would be read as something else: `# https://…` is a comment.
    static func isRemark(_ name: String, _ value: String) -> Bool {
        value.hasPrefix("//") || name.hasPrefix("@") || name.hasPrefix("&") || name.hasPrefix("?")
    }

    /// A URL as it can stand in a line: spaces and control characters encoded, all else as it was. A reference may have spaces:
    /// `{{$randomInt 1 10}}`.
    static func url(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 <= Byte.space || $0 >= 0x7F }) else { return text }
        let bytes = Array(text.utf8)
        var result = ""
        var done = 0
        for inside in ReferenceNames.ranges(in: bytes) {
            result += encoded(bytes[done..<inside.lowerBound], spaces: true)
            result += encoded(bytes[inside], spaces: false)
            done = inside.upperBound
        }
        return result + encoded(bytes[done...], spaces: true)
    }

    /// Without what would end the line.
    static func oneLine(_ text: String) -> String {
        text.utf8.contains { $0 < Byte.space || $0 >= 0x7F } ? encoded(Array(text.utf8)[...], spaces: false) : text
    }

    private static func encoded(_ text: ArraySlice<UInt8>, spaces: Bool) -> String {
        var result = ""
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            let endsLine =
                switch scalar.value {
                case 0..<0x20, 0x7F, 0x85, 0x2028, 0x2029: true
                default: false
                }
            if endsLine || spaces && (scalar == " " || scalar.value == 0xA0) {
                for byte in String(scalar).utf8 { result += "%" + Hexadecimal.text([byte]).uppercased() }
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
