/// What is different between two bodies, as a value that a view can draw. It holds ranges of the two texts, not copies.
package struct BodyComparison: Sendable {
    package enum Method: Sendable, Hashable {
        /// The bytes are the same.
        case equalBytes
        /// As JSON values.
        case json
        /// Line by line; the reason if JSON was expected.
        case lines(reason: String?)
        /// Only whether and where they differ.
        case bytes
    }

    /// How the items of an array, or the lines of a text, were matched.
    package enum Matching: Int, Sendable, Hashable, CaseIterable, Comparable {
        /// By a member that identifies each object, such as `id`.
        case key
        /// By equal items: those that occur once are fixed points, and the shortest edit script is found between them.
        case content
        /// By equal items, counted: the shortest edit script would have taken too long.
        case counts
        /// The first with the first and so on: there are too many items to match.
        case position

        package static func < (left: Matching, right: Matching) -> Bool { left.rawValue < right.rawValue }
    }

    package enum Kind: Int, Sendable, Hashable, CaseIterable { case added, removed, changed, moved }

    /// One step of a path. `first` and `second` are the two bodies.
    package enum Step: Sendable, Hashable {
        /// - Parameters:
        ///   - name: between the quotation marks, in the second body if `isInSecond`.
        ///   - occurrence: counts from 0 if the name is repeated.
        case member(name: Range<Int>, isInSecond: Bool, occurrence: Int)
        /// Elements or lines, counted from 0; nil where there is none.
        case element(first: Int?, second: Int?)
    }

    package struct Change: Sendable, Hashable {
        package var kind: Kind
        /// Of the array or object that it is in: a node of `paths`; nil is the root.
        package var parent: Int?
        /// nil if the whole body changed.
        package var step: Step?
        /// The value or line in each body.
        package var first: Range<Int>?
        package var second: Range<Int>?
    }

    package struct PathNode: Sendable, Hashable {
        package var parent: Int?
        package var step: Step
    }

    package struct Counts: Sendable, Hashable {
        private var values = [Int](repeating: 0, count: Kind.allCases.count)

        package init() {}
        package subscript(kind: Kind) -> Int {
            get { values[kind.rawValue] }
            set { values[kind.rawValue] = newValue }
        }
        package var total: Int { values.reduce(0, +) }
    }

    package struct Options: Sendable, Hashable {
        /// Whether `1`, `1.0` and `1e0` are equal.
        package var comparesNumbersByValue = true
        /// Whether an item at another place is one move, and not removed here and added there.
        package var findsMoves = true

        package init(comparesNumbersByValue: Bool = true, findsMoves: Bool = true) {
            self.comparesNumbersByValue = comparesNumbersByValue
            self.findsMoves = findsMoves
        }
    }

    /// More changes are counted, but not listed.
    package static let listLimit = 10_000
    /// More steps of paths are not kept: a change below them is counted, but not listed.
    static let pathLimit = 200_000
    /// Arrays and texts with more items in their differing parts are compared by position.
    static let itemLimit = 1 << 19

    package var method: Method
    package internal(set) var changes: [Change] = []
    package internal(set) var paths: [PathNode] = []
    package internal(set) var counts = Counts()
    /// Every way in which items were matched, and how often.
    package internal(set) var matchings: [Matching: Int] = [:]
    /// Repeated member names in each body; they are compared in their order.
    package internal(set) var repeatedNames = (first: 0, second: 0)
    /// False if it was stopped: the changes are those found so far.
    package internal(set) var isComplete = true

    package var areEqual: Bool { isComplete && counts.total == 0 }

    /// The path of a change, from the root.
    package func steps(of change: Change) -> [Step] {
        var steps = change.step.map { [$0] } ?? []
        var place = change.parent
        while let node = place {
            steps.append(paths[node].step)
            place = paths[node].parent
        }
        return steps.reversed()
    }

    var hasRoom: Bool { changes.count < Self.listLimit && paths.count < Self.pathLimit }

    /// Counts a change, and lists it if there is room.
    mutating func report(
        _ kind: Kind, _ step: Step?, _ first: Range<Int>?, _ second: Range<Int>?, parent: Int? = nil
    ) {
        counts[kind] += 1
        guard hasRoom else { return }
        changes.append(Change(kind: kind, parent: parent, step: step, first: first, second: second))
    }
}
