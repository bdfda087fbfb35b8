import Base
import Bodies
import JSONPath
import NetEngine
import Pattern
import Runs

/// A JSON body with what a comparison asks of each of its values. Memory is linear in the body, and nothing recurses.
struct BodyTree {
    let tree: JSONTree
    /// Of each value.
    let paths: [PathTable.ID]
    let parents: [Int32]
    /// Equal values have equal hashes: numbers by value, members in any order, elements in their order.
    let hashes: [UInt64]
    /// What rules leave out: a value, with the index of the rule.
    private(set) var ignored: [Int: Int] = [:]
    /// Arrays whose elements a rule identifies by a member.
    private(set) var keys: [Int: [UInt8]] = [:]
    /// Sentences: rules that could not be applied.
    private(set) var problems: [String] = []

    /// nil if it is not JSON.
    init?(_ body: [UInt8], _ table: inout PathTable, _ hash: SeededHash, rules: [ComparisonRules.Rule] = []) {
        guard let tree = try? JSONTree.parse(body) else { return nil }
        self.tree = tree
        (paths, parents) = table.paths(of: tree)
        hashes = Self.hashes(tree, hash)
        apply(rules)
    }

    // MARK: Rules

    private mutating func apply(_ rules: [ComparisonRules.Rule]) {
        guard !rules.isEmpty else { return }
        let evaluation = JSONPathEvaluation(tree, budget: QueryBudget())
        for (index, rule) in rules.enumerated() {
            do throws(JSONPathEvaluation.Limit) {
                switch rule.kind {
                case .ignore(let query):
                    for node in try evaluation.nodes(query) where ignored[node] == nil { ignored[node] = index }
                case .key(let member, let query):
                    for node in try evaluation.nodes(query) { keys[node] = Array(member.utf8) }
                case .ignoreHeader: break
                }
            } catch {
                problems.append("The rule \(rule.text) was not applied: \(error.clause).")
            }
        }
    }

    // MARK: Hashes

    private static func hashes(_ tree: JSONTree, _ hash: SeededHash) -> [UInt64] {
        var hashes = [UInt64](repeating: 0, count: tree.nodes.count)
        // Children come after their parents.
        for node in tree.nodes.indices.reversed() {
            hashes[node] = value(tree, node, hashes, hash) { _ in true }
        }
        return hashes
    }

    /// The same hashes, but for values that noise or a rule leaves out.
    func maskedHashes(_ noise: Noise, _ hash: SeededHash) -> [UInt64] {
        guard !noise.isEmpty || !ignored.isEmpty else { return hashes }
        var masked = hashes
        for node in tree.nodes.indices.reversed() {
            let kind = tree.kind(node)
            let path = paths[node]
            if ignored[node] != nil || noise.contains(.typeChanged, at: path) {
                masked[node] = hash.combine(1, 1)
            } else if kind == .object || kind == .array {
                let isLoose =
                    kind == .array && node + 1 < tree.next(node) && noise.contains(.added, at: paths[node + 1])
                masked[node] =
                    isLoose
                    ? hash.combine(2, 2)
                    : Self.value(tree, node, masked, hash) { member in
                        ignored[member] == nil && !noise.contains(.added, at: paths[member])
                    }
            } else if noise.contains(.valueChanged, at: path) {
                masked[node] = hash.combine(3, Self.number(of: kind))
            }
        }
        return masked
    }

    /// - Parameter counts: whether a member of an object counts. Each element of an array does.
    private static func value(
        _ tree: JSONTree, _ node: Int, _ hashes: [UInt64], _ hash: SeededHash, _ counts: (Int) -> Bool
    ) -> UInt64 {
        let kind = tree.kind(node)
        let seed = number(of: kind)
        switch kind {
        case .null: return hash.combine(seed, 0)
        case .bool: return hash.combine(seed, UInt64(tree.slice(node).count))
        case .string: return hash.combine(seed, bytes(tree.string(node), hash))
        case .number:
            let number = JSONNumber(tree.slice(node))
            let value = number.integer.map { UInt64(bitPattern: Int64($0)) }
            return hash.combine(seed, value ?? UInt64(bitPattern: Int64(number.hashValue)))
        case .array:
            var result = hash.combine(seed, 0)
            tree.forEachChild(of: node) { child in
                result = hash.combine(result, hashes[child])
                return true
            }
            return result
        case .object:
            var (result, count) = (UInt64(0), UInt64(0))
            tree.forEachChild(of: node) { child in
                if counts(child) {
                    let name = bytes(tree.name(child) ?? [], hash)
                    result &+= SeededHash.mix(hash.combine(name, hashes[child]), hash.seed)
                    count += 1
                }
                return true
            }
            return hash.combine(seed &+ count << 8, result)
        }
    }

    static func bytes(_ bytes: [UInt8], _ hash: SeededHash) -> UInt64 { bytes.withUnsafeBytes { hash.bytes($0) } }

    private static func number(of kind: JSONTree.Kind) -> UInt64 {
        switch kind {
        case .null: 11
        case .bool: 12
        case .string: 13
        case .number: 14
        case .array: 15
        case .object: 16
        }
    }

    // MARK: Text

    /// Where a value is in this body: `$.items[2].name`.
    func place(of node: Int) -> String {
        var steps: [String] = []
        var node = node
        while parents[node] >= 0, steps.count < 32 {
            let parent = Int(parents[node])
            steps.append(tree.name(node).map(PathTable.step) ?? "[\(position(of: node, in: parent))]")
            node = parent
        }
        return (parents[node] < 0 ? "$" : "$..") + steps.reversed().joined()
    }

    private func position(of node: Int, in parent: Int) -> Int {
        var position = 0
        tree.forEachChild(of: parent) { child in
            guard child != node else { return false }
            position += 1
            return true
        }
        return position
    }

    /// The value as it was written, on one line, shortened.
    func text(of node: Int) -> String { Self.shortened(tree.slice(node)) }

    static func shortened(_ bytes: some Collection<UInt8>) -> String {
        let most = 80
        var text = String(decoding: bytes.prefix(most), as: UTF8.self)
        if bytes.count > most {
            if text.unicodeScalars.last == "\u{FFFD}" { text.unicodeScalars.removeLast() }
            text += "\u{2026}"
        }
        return text
    }
}
