import Base

/// What a user of a draft should know: one sentence.
package struct DraftNotice: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Exchanges that are not in the draft.
        case leftOut
        /// What is described less exactly than it could be, because of a limit.
        case limit
        /// Bodies that could not be read.
        case body
        /// Why a segment of a path is a parameter.
        case parameter
        /// An operation that may not exist.
        case doubt
    }

    package var kind: Kind
    /// The template of a path, if it is about one.
    package var path: String?
    package var text: String
}

struct DraftNotices {
    static let mostServers = 20
    static let longestTemplate = 900
    /// Notices of one kind about operations.
    static let mostOfKind = 200

    private(set) var all: [DraftNotice] = []

    init(_ draft: DescriptionDraft, _ paths: [DraftPath], tooLong: Int) {
        addLosses(draft, tooLong)
        addLimits(draft)
        for path in paths {
            addEvidence(path)
            for method in path.operations.keys.sorted() {
                guard let index = path.operations[method] else { continue }
                addOperation(draft.operations[index], "\(method) \(path.template)", path)
            }
        }
        var counts: [DraftNotice.Kind: Int] = [:]
        all = all.filter { notice in
            counts[notice.kind, default: 0] += 1
            return counts[notice.kind, default: 0] <= Self.mostOfKind
        }
        for kind in DraftNotice.Kind.allCases {
            guard let count = counts[kind], count > Self.mostOfKind else { continue }
            let rest = Formatting.count(count - Self.mostOfKind, "more notice")
            add(.limit, "There are \(rest) like the last one shown about '\(kind.rawValue)'.")
        }
    }

    private mutating func add(_ kind: DraftNotice.Kind, _ text: String, path: String? = nil) {
        all.append(DraftNotice(kind: kind, path: path, text: text))
    }

    private static func exchanges(_ count: Int) -> String {
        Formatting.count(count, "exchange") + (count == 1 ? " is" : " are")
    }

    private mutating func addLosses(_ draft: DescriptionDraft, _ tooLong: Int) {
        let losses = draft.losses
        if losses.exchanges == 0 { add(.leftOut, "There are no exchanges, so the draft is empty.") }
        for (method, count) in losses.methods.sorted(by: { $0.key < $1.key }).prefix(Self.mostServers) {
            add(.leftOut, "\(Self.exchanges(count)) left out: OpenAPI 3.1 cannot describe the method '\(method)'.")
        }
        if losses.urls > 0 { add(.leftOut, "\(Self.exchanges(losses.urls)) left out: the URL is not an HTTP address.") }
        if losses.preflights > 0 {
            add(.leftOut, "\(Self.exchanges(losses.preflights)) left out: browsers send these before a request (CORS).")
        }
        if losses.longPaths > 0 {
            add(
                .leftOut,
                "\(Self.exchanges(losses.longPaths)) left out: the path has more than \(PathTree.deepest) segments or \(PathTree.longestPath) bytes."
            )
        }
        if losses.unplaced > 0 {
            add(
                .leftOut,
                "\(Self.exchanges(losses.unplaced)) left out: there are too many different paths (limits: \(PathTree.mostNodes) segments, \(DescriptionDraft.mostOperations) operations)."
            )
        }
        if losses.statuses > 0 {
            add(
                .leftOut,
                "\(Formatting.count(losses.statuses, "response")) left out: the status is not between 100 and 599.")
        }
        if losses.mediaTypes > 0 {
            add(
                .leftOut,
                "The bodies of \(Formatting.count(losses.mediaTypes, "message")) are left out: more than \(DescriptionDraft.mostMediaTypes) media types at one place."
            )
        }
        if tooLong > 0 {
            add(.leftOut, "\(Formatting.count(tooLong, "path")) left out: longer than \(Self.longestTemplate) bytes.")
        }
    }

    private mutating func addLimits(_ draft: DescriptionDraft) {
        if draft.origins.count > Self.mostServers {
            let count = (draft.losses.hasMoreOrigins ? "more than " : "") + String(draft.origins.count)
            add(.limit, "Only the first \(Self.mostServers) of \(count) servers are listed.")
        } else if draft.origins.count > 1 {
            add(.limit, "The exchanges are with \(draft.origins.count) servers; the draft describes them as one API.")
        }
        if draft.shapes.isFull {
            add(
                .limit,
                "The bodies have more than \(draft.shapes.limit) different members; later ones are not described.")
        }
        if draft.shapes.wasTooDeep {
            add(.limit, "Bodies are described to \(ShapeTable.deepest) levels; some are nested deeper.")
        }
        if draft.shapes.hadTables {
            add(
                .limit,
                "Objects with more than \(ShapeTable.mostMembers) different names are described by 'additionalProperties'."
            )
        }
    }

    private mutating func addEvidence(_ path: DraftPath) {
        for parameter in path.parameters {
            guard let evidence = parameter.evidence else { continue }
            let template = path.template
            add(
                .parameter, "\(template): '\(parameter.name)' is a parameter: its place in the path held \(evidence).",
                path: template)
        }
    }

    private mutating func addOperation(_ facts: OperationFacts, _ name: String, _ path: DraftPath) {
        let statuses = Set(facts.responses.keys)
        if !statuses.isEmpty, statuses.isSubset(of: [404, 405, 410, 501]) {
            let list = statuses.sorted().map(String.init).joined(separator: ", ")
            add(.doubt, "\(name) may not exist: its responses have only the status \(list).", path: path.template)
        }
        if facts.queries.hasTooMany || facts.request.headers.hasTooMany {
            add(
                .limit, "\(name) has more than \(ParameterTable.most) different parameters; none is described.",
                path: path.template)
        }
        for (status, message) in facts.responses.sorted(by: { $0.key < $1.key }) {
            addBodies(message, "\(name), \(status)", path)
        }
        addBodies(facts.request, "\(name), request", path)
    }

    private mutating func addBodies(_ message: MessageFacts, _ name: String, _ path: DraftPath) {
        for (media, body) in message.bodies.sorted(by: { $0.key < $1.key }) {
            let bodies = "\(body.count) \(body.count == 1 ? "body" : "bodies") of \(media)"
            if body.broken > 0 {
                add(
                    .body, "\(name): \(body.broken) of \(bodies) cannot be read as such.",
                    path: path.template)
            }
            if body.cut > 0 {
                add(
                    .body, "\(name): \(body.cut) of \(bodies) \(body.cut == 1 ? "is" : "are") cut and not used.",
                    path: path.template)
            }
        }
    }
}
