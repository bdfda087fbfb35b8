import TestSupport

/// JSON values as a test sees them, to be written, changed and compared.
indirect enum RandomJSON: Hashable {
    case scalar(String)
    case array([RandomJSON])
    case object([Member])

    struct Member: Hashable {
        var name: String
        var value: RandomJSON
    }

    var text: String {
        switch self {
        case .scalar(let text): text
        case .array(let items): "[" + items.map(\.text).joined(separator: ", ") + "]"
        case .object(let members):
            "{" + members.map { "\"\($0.name)\" : \($0.value.text)" }.joined(separator: ",") + "}"
        }
    }

    static func make(_ generator: inout SeededGenerator, depth: Int = 4) -> RandomJSON {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 4), using: &generator) {
        case 0...3: return scalar(&generator)
        case 4:
            return .array(
                (0..<Int.random(in: 0..<8, using: &generator)).map { _ in make(&generator, depth: depth - 1) })
        case 5:
            // Objects that an `id` tells apart.
            let ids = (0..<Int.random(in: 0..<6, using: &generator)).shuffled(using: &generator)
            return .array(
                ids.map { id in
                    .object([
                        Member(name: "id", value: .scalar("\(id)")),
                        Member(name: "v", value: make(&generator, depth: depth - 1)),
                    ])
                })
        default:
            let names = ["a", "b", "id", "caf\u{E9}", "\\u0061", "x y"].shuffled(using: &generator)
            return .object(
                names.prefix(Int.random(in: 0..<6, using: &generator)).map {
                    Member(name: $0, value: make(&generator, depth: depth - 1))
                })
        }
    }

    static func scalar(_ generator: inout SeededGenerator) -> RandomJSON {
        let texts = [
            "0", "1", "-7", "2.5", "\"\"", "\"x\"", "\"\\u00e9\"", "true", "false", "null", "\"long text\"", "3",
        ]
        return .scalar(texts.randomElement(using: &generator) ?? "0")
    }

    /// The value with some things changed somewhere.
    func edited(_ generator: inout SeededGenerator, depth: Int = 4) -> RandomJSON {
        switch self {
        case .scalar: return Bool.random(using: &generator) ? self : .make(&generator, depth: min(1, depth))
        case .array(var items):
            for index in items.indices where Int.random(in: 0..<4, using: &generator) == 0 {
                items[index] = items[index].edited(&generator, depth: depth - 1)
            }
            if Int.random(in: 0..<3, using: &generator) == 0 { items.shuffle(using: &generator) }
            if !items.isEmpty, Bool.random(using: &generator) { items.removeFirst() }
            if Bool.random(using: &generator) {
                let place = Int.random(in: 0...items.count, using: &generator)
                items.insert(.make(&generator, depth: min(2, depth)), at: place)
            }
            return .array(items)
        case .object(var members):
            for index in members.indices where Int.random(in: 0..<3, using: &generator) == 0 {
                members[index].value = members[index].value.edited(&generator, depth: depth - 1)
            }
            if !members.isEmpty, Bool.random(using: &generator) { members.removeLast() }
            if Bool.random(using: &generator) { members.shuffle(using: &generator) }
            if Int.random(in: 0..<3, using: &generator) == 0 {
                members.append(Member(name: "n", value: .scalar("1")))
            }
            return .object(members)
        }
    }
}
