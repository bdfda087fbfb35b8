import NetEngine

/// A node as XPath 1.0 §5 defines it: a node of the tree, or one of its attributes. Ordered as in the document.
package struct XPathNode: Sendable, Hashable, Comparable {
    var order: Int
    /// Index among the node's attributes; -1 for the node itself.
    var attribute = -1

    package var isAttribute: Bool { attribute >= 0 }

    package static func < (a: XPathNode, b: XPathNode) -> Bool { (a.order, a.attribute) < (b.order, b.attribute) }
}

/// The value of an expression (XPath 1.0 §1).
package enum XPathValue: Sendable, Hashable {
    /// In document order, each node once.
    case nodes([XPathNode])
    case string(String)
    case number(Double)
    case boolean(Bool)
}

/// The nodes of an XML document as XPath sees them: adjacent text and CDATA sections are one node, and an empty text is
/// not a node (XPath 1.0 §5.7).
package struct XPathDocument: Sendable {
    package let tree: XMLTree

    init(_ tree: XMLTree) { self.tree = tree }

    package func node(_ node: XPathNode) -> XMLTree.Node { tree.node(node.order) ?? tree.document }

    func attribute(_ node: XPathNode) -> XMLTree.Attribute? {
        let attributes = self.node(node).attributes
        return attributes.indices.contains(node.attribute) ? attributes[node.attribute] : nil
    }

    /// False for text that continues the text before it, and for empty text.
    func isNode(_ node: XMLTree.Node) -> Bool {
        guard Self.isText(node) else { return true }
        if node.order > 0, let before = tree.node(node.order - 1), Self.isText(before), before.parent == node.parent {
            return false
        }
        // Only a CDATA section can be empty.
        return node.kind == .text || run(node).contains { !($0.value ?? "").isEmpty }
    }

    static func isText(_ node: XMLTree.Node) -> Bool { node.kind == .text || node.kind == .cdata }

    /// A text node and the adjacent text that continues it.
    private func run(_ node: XMLTree.Node) -> [XMLTree.Node] {
        var run = [node]
        var next = node.nextSibling
        while let sibling = next, Self.isText(sibling) {
            run.append(sibling)
            next = sibling.nextSibling
        }
        return run
    }

    /// The string-value of a node (§5).
    func string(_ node: XPathNode) -> String {
        if node.isAttribute { return attribute(node)?.value ?? "" }
        let place = self.node(node)
        return Self.isText(place) ? run(place).map { $0.value ?? "" }.joined() : place.text
    }

    func name(_ node: XPathNode) -> XMLName? { node.isAttribute ? attribute(node)?.name : self.node(node).name }

    /// The node's markup as written in the document; adjacent text is included as a whole.
    package func source(_ node: XPathNode) -> String {
        let place = self.node(node)
        var range = place.sourceRange
        if Self.isText(place), let last = run(place).last { range = range.lowerBound..<last.sourceRange.upperBound }
        return text(range)
    }

    /// The markup between an element's tags, as written in the document.
    func innerSource(_ node: XMLTree.Node) -> String {
        guard let first = node.firstChild else { return "" }
        var last = first
        while let next = last.nextSibling { last = next }
        return text(first.sourceRange.lowerBound..<max(first.sourceRange.lowerBound, last.sourceRange.upperBound))
    }

    private func text(_ range: Range<Int>) -> String {
        let source = tree.source
        return String(decoding: source[range.clamped(to: 0..<source.count)], as: UTF8.self)
    }

    /// The text that a reference from another request takes from a node (HTTP-FORMAT §11): an element's inner XML, an
    /// attribute's value, the root element with its tags for the document, and the text of anything else.
    package func excerpt(_ node: XPathNode) -> String {
        if node.isAttribute { return string(node) }
        let place = self.node(node)
        switch place.kind {
        case .element: return innerSource(place)
        case .document: return source(XPathNode(order: tree.root.order))
        case .text, .cdata, .comment, .processingInstruction: return string(node)
        }
    }

    /// The text that a check compares. Like `excerpt`, but an element without child elements gives its text with
    /// references and CDATA sections resolved.
    package func comparable(_ node: XPathNode) -> String {
        let place = self.node(node)
        let isPlain = place.kind == .element && place.children.allSatisfy(Self.isText)
        return isPlain ? string(node) : excerpt(node)
    }
}
