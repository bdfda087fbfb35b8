import Base
import JSONPath
import JSONSchema

/// The schemas of a draft, each once. Children come before parents, so nothing is recursive.
struct SchemaPool: Sendable {
    typealias ID = Int

    struct Schema: Sendable, Hashable {
        /// In the order of `types(of:)`; empty means any value.
        var types: [String] = []
        var format: String?
        var words: [String] = []
        /// In byte order of the names.
        var names: [[UInt8]] = []
        var members: [ID] = []
        var required: [[UInt8]] = []
        var additional: ID?
        var items: ID?
        var hasItems = false
        var mediaType: String?
    }

    private(set) var schemas: [Schema] = []
    private var ids: [Schema: ID] = [:]
    /// The names of an object in the order of the bodies.
    private var orders: [ID: [[UInt8]]] = [:]
    /// What a schema could be called, with how often.
    private(set) var hints: [ID: [String: Int]] = [:]
    /// Where a schema is used outside of others, in the order of the document.
    private var roots: [ID] = []
    /// Names of the schemas that are components.
    private(set) var components: [ID: String] = [:]

    private mutating func intern(_ schema: Schema) -> ID {
        if let known = ids[schema] { return known }
        let id = schemas.count
        schemas.append(schema)
        ids[schema] = id
        return id
    }

    /// - Parameters:
    ///   - hint: what a component would be called.
    ///   - listsWords: whether `enum` may be written.
    mutating func add(_ shape: ShapeTable.ID, of shapes: ShapeTable, hint: String, listsWords: Bool) -> ID {
        let id = schema(shape, shapes, hint, listsWords)
        roots.append(id)
        return id
    }

    /// A form, or another object whose members are texts.
    mutating func add(_ fields: ParameterTable, count: Int, hint: String) -> ID {
        var schema = Schema(types: ["object"])
        for field in fields.all.values.sorted(by: { $0.spelling.utf8.lexicographicallyPrecedes($1.spelling.utf8) }) {
            schema.names.append(Array(field.spelling.utf8))
            schema.members.append(intern(field))
            if field.holders == count { schema.required.append(Array(field.spelling.utf8)) }
        }
        let id = intern(schema)
        if orders[id] == nil { orders[id] = schema.names }
        hints[id, default: [:]][hint, default: 0] += 1
        roots.append(id)
        return id
    }

    mutating func add(_ parameter: ParameterFacts) -> ID {
        let id = intern(parameter)
        roots.append(id)
        return id
    }

    private mutating func intern(_ parameter: ParameterFacts) -> ID {
        var schema = Self.scalar(parameter.text, lists: SecretWords.mayListValues(of: parameter.spelling))
        if parameter.isFile { schema = Schema(mediaType: "application/octet-stream") }
        let id = intern(schema)
        guard parameter.isRepeated else { return id }
        return intern(Schema(types: ["array"], items: id, hasItems: true))
    }

    mutating func add(scalar text: TextFacts) -> ID {
        let id = intern(Self.scalar(text, lists: false))
        roots.append(id)
        return id
    }

    private static func scalar(_ text: TextFacts, lists: Bool) -> Schema {
        guard text.count > 0 else { return Schema(types: ["string"]) }
        if text.scalars.contains(.integer) { return Schema(types: ["integer"]) }
        if text.scalars.contains(.number) { return Schema(types: ["number"]) }
        if text.scalars.contains(.boolean) { return Schema(types: ["boolean"]) }
        return Schema(types: ["string"], format: text.format?.rawValue, words: lists ? text.words ?? [] : [])
    }

    /// Goes down at most `ShapeTable.deepest` levels.
    private mutating func schema(
        _ id: ShapeTable.ID, _ shapes: ShapeTable, _ hint: String, _ listsWords: Bool
    ) -> ID {
        countWork(1)
        guard id != ShapeTable.none else { return intern(Schema()) }
        let shape = shapes[id]
        var schema = Schema(types: Self.types(of: shape))
        if shape.text.count > 0 {
            schema.format = shape.text.format?.rawValue
            let isText = schema.types.allSatisfy { $0 == "string" || $0 == "null" }
            if listsWords, isText, let words = shape.text.words { schema.words = words }
        }
        if shape.arrays > 0 {
            schema.hasItems = true
            if shape.element != ShapeTable.none, !shapes[shape.element].isEmpty {
                schema.items = self.schema(
                    shape.element, shapes, NameWords.pascal(NameWords.singular(NameWords.words(hint))), listsWords)
            }
        }
        var order: [[UInt8]] = []
        if shape.objects > 0 {
            let members = zip(shape.names, shape.members).map { (name: $0.0, id: $0.1) }
            for member in members.sorted(by: { $0.name.lexicographicallyPrecedes($1.name) }) {
                let name = String(decoding: member.name, as: UTF8.self)
                schema.names.append(member.name)
                schema.members.append(
                    self.schema(
                        member.id, shapes, Self.hint(name, in: hint), SecretWords.mayListValues(of: name)))
                if shapes[member.id].owners == shape.objects { schema.required.append(member.name) }
            }
            if shape.anyMember != ShapeTable.none, !shapes[shape.anyMember].isEmpty {
                schema.additional = self.schema(
                    shape.anyMember, shapes, NameWords.pascal(NameWords.singular(NameWords.words(hint))), false)
            }
            order = Self.order(members, shapes)
        }
        let result = intern(schema)
        if !order.isEmpty, orders[result] == nil { orders[result] = order }
        if !order.isEmpty { hints[result, default: [:]][hint, default: 0] += 1 }
        return result
    }

