import Base
import JSONPath
import NetEngine

/// The schema resources of all known documents: what has its own URI, by `$id` or as a document, with its anchors
/// (JSON Schema 2020-12 §8.2). Made once, in time linear in the documents.
struct SchemaResources: Sendable {
    struct Resource: Sendable {
        var document: Int
        var node: Int
        var uri: String
        var dialect: SchemaDialect
        /// The resource around it in the same document; its own index at the top.
        var parent: Int
        /// The value of `$schema`, if it names none of the known dialects; without `$schema`, that of the resource around it.
        var metaschema: String?
        var hasValidation = true
        var assertsFormat = false
        /// By name; `recursiveAnchor` is `$recursiveAnchor` of draft 2019-09.
        var dynamicAnchors: [String: Int] = [:]
    }

    struct Target: Sendable, Hashable {
        var document: Int
        var node: Int
    }

    static let recursiveAnchor = "\u{0}"

    private(set) var all: [Resource] = []
    private var byURI: [String: Int] = [:]
    private var anchors: [Int: [String: Int]] = [:]
    /// For each document its resources, in the order in which they begin.
    private var ofDocument: [[Int]] = []

    init(_ documents: [SchemaDocument]) {
        for index in documents.indices { read(documents[index], index) }
        for index in all.indices { readVocabulary(index, documents) }
    }

    mutating func add(_ document: SchemaDocument, of documents: [SchemaDocument]) {
        let known = all.count
        read(document, ofDocument.count)
        for index in known..<all.count { readVocabulary(index, documents) }
    }

    /// - Parameter reference: without fragment.
    mutating func link(_ reference: String, at place: Target, to document: Int) {
        let uri = SchemaURI.resolve(reference, against: all[resource(of: place)].uri)
        if byURI[uri] == nil { byURI[uri] = ofDocument[document].first }
    }

    /// - Parameter uri: absolute, without fragment.
    func resource(_ uri: String) -> Int? { byURI[uri] }

    func anchor(_ name: String, in resource: Int) -> Int? { anchors[resource]?[name] }

    /// The innermost resource that a node belongs to.
    func resource(of target: Target) -> Int {
        let candidates = ofDocument[target.document]
        guard candidates.count > 1 else { return candidates[0] }
        let place = candidates.partitioningIndex { all[$0].node > target.node }
        var resource = candidates[max(0, place - 1)]
        while all[resource].parent != resource, !contains(resource, target.node) { resource = all[resource].parent }
        return resource
    }

    private func contains(_ resource: Int, _ node: Int) -> Bool {
        all[resource].node <= node && node < ends[resource]
    }
    private var ends: [Int] = []

    // MARK: Reading

    /// What a node of a document is, as far as schemas are concerned.
    private enum Role: UInt8 {
        case none, schema, mapOfSchemas, listOfSchemas
        /// A schema, or a list of schemas.
        case items
        /// Any other object of an OpenAPI description.
        case description
    }

    private mutating func read(_ document: SchemaDocument, _ number: Int) {
        let tree = document.tree
        ofDocument.append([])
        let declared = Self.text("$schema", of: 0, tree)
        let root = add(
            Resource(
                document: number, node: 0, uri: document.uri,
                dialect: declared.flatMap(SchemaDialect.init(uri:)) ?? document.dialect, parent: all.count,
                metaschema: declared.flatMap { SchemaDialect(uri: $0) == nil ? $0 : nil }),
            end: tree.nodes.count)
        if byURI[document.uri] == nil { byURI[document.uri] = root }
        guard tree.nodes.contains(where: { Self.isIdentifier($0, tree) }) else { return }
        var roles = [Role](repeating: .none, count: tree.nodes.count)
        let isDescription =
            tree.member(Array("openapi".utf8), of: 0) != nil || tree.member(Array("swagger".utf8), of: 0) != nil
        roles[0] = isDescription ? .description : .schema
        /// The resources that are open here, innermost last.
        var open = [root]
        for node in tree.nodes.indices {
            while open.count > 1, ends[open[open.count - 1]] <= node { open.removeLast() }
            let role = roles[node]
            let kind = tree.kind(node)
            guard role != .none, kind == .object || kind == .array else { continue }
            if kind == .object, role == .schema || role == .items {
                if let inner = identify(node, document, number, in: open[open.count - 1]) { open.append(inner) }
            }
            tree.forEachChild(of: node) { child in
                roles[child] = Self.role(of: child, in: role, isArray: kind == .array, tree)
                return true
            }
        }
    }

    private static func role(of child: Int, in role: Role, isArray: Bool, _ tree: JSONTree) -> Role {
        switch role {
        case .none: return .none
        case .mapOfSchemas: return isArray ? .none : .schema
        case .listOfSchemas: return isArray ? .schema : .none
        case .items where isArray: return .schema
        case .schema where isArray: return .none
        case .schema, .items:
            switch String(decoding: tree.name(child) ?? [], as: UTF8.self) {
            case "additionalProperties", "contains", "propertyNames", "not", "if", "then", "else", "unevaluatedItems",
                "unevaluatedProperties", "additionalItems", "contentSchema":
                return .schema
            case "items": return .items
            case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies":
                return .mapOfSchemas
            case "allOf", "anyOf", "oneOf", "prefixItems": return .listOfSchemas
            default: return .none
            }
        case .description:
            if isArray { return .description }
            switch String(decoding: tree.name(child) ?? [], as: UTF8.self) {
            case "schema", "itemSchema": return .schema
            case "schemas", "definitions": return .mapOfSchemas
            case "example", "examples", "default", "enum": return .none
            default: return .description
            }
        }
    }

