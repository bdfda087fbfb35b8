import Base
import JSONPath
import JSONSchema
import OpenAPI

/// Compares the shape of bodies with the schema that describes them.
struct SchemaComparison {
    private let shapes: ShapeTable
    private let operation: String
    /// `Status 200`, or `The request`.
    private let subject: String
    private let isRequest: Bool
    var list: DifferenceList

    init(
        _ shapes: ShapeTable, _ operation: String, _ subject: String, isRequest: Bool, _ list: DifferenceList
    ) {
        self.shapes = shapes
        self.operation = operation
        self.subject = subject
        self.isRequest = isRequest
        self.list = list
    }

    private struct Work {
        var shape: ShapeTable.ID
        var schemas: [DescriptionValue]
        var path: String
    }

    mutating func compare(_ shape: ShapeTable.ID, with schemas: [DescriptionValue]) {
        var open = [Work(shape: shape, schemas: schemas, path: "$")]
        while let work = open.popLast(), list.steps > 0 { compare(work, &open) }
    }

    private mutating func compare(_ work: Work, _ open: inout [Work]) {
        guard work.shape != ShapeTable.none, let first = work.schemas.first else { return }
        let shape = shapes[work.shape]
        let flat = FlatSchemas(work.schemas, &list.steps)
        types(of: shape, flat, work.path, at: first)
        texts(of: shape, flat, work.path)
        if shape.arrays > 0, shape.element != ShapeTable.none, let items = flat.items() {
            open.append(Work(shape: shape.element, schemas: items, path: work.path + "[*]"))
        }
        guard shape.objects > 0 else { return }
        members(of: shape, flat, work.path, &open)
        required(of: shape, flat, work.path)
        if shape.anyMember != ShapeTable.none, let additional = flat.additional(), !additional.isEmpty {
            open.append(Work(shape: shape.anyMember, schemas: additional, path: work.path + "[*]"))
        }
    }

    private mutating func add(
        _ kind: DescriptionDifference.Kind, _ text: String, at value: DescriptionValue, step: String = ""
    ) {
        list.add(kind, operation, "\(subject): \(text)", at: value, step: step)
    }

    private mutating func types(
        of shape: ShapeTable.Shape, _ flat: FlatSchemas, _ path: String, at value: DescriptionValue
    ) {
        guard !flat.types.isEmpty else { return }
        let seen = SchemaPool.types(of: shape).filter { !flat.types.contains($0) }
        guard !seen.isEmpty else { return }
        var described = flat.types
        if described.contains("number") { described.remove("integer") }
        let list = described.sorted().joined(separator: " or ")
        let at = (try? value.followed()) ?? value
        add(.type, "\(path) was \(seen.joined(separator: " and ")), and is described as \(list).", at: at["type"] ?? at)
    }

    private mutating func texts(of shape: ShapeTable.Shape, _ flat: FlatSchemas, _ path: String) {
        guard shape.text.count > 0 else { return }
        // Not `uri`, of which a draft knows only those with an authority.
        if let (at, name) = flat.format, let format = TextFormat(rawValue: name), format != .uri,
            let bit = TextFormat.allCases.firstIndex(of: format), shape.text.formats & 1 << bit == 0
        {
            add(.type, "\(path) had texts that are not of its format \(quoted(name)).", at: at)
        }
        guard let words = flat.words, let tokens = shape.text.tokens else { return }
        for token in tokens.map({ String(decoding: $0.bytes, as: UTF8.self) }).sorted()
        where !words.texts.contains(token) {
            add(.type, "\(path) was \(quoted(token)), which is not in its 'enum'.", at: words.at)
        }
    }

    private mutating func members(
        of shape: ShapeTable.Shape, _ flat: FlatSchemas, _ path: String, _ open: inout [Work]
    ) {
        let sorted = zip(shape.names, shape.members).sorted { $0.0.lexicographicallyPrecedes($1.0) }
        for (bytes, id) in sorted {
            countWork(1)
            let name = String(decoding: bytes, as: UTF8.self)
            let path = path + PathStep.text(bytes)
            guard let schemas = flat.member(name) else { continue }
            if !schemas.isEmpty {
                list.see(schemas)
                open.append(Work(shape: id, schemas: schemas, path: path))
            } else if let properties = flat.properties {
                let count = Formatting.count(shapes[id].owners, "object")
                add(
                    .member, "\(path) is not described; \(count) had it.", at: properties,
                    step: JSONPointer.step(name))
            }
        }
        guard !shape.isTable else { return }
        for schema in flat.schemas {
            for (name, member) in schema["properties"]?.members ?? [] where shape.index[Array(name.utf8)] == nil {
                list.steps -= 1
                guard flat.required[name] == nil, !isAway(member) else { continue }
                list.miss(member, operation, "\(subject): \(path)\(PathStep.text(Array(name.utf8))) was not seen.")
            }
        }
    }

    private mutating func required(of shape: ShapeTable.Shape, _ flat: FlatSchemas, _ path: String) {
        guard !shape.isTable else { return }
        for (name, place) in flat.required.sorted(by: { $0.key < $1.key }) {
            let bytes = Array(name.utf8)
            guard bytes.count <= ShapeTable.longestName, !IdentifierText.isMadeName(bytes) else { continue }
            let owners = shape.index[bytes].map { shapes[shape.members[Int($0)]].owners } ?? 0
            guard owners < shape.objects else { continue }
            if let member = flat.member(name)?.first, isAway(member) { continue }
            add(
                .member,
                "\(path)\(PathStep.text(bytes)) is required and was missing in \(shape.objects - owners) of \(Formatting.count(shape.objects, "object")).",
                at: place)
        }
    }

    /// Whether a member is not sent in this direction.
    private func isAway(_ member: DescriptionValue) -> Bool {
        let value = (try? member.followed()) ?? member
        let word = isRequest ? "readOnly" : "writeOnly"
        return member.flag(word) || value.flag(word)
    }
}

/// The step to a member in a path of a sentence.
enum PathStep {
    static func text(_ name: [UInt8]) -> String {
        let isPlain =
            name.first.map { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || $0 == Byte.underscore } == true
            && name.allSatisfy {
                $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || (0x30...0x39).contains($0) || $0 == Byte.underscore
            }
        return isPlain ? "." + String(decoding: name, as: UTF8.self) : NormalizedPaths.step(name)
    }
}
