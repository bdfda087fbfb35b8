/// Sizes as users write them, such as the value of `# @max-body`.
package enum ByteSize {
    /// Reads `10MB`, `64 MiB`, `1.5g`, a bare number of bytes, or `none` (`Int.max`); nil for anything else.
    package static func read(_ text: String) -> Int? {
        if text.lowercased() == "none" { return .max }
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = text.dropFirst(digits.count).drop { $0 == " " || $0 == "\t" }.lowercased()
        guard let number = Double(digits), number >= 0, let factor = factor(unit) else { return nil }
        let bytes = (number * factor).rounded()
        // Nothing is larger than what a file can be.
        return bytes < 1e18 ? Int(bytes) : .max
    }

    private static func factor(_ unit: String) -> Double? {
        guard let first = unit.first, unit != "b" else { return 1 }
        guard let power = "kmgt".firstIndex(of: first) else { return nil }
        let exponent = "kmgt".distance(from: "kmgt".startIndex, to: power) + 1
        switch unit.dropFirst() {
        case "", "b": return (0..<exponent).reduce(1) { product, _ in product * 1000 }
        case "i", "ib": return (0..<exponent).reduce(1) { product, _ in product * 1024 }
        default: return nil
        }
    }
}
