import Base
import JSONPath
import NetEngine

/// The paths of all bodies of one request, each once: `$.items[*].id`. Elements of an array share a path, and so do the members of
/// an object whose names are made for the occasion (ids as names).
struct PathTable {
    typealias ID = Int32

    private enum Step: Hashable {
        case name([UInt8])
        case element
        /// A member whose name is an id.
        case anyName
        /// More paths than the table takes.
        case rest
    }

    private struct Key: Hashable {
        var parent: ID
        var step: Step
    }

    static let root: ID = 0
    /// A body of objects with millions of different names does not need that much memory.
    static let limit = 100_000
    private static let textLimit = 64

    private var ids: [Key: ID] = [:]
    private var keys: [Key] = [Key(parent: -1, step: .element)]
    private let rest: ID = 1

    init() { keys.append(Key(parent: Self.root, step: .rest)) }

    var count: Int { keys.count }

    mutating func element(of parent: ID) -> ID { id(Key(parent: parent, step: .element)) }

    mutating func member(_ name: [UInt8], of parent: ID) -> ID {
        id(Key(parent: parent, step: Self.isMade(name) ? .anyName : .name(name)))
    }

    /// The path of the value that it is in.
    func parent(of path: ID) -> ID { keys[Int(path)].parent }

    /// Whether several values of one object or array can have that path.
    func isMany(_ path: ID) -> Bool {
        switch keys[Int(path)].step {
        case .name: false
        case .element, .anyName, .rest: true
        }
    }

    /// Whether it is a name that is made for the occasion.
    func isAnyName(_ path: ID) -> Bool { keys[Int(path)].step == .anyName }

    /// A JSONPath query.
    func text(_ path: ID) -> String {
        var steps: [String] = []
        var place = path
        while place > Self.root {
            let key = keys[Int(place)]
            switch key.step {
            case .name(let name): steps.append(Self.step(name))
            case .element, .anyName: steps.append("[*]")
            case .rest: return "$..*"
            }
            // Nobody reads a longer one.
            if steps.count > Self.textLimit { return "$.." + steps.reversed().joined().drop { $0 == "." } }
            place = key.parent
        }
        return "$" + steps.reversed().joined()
    }

    /// The step to a member: `.name`, or `['other name']`.
    static func step(_ name: [UInt8]) -> String {
        let isPlain =
            name.first.map { ASCII.isLetter($0) || $0 == UInt8(ascii: "_") } == true
            && name.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "_") }
        return isPlain ? "." + String(decoding: name, as: UTF8.self) : NormalizedPaths.step(name)
    }

    private mutating func id(_ key: Key) -> ID {
        if let known = ids[key] { return known }
        guard keys.count < Self.limit, key.parent != rest else { return rest }
        let id = ID(keys.count)
        keys.append(key)
        ids[key] = id
        return id
    }

    private static func isMade(_ name: [UInt8]) -> Bool {
        guard name.count >= 6 else { return false }
        return switch ValueFormat(name) {
        case .uuid, .date, .dateTime, .digits: true
        case .hex: name.count >= 16 && name.contains(where: ASCII.isDigit)
        case .empty, .httpDate, .jwt, .token, .text: false
        }
    }
}
