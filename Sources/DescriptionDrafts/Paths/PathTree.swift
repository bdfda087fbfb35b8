import Base

/// The paths of all exchanges as a tree of segments. Ids are one child of their place, and so are all texts of a place
/// with very many of them. Operations are kept by their numbers.
struct PathTree: Sendable {
    typealias ID = Int32

    struct Node: Sendable {
        var texts: [String: ID] = [:]
        /// Children that are a parameter, by what follows it in the segment: empty, or `.json`.
        var parameters: [String: ID] = [:]
        /// By method.
        var operations: [String: Int] = [:]
        var isCollapsed = false

        // As a parameter:
        var values = TextFacts()
        var kinds: Set<IdentifierText.Kind> = []
        /// Hashes of its values, while they are few.
        var distinct: Set<Int> = []
        /// Texts that became a parameter because they behave alike, or because they are very many.
        var alike = 0
    }

    /// Texts of one place; with more of them they are a parameter.
    static let mostTexts = 200
    static let mostNodes = 50_000
    static let mostDistinct = 100
    /// Segments of a path.
    static let deepest = 40
    static let longestPath = 8_000

    private(set) var nodes = [Node()]
    private(set) var isFull = false
    /// A place with more texts than it may keep.
    private(set) var crowded: ID?

    /// The node of a path, whose segments are as written; nil if there is no room for it.
    mutating func place(_ segments: [[UInt8]]) -> ID? {
        var place: ID = 0
        var before: [UInt8] = []
        for segment in segments {
            guard let next = child(segment, of: place, after: before) else { return nil }
            place = next
            before = segment
        }
        return place
    }

    mutating func set(_ operation: Int, _ method: String, at place: ID) {
        nodes[Int(place)].operations[method] = operation
    }

    private mutating func child(_ segment: [UInt8], of id: ID, after before: [UInt8]) -> ID? {
        let parent = Int(id)
        let found =
            Self.identifier(segment) ?? (IdentifierText.isAnnounced(segment, after: before) ? (.token, "") : nil)
        if let (kind, suffix) = found {
            guard let place = parameter(suffix, of: parent) else { return nil }
            add(segment.dropLast(suffix.utf8.count), kind, to: Int(place))
            return place
        }
        let text = String(decoding: segment, as: UTF8.self)
        if let known = nodes[parent].texts[text] { return known }
        if nodes[parent].isCollapsed, !segment.isEmpty {
            guard let place = parameter("", of: parent) else { return nil }
            add(segment[...], nil, to: Int(place))
            return place
        }
        guard let place = make() else { return nil }
        nodes[parent].texts[text] = place
        if nodes[parent].texts.count > Self.mostTexts { crowded = id }
        return place
    }

    private mutating func add(_ value: ArraySlice<UInt8>, _ kind: IdentifierText.Kind?, to place: Int) {
        nodes[place].values.add(scalar: Array(value))
        if let kind { nodes[place].kinds.insert(kind) } else { nodes[place].alike += 1 }
        if nodes[place].distinct.count < Self.mostDistinct { nodes[place].distinct.insert(value.hashValue) }
    }

    mutating func parameter(_ suffix: String, of parent: Int) -> ID? {
        if let known = nodes[parent].parameters[suffix] { return known }
        guard let place = make() else { return nil }
        nodes[parent].parameters[suffix] = place
        return place
    }

    private mutating func make() -> ID? {
        guard nodes.count < Self.mostNodes else {
            isFull = true
            return nil
        }
        nodes.append(Node())
        return ID(nodes.count - 1)
    }

    /// An id, alone or before a file's extension.
    private static func identifier(_ segment: [UInt8]) -> (IdentifierText.Kind, suffix: String)? {
        if let kind = IdentifierText.kind(ofSegment: segment), kind != .token || segment.count <= 200 {
            if kind != .token { return (kind, "") }
        }
        if let dot = segment.lastIndex(of: Byte.dot), dot > 0, (2...6).contains(segment.count - dot) {
            let suffix = segment[dot...]
            if suffix.dropFirst().allSatisfy({ $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }),
                let kind = IdentifierText.kind(ofSegment: Array(segment[..<dot]))
            {
                return (kind, String(decoding: suffix, as: UTF8.self))
            }
        }
        return IdentifierText.kind(ofSegment: segment).map { ($0, "") }
    }

    // MARK: Collapsing

    /// Makes a parameter of some texts of a place.
    /// - Parameter merge: is called for each pair of operations that become one: the second is merged into the first.
    mutating func collapse(_ texts: [String], of id: ID, isAll: Bool, merge: (Int, Int) -> Void) {
        let parent = Int(id)
        if isAll {
            nodes[parent].isCollapsed = true
            crowded = nil
        }
        guard let into = parameter("", of: parent) else { return }
        for text in texts where !text.isEmpty {
            guard let child = nodes[parent].texts.removeValue(forKey: text) else { continue }
            add(Array(text.utf8)[...], nil, to: Int(into))
            self.merge(child, into: into, merge)
        }
    }

    private mutating func merge(_ from: ID, into: ID, _ join: (Int, Int) -> Void) {
        var pairs = [(from, into)]
        while let (from, into) = pairs.popLast() {
            countWork(1)
            let other = nodes[Int(from)]
            nodes[Int(from)] = Node()
            let place = Int(into)
            for (method, operation) in other.operations.sorted(by: { $0.key < $1.key }) {
                if let own = nodes[place].operations[method] {
                    join(own, operation)
                } else {
                    nodes[place].operations[method] = operation
                }
            }
            nodes[place].values.merge(other.values)
            nodes[place].kinds.formUnion(other.kinds)
            nodes[place].alike += other.alike
            for value in other.distinct where nodes[place].distinct.count < Self.mostDistinct {
                nodes[place].distinct.insert(value)
            }
            for (suffix, child) in other.parameters {
                if let own = nodes[place].parameters[suffix] {
                    pairs.append((child, own))
                } else {
                    nodes[place].parameters[suffix] = child
                }
            }
            if other.isCollapsed { nodes[place].isCollapsed = true }
            for (text, child) in other.texts {
                if let own = nodes[place].texts[text] {
                    pairs.append((child, own))
                } else {
                    nodes[place].texts[text] = child
                }
            }
            if nodes[place].isCollapsed || nodes[place].texts.count > Self.mostTexts, !nodes[place].texts.isEmpty {
                nodes[place].isCollapsed = true
                guard let any = parameter("", of: place) else { continue }
                for (text, child) in nodes[place].texts where !text.isEmpty {
                    add(Array(text.utf8)[...], nil, to: Int(any))
                    pairs.append((child, any))
                }
                nodes[place].texts = nodes[place].texts.filter { $0.key.isEmpty }
            }
        }
    }
}
