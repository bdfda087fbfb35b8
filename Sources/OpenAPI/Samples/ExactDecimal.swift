import Base
import NetEngine

/// A decimal number of up to 24 digits, for exact bounds and multiples: `units` × 10^-`scale`.
struct ExactDecimal: Sendable, Hashable {
    var units: Int128
    var scale: Int

    /// nil for numbers with more digits, or with places beyond 20.
    init?(_ text: String) {
        var units: Int128 = 0
        var scale = 0
        var digits = 0
        var isNegative = false
        var afterPoint = false
        var rest = Array(text.utf8)[...]
        if rest.first == Byte.minus {
            isNegative = true
            rest.removeFirst()
        }
        while let byte = rest.first, byte | 0x20 != UInt8(ascii: "e") {
            rest.removeFirst()
            if byte == Byte.dot {
                afterPoint = true
                continue
            }
            guard ASCII.isDigit(byte), digits < 24 else { return nil }
            units = units * 10 + Int128(byte - UInt8(ascii: "0"))
            if units != 0 { digits += 1 }
            if afterPoint { scale += 1 }
        }
        if !rest.isEmpty {
            let text = String(decoding: rest.dropFirst(), as: UTF8.self)
            guard let power = Int(text), (-40...40).contains(power) else { return nil }
            scale -= power
        }
        while scale < 0 {
            guard digits < 24 else { return nil }
            units *= 10
            scale += 1
            digits += 1
        }
        while scale > 0, units % 10 == 0 {
            units /= 10
            scale -= 1
        }
        guard scale <= 20 else { return nil }
        self.units = isNegative ? -units : units
        self.scale = scale
    }

    /// The units at a larger scale; nil if they are too large.
    func units(at scale: Int) -> Int128? {
        var units = units
        for _ in self.scale..<max(scale, self.scale) {
            let (more, isTooLarge) = units.multipliedReportingOverflow(by: 10)
            if isTooLarge { return nil }
            units = more
        }
        return units
    }

    /// As JSON, without zeros at the end.
    static func text(_ units: Int128, scale: Int) -> String {
        var (units, scale) = (units, scale)
        while scale > 0, units % 10 == 0 { (units, scale) = (units / 10, scale - 1) }
        guard scale > 0 else { return String(units) }
        var digits = String(units.magnitude)
        if digits.utf8.count <= scale { digits = String(repeating: "0", count: scale + 1 - digits.utf8.count) + digits }
        let point = digits.index(digits.endIndex, offsetBy: -scale)
        return (units < 0 ? "-" : "") + digits[..<point] + "." + digits[point...]
    }
}
