import JSONPath
import JSONSchema

/// Short ways to schemas and values in tests.
enum Cases {
    static func tree(_ text: String) throws -> JSONTree { try JSONTree.parse(Array(text.utf8)) }

    static func schema(
        _ text: String, _ dialect: SchemaDialect = .draft2020, _ options: SchemaOptions = SchemaOptions()
    ) throws -> Schema {
        let library = SchemaLibrary([SchemaDocument(uri: "api.json", tree: try tree(text), dialect: dialect)])
        return library.schema(document: 0, options)
    }

    static func isValid(
        _ schema: String, _ value: String, _ dialect: SchemaDialect = .draft2020,
        _ options: SchemaOptions = SchemaOptions()
    ) throws -> Bool {
        try self.schema(schema, dialect, options).verdict(on: try tree(value)) == .valid
    }

    static func report(
        _ schema: String, _ value: String, _ dialect: SchemaDialect = .draft2020,
        _ options: SchemaOptions = SchemaOptions()
    ) throws -> SchemaReport {
        try self.schema(schema, dialect, options).report(on: try tree(value))
    }

    /// Rows of a schema, values that are valid, and behind the second colon values that are not; `-` is no value.
    /// - Returns: the values that have another verdict.
    static func wrong(
        _ rows: String, _ dialect: SchemaDialect = .draft2020, _ options: SchemaOptions = SchemaOptions(),
        beside documents: [SchemaDocument] = []
    ) throws -> [String] {
        var wrong: [String] = []
        for row in rows.split(separator: "\n") {
            let parts = row.split(separator: " : ", omittingEmptySubsequences: false)
            guard parts.count == 3 else {
                wrong.append("no row: \(row)")
                continue
            }
            let document = SchemaDocument(uri: "api.json", tree: try tree(String(parts[0])), dialect: dialect)
            let schema = SchemaLibrary([document] + documents).schema(document: 0, options)
            for (side, wanted) in [(parts[1], SchemaVerdict.valid), (parts[2], .invalid)] {
                for value in side.split(separator: " ") where value != "-" {
                    let tree = try tree(String(value))
                    if schema.verdict(on: tree) != wanted { wrong.append("\(parts[0]): \(value)") }
                    // With reasons it must be the same.
                    let report = schema.report(on: tree)
                    if report.verdict != wanted || report.breaches.isEmpty != (wanted == .valid) {
                        wrong.append("\(parts[0]): \(value) has \(report.breaches.count) breaches")
                    }
                }
            }
        }
        return wrong
    }

    /// One line for each breach: its path, its keyword with the place, and the sentence.
    static func lines(_ breaches: [SchemaBreach]) -> String {
        breaches.map { "\($0.path) \($0.keyword) \($0.schema.pointer): \($0.text)" }.joined(separator: " / ")
    }
}
