import Base
import NetEngine
import Runs
import Workspace

extension RunComparison {
    /// The most that a recording keeps of a body.
    private static let largestBody = 1 << 20

    /// Compares two recordings. Reads each of them once; if the bodies do not fit in memory together, once more for each part
    /// of the requests.
    ///
    /// - Parameter mostBytes: of the bodies of one reading, of both runs.
    /// - Throws: a `ComparisonError` if they share no request, or what reading a recording throws.
    package init(
        a: RecordingSource, b: RecordingSource, options: ComparisonOptions = ComparisonOptions(),
        mostBytes: Int = 96 << 20
    ) throws {
        let tallies = Both(
            try RunTally(a, mostBytes: mostBytes / 2), try RunTally(b, mostBytes: mostBytes / 2))
        let plan = Pairing(tallies)
        guard plan.pairs.contains(where: { $0.a != nil && $0.b != nil }) else {
            throw ComparisonError(
                sentence:
                    "The runs '\(tallies.a.name)' and '\(tallies.b.name)' share no request: requests are the same if their file "
                    + "and their name are.")
        }
        let refusal = Self.latencyRefusal(tallies.map(\.head.settings))
        var requests = plan.pairs.map { pair in
            Self.numbers(pair, tallies, isWhole: tallies.map { $0.end != nil })
        }
        try Self.compareBodies(&requests, plan, Both(a, b), tallies, options.rules, mostBytes)
        if refusal == nil { Self.compareLatencies(&requests, plan, tallies, options.threshold) }
        for index in requests.indices { Self.judge(&requests[index]) }
        let order = requests.indices.sorted {
            (requests[$0].state.rawValue, requests[$0].severity, $0)
                < (requests[$1].state.rawValue, requests[$1].severity, $1)
        }
        sides = tallies.map(\.side)
        self.options = options
        self.requests = order.map { requests[$0] }
        volatileHeaders = Self.volatileHeaders(requests)
        commonHeaders = Self.commonHeaders(requests)
        latencyRefusal = refusal
        let rules = options.rulesFile.map { ["What \($0) names is not compared."] } ?? []
        notes = rules + Self.notes(tallies, plan)
    }

    // MARK: Parts

    private static func numbers(
        _ pair: Pairing.Pair, _ tallies: Both<RunTally>, isWhole: Both<Bool>
    ) -> RequestComparison {
        let a = pair.a.map { (tallies.a.head.requests[$0], tallies.a.requests[$0]) }
        let b = pair.b.map { (tallies.b.head.requests[$0], tallies.b.requests[$0]) }
        let request = b?.0 ?? a?.0 ?? RunHead.Request(file: "", line: 1, id: "", method: "")
        var comparison = RequestComparison(
            request: request, presence: a == nil ? .onlyInB : b == nil ? .onlyInA : .both,
            outcomes: Both(a?.1.outcomes ?? OutcomeFigures(), b?.1.outcomes ?? OutcomeFigures()))
        if let a, let b {
            comparison.checks = RequestTally.checkChanges(a.1, b.1)
            comparison.breaches = BreachTally.changes(a.1.breaches, b.1.breaches)
        }
        return comparison
    }

