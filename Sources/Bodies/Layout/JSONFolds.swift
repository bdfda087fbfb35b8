/// Which objects and arrays of a JSON text are shown as one row.
///
/// A rule for all that are deep enough, and exceptions by the offsets of opening brackets, so that a large text costs nothing.
package struct JSONFolds: Sendable, Equatable {
    /// Those at this depth and deeper are folded; the outermost has depth 0. nil without a rule.
    package let depth: Int?
    /// Folded beside the rule, with their depths.
    private(set) var closed: [Int: Int] = [:]
    /// Open in spite of it.
    private(set) var opened: Set<Int> = []

    /// Another one after each change.
    private(set) var memo = FoldMemo()

    package init(depth: Int? = nil) { self.depth = depth }

    package static func == (a: JSONFolds, b: JSONFolds) -> Bool {
        a.depth == b.depth && a.closed == b.closed && a.opened == b.opened
    }

    package var isEmpty: Bool { depth == nil && closed.isEmpty }

    /// - Parameters:
    ///   - offset: of the opening bracket.
    ///   - depth: how deep it is.
    package func contains(_ offset: Int, depth: Int) -> Bool {
        closed[offset] != nil || (isByRule(depth) && !opened.contains(offset))
    }

    func isByRule(_ depth: Int) -> Bool { self.depth.map { depth >= $0 } ?? false }

    package mutating func fold(_ offset: Int, depth: Int) {
        memo = FoldMemo()
        opened.remove(offset)
        if !isByRule(depth) { closed[offset] = depth }
    }

    package mutating func unfold(_ offset: Int, depth: Int) {
        memo = FoldMemo()
        closed[offset] = nil
        if isByRule(depth) { opened.insert(offset) }
    }
}
