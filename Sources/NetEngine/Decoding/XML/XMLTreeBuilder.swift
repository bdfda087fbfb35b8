import CExpat

/// Builds the arrays of a tree from expat's callbacks; stops the parser at anything that is not allowed.
final class XMLTreeBuilder {
    private let parser: XML_Parser
    private let limits: XMLLimits
    private let source: [UInt8]
    private let start: Int
    /// Bytes of text and attributes that may yet be taken: a default attribute repeats itself on every element without
    /// costing the sender a byte.
    private var allowance: Int

    private(set) var fault: XMLSyntaxFault?
    private var nodes: [XMLStorage.Record]
    private var attributes: [XMLStorage.AttributeRecord] = []
    private var names: [XMLName] = []
    private var text: [UInt8] = []
    private var root = 0

    private struct NameKey: Hashable {
        let qualified: String
        let namespace: String?
    }

    private var nameIndex: [NameKey: Int32] = [:]
    /// The open elements, and of each the last child so far.
    private var open: [(node: Int, lastChild: Int)] = [(0, -1)]
    /// The text node that more text is added to.
    private var openText = -1
    /// Declared by the document, with the five that XML has itself.
    private var entities: Set<String> = ["amp", "lt", "gt", "apos", "quot"]
    private var entityCount = 0
    /// Names that the values of entities refer to.
    private var entityReferences: [String] = []
    /// The namespace of each prefix in scope, innermost last; the empty prefix is the default.
    private var scopes: [String: [String?]] = ["xml": [XMLTreeBuilder.xmlNamespace]]
    /// The prefixes that each open element declares.
    private var declared: [[String]] = [[]]

    private static let xmlNamespace = "http://www.w3.org/XML/1998/namespace"
    private static let xmlnsNamespace = "http://www.w3.org/2000/xmlns/"

    init(parser: XML_Parser, limits: XMLLimits, source: [UInt8], start: Int) {
        self.parser = parser
        self.limits = limits
        self.source = source
        self.start = start
        allowance = 4 * source.count + 1 << 20
        nodes = [XMLStorage.Record(kind: .document, parent: -1, end: 0, start: 0, stop: UInt32(source.count))]
    }

    func finished() -> XMLStorage {
        nodes[0].end = Int32(nodes.count)
        return XMLStorage(
            source: source, nodes: nodes, attributes: attributes, names: names, text: text, root: root)
    }

    /// Where the parser stands, in `source`.
    var offset: Int {
        let index = XML_GetCurrentByteIndex(parser)
        return index < 0 ? source.count : min(source.count, start + Int(index))
    }

    private var stop: Int { min(source.count, offset + Int(XML_GetCurrentByteCount(parser))) }

    /// The innermost open element as its tag is written.
    var openName: String? {
        guard open.count > 1, let node = open.last?.node, nodes[node].name >= 0 else { return nil }
        return names[Int(nodes[node].name)].qualified
    }

    private func refuse(_ reason: String) {
        guard fault == nil else { return }
        fault = XMLSyntaxFault(offset: offset, reason: reason)
        XML_StopParser(parser, 0)
    }

    /// False if that is too much, or if reading was stopped before.
    private func take(_ count: Int) -> Bool {
        allowance -= count
        WorkMeter.count(count + 1)
        if allowance < 0 { refuse("it expands to too much text") }
        if nodes.count + attributes.count > limits.maxNodes { refuse("it has more than \(limits.maxNodes) nodes") }
        return fault == nil
    }

    // MARK: Nodes

    private func append(_ record: XMLStorage.Record) -> Int {
        let index = nodes.count
        var record = record
        let last = open.count - 1
        record.parent = Int32(open[last].node)
        if open[last].lastChild >= 0 { nodes[open[last].lastChild].next = Int32(index) }
        open[last].lastChild = index
        nodes.append(record)
        return index
    }

    private func record(_ kind: XMLTree.Node.Kind) -> XMLStorage.Record {
        XMLStorage.Record(
            kind: kind, parent: 0, end: Int32(nodes.count + 1), content: UInt32(text.count), start: UInt32(offset),
            stop: UInt32(stop))
    }

    func add(_ bytes: UnsafeRawBufferPointer) {
        // White space beside the root element comes to the default handler, so this is always within an element.
        guard take(bytes.count) else { return }
        if openText < 0 { openText = append(record(.text)) }
        text += bytes
        nodes[openText].contentCount += UInt32(bytes.count)
        nodes[openText].stop = max(nodes[openText].stop, UInt32(stop))
    }

    func beginCDATA() {
        guard take(0) else { return }
        openText = append(record(.cdata))
    }

    func endCDATA() {
        guard fault == nil, openText >= 0 else { return }
        nodes[openText].stop = UInt32(stop)
        openText = -1
    }

    func addLeaf(_ kind: XMLTree.Node.Kind, target: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>) {
        openText = -1
        let bytes = UnsafeRawBufferPointer(start: value, count: String(cString: value).utf8.count)
        guard take(bytes.count) else { return }
        var record = record(kind)
        if let target { record.name = name(XMLName(String(cString: target))) }
        record.contentCount = UInt32(bytes.count)
        text += bytes
        _ = append(record)
    }

    // MARK: Elements

