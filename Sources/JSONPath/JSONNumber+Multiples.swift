extension JSONNumber {
    /// Whether the value has no fraction, however it is written: `1.0` and `1e2` are integers.
    package var isInteger: Bool {
        if integer != nil { return true }
        let decimal = decimal
        return decimal.exponent >= decimal.digits.count
    }

    /// Longest divisor, in digits, by which a number is divided.
    static let maxDivisorDigits = 1000

    /// Whether the value is a multiple of another, computed exactly: `0.3` is a multiple of `0.1`.
    ///
    /// - Returns: nil if the divisor is zero or has more than 1,000 digits.
    package func isMultiple(of divisor: JSONNumber) -> Bool? {
        if let value = integer, let divisor = divisor.integer, divisor != 0 { return value % divisor == 0 }
        let (ours, theirs) = (decimal, divisor.decimal)
        guard !theirs.digits.isEmpty, theirs.digits.count <= Self.maxDivisorDigits else { return nil }
        guard !ours.digits.isEmpty else { return true }
        // Both as integers times a power of ten. Ours ends in a digit other than zero.
        let zeros = (ours.exponent - ours.digits.count) - (theirs.exponent - theirs.digits.count)
        guard zeros >= 0 else { return false }
        // More zeros cannot cancel more factors of two and five than a divisor of that length has.
        let added = min(zeros, 4 * theirs.digits.count)
        if theirs.digits.count <= Self.wordDigits {
            let modulus = theirs.digits.reduce(UInt64(0)) { $0 * 10 + UInt64($1) }
            var rest: UInt64 = 0
            for digit in ours.digits { rest = (rest * 10 + UInt64(digit)) % modulus }
            for _ in 0..<added { rest = rest * 10 % modulus }
            return rest == 0
        }
        return Self.isMultiple(ours.digits, zeros: added, of: theirs.digits)
    }

    /// So many digits, and one more, fit in 64 bits.
    private static let wordDigits = 18

    /// Long division, keeping only the rest.
    private static func isMultiple(_ digits: [UInt8], zeros: Int, of divisor: [UInt8]) -> Bool {
        // One place more than the divisor; the most important digit first.
        var rest = [UInt8](repeating: 0, count: divisor.count + 1)
        let divisor = [0] + divisor
        for place in 0..<(digits.count + zeros) {
            rest.removeFirst()
            rest.append(place < digits.count ? digits[place] : 0)
            while !rest.lexicographicallyPrecedes(divisor) {
                var borrow: UInt8 = 0
                for index in rest.indices.reversed() {
                    let taken = divisor[index] + borrow
                    borrow = rest[index] < taken ? 1 : 0
                    rest[index] = rest[index] &+ 10 * borrow &- taken
                }
            }
        }
        return rest.allSatisfy { $0 == 0 }
    }
}