    private static let reference = Array("$ref".utf8)

    /// Whether the document has any member that needs the closer look.
    private static func isIdentifier(_ node: JSONTree.Node, _ tree: JSONTree) -> Bool {
        guard node.name != JSONTree.noName else { return false }
        let place = Int(node.name) + 1
        // A name may be written with escapes.
        if tree.text[place] == Byte.backslash { return true }
        guard tree.text[place] == Byte.dollar, place + 1 < tree.text.count else { return false }
        // `$ref` is everywhere and identifies nothing.
        return !JSONText.isEqual(tree.text, quote: place - 1, to: reference)
    }

    /// Reads the identifiers of a schema; returns the resource that begins here, if one does.
    private mutating func identify(
        _ node: Int, _ document: SchemaDocument, _ number: Int, in outer: Int
    ) -> Int? {
        let tree = document.tree
        var id: String?
        var declared: String?
        var hasReference = false
        var names: [String] = []
        var dynamic: [String] = []
        tree.forEachChild(of: node) { child in
            guard let name = tree.name(child), name.first == Byte.dollar else { return true }
            switch String(decoding: name, as: UTF8.self) {
            case "$id": id = Self.text(child, tree)
            case "$schema": declared = Self.text(child, tree)
            case "$ref": hasReference = true
            case "$anchor": names += Self.text(child, tree).map { [$0] } ?? []
            case "$dynamicAnchor": dynamic += Self.text(child, tree).map { [$0] } ?? []
            case "$recursiveAnchor":
                if tree.slice(child).first == UInt8(ascii: "t") { dynamic.append(Self.recursiveAnchor) }
            default: break
            }
            return true
        }
        let dialect = declared.flatMap(SchemaDialect.init(uri:)) ?? all[outer].dialect
        guard dialect.hasIdentifiers, !(hasReference && dialect.ignoresSiblingsOfReferences) else { return nil }
        // Draft 7 has anchors as fragments of `$id` alone.
        if dialect == .draft7 { names = [] }
        var resource = outer
        var begun: Int?
        if let id {
            let (uri, fragment) = SchemaURI.split(id)
            if dialect == .draft7, let fragment, !fragment.isEmpty { names.append(fragment) }
            if !uri.isEmpty || (fragment ?? "").isEmpty {
                let full = SchemaURI.resolve(uri, against: all[outer].uri)
                if node == 0 {
                    all[outer].uri = full
                } else {
                    let metaschema = declared.flatMap { SchemaDialect(uri: $0) == nil ? $0 : nil }
                    resource = add(
                        Resource(
                            document: number, node: node, uri: full, dialect: dialect, parent: outer,
                            metaschema: declared == nil ? all[outer].metaschema : metaschema),
                        end: tree.next(node))
                    begun = resource
                }
                if byURI[full] == nil || document.uri != full { byURI[full] = resource }
            }
        }
        for name in names { anchors[resource, default: [:]][name] = node }
        for name in dynamic {
            if name == Self.recursiveAnchor {
                guard dialect == .draft2019 else { continue }
            } else {
                guard dialect.is2020 else { continue }
                anchors[resource, default: [:]][name] = node
            }
            all[resource].dynamicAnchors[name] = node
        }
        return begun
    }

    private mutating func add(_ resource: Resource, end: Int) -> Int {
        all.append(resource)
        ends.append(end)
        ofDocument[resource.document].append(all.count - 1)
        return all.count - 1
    }

    /// Takes the vocabularies of a metaschema that is among the documents (2020-12 §8.1.2).
    private mutating func readVocabulary(_ index: Int, _ documents: [SchemaDocument]) {
        guard let name = all[index].metaschema, let found = byURI[SchemaURI.withoutEmptyFragment(name)] else { return }
        let metaschema = all[found]
        let tree = documents[metaschema.document].tree
        all[index].dialect = metaschema.dialect
        guard let vocabulary = tree.member(Array("$vocabulary".utf8), of: metaschema.node) else { return }
        all[index].hasValidation = false
        tree.forEachChild(of: vocabulary) { child in
            let uri = String(decoding: tree.name(child) ?? [], as: UTF8.self)
            if uri.hasSuffix("/vocab/validation") { all[index].hasValidation = true }
            if uri.hasSuffix("/vocab/format-assertion") { all[index].assertsFormat = true }
            if uri.hasSuffix("2019-09/vocab/format"), tree.slice(child).first == UInt8(ascii: "t") {
                all[index].assertsFormat = true
            }
            return true
        }
    }

    static func text(_ name: String, of node: Int, _ tree: JSONTree) -> String? {
        tree.member(Array(name.utf8), of: node).flatMap { text($0, tree) }
    }

    static func text(_ node: Int, _ tree: JSONTree) -> String? {
        tree.kind(node) == .string ? String(decoding: tree.string(node), as: UTF8.self) : nil
    }
}
