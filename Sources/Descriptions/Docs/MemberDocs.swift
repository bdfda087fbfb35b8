import Base
import OpenAPI

/// What a description says of one member of a response.
package struct MemberDocs: Sendable, Hashable {
    /// The type with its limits.
    package var words: String
    package var isRequired: Bool
    package var isDeprecated: Bool
    /// Markdown.
    package var text: String?
    /// The values of `enum`, as short texts; at most 100.
    package var values: [String]
    package var example: String?
    /// The status that the description has for the response: `200`, `2XX`, `default`.
    package var status: String
    package var mediaType: String
    package var document: String
    package var pointer: String
    package var place: TextPlace
}

extension OperationDocs {
    /// What the description says of one member of a response; nil if it does not describe it.
    /// - Parameters:
    ///   - path: from the root of the body.
    ///   - mediaType: as the response's header has it; nil for the first one.
    package func describe(path: [MemberStep], inResponse status: Int, mediaType: String? = nil) -> MemberDocs? {
        guard let response = response(status), let media = media(mediaType, response.content), path.count <= 1_000,
            let root = media.schema ?? media.itemSchema
        else { return nil }
        var schemas = [documents.value(root)]
        var isRequired = false
        for step in path {
            let branches = SchemaBranches([schemas], version)
            // Branches may say different things of one name; the first is shown.
            guard let next = branches.below(step).first else { return nil }
            schemas = next
            isRequired = branches.views.first?.requires(step) == true
        }
        let view = SchemaView(schemas, version)
        return MemberDocs(
            words: SchemaWords.text(of: view, version), isRequired: isRequired, isDeprecated: view.isDeprecated,
            text: view.text ?? view.title, values: view.values.prefix(100).map { SchemaWords.value($0) },
            example: view.examples.first.map { SchemaWords.value($0) }, status: response.status, mediaType: media.name,
            document: documents.path(view.place.document), pointer: documents.pointer(of: view.place),
            place: documents.textPlace(of: view.place))
    }

    private func response(_ status: Int) -> Response? {
        let responses = operation.responses
        return responses.first { $0.status == String(status) }
            ?? responses.first { $0.status.uppercased() == "\(status / 100)XX" }
            ?? responses.first { $0.status == "default" }
    }

    private func media(_ name: String?, _ content: [MediaType]) -> MediaType? {
        guard let name else { return content.first }
        let essence = MediaTypeName(name).essence
        let family = essence.prefix { $0 != "/" } + "/*"
        return content.first { MediaTypeName($0.name).essence == essence }
            ?? content.first { MediaTypeName($0.name).essence == family }
            ?? content.first { MediaTypeName($0.name).essence == "*/*" }
    }
}
