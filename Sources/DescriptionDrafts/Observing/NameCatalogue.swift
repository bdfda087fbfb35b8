import NetEngine
import OpenAPI

/// What the names of header fields, query items and media types mean, each looked up once.
struct NameCatalogue: Sendable {
    struct Field: Sendable {
        enum Role: Sendable { case authorization, cookie, contentType, credential, other }

        /// The name in lower case.
        var key: String
        var role: Role
        /// Whether a cookie of this name would be a credential.
        var isSecret: Bool
        var describesRequest: Bool
        var describesResponse: Bool
    }

    struct Query: Sendable {
        var isCredential: Bool
        /// Whether it is a parameter of the API: neither a credential nor made for the occasion.
        var isParameter: Bool
    }

    struct Media: Sendable {
        /// `type/subtype` in lower case.
        var name: String
        var isJSON: Bool
    }

    /// Names that are remembered.
    private static let most = 10_000

    private var fields: [String: Field] = [:]
    private var queries: [String: Query] = [:]
    private var media: [String: Media] = [:]

    mutating func field(_ name: String) -> Field {
        if let known = fields[name] { return known }
        let key = name.lowercased()
        let isSecret = SecretWords.isCredential(field: key)
        let role: Field.Role =
            switch key {
            case "authorization": .authorization
            case "cookie": .cookie
            case "content-type": .contentType
            default: isSecret && key.utf8.allSatisfy(FieldRules.isToken) ? .credential : .other
            }
        let field = Field(
            key: key, role: role, isSecret: isSecret,
            describesRequest: FieldRules.describes(requestField: key) && !isSecret,
            describesResponse: FieldRules.describes(responseField: key))
        if fields.count < Self.most { fields[name] = field }
        return field
    }

    mutating func query(_ name: String) -> Query {
        if let known = queries[name] { return known }
        let isCredential = SecretWords.isCredential(query: name)
        let query = Query(
            isCredential: isCredential,
            isParameter: !isCredential && !IdentifierText.isMadeName(Array(name.utf8)))
        if queries.count < Self.most { queries[name] = query }
        return query
    }

    /// The media type of a `Content-Type`; `application/octet-stream` if that is none.
    mutating func media(_ contentType: String) -> Media {
        if let known = media[contentType] { return known }
        let name = Self.name(of: contentType)
        let found = Media(name: name, isJSON: MediaTypeName(name).isJSON)
        if media.count < Self.most { media[contentType] = found }
        return found
    }

    private static func name(of contentType: String) -> String {
        let essence = MediaTypeName(String(contentType.prefix(200))).essence
        let parts = essence.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, essence.utf8.count <= 120,
            parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(FieldRules.isToken) }), !essence.contains(bytes: "*")
        else { return "application/octet-stream" }
        return essence
    }
}
