/// Which steps of a plan each round of a run has: rows of a data file may need different ones. Pure.
package struct RoundSteps: Sendable {
    /// For each variant of the plan its steps, in order.
    private let orders: [[Int]]
    /// For each row, its variant; empty if there is only one.
    private let variants: [Int]
    /// For each row, the number of steps up to and including it.
    private let sums: [Int]

    /// - Parameter variants: for each row of the data file, the variant that it sends (`ReplayPlan.variants`).
    package init(_ steps: [SendPlan.Step], variants: [Int] = []) {
        var orders = [[Int]](repeating: [], count: (variants.max() ?? 0) + 1)
        let all = Set(orders.indices)
        for (place, step) in steps.enumerated() {
            for variant in step.variants ?? all { orders[variant].append(place) }
        }
        var sums: [Int] = []
        for variant in variants { sums.append((sums.last ?? 0) + orders[variant].count) }
        (self.orders, self.variants, self.sums) = (orders, variants, sums)
    }

    /// Each round has all steps.
    init(count: Int) { (orders, variants, sums) = ([Array(0..<count)], [], []) }

    /// The steps of a round, in order.
    func order(ofRound round: Int) -> [Int] {
        variants.isEmpty ? orders[0] : orders[variants[round % variants.count]]
    }

    /// The number of steps in all rounds together.
    package func count(rounds: Int) -> Int {
        guard let all = sums.last else { return orders[0].count * rounds }
        let rest = rounds % sums.count
        return rounds / sums.count * all + (rest > 0 ? sums[rest - 1] : 0)
    }
}
