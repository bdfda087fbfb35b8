import Base
import JSONPath
import OpenAPI

/// What a schema of a description says about one value, with its references and alternatives side by side.
struct FlatSchemas {
    /// Schemas that are looked at for one value.
    private static let most = 300

    private(set) var schemas: [DescriptionValue] = []
    /// The types that it allows; empty if any is.
    private(set) var types: Set<String> = []
    /// Whether it was not read in full, so that nothing can be said about what is missing in it.
    private(set) var isOpen = false
    /// Members that all values must have.
    private(set) var required: [String: DescriptionValue] = [:]

    static let all: Set<String> = ["object", "array", "string", "number", "integer", "boolean", "null"]

    /// - Parameter steps: is lowered by one for each schema.
    init(_ roots: [DescriptionValue], _ steps: inout Int) {
        var types: Set<String> = []
        for root in roots {
            var seen: Set<DocumentPlace> = []
            types.formUnion(read(root, isCertain: roots.count == 1, depth: 0, &seen, &steps))
        }
        self.types = types.isSuperset(of: Self.all) ? [] : types
    }

    /// Goes down at most 30 levels of references and alternatives.
    private mutating func read(
        _ written: DescriptionValue, isCertain: Bool, depth: Int, _ seen: inout Set<DocumentPlace>, _ steps: inout Int
    ) -> Set<String> {
        countWork(1)
        steps -= 1
        guard steps > 0, depth < 30, schemas.count < Self.most, written.kind == .object else {
            isOpen = true
            return Self.all
        }
        guard seen.insert(written.place).inserted else { return Self.all }
        var types = Self.all
        if written.reference != nil {
            guard let target = try? written.followed() else {
                isOpen = true
                return Self.all
            }
            types = read(target, isCertain: isCertain, depth: depth + 1, &seen, &steps)
        }
        schemas.append(written)
        types.formIntersection(Self.ownTypes(written))
        for name in isCertain ? written["required"]?.elements ?? [] : [] {
            if let text = name.string { required[text] = required[text] ?? name }
        }
        for part in written["allOf"]?.elements ?? [] {
            types.formIntersection(read(part, isCertain: isCertain, depth: depth + 1, &seen, &steps))
        }
        for keyword in ["anyOf", "oneOf"] {
            guard let branches = written[keyword]?.elements, !branches.isEmpty else { continue }
            var union: Set<String> = []
            for branch in branches { union.formUnion(read(branch, isCertain: false, depth: depth + 1, &seen, &steps)) }
            types.formIntersection(union)
        }
        for keyword in ["then", "else", "$dynamicRef", "$recursiveRef", "dependentSchemas"]
        where written[keyword] != nil {
            isOpen = true
        }
        return types
    }

    private static func ownTypes(_ schema: DescriptionValue) -> Set<String> {
        var types = all
        if let type = schema["type"] {
            types = Set(type.string.map { [$0] } ?? type.strings)
            if types.contains("number") { types.insert("integer") }
            if schema.flag("nullable") || schema.flag("x-nullable") { types.insert("null") }
            // Swagger 2's `file`, or a word that nobody knows.
            if !types.isSubset(of: all) { return all }
        }
        if let words = schema["enum"]?.elements {
            types.formIntersection(words.reduce(into: Set<String>()) { $0.formUnion(Self.types(of: $1)) })
        }
        if let constant = schema["const"] { types.formIntersection(Self.types(of: constant)) }
        return types
    }

    private static func types(of value: DescriptionValue) -> Set<String> {
        switch value.kind {
        case .object: ["object"]
        case .array: ["array"]
        case .string: ["string"]
        case .number: ["number", "integer"]
        case .bool: ["boolean"]
        case .null: ["null"]
        }
    }

    /// The schemas of a member; nil if the description leaves open which members there are.
    func member(_ name: String) -> [DescriptionValue]? {
        var found: [DescriptionValue] = []
        for schema in schemas {
            if let member = schema["properties"]?[name] { found.append(member) }
        }
        if !found.isEmpty { return found }
        guard let additional = additional() else { return nil }
        if !additional.isEmpty { return additional }
        return properties != nil && !isOpen ? [] : nil
    }

    /// The first list of members; nil if no schema has one.
    var properties: DescriptionValue? { schemas.lazy.compactMap { $0["properties"] }.first }

    /// The schemas of members that are not listed; nil if they may be anything.
    func additional() -> [DescriptionValue]? {
        var found: [DescriptionValue] = []
        for schema in schemas {
            if schema["patternProperties"] != nil { return nil }
            guard let additional = schema["additionalProperties"] else { continue }
            if additional.bool == true { return nil }
            if additional.kind == .object { found.append(additional) }
        }
        return found
    }

    /// The schemas of elements; nil if they are not described, or one by one.
    func items() -> [DescriptionValue]? {
        var found: [DescriptionValue] = []
        for schema in schemas {
            if schema["prefixItems"] != nil { return nil }
            guard let items = schema["items"] else { continue }
            guard items.kind == .object else { return nil }
            found.append(items)
        }
        return found.isEmpty ? nil : found
    }

    /// The one list of texts that are allowed; nil if there is none, or several.
    var words: (at: DescriptionValue, texts: Set<String>)? {
        let lists = schemas.compactMap { $0["enum"] }
        guard lists.count == 1, let list = lists.first, schemas.allSatisfy({ $0["anyOf"] == nil && $0["oneOf"] == nil })
        else { return nil }
        return (list, Set(list.strings))
    }

    /// The format that is demanded, where it is the only one.
    var format: (at: DescriptionValue, name: String)? {
        let formats = schemas.compactMap { $0["format"] }
        guard formats.count == 1, let format = formats.first, let name = format.string,
            schemas.allSatisfy({ $0["anyOf"] == nil && $0["oneOf"] == nil })
        else { return nil }
        return (format, name)
    }
}
