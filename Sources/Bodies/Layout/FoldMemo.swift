import Synchronization

/// What was found about the lines of a folded text, so that the many looks at a screen find it once. Valid for one set of folds.
final class FoldMemo: Sendable {
    struct Fold: Sendable {
        var container: JSONContainer
        /// The line of its closing bracket.
        var last: Int
    }

    /// What is known of a line.
    struct Facts: Sendable {
        /// What is folded on it; `.some(nil)`: nothing.
        var fold: Fold??
        /// The line that is shown for it.
        var shown: Int?
        var content: (indent: Int, segments: [LineSegment])?
    }

    private struct State {
        /// How much of the text was laid out.
        var end = 0
        var lines: [Int: Facts] = [:]
    }

    /// A screen has far fewer lines.
    private static let limit = 4096

    private let state = Mutex(State())

    /// One fact about a line, found now if it is not known.
    ///
    /// - Parameter end: how much of the text is laid out.
    func fact<Fact: Sendable>(
        _ key: WritableKeyPath<Facts, Fact?>, ofLine line: Int, end: Int, find: () -> Fact
    ) -> Fact {
        let known = state.withLock { $0.end == end ? $0.lines[line]?[keyPath: key] : nil }
        if let known { return known }
        let found = find()
        state.withLock { state in
            if state.end != end || state.lines.count >= Self.limit { state = State(end: end) }
            state.lines[line, default: Facts()][keyPath: key] = found
        }
        return found
    }
}
