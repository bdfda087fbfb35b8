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
    fileprivate var lastHolder = 0

    fileprivate mutating func add(_ value: NamedValue, _ holder: Int) {
        if lastHolder == holder { isRepeated = true } else { holders += 1 }
        lastHolder = holder
        if value.name.utf8.lexicographicallyPrecedes(spelling.utf8) { spelling = value.name }
        isFile = isFile || value.isFile
        text.add(scalar: value.value)
    }

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
    private var holder = 0

    mutating func add(_ key: String, _ facts: ParameterFacts) {
        guard !hasTooMany else { return }
        if all[key] != nil { all[key]?.merge(facts) } else { all[key] = facts }
        if all.count > Self.most {
            all = [:]
            hasTooMany = true
        }
    }

    /// Adds what one holder has: the values of each name.
    mutating func add(_ values: [NamedValue]) {
        guard !values.isEmpty, !hasTooMany else { return }
        holder += 1
        for value in values {
            if let index = all.index(forKey: value.key) {
                all.values[index].add(value, holder)
                continue
            }
            var facts = ParameterFacts(spelling: value.name)
            facts.add(value, holder)
            all[value.key] = facts
        }
        guard all.count > Self.most else { return }
        all = [:]
        hasTooMany = true
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
    /// What makes it the same as another one: the name, for header fields in lower case.
    var key: String
    var value: [UInt8]
    var isFile = false

    init(name: String, key: String? = nil, value: [UInt8], isFile: Bool = false) {
        self.name = name
        self.key = key ?? name
        self.value = value
        self.isFile = isFile
    }
}
