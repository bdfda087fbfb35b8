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
}
