import Base
import NetEngine
import Pattern

/// Finds the nodes that a query selects in a tree.
///
/// Works depth first without lists of intermediate nodes, so a caller that needs only one node stops at the first.
/// Recursion depth is bounded by the length of the query, not by the depth of the document.
///
/// The cost is counted in `steps`: each value visited is one step, so `$..a` over n values takes about n; a pattern
/// costs the length of the text it is matched against. A query whose cost multiplies (`..` after `..`, or a filter that
/// walks the whole document for each value) fails at `Limits` instead of hanging the program.
package final class JSONPathEvaluation {
    /// Why evaluation was given up.
    package enum Limit: Error, Hashable {
        /// More nodes than this were selected: `..` after `..` can select the same node many times.
        case tooManyNodes(Int)
        /// More values than this were visited.
        case tooManySteps(Int)
        /// A regular expression took too many steps on one text, or all of them did together.
        case patternTooSlow(String)
        /// A regular expression that may be valid exceeds a limit; the reason is a clause for the user.
        case patternTooLarge(String, reason: String)
        /// The budget shared with other work ran out.
        case givenUp(QueryBudget.End)

        package var clause: String {
            switch self {
            case .tooManyNodes(let count):
                "the query selects more than \(count) values; two or more '..' in a row select the same values again and again"
            case .tooManySteps:
                "the query looks at the same values again and again, and was given up; two or more '..' in a row and filters that walk the whole document for each value do that"
            case .patternTooSlow(let pattern):
                "the pattern \(pattern) takes too many steps on the texts; make its repetitions smaller"
            case .patternTooLarge(let pattern, let reason): "the pattern \(pattern) cannot be used: \(reason)"
            case .givenUp(let end): "the query was given up: \(end.clause)"
            }
        }
    }

    package struct Limits: Sendable, Hashable {
        /// How many nodes may be selected.
        var nodes = 20_000_000
        /// How many values may be visited: a few seconds of work.
        var steps = 2_000_000_000
        /// How many steps all regular expressions may take together.
        var patternSteps = 2_000_000_000
    }

    private let tree: JSONTree
    private let limits: Limits
    /// How many values were visited so far.
    package private(set) var steps = 0
    /// How many of these steps were charged to the budget.
    private var charged = 0
    private let budget: QueryBudget?
    private var patternSteps: Int
    private let equality: JSONEquality
    private var constants: [Int: [Int]] = [:]
    /// Compiled patterns by source; nil if the source is not a valid pattern.
    private var patterns: [[UInt8]: PatternMatcher?] = [:]
    /// Limits `patterns`: a document can contain a different pattern for each value.
    private static let maxKnownPatterns = 64

    /// - Parameter budget: shared with other work; nil applies `limits` only.
    package init(_ tree: JSONTree, limits: Limits = Limits(), budget: QueryBudget? = nil) {
        self.budget = budget
        self.tree = tree
        self.limits = limits
        patternSteps = limits.patternSteps
        equality = JSONEquality(tree)
    }

    /// The selected nodes in the order of RFC 9535; a node selected several times is repeated.
    package func nodes(_ query: JSONPathQuery) throws(Limit) -> [Int] { try nodes(query.segments, from: 0) }

    /// The first selected node, without looking for more.
    package func first(_ query: JSONPathQuery) throws(Limit) -> Int? {
        var first: Int?
        _ = try visit(0, query.segments[...]) { node throws(Limit) in
            first = node
            return false
        }
        return first
    }

    private func nodes(_ segments: [JSONPathQuery.Segment], from node: Int) throws(Limit) -> [Int] {
        var found: [Int] = []
        _ = try visit(node, segments[...]) { node throws(Limit) in
            guard found.count < limits.nodes else { throw .tooManyNodes(limits.nodes) }
            found.append(node)
            return true
        }
        return found
    }

    private typealias Visitor = (Int) throws(Limit) -> Bool

    /// Returns false once the visitor wants no more nodes.
    private func visit(
        _ start: Int, _ segments: ArraySlice<JSONPathQuery.Segment>, _ visitor: Visitor
    ) throws(Limit) -> Bool {
        var node = start
        var rest = segments
        // A long chain of names is a loop, so it costs no stack.
        while let segment = rest.first, segment.isSingular {
            try count(1)
            guard let child = only(segment.selectors[0], of: node) else { return true }
            node = child
            rest = rest.dropFirst()
        }
        guard let segment = rest.first else { return try visitor(node) }
        let following = rest.dropFirst()
        guard segment.isDescendant else {
            return try select(segment.selectors, of: node, following, visitor)
        }
        var descendant = node
        let end = tree.next(node)
        try count(end - node)
        while descendant < end {
            if tree.hasChildren(descendant) {
                guard try select(segment.selectors, of: descendant, following, visitor) else { return false }
            }
            descendant += 1
        }
        return true
    }

    private func count(_ more: Int) throws(Limit) {
        steps += more
        guard steps <= limits.steps else { throw .tooManySteps(limits.steps) }
        countWork(steps - charged)
        // Visiting a value costs about as much as two steps of a pattern.
        if let budget, !budget.spends(2 * (steps - charged)) { throw .givenUp(budget.end ?? .exhausted) }
        charged = steps
    }

    private func only(_ selector: JSONPathQuery.Selector, of node: Int) -> Int? {
        switch selector {
        case .name(let name):
            let found: (node: Int?, looks: Int) = tree.member(name, of: node)
            steps += found.looks
            return found.node
        case .index(let index):
            let found: (node: Int?, looks: Int) = tree.element(index, of: node)
            steps += found.looks
            return found.node
        case .wildcard, .slice, .filter: return nil
        }
    }

    private func select(
        _ selectors: [JSONPathQuery.Selector], of node: Int, _ following: ArraySlice<JSONPathQuery.Segment>,
        _ visitor: Visitor
    ) throws(Limit) -> Bool {
        for selector in selectors {
            try count(1)
            switch selector {
            case .name, .index:
                if let child = only(selector, of: node) {
                    guard try visit(child, following, visitor) else { return false }
                }
            case .wildcard:
                var child = node + 1
                let end = tree.next(node)
                while child < end {
                    try count(1)
                    guard try visit(child, following, visitor) else { return false }
                    child = tree.next(child)
                }
            case .filter(let logical):
                var child = node + 1
                let end = tree.next(node)
                while child < end {
                    try count(1)
                    if try holds(logical, child) {
                        guard try visit(child, following, visitor) else { return false }
                    }
                    child = tree.next(child)
                }
            case .slice(let start, let end, let step):
                for child in try slice(of: node, start, end, step) {
                    guard try visit(child, following, visitor) else { return false }
                }
            }
        }
        return true
    }

    /// The elements that a slice selects (§2.3.4.2.2).
    private func slice(of node: Int, _ start: Int?, _ end: Int?, _ step: Int) throws(Limit) -> [Int] {
        guard step != 0, tree.kind(node) == .array else { return [] }
        var children: [Int] = []
        tree.forEachChild(of: node) { child in
            children.append(child)
            return true
        }
        let count = children.count
        try self.count(count)
        func normal(_ index: Int) -> Int { index >= 0 ? index : count + index }
        let first = normal(start ?? (step > 0 ? 0 : count - 1))
        let last = normal(end ?? (step > 0 ? count : -count - 1))
        if step > 0 {
            let lower = min(max(first, 0), count)
            let upper = min(max(last, 0), count)
            return stride(from: lower, to: upper, by: step).map { children[$0] }
        }
        let upper = min(max(first, -1), count - 1)
        let lower = min(max(last, -1), count - 1)
        return stride(from: upper, to: lower, by: step).map { children[$0] }
    }
}

