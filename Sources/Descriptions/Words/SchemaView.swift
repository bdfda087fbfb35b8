import Base
import JSONPath
import OpenAPI

/// What a schema says together with its references and `allOf`, for showing it. Nothing is checked with it.
struct SchemaView {
    /// `oneOf` or `anyOf`.
    struct Choice {
        var keyword: String
        var branches: [DescriptionValue]
        var owner: DescriptionValue
    }

    struct Limit: Hashable {
        var value: String
        var isExclusive: Bool
    }

    /// Schemas that are joined for one view.
    static let mostSchemas = 200

    /// As written, `null` included; empty if nothing says it.
    var types: [String] = []
    var isNullable = false
    var formats: [String] = []
    var values: [DescriptionValue] = []
    var constant: DescriptionValue?
    var standard: DescriptionValue?
    var examples: [DescriptionValue] = []
    var minimum: Limit?
    var maximum: Limit?
    var multipleOf: String?
    var minLength: Int?
    var maxLength: Int?
    var patterns: [String] = []
    var encoding: String?
    var minItems: Int?
    var maxItems: Int?
    var isUnique = false
    var items: [DescriptionValue] = []
    var prefix: [DescriptionValue] = []
    var minProperties: Int?
    var maxProperties: Int?
    /// In the order of the text. A name that several schemas have keeps all of them.
    var properties: [(name: String, schemas: [DescriptionValue])] = []
    var patternProperties: [(name: String, schema: DescriptionValue)] = []
    var required: Set<String> = []
    var additional: [DescriptionValue] = []
    var isClosed = false
    var choices: [Choice] = []
    var discriminator: DescriptionValue?
    var isReadOnly = false
    var isWriteOnly = false
    var isDeprecated = false
    var title: String?
    /// Markdown; of the outermost schema that has one.
    var text: String?
    /// The last step of the first reference: `Pet`.
    var name: String?
    /// The schema `false`, which nothing fulfils.
    var allowsNothing = false
    /// Why a reference leads nowhere: a clause.
    var problem: String?
    /// Where the schema itself is, after its references.
    var place: DocumentPlace
    /// All places that were joined.
    private(set) var joined: Set<DocumentPlace> = []

    private var places: [String: Int] = [:]
    private let version: DescriptionVersion

    init(_ schemas: [DescriptionValue], _ version: DescriptionVersion) {
        self.version = version
        place = schemas.first?.place ?? DocumentPlace(document: 0, node: 0)
        var pending = Array(schemas.reversed())
        var isOutermost = true
        while let schema = pending.popLast() {
            countWork(1)
            guard joined.insert(schema.place).inserted, joined.count <= Self.mostSchemas else { continue }
            if schema.kind == .bool { allowsNothing = allowsNothing || schema.bool == false }
            guard schema.kind == .object else { continue }
            if let reference = schema["$ref"], let text = reference.string {
                do throws(ReferenceFailure) {
                    let target = try schema.followed()
                    if isOutermost, schemas.count == 1 {
                        name = Self.lastStep(text)
                        place = target.place
                    }
                    if version.readsSiblingsOfReferences { add(schema, &pending) }
                    pending.append(target)
                } catch { problem = problem ?? error.reason }
                continue
            }
            if isOutermost, name == nil, schemas.count == 1, schema["allOf"]?.elements.count == 1,
                let only = schema["allOf"]?.elements.first?.reference
            {
                // A reference with a description beside it, as 3.0 has to write it.
                name = Self.lastStep(only)
            }
            isOutermost = false
            add(schema, &pending)
        }
    }

    private static func lastStep(_ reference: String) -> String? {
        let step = reference.split(separator: "/").last.map(String.init) ?? reference
        let name = step.split(separator: "#").last.map(String.init) ?? step
        return name.isEmpty ? nil : PlainLine.of(JSONPointer.name(ofStep: name), limit: 80)
    }

    private mutating func add(_ schema: DescriptionValue, _ pending: inout [DescriptionValue]) {
        var own: [DescriptionValue] = []
        for (name, value) in schema.members {
            switch name {
            case "type":
                let names = value.kind == .array ? value.strings : [value.string].compactMap(\.self)
                if types.isEmpty { types = names } else { types = types.filter(names.contains) }
            case "nullable" where version == .openAPI30, "x-nullable" where version == .swagger2:
                isNullable = isNullable || value.bool == true
            case "format": if let text = value.string, !formats.contains(text) { formats.append(text) }
            case "enum": if values.isEmpty { values = value.elements }
            case "const" where version.hasJSONSchema: constant = constant ?? value
            case "default": standard = standard ?? value
            case "example": examples.append(value)
            case "examples": if value.kind == .array { examples += value.elements }
            case "pattern": if let text = value.string, !patterns.contains(text) { patterns.append(text) }
            case "contentEncoding": encoding = encoding ?? value.string
            case "title": title = title ?? value.string
            case "description": text = text ?? value.string
            case "readOnly": isReadOnly = isReadOnly || value.bool == true
            case "writeOnly": isWriteOnly = isWriteOnly || value.bool == true
            case "deprecated": isDeprecated = isDeprecated || value.bool == true
            case "allOf": own += value.elements
            case "oneOf", "anyOf":
                if !value.elements.isEmpty {
                    choices.append(Choice(keyword: name, branches: value.elements, owner: schema))
                }
            case "discriminator": discriminator = discriminator ?? value
            default: if !addLimit(name, value, schema) { addContents(name, value) }
            }
        }
        pending += own.reversed()
    }

