import Base

/// Fields with one response name (section 5.3.2, Field Selection Merging).
///
/// The specification compares every pair, again for every pair of their selections, which grows with the power of the
/// depth. Here all selections that end up in one object are joined and compared once, and each combination of
/// selections is looked at once: types over all fields of a name, names and arguments over those that one object can
/// have. Two queues, no recursion.
extension GraphQLValidation {
    mutating func checkMerging() {
        var left = maxFields
        var reported: Set<Int> = []
        let roots = operations.map { [scopes[$0.scope].set] } + fragments.map { [scopes[$0.scope].set] }
        for areTypes in [true, false] {
            var open = roots
            var known = Set(roots)
            while let combination = open.popLast() {
                let groups = expand(combination, &left)
                guard left > 0 else {
                    let range = operations.first?.node.range ?? 0..<0
                    return report(
                        "The document is too large to check whether all its fields can be merged",
                        range.lowerBound..<range.lowerBound, .limit)
                }
                for group in groups {
                    for part in areTypes ? [group] : parts(group, &left) {
                        left -= part.count
                        let isRight = areTypes ? checkTypes(part, &reported) : checkNames(part, &reported)
                        guard isRight else { continue }
                        let children = Set(part.compactMap { fields[$0].set }).sorted()
                        if !children.isEmpty, known.insert(children).inserted { open.append(children) }
                    }
                }
            }
        }
    }

    /// The fields of several sets with their fragments, those of one response name together.
    private func expand(_ combination: [Int], _ left: inout Int) -> [[Int]] {
        var groups: [[Int]] = []
        var places: [String: Int] = [:]
        var reached: Set<Int> = []
        var open = combination
        while let set = open.popLast() {
            countWork(1 + sets[set].count)
            left -= 1 + sets[set].count
            guard left > 0 else { return [] }
            for entry in sets[set] {
                switch entry {
                case .field(let field):
                    if let place = places[fields[field].responseName] {
                        groups[place].append(field)
                    } else {
                        places[fields[field].responseName] = groups.count
                        groups.append([field])
                    }
                case .inline(let set, _): open.append(set)
                case .spread(let fragment, _):
                    if reached.insert(fragment).inserted { open.append(scopes[fragments[fragment].scope].set) }
                }
            }
        }
        return groups.map { $0.sorted() }
    }

    /// The fields that one object can have: for each object type its own and those of interfaces and unions.
    private func parts(_ group: [Int], _ left: inout Int) -> [[Int]] {
        guard group.count > 1 else { return [group] }
        var concrete: [Int: [Int]] = [:]
        var general: [Int] = []
        for field in group {
            if let parent = fields[field].parent, schema.types[parent].kind == .object {
                concrete[parent, default: []].append(field)
            } else {
                general.append(field)
            }
        }
        if concrete.isEmpty { return [general] }
        if general.isEmpty { return concrete.keys.sorted().compactMap { concrete[$0] } }
        left -= general.count * concrete.count
        guard left > 0 else { return [] }
        return concrete.keys.sorted().map { (general + (concrete[$0] ?? [])).sorted() }
    }

    private mutating func checkTypes(_ group: [Int], _ reported: inout Set<Int>) -> Bool {
        guard let base = group.first(where: { fields[$0].type != nil }), let type = fields[base].type else {
            return true
        }
        for place in group.dropFirst() {
            guard let other = fields[place].type, other != type else { continue }
            let areLeaves = schema.isLeaf(type) || schema.isLeaf(other)
            guard !type.hasSameWrappers(as: other) || areLeaves && type.name != other.name else { continue }
            if reported.insert(place).inserted {
                let name = fields[base].responseName
                report(
                    "\(name) is \(type) in one place and \(other) here; give one of them another name, as in other: \(fields[place].name.text)",
                    fields[place].name.range, .overlappingFieldsCanBeMerged)
            }
            return false
        }
        return true
    }

    private mutating func checkNames(_ group: [Int], _ reported: inout Set<Int>) -> Bool {
        guard let base = group.first else { return true }
        for place in group.dropFirst() {
            let (one, other) = (fields[base], fields[place])
            guard one.name.text != other.name.text || one.arguments != other.arguments else { continue }
            if reported.insert(place).inserted {
                let why =
                    one.name.text != other.name.text
                    ? "as \(one.name.text) and as \(other.name.text)" : "with different arguments"
                report(
                    "\(one.responseName) is selected twice, \(why); give one of them another name, as in other: \(other.name.text)",
                    other.name.range, .overlappingFieldsCanBeMerged)
            }
            return false
        }
        return true
    }
}
