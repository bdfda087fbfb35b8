import JSONSchema
import OpenAPI

/// Schemas that were compiled, by place and direction, up to a bound.
///
/// A schema that was compiled as a part of another one is taken from there: a sample is checked property by property,
/// and in a large description each of the properties' schemas leads to thousands of others.
struct CompiledSchemas {
    private struct Key: Hashable {
        var place: DocumentPlace
        var direction: DescribedAPI.Direction
    }

    /// Parts that are kept. One takes about 200 bytes.
    static let mostParts = 300_000
    /// Whole schemas that are looked through for a part.
    private static let mostLooks = 64
    /// A smaller schema is not looked through: it would push out those whose parts are worth finding.
    private static let fewParts = 32
    /// After this many compiled parts, the schemas of all operations are compiled together.
    private static let mostPartsOneByOne = 50_000

    private var known: [Key: JSONSchema.Schema] = [:]
    /// Those that were compiled for themselves, oldest first.
    private var whole: [DescribedAPI.Direction: [JSONSchema.Schema]] = [:]
    private var parts = 0
    private var isTogether: Set<DescribedAPI.Direction> = []
    /// All parts that were ever compiled.
    private(set) var allParts = 0

    mutating func schema(at place: DocumentPlace, _ direction: DescribedAPI.Direction) -> JSONSchema.Schema? {
        let key = Key(place: place, direction: direction)
        if let schema = known[key] { return schema }
        for schema in (whole[direction] ?? []).suffix(Self.mostLooks).reversed() {
            guard let part = schema.part(document: place.document, node: place.node) else { continue }
            known[key] = part
            return part
        }
        return nil
    }

    mutating func keep(
        _ schema: JSONSchema.Schema, at place: DocumentPlace, _ direction: DescribedAPI.Direction
    ) {
        allParts += schema.size
        if parts + schema.size > Self.mostParts { (known, whole, parts) = ([:], [:], 0) }
        parts += schema.size
        known[Key(place: place, direction: direction)] = schema
        if schema.size >= Self.fewParts { whole[direction, default: []].append(schema) }
    }

    /// Whether the schemas of all operations should be compiled together now: compiled one by one, schemas that lead to one
    /// another are compiled again for each operation. True once.
    mutating func isTimeForAll(_ direction: DescribedAPI.Direction) -> Bool {
        allParts > Self.mostPartsOneByOne && isTogether.insert(direction).inserted
    }

    /// Remembers that a place means a schema that is kept already.
    mutating func name(_ schema: JSONSchema.Schema, at place: DocumentPlace, _ direction: DescribedAPI.Direction) {
        known[Key(place: place, direction: direction)] = schema
    }
}