// MARK: - Filters

extension JSONPathEvaluation {
    /// A value in a comparison; nil is the standard's Nothing.
    private enum Value {
        case node(Int)
        case string([UInt8])
        case number(JSONNumber)
        case bool(Bool)
        case null
    }

    private func holds(_ logical: JSONPathQuery.Logical, _ current: Int) throws(Limit) -> Bool {
        switch logical {
        case .or(let parts):
            for part in parts where try holds(part, current) { return true }
            return false
        case .and(let parts):
            for part in parts where try !holds(part, current) { return false }
            return true
        case .not(let inner): return try !holds(inner, current)
        case .exists(let query):
            if query.isAbsolute { return try !constant(query).isEmpty }
            return try !visit(current, query.segments[...]) { _ in false }
        case .compare(let left, let comparison, let right):
            let looks = equality.looks
            let result = compare(try value(left, current), comparison, try value(right, current))
            try count(equality.looks - looks + 1)
            return result
        case .matches(let text, let pattern, let isWhole):
            guard let text = string(try value(text, current)), let pattern = string(try value(pattern, current)) else {
                return false
            }
            return try matches(text, pattern, isWhole)
        }
    }

    private func constant(_ query: JSONPathQuery.Inner) throws(Limit) -> [Int] {
        if let known = constants[query.number] { return known }
        let found = try nodes(query.segments, from: 0)
        constants[query.number] = found
        return found
    }

    private func value(_ value: JSONPathQuery.Value, _ current: Int) throws(Limit) -> Value? {
        switch value {
        case .string(let text): return .string(text)
        case .number(let number): return .number(number)
        case .bool(let flag): return .bool(flag)
        case .null: return .null
        case .node(let query): return try only(query, current)
        case .value(let query): return try only(query, current)
        case .count(let query):
            if query.isAbsolute { return .number(JSONNumber(try constant(query).count)) }
            var found = 0
            _ = try visit(current, query.segments[...]) { _ in
                found += 1
                return true
            }
            return .number(JSONNumber(found))
        case .length(let inner): return length(try self.value(inner, current)).map { .number(JSONNumber($0)) }
        }
    }

