/// An XML document as a tree that never changes.
///
/// All nodes lie in one array in document order, so a tree of any depth is walked, compared and let go without recursion,
/// and the order of two nodes is that of their numbers. Made by `XMLReader` or the decoder `.xml`.
public struct XMLTree: Sendable, Hashable {
    let storage: XMLStorage

    init(_ storage: XMLStorage) { self.storage = storage }

    /// Above the root element: its children are that, and comments and processing instructions beside it.
    public var document: Node { Node(storage, 0) }

    /// The one element that holds all others.
    public var root: Node { Node(storage, storage.root) }

    /// All nodes in document order, `document` first; attributes are not among them.
    package var nodeCount: Int { storage.nodes.count }

    /// The node with that number in document order; nil outside of `0..<nodeCount`.
    package func node(_ order: Int) -> Node? {
        storage.nodes.indices.contains(order) ? Node(storage, order) : nil
    }

    /// The text that was read, as UTF-8, with its byte order mark if it had one: what positions count in.
    public var source: [UInt8] { storage.source }

    /// Same text. (Two texts that mean the same may still differ.)
    public static func == (a: XMLTree, b: XMLTree) -> Bool {
        a.storage === b.storage || a.storage.source == b.storage.source
    }

    /// By the text that was read.
    public func hash(into hasher: inout Hasher) { hasher.combine(storage.source) }
}

extension XMLTree {
    /// A place in an `XMLTree`; keeps the whole tree alive. Nodes are equal when they are the same place of the same tree.
    public struct Node: Sendable, Hashable {
        /// The node at a place.
        public enum Kind: UInt8, Sendable, Hashable, CaseIterable {
            /// The document itself, an element, or text between tags.
            case document, element, text
            /// Text between `<![CDATA[` and `]]>`.
            case cdata
            /// `<!-- -->`, or `<?target data?>`.
            case comment, processingInstruction
        }

        private let storage: XMLStorage
        /// The place in document order, from 0.
        package let order: Int

        init(_ storage: XMLStorage, _ order: Int) {
            self.storage = storage
            self.order = order
        }

        private var record: XMLStorage.Record { storage.nodes[order] }

        /// The node here.
        public var kind: Kind { record.kind }

        /// Of an element, and the target of a processing instruction; nil for others.
        public var name: XMLName? { record.name >= 0 ? storage.names[Int(record.name)] : nil }

        /// The own text of a text, CDATA section, comment or processing instruction; nil for elements and the document.
        public var value: String? {
            kind == .element || kind == .document
                ? nil : storage.string(at: record.content, count: record.contentCount)
        }

        /// All text within, in order, without comments and processing instructions: the string-value of XPath 1.0 §5.
        public var text: String {
            guard kind == .element || kind == .document else { return value ?? "" }
            var bytes: [UInt8] = []
            for node in storage.nodes[order..<Int(record.end)] where node.kind == .text || node.kind == .cdata {
                bytes += storage.text[Int(node.content)..<Int(node.content + node.contentCount)]
            }
            return String(decoding: bytes, as: UTF8.self)
        }

        // MARK: Relatives

        /// The node above; nil for the document.
        public var parent: Node? { record.parent >= 0 ? Node(storage, Int(record.parent)) : nil }

        /// The next node below the same parent; nil for the last one.
        public var nextSibling: Node? { record.next >= 0 ? Node(storage, Int(record.next)) : nil }

        /// The first node below; nil if there is none. Attributes are not nodes.
        public var firstChild: Node? { Int(record.end) > order + 1 ? Node(storage, order + 1) : nil }

        /// All children in order.
        public var children: Children { Children(first: firstChild) }

        /// The children that are elements.
        public var elements: [Node] { children.filter { $0.kind == .element } }

        /// The child elements of that local name, whatever their namespace.
        public func elements(_ local: String) -> [Node] { elements.filter { $0.name?.local == local } }

        /// The child elements of that name.
        public func elements(_ name: XMLName) -> [Node] { elements.filter { $0.name == name } }

        /// The first child element of that local name, whatever its namespace.
        public subscript(_ local: String) -> Node? {
            children.first { $0.kind == .element && $0.name?.local == local }
        }

