import Base
import JSONPath
import NetEngine

/// The paths of all bodies of one request, each once: `$.items[*].id`. Elements of an array share a path, and so do the members of
/// an object whose names are made for the occasion (ids as names).
package struct PathTable: Sendable {
    package typealias ID = Int32

    package enum Step: Sendable, Hashable {
        case name([UInt8])
        case element
        /// A member whose name is an id.
        case anyName
        /// More paths than the table takes.
        case rest
    }

    private struct Key: Sendable, Hashable {
        var parent: ID
        var step: Step
    }

    package static let root: ID = 0
    /// A body of objects with millions of different names does not need that much memory.
    package static let usualLimit = 100_000
    private static let textLimit = 64

    private var ids: [Key: ID] = [:]
    private var keys: [Key] = [Key(parent: -1, step: .element)]
    private let rest: ID = 1

    private let limit: Int

    package init(limit: Int = usualLimit) {
        self.limit = limit
        keys.append(Key(parent: Self.root, step: .rest))
    }

    /// Whether it has no room for another path.
    package var isFull: Bool { keys.count >= limit }

    package var count: Int { keys.count }

    package mutating func element(of parent: ID) -> ID { id(Key(parent: parent, step: .element)) }

    package mutating func member(_ name: [UInt8], of parent: ID) -> ID {
        id(Key(parent: parent, step: Self.isMade(name) ? .anyName : .name(name)))
    }

    /// The path of the value that it is in.
    package func parent(of path: ID) -> ID { keys[Int(path)].parent }

    /// Whether several values of one object or array can have that path.
    package func isMany(_ path: ID) -> Bool {
        switch keys[Int(path)].step {
        case .name: false
        case .element, .anyName, .rest: true
        }
    }

    /// Whether it is a name that is made for the occasion.
    package func isAnyName(_ path: ID) -> Bool { keys[Int(path)].step == .anyName }

    /// A JSONPath query.
    package func text(_ path: ID) -> String {
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
    package static func step(_ name: [UInt8]) -> String {
        let isPlain =
            name.first.map { ASCII.isLetter($0) || $0 == UInt8(ascii: "_") } == true
            && name.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "_") }
        return isPlain ? "." + String(decoding: name, as: UTF8.self) : NormalizedPaths.step(name)
    }

    /// The last step of a path.
    package func step(of path: ID) -> Step { keys[Int(path)].step }

    /// The path that a step leads to.
    package mutating func path(_ step: Step, of parent: ID) -> ID { id(Key(parent: parent, step: step)) }

    /// The path of each value of a body, with that of the value that it is in.
    package mutating func paths(of tree: JSONTree) -> (paths: [ID], parents: [Int32]) {
        var paths = [ID](repeating: Self.root, count: tree.nodes.count)
        var parents = [Int32](repeating: -1, count: tree.nodes.count)
        for node in tree.nodes.indices {
            let kind = tree.kind(node)
            guard kind == .object || kind == .array else { continue }
            let element = kind == .array ? element(of: paths[node]) : Self.root
            tree.forEachChild(of: node) { child in
                parents[child] = Int32(node)
                paths[child] = tree.name(child).map { member($0, of: paths[node]) } ?? element
                return true
            }
        }
        return (paths, parents)
    }

    private mutating func id(_ key: Key) -> ID {
        if let known = ids[key] { return known }
        guard keys.count < limit, key.parent != rest else { return rest }
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
