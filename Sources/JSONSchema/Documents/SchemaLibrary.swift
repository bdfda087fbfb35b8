import Base
import JSONPath

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

    /// The schema at a node of a document.
    /// - Parameter document: its index in `documents`.
    package func schema(document: Int, node: Int = 0, _ options: SchemaOptions = SchemaOptions()) -> Schema {
        var compiler = SchemaCompiler(self, options)
        let program = compiler.compile(SchemaResources.Target(document: document, node: node))
        return Schema(library: self, program: program, direction: options.direction)
    }

    /// The schema that a reference names: a URI with a JSON pointer or an anchor; nil if it leads nowhere.
    package func schema(at reference: String, _ options: SchemaOptions = SchemaOptions()) -> Schema? {
        var compiler = SchemaCompiler(self, options)
        guard let target = compiler.target(reference, base: "") else { return nil }
        return schema(document: target.document, node: target.node, options)
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
