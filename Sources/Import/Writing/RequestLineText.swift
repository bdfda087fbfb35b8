import Base

/// What may stand in a request line and in a header line.
enum RequestLineText {
    /// A method that can be written: letters, digits and `-`, beginning with a letter.
    static func isMethod(_ text: String) -> Bool {
        guard let first = text.utf8.first, LineText.isLetter(first), text.utf8.count <= 40 else { return false }
        return text.utf8.allSatisfy { LineText.isLetter($0) || LineText.isDigit($0) || $0 == Byte.minus }
    }

    /// A token, which may hold variables.
    static func isHeaderName(_ name: String) -> Bool {
        guard !name.isEmpty else { return false }
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

    /// A URL as it can stand in a line: spaces and control characters encoded, all else as it was.
    static func url(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if scalar.value <= 0x20 || scalar.value == 0x7F || scalar == "\u{2028}" || scalar == "\u{2029}"
                || scalar.value == 0x85
                || scalar.value == 0xA0
            {
                for byte in String(scalar).utf8 {
                    let digits = String(byte, radix: 16, uppercase: true)
                    result += "%" + (digits.count < 2 ? "0" : "") + digits
                }
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