    private static func compareBodies(
        _ requests: inout [RequestComparison], _ plan: Pairing, _ sources: Both<RecordingSource>,
        _ tallies: Both<RunTally>, _ rules: ComparisonRules, _ mostBytes: Int
    ) throws {
        let hasData = tallies.a.head.settings.data != nil || tallies.b.head.settings.data != nil
        var rest = plan.pairs.indices.filter { plan.pairs[$0].a != nil && plan.pairs[$0].b != nil }[...]
        while !rest.isEmpty {
            var batch: [Int] = []
            var bytes = 0
            let isRead = tallies.a.samples != nil && tallies.b.samples != nil
            while let next = rest.first {
                let size =
                    isRead
                    ? 0
                    : [
                        plan.pairs[next].a.map { tallies.a.requests[$0] },
                        plan.pairs[next].b.map { tallies.b.requests[$0] },
                    ].reduce(0) { $0 + min($1?.storedBytes ?? 0, SampleReading.most * largestBody) }
                guard batch.isEmpty || bytes + size <= mostBytes else { break }
                bytes += size
                batch.append(next)
                rest = rest.dropFirst()
            }
            let a =
                try tallies.a.samples
                ?? SampleReading.samples(
                    of: sources.a, Set(batch.compactMap { plan.pairs[$0].a }))
            let b =
                try tallies.b.samples
                ?? SampleReading.samples(
                    of: sources.b, Set(batch.compactMap { plan.pairs[$0].b }))
            for index in batch {
                guard let mine = plan.pairs[index].a, let other = plan.pairs[index].b else { continue }
                let samples = Both(a[mine] ?? [], b[other] ?? []).map { run in
                    // Without data each round is a repeat.
                    hasData ? run : run.map { $0.inRow(0) }
                }
                compareBody(
                    &requests[index], samples, Both(tallies.a.requests[mine], tallies.b.requests[other]),
                    tallies.map(\.head.startedAt), rules.of(requests[index].name))
            }
        }
    }

    private static func compareBody(
        _ request: inout RequestComparison, _ samples: Both<[ResponseSample]>, _ tallies: Both<RequestTally>,
        _ startedAt: Both<Timestamp>, _ rules: [ComparisonRules.Rule]
    ) {
        guard !samples.a.isEmpty, !samples.b.isEmpty else {
            request.body = byDigest(tallies)
            return
        }
        guard let comparable = SampleReading.comparable(samples) else {
            request.body = BodyDifference(.notCompared(reason: "the statuses differ"))
            return
        }
        request.headers = HeaderComparing(rules: rules).compare(comparable)
        var comparing = BodyComparing(rules: rules, startedAt: startedAt)
        request.body = comparing.compare(comparable)
        if case .notCompared = request.body.verdict, let digest = tallies.a.onlyDigest, digest == tallies.b.onlyDigest {
            request.body = BodyDifference(.equal)
        }
    }

    /// What the digests say where no body was kept.
    private static func byDigest(_ tallies: Both<RequestTally>) -> BodyDifference {
        guard let a = tallies.a.onlyDigest, let b = tallies.b.onlyDigest else {
            return BodyDifference(.notCompared(reason: "a recording keeps no response of it"))
        }
        var difference = BodyDifference(a == b ? .equal : .different, method: .bytes)
        if a != b {
            difference.changeCount = 1
            difference.notes = ["The recordings keep no bodies of it: only their hashes were compared."]
        }
        return difference
    }

    private static func compareLatencies(
        _ requests: inout [RequestComparison], _ plan: Pairing, _ tallies: Both<RunTally>, _ threshold: Double
    ) {
        var pairs: [(index: Int, samples: Both<LatencySamples>)] = []
        for (index, pair) in plan.pairs.enumerated() {
            guard let mine = pair.a, let other = pair.b else { continue }
            let samples = Both(tallies.a.requests[mine].latency, tallies.b.requests[other].latency)
            if samples.a.count > 0, samples.b.count > 0 { pairs.append((index, samples)) }
        }
        let comparisons = LatencyComparing(threshold: threshold).compare(pairs.map(\.samples))
        for (pair, comparison) in zip(pairs, comparisons) { requests[pair.index].latency = comparison }
    }

    private static func judge(_ request: inout RequestComparison) {
        switch request.presence {
        case .onlyInA:
            request.worse = [Worsening(kind: .removed, clause: "it is not in run B")]
            request.state = .onlyInA
            return
        case .onlyInB:
            request.state = .onlyInB
            return
        case .both: break
        }
        let judgement = Judgement(request)
        request.worse = judgement.worse
        request.better = judgement.better
        // A body or header that differs is not worse by itself.
        let isWorse = request.worse.contains { Worsening.Kind.usual.contains($0.kind) || $0.kind == .removed }
        if isWorse {
            request.state = .worse
        } else if !request.worse.isEmpty || !request.checks.isEmpty || !request.body.contract.isEmpty
            || request.breaches.contains(where: { $0.kind != .same })
            || request.outcomes.a.statuses.keys != request.outcomes.b.statuses.keys
        {
            request.state = .changed
        } else if !request.better.isEmpty {
            request.state = .better
        }
        if request.state == .changed, !request.better.isEmpty, request.body.verdict != .different,
            request.body.contract.isEmpty, request.headers.changes.isEmpty
        {
            request.state = .better
        }
    }

