import Base
import JSONPath
import NetEngine
import OpenAPI

/// Turns XML into the JSON that a schema describes, as its `xml` objects say (OpenAPI 3.2 §4.26): elements and attributes become members
/// by their names, texts get the types of their schemas.
struct XMLConversion {
    /// Why a schema cannot be applied to XML: a clause.
    struct Gap: Error {
        var reason: String
    }

    /// Something that no JSON shows.
    struct Problem {
        var text: String
        var node: XMLTree.Node
        var source: DocumentPlace?
        var isWarning = false
    }

    private struct Origin {
        var made: Int
        var node: Int
    }

    private static let deepest = 100
    /// Members and elements that are looked at.
    private static let mostSteps = 20_000_000
    private static let instance = "http://www.w3.org/2001/XMLSchema-instance"

    private let api: DescribedAPI
    private let texts: TextValue
    private var known: [[DocumentPlace]: SchemaParts] = [:]
    private var steps = 0
    private(set) var json: [UInt8] = []
    private(set) var problems: [Problem] = []
    private var origins: [Origin] = []

    init(_ api: DescribedAPI, _ direction: DescribedAPI.Direction) {
        self.api = api
        texts = TextValue(api: api, direction: direction)
    }

    /// The number of the node that something in `json` was made of.
    func node(ofOffset offset: Int) -> Int {
        let place = origins.partitioningIndex { $0.made > offset }
        return place == 0 ? 0 : origins[place - 1].node
    }

    /// - Parameter root: the outermost element.
    mutating func convert(_ root: XMLTree.Node, _ schema: DocumentPlace) throws(Gap) {
        let parts = try parts([schema])
        if let name = parts.xml?.text("name") {
            check(name, of: root, parts.xml)
        } else if let name = parts.name, !parts.isArray, root.name?.local != name {
            problems.append(
                Problem(
                    text: "The outermost element is \(shown(root)), and its schema is called \(quoted(name)).",
                    node: root,
                    source: schema, isWarning: true))
        }
        checkNamespace(root, parts)
        if parts.isArray {
            try writeItems(root, [schema], parts, name: nil, depth: 0)
        } else {
            try write(root, [schema], depth: 0)
        }
    }

    // MARK: Schemas

    private mutating func parts(_ schemas: [DocumentPlace]) throws(Gap) -> SchemaParts {
        steps += 1
        countWork(1)
        guard steps <= Self.mostSteps else { throw Gap(reason: "it takes too many steps to apply its schema to XML") }
        if let parts = known[schemas] { return parts }
        let parts = SchemaParts(schemas, api.description.documents)
        if let problem = parts.problem { throw Gap(reason: "in its schema \(problem)") }
        if parts.hasChoices, parts.isObject || parts.isArray {
            throw Gap(reason: "'oneOf' and 'anyOf' with elements are not applied to XML")
        }
        if let type = parts.xml?.text("nodeType"), !["element", "attribute"].contains(type) {
            throw Gap(reason: "the 'nodeType' \(quoted(type)) of XML is not applied")
        }
        known[schemas] = parts
        return parts
    }

    private static func isWrapped(_ parts: SchemaParts) -> Bool {
        parts.xml?.flag("wrapped") == true || parts.xml?.text("nodeType") == "element"
    }

    private static func isAttribute(_ parts: SchemaParts) -> Bool {
        parts.xml?.flag("attribute") == true || parts.xml?.text("nodeType") == "attribute"
    }

    // MARK: Names

    private func shown(_ node: XMLTree.Node) -> String { quoted(node.name?.qualified ?? "") }

    private mutating func check(_ name: String, of element: XMLTree.Node, _ xml: DescriptionValue?) {
        guard element.name?.local != name else { return }
        problems.append(
            Problem(
                text: "The element is \(shown(element)), and the description says \(quoted(name)).", node: element,
                source: xml?.place))
    }

    private mutating func checkNamespace(_ element: XMLTree.Node, _ parts: SchemaParts) {
        guard let namespace = parts.xml?.text("namespace"), element.name?.namespace != namespace else { return }
        let found = element.name?.namespace.map { "in the namespace \(quoted($0))" } ?? "in no namespace"
        problems.append(
            Problem(
                text: "The element \(shown(element)) is \(found), and the description says \(quoted(namespace)).",
                node: element, source: parts.xml?.place))
    }

    // MARK: Values

    private mutating func mark(_ node: XMLTree.Node) { origins.append(Origin(made: json.count, node: node.order)) }

    private mutating func begin(_ name: String, _ node: XMLTree.Node, isFirst: inout Bool) {
        if !isFirst { json.append(Byte.comma) }
        isFirst = false
        mark(node)
        json += JSONOutput.string(name).bytes
        json.append(Byte.colon)
    }

    private mutating func write(_ element: XMLTree.Node, _ schemas: [DocumentPlace], depth: Int) throws(Gap) {
        guard depth < Self.deepest else { throw Gap(reason: "it is nested deeper than \(Self.deepest) levels") }
        let parts = try parts(schemas)
        mark(element)
        if element.attribute(XMLName("nil", namespace: Self.instance)).map({ $0 == "true" || $0 == "1" }) == true {
            json += "null".utf8
        } else if parts.isArray {
            try writeItems(element, schemas, parts, name: nil, depth: depth)
        } else if parts.isObject {
            try writeObject(element, parts, depth: depth)
        } else {
            if !parts.types.isEmpty, let inner = element.children.first(where: { $0.kind == .element }) {
                problems.append(
                    Problem(
                        text: "The element \(shown(element)) is a text in the description, and has elements within.",
                        node: inner, source: schemas.first))
            }
            write(element.text, parts, schemas)
        }
    }

