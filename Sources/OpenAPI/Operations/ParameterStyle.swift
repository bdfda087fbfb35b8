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
