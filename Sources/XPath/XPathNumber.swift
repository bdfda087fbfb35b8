/// Converts numbers as XPath 1.0 reads and writes them (§3.5, §4.2, §4.4): no exponents, no plus sign.
package enum XPathNumber {
    /// The number, or NaN if the text is not one.
    package static func value(of text: String) -> Double {
        var bytes = Array(text.utf8)[...]
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
        while let first = bytes.first, isSpace(first) { bytes.removeFirst() }
        while let last = bytes.last, isSpace(last) { bytes.removeLast() }
        let digits = bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes
        guard digits.contains(where: { $0 &- UInt8(ascii: "0") < 10 }),
            digits.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 || $0 == UInt8(ascii: ".") }),
            digits.count(where: { $0 == UInt8(ascii: ".") }) <= 1
        else { return .nan }
        // The standard library requires a digit on either side of the point.
        var written = bytes.first == UInt8(ascii: "-") ? "-" : ""
        if digits.first == UInt8(ascii: ".") { written += "0" }
        written += String(decoding: digits, as: UTF8.self)
        if digits.last == UInt8(ascii: ".") { written += "0" }
        return Double(written) ?? .nan
    }

    package static func text(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Infinity" : "Infinity" }
        if value == 0 { return "0" }
        return positional(value.description)
    }

    /// Writes `1.5e-07` as `0.00000015`.
    private static func positional(_ text: String) -> String {
        let isNegative = text.hasPrefix("-")
        let parts = (isNegative ? text.dropFirst() : text[...]).split(separator: "e")
        let mantissa = (parts.first ?? "").split(separator: ".", omittingEmptySubsequences: false)
        let whole = mantissa.first ?? ""
        let fraction = mantissa.count > 1 ? mantissa[1] : ""
        let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        var digits = Array(whole + fraction)
        var point = whole.count + exponent
        if point <= 0 {
            digits = [Character](repeating: "0", count: 1 - point) + digits
            point = 1
        }
        while digits.count < point { digits.append("0") }
        while digits.count > point, digits.last == "0" { digits.removeLast() }
        let sign = isNegative ? "-" : ""
        return sign + String(digits[..<point]) + (digits.count > point ? "." + String(digits[point...]) : "")
    }
}
