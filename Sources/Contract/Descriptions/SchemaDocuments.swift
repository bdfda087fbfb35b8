import Base
import JSONPath
import JSONSchema
import NetEngine
import OpenAPI

/// The documents of a description as JSON Schema's library has them, with the same indexes.
///
/// Files are read when a schema that leads to them is compiled. Each value of the description is looked at once.
struct SchemaDocuments {
    private var library = SchemaLibrary([])
    /// By document: the values whose references, and those inside them, are known.
    private var seen: [[Bool]] = []
    /// By document: whether a schema may have a URI of its own, which changes what references in it mean.
    private var hasIdentifiers: [Bool] = []
    private let standard: SchemaDialect

    init(_ description: Description) {
        standard = Self.dialect(of: description.version)
    }

    /// The library with all documents that the references below a place lead to, however far.
    mutating func library(for place: DocumentPlace, in description: Description) -> SchemaLibrary {
        let documents = description.documents
        var open = [place]
        while let place = open.popLast() {
            add(place.document, of: documents)
            look(at: place, documents, &open)
        }
        return library
    }

    /// What a place finally refers to that says nothing but `$ref`; else the place itself. All operations that name a
    /// schema share what is compiled for it.
    mutating func meaning(of place: DocumentPlace, in description: Description) -> DocumentPlace {
        let documents = description.documents
        let written = place
        var place = place
        for _ in 0..<Self.mostHops {
            add(place.document, of: documents)
            let tree = library.documents[place.document].tree
            let node = place.node + 1
            guard !hasIdentifiers[place.document], tree.kind(place.node) == .object, tree.next(place.node) == node + 1,
                tree.kind(node) == .string,
                JSONText.isEqual(tree.text, quote: Int(tree.nodes[node].name), to: Self.reference)
            else { return place }
            let value = documents.value(DocumentPlace(document: place.document, node: node))
            guard let target = try? value.target(of: value).place, target.document == place.document else {
                return place
            }
            place = target
        }
        // A circle, most likely.
        return written
    }

    private static let mostHops = 20
    private static let reference = Array("$ref".utf8)
    private static let dynamicReference = Array("$dynamicRef".utf8)

    private mutating func look(at place: DocumentPlace, _ documents: DocumentSet, _ open: inout [DocumentPlace]) {
        let tree = library.documents[place.document].tree
        let end = tree.next(place.node)
        var node = place.node
        while node < end {
            guard !seen[place.document][node] else {
                node = tree.next(node)
                continue
            }
            countWork(1)
            seen[place.document][node] = true
            if tree.kind(node) == .string, Self.isReference(node, tree) {
                follow(DocumentPlace(document: place.document, node: node), documents, &open)
            }
            node += 1
        }
    }

    private static func isReference(_ node: Int, _ tree: JSONTree) -> Bool {
        let name = tree.nodes[node].name
        guard name != JSONTree.noName else { return false }
        return JSONText.isEqual(tree.text, quote: Int(name), to: reference)
            || JSONText.isEqual(tree.text, quote: Int(name), to: dynamicReference)
    }

    private mutating func follow(
        _ place: DocumentPlace, _ documents: DocumentSet, _ open: inout [DocumentPlace]
    ) {
        let value = documents.value(place)
        // One that leads nowhere is a notice of the compiled schema.
        guard let target = try? value.target(of: value).place else { return }
        add(target.document, of: documents)
        let text = value.string ?? ""
        if !text.hasPrefix("#") {
            library.link(text, document: place.document, node: place.node, to: target.document)
        }
        open.append(target)
    }

    /// Adds the documents up to one.
    private mutating func add(_ document: Int, of documents: DocumentSet) {
        while library.documents.count <= document {
            let index = library.documents.count
            let tree = documents.text(index).tree
            let root = documents.value(DocumentPlace(document: index, node: 0))
            library.add(SchemaDocument(uri: documents.path(index), tree: tree, dialect: dialect(of: root)))
            hasIdentifiers.append(ByteSearch.contains(Array("$id\"".utf8), in: tree.text))
            seen.append(Array(repeating: false, count: tree.nodes.count))
        }
    }

    // MARK: Dialects

    /// What the document says, else what the opened description is (3.2 §4.8.24.7).
    private func dialect(of root: DescriptionValue) -> SchemaDialect {
        if let written = root.text("jsonSchemaDialect"), let dialect = SchemaDialect(uri: written) { return dialect }
        if root.text("swagger") != nil { return .openAPI30 }
        guard let version = root.text("openapi") else { return standard }
        return version.hasPrefix("3.0") ? .openAPI30 : .openAPI31
    }

    private static func dialect(of version: DescriptionVersion) -> SchemaDialect {
        switch version {
        case .swagger2, .openAPI30: .openAPI30
        case .openAPI31, .openAPI32: .openAPI31
        }
    }
}
