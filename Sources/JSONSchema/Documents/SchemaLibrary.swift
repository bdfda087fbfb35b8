/// The documents among which references are resolved. Nothing is ever fetched.
///
/// Making one costs a look at each node; schemas are compiled when asked for, with what they refer to.
package struct SchemaLibrary: Sendable {
    package let documents: [SchemaDocument]
    let resources: SchemaResources

    package init(_ documents: [SchemaDocument]) {
        self.documents = documents
        resources = SchemaResources(documents)
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
