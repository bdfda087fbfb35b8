import Base
import Contract
import Descriptions
import NetEngine
import OpenAPI
import Runs
import Workspace

/// What of the collection's descriptions was exercised: by the exchanges of this session, and by one recorded run.
struct DescriptionCoverages: Sendable {
    struct Entry: Sendable {
        fileprivate(set) var described: DescribedFile
        /// Of this session.
        fileprivate(set) var session: Coverage
        /// Of the recorded run.
        fileprivate(set) var recorded: Coverage
        /// By operation.
        fileprivate var isExercised: [Bool]

        fileprivate init?(_ described: DescribedFile) {
            guard let collection = described.openAPI else { return nil }
            self.described = described
            session = Coverage(collection.api)
            recorded = session
            isExercised = Array(repeating: false, count: collection.operations.count)
        }

        /// Both together.
        var all: Coverage {
            var all = session
            all.add(recorded)
            return all
        }
    }

    private var entries: [String: Entry] = [:]
    /// The operations of each group that count, and those that were exercised.
    private var shares: [String: [(used: Int, total: Int)]] = [:]
    /// The recorded run that is counted.
    private(set) var run: RunEntry?
    /// The `CoverRunJob.ticket` of the run that the user chose last, or of none; 0 before the first choice.
    private(set) var asked = 0
    /// The run that the user chose last, which may not be counted yet; nil for none.
    private(set) var chosen: RunEntry?
    /// Servers to which requests of a description were sent: other requests that go there count, too.
    private var servers: [DescribedFile: Set<String>] = [:]
    /// Descriptions for which the last recorded run was looked for.
    private var isLookedFor: Set<DescribedFile> = []

    /// nil as long as nothing of the description was exercised.
    subscript(described: DescribedFile) -> Entry? {
        entries[described.path].flatMap { $0.described == described ? $0 : nil }
    }

    /// Whether an operation was exercised; nil if there is nothing to say of it.
    func isExercised(_ operation: Int, of described: DescribedFile) -> Bool? {
        guard let entry = self[described], entry.isExercised.indices.contains(operation),
            described.openAPI?.operations[operation].kind == .path
        else { return nil }
        return entry.isExercised[operation]
    }

    /// How many operations of a tag were exercised, and how many there are; nil if there is nothing to say of it.
    func share(ofGroup group: Int, of described: DescribedFile) -> (used: Int, total: Int)? {
        guard self[described] != nil, let shares = shares[described.path], shares.indices.contains(group),
            shares[group].total > 0
        else { return nil }
        return shares[group]
    }

    /// - Returns: descriptions whose last recorded run was not looked for yet.
    mutating func wantLastRun(of files: [DescribedFile]) -> [DescribedFile] {
        files.filter { isLookedFor.insert($0).inserted }
    }

    /// Keeps the counts of descriptions that were read again.
    mutating func follow(_ files: [DescribedFile]) {
        for described in files {
            guard var entry = entries[described.path], entry.described != described, let api = described.api else {
                continue
            }
            servers[described] = servers.removeValue(forKey: entry.described)
            (entry.session, entry.recorded) = (entry.session.moved(to: api), entry.recorded.moved(to: api))
            entry.described = described
            entries[described.path] = entry
            isLookedFor.insert(described)
            count(described.path)
        }
    }

    /// A job for exchanges of this collection.
    func job(_ sent: [ObserveJob.Sent], _ files: [DescribedFile]) -> ObserveJob {
        ObserveJob(sent: sent, files: files, servers: servers)
    }

    mutating func take(_ news: [ObservedOperations]) {
        for observed in news { servers[observed.described, default: []].formUnion(observed.servers) }
        for observed in news {
            add(observed) {
                $0.session
            } set: {
                $0.session = $1
            }
        }
    }

    mutating func choose(_ run: RunEntry?, ticket: Int) { (chosen, asked) = (run, ticket) }

