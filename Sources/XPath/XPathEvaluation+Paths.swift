import NetEngine

// Location paths (XPath 1.0 §2): each step leads from one set of nodes to another.

extension XPathEvaluation {
    package func nodes(_ path: XPathQuery.Path, _ context: Context) throws(Failure) -> [XPathNode] {
        var nodes: [XPathNode]
        switch path.start {
        case .document: nodes = [XPathNode(order: 0)]
        case .context: nodes = [context.node]
        case .filter(let expression, let predicates):
            nodes = try self.nodes(expression, context)
            for predicate in predicates { nodes = try filtered(nodes, by: predicate) }
        }
        var steps = path.steps[...]
        while var step = steps.popFirst() {
            // `//name` without predicates is every such name below the start, found in one pass.
            if step.axis == .descendantOrSelf, step.test == .node, step.predicates.isEmpty, let next = steps.first,
                next.axis == .child, next.predicates.isEmpty
            {
                step = XPathQuery.Step(axis: .descendant, test: next.test, predicates: [])
                steps = steps.dropFirst()
            }
            nodes = try self.nodes(step, from: nodes)
            if nodes.isEmpty { return [] }
        }
        return nodes
    }

    private func nodes(_ step: XPathQuery.Step, from starts: [XPathNode]) throws(Failure) -> [XPathNode] {
        let test = try Test(step.test, axis: step.axis, in: self)
        var found: [XPathNode] = []
        for start in step.predicates.isEmpty ? Self.without(coveredBy: step.axis, starts, document) : starts {
            var limit = Int.max
            if case .number(let position)? = step.predicates.first {
                limit = position >= 1 ? Int(clamping: position) : 0
            }
            var nodes = try candidates(step.axis, from: start, test, limit: limit)
            for predicate in step.predicates { nodes = try filtered(nodes, by: predicate) }
            found += nodes
        }
        return Self.ordered(found)
    }

    /// Leaves out starting nodes that another one covers, where that is cheap to see. Without predicates only the union
    /// counts, and this way it is found in linear time.
    private static func without(
        coveredBy axis: XPathQuery.Axis, _ starts: [XPathNode], _ document: XPathDocument
    ) -> [XPathNode] {
        guard starts.count > 1 else { return starts }
        switch axis {
        case .descendant, .descendantOrSelf:
            var end = -1
            return starts.filter { start in
                guard !start.isAttribute else { return true }
                let range = document.node(start).descendantOrders
                defer { end = max(end, range.upperBound) }
                return start.order >= end
            }
        case .following:
            let ends = starts.map { $0.isAttribute ? $0.order + 1 : document.node($0).descendantOrders.upperBound }
            return zip(starts, ends).min { $0.1 < $1.1 }.map { [$0.0] } ?? []
        case .preceding: return starts.suffix(1)
        case .followingSibling, .precedingSibling:
            var seen: Set<Int> = []
            let inOrder = axis == .followingSibling ? starts : starts.reversed()
            return inOrder.filter { !$0.isAttribute && seen.insert(document.node($0).parent?.order ?? -1).inserted }
        default: return starts
        }
    }

    /// The nodes that satisfy a predicate (§2.4); a number means a position.
    private func filtered(_ nodes: [XPathNode], by predicate: Expression) throws(Failure) -> [XPathNode] {
        if case .number(let position) = predicate {
            guard position >= 1, position <= Double(nodes.count), position == position.rounded() else { return [] }
            return [nodes[Int(position) - 1]]
        }
        var kept: [XPathNode] = []
        for (index, node) in nodes.enumerated() {
            switch try value(predicate, Context(node: node, position: index + 1, size: nodes.count)) {
            case .number(let position): if position == Double(index + 1) { kept.append(node) }
            case let other: if boolean(other) { kept.append(node) }
            }
        }
        return kept
    }

    // MARK: Tests

    /// A node test with its prefix resolved.
    private struct Test {
        var test: XPathQuery.Test
        var namespace: String?
        var isForAttributes: Bool

        init(_ test: XPathQuery.Test, axis: XPathQuery.Axis, in evaluation: XPathEvaluation) throws(Failure) {
            self.test = test
            isForAttributes = axis == .attribute
            switch test {
            case .namespace(let prefix), .name(let prefix?, _): namespace = try evaluation.namespace(prefix)
            default: namespace = nil
            }
        }

