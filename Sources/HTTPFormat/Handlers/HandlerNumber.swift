import Base

/// Numbers as JavaScript reads and writes them (ECMA-262, Number::toString and StringToNumber).
package enum HandlerNumber {
    package static func text(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Infinity" : "Infinity" }
        if value == 0 { return "0" }
        // The standard library writes the shortest digits too, but places point and exponent differently.
        let parts = value.magnitude.description.split(separator: "e")
        let mantissa = (parts.first ?? "").split(separator: ".")
        let fraction = mantissa.count > 1 && mantissa[1] != "0" ? mantissa[1] : ""
        let whole = mantissa.first ?? ""
        let all = Array((whole + fraction).utf8)
        var digits = all[...]
        while digits.first == UInt8(ascii: "0") { digits = digits.dropFirst() }
        let leading = all.count - digits.count
        while digits.last == UInt8(ascii: "0") { digits = digits.dropLast() }
        // The value is 0.DIGITS times ten to the power of `point`.
        let point = whole.utf8.count + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0) - leading
        return (value < 0 ? "-" : "") + placed(Array(digits), point)
    }

    private static func placed(_ digits: [UInt8], _ point: Int) -> String {
        func text(_ part: some Sequence<UInt8>) -> String { String(decoding: Array(part), as: UTF8.self) }
        func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }
        if (digits.count...21).contains(point) { return text(digits) + zeros(point - digits.count) }
        if point > 0, point <= 21 { return text(digits[..<point]) + "." + text(digits[point...]) }
        if point > -6, point <= 0 { return "0." + zeros(-point) + text(digits) }
        let exponent = point - 1
        let sign = exponent < 0 ? "-" : "+"
        let rest = digits.count > 1 ? "." + text(digits[1...]) : ""
        return text(digits[..<1]) + rest + "e" + sign + String(exponent.magnitude)
    }

    /// In another base than ten, from 2 to 36. ECMA-262 leaves the digits of a fraction to the engine; these are as many as
    /// distinguish the number from its neighbours, as V8 writes them.
    package static func text(_ value: Double, radix: Int) -> String {
        guard value.isFinite, value != 0 else { return text(value) }
        let base = Double(radix)
        var whole = value.magnitude.rounded(.down)
        var fraction = value.magnitude - whole
        // Half the distance to the next number: a smaller rest does not show.
        var step = max(value.magnitude.ulp / 2, .leastNonzeroMagnitude)
        var digits: [Int] = []
        while fraction >= step {
            fraction *= base
            step *= base
            let digit = Int(fraction)
            digits.append(digit)
            fraction -= Double(digit)
            let roundsUp = fraction > 0.5 || fraction == 0.5 && digit % 2 == 1
            if roundsUp, fraction + step > 1 {
                while digits.last == radix - 1 { digits.removeLast() }
                if digits.isEmpty { whole += 1 } else { digits[digits.count - 1] += 1 }
                break
            }
        }
        // Zeros stand for the digits that a number without room for them does not have.
        var zeros = ""
        while whole / base >= 0x1p53 {
            whole /= base
            zeros += "0"
        }
        var front: [Int] = []
        repeat {
            let rest = whole.truncatingRemainder(dividingBy: base)
            front.append(Int(rest))
            whole = (whole - rest) / base
        } while whole > 0
        func written(_ digits: some Sequence<Int>) -> String { digits.map { String($0, radix: radix) }.joined() }
        let sign = value < 0 ? "-" : ""
        return sign + written(front.reversed()) + zeros + (digits.isEmpty ? "" : "." + written(digits))
    }

    /// The value of a text: surrounding whitespace is left out, nothing is 0, what is no number is NaN.
    package static func value(of text: String) -> Double {
        let bytes = trimmed(text)
        guard !bytes.isEmpty else { return 0 }
        if bytes.first == UInt8(ascii: "0"), bytes.count > 2 {
            let radix: Int? =
                switch bytes[bytes.startIndex + 1] | 0x20 {
                case UInt8(ascii: "x"): 16
                case UInt8(ascii: "o"): 8
                case UInt8(ascii: "b"): 2
                default: nil
                }
            if let radix { return whole(bytes.dropFirst(2), radix) ?? .nan }
        }
        guard prefix(of: bytes).count == bytes.count else { return .nan }
        return decimal(bytes)
    }

    /// As `parseFloat`: the number at the beginning.
    package static func leadingValue(of text: String) -> Double {
        let digits = prefix(of: trimmed(text))
        return digits.isEmpty ? .nan : decimal(digits)
    }

    /// As `parseInt`: the whole number at the beginning, hexadecimal after `0x`.
    package static func leadingInteger(of text: String) -> Double {
        var bytes = trimmed(text)
        var sign = 1.0
        if let first = bytes.first, first == Byte.minus || first == Byte.plus {
            if first == Byte.minus { sign = -1 }
            bytes = bytes.dropFirst()
        }
        if bytes.count > 1, bytes.first == UInt8(ascii: "0"), bytes[bytes.startIndex + 1] | 0x20 == UInt8(ascii: "x") {
            return (whole(bytes.dropFirst(2).prefix { digit($0, 16) != nil }, 16) ?? .nan) * sign
        }
        let digits = bytes.prefix(while: LineText.isDigit)
        return digits.isEmpty ? .nan : decimal(digits) * sign
    }

    /// How many bytes are whitespace to JavaScript is decided by scalars; the trimmed text as bytes.
    private static func trimmed(_ text: String) -> ArraySlice<UInt8> { Array(HandlerText.trimmed(text).utf8)[...] }

    private static func decimal(_ bytes: ArraySlice<UInt8>) -> Double {
        var text = String(decoding: bytes, as: UTF8.self)
        if text.hasSuffix("Infinity") { return text.hasPrefix("-") ? -.infinity : .infinity }
        // The standard library wants a digit on either side of the point.
        if let dot = text.firstIndex(of: ".") {
            let next = text.index(after: dot)
            if next == text.endIndex || !text[next].isNumber { text.insert("0", at: next) }
            if dot == text.startIndex || !text[text.index(before: dot)].isNumber { text.insert("0", at: dot) }
        }
        return Double(text) ?? .nan
    }

    /// The bytes at the beginning that are a decimal number with sign, or `Infinity`.
    private static func prefix(of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var end = bytes.startIndex
        func digits() -> Int {
            let start = end
            while end < bytes.endIndex, LineText.isDigit(bytes[end]) { end += 1 }
            return end - start
        }
        if let first = bytes.first, first == Byte.minus || first == Byte.plus { end += 1 }
        if bytes[end...].starts(with: "Infinity".utf8) { return bytes[..<(end + 8)] }
        var count = digits()
        if end < bytes.endIndex, bytes[end] == Byte.dot {
            end += 1
            count += digits()
        }
        guard count > 0 else { return bytes[..<bytes.startIndex] }
        let mantissa = end
        if end < bytes.endIndex, bytes[end] | 0x20 == UInt8(ascii: "e") {
            end += 1
            if end < bytes.endIndex, bytes[end] == Byte.minus || bytes[end] == Byte.plus { end += 1 }
            if digits() == 0 { end = mantissa }
        }
        return bytes[..<end]
    }

    static func whole(_ digits: ArraySlice<UInt8>, _ radix: Int) -> Double? {
        guard !digits.isEmpty else { return nil }
        var value = 0.0
        for byte in digits {
            guard let digit = digit(byte, radix) else { return nil }
            value = value * Double(radix) + Double(digit)
        }
        return value
    }

    private static func digit(_ byte: UInt8, _ radix: Int) -> Int? {
        let value: Int
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): value = Int(byte) - 0x30
        case UInt8(ascii: "a")...UInt8(ascii: "f"): value = Int(byte) - 0x57
        case UInt8(ascii: "A")...UInt8(ascii: "F"): value = Int(byte) - 0x37
        default: return nil
        }
        return value < radix ? value : nil
    }
}

/// Texts as JavaScript sees them.
package enum HandlerText {
    /// Whitespace and line ends of ECMA-262.
    package static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09...0x0D, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF: true
        default: false
        }
    }

    package static func trimmed(_ text: String) -> Substring {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !isSpace($0) }),
            let last = scalars.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return Substring(scalars[first...last])
    }
}