    // MARK: The whole

    private static func latencyRefusal(_ settings: Both<RunHead.Settings>) -> String? {
        let (a, b) = (settings.a, settings.b)
        if a.rate == nil, b.rate != nil { return "run A sent without --rate, run B with it" }
        if a.rate != nil, b.rate == nil { return "run A sent with --rate, run B without it" }
        if a.rate != b.rate { return "the rates differ" }
        if a.jobs != b.jobs {
            // With a rate it is --max-in-flight.
            return a.rate == nil
                ? "run A sent with \(Formatting.count(a.jobs, "job")), run B with \(b.jobs)"
                : "run A had at most \(Formatting.count(a.jobs, "request")) in flight, run B \(b.jobs)"
        }
        if a.data.map(fileName) != b.data.map(fileName) { return "the data files differ" }
        if a.cache != b.cache { return "the cache was used in different ways" }
        return nil
    }

    private static func fileName(_ path: String) -> Substring { PathText.steps(of: path).last ?? "" }

    private static func volatileHeaders(_ requests: [RequestComparison]) -> [VolatileHeader] {
        var headers: [String: VolatileHeader] = [:]
        for ignored in requests.flatMap(\.headers.ignored) {
            let key = ignored.path.lowercased()
            headers[key, default: VolatileHeader(name: ignored.path, ground: ignored.ground, requests: 0)].requests += 1
        }
        return headers.sorted { $0.key < $1.key }.map(\.value)
    }

    private static func commonHeaders(_ requests: [RequestComparison]) -> [CommonHeader] {
        let changes = requests.flatMap(\.headers.changes)
        var counts: [HeaderDifference.Change: Int] = [:]
        for change in changes { counts[change, default: 0] += 1 }
        var known: Set<HeaderDifference.Change> = []
        // Those of one header that are as common stay in the order of the requests.
        return changes.filter { counts[$0, default: 0] >= CommonHeader.fewest && known.insert($0).inserted }
            .map { CommonHeader(change: $0, requests: counts[$0, default: 0]) }.enumerated()
            .sorted {
                (-$0.element.requests, $0.element.change.name, $0.offset)
                    < (-$1.element.requests, $1.element.change.name, $1.offset)
            }.map(\.element)
    }

    private static func notes(_ tallies: Both<RunTally>, _ plan: Pairing) -> [String] {
        var notes: [String] = []
        for (letter, tally) in [("A", tallies.a), ("B", tallies.b)] {
            switch tally.end?.reason {
            case .complete, .duration: break
            case .failure: notes.append("Run \(letter) ended at its first failure.")
            case .interrupted: notes.append("Run \(letter) was interrupted.")
            case nil: notes.append("The recording of run \(letter) is incomplete: it was broken off.")
            }
            notes += tally.head.missingSentences.map { "Run \(letter): \($0)" }
            if let clause = RunAccount.damagedClause(tally.damaged) { notes.append("Run \(letter): \(clause).") }
        }
        let (a, b) = (tallies.a.head, tallies.b.head)
        if a.environment != b.environment {
            notes.append(
                "The environments differ: \(a.environment ?? "none") in run A, \(b.environment ?? "none") in run B.")
        }
        if a.id == b.id, !a.id.isEmpty, a.startedAt == b.startedAt { notes.append("Both are the same run.") }
        return notes
    }
}

extension RequestTally {
    /// The digest of all its bodies; nil if they differ or are not known.
    var onlyDigest: String? { hasAllDigests && digests.count == 1 ? digests.first : nil }
}
