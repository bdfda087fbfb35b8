import Base
import Contract
import Descriptions
import GraphQL
import HTTPFormat
import JSONPath
import JSONSchema
import NetEngine
import OpenAPI
import Pattern

/// Descriptions of APIs: what is read of them becomes request files with one request an operation.
enum DescriptionTarget {
    static func openAPIFault(_ bytes: [UInt8]) -> String? {
        guard let description = try? Description.read(bytes) else { return nil }
        for notice in description.allNotices() where notice.text.isEmpty { return "a notice without words" }
        let api = DescribedAPI(description)
        let collection = DescribedCollection(api, fileName: "api.yaml")
        let skeleton = HTTPDocument(bytes: collection.skeleton)
        guard skeleton.requests.count == api.operations.count else {
            return "\(skeleton.requests.count) requests for \(api.operations.count) operations"
        }
        if let notice = skeleton.notices.first { return "the request file has the notice: \(notice.text)" }
        let some = Array(collection.operations.indices.prefix(5))
        let full = HTTPDocument(bytes: collection.document(expanding: some))
        guard full.requests.count == api.operations.count else {
            return "\(full.requests.count) requests with bodies for \(api.operations.count) operations"
        }
        if let notice = full.notices.first { return "the filled request file has the notice: \(notice.text)" }
        return nil
    }

    /// The response to an introspection, or SDL; a schema is written as SDL that is read as the same schema. A document below a line
    /// `---` is checked against it.
    static func graphQLFault(_ bytes: [UInt8]) -> String? {
        if let tree = try? JSONTree.parse(bytes) {
            guard let schema = try? GraphQLSchema(introspection: tree) else { return nil }
            return schemaFault(schema)
        }
        let text = String(decoding: bytes, as: UTF8.self)
        let parts = text.split(separator: "\n---\n", maxSplits: 1, omittingEmptySubsequences: false)
        let sdl = GraphQLDocument.parse(Array(parts[0].utf8))
        let schema = GraphQLSchema(documents: [sdl])
        if parts.count > 1 {
            let document = GraphQLDocument.parse(Array(parts[1].utf8))
            for problem in document.problems(in: schema) where problem.range.upperBound > parts[1].utf8.count {
                return "a problem at \(problem.range) of \(parts[1].utf8.count)"
            }
        }
        for problem in sdl.problems where problem.range.upperBound > parts[0].utf8.count {
            return "a problem at \(problem.range) of \(parts[0].utf8.count)"
        }
        return sdl.problems.isEmpty ? schemaFault(schema) : nil
    }

    private static func schemaFault(_ schema: GraphQLSchema) -> String? {
        let text = schema.sdl
        guard schema.notices.isEmpty else { return nil }
        let document = GraphQLDocument.parse(Array(text.utf8))
        if let problem = document.problems.first { return "its SDL cannot be read: \(problem.reason)\n\(text)" }
        let again = GraphQLSchema(documents: [document]).sdl
        guard again == text else { return "its SDL is written in another way:\n\(text)\n---\n\(again)" }
        guard let tree = try? JSONTree.parse(schema.introspectionResult),
            let introspected = try? GraphQLSchema(introspection: tree)
        else { return "its introspection cannot be read" }
        return introspected.types.count == schema.types.count ? nil : "its introspection has other types"
    }

    /// A schema in the first line, a value below it: the verdict and the report agree.
    static func schemaFault(_ bytes: [UInt8]) -> String? {
        let parts = InputParts(bytes)
        guard let schemaTree = try? JSONTree.parse(Array(parts.first)) else { return nil }
        let value = (try? JSONTree.parse(parts.rest)) ?? schemaTree
        for dialect in SchemaDialect.allCases {
            let library = SchemaLibrary([SchemaDocument(uri: "file:///s.json", tree: schemaTree, dialect: dialect)])
            let schema = library.schema(document: 0, SchemaOptions(assertsFormats: true))
            let verdict = schema.verdict(on: value, budget: QueryBudget(steps: 2_000_000))
            let report = schema.report(on: value, budget: QueryBudget(steps: 2_000_000))
            switch (verdict, report.verdict) {
            case (.valid, .valid): continue
            case (.invalid, .invalid):
                if report.breaches.isEmpty { return "\(dialect): invalid without a breach" }
            case (.undecided, _), (_, .undecided): continue
            default: return "\(dialect): verdict \(verdict), report \(report.verdict)"
            }
        }
        return nil
    }
}
