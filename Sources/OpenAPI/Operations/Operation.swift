import Base

/// One operation, read.
package struct Operation: Sendable {
    package var entry: OperationEntry
    package var summary: String?
    /// Markdown.
    package var text: String?
    package var documentation: String?
    /// Those of the path item and of the operation, merged by name and location, without those that are ignored.
    package var parameters: [Parameter] = []
    package var body: Body?
    package var responses: [Response] = []
    /// One of these is enough; empty if nothing is said.
    package var security: [SecurityAlternative] = []
    /// Those of the operation, else of the path, else of the root; never empty.
    package var servers: [Server] = []
    package var callbacks: [Callback] = []
    package var notices: [DescriptionNotice] = []
}

package struct Parameter: Sendable, Hashable {
    package enum Location: String, Sendable, Hashable { case path, query, header, cookie, querystring, formData }

    package var name: String
    package var location: Location
    package var isRequired: Bool
    package var isDeprecated: Bool
    /// Markdown.
    package var text: String?
    package var style: ParameterStyle
    package var explodes: Bool
    package var allowsReserved: Bool
    /// Whether an empty value may be sent.
    package var allowsEmpty: Bool
    /// For Swagger 2 the parameter itself, which has the keywords of its schema.
    package var schema: DocumentPlace?
    /// The one media type of `content`, which says how the value is written.
    package var content: MediaType?
    package var examples: [Example]
    package var place: DocumentPlace
}

package struct Example: Sendable, Hashable {
    /// The key in `examples`; nil for `example`.
    package var name: String?
    package var summary: String?
    /// The value as data (`value`, 3.2 `dataValue`).
    package var value: DocumentPlace?
    /// The value as it is sent (3.2 `serializedValue`); it is never encoded again.
    package var serialized: String?
    /// An address that is not fetched.
    package var externalValue: String?
    package var place: DocumentPlace
}

package struct MediaType: Sendable, Hashable {
    /// As written: `application/json; charset=utf-8`, `text/*`.
    package var name: String
    package var schema: DocumentPlace?
    /// 3.2: the schema of each item of a stream.
    package var itemSchema: DocumentPlace?
    package var examples: [Example]
    /// How members of a form are written, by their names.
    package var encodings: [String: FieldEncoding]
    /// Swagger 2: the fields of a form, which have no schema in common.
    package var fields: [Parameter]
    package var place: DocumentPlace
}

/// How a member of a form is written (OpenAPI 3.2 §4.8.15).
package struct FieldEncoding: Sendable, Hashable {
    package var contentType: String?
    /// nil if none of style, explode and allowReserved is written: the content type decides.
    package var style: ParameterStyle?
    package var explodes: Bool
    package var allowsReserved: Bool
    package var headers: [Header]
    package var place: DocumentPlace
}

package struct Body: Sendable, Hashable {
    package var text: String?
    package var isRequired: Bool
    package var content: [MediaType]
    package var place: DocumentPlace
}

package struct Header: Sendable, Hashable {
    package var name: String
    package var text: String?
    package var isRequired: Bool
    package var isDeprecated: Bool
    package var explodes: Bool
    package var schema: DocumentPlace?
    package var content: MediaType?
    package var examples: [Example]
    package var place: DocumentPlace
}

package struct Response: Sendable, Hashable {
    /// `200`, `2XX` or `default`.
    package var status: String
    package var text: String?
    package var headers: [Header]
    package var content: [MediaType]
    package var links: [Link]
    package var place: DocumentPlace
}

package struct Link: Sendable, Hashable {
    package var name: String
    package var text: String?
    package var operationID: String?
    package var operationReference: String?
    /// Values or runtime expressions, as written.
    package var parameters: [(name: String, value: DocumentPlace)] { names.indices.map { (names[$0], values[$0]) } }
    var names: [String]
    var values: [DocumentPlace]
    package var body: DocumentPlace?
    /// Takes the place of the servers of the operation that it leads to.
    package var server: Server?
    package var place: DocumentPlace
}

package struct Callback: Sendable, Hashable {
    package var name: String
    /// The runtime expression of its URL.
    package var expression: String
    package var methods: [String]
    package var place: DocumentPlace
}

package struct Server: Sendable, Hashable {
    package struct Variable: Sendable, Hashable {
        package var name: String
        package var `default`: String?
        package var values: [String]
        package var text: String?
    }

    /// With variables in braces; may be relative to the address of the description.
    package var url: String
    package var name: String?
    package var text: String?
    package var variables: [Variable]
    package var place: DocumentPlace
}

/// Schemes that are needed together.
package struct SecurityAlternative: Sendable, Hashable {
    package struct Use: Sendable, Hashable {
        package var name: String
        package var scopes: [String]
        /// nil if the description has no such scheme.
        package var scheme: SecurityScheme?
    }

    /// Empty if nothing is needed.
    package var uses: [Use]
}

package struct SecurityScheme: Sendable, Hashable {
    package struct Flow: Sendable, Hashable {
        /// `authorizationCode`, `clientCredentials`, `implicit`, `password`, `deviceAuthorization`.
        package var name: String
        package var authorizationURL: String?
        package var tokenURL: String?
        package var refreshURL: String?
        package var scopes: [String]
    }

    package enum Kind: Sendable, Hashable {
        case apiKey(name: String, location: Parameter.Location)
        /// `basic`, `bearer`, `digest`, in lower case.
        case http(scheme: String, bearerFormat: String?)
        case oauth2(flows: [Flow])
        case openIDConnect(url: String)
        case mutualTLS
        case unknown(String)
    }

    package var name: String
    package var kind: Kind
    package var text: String?
    package var place: DocumentPlace
}
