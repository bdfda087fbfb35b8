import Base

/// How arrays and objects are written as text (OpenAPI 3.2 §4.8.12.3), with the formats that only Swagger 2 has.
package enum ParameterStyle: String, Sendable, Hashable, CaseIterable {
    case simple, label, matrix, form, spaceDelimited, pipeDelimited, deepObject, cookie
    /// Swagger 2's `collectionFormat: tsv`.
    case tabDelimited

    /// The style of a parameter that says none.
    static func standard(_ location: Parameter.Location) -> ParameterStyle {
        switch location {
        case .path, .header: .simple
        case .query, .cookie, .querystring, .formData: .form
        }
    }

    /// The character that the style is named after, which joins the items of an array to one text; nil for the others. In
    /// a path and a query it is percent-encoded, unlike their commas, dots and semicolons.
    package var delimiter: UInt8? {
        switch self {
        case .spaceDelimited: Byte.space
        case .pipeDelimited: Byte.verticalBar
        case .tabDelimited: Byte.tab
        case .simple, .label, .matrix, .form, .deepObject, .cookie: nil
        }
    }

    /// Whether arrays explode if nothing is said.
    var explodesByDefault: Bool { self == .form || self == .cookie }

    /// Whether the standard allows the style there.
    func isAllowed(in location: Parameter.Location) -> Bool {
        switch self {
        case .simple: location == .path || location == .header
        case .label, .matrix: location == .path
        case .form: location == .query || location == .cookie || location == .formData
        case .spaceDelimited, .pipeDelimited, .deepObject, .tabDelimited: location == .query || location == .formData
        case .cookie: location == .cookie
        }
    }
}