    /// A text by its schema. XML has more ways to write numbers and truth values.
    private mutating func write(_ text: String, _ parts: SchemaParts, _ schemas: [DocumentPlace]) {
        var text = text
        let types = parts.valueTypes
        if !types.isEmpty, !types.contains("string") {
            text = text.trimmingAllWhitespace()
            if types == ["boolean"], text == "1" || text == "0" { text = text == "1" ? "true" : "false" }
            if types.contains("integer") || types.contains("number") { text = Self.number(text) }
        }
        json += texts.value(text, parts, schemas).bytes
    }

    /// `+007` as JSON writes it.
    private static func number(_ text: String) -> String {
        var digits = Substring(text)
        let isNegative = digits.hasPrefix("-")
        if isNegative || digits.hasPrefix("+") { digits.removeFirst() }
        guard let first = digits.utf8.first, ASCII.isDigit(first) else { return text }
        while digits.utf8.count > 1, digits.hasPrefix("0"), let next = digits.utf8.dropFirst().first,
            ASCII.isDigit(next)
        {
            digits.removeFirst()
        }
        return (isNegative ? "-" : "") + digits
    }

    /// - Parameter name: of each item; nil if any name will do.
    private mutating func writeItems(
        _ owner: XMLTree.Node, _ schemas: [DocumentPlace], _ parts: SchemaParts, name: String?, depth: Int
    ) throws(Gap) {
        let name = try self.parts(parts.items).xml?.text("name") ?? name
        var items: [XMLTree.Node] = []
        for element in owner.children where element.kind == .element {
            guard let name, element.name?.local != name else {
                items.append(element)
                continue
            }
            problems.append(
                Problem(
                    text: "The element \(shown(element)) is not documented there; the description has \(quoted(name)).",
                    node: element,
                    source: schemas.first))
        }
        try writeArray(items, parts, depth: depth)
    }

    private mutating func writeArray(_ items: [XMLTree.Node], _ parts: SchemaParts, depth: Int) throws(Gap) {
        json.append(Byte.openBracket)
        for (index, item) in items.enumerated() {
            if index > 0 { json.append(Byte.comma) }
            checkNamespace(item, try self.parts(parts.items))
            try write(item, parts.items, depth: depth + 1)
        }
        json.append(Byte.closeBracket)
    }

    private mutating func writeObject(_ element: XMLTree.Node, _ parts: SchemaParts, depth: Int) throws(Gap) {
        var children: [String: [XMLTree.Node]] = [:]
        var order: [String] = []
        for child in element.children where child.kind == .element {
            steps += 1
            let name = child.name?.local ?? ""
            if children[name] == nil { order.append(name) }
            children[name, default: []].append(child)
        }
        json.append(Byte.openBrace)
        var isFirst = true
        for name in parts.names {
            let schemas = parts.properties[name] ?? []
            let own = try self.parts(schemas)
            let written = own.xml?.text("name")
            if Self.isAttribute(own) {
                let wanted = written ?? name
                guard let attribute = element.attributes.first(where: { $0.name.local == wanted }) else { continue }
                begin(name, element, isFirst: &isFirst)
                write(attribute.value, own, schemas)
            } else if own.isArray {
                let item = try self.parts(own.items).xml?.text("name")
                if Self.isWrapped(own) {
                    guard let wrapper = children.removeValue(forKey: written ?? name)?.first else { continue }
                    begin(name, wrapper, isFirst: &isFirst)
                    checkNamespace(wrapper, own)
                    try writeItems(wrapper, schemas, own, name: item ?? written ?? name, depth: depth + 1)
                } else {
                    let found = [item, written, name].compactMap(\.self).first { children[$0] != nil }
                    let items = found.flatMap { children.removeValue(forKey: $0) } ?? []
                    // An empty array is no element at all.
                    guard !items.isEmpty || parts.required.contains(name) else { continue }
                    begin(name, items.first ?? element, isFirst: &isFirst)
                    try writeArray(items, own, depth: depth)
                }
            } else if let found = children.removeValue(forKey: written ?? name), let first = found.first {
                if found.count > 1 {
                    problems.append(
                        Problem(
                            text:
                                "The element \(shown(first)) is there \(found.count) times, and its schema is not an array.",
                            node: found[1], source: schemas.first))
                }
                begin(name, first, isFirst: &isFirst)
                checkNamespace(first, own)
                try write(first, schemas, depth: depth + 1)
            }
        }
        try writeOthers(order.compactMap { children[$0]?.first }, parts, &isFirst, depth: depth)
        json.append(Byte.closeBrace)
    }

    /// Elements that no property names.
    private mutating func writeOthers(
        _ others: [XMLTree.Node], _ parts: SchemaParts, _ isFirst: inout Bool, depth: Int
    ) throws(Gap) {
        guard !others.isEmpty else { return }
        if parts.hasPatterns { throw Gap(reason: "'patternProperties' are not applied to XML") }
        for element in others {
            let name = element.name?.local ?? ""
            // A property that is an attribute has the same name.
            guard parts.properties[name] == nil else { continue }
            if !parts.additional.isEmpty {
                begin(name, element, isFirst: &isFirst)
                try write(element, parts.additional, depth: depth + 1)
            } else if parts.isClosed {
                begin(name, element, isFirst: &isFirst)
                json += JSONOutput.string(element.text).bytes
            }
        }
    }
}
