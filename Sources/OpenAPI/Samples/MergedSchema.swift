import Base
import JSONPath

/// The types of JSON Schema.
struct SchemaTypes: OptionSet, Sendable, Hashable {
    let rawValue: UInt8
    static let null = SchemaTypes(rawValue: 1)
    static let boolean = SchemaTypes(rawValue: 2)
    static let integer = SchemaTypes(rawValue: 4)
    /// Numbers that need not be integers; a schema that allows it allows integers, too.
    static let number = SchemaTypes(rawValue: 8)
    static let string = SchemaTypes(rawValue: 16)
    static let array = SchemaTypes(rawValue: 32)
    static let object = SchemaTypes(rawValue: 64)
    static let all = SchemaTypes(rawValue: 127)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(name: String) {
        switch name {
        case "null": self = .null
        case "boolean": self = .boolean
        case "integer": self = .integer
        case "number": self = [.integer, .number]
        case "string", "file": self = .string
        case "array": self = .array
        case "object": self = .object
        default: self = []
        }
    }
}

/// What several schemas say together: a schema with its references and `allOf`, and perhaps chosen branches.
struct MergedSchema {
    /// `oneOf` or `anyOf`, of which no branch is chosen yet.
    struct Choice {
        /// The array of branches.
        var group: DescriptionValue
        var owner: DescriptionValue
    }

    /// Schemas that are looked at for one value.
    static let mostSchemas = 2_000

    var types = SchemaTypes.all
    /// What the types are by the other keywords, if nothing says it.
    var hints = SchemaTypes()
    var saysType = false
    /// Why no value is valid: a clause.
    var conflict: String?
    var numbers = NumberSample()
    var strings = StringSample()
    var minItems = 0
    var maxItems: Int?
    var isUnique = false
    var prefix: [[DocumentPlace]] = []
    var items: [DocumentPlace] = []
    var contains: [DocumentPlace] = []
    var names: [String] = []
    var properties: [String: [DocumentPlace]] = [:]
    var required: [String] = []
    var additional: [DocumentPlace] = []
    var allowsAdditional = true
    var minProperties = 0
    var maxProperties: Int?
    var constants: [DescriptionValue] = []
    var choices: [Choice] = []
    var examples: [(origin: Sample.Origin, value: DescriptionValue)] = []
    var enumeration: [DescriptionValue] = []
    var isReadOnly = false
    var isWriteOnly = false
    var discriminators: [DescriptionValue] = []

    private var seen: Set<DocumentPlace> = []
    private var pending: [DescriptionValue] = []
    private let version: DescriptionVersion

    /// - Parameter chosen: branches by the places of their groups.
    init(
        _ places: [DocumentPlace], _ documents: DocumentSet, _ version: DescriptionVersion,
        chosen: [DocumentPlace: DocumentPlace] = [:]
    ) {
        self.version = version
        pending = places.reversed().map(documents.value)
        while let schema = pending.popLast() {
            countWork(1)
            guard seen.insert(schema.place).inserted else { continue }
            guard seen.count <= Self.mostSchemas else {
                conflict = "it has more than \(Self.mostSchemas) schemas"
                break
            }
            add(schema, chosen)
        }
        if !saysType, !hints.isEmpty { types.formIntersection(hints) }
        if types.isEmpty, conflict == nil { conflict = "its schemas have no type in common" }
    }

    private mutating func add(_ schema: DescriptionValue, _ chosen: [DocumentPlace: DocumentPlace]) {
        if schema.kind == .bool {
            if schema.bool == false { conflict = "its schema is 'false', which nothing fulfils" }
            return
        }
        guard schema.kind == .object else { return }
        if let reference = schema["$ref"], reference.kind == .string {
            do throws(ReferenceFailure) {
                let target = try schema.target(of: reference)
                _ = try target.followed()
                if version.readsSiblingsOfReferences { keywords(schema, chosen) }
                pending.append(target)
            } catch {
                conflict = "the reference \(error.reason)"
            }
            return
        }
        if let reference = schema["$dynamicRef"], reference.kind == .string,
            let target = try? schema.target(of: reference)
        {
            pending.append(target)
        }
        keywords(schema, chosen)
    }

