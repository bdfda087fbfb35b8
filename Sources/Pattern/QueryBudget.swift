/// What queries, patterns and comparisons of one piece of work may cost together (all checks of a request, all references of one), and
/// whether they are still wanted. One thread uses it.
///
/// A step is about what following one way of a pattern by one character costs, a few nanoseconds; who does other work counts it as so
/// many of these.
package final class QueryBudget {
    /// Why no more is spent.
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
    /// How many steps are taken between two looks at whether the work is still wanted: some milliseconds.
    package static let stride = 1 << 20

    /// Steps taken until now.
    package private(set) var spent = 0
    /// Set once nothing more may be spent.
    package private(set) var end: End?
    private let limit: Int
    private var nextLook = 0
    private let isStopped: () -> Bool

    /// - Parameter isStopped: asked before the first step, and then again and again.
    package init(steps: Int = QueryBudget.standard, isStopped: @escaping () -> Bool = { false }) {
        limit = steps
        self.isStopped = isStopped
    }

    /// Counts steps before they are taken. False once there were too many, or they are not wanted any more.
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
        // From now on each call comes here.
        nextLook = 0
        return false
    }
}
