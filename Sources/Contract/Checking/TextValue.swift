import Base
import JSONPath
import OpenAPI

/// Gives a text the type that its schema has for it.
struct TextValue {
    let api: DescribedAPI
    let direction: DescribedAPI.Direction

    /// - Parameters:
    ///   - parts: what `schemas` say together.
    ///   - items: the texts of an array's items.
    /// - Returns: what the text stands for; where the types leave it open, the likeliest value that all schemas allow.
    func value(
        _ text: String, items: [String]? = nil, explodes: Bool = true, _ parts: SchemaParts, _ schemas: [DocumentPlace]
    ) -> JSONOutput {
        let types = parts.valueTypes
        if types == ["string"], !parts.types.contains("null") || !text.isEmpty { return .string(text) }
        let values = WrittenValue.candidates(text, items: items, explodes: explodes, types: parts.types.sorted())
        guard let first = values.first else { return .string(text) }
        if types.count == 1, !parts.isArray, !parts.isObject, parts.types.count == 1 { return first }
        return choice(of: values, schemas) ?? first
    }

    /// The first value that all schemas allow, else the first one.
    func choice(of values: [JSONOutput], _ schemas: [DocumentPlace]) -> JSONOutput? {
        values.first { value in
            guard let tree = try? JSONTree.parse(value.bytes) else { return false }
            return schemas.allSatisfy { api.isValid(tree, at: $0, direction) }
        } ?? values.first
    }
}
