import Bodies
import JSONPath

/// Applies the changes of a comparison to the first body: the result must be the second. Its own reader of trees, so that it
/// shares nothing with the comparison but the list of changes.
struct AppliedChanges {
    indirect enum Value: Hashable {
        case scalar([UInt8])
        case array([Value])
        case object([Name: Value])

        struct Name: Hashable {
            var text: [UInt8]
            var occurrence: Int
        }
    }

    let first: [UInt8]
    let second: [UInt8]
    let comparison: BodyComparison

    var result: Value? {
        guard let tree = try? JSONTree.parse(first) else { return nil }
        let changes = comparison.changes.map { (steps: comparison.steps(of: $0)[...], change: $0) }
        return apply(changes, to: Self.value(tree, 0))
    }

    static func value(_ text: [UInt8]) -> Value? { (try? JSONTree.parse(text)).map { value($0, 0) } }

    static func value(_ tree: JSONTree, _ node: Int) -> Value {
        switch tree.kind(node) {
        case .array:
            var items: [Value] = []
            tree.forEachChild(of: node) {
                items.append(value(tree, $0))
                return true
            }
            return .array(items)
        case .object:
            var members: [Value.Name: Value] = [:]
            tree.forEachChild(of: node) { child in
                var name = Value.Name(text: tree.name(child) ?? [], occurrence: 0)
                while members[name] != nil { name.occurrence += 1 }
                members[name] = value(tree, child)
                return true
            }
            return .object(members)
        case .string: return .scalar([0x22] + tree.string(node))
        case .number: return .scalar(Array("\(JSONNumber(tree.slice(node)))".utf8))
        default: return .scalar(Array(tree.slice(node)))
        }
    }

    private typealias Located = (steps: ArraySlice<BodyComparison.Step>, change: BodyComparison.Change)

    private func apply(_ changes: [Located], to value: Value) -> Value? {
        guard !changes.isEmpty else { return value }
        if let whole = changes.first(where: { $0.steps.isEmpty }) { return new(whole.change) }
        switch value {
        case .scalar: return nil
        case .object(let members): return apply(changes, to: members)
        case .array(let items): return apply(changes, to: items)
        }
    }

    private func apply(_ changes: [Located], to members: [Value.Name: Value]) -> Value? {
        var members = members
        var inside: [Value.Name: [Located]] = [:]
        for (steps, change) in changes {
            guard case .member(let range, let isInSecond, let occurrence)? = steps.first else { return nil }
            let quoted = (isInSecond ? second : first)[(range.lowerBound - 1)...range.upperBound]
            guard let tree = try? JSONTree.parse(Array(quoted)) else { return nil }
            let name = Value.Name(text: tree.string(0), occurrence: occurrence)
            if steps.count > 1 {
                inside[name, default: []].append((steps.dropFirst(), change))
            } else if change.kind == .removed {
                guard members.removeValue(forKey: name) != nil else { return nil }
            } else {
                guard (members[name] == nil) == (change.kind == .added) else { return nil }
                members[name] = new(change)
            }
        }
        for (name, changes) in inside {
            guard let member = members[name] else { return nil }
            members[name] = apply(changes, to: member)
        }
        return .object(members)
    }

    private func apply(_ changes: [Located], to items: [Value]) -> Value? {
        var old: [Value?] = items
        var placed: [Int: Value] = [:]
        var moved: [(from: Int, to: Int)] = []
        var inside: [Int: [Located]] = [:]
        for (steps, change) in changes {
            guard case .element(let mine, let other)? = steps.first else { return nil }
            if steps.count > 1 {
                guard let mine else { return nil }
                inside[mine, default: []].append((steps.dropFirst(), change))
                continue
            }
            switch (change.kind, mine, other) {
            case (.removed, let mine?, nil): old[mine] = nil
            case (.added, nil, let other?): placed[other] = new(change)
            case (.changed, let mine?, _): old[mine] = new(change)
            case (.moved, let mine?, let other?): moved.append((mine, other))
            default: return nil
            }
        }
        for (index, changes) in inside {
            guard let item = old[index] else { return nil }
            old[index] = apply(changes, to: item)
        }
        for move in moved {
            placed[move.to] = old[move.from]
            old[move.from] = nil
        }
        var rest = old.compactMap { $0 }[...]
        var result: [Value] = []
        while result.count < placed.count + rest.count + result.count {
            if let value = placed.removeValue(forKey: result.count) {
                result.append(value)
            } else if let value = rest.popFirst() {
                result.append(value)
            } else {
                return nil
            }
            if placed.isEmpty, rest.isEmpty { break }
        }
        return .array(result)
    }

    private func new(_ change: BodyComparison.Change) -> Value? {
        change.second.flatMap { Self.value(Array(second[$0])) }
    }
}
