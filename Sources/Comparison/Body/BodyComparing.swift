import Base
import Bodies
import JSONPath
import NetEngine
import Pattern
import Runs

/// Compares the bodies of one request in two runs.
struct BodyComparing {
    let rules: [ComparisonRules.Rule]
    let guess: Guess
    private let hash = SeededHash()
    private var table = PathTable()
    private var result = BodyDifference(.equal)
    /// What a path was ignored for, so that it is listed once.
    private var ignored: [IgnoredKey: Int] = [:]
    /// Listed changes by path and kind, so that thousand equal elements do not hide another change.
    private var listed: [IgnoredKey: Int] = [:]
    /// Paths of elements at another place.
    private var moved: Set<PathTable.ID> = []

    private struct IgnoredKey: Hashable {
        var path: PathTable.ID
        var kind: DifferenceKind
    }

    /// Bytes of one run's bodies that are looked at for repeats.
    private static let mostBytes = 16 << 20
    private static let mostOfAPath = 5
    /// Arrays of which it is said how their elements were matched.
    private static let mostMatchings = 50

    init(rules: [ComparisonRules.Rule], startedAt: Both<Timestamp>) {
        self.rules = rules
        guess = Guess(startedAt: startedAt)
    }

    /// - Parameter samples: of each run, with the same status.
    mutating func compare(_ samples: Both<[ResponseSample]>) -> BodyDifference {
        let slots = Set(samples.a.map(\.slot)).intersection(samples.b.map(\.slot)).sorted()
        guard !slots.isEmpty else {
            return BodyDifference(.notCompared(reason: "no two responses belong together"))
        }
        let both = samples.map { run in
            Dictionary(grouping: run.filter { slots.contains($0.slot) }, by: \.slot)
        }
        let all = [both.a, both.b].flatMap { $0.values.joined() }
        if all.contains(where: { !$0.isWhole }) {
            var difference = BodyDifference(.notCompared(reason: "a recording has only the beginning of the body"))
            difference.contract = shapeChanges(both)
            return difference
        }
        if all.allSatisfy({ $0.body.isEmpty }) { return BodyDifference(.equal) }
        let trees = Both(readTrees(both.a), readTrees(both.b))
        if let a = trees.a, let b = trees.b {
            compareTrees(a, b, slots)
        } else if (trees.a == nil) != (trees.b == nil), all.allSatisfy({ !$0.body.isEmpty }) {
            lostJSON(isInA: trees.a != nil)
        } else {
            result = TextComparing.compare(both, slots)
        }
        return result
    }

    /// What the shapes of bodies say that were cut. Rules are about values, which a shape has none of: where there are rules,
    /// nothing is said.
    private mutating func shapeChanges(_ both: Both<[ResponseSample.Slot: [ResponseSample]]>) -> [ContractChange] {
        guard rules.isEmpty else { return [] }
        let contracts = Both(contract(both.a.values.joined()), contract(both.b.values.joined()))
        guard let a = contracts.a, let b = contracts.b else { return [] }
        return Contract.changes(a, b, table)
    }

    /// nil if the shape of a body is not known.
    private mutating func contract(_ samples: some Sequence<ResponseSample>) -> Contract? {
        var contract = Contract()
        for sample in samples {
            guard let shape = sample.shape ?? (sample.isWhole ? BodyShape(sample.body) : nil) else { return nil }
            contract.add(shape, &table)
        }
        return contract
    }

    private typealias Trees = [ResponseSample.Slot: [BodyTree]]

    /// nil if a body is not JSON.
    private mutating func readTrees(_ run: [ResponseSample.Slot: [ResponseSample]]) -> Trees? {
        var trees: Trees = [:]
        var bytes = 0
        for slot in run.keys.sorted() {
            for (index, sample) in (run[slot] ?? []).enumerated() {
                bytes += sample.body.count
                guard index == 0 || bytes < Self.mostBytes else { break }
                guard let tree = BodyTree(sample.body, &table, hash, rules: rules) else { return nil }
                if result.notes.isEmpty { result.notes = tree.problems }
                trees[slot, default: []].append(tree)
            }
        }
        return trees
    }

    private mutating func lostJSON(isInA: Bool) {
        result = BodyDifference(.different, method: .text)
        result.changeCount = 1
        let words = Both<String?>(isInA ? "JSON" : "not JSON", isInA ? "not JSON" : "JSON")
        result.changes = [.init(kind: .typeChanged, path: "$", place: "$", values: words)]
        result.contract = [
            ContractChange(
                path: "$", kind: .types, types: Both([words.a ?? ""], [words.b ?? ""]), isBreaking: isInA)
        ]
    }

    // MARK: JSON

