import Synchronization

/// How much work may go into saying why names have no value: suggestions and lists look through all names that there are.
/// Where very many names have no value, the last of them get shorter reasons. All requests of one plan, run or check share one.
package final class ReasonBudget: Sendable {
    private let steps = Mutex(4_000_000)

    package init() {}

    /// False if there is not as much left; then nothing is left.
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