        /// The numbers of everything within: they follow this node's own.
        package var descendantOrders: Range<Int> { order + 1..<max(order + 1, Int(record.end)) }

        /// Everything within, in document order: their numbers follow this node's own.
        public var descendants: [Node] { descendantOrders.map { Node(storage, $0) } }

        // MARK: Attributes

        /// In the order of the document, without namespace declarations.
        public var attributes: [Attribute] { ownAttributes.filter { !$0.isDeclaration }.map(attribute) }

        /// The namespace declarations on this element: names with the prefix `xmlns`, or `xmlns` itself.
        public var namespaceDeclarations: [Attribute] { ownAttributes.filter(\.isDeclaration).map(attribute) }

        /// The value of the attribute of that local name without a namespace.
        public func attribute(_ local: String) -> String? { attribute(XMLName(local)) }

        /// The value of the attribute of that name.
        public func attribute(_ name: XMLName) -> String? {
            ownAttributes.first { !$0.isDeclaration && storage.names[Int($0.name)] == name }.map { attribute($0).value }
        }

        private var ownAttributes: ArraySlice<XMLStorage.AttributeRecord> {
            guard kind == .element else { return [] }
            return storage.attributes[Int(record.content)..<Int(record.content + record.contentCount)]
        }

        private func attribute(_ record: XMLStorage.AttributeRecord) -> Attribute {
            Attribute(
                name: storage.names[Int(record.name)],
                value: storage.string(at: record.value, count: record.valueCount),
                isSpecified: record.isSpecified)
        }

        // MARK: Places

        /// The bytes of `XMLTree.source` that it covers, tags included. Content of an entity has the place of the
        /// reference.
        public var sourceRange: Range<Int> { Int(record.start)..<max(Int(record.start), Int(record.stop)) }

        /// Where it begins; costs a walk over the text before it.
        public var position: TextPosition { TextPosition(byteOffset: Int(record.start), in: storage.source) }

        /// Whether they are the same place of the same tree.
        public static func == (a: Node, b: Node) -> Bool { a.storage === b.storage && a.order == b.order }

        /// By the place in its tree.
        public func hash(into hasher: inout Hasher) { hasher.combine(order) }
    }

    /// An attribute of an element.
    public struct Attribute: Sendable, Hashable {
        /// With the namespace of its prefix; an attribute without a prefix has none.
        public let name: XMLName
        /// References replaced and white space normalised (XML 1.0 §3.3.3).
        public let value: String
        /// False if it is a default from the document's DTD, not written in the tag.
        package let isSpecified: Bool
    }

    /// Siblings, one after the other.
    public struct Children: Sequence, IteratorProtocol, Sendable {
        private var upcoming: Node?

        init(first: Node?) { upcoming = first }

        /// The next child, or nil after the last.
        public mutating func next() -> Node? {
            defer { upcoming = upcoming?.nextSibling }
            return upcoming
        }
    }
}

/// What a tree holds, in flat arrays.
final class XMLStorage: Sendable {
    struct Record: Sendable {
        var kind: XMLTree.Node.Kind
        /// Into `names`; -1 for none.
        var name: Int32 = -1
        var parent: Int32
        /// The next sibling; -1 for none.
        var next: Int32 = -1
        /// One past the last node within.
        var end: Int32
        /// The first attribute, or the first byte of the text.
        var content: UInt32 = 0
        var contentCount: UInt32 = 0
        var start: UInt32
        var stop: UInt32
    }

    struct AttributeRecord: Sendable {
        var name: Int32
        var value: UInt32
        var valueCount: UInt32
        var isDeclaration: Bool
        var isSpecified: Bool
    }

    let source: [UInt8]
    let nodes: [Record]
    let attributes: [AttributeRecord]
    let names: [XMLName]
    /// All text and attribute values.
    let text: [UInt8]
    let root: Int

    init(
        source: [UInt8], nodes: [Record], attributes: [AttributeRecord], names: [XMLName], text: [UInt8], root: Int
    ) {
        self.source = source
        self.nodes = nodes
        self.attributes = attributes
        self.names = names
        self.text = text
        self.root = root
    }

    func string(at start: UInt32, count: UInt32) -> String {
        String(decoding: text[Int(start)..<Int(start + count)], as: UTF8.self)
    }
}
