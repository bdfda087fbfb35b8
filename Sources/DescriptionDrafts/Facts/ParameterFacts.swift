import Base

/// The values of a parameter, a header or a form field.
struct ParameterFacts: Sendable {
    /// As it is written; of several spellings the first in byte order.
    var spelling: String
    /// Requests, responses or forms that have it.
    var holders = 0
    /// Whether one of them has it more than once.
    var isRepeated = false
    var isFile = false
    var text = TextFacts()

    mutating func merge(_ other: ParameterFacts) {
        if other.spelling.utf8.lexicographicallyPrecedes(spelling.utf8) { spelling = other.spelling }
        holders += other.holders
        isRepeated = isRepeated || other.isRepeated
        isFile = isFile || other.isFile
        text.merge(other.text)
    }
}

/// Parameters by their names. Very many names say nothing, so none is kept then.
struct ParameterTable: Sendable {
    static let most = 200

    private(set) var all: [String: ParameterFacts] = [:]
    private(set) var hasTooMany = false

    mutating func add(_ key: String, _ facts: ParameterFacts) {
        guard !hasTooMany else { return }
        if all[key] != nil { all[key]?.merge(facts) } else { all[key] = facts }
        if all.count > Self.most {
            all = [:]
            hasTooMany = true
        }
    }

    /// Adds what one holder has: the values of each name.
    mutating func add(_ values: [NamedValue], folds: Bool = false) {
        guard !values.isEmpty, !hasTooMany else { return }
        var found: [String: ParameterFacts] = [:]
        for value in values {
            let key = folds ? value.name.lowercased() : value.name
            var facts = found[key] ?? ParameterFacts(spelling: value.name, holders: 1)
            if found[key] != nil { facts.isRepeated = true }
            if value.name.utf8.lexicographicallyPrecedes(facts.spelling.utf8) { facts.spelling = value.name }
            facts.isFile = facts.isFile || value.isFile
            facts.text.add(scalar: value.value)
            found[key] = facts
        }
        for (key, facts) in found { add(key, facts) }
    }

    mutating func merge(_ other: ParameterTable) {
        for (key, facts) in other.all { add(key, facts) }
        if other.hasTooMany {
            all = [:]
            hasTooMany = true
        }
    }

    /// By name in byte order.
    var sorted: [ParameterFacts] {
        all.values.sorted { $0.spelling.utf8.lexicographicallyPrecedes($1.spelling.utf8) }
    }
}

struct NamedValue: Sendable {
    var name: String
    var value: [UInt8]
    var isFile = false
}
