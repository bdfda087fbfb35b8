/// A number as JSON writes it, compared by its value, exactly: identifiers of 64 bits differ in their last digit.
struct JSONNumber: Sendable, Hashable {
    /// Without leading and trailing zeros; empty for zero.
    private let digits: [UInt8]
    private let isNegative: Bool
    /// The value is 0.digits × 10^exponent.
    private let exponent: Int

    /// - Parameter text: a number by the grammar of RFC 8259 §6.
    init(_ text: some Sequence<UInt8>) {
        var digits: [UInt8] = []
        var point: Int?
        var isNegative = false
        var power = 0
        var powerIsNegative = false
        var isInPower = false
        for byte in text {
            switch byte {
            case UInt8(ascii: "-") where isInPower: powerIsNegative = true
            case UInt8(ascii: "-"): isNegative = true
            case UInt8(ascii: "."): point = digits.count
            case UInt8(ascii: "e"), UInt8(ascii: "E"): isInPower = true
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                let digit = byte - UInt8(ascii: "0")
                if isInPower {
                    // Far beyond any length of digits; only the order among such numbers is lost.
                    if power < 1 << 50 { power = power * 10 + Int(digit) }
                } else {
                    digits.append(digit)
                }
            default: break
            }
        }
        let leading = digits.prefix { $0 == 0 }.count
        var exponent = (point ?? digits.count) - leading + (powerIsNegative ? -power : power)
        digits.removeFirst(leading)
        while digits.last == 0 { digits.removeLast() }
        if digits.isEmpty {
            exponent = 0
            isNegative = false
        }
        self.digits = digits
        self.isNegative = isNegative
        self.exponent = exponent
    }

    init(_ value: Int) { self.init(String(value).utf8) }
}

extension JSONNumber: Comparable {
    static func < (left: JSONNumber, right: JSONNumber) -> Bool {
        if left.isNegative != right.isNegative { return left.isNegative }
        return left.isNegative ? right.isCloserToZero(than: left) : left.isCloserToZero(than: right)
    }

    private func isCloserToZero(than other: JSONNumber) -> Bool {
        if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
        if exponent != other.exponent { return exponent < other.exponent }
        return digits.lexicographicallyPrecedes(other.digits)
    }
}