    /// The value of the single node that a query selects, if there is one.
    private func only(_ query: JSONPathQuery.Inner, _ current: Int) throws(Limit) -> Value? {
        if query.isAbsolute {
            let nodes = try constant(query)
            return nodes.count == 1 ? .node(nodes[0]) : nil
        }
        var found: Int?
        let isOnly = try visit(current, query.segments[...]) { node in
            guard found == nil else { return false }
            found = node
            return true
        }
        return isOnly ? found.map { .node($0) } : nil
    }

    /// The `length` function (§2.4.4); strings count Unicode scalars.
    private func length(_ value: Value?) -> Int? {
        switch value {
        case .string(let text): return Self.scalarCount(text)
        case .node(let node):
            switch tree.kind(node) {
            case .string: return Self.scalarCount(tree.string(node))
            case .array, .object:
                let children = tree.childCount(node)
                steps += children
                return children
            case .number, .bool, .null: return nil
            }
        case .number, .bool, .null, nil: return nil
        }
    }

    private static func scalarCount(_ text: [UInt8]) -> Int { text.count { $0 & 0xC0 != 0x80 } }

    private func string(_ value: Value?) -> [UInt8]? {
        switch value {
        case .string(let text): text
        case .node(let node): tree.kind(node) == .string ? tree.string(node) : nil
        case .number, .bool, .null, nil: nil
        }
    }

    private func number(_ value: Value?) -> JSONNumber? {
        switch value {
        case .number(let number): number
        case .node(let node): tree.kind(node) == .number ? JSONNumber(tree.slice(node)) : nil
        case .string, .bool, .null, nil: nil
        }
    }

    /// Compares two values (§2.3.5.2.2).
    private func compare(_ left: Value?, _ comparison: JSONPathQuery.Comparison, _ right: Value?) -> Bool {
        switch comparison {
        case .equal: isEqual(left, right)
        case .notEqual: !isEqual(left, right)
        case .less: isLess(left, right)
        case .greater: isLess(right, left)
        case .lessOrEqual: isLess(left, right) || isEqual(left, right)
        case .greaterOrEqual: isLess(right, left) || isEqual(left, right)
        }
    }

    private func isLess(_ left: Value?, _ right: Value?) -> Bool {
        if let left = number(left), let right = number(right) { return left < right }
        // UTF-8 sorts in the same order as scalar values.
        if let left = string(left), let right = string(right) { return left.lexicographicallyPrecedes(right) }
        return false
    }

    private func isEqual(_ left: Value?, _ right: Value?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        if case .node(let left) = left, case .node(let right) = right {
            return equality.areEqual(left, right)
        }
        if case .node(let node) = left, case .string(let text) = right { return isString(node, text) }
        if case .string(let text) = left, case .node(let node) = right { return isString(node, text) }
        if let left = string(left), let right = string(right) { return left == right }
        if let left = number(left), let right = number(right) { return left == right }
        switch (simple(left), simple(right)) {
        case (.bool(let left), .bool(let right)): return left == right
        case (.null, .null): return true
        default: return false
        }
    }

    private func isString(_ node: Int, _ text: [UInt8]) -> Bool {
        tree.kind(node) == .string && JSONText.isEqual(tree.text, quote: Int(tree.nodes[node].start), to: text)
    }

    /// Turns a node that is true, false or null into that value.
    private func simple(_ value: Value) -> Value {
        guard case .node(let node) = value else { return value }
        return switch tree.kind(node) {
        case .bool: .bool(tree.slice(node).first == UInt8(ascii: "t"))
        case .null: .null
        case .object, .array, .string, .number: value
        }
    }

    private func matches(_ text: [UInt8], _ source: [UInt8], _ isWhole: Bool) throws(Limit) -> Bool {
        let matcher: PatternMatcher?
        if let known = patterns[source] {
            matcher = known
        } else {
            matcher = try self.matcher(source)
            if let budget, !budget.spends(64 * (matcher?.size ?? 0) + source.count) {
                throw .givenUp(budget.end ?? .exhausted)
            }
            if patterns.count >= Self.maxKnownPatterns { patterns.removeAll() }
            patterns[source] = .some(matcher)
        }
        guard let matcher else { return false }
        var allowed = min(patternSteps, Pattern.maxSteps)
        let before = allowed
        defer { patternSteps -= before - allowed }
        do {
            return try isWhole
                ? matcher.matchesWhole(text, steps: &allowed, budget)
                : matcher.isFound(in: text, steps: &allowed, budget)
        } catch {
            if let end = budget?.end { throw .givenUp(end) }
            throw .patternTooSlow(String(decoding: source, as: UTF8.self))
        }
    }

    /// The compiled pattern; nil if the source is not an I-Regexp, which matches nothing (§2.4.6).
    private func matcher(_ source: [UInt8]) throws(Limit) -> PatternMatcher? {
        guard let text = String(validating: source, as: UTF8.self) else { return nil }
        do throws(Pattern.SyntaxError) {
            return PatternMatcher(try Pattern(text, syntax: .iRegexp))
        } catch {
            guard error.isLimit else { return nil }
            throw .patternTooLarge(text, reason: error.reason)
        }
    }
}
