import Synchronization

/// A private HTTP cache (RFC 9111): the policy, a store and a clock.
///
/// `begin` decides what to do for a request; after a send, `complete` makes the final response.
final class HTTPCache: Sendable {
    let store: any CacheStore
    let now: @Sendable () -> Timestamp
    private let usesHeuristicFreshness: Bool
    private let evaluatesConditions: Bool
    /// Keys that are being revalidated in the background.
    private let inBackground = Mutex(Background())

    private struct Background {
        var keys: Set<CacheKey> = []
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    /// Which responses in flight are outdated already.
    let invalidations = CacheInvalidations()
    /// nil if requests do not wait for each other.
    private let forwarding: CollapsedForwarding?

    init(
        store: any CacheStore, now: @escaping @Sendable () -> Timestamp, usesHeuristicFreshness: Bool = true,
        evaluatesConditions: Bool = true, collapsesForwarding: Bool = false
    ) {
        self.store = store
        self.now = now
        self.usesHeuristicFreshness = usesHeuristicFreshness
        self.evaluatesConditions = evaluatesConditions
        forwarding = collapsesForwarding ? CollapsedForwarding() : nil
    }

    /// What to do for a request.
    enum Step: Sendable {
        /// Nothing is sent.
        case reply(Reply)
        case send(Pending)
        /// An equal request is in flight: call `begin` again when it is over.
        case wait(CacheKey)
    }

    /// A response, and how the cache got it.
    struct Reply: Sendable {
        var response: Response?
        var failure: EngineError?
        var decision: CacheDecision
        /// The 304, or the missing part, as the server sent it; nil if the server sent just `response`, or nothing.
        var validation: Response?
        var needsBackgroundRevalidation = false
    }

    /// A request to the server.
    struct Pending: Sendable {
        /// With the fields that the engine added.
        let sent: PreparedRequest
        let original: PreparedRequest
        let request: CacheRequest
        let fetch: CachePlan.Fetch
        /// When the request began.
        var mark: CacheInvalidations.Mark
        /// Whether others may wait for this one: `end` must be called for it.
        var leads = false
    }

    /// Call when a sent request is over, however it ended.
    func end(_ pending: Pending) { if pending.leads { forwarding?.end(pending.request.key) } }

    /// Returns when the equal request is over.
    func waitForOther(_ key: CacheKey) async { await forwarding?.wait(for: key) }

    /// - Parameters:
    ///   - isBackground: whether this revalidates a response that was served already.
    ///   - mayWait: false after a wait: the response was not for this request then.
    ///   - mayComplete: whether only the rest of a stored part may be asked for; not where the body is passed on while it
    ///     arrives.
    func begin(
        _ original: PreparedRequest, isBackground: Bool, mayWait: Bool = true, mayComplete: Bool = true
    ) async -> Step {
        let request = CacheRequest(original)
        if let reason = CachePolicy.bypass(request, evaluatesConditions: evaluatesConditions) {
            var decision = CacheDecision(outcome: .bypass, reason: reason, mode: request.mode, key: request.key)
            guard request.mode != .onlyIfCached, !request.control.onlyIfCached else {
                decision.reason = .onlyIfCachedUnmet(reason.phrase)
                return .reply(Self.unmet(decision))
            }
            return .send(pending(original, request, CachePlan.Fetch(decision: decision)))
        }
        var lost: Set<StoredResponse.ID> = []
        var candidates = await self.candidates(for: request.key, without: lost)
        var reasonIfNone = CacheReason.nothingStored
        while true {
            switch CachePolicy.plan(
                request, candidates, now: now(), isBackground: isBackground, mayComplete: mayComplete,
                ifNone: reasonIfNone)
            {
            case .reuse(let reuse):
                if let reply = await use(reuse, request) { return .reply(reply) }
                // It was removed in between, perhaps for a newer response: what is stored now counts.
                lost.insert(reuse.stored.id)
                await store.remove([reuse.stored])
                candidates = await self.candidates(for: request.key, without: lost)
                reasonIfNone = .bodyLost
            case .fetch(let fetch):
                var pending = pending(original, request, fetch)
                guard let forwarding, mayWait, !isBackground, Self.mayShare(request) else { return .send(pending) }
                guard forwarding.lead(request.key) else { return .wait(request.key) }
                pending.leads = true
                return .send(pending)
            case .unmet(let decision): return .reply(Self.unmet(decision))
            }
        }
    }

    private func candidates(for key: CacheKey, without lost: Set<StoredResponse.ID>) async -> [StoredResponse] {
        var found = await store.candidates(for: key)
        if !lost.isEmpty { found.removeAll { lost.contains($0.id) } }
        return usesHeuristicFreshness ? found : found.map { $0.withoutHeuristicFreshness() }
    }

    /// How long this cache takes a response to be fresh.
    func lifetime(of stored: StoredResponse) -> FreshnessLifetime {
        usesHeuristicFreshness ? stored.lifetime : stored.withoutHeuristicFreshness().lifetime
    }