    /// Counts this run in place of the one before it.
    mutating func take(_ run: RunEntry?, _ news: [ObservedOperations]) {
        self.run = run
        for (path, var entry) in entries {
            guard let api = entry.described.api else { continue }
            entry.recorded = Coverage(api)
            entries[path] = entry
            count(path)
        }
        for observed in news {
            add(observed) {
                $0.recorded
            } set: {
                $0.recorded = $1
            }
        }
    }

    private mutating func add(
        _ observed: ObservedOperations, get: (Entry) -> Coverage, set: (inout Entry, Coverage) -> Void
    ) {
        let described = observed.described
        guard !observed.exchanges.isEmpty, var entry = self[described] ?? Entry(described) else { return }
        var coverage = get(entry)
        for exchange in observed.exchanges { coverage.add(exchange) }
        set(&entry, coverage)
        entries[described.path] = entry
        count(described.path)
    }

    private mutating func count(_ path: String) {
        guard var entry = entries[path], let collection = entry.described.openAPI else { return }
        let pointers = entry.session.exercised.union(entry.recorded.exercised)
        guard !pointers.isEmpty else {
            entries[path] = nil
            return
        }
        entry.isExercised = collection.operations.map { pointers.contains($0.pointer) }
        shares[path] = entry.described.groups.map { group in
            let counted = group.operations.filter { collection.operations[$0].kind == .path }
            return (counted.count { entry.isExercised[$0] }, counted.count)
        }
        entries[path] = entry
    }
}

/// What exchanges exercised of a description.
package struct ObservedOperations: Sendable {
    var described: DescribedFile
    var exchanges: [ObservedExchange]
    /// Servers to which its requests were sent.
    var servers: Set<String>
}

/// Exchanges to be counted for coverage.
package struct ObserveJob: Sendable {
    struct Sent: Sendable {
        var exchange: Exchange
        /// The description that the request belongs to, and its operation; nil lets method and URL decide.
        var own: (described: DescribedFile, operation: Int)?
    }

    var sent: [Sent]
    var files: [DescribedFile]
    /// Servers to which requests of a description were sent before.
    var servers: [DescribedFile: Set<String>] = [:]

    func run() -> [ObservedOperations] {
        files.map { described in
            var servers = servers[described] ?? []
            for sent in sent where sent.own?.described == described { servers.formUnion(Self.server(sent.exchange)) }
            let exchanges = sent.flatMap { sent in
                let isOwn = Self.server(sent.exchange).contains { servers.contains($0) }
                return sent.own.map { $0.described == described } ?? true
                    ? described.observed(sent.exchange, as: sent.own?.operation, isOwn: isOwn) : []
            }
            return ObservedOperations(described: described, exchanges: exchanges, servers: servers)
        }
    }

    /// Where an exchange began; none if nothing was sent.
    private static func server(_ exchange: Exchange) -> [String] {
        exchange.hops.prefix(1).map { "\($0.request.url.scheme.rawValue)://\($0.request.url.hostAndPort)" }
    }
}

/// A recorded run to be counted for coverage.
package struct CoverRunJob: Sendable {
    var files: [DescribedFile]
    /// nil: the last one in which requests of the collection were sent.
    var run: RunEntry?
    /// The ids of the requests of the collection, by the absolute paths of their files.
    var requests: [String: Set<String>]
    /// The result is dropped if the user has chosen another run by the time it arrives.
    var ticket = 0
    /// Whether the run was chosen before, and is counted again for descriptions that are new: nobody waits for it.
    var isRecount = false

    /// The file of the collection that a run names, as it was typed there: relative to some folder.
    func path(of file: String) -> String? {
        let steps = PathText.steps(of: file).drop { $0 == "." || $0 == ".." }
        let name = "/" + steps.joined(separator: "/")
        return requests.keys.filter { $0.hasSuffix(name) }.min { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    }
}

/// A summary to be made, which reads every operation.
package struct CoverageJob: Sendable {
    var described: DescribedFile
    var coverage: Coverage

    func run() -> Action { .coverageSummed(described, coverage.result()) }
}
