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

/// The bodies of one media type.
struct BodyFacts: Sendable {
    var count = 0
    /// Bodies that `shape` or `fields` are of.
    var read = 0
    var shape = ShapeTable.none
    var fields = ParameterTable()
    /// Bodies that say JSON and are not.
    var broken = 0
    var cut = 0
}

struct MessageFacts: Sendable {
    var count = 0
    var headers = ParameterTable()
    var bodies: [String: BodyFacts] = [:]
    /// Messages with a body.
    var withBody = 0
}

/// How requests were allowed: how many with these schemes the server took, and how many it refused (401, 403).
struct SecurityFacts: Sendable, Hashable {
    var accepted = 0
    var refused = 0
}

/// All exchanges of one operation.
struct OperationFacts: Sendable {
    var request = MessageFacts()
    var queries = ParameterTable()
    /// By status; 0 for requests without a response.
    var responses: [Int: MessageFacts] = [:]
    /// By the names of the schemes used together, sorted.
    var security: [[String]: SecurityFacts] = [:]
    /// Values of the parameters of a known path, by name.
    var pathValues: [String: TextFacts] = [:]
}

extension ShapeTable {
    mutating func merge(_ other: OperationFacts, into facts: inout OperationFacts) {
        merge(other.request, into: &facts.request)
        facts.queries.merge(other.queries)
        for (status, message) in other.responses {
            var own = facts.responses[status] ?? MessageFacts()
            merge(message, into: &own)
            facts.responses[status] = own
        }
        for (schemes, counts) in other.security {
            facts.security[schemes, default: SecurityFacts()].accepted += counts.accepted
            facts.security[schemes, default: SecurityFacts()].refused += counts.refused
        }
        for (name, text) in other.pathValues { facts.pathValues[name, default: TextFacts()].merge(text) }
    }

    private mutating func merge(_ other: MessageFacts, into facts: inout MessageFacts) {
        facts.count += other.count
        facts.withBody += other.withBody
        facts.headers.merge(other.headers)
        for (media, body) in other.bodies {
            guard var own = facts.bodies[media] else {
                facts.bodies[media] = body
                continue
            }
            own.count += body.count
            own.read += body.read
            own.broken += body.broken
            own.cut += body.cut
            own.fields.merge(body.fields)
            if own.shape == Self.none { own.shape = body.shape } else { merge(body.shape, into: own.shape) }
            facts.bodies[media] = own
        }
    }
}
