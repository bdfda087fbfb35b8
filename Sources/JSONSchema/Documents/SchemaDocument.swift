import JSONPath

/// A known JSON document with schemas in it: a schema by itself, or a description that contains many.
package struct SchemaDocument: Sendable {
    /// What references call it, without fragment; may be empty, or a relative path.
    package let uri: String
    package let tree: JSONTree
    /// The dialect of schemas that have no `$schema` of their own.
    package let dialect: SchemaDialect

    package init(uri: String, tree: JSONTree, dialect: SchemaDialect = .draft2020) {
        self.uri = SchemaURI.split(uri).uri
        self.tree = tree
        self.dialect = dialect
    }
}

/// A place in a schema document.
package struct SchemaPlace: Sendable, Hashable {
    /// The document's URI as its `SchemaDocument` has it.
    package var uri: String
    /// Which of the library's documents.
    package var document: Int
    /// JSON pointer (RFC 6901); one of more than 4,000 bytes is cut and ends in `…`.
    package var pointer: String
    /// Byte offset of the value in the document.
    package var offset: Int
}

/// Something about a schema that its author should know. The rest of the schema works.
package struct SchemaNotice: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// A keyword's value is not what the standard wants; the keyword is left out.
        case malformed
        /// A `$ref` leads nowhere among the known documents; nothing is checked in its place.
        case unresolved
        /// References lead around in a circle without going into the value.
        case endless
        /// It may be right, but cannot be checked here: neither pass nor fail.
        case notChecked
        /// It has no effect in this dialect, though it looks as if it should.
        case withoutEffect
    }

    package var kind: Kind
    /// A sentence.
    package var text: String
    package var place: SchemaPlace
}
