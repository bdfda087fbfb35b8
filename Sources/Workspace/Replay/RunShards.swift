/// Splits the steps of a plan into parts for several machines. Steps that need each other stay together. Pure: the same plan and the
/// same weights give the same parts everywhere.
package struct RunShards: Sendable {
    /// For each part the indexes of its steps, in order.
    package let parts: [[Int]]

    /// - Parameters:
    ///   - weights: for each step about how long it takes; equal ones where nothing is known.
    package init(_ steps: [SendPlan.Step], count: Int, weights: [Double]) {
        var parts = [[Int]](repeating: [], count: max(1, count))
        var loads = [Double](repeating: 0, count: parts.count)
        // The heaviest group first, each into the part with the least to do: no part gets more than 4/3 of the best there is.
        let groups = Self.groups(steps).map { group in
            (steps: group, weight: group.reduce(0) { $0 + (weights.indices.contains($1) ? weights[$1] : 1) })
        }
        for group in groups.sorted(by: { ($1.weight, $0.steps[0]) < ($0.weight, $1.steps[0]) }) {
            guard let least = loads.indices.min(by: { (loads[$0], $0) < (loads[$1], $1) }) else { break }
            parts[least] += group.steps
            loads[least] += group.weight
        }
        self.parts = parts.map { $0.sorted() }
    }

    /// The steps of a part, in order, with their needs among themselves.
    /// - Parameter index: from 0.
    package func steps(of index: Int, in steps: [SendPlan.Step]) -> [SendPlan.Step] {
        parts.indices.contains(index) ? Self.steps(parts[index], of: steps) : []
    }

    /// The steps of one row's plan that belong to a part of the plan of all rows.
    /// - Parameters:
    ///   - part: the steps of the part.
    ///   - variant: the variant of the plan that the row sends; nil if there is only one.
    package static func steps(
        of row: [SendPlan.Step], in part: [SendPlan.Step], variant: Int?
    ) -> [SendPlan.Step] {
        let known = Dictionary(grouping: part, by: \.requestKey)
        let kept = row.indices.filter { place in
            known[row[place].requestKey]?.contains { step in
                // The elements of a loop may be known for one row but not for all.
                let isSame = step.turn == nil || step.turn == row[place].turn
                return isSame && (variant.flatMap { step.variants?.contains($0) } ?? true)
            } ?? false
        }
        return steps(kept, of: row)
    }

    /// Some of the steps, with their needs among themselves.
    private static func steps(_ kept: [Int], of steps: [SendPlan.Step]) -> [SendPlan.Step] {
        var places: [Int: Int] = [:]
        for (place, step) in kept.enumerated() { places[step] = place }
        return kept.map { index in
            var step = steps[index]
            step.needs = step.needs.compactMap { places[$0] }
            step.requires = step.requires.compactMap { places[$0] }
            return step
        }
    }

    /// Steps that are connected by what they need, each group in order.
    private static func groups(_ steps: [SendPlan.Step]) -> [[Int]] {
        var parents = Array(steps.indices)
        func root(_ index: Int) -> Int {
            var index = index
            while parents[index] != index {
                parents[index] = parents[parents[index]]
                index = parents[index]
            }
            return index
        }
        for (index, step) in steps.enumerated() {
            for need in step.needs where steps.indices.contains(need) {
                let (a, b) = (root(index), root(need))
                parents[max(a, b)] = min(a, b)
            }
        }
        var groups: [Int: [Int]] = [:]
        for index in steps.indices { groups[root(index), default: []].append(index) }
        return groups.sorted { $0.key < $1.key }.map(\.value)
    }
}
