/// Joins the plans of rows that need different requests into one, whose steps know the plans that have them. Pure.
///
/// A request that waits for one step in one plan, and for another one in another, is a step for each.
struct PlanUnion {
    private struct Identity: Hashable {
        var request: String
        var turn: LoopTurn?
        var needs: [Int]
        var requires: [Int]
        var problem: SendPlan.Problem?
        var isRepeatedNever: Bool
    }

    /// In the order in which they were added, with their needs among themselves.
    private var added: [SendPlan.Step] = []
    /// The indexes of `added`, in the order of the union: each after those that it needs.
    private var order: [Int] = []
    private var known: [Identity: Int] = [:]

    mutating func add(_ plan: [SendPlan.Step], variant: Int) {
        var indexes: [Int] = []
        var place = 0
        for var step in plan {
            // A step needs earlier ones only.
            step.needs = step.needs.compactMap { indexes.indices.contains($0) ? indexes[$0] : nil }
            step.requires = step.requires.compactMap { indexes.indices.contains($0) ? indexes[$0] : nil }
            let identity = Identity(
                request: step.requestKey, turn: step.turn, needs: step.needs, requires: step.requires,
                problem: step.problem, isRepeatedNever: step.isRepeatedNever)
            if let index = known[identity] {
                added[index].variants?.insert(variant)
                if step.isReferred { added[index].isReferred = true }
                if let found = order[place...].firstIndex(of: index) { place = found + 1 }
                indexes.append(index)
            } else {
                step.variants = [variant]
                known[identity] = added.count
                indexes.append(added.count)
                order.insert(added.count, at: place)
                place += 1
                added.append(step)
            }
        }
    }

    /// The union, in order.
    /// - Parameter count: how many plans were added.
    func steps(ofVariants count: Int) -> [SendPlan.Step] {
        var places = [Int](repeating: 0, count: added.count)
        for (place, index) in order.enumerated() { places[index] = place }
        return order.map { index in
            var step = added[index]
            step.needs = step.needs.map { places[$0] }.sorted()
            step.requires = step.requires.map { places[$0] }.sorted()
            if step.variants?.count == count { step.variants = nil }
            return step
        }
    }
}