    private mutating func addLimit(_ name: String, _ value: DescriptionValue, _ schema: DescriptionValue) -> Bool {
        switch name {
        case "minimum":
            if let number = value.number {
                raise(number, !version.hasJSONSchema && schema["exclusiveMinimum"]?.bool == true)
            }
        case "maximum":
            if let number = value.number {
                lower(number, !version.hasJSONSchema && schema["exclusiveMaximum"]?.bool == true)
            }
        case "exclusiveMinimum": if version.hasJSONSchema, let number = value.number { raise(number, true) }
        case "exclusiveMaximum": if version.hasJSONSchema, let number = value.number { lower(number, true) }
        case "multipleOf": multipleOf = multipleOf ?? value.number
        case "minLength": minLength = [minLength, value.integer].compactMap(\.self).max()
        case "maxLength": maxLength = [maxLength, value.integer].compactMap(\.self).min()
        case "minItems": minItems = [minItems, value.integer].compactMap(\.self).max()
        case "maxItems": maxItems = [maxItems, value.integer].compactMap(\.self).min()
        case "minProperties": minProperties = [minProperties, value.integer].compactMap(\.self).max()
        case "maxProperties": maxProperties = [maxProperties, value.integer].compactMap(\.self).min()
        default: return false
        }
        return true
    }

    private mutating func raise(_ number: String, _ isExclusive: Bool) {
        let limit = Limit(value: number, isExclusive: isExclusive)
        guard let known = minimum else {
            minimum = limit
            return
        }
        let order = Self.compare(known.value, number)
        if order < 0 || order == 0 && isExclusive { minimum = limit }
    }

    private mutating func lower(_ number: String, _ isExclusive: Bool) {
        let limit = Limit(value: number, isExclusive: isExclusive)
        guard let known = maximum else {
            maximum = limit
            return
        }
        let order = Self.compare(known.value, number)
        if order > 0 || order == 0 && isExclusive { maximum = limit }
    }

    private static func compare(_ left: String, _ right: String) -> Int {
        let (left, right) = (JSONNumber(Array(left.utf8)[...]), JSONNumber(Array(right.utf8)[...]))
        return left < right ? -1 : left == right ? 0 : 1
    }

    private mutating func addContents(_ name: String, _ value: DescriptionValue) {
        switch name {
        case "items": if value.kind == .array { prefix += value.elements } else { items.append(value) }
        case "prefixItems": prefix += value.elements
        case "uniqueItems": isUnique = isUnique || value.bool == true
        case "properties":
            for (name, schema) in value.members {
                if let place = places[name] {
                    properties[place].schemas.append(schema)
                } else {
                    places[name] = properties.count
                    properties.append((name, [schema]))
                }
            }
        case "patternProperties": patternProperties += value.members.map { ($0.name, $0.value) }
        // In Swagger 2 a parameter has a boolean here.
        case "required": if value.kind == .array { required.formUnion(value.strings) }
        case "additionalProperties", "unevaluatedProperties":
            if value.bool == false { isClosed = true }
            if value.kind == .object { additional.append(value) }
        default: break
        }
    }

    /// The types without `null`; guessed from the other keywords if nothing says them.
    var plainTypes: [String] {
        let named = types.filter { $0 != "null" }
        if !named.isEmpty || !types.isEmpty { return named }
        if !properties.isEmpty || !additional.isEmpty || !required.isEmpty { return ["object"] }
        if !items.isEmpty || !prefix.isEmpty { return ["array"] }
        if minLength != nil || maxLength != nil || !patterns.isEmpty { return ["string"] }
        if minimum != nil || maximum != nil || multipleOf != nil { return ["number"] }
        return []
    }

    /// Whether `null` is valid by its type.
    var takesNull: Bool { isNullable || types.contains("null") }

    func property(_ name: String) -> [DescriptionValue]? { places[name].map { properties[$0].schemas } }
}