    private mutating func keywords(_ schema: DescriptionValue, _ chosen: [DocumentPlace: DocumentPlace]) {
        var own: [DescriptionValue] = []
        var nullable = false
        var type: SchemaTypes?
        for (name, value) in schema.members {
            switch name {
            case "type":
                let names = value.kind == .array ? value.strings : [value.string].compactMap { $0 }
                let known = names.reduce(into: SchemaTypes()) { $0.formUnion(SchemaTypes(name: $1)) }
                if !known.isEmpty { type = known }
            case "nullable" where version == .openAPI30, "x-nullable" where version == .swagger2:
                nullable = value.bool ?? false
            case "const": constants.append(value)
            case "enum":
                let values = value.elements
                enumeration = enumeration.isEmpty ? values : enumeration
            case "allOf": own += value.elements
            case "oneOf", "anyOf":
                guard !value.elements.isEmpty else { continue }
                if let branch = chosen[value.place] {
                    own.append(schema.documents.value(branch))
                } else {
                    choices.append(Choice(group: value, owner: schema))
                }
            case "minimum":
                hints.formUnion([.integer, .number])
                let isExclusive = !version.hasJSONSchema && schema.flag("exclusiveMinimum")
                if let number = value.number { numbers.minimums.append(.init(value: number, isExclusive: isExclusive)) }
            case "maximum":
                hints.formUnion([.integer, .number])
                let isExclusive = !version.hasJSONSchema && schema.flag("exclusiveMaximum")
                if let number = value.number { numbers.maximums.append(.init(value: number, isExclusive: isExclusive)) }
            case "exclusiveMinimum":
                hints.formUnion([.integer, .number])
                if version.hasJSONSchema, let number = value.number {
                    numbers.minimums.append(.init(value: number, isExclusive: true))
                }
            case "exclusiveMaximum":
                hints.formUnion([.integer, .number])
                if version.hasJSONSchema, let number = value.number {
                    numbers.maximums.append(.init(value: number, isExclusive: true))
                }
            case "multipleOf":
                hints.formUnion([.integer, .number])
                if let number = value.number { numbers.multiples.append(number) }
            case "minLength":
                hints.formUnion(.string)
                strings.minLength = max(strings.minLength, value.integer ?? 0)
            case "maxLength":
                hints.formUnion(.string)
                strings.maxLength = Self.smaller(strings.maxLength, value.integer)
            case "pattern":
                hints.formUnion(.string)
                if let text = value.string, !strings.patterns.contains(text) { strings.patterns.append(text) }
            case "format":
                if let text = value.string { strings.formats.append(text) }
            case "contentEncoding": if value.string == "base64" { strings.formats.append("byte") }
            default: containers(name, value, schema)
            }
        }
        if let known = type {
            saysType = true
            types.formIntersection(nullable ? known.union(.null) : known)
        }
        examples += Self.examples(of: schema, version)
        pending += own.reversed()
    }

    private mutating func containers(_ name: String, _ value: DescriptionValue, _ schema: DescriptionValue) {
        switch name {
        case "items":
            hints.formUnion(.array)
            if value.kind == .array { prefix = value.elements.map { [$0.place] } } else { items.append(value.place) }
        case "prefixItems":
            hints.formUnion(.array)
            for (index, item) in value.elements.enumerated() {
                if index < prefix.count { prefix[index].append(item.place) } else { prefix.append([item.place]) }
            }
        case "contains": contains.append(value.place)
        case "minItems":
            hints.formUnion(.array)
            minItems = max(minItems, value.integer ?? 0)
        case "maxItems":
            hints.formUnion(.array)
            maxItems = Self.smaller(maxItems, value.integer)
        case "uniqueItems": isUnique = isUnique || value.bool ?? false
        case "properties":
            hints.formUnion(.object)
            for (name, value) in value.members {
                if properties[name] == nil { names.append(name) }
                properties[name, default: []].append(value.place)
            }
        case "required":
            // Parameters of Swagger 2 have a boolean here.
            guard value.kind == .array else { return }
            hints.formUnion(.object)
            var known = Set(required)
            for name in value.strings where known.insert(name).inserted { required.append(name) }
        case "additionalProperties":
            hints.formUnion(.object)
            if value.bool == false {
                allowsAdditional = false
            } else if value.kind == .object {
                additional.append(value.place)
            }
        case "minProperties": minProperties = max(minProperties, value.integer ?? 0)
        case "maxProperties": maxProperties = Self.smaller(maxProperties, value.integer)
        case "readOnly": isReadOnly = isReadOnly || value.bool ?? false
        case "writeOnly": isWriteOnly = isWriteOnly || value.bool ?? false
        case "discriminator": discriminators.append(schema)
        default: break
        }
    }

    private static func smaller(_ known: Int?, _ value: Int?) -> Int? {
        guard let value, value >= 0 else { return known }
        return min(known ?? value, value)
    }

    /// The authors' values of a schema, in the order in which they are preferred.
    private static func examples(
        of schema: DescriptionValue, _ version: DescriptionVersion
    ) -> [(origin: Sample.Origin, value: DescriptionValue)] {
        var found: [(origin: Sample.Origin, value: DescriptionValue)] = []
        if let list = schema["examples"], list.kind == .array { found += list.elements.map { (.schemaExample, $0) } }
        if let example = schema["example"] { found.append((.schemaExample, example)) }
        if let value = schema["default"] { found.append((.standard, value)) }
        return found
    }
}
