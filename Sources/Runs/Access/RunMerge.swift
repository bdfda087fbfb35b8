import NetEngine
import NetEngineRequestLog
import Workspace

/// Joins the recordings of the parts of one run: every request once.
package struct RunMerge {
    private let sources: [RecordingSource]
    private let heads: [RunHead]
    package let head: RunHead
    /// Parts that a later attempt replaces, in words.
    package let replaced: [String]

    /// - Parameter allowsPartial: whether parts may be missing.
    /// - Throws: a `RunStoreError` that says what does not fit.
    package init(_ sources: [RecordingSource], id: String, allowsPartial: Bool) throws {
        var parts: [Int: (source: RecordingSource, head: RunHead, shard: RunHead.Shard)] = [:]
        var first: (name: String, shard: RunHead.Shard, settings: RunHead.Settings)?
        var ids: [String: String] = [:]
        var replaced: [String] = []
        for source in sources {
            let head = try Self.head(of: source)
            guard let shard = head.shard else {
                throw RunStoreError(sentence: "\(source.name) is a whole run, not a part of one (--shard).")
            }
            if let other = ids[head.id] {
                throw RunStoreError(sentence: "\(source.name) and \(other) are the same part of the same run.")
            }
            ids[head.id] = source.name
            let reference = first ?? (source.name, shard, head.settings)
            first = reference
            guard shard.plan == reference.shard.plan, shard.count == reference.shard.count else {
                throw RunStoreError(
                    sentence:
                        "\(source.name) is part \(shard.index)/\(shard.count) of another plan than \(reference.name): the requests, or how they are split, differ."
                )
            }
            guard Self.areAlike(head.settings, reference.settings) else {
                throw RunStoreError(
                    sentence:
                        "\(source.name) was sent with another --repeat, --data or --duration than \(reference.name); all parts need the same."
                )
            }
            if let other = parts[shard.index] {
                let isLater =
                    (shard.attempt, head.startedAt) > (other.shard.attempt, other.head.startedAt)
                replaced.append(
                    "\(isLater ? other.source.name : source.name), an earlier attempt of part \(shard.index)")
                guard isLater else { continue }
            }
            parts[shard.index] = (source, head, shard)
        }
        guard let count = first?.shard.count else { throw RunStoreError(sentence: "There is nothing to merge.") }
        let missing = (1...count).filter { parts[$0] == nil }
        if !missing.isEmpty, !allowsPartial {
            throw RunStoreError(
                sentence: "\(RunHead.missing(missing, of: String(count))); --allow-partial goes on without.")
        }
        let ordered = parts.sorted { $0.key < $1.key }.map(\.value)
        self.sources = ordered.map(\.source)
        self.replaced = replaced
        var requests: [Int: RunHead.Request] = [:]
        var heads: [RunHead] = []
        for part in ordered {
            heads.append(part.head)
            for (place, index) in part.shard.requests.enumerated() where part.head.requests.indices.contains(place) {
                var request = part.head.requests[place]
                request.needs = request.needs.compactMap {
                    part.shard.requests.indices.contains($0) ? part.shard.requests[$0] : nil
                }
                requests[index] = request
            }
        }
        // What missing parts would send is not known: the requests move together.
        let indexes = requests.keys.sorted()
        var places: [Int: Int] = [:]
        for (place, index) in indexes.enumerated() { places[index] = place }
        guard var head = heads.min(by: { $0.startedAt < $1.startedAt }) else {
            throw RunStoreError(sentence: "There is nothing to merge.")
        }
        head.id = id
        head.name = nil
        head.shard = nil
        head.missingParts = missing
        // The parts were given the same paths.
        head.unreadable = heads.map(\.unreadable).max() ?? 0
        head.requests = []
        for index in indexes {
            guard var request = requests[index] else { continue }
            let needs = request.needs.compactMap { places[$0] }
            request.needs = needs
            head.requests.append(request)
        }
        self.heads = heads
        self.places = places
        self.head = head
    }

    /// By index in the whole plan: the index in `head`.
    private let places: [Int: Int]

    /// Writes the joined recording.
    /// - Parameters:
    ///   - take: gets whole lines.
    ///   - unfinished: gets a sentence for each part that did not come to its end, and for each with damaged lines.
    /// - Returns: the joined run, folded.
    package func write(
        _ take: ([UInt8]) throws -> Void, unfinished: (String) -> Void = { _ in }
    ) throws -> RunAccount {
        var lines = RecordingLines(head)
        var account = RunAccount(head)
        var stop = head.startedAt
        var reason = RunEnd.Reason.complete
        var notReached = 0
        for (source, part) in zip(sources, heads) {
            let places = part.shard?.requests.map { self.places[$0] } ?? []
            var end: RunEnd?
            func join(_ item: RecordingReader.Item) throws {
                switch item {
                case .head: break
                case .result(let record, let exchange):
                    guard places.indices.contains(record.item.step), let step = places[record.item.step] else { return }
                    var record = record
                    record.item.step = step
                    account.add(record)
                    lines.add(record, exchange?.parts)
                    if lines.count >= 1 << 20 { try take(lines.take()) }
                case .end(let partEnd): end = partEnd
                }
            }
            let damaged = try source.forEach(join)
            account.damaged += damaged
            let name = "Part \(part.shard?.index ?? 1) of the run"
            let elapsed = Int64(DurationText.microseconds(end?.elapsed ?? .zero))
            stop = max(stop, Timestamp(microsecondsSince1970: part.startedAt.microsecondsSince1970 + elapsed))
            // A part that was broken off makes the whole one that did not end well.
            reason = Self.worse(reason, end?.reason ?? .interrupted)
            notReached += end?.notReached ?? 0
            if let clause = Self.unfinishedClause(end, source) {
                unfinished("\(name) \(clause).")
            }
            if let clause = RunAccount.damagedClause(damaged) { unfinished("\(name): \(clause).") }
        }
        let whole = RunEnd(
            elapsed: .microseconds(stop.microsecondsSince1970 - head.startedAt.microsecondsSince1970), reason: reason,
            notReached: notReached, damaged: account.damaged)
        account.close(whole)
        lines.end(whole)
        try take(lines.take())
        return account
    }

    /// Whether all parts were sent as often. How many rows the data had is not known of older recordings.
    private static func areAlike(_ a: RunHead.Settings, _ b: RunHead.Settings) -> Bool {
        guard a.rounds == b.rounds, a.duration == b.duration else { return false }
        guard let rows = a.rows, let others = b.rows else { return true }
        return rows == others
    }

    /// Why the whole ended, if its parts ended for these reasons.
    private static func worse(_ a: RunEnd.Reason, _ b: RunEnd.Reason) -> RunEnd.Reason {
        [.interrupted, .failure, .duration].first { $0 == a || $0 == b } ?? .complete
    }

    /// - Parameter end: nil if the recording ends before the part did.
    private static func unfinishedClause(_ end: RunEnd?, _ source: RecordingSource) -> String? {
        switch end?.reason {
        case .complete, .duration: nil
        case .failure: "ended at its first failure"
        case .interrupted: "was interrupted"
        case nil: "was broken off: \(source.name) ends before it"
        }
    }

    private static func head(of source: RecordingSource) throws -> RunHead {
        var head: RunHead?
        struct Found: Error {}
        func take(_ item: RecordingReader.Item) throws {
            if case .head(let found) = item { head = found }
            throw Found()
        }
        do {
            try source.forEach(take)
        } catch is Found {}
        guard let head else { throw RunStoreError(sentence: "\(source.name) is empty.") }
        return head
    }
}