    /// RFC 9111 §4: only a request that a stored response could satisfy unchanged.
    private static func mayShare(_ request: CacheRequest) -> Bool {
        request.method == .get && request.mode == .default && !request.hasOwnCondition && request.rangeField == nil
            && request.originOnlyCondition == nil && !request.control.noCache && !request.hasPragmaNoCache
            && request.control.maxAge == .absent
    }

    private func pending(
        _ original: PreparedRequest, _ request: CacheRequest, _ fetch: CachePlan.Fetch
    ) -> Pending {
        guard !fetch.added.isEmpty else {
            return Pending(
                sent: original, original: original, request: request, fetch: fetch, mark: invalidations.mark)
        }
        let sent = PreparedRequest(
            method: original.method, url: original.url, headers: HeaderFields(original.headers.fields + fetch.added),
            body: original.body, options: original.options, proxy: original.proxy)
        return Pending(sent: sent, original: original, request: request, fetch: fetch, mark: invalidations.mark)
    }

    private static func unmet(_ decision: CacheDecision) -> Reply {
        Reply(
            response: ServedResponse.gatewayTimeout(), failure: .onlyIfCachedUnmet(decision.reason.phrase),
            decision: decision)
    }

    /// nil if the body is gone.
    private func use(_ reuse: CachePlan.Reuse, _ request: CacheRequest) async -> Reply? {
        let isHead = request.method == .head
        var body: [UInt8] = []
        if reuse.form == .notModified || isHead || reuse.stored.bodyByteCount == 0 {
            await store.touch(reuse.stored)
        } else {
            guard let bytes = await bytes(of: reuse.stored) else { return nil }
            body = bytes
        }
        var reply = Reply(decision: reuse.decision)
        reply.response = ServedResponse.response(
            reuse.stored, body: body, form: reuse.form, age: reuse.decision.age, isHead: isHead)
        reply.decision.subject = request.subject(reuse.stored.status, reuse.stored.headers)
        if reuse.isRevalidatedInBackground { reply.needsBackgroundRevalidation = true }
        return decoded(reply, reuse.stored, request)
    }

    /// nil if they are gone.
    func bytes(of stored: StoredResponse) async -> [UInt8]? {
        guard let body = stored.body else { return await store.body(of: stored) }
        await store.touch(stored)
        return body
    }

    /// Decodes a body that was stored undecoded, if the request wants that, and cuts it at the request's limit, as the
    /// transport does.
    func decoded(_ reply: Reply, _ stored: StoredResponse, _ request: CacheRequest) -> Reply {
        guard let response = reply.response, !response.content.isEmpty else { return reply }
        // A part of coded bytes cannot be decoded by itself: it stays as it is, as one from the server does.
        let isCoded =
            request.decodesContent && stored.hasContentCoding && stored.decodedCodings.isEmpty && response.status != 206
        guard isCoded || response.content.count > request.maxBodyBytes else { return reply }
        var reply = reply
        var body: [UInt8] = []
        var codings = response.decodedCodings
        do {
            if isCoded, let decoder = try ContentDecoder(fieldValues: response.headers.values("Content-Encoding")) {
                let isWhole = try response.body.withUnsafeBytes { bytes in
                    try decoder.decode(bytes) { piece in
                        body.append(contentsOf: piece)
                        return body.count <= request.maxBodyBytes
                    }
                }
                if isWhole { try decoder.finish() }
                codings = decoder.codings
            } else {
                body = response.body
            }
        } catch {
            // The bytes stay as they are stored.
            let text = (error as? ContentCodingFault)?.text ?? "the coding is broken"
            reply.failure = EngineError(.protocol, phase: .receive, "The body cannot be decoded: \(text).")
            return reply
        }
        let isTooLarge = body.count > request.maxBodyBytes
        if isTooLarge { reply.failure = .tooLarge(limit: request.maxBodyBytes) }
        reply.response = Response(
            status: response.status, reason: response.reason, httpVersion: response.httpVersion,
            headers: response.headers, rawHead: response.rawHead,
            body: isTooLarge ? Array(body.prefix(max(0, request.maxBodyBytes))) : body,
            wireBodyByteCount: response.wireBodyByteCount, decodedCodings: codings, isComplete: !isTooLarge)
        return reply
    }

    // MARK: Background

    /// False if the key is being revalidated already.
    func beginBackground(_ key: CacheKey) -> Bool { inBackground.withLock { $0.keys.insert(key).inserted } }

    func endBackground(_ key: CacheKey) {
        let waiters = inBackground.withLock { background in
            background.keys.remove(key)
            guard background.keys.isEmpty else { return [CheckedContinuation<Void, Never>]() }
            defer { background.waiters = [] }
            return background.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    func waitForBackground() async {
        await withCheckedContinuation { continuation in
            let isOver = inBackground.withLock { background in
                if !background.keys.isEmpty { background.waiters.append(continuation) }
                return background.keys.isEmpty
            }
            if isOver { continuation.resume() }
        }
    }
}
