import Bodies
import JSONPath
import Runs

/// Finds where two JSON bodies differ. Each value is looked at a few times, and nothing recurses.
struct TreeWalk {
    /// One difference; `a` and `b` are the values in the two bodies.
    struct Difference {
        var kind: DifferenceKind
        var path: PathTable.ID
        var a: Int?
        var b: Int?
        /// The index of the rule that leaves it out.
        var rule: Int?
    }

    /// How the elements of the arrays of one path were matched.
    struct Matching: Hashable {
        var path: PathTable.ID
        /// The member that identifies them; nil if they were matched by their content.
        var key: String?
    }

    /// Members that identify an object, the best first.
    private static let keys = ["id", "uuid", "key"].map { Array($0.utf8) }

    private let a: BodyTree
    private let b: BodyTree
    private let masked: Both<[UInt64]>
    private let noise: Noise
    private let hash: SeededHash
    private var open: [(a: Int, b: Int)] = [(0, 0)]
    private(set) var matchings: Set<Matching> = []
    private var found: [Difference] = []

    init(_ a: BodyTree, _ b: BodyTree, _ noise: Noise, _ hash: SeededHash) {
        self.a = a
        self.b = b
        self.noise = noise
        self.hash = hash
        masked = Both(a.maskedHashes(noise, hash), b.maskedHashes(noise, hash))
    }

    /// Calls `take` with each difference, in the order of the first body.
    mutating func run(_ take: (Difference) -> Void) {
        while let (mine, other) = open.popLast() {
            found.removeAll(keepingCapacity: true)
            compare(mine, other)
            for difference in found { take(difference) }
        }
    }

    private mutating func compare(_ mine: Int, _ other: Int) {
        guard a.hashes[mine] != b.hashes[other] else { return }
        let path = a.paths[mine]
        let kind = a.tree.kind(mine)
        if let rule = a.ignored[mine] ?? b.ignored[other] {
            report(.valueChanged, path, mine, other, rule)
        } else if kind != b.tree.kind(other) {
            report(.typeChanged, path, mine, other)
        } else if kind == .object {
            compareMembers(mine, other)
        } else if kind == .array {
            compareElements(mine, other)
        } else {
            report(.valueChanged, path, mine, other)
        }
    }

    private mutating func report(
        _ kind: DifferenceKind, _ path: PathTable.ID, _ mine: Int?, _ other: Int?, _ rule: Int? = nil
    ) {
        let rule = rule ?? mine.flatMap { a.ignored[$0] } ?? other.flatMap { b.ignored[$0] }
        found.append(Difference(kind: kind, path: path, a: mine, b: other, rule: rule))
    }

    // MARK: Objects

    private mutating func compareMembers(_ mine: Int, _ other: Int) {
        // Of a repeated name the first belongs to the first, and so on.
        var others: [UInt64: [Int]] = [:]
        for child in Self.children(b, other).reversed() { others[name(b, child), default: []].append(child) }
        var pairs: [(Int, Int)] = []
        for child in Self.children(a, mine) {
            if let partner = others[name(a, child)]?.popLast() {
                pairs.append((child, partner))
            } else {
                report(.removed, a.paths[child], child, nil)
            }
        }
        for child in others.values.joined().sorted() { report(.added, b.paths[child], nil, child) }
        open += pairs.reversed()
    }

    private func name(_ body: BodyTree, _ node: Int) -> UInt64 { BodyTree.bytes(body.tree.name(node) ?? [], hash) }

    private static func children(_ body: BodyTree, _ node: Int) -> [Int] {
        var children: [Int] = []
        body.tree.forEachChild(of: node) { child in
            children.append(child)
            return true
        }
        return children
    }

    // MARK: Arrays

    private mutating func compareElements(_ mine: Int, _ other: Int) {
        let elements = Self.children(a, mine)
        let others = Self.children(b, other)
        var match: ItemMatch?
        for key in candidates(mine, other) {
            guard let left = identities(key, a, elements), let right = identities(key, b, others),
                a.keys[mine] != nil || elements.isEmpty || others.isEmpty
                    || !Set(left).isDisjoint(with: right)
            else { continue }
            match = .byKey(left, right, findsMoves: true)
            matchings.insert(Matching(path: a.paths[mine], key: String(decoding: key, as: UTF8.self)))
            break
        }
        if match == nil, elements.count > 1 || others.count > 1 {
            matchings.insert(Matching(path: a.paths[mine]))
        }
        let found =
            match
            ?? .byContent(elements.map { masked.a[$0] }, others.map { masked.b[$0] }, findsMoves: true)
        var pairs: [(Int, Int)] = []
        var reports: [(DifferenceKind, Int?, Int?)] = []
        found.walk { item in
            switch item {
            case .removed(let index): reports.append((.removed, elements[index], nil))
            case .added(let index): reports.append((.added, nil, others[index]))
            case .moved(let index, let otherIndex):
                reports.append((.moved, elements[index], others[otherIndex]))
                pairs.append((elements[index], others[otherIndex]))
            case .pair(let index, let otherIndex): pairs.append((elements[index], others[otherIndex]))
            }
        }
        for (kind, left, right) in reports {
            report(kind, left.map { a.paths[$0] } ?? right.map { b.paths[$0] } ?? PathTable.root, left, right)
        }
        open += pairs.reversed()
    }

    private func candidates(_ mine: Int, _ other: Int) -> [[UInt8]] {
        if let key = a.keys[mine] ?? b.keys[other] { return [key] }
        return Self.keys
    }

    /// The hashes of that member's values; nil if it does not identify the elements.
    private func identities(_ key: [UInt8], _ body: BodyTree, _ elements: [Int]) -> [UInt64]? {
        var values: [UInt64] = []
        values.reserveCapacity(elements.count)
        for element in elements {
            guard body.tree.kind(element) == .object, let member: Int = body.tree.member(key, of: element),
                [.string, .number].contains(body.tree.kind(member)), body.ignored[member] == nil,
                !noise.contains(.valueChanged, at: body.paths[member])
            else { return nil }
            values.append(body.hashes[member])
        }
        return Set(values).count == values.count ? values : nil
    }
}