        func holds(_ node: XMLTree.Node) -> Bool {
            switch test {
            case .node: true
            case .text: XPathDocument.isText(node)
            case .comment: node.kind == .comment
            case .processingInstruction(let target):
                node.kind == .processingInstruction && (target == nil || target == node.name?.local)
            case .anyName, .namespace, .name:
                !isForAttributes && node.kind == .element && node.name.map(holds) ?? false
            }
        }

        func holds(_ attribute: XMLTree.Attribute) -> Bool {
            switch test {
            case .node: true
            case .anyName, .namespace, .name: isForAttributes && holds(attribute.name)
            case .text, .comment, .processingInstruction: false
            }
        }

        private func holds(_ name: XMLName) -> Bool {
            switch test {
            case .anyName: true
            case .namespace: name.namespace == namespace
            case .name(_, let local): name.local == local && name.namespace == namespace
            default: false
            }
        }
    }

    // MARK: Axes

    /// The nodes of an axis that pass the test, nearest first, at most `limit` of them.
    private func candidates(
        _ axis: XPathQuery.Axis, from start: XPathNode, _ test: Test, limit: Int
    ) throws(Failure) -> [XPathNode] {
        var found: [XPathNode] = []
        /// Returns false once there are enough.
        func add(_ node: XMLTree.Node) throws(Failure) -> Bool {
            try spend(1)
            if test.holds(node), document.isNode(node) { found.append(XPathNode(order: node.order)) }
            return found.count < limit
        }
        guard limit > 0 else { return [] }
        let node = document.node(start)
        let tree = document.tree
        switch axis {
        case .itself:
            if !start.isAttribute {
                _ = try add(node)
            } else if let attribute = document.attribute(start), test.holds(attribute) {
                found.append(start)
            }
        case .child:
            var child = start.isAttribute ? nil : node.firstChild
            while let next = child, try add(next) { child = next.nextSibling }
        case .descendant, .descendantOrSelf:
            if start.isAttribute {
                if axis == .descendantOrSelf, let attribute = document.attribute(start), test.holds(attribute) {
                    found.append(start)
                }
                break
            }
            if axis == .descendantOrSelf, try !add(node) { break }
            for order in node.descendantOrders {
                guard let next = tree.node(order), try add(next) else { break }
            }
        case .parent, .ancestor, .ancestorOrSelf:
            if axis == .ancestorOrSelf {
                if let attribute = start.isAttribute ? document.attribute(start) : nil {
                    if test.holds(attribute) { found.append(start) }
                } else if try !add(node) {
                    break
                }
            }
            var above = start.isAttribute ? node : node.parent
            while let next = above, found.count < limit, try add(next), axis != .parent { above = next.parent }
        case .followingSibling:
            var sibling = start.isAttribute ? nil : node.nextSibling
            while let next = sibling, try add(next) { sibling = next.nextSibling }
        case .precedingSibling:
            guard !start.isAttribute else { break }
            var before: [XMLTree.Node] = []
            var sibling = node.parent?.firstChild
            while let next = sibling, next.order < start.order {
                try spend(1)
                before.append(next)
                sibling = next.nextSibling
            }
            for next in before.reversed() { guard try add(next) else { break } }
        case .following:
            // The nodes after an attribute begin inside its element.
            let first = start.isAttribute ? start.order + 1 : node.descendantOrders.upperBound
            for order in first..<max(first, tree.nodeCount) {
                guard let next = tree.node(order), try add(next) else { break }
            }
        case .preceding:
            var ancestors: Set<Int> = []
            var above = node.parent
            while let next = above {
                ancestors.insert(next.order)
                above = next.parent
            }
            for order in stride(from: start.order - 1, to: 0, by: -1) where !ancestors.contains(order) {
                guard let next = tree.node(order), try add(next) else { break }
            }
        case .attribute:
            guard !start.isAttribute, node.kind == .element else { break }
            for (index, attribute) in node.attributes.enumerated() where found.count < limit {
                try spend(1)
                if test.holds(attribute) { found.append(XPathNode(order: start.order, attribute: index)) }
            }
        }
        return found
    }
}

extension Int {
    /// The nearest integer that `Int` can hold.
    fileprivate init(clamping value: Double) {
        self = value.isNaN ? 0 : value >= 9e18 ? .max : value <= -9e18 ? .min : Int(value)
    }
}
