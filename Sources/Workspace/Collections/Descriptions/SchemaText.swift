import Base
import GraphQL
import NetEngine

/// The file of a GraphQL schema that came from an endpoint: SDL below a comment that names the endpoint, so that the file alone can be
/// opened and sent from.
package enum SchemaText {
    private static let mark = "# Endpoint: "

    /// - Parameter endpoint: a login in it, and a query that holds a secret, are left out.
    package static func text(of schema: GraphQLSchema, endpoint: String?) -> String {
        guard let endpoint = endpoint.flatMap(publicURL) else { return schema.sdl }
        return "\(mark)\(endpoint)\n\n\(schema.sdl)"
    }

    private static func publicURL(_ text: String) -> String? {
        guard let url = try? HTTPURL.parse(text) else { return nil }
        let written = url.textWithoutUserInfo
        let holdsSecret = (url.query ?? "").split(separator: "&").contains { item in
            SecretNames.isQueryItem(String(item.prefix { $0 != "=" }))
        }
        return holdsSecret ? String(written.prefix { $0 != "?" }) : written
    }

    /// The endpoint that the first line of a schema names.
    package static func endpoint(of text: [UInt8]) -> String? {
        let line = text.prefix { $0 != Byte.lineFeed && $0 != Byte.carriageReturn }
        guard line.count <= 8192, line.starts(with: mark.utf8) else { return nil }
        let written = String(decoding: line.dropFirst(mark.utf8.count), as: UTF8.self)
        return (try? HTTPURL.parse(written)).map { _ in written }
    }
}
