import Base
import JSONPath
import OpenAPI

/// What a schema says of members, items and types, with its references and `allOf` joined: for bodies whose texts have no types of their
/// own. It decides only how a text is read; the validator decides whether the value is valid.
struct SchemaParts {
    /// Schemas that are joined for one.
    static let mostSchemas = 200

    /// Of all branches, `null` included; empty if nothing says it.
    private(set) var types: Set<String> = []
    /// In the order of the text; a name may have schemas of several branches.
    private(set) var names: [String] = []
    private(set) var properties: [String: [DocumentPlace]] = [:]
    private(set) var required: Set<String> = []
    private(set) var items: [DocumentPlace] = []
    /// For members of other names.
    private(set) var additional: [DocumentPlace] = []
    /// Whether other members are known to be allowed, whatever they are.
    private(set) var allowsOthers = false
    /// Whether members of other names are refused.
    private(set) var isClosed = false
    private(set) var hasPatterns = false
    /// Whether there are `oneOf` or `anyOf`.
    private(set) var hasChoices = false
    /// How it is written as XML; that of the outermost schema.
    private(set) var xml: DescriptionValue?
    /// The last step of the first reference: `Pet`.
    private(set) var name: String?
    /// Why a reference leads nowhere: a clause.
    private(set) var problem: String?

    var isArray: Bool { types.contains("array") || !items.isEmpty && !types.contains("object") }
    var isObject: Bool { types.contains("object") || !names.isEmpty || !additional.isEmpty || hasPatterns }
    /// The types without `null`.
    var valueTypes: Set<String> { types.subtracting(["null"]) }

    /// - Parameter schemas: what holds together.
    init(_ schemas: [DocumentPlace], _ documents: DocumentSet) {
        var open = Array(schemas.reversed())
        var seen: Set<DocumentPlace> = []
        while let place = open.popLast(), seen.count < Self.mostSchemas {
            countWork(1)
            guard seen.insert(place).inserted else { continue }
            let schema = documents.value(place)
            guard schema.kind == .object else { continue }
            if let reference = schema["$ref"], let text = reference.string {
                if name == nil, seen.count == 1, let step = text.split(separator: "/").last {
                    name = JSONPointer.name(ofStep: step)
                }
                do throws(ReferenceFailure) { open.append(try schema.target(of: reference).place) } catch {
                    problem = problem ?? error.reason
                }
            }
            add(schema, &open)
        }
    }

    private mutating func add(_ schema: DescriptionValue, _ open: inout [DocumentPlace]) {
        for (keyword, value) in schema.members {
            switch keyword {
            case "type": types.formUnion(value.string.map { [$0] } ?? value.strings)
            case "nullable", "x-nullable": if value.bool == true { types.insert("null") }
            case "properties":
                for (name, property) in value.members {
                    if properties[name] == nil { names.append(name) }
                    properties[name, default: []].append(property.place)
                }
            case "required": required.formUnion(value.strings)
            case "items": if value.kind == .object { items.append(value.place) }
            case "additionalProperties", "unevaluatedProperties":
                switch value.bool {
                case true?: allowsOthers = true
                case false?: isClosed = true
                case nil: additional.append(value.place)
                }
            case "patternProperties": hasPatterns = true
            case "allOf": open += value.elements.reversed().map(\.place)
            case "oneOf", "anyOf":
                hasChoices = true
                open += value.elements.reversed().map(\.place)
            case "xml": xml = xml ?? value
            default: break
            }
        }
    }
}
