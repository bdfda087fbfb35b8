import Base
import JSONPath

/// The standard that a description follows.
package enum DescriptionVersion: String, Sendable, Hashable, CaseIterable {
    case swagger2 = "2.0"
    case openAPI30 = "3.0"
    case openAPI31 = "3.1"
    case openAPI32 = "3.2"

    /// Whether schemas are JSON Schema (3.1 and later): `const` is a keyword, and an exclusive bound is a number.
    package var hasJSONSchema: Bool { self == .openAPI31 || self == .openAPI32 }

    /// Whether keywords beside a `$ref` of a schema count.
    package var readsSiblingsOfReferences: Bool { hasJSONSchema }

    /// - Returns: the version that a document is read as, and a sentence if that is not what it says.
    static func of(_ root: DescriptionValue) -> (version: DescriptionVersion, doubt: (DescriptionValue, String)?)? {
        guard root.kind == .object else { return nil }
        guard let field = root["openapi"] ?? root["swagger"] else { return nil }
        guard let written = field.string ?? field.number else {
            return (.openAPI31, (field, "The version is not a text; the description is read as OpenAPI 3.1."))
        }
        if root["openapi"] == nil {
            guard written == "2.0" || written == "2" else {
                return (.swagger2, (field, "Swagger \(quoted(written)) is not known; it is read as Swagger 2.0."))
            }
            let doubt = field.string == nil ? (field, "The version must be a text: \"2.0\".") : nil
            return (.swagger2, doubt)
        }
        let parts = written.split(separator: ".")
        for version in [openAPI30, openAPI31, openAPI32] where written.hasPrefix(version.rawValue) {
            guard parts.count >= 2, parts[1] == version.rawValue.dropFirst(2) else { continue }
            return (version, nil)
        }
        return (.openAPI32, (field, "OpenAPI \(quoted(written)) is not known; it is read as OpenAPI 3.2."))
    }
}
