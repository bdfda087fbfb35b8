import Synchronization

/// Limits the work spent on explaining why names have no value: suggestions and lists look through every existing name.
/// If very many names have no value, the later ones get shorter explanations. All requests of one plan, run or check
/// share one budget.
package final class ReasonBudget: Sendable {
    private let steps = Mutex(4_000_000)

    package init() {}

    /// Takes `count` from the budget. Returns false, and empties the budget, if less than that is left.
    package func spend(_ count: Int) -> Bool {
        steps.withLock { steps in
            guard count <= steps else {
                steps = 0
                return false
            }
            steps -= count
            return true
        }
    }
}
