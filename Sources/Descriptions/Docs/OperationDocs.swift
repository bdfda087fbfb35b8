import Base
import Contract
import OpenAPI

/// The documentation of one operation as rows: its text, server, auth, parameters, body and responses, with schemas as
/// trees. What is closed costs nothing.
package struct OperationDocs: Sendable {
    package let api: DescribedAPI
    package let operation: Operation

    package init(_ api: DescribedAPI, _ entry: OperationEntry) {
        self.api = api
        operation = api.operation(entry)
    }

    var documents: DocumentSet { api.description.documents }
    var version: DescriptionVersion { api.description.version }

    /// What is open at first: the headings, and the media types of the body and of a success.
    package var initiallyOpen: Set<DocsRow.ID> {
        var open: Set<DocsRow.ID> = [DocsRow.ID("parameters"), DocsRow.ID("body"), DocsRow.ID("responses")]
        if let body = operation.body, !body.content.isEmpty {
            open.formUnion([DocsRow.ID("body/0"), DocsRow.ID("body/0/schema")])
        }
        if let place = operation.responses.firstIndex(where: { $0.status.hasPrefix("2") }) {
            open.formUnion(["", "/0", "/0/schema"].map { DocsRow.ID("responses/\(place)\($0)") })
        }
        return open
    }

    /// The rows that are visible. Takes time by what is open.
    package func rows(open: Set<DocsRow.ID>) -> [DocsRow] {
        var writer = DocsWriter(self, open)
        writer.write()
        return writer.rows
    }

    /// The pointer, the document and the line of a row.
    package func source(of row: DocsRow) -> (document: String, pointer: String, place: TextPlace)? {
        guard let place = row.place else { return nil }
        return (documents.path(place.document), documents.pointer(of: place), documents.textPlace(of: place))
    }
}

extension OperationDocs {
    /// An example as one short text.
    func text(of example: Example) -> String? {
        if let serialized = example.serialized { return PlainLine.of(serialized, limit: 60) }
        return example.value.map { SchemaWords.value(documents.value($0)) }
    }

    func lines(of example: Example) -> [String] {
        if let serialized = example.serialized {
            return serialized.split(whereSeparator: \.isNewline).map { PlainLine.of(String($0), limit: 300) }
        }
        guard let place = example.value, let value = documents.value(place).output() else { return [] }
        return TemplateJSON.lines(value, escapesBraces: false)
    }
}