    func begin(_ tag: UnsafePointer<CChar>, _ pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>) {
        openText = -1
        guard open.count <= limits.maxDepth else {
            refuse("the nesting is deeper than \(limits.maxDepth) levels")
            return
        }
        var raw: [(name: String, value: String)] = []
        var place = 0
        while let name = pairs[place], let value = pairs[place + 1] {
            raw.append((String(cString: name), String(cString: value)))
            place += 2
        }
        guard checkReferences(), take(raw.reduce(0) { $0 + $1.value.utf8.count }), declare(raw),
            let tagName = resolve(String(cString: tag), isAttribute: false)
        else { return }
        let specified = Int(XML_GetSpecifiedAttributeCount(parser)) / 2
        let first = attributes.count
        guard add(raw, specified: specified) else { return }
        var record = record(.element)
        record.name = name(tagName)
        record.content = UInt32(first)
        record.contentCount = UInt32(attributes.count - first)
        let index = append(record)
        if open.count == 1 { root = index }
        open.append((index, -1))
    }

    func end() {
        openText = -1
        guard fault == nil, open.count > 1, let (node, _) = open.popLast() else { return }
        nodes[node].end = Int32(nodes.count)
        nodes[node].stop = UInt32(stop)
        for prefix in declared.removeLast() { scopes[prefix]?.removeLast() }
    }

    private func add(_ raw: [(name: String, value: String)], specified: Int) -> Bool {
        var seen: Set<XMLName> = []
        for (place, attribute) in raw.enumerated() {
            let isDeclaration = attribute.name == "xmlns" || attribute.name.hasPrefix("xmlns:")
            guard let resolved = resolve(attribute.name, isAttribute: true) else { return false }
            // Two prefixes may have the same namespace (Namespaces in XML §6.3).
            if raw.count > 1, resolved.namespace != nil, !seen.insert(resolved).inserted {
                refuse("the attribute \(EngineError.quoted(resolved.local)) comes twice")
                return false
            }
            attributes.append(
                XMLStorage.AttributeRecord(
                    name: name(resolved), value: UInt32(text.count), valueCount: UInt32(attribute.value.utf8.count),
                    isDeclaration: isDeclaration, isSpecified: place < specified))
            text += attribute.value.utf8
        }
        return true
    }

    // MARK: Names

    /// Notes what the element declares. False if a declaration is not allowed (Namespaces in XML §3).
    private func declare(_ raw: [(name: String, value: String)]) -> Bool {
        var prefixes: [String] = []
        for (name, value) in raw where name == "xmlns" || name.hasPrefix("xmlns:") {
            let prefix = name == "xmlns" ? "" : String(name.dropFirst(6))
            let isAllowed =
                switch prefix {
                case "xml": value == Self.xmlNamespace
                case "xmlns": false
                default:
                    value != Self.xmlNamespace && value != Self.xmlnsNamespace && (prefix.isEmpty || !value.isEmpty)
                }
            guard isAllowed else {
                refuse("the prefix \(EngineError.quoted(prefix)) cannot be bound to \(EngineError.quoted(value))")
                return false
            }
            scopes[prefix, default: []].append(value.isEmpty ? nil : value)
            prefixes.append(prefix)
        }
        declared.append(prefixes)
        return true
    }

    /// nil if the name is none; then reading has been stopped.
    private func resolve(_ qualified: String, isAttribute: Bool) -> XMLName? {
        let parts = qualified.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }) else {
            refuse("\(EngineError.quoted(qualified)) has a colon too many")
            return nil
        }
        guard parts.count == 2 else {
            if isAttribute {
                return XMLName(qualified, namespace: qualified == "xmlns" ? Self.xmlnsNamespace : nil)
            }
            return XMLName(qualified, namespace: scopes[""]?.last ?? nil)
        }
        let (prefix, local) = (String(Substring(parts[0])), String(Substring(parts[1])))
        if prefix == "xmlns" { return XMLName(local, namespace: Self.xmlnsNamespace, prefix: prefix) }
        guard let namespace = scopes[prefix]?.last ?? nil else {
            refuse("the prefix \(EngineError.quoted(prefix)) is not declared")
            return nil
        }
        return XMLName(local, namespace: namespace, prefix: prefix)
    }

    /// Its place among the names; each is kept once.
    private func name(_ name: XMLName) -> Int32 {
        let key = NameKey(qualified: name.qualified, namespace: name.namespace)
        if let index = nameIndex[key] { return index }
        let index = Int32(names.count)
        names.append(name)
        nameIndex[key] = index
        return index
    }

    // MARK: Entities

    /// - Parameter name: nil for a parameter entity, which has its own names.
    func declareEntity(_ name: String?, value: [UInt8]) {
        entityCount += 1
        if let name { entities.insert(name) }
        entityReferences += Self.references(in: value[...])
        // A long chain of entities would be followed by recursion.
        if entityCount > limits.maxEntities { refuse("it declares more than \(limits.maxEntities) entities") }
    }

    /// Looks at the tag itself: where a DTD elsewhere might define an entity, expat leaves its references in attributes
    /// out without a word. False if one is not defined.
    private func checkReferences() -> Bool {
        let names = entityReferences + Self.references(in: source[offset..<stop])
        entityReferences = []
        guard let unknown = names.first(where: { !entities.contains($0) }) else { return true }
        skipEntity(unknown)
        return false
    }

    /// The names of `&name;`, without character references.
    private static func references(in bytes: ArraySlice<UInt8>) -> [String] {
        var names: [String] = []
        var rest = bytes
        while let mark = rest.firstIndex(of: UInt8(ascii: "&")) {
            rest = rest[(mark + 1)...]
            guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else { break }
            if rest.first != UInt8(ascii: "#") { names.append(String(decoding: rest[..<end], as: UTF8.self)) }
            rest = rest[(end + 1)...]
        }
        return names
    }

    func skipEntity(_ name: String) {
        refuse("the entity \(EngineError.quoted(name)) is not defined here, and no other file is read")
    }
}
