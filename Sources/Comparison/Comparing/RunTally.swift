import NetEngine
import Runs
import Workspace

/// The numbers of one recorded run, by request. Memory grows with the number of requests, not with that of results.
struct RunTally {
    let name: String
    private(set) var head: RunHead
    private(set) var end: RunEnd?
    private(set) var requests: [RequestTally]
    private(set) var results = 0
    private(set) var failed = 0
    private(set) var damaged = 0
    /// The responses that the recording kept, by index of the request; nil if they do not fit in memory together.
    let samples: [Int: [ResponseSample]]?

    /// Latencies that are kept of all requests together.
    private static let allSamples = 3_000_000

    /// - Parameter mostBytes: of bodies that are kept from this reading.
    init(_ source: RecordingSource, mostBytes: Int) throws {
        var reading = SampleReading(mostBytes: mostBytes)
        var read: (head: RunHead, requests: [RequestTally])?
        var end: RunEnd?
        var (results, failed) = (0, 0)
        func take(_ item: RecordingReader.Item) {
            switch item {
            case .head(let head):
                let limit = max(640, min(4096, Self.allSamples / max(1, head.requests.count)))
                read = (head, head.requests.map { _ in RequestTally(limit: limit) })
            case .result(let record, let exchange):
                guard read?.requests.indices.contains(record.item.step) == true else { return }
                results += 1
                failed += record.word == .failed ? 1 : 0
                read?.requests[record.item.step].add(record, isStored: exchange != nil)
                if let exchange { reading.add(record, exchange) }
            case .end(let last): end = last
            }
        }
        damaged = try source.forEach(take)
        guard let read else { throw ComparisonError(sentence: "\(source.name) is empty.") }
        (head, requests) = read
        if case .temporary = source {
            name = head.name ?? head.environment ?? source.name
        } else {
            name = source.name
        }
        self.end = end
        self.results = results
        self.failed = failed
        samples = reading.isComplete ? reading.samples : nil
    }

    var side: RunComparison.Side {
        RunComparison.Side(name: name, head: head, end: end, results: results, failed: failed)
    }
}

/// The numbers of one request.
struct RequestTally {
    struct Check {
        var text: String
        var passed = 0
        var failed = 0
        var notEvaluated = 0
        var actual: String?

        var count: Int { passed + failed + notEvaluated }
    }

    private(set) var outcomes = OutcomeFigures()
    /// In the order in which they came first.
    private(set) var checks: [Check] = []
    private var places: [CheckKey: Int] = [:]
    /// What breaks the description of the API.
    private(set) var breaches = BreachTally()
    private(set) var latency: LatencySamples
    /// Responses from the cache, which say nothing about the server.
    private(set) var cached = 0
    /// Of bodies of results that passed, up to `mostDigests`.
    private(set) var digests: Set<String> = []
    private(set) var hasAllDigests = true
    /// Bytes of the responses that the recording may have kept.
    private(set) var storedBytes = 0

    static let mostDigests = 64
    private static let mostChecks = 1000

    private struct CheckKey: Hashable {
        var text: String
        /// A check that is written twice is two checks.
        var occurrence: Int
    }

    init(limit: Int) { latency = LatencySamples(limit: limit) }

    mutating func add(_ record: RunRecord, isStored: Bool) {
        outcomes.totals.count(record)
        if let status = record.status { outcomes.statuses[status, default: 0] += 1 }
        if record.word == .failed {
            if let category = record.category { outcomes.categories[category, default: 0] += 1 }
            if outcomes.firstFailure == nil { outcomes.firstFailure = Self.failure(of: record) }
        }
        if let outcome = record.traffic?.cache { outcomes.cache[outcome, default: 0] += 1 }
        if record.countsChecks { add(record.checks) }
        if isStored { storedBytes += record.traffic?.receivedBytes ?? 0 }
        guard record.word == .passed else { return }
        if let digest = record.bodyDigest {
            if digests.count < Self.mostDigests { digests.insert(digest) }
        } else {
            hasAllDigests = false
        }
        switch record.traffic?.cache {
        case .hit, .stale: cached += 1
        case .miss, .bypass, .revalidated, nil:
            if let latency = record.latency { self.latency.add(latency) }
        }
    }

    private mutating func add(_ report: CheckReport) {
        var occurrences: [String: Int] = [:]
        for result in report.results {
            guard result.described == nil else {
                breaches.add(result)
                continue
            }
            // It says that there was nothing to check.
            guard !result.isNotCompared else { continue }
            let key = CheckKey(text: result.text, occurrence: occurrences[result.text, default: 0])
            occurrences[result.text, default: 0] += 1
            guard let place = places[key] ?? addPlace(key) else { continue }
            switch result.verdict {
            case .passed: checks[place].passed += 1
            case .failed:
                checks[place].failed += 1
                if checks[place].actual == nil { checks[place].actual = result.actual ?? result.reason }
            case .warning, .notEvaluated: checks[place].notEvaluated += 1
            }
        }
    }

    private mutating func addPlace(_ key: CheckKey) -> Int? {
        guard checks.count < Self.mostChecks else { return nil }
        places[key] = checks.count
        checks.append(Check(text: key.text))
        return checks.count - 1
    }

    private static func failure(of record: RunRecord) -> String? {
        record.problems.first?.sentence ?? record.checks.results.first { $0.verdict == .failed }?.text
            ?? record.error?.sentence ?? record.responseFileProblem
    }

    /// The checks of both, paired by their text.
    static func checkChanges(_ a: RequestTally, _ b: RequestTally) -> [CheckChange] {
        var changes: [CheckChange] = []
        let nameless = Check(text: "")
        for (key, place) in a.places.sorted(by: { $0.value < $1.value }) {
            let mine = a.checks[place]
            let other = b.places[key].map { b.checks[$0] }
            func add(_ kind: CheckChange.Kind) {
                changes.append(
                    CheckChange(
                        text: key.text, kind: kind, failed: Both(mine.failed, (other ?? nameless).failed),
                        count: Both(mine.count, (other ?? nameless).count), actual: other?.actual))
            }
            guard let other else {
                if b.outcomes.answered > 0 { add(.gone) }
                continue
            }
            if mine.failed == 0, other.failed > 0 {
                add(.fails)
            } else if mine.failed > 0, other.failed == 0, other.passed > 0 {
                add(.passes)
            } else if (mine.notEvaluated > 0) != (other.notEvaluated > 0) {
                add(.evaluation)
            }
        }
        for (key, place) in b.places.sorted(by: { $0.value < $1.value })
        where a.places[key] == nil && a.outcomes.answered > 0 {
            let other = b.checks[place]
            changes.append(
                CheckChange(
                    text: key.text, kind: .new, failed: Both(0, other.failed), count: Both(0, other.count),
                    actual: other.actual))
        }
        return changes
    }
}
