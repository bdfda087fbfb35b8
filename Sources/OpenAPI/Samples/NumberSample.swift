/// Makes a number within bounds.
struct NumberSample {
    struct Bound {
        var value: String
        var isExclusive: Bool
    }

    var isInteger = false
    var minimums: [Bound] = []
    var maximums: [Bound] = []
    var multiples: [String] = []

    /// The nearest fitting number to 1, else the smallest; another one for each variant.
    /// - Returns: nil if there is none, or none that can be found with 24 digits.
    func make(variant: Int) -> String? {
        let written = (minimums + maximums).map(\.value) + multiples
        let numbers = written.compactMap(ExactDecimal.init)
        guard numbers.count == written.count else { return fallback() }
        let steps = multiples.compactMap(ExactDecimal.init).filter { $0.units != 0 }
        let isStepped = isInteger || !steps.isEmpty
        // Without steps, numbers between the bounds need places of their own.
        let scale = (numbers.map(\.scale).max() ?? 0) + (isStepped ? 0 : 3)
        var one: Int128 = 1
        for _ in 0..<scale { one *= 10 }
        var step: Int128 = isInteger ? one : 1
        for multiple in steps {
            guard let units = multiple.units(at: scale), let common = Self.commonMultiple(step, units.magnitude) else {
                return fallback()
            }
            step = common
        }
        var low: Int128?
        var high: Int128?
        for bound in minimums {
            guard let units = ExactDecimal(bound.value)?.units(at: scale) else { return fallback() }
            let first = Self.ceiling(units, step, isAbove: bound.isExclusive)
            low = max(low ?? first, first)
        }
        for bound in maximums {
            guard let units = ExactDecimal(bound.value)?.units(at: scale) else { return fallback() }
            let last = -Self.ceiling(-units, step, isAbove: bound.isExclusive)
            high = min(high ?? last, last)
        }
        if let low, let high, low > high { return nil }
        // In steps, from here on.
        let preferred = isStepped ? 1 : one
        var start = preferred
        if let low, start < low { start = low }
        if let high, start > high { start = high }
        var chosen = start + Int128(variant)
        if let high, chosen > high {
            chosen = start - (chosen - high)
            if let low, chosen < low { chosen = start }
        }
        let (units, isTooLarge) = chosen.multipliedReportingOverflow(by: step)
        return isTooLarge ? fallback() : ExactDecimal.text(units, scale: scale)
    }

    /// How many steps reach a number.
    private static func ceiling(_ units: Int128, _ step: Int128, isAbove: Bool) -> Int128 {
        let steps = units / step
        let rest = units % step
        if rest > 0 { return steps + 1 }
        return rest == 0 && isAbove ? steps + 1 : steps
    }

    private static func commonMultiple(_ a: Int128, _ b: UInt128) -> Int128? {
        guard let b = Int128(exactly: b) else { return nil }
        var (x, y) = (a, b)
        while y != 0 { (x, y) = (y, x % y) }
        let (product, isTooLarge) = (a / x).multipliedReportingOverflow(by: b)
        return isTooLarge ? nil : product
    }

    /// A bound itself, where arithmetic needs more digits than there are.
    private func fallback() -> String? {
        if let bound = (minimums + maximums).first(where: { !$0.isExclusive }) { return bound.value }
        return minimums.isEmpty && maximums.isEmpty && multiples.count == 1 ? multiples[0] : nil
    }
}
