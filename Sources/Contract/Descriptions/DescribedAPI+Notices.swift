import Base
import JSONPath
import JSONSchema
import OpenAPI

extension DescribedAPI {
    /// What is wrong in the schemas of the operations: keywords that are left out, circles, patterns that are not checked.
    /// Takes time linear in the description.
    package func schemaNotices() -> [DescriptionNotice] {
        var notices: [DescriptionNotice] = []
        var seen: Set<DescriptionNotice> = []
        for direction in [Direction.request, .response] {
            let places = allSchemas(direction)
            guard let first = places.first else { continue }
            for notice in compiled(first, direction, with: Array(places.dropFirst())).notices {
                let value = description.documents.value(place(of: notice.place))
                guard let kind = Self.kind(of: notice), !isOfParameter(value) else { continue }
                let found = DescriptionNotice(kind, at: value, notice.text)
                if seen.insert(found).inserted { notices.append(found) }
            }
        }
        return notices
    }

    /// The value of the description that a compiled schema names.
    func place(of place: SchemaPlace) -> DocumentPlace {
        let nodes = description.documents.text(place.document).tree.nodes
        let node = nodes.partitioningIndex { Int($0.start) >= place.offset }
        return DocumentPlace(document: place.document, node: min(node, nodes.count - 1))
    }

    private static func kind(of notice: SchemaNotice) -> DescriptionNotice.Kind? {
        switch notice.kind {
        case .malformed, .endless: .schema
        case .notChecked: .notChecked
        // They are among `Description.allNotices()`.
        case .unresolved, .withoutEffect: nil
        }
    }

    /// Whether it is what Swagger 2 has beside the keywords of a schema: `required: true` of a parameter, `type: file`.
    private func isOfParameter(_ value: DescriptionValue) -> Bool {
        description.version == .swagger2 && (value.bool != nil || value.string == "file")
    }
}
