import JSONPath
import JSONSchema
import OpenAPI
import Synchronization

/// A description whose schemas can be checked: OpenAPI's reader and JSON Schema's validator joined.
///
/// Operations are read and schemas compiled when they are asked for, and kept. A schema brings what it refers to, in
/// other files of the folder as well; nothing else of the description is looked at.
package final class DescribedAPI: Sendable {
    /// Which members count: `readOnly` ones are not part of a request, `writeOnly` ones not of a response.
    package typealias Direction = SampleMaker.Direction

    package let description: Description
    /// Without what the standard of formats says, unless wanted: a value that is not of its `format` gets a warning.
    package let assertsFormats: Bool

    private let read = Mutex<[String: Operation]>([:])
    private let schemas: Mutex<CompiledSchemas>
    private let documents: Mutex<SchemaDocuments>

    /// - Parameter assertsFormats: makes values that are not of their `format` invalid.
    package init(_ description: Description, assertsFormats: Bool = false) {
        self.description = description
        self.assertsFormats = assertsFormats
        schemas = Mutex(CompiledSchemas())
        documents = Mutex(SchemaDocuments(description))
    }

    /// All operations, in the order of the text.
    package var operations: [OperationEntry] { description.operations }

    /// An operation, read when it is first asked for.
    package func operation(_ entry: OperationEntry) -> Operation {
        if let known = read.withLock({ $0[entry.pointer] }) { return known }
        let operation = description.open(entry)
        read.withLock { $0[entry.pointer] = operation }
        return operation
    }

    /// The schema at a place, compiled when it is first asked for. For Swagger 2 the place may be that of a parameter,
    /// which has the keywords of its schema.
    package func schema(at place: DocumentPlace, _ direction: Direction) -> JSONSchema.Schema {
        if let known = schemas.withLock({ $0.schema(at: place, direction) }) { return known }
        let meant = documents.withLock { $0.meaning(of: place, in: description) }
        guard meant == place else {
            let schema = schema(at: meant, direction)
            schemas.withLock { $0.name(schema, at: place, direction) }
            return schema
        }
        let others = schemas.withLock { $0.isTimeForAll(direction) } ? allSchemas(direction) : []
        let schema = compiled(place, direction, with: others)
        schemas.withLock { $0.keep(schema, at: place, direction) }
        return schema
    }

    /// A schema that is compiled and not kept.
    func compiled(_ place: DocumentPlace, _ direction: Direction, with others: [DocumentPlace]) -> JSONSchema.Schema {
        let library = documents.withLock { documents in
            for other in others { _ = documents.library(for: other, in: description) }
            return documents.library(for: place, in: description)
        }
        let options = SchemaOptions(
            direction: direction == .request ? .request : .response, assertsFormats: assertsFormats)
        return library.schema(
            document: place.document, node: place.node, options, with: others.map { ($0.document, $0.node) })
    }

    /// The schemas of all operations in a direction.
    func allSchemas(_ direction: Direction) -> [DocumentPlace] {
        let places = operations.flatMap { entry in
            let operation = operation(entry)
            return direction == .request ? operation.requestSchemas : operation.responseSchemas
        }
        return documents.withLock { documents in places.map { documents.meaning(of: $0, in: description) } }
    }

    /// Whether a value is valid. One that is nested too deep to be checked is not.
    package func isValid(_ value: JSONTree, at place: DocumentPlace, _ direction: Direction) -> Bool {
        schema(at: place, direction).verdict(on: value) == .valid
    }

    /// Makes values whose every part is checked.
    package func sampleMaker(_ direction: Direction = .request, _ extent: SampleMaker.Extent = .minimal) -> SampleMaker
    {
        SampleMaker(description, direction: direction, extent: extent) { value, schema in
            self.isValid(value, at: schema, direction)
        }
    }

    /// How many schemas were compiled so far, with those that they refer to. For tests and figures.
    package var compiledParts: Int { schemas.withLock { $0.allParts } }
}
