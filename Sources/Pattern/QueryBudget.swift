/// Limits what the queries, patterns and comparisons of one piece of work may cost together (all checks of a request,
/// or all its references), and stops them when they are no longer wanted. Not thread-safe.
///
/// One step is about the cost of advancing one state of a pattern by one character: a few nanoseconds. Other work
/// counts as a multiple of that.
package final class QueryBudget {
    /// Why the budget ended.
    package enum End: Error, Sendable, Hashable {
        case exhausted
        case stopped

        package var clause: String {
            switch self {
            case .exhausted: "it takes too many steps, together with the others before it"
            case .stopped: "it was stopped"
            }
        }
    }

    /// About two seconds' work.
    package static let standard = 800_000_000
    /// Steps between two calls of `isStopped`: a few milliseconds.
    package static let stride = 1 << 20

    /// Steps taken so far.
    package private(set) var spent = 0
    /// Set once nothing more may be spent.
    package private(set) var end: End?
    private let limit: Int
    private var nextLook = 0
    private let isStopped: () -> Bool

    /// - Parameter isStopped: called before the first step and then every `stride` steps; true ends the budget.
    package init(steps: Int = QueryBudget.standard, isStopped: @escaping () -> Bool = { false }) {
        limit = steps
        self.isStopped = isStopped
    }

    /// Counts steps before they are taken. Returns false once there are too many, or the work is no longer wanted.
    package func spends(_ steps: Int) -> Bool {
        spent += steps
        return spent < nextLook || look()
    }

    package func spend(_ steps: Int) throws(End) {
        guard !spends(steps) else { return }
        throw end ?? .exhausted
    }

    private func look() -> Bool {
        guard end == nil else { return false }
        if isStopped() {
            end = .stopped
        } else if spent > limit {
            end = .exhausted
        } else {
            nextLook = min(limit, spent + Self.stride)
            return true
        }
        // Makes every later call reach this slow path.
        nextLook = 0
        return false
    }
}