    private mutating func compareTrees(_ a: Trees, _ b: Trees, _ slots: [ResponseSample.Slot]) {
        var noise = Noise()
        var hasRepeats = false
        for trees in [a, b] {
            for slot in slots {
                guard let first = trees[slot]?.first else { continue }
                for other in trees[slot]?.dropFirst() ?? [] {
                    hasRepeats = true
                    var walk = TreeWalk(first, other, noise, hash)
                    var found = noise
                    walk.run { if $0.rule == nil { found.insert($0.kind, at: $0.path) } }
                    noise = found
                }
            }
        }
        var matchings: Set<TreeWalk.Matching> = []
        for slot in slots {
            guard let mine = a[slot]?.first, let other = b[slot]?.first, mine.hashes[0] != other.hashes[0] else {
                continue
            }
            var walk = TreeWalk(mine, other, noise, hash)
            var differences: [TreeWalk.Difference] = []
            walk.run { differences.append($0) }
            // Looked at once, and only where names of members are guessed.
            let known = hasRepeats ? nil : Both(mine, other).map { Set($0.paths.filter(table.isAnyName)) }
            for difference in differences {
                add(difference, mine, other, noise, known)
            }
            matchings.formUnion(walk.matchings)
        }
        let named = matchings.map { BodyDifference.Matching(path: table.text($0.path), key: $0.key) }
        result.matchings = named.sorted { ($0.path, $0.key ?? "") < ($1.path, $1.key ?? "") }
            .prefix(Self.mostMatchings).map(\.self)
        addFormats(a, b, noise)
        result.contract = Contract.changes(contract(a), contract(b), table)
        if result.changeCount > 0 {
            result.verdict = .different
        } else if !result.ignored.isEmpty {
            result.verdict = .equalButForVolatileValues
        } else if result.movedCount > 0 {
            result.verdict = .equalButForOrder
        }
    }

    private func contract(_ trees: Trees) -> Contract {
        var contract = Contract()
        for tree in trees.values.joined() { contract.add(tree) }
        return contract
    }

    /// - Parameter known: paths that end with an id as a name; nil if nothing is guessed.
    private mutating func add(
        _ difference: TreeWalk.Difference, _ a: BodyTree, _ b: BodyTree, _ noise: Noise,
        _ known: Both<Set<PathTable.ID>>?
    ) {
        if difference.kind == .moved {
            result.movedCount += 1
            if moved.insert(difference.path).inserted, result.movedPaths.count < BodyDifference.listLimit {
                result.movedPaths.append(table.text(difference.path))
            }
        } else if let rule = difference.rule {
            ignore(difference, a, b, .rule(rules[rule].text))
        } else if noise.contains(difference.kind, at: difference.path) {
            ignore(difference, a, b, .repeats)
        } else if let known, let format = guessed(difference, a, b, known) {
            ignore(difference, a, b, .guessed(format))
        } else {
            change(difference, a, b)
        }
    }

    private func guessed(
        _ difference: TreeWalk.Difference, _ a: BodyTree, _ b: BodyTree, _ known: Both<Set<PathTable.ID>>
    ) -> String? {
        if let mine = difference.a, let other = difference.b {
            return difference.kind == .valueChanged ? guess.format(a, mine, b, other) : nil
        }
        // A member whose name is an id: there is another one in the other body.
        return (difference.a == nil ? known.a : known.b).contains(difference.path) ? "id as a name" : nil
    }

    private mutating func ignore(
        _ difference: TreeWalk.Difference, _ a: BodyTree, _ b: BodyTree, _ ground: IgnoredValue.Ground
    ) {
        let key = IgnoredKey(path: difference.path, kind: difference.kind)
        ignored[key, default: 0] += 1
        guard ignored[key] == 1, result.ignored.count < BodyDifference.listLimit else { return }
        result.ignored.append(
            IgnoredValue(
                path: table.text(difference.path), kind: difference.kind, ground: ground,
                values: Both(difference.a.map { a.text(of: $0) }, difference.b.map { b.text(of: $0) })))
    }

    private mutating func change(_ difference: TreeWalk.Difference, _ a: BodyTree, _ b: BodyTree) {
        result.changeCount += 1
        let key = IgnoredKey(path: difference.path, kind: difference.kind)
        listed[key, default: 0] += 1
        guard listed[key, default: 0] <= Self.mostOfAPath, result.changes.count < BodyDifference.listLimit else {
            return
        }
        func text(_ tree: BodyTree, _ node: Int?) -> String? {
            guard let node else { return nil }
            let (text, word) = (tree.text(of: node), tree.tree.kind(node).word)
            return difference.kind == .typeChanged && word != text ? "\(word) \(text)" : text
        }
        result.changes.append(
            BodyDifference.Change(
                kind: difference.kind, path: table.text(difference.path),
                place: difference.a.map { a.place(of: $0) } ?? difference.b.map { b.place(of: $0) } ?? "$",
                values: Both(text(a, difference.a), text(b, difference.b))))
    }

    /// Volatile values are still of the same kind.
    private mutating func addFormats(_ a: Trees, _ b: Trees, _ noise: Noise) {
        guard !noise.isEmpty else { return }
        let seen = Both(a, b).map { trees in
            var seen = FormatsSeen()
            for tree in trees.values.joined() { seen.add(tree, noise) }
            return seen
        }
        for (path, looks) in FormatsSeen.changes(seen.a, seen.b) {
            result.changeCount += 1
            guard result.changes.count < BodyDifference.listLimit else { continue }
            let text = table.text(path)
            result.changes.append(
                BodyDifference.Change(
                    kind: .formatChanged, path: text, place: text, values: Both(looks.a, looks.b)))
        }
    }
}
