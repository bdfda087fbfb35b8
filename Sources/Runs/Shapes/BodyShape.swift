import JSONPath
import NetEngine

/// The types that the values at one path have.
package struct ValueTypes: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    private static let kinds: [JSONTree.Kind] = [.object, .array, .string, .number, .bool, .null]

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package init(_ kind: JSONTree.Kind) {
        switch kind {
        case .object: rawValue = 1
        case .array: rawValue = 2
        case .string: rawValue = 4
        case .number: rawValue = 8
        case .bool: rawValue = 16
        case .null: rawValue = 32
        }
    }

    /// The types of these words. A word that is not known is left out.
    init(words: [Substring]) {
        self = words.reduce(into: []) { types, word in
            if let kind = Self.kinds.first(where: { $0.word == word }) { types.insert(ValueTypes(kind)) }
        }
    }

    package var words: [String] { Self.kinds.filter { contains(ValueTypes($0)) }.map(\.word) }
}

/// The shape of one JSON body: each path with the types of its values, and how many there are. It has no value of the body.
///
/// A recording keeps it, so that the shapes of two runs can be compared where a body is longer than what a recording keeps.
package struct BodyShape: Sendable, Hashable {
    package struct Place: Sendable, Hashable {
        /// The index of the place that it is in; nil for the whole body.
        package var parent: Int?
        package var step: PathTable.Step
        package var types: ValueTypes = []
        /// Values at this path.
        package var count = 0
        /// How many of the values are objects.
        package var objects = 0
    }

    /// Parents come before what is in them.
    package internal(set) var places: [Place]

    /// A body with more paths has no shape.
    static let mostPlaces = 2000

    /// nil if the body is not JSON, or has more paths than a recording should hold.
    package init?(_ body: [UInt8]) {
        guard let tree = try? JSONTree.parse(body) else { return nil }
        var table = PathTable(limit: Self.mostPlaces)
        let paths = table.paths(of: tree).paths
        guard !table.isFull else { return nil }
        var indices: [PathTable.ID: Int] = [:]
        places = []
        for node in tree.nodes.indices {
            let kind = tree.kind(node)
            let path = paths[node]
            let place = indices[path] ?? places.count
            if place == places.count {
                let parent = path == PathTable.root ? nil : indices[table.parent(of: path)]
                places.append(Place(parent: parent, step: table.step(of: path)))
                indices[path] = place
            }
            places[place].types.insert(ValueTypes(kind))
            places[place].count += 1
            if kind == .object { places[place].objects += 1 }
        }
    }
}

extension JSONTree.Kind {
    /// The word that reports use.
    package var word: String {
        switch self {
        case .object: "object"
        case .array: "array"
        case .string: "string"
        case .number: "number"
        case .bool: "boolean"
        case .null: "null"
        }
    }
}