    /// Members that only wrap what a response is about.
    private static let wrappers: Set<String> = [
        "data", "items", "results", "result", "records", "rows", "entries", "content", "values", "hits", "nodes",
        "edges", "list", "elements", "payload", "value", "node", "objects", "docs", "members",
    ]

    private static func hint(_ member: String, in owner: String) -> String {
        let words = NameWords.words(member)
        if wrappers.contains(member.lowercased()) {
            return owner.hasSuffix("List") && owner.utf8.count > 4 ? String(owner.dropLast(4)) : owner
        }
        return words.isEmpty ? owner : NameWords.pascal(words)
    }

    static func types(of shape: ShapeTable.Shape) -> [String] {
        var types: [String] = []
        if shape.objects > 0 { types.append("object") }
        if shape.arrays > 0 { types.append("array") }
        if shape.text.count > 0 { types.append("string") }
        if shape.fractions > 0 { types.append("number") } else if shape.integers > 0 { types.append("integer") }
        if shape.booleans > 0 { types.append("boolean") }
        if shape.nulls > 0 { types.append("null") }
        return types
    }

    /// By the mean place in the objects, then by name.
    private static func order(_ members: [(name: [UInt8], id: ShapeTable.ID)], _ shapes: ShapeTable) -> [[UInt8]] {
        let placed = members.map { (name: $0.name, owners: max(1, shapes[$0.id].owners), sum: shapes[$0.id].positions) }
        return placed.sorted { a, b in
            let (left, right) = (a.sum.multipliedFullWidth(by: b.owners), b.sum.multipliedFullWidth(by: a.owners))
            if left.high != right.high { return left.high < right.high }
            if left.low != right.low { return left.low < right.low }
            return a.name.lexicographicallyPrecedes(b.name)
        }.map(\.name)
    }

    // MARK: Components

    /// Gives names to objects that occur in several places. Call it when all schemas are there.
    mutating func nameComponents() {
        var uses = [Int](repeating: 0, count: schemas.count)
        for root in roots { uses[root] += 1 }
        var shared: [ID] = []
        for id in schemas.indices.reversed() where uses[id] > 0 {
            let schema = schemas[id]
            let isShared = uses[id] > 1 && schema.names.count > 1
            if isShared { shared.append(id) }
            let count = isShared ? 1 : min(uses[id], 1 << 30)
            for child in schema.members + [schema.additional, schema.items].compactMap({ $0 }) {
                uses[child] = min(uses[child] + count, 1 << 30)
            }
        }
        var taken: Set<String> = []
        for id in shared.reversed() {
            let best = (hints[id] ?? [:]).max { a, b in
                a.value == b.value ? b.key.utf8.lexicographicallyPrecedes(a.key.utf8) : a.value < b.value
            }
            var base = best?.key ?? ""
            if base.isEmpty || base.utf8.first.map({ $0 < 0x3A }) == true { base = "Object" + base }
            components[id] = taken.insertFree(String(base.prefix(60)), separator: "")
        }
    }

    /// The components by name.
    var named: [(name: String, schema: JSONOutput)] {
        components.sorted { $0.value.utf8.lexicographicallyPrecedes($1.value.utf8) }.map { ($0.value, written($0.key)) }
    }

    /// The schema, or a reference to its component.
    func output(_ id: ID) -> JSONOutput {
        if let name = components[id] { return ["$ref": .string("#/components/schemas/\(name)")] }
        return written(id)
    }

    private func written(_ id: ID) -> JSONOutput {
        let schema = schemas[id]
        var out: [(String, JSONOutput)] = []
        if schema.types.count == 1 {
            out.append(("type", .string(schema.types[0])))
        } else if !schema.types.isEmpty {
            out.append(("type", .array(schema.types.map { .string($0) })))
        }
        if let format = schema.format { out.append(("format", .string(format))) }
        if !schema.words.isEmpty {
            let words = schema.words.map { JSONOutput.string($0) }
            out.append(("enum", .array(schema.types.contains("null") ? words + [.null] : words)))
        }
        if let mediaType = schema.mediaType { out.append(("contentMediaType", .string(mediaType))) }
        let order = orders[id] ?? []
        if !order.isEmpty {
            let required = Set(schema.required)
            let listed = order.filter(required.contains).map { JSONOutput.string(String(decoding: $0, as: UTF8.self)) }
            if !listed.isEmpty { out.append(("required", .array(listed))) }
            let places = Dictionary(zip(schema.names, schema.members)) { $1 }
            out.append(
                (
                    "properties",
                    .object(
                        order.compactMap { name in
                            places[name].map { (String(decoding: name, as: UTF8.self), output($0)) }
                        })
                ))
        }
        if let additional = schema.additional { out.append(("additionalProperties", output(additional))) }
        if schema.hasItems { out.append(("items", schema.items.map(output) ?? .object([]))) }
        return .object(out)
    }
}
