import Base

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

    mutating func count(isAccepted: Bool) {
        if isAccepted { accepted += 1 } else { refused += 1 }
    }
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
