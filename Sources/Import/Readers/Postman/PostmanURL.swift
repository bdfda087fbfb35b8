import Base
import NetEngine

/// The URL of a request: `:id` becomes `{{id}}`, or the value itself where that is made of other variables.
struct PostmanURL {
    private(set) var url = ""
    private(set) var parameters: [ImportedRow] = []
    private(set) var variables: [ImportedVariable] = []
    /// Path variables without a value.
    private(set) var unset: [ImportedVariable] = []

    /// - Parameter value: a text, or an object with the parts.
    init(_ value: ImportValue?) {
        guard let value else { return }
        if let text = value.string {
            url = PostmanText.translated(text)
            return
        }
        let raw = PostmanText.translated(value.string("raw") ?? Self.joined(value))
        url = Self.withoutQuery(raw)
        let rows = value.elements("query")
        if rows.isEmpty {
            url = raw
        } else {
            parameters = rows.compactMap(Self.parameter)
        }
        let values = value.elements("variable").compactMap(PostmanReader.variable)
        if !values.isEmpty { replacePathVariables(values, value) }
    }

    /// The URL of version 1, which has its path variables apart.
    init(_ text: String, rows: [ImportedRow], variables: [ImportedVariable], at value: ImportValue) {
        url = PostmanText.translated(text)
        if !rows.isEmpty {
            url = Self.withoutQuery(url)
            parameters = rows
        }
        if !variables.isEmpty { replacePathVariables(variables, value) }
    }

    /// A row of `query`; as it is typed, so variables and escapes stay.
    static func parameter(_ row: ImportValue) -> ImportedRow? {
        guard row.isObject else { return row.string.map { ImportedRow($0, "", isEncoded: true) } }
        let name = row.scalar("key") ?? ""
        let value = row.scalar("value")
        guard !name.isEmpty || value?.isEmpty == false else { return nil }
        var parameter = ImportedRow(
            PostmanText.translated(name), PostmanText.translated(value ?? ""),
            isEnabled: row.bool("enabled") ?? !(row.bool("disabled") ?? false), isEncoded: true,
            description: PostmanDescription.text(row["description"]), place: row.place)
        parameter.isNameOnly = value == nil
        // Rows are split already: these would split them again.
        parameter.name = parameter.name.replacing(bytes: "&", with: "%26")
            .replacing(bytes: "#", with: "%23").replacing(bytes: "=", with: "%3D")
        parameter.value = parameter.value.replacing(bytes: "&", with: "%26").replacing(bytes: "#", with: "%23")
        return parameter
    }

    private static func joined(_ value: ImportValue) -> String {
        func parts(_ name: String, _ separator: String) -> String {
            guard let value = value[name] else { return "" }
            if let text = value.string { return text }
            return value.elements.map { $0.string ?? $0.string("value") ?? "" }.joined(separator: separator)
        }
        let scheme = value.string("protocol").map { "\($0)://" } ?? ""
        let port = value.scalar("port").map { ":\($0)" } ?? ""
        let path = parts("path", "/")
        return scheme + parts("host", ".") + port + (path.isEmpty ? "" : "/" + path.drop { $0 == "/" })
    }

    private static func withoutQuery(_ text: String) -> String {
        WrittenURL.split(text, at: Byte.questionMark)?.before ?? text
    }

    private mutating func replacePathVariables(_ values: [ImportedVariable], _ value: ImportValue) {
        let known = Dictionary(values.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        var used: Set<String> = []
        let parts = url.split(separator: "/", omittingEmptySubsequences: false)
        url = parts.enumerated().map { index, part -> String in
            guard index > 0, part.first == ":", let variable = known[String(part.dropFirst())] else {
                return String(part)
            }
            if variable.value.contains(bytes: "{{") { return variable.value }
            if used.insert(variable.name).inserted {
                if variable.value.isEmpty {
                    unset.append(variable)
                } else {
                    var encoded = variable
                    encoded.value = RequestLineText.url(variable.value)
                    variables.append(encoded)
                }
            }
            return "{{\(variable.name)}}"
        }.joined(separator: "/")
    }
}
