import Base

/// A JSON number that compares exactly by value: 64-bit identifiers may differ in the last digit only.
package struct JSONNumber: Sendable, Hashable {
    /// Each value has exactly one form, so equal values compare equal.
    private enum Form: Hashable {
        /// Integers of up to 18 digits.
        case integer(Int)
        /// Everything else: ±0.digits × 10^exponent, without leading or trailing zeros.
        case decimal(isNegative: Bool, digits: [UInt8], exponent: Int)
    }

    private let form: Form
    private static let integerDigits = 18

    /// - Parameter text: must follow the number grammar of RFC 8259 §6.
    package init(_ text: some Collection<UInt8>) {
        form = Self.integer(text) ?? Self.form(text)
    }

    package init(_ value: Int) {
        form = value.magnitude < 1_000_000_000_000_000_000 ? .integer(value) : Self.form(String(value).utf8)
    }

    /// The value if it is an integer of up to 18 digits, however it is written.
    package var integer: Int? {
        guard case .integer(let value) = form else { return nil }
        return value
    }

    /// The value if the text is a short integer, else nil.
    private static func integer(_ text: some Collection<UInt8>) -> Form? {
        guard text.count <= integerDigits else { return nil }
        var value = 0
        var isNegative = false
        for byte in text {
            let digit = byte &- UInt8(ascii: "0")
            if digit < 10 {
                value = value * 10 + Int(digit)
            } else if byte == Byte.minus {
                isNegative = true
            } else {
                return nil
            }
        }
        return .integer(isNegative ? -value : value)
    }

    private static func form(_ text: some Sequence<UInt8>) -> Form {
        var digits: [UInt8] = []
        var point: Int?
        var isNegative = false
        var power = 0
        var powerIsNegative = false
        var isInPower = false
        for byte in text {
            switch byte {
            case Byte.minus where isInPower: powerIsNegative = true
            case Byte.minus: isNegative = true
            case Byte.dot: point = digits.count
            case UInt8(ascii: "e"), UInt8(ascii: "E"): isInPower = true
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                let digit = byte - UInt8(ascii: "0")
                if isInPower {
                    // Far larger than any digit count; beyond this only the order of such numbers is lost.
                    if power < 1 << 50 { power = power * 10 + Int(digit) }
                } else {
                    digits.append(digit)
                }
            default: break
            }
        }
        let leading = digits.prefix { $0 == 0 }.count
        let exponent = (point ?? digits.count) - leading + (powerIsNegative ? -power : power)
        digits.removeFirst(leading)
        while digits.last == 0 { digits.removeLast() }
        guard !digits.isEmpty else { return .integer(0) }
        if exponent >= digits.count, exponent <= integerDigits {
            var value = digits.reduce(0) { $0 * 10 + Int($1) }
            for _ in digits.count..<exponent { value *= 10 }
            return .integer(isNegative ? -value : value)
        }
        return .decimal(isNegative: isNegative, digits: digits, exponent: exponent)
    }
}

extension JSONNumber: Comparable {
    package static func < (left: JSONNumber, right: JSONNumber) -> Bool {
        if case .integer(let left) = left.form, case .integer(let right) = right.form { return left < right }
        let (ours, theirs) = (left.decimal, right.decimal)
        if ours.isNegative != theirs.isNegative { return ours.isNegative }
        return ours.isNegative ? isCloser(theirs, ours) : isCloser(ours, theirs)
    }

    typealias Decimal = (isNegative: Bool, digits: [UInt8], exponent: Int)

    var decimal: Decimal {
        switch form {
        case .decimal(let isNegative, let digits, let exponent): return (isNegative, digits, exponent)
        case .integer(let value):
            var digits = String(value.magnitude).utf8.map { $0 - UInt8(ascii: "0") }
            let exponent = digits.count
            while digits.last == 0 { digits.removeLast() }
            return (value < 0, digits, exponent)
        }
    }

    /// Whether the first number is closer to zero.
    private static func isCloser(_ left: Decimal, _ right: Decimal) -> Bool {
        if left.digits.isEmpty || right.digits.isEmpty { return left.digits.isEmpty && !right.digits.isEmpty }
        if left.exponent != right.exponent { return left.exponent < right.exponent }
        return left.digits.lexicographicallyPrecedes(right.digits)
    }
}

extension JSONNumber {
    /// nil if the text is not a JSON number; spaces around it and a plus sign in front are accepted.
    package init?(written text: String) {
        var bytes = Array(text.utf8)[...]
        while bytes.first == Byte.space { bytes.removeFirst() }
        while bytes.last == Byte.space { bytes.removeLast() }
        if bytes.first == Byte.plus { bytes.removeFirst() }
        guard let tree = try? JSONTree.parse(Array(bytes)), tree.kind(0) == .number else { return nil }
        self.init(bytes)
    }
}
