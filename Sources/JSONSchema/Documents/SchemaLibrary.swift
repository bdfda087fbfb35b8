/// The documents among which references are resolved. Nothing is ever fetched.
///
/// Making one costs a look at each node; schemas are compiled when asked for, with what they refer to.
package struct SchemaLibrary: Sendable {
    package private(set) var documents: [SchemaDocument]
    private(set) var resources: SchemaResources

    package init(_ documents: [SchemaDocument]) {
        self.documents = documents
        resources = SchemaResources(documents)
    }

    /// Adds a document behind the others, at the cost of a look at its nodes. Schemas that were compiled before do not
    /// know it.
    package mutating func add(_ document: SchemaDocument) {
        documents.append(document)
        resources.add(document, of: documents)
    }

    /// Says which document a reference means, if none has the URI that it comes to: files may be called in ways that
    /// URIs tell apart (`%20` and a space).
    /// - Parameters:
    ///   - reference: a URI reference as it is written; its fragment does not matter.
    ///   - document: the index of the document with the reference.
    ///   - node: where the reference is.
    ///   - target: the index of the document that it means.
    package mutating func link(_ reference: String, document: Int, node: Int, to target: Int) {
        resources.link(SchemaURI.split(reference).uri, at: .init(document: document, node: node), to: target)
    }
}

/// What one compilation of a schema is for.
package struct SchemaOptions: Sendable, Hashable {
    package var direction: SchemaDirection
    /// Makes a value that is not of its `format` invalid; else it is only a warning.
    package var assertsFormats: Bool

    package init(direction: SchemaDirection = .none, assertsFormats: Bool = false) {
        self.direction = direction
        self.assertsFormats = assertsFormats
    }
}
