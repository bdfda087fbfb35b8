import HTTPFormat
import NetEngine

/// How what is sent differs from what is written, whatever the values of variables are.
extension SavedRequest {
    /// `GRAPHQL url` is a POST.
    package var sentMethod: String { graphQL == .method ? "POST" : method }

    /// Whether a field is never sent as it is written: the mark of a GraphQL request, and a length, which the body has.
    package func leavesOut(_ field: HeaderField) -> Bool {
        field.isNamed("Content-Length") || graphQL != nil && field.isNamed("X-Request-Type")
    }

    /// The type of a GraphQL request that has none among its fields; nil for any other request.
    package func addedContentType(to fields: [HeaderField]) -> HeaderField? {
        guard graphQL != nil, !fields.contains(where: { $0.isNamed("Content-Type") }) else { return nil }
        return HeaderField("Content-Type", "application/json")
    }
}
