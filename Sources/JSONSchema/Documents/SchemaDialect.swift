/// The dialects of JSON Schema that are read.
package enum SchemaDialect: Sendable, Hashable, CaseIterable {
    case draft7
    case draft2019
    case draft2020
    /// The schema objects of OpenAPI 3.0 (§4.7.24): Draft Wright-00 with `nullable`, `readOnly` and `writeOnly`.
    case openAPI30
    /// The base dialect of OpenAPI 3.1 and 3.2: draft 2020-12 and four keywords that do not change a verdict.
    case openAPI31

    /// - Parameter uri: a value of `$schema` or `jsonSchemaDialect`; an empty fragment makes no difference.
    package init?(uri: String) {
        switch SchemaURI.withoutEmptyFragment(uri) {
        case "http://json-schema.org/draft-07/schema", "https://json-schema.org/draft-07/schema": self = .draft7
        case "https://json-schema.org/draft/2019-09/schema": self = .draft2019
        case "https://json-schema.org/draft/2020-12/schema": self = .draft2020
        case "https://spec.openapis.org/oas/3.0/schema/2021-09-28": self = .openAPI30
        case "https://spec.openapis.org/oas/3.1/dialect/base",
            "https://spec.openapis.org/oas/3.1/dialect/2024-11-10",
            "https://spec.openapis.org/oas/3.2/dialect/2025-09-17":
            self = .openAPI31
        default: return nil
        }
    }

    /// Whether nothing beside a `$ref` counts.
    var ignoresSiblingsOfReferences: Bool { self == .draft7 || self == .openAPI30 }
    var is2020: Bool { self == .draft2020 || self == .openAPI31 }
    /// Whether `$id`, `$anchor` and the like mean anything.
    var hasIdentifiers: Bool { self != .openAPI30 }
    var isOpenAPI: Bool { self == .openAPI30 || self == .openAPI31 }
}

/// Which way a value goes: `readOnly` members are not part of a request, `writeOnly` ones not of a response
/// (OpenAPI 3.0.4 §4.7.24.2).
package enum SchemaDirection: Sendable, Hashable {
    case none
    case request
    case response
}
