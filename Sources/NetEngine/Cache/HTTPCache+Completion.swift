extension HTTPCache {
    /// What to do after the server's response.
    enum Completion: Sendable {
        case done(Reply)
        /// The response does not fit the stored one: ask for all of it, without the engine's own fields.
        case sendAgain(Reply, Pending)
    }

    /// - Parameters:
    ///   - requestTime: when the request was sent.
    ///   - responseTime: when the head of the response arrived.
    ///   - mayHide: whether a stale response may replace a failure; false if the request will be sent again anyway.
    func complete(
        _ pending: Pending, _ response: Response?, failure: EngineError?, requestTime: Timestamp,
        responseTime: Timestamp, mayHide: Bool
    ) async -> Completion {
        var reply = Reply(response: response, failure: failure, decision: pending.fetch.decision)
        reply.decision.subject = response.map { pending.request.subject($0.status, $0.headers) }
        let arrival = Arrival(requestTime: requestTime, responseTime: responseTime)
        let target = pending.original.url
        // The status says that something changed, whatever became of the body (RFC 9111 §4.4).
        var pending = pending
        if let response {
            reply.decision.invalidated = await invalidate(pending.request, response, target: target)
            // Of itself it says nothing by that.
            if !pending.request.method.isSafe { pending.mark = invalidations.mark }
        }
        // A decoding error leaves the response complete; the exchange still ends in it.
        guard let response, failure == nil || response.isComplete else {
            if mayHide, let failure, let stale = await stale(pending, instead: failure, status: nil) {
                return .done(stale)
            }
            if let why = failure {
                reply.decision.storing = .refused("the response is not complete (\(why.category.rawValue))")
            }
            return .done(reply)
        }
        if mayHide, let stale = await standIn(pending, for: response) { return .done(stale) }
        switch pending.fetch.kind {
        case .validation(let why) where response.status == 304:
            return await revalidated(pending, response, why, arrival)
        case .completion(let part) where response.status == 206 || response.status == 416:
            return await completed(pending, part, response, arrival)
        case .callersCondition where response.status == 304:
            await renew(by: response, pending, &reply, arrival)
            return .done(reply)
        default: break
        }
        if pending.request.method == .head, response.status == 200 {
            await renewByHead(pending, response, &reply, arrival)
            if case .validation(let why) = pending.fetch.kind, why != .otherVariant {
                reply.decision.reason = reply.decision.storing == .renewed ? .confirmedByHead(why) : .changed(why)
            }
            return .done(reply)
        }
        if case .validation(let why) = pending.fetch.kind {
            reply.decision.reason =
                (500..<600).contains(response.status)
                ? .validationFailed(why)
                : why == .otherVariant
                    ? .noVariantMatches(count: pending.fetch.decision.considered.count) : .changed(why)
        }
        await keep(pending, response, &reply, arrival)
        return .done(reply)
    }

    /// When a response arrived.
    struct Arrival {
        let requestTime: Timestamp
        let responseTime: Timestamp
    }

    /// A stale response to use instead of a server error; nil if the head is not an error, or nothing permits it.
    func standIn(_ pending: Pending, for head: Response) async -> Reply? {
        guard StatusRules.isServerFailure(head.status), let failure = EngineError.status(head.status),
            var stale = await stale(pending, instead: failure, status: head.status)
        else { return nil }
        stale.validation = head
        return stale
    }

    // MARK: Stale

    /// RFC 9111 §4.2.4, RFC 5861 §4. nil if nothing permits it.
    /// - Parameter status: of the server's response; nil if it could not be reached.
    func stale(_ pending: Pending, instead failure: EngineError, status: Int?) async -> Reply? {
        guard pending.fetch.mayFallBack, let selected = pending.fetch.selected else { return nil }
        let stored = selected.stored
        guard !stored.control.mustRevalidate, !stored.control.noCache,
            stored.lifetime.seconds > 0 || window(pending) != nil
        else { return nil }
        let age = stored.ageSource.age(at: now())
        let by = max(0, age.microseconds - stored.lifetime.seconds * 1_000_000)
        let reason: CacheReason
        if let window = window(pending), by <= window * 1_000_000, Self.isError(failure, status) {
            reason = .staleIfError(by: by / 1_000_000, window: window, failure.category)
        } else if status == nil, failure.category == .offline, stored.lifetime.seconds > 0 {
            // This machine is disconnected. A server that is down is not: that is a failure to report.
            reason = .staleWhileDisconnected(by: by / 1_000_000, failure.category)
        } else {
            return nil
        }
        var decision = pending.fetch.decision
        decision.outcome = .stale
        decision.reason = reason
        decision.age = age
        decision.hiddenError = failure
        decision.subject = pending.request.subject(stored.status, stored.headers)
        return await reply(stored, selected.form, pending.request, decision, age: age)
    }

    /// The longer of what response and request permit.
    private func window(_ pending: Pending) -> Int64? {
        let windows = [
            pending.fetch.selected?.stored.control.staleIfError, pending.request.control.staleIfError,
        ].compactMap(\.self)
        return windows.max()
    }

    private static func isError(_ failure: EngineError, _ status: Int?) -> Bool {
        if status != nil { return true }
        return [.offline, .dns, .connect, .timeout, .proxy, .protocol].contains(failure.category)
    }

    /// nil if the body is gone.
    /// - Parameter once: fields of the server's response that were not stored.
    private func reply(
        _ stored: StoredResponse, _ form: CachePlan.Form, _ request: CacheRequest, _ decision: CacheDecision,
        age: ResponseAge?, adding once: [HeaderField] = []
    ) async -> Reply? {
        let isHead = request.method == .head
        var body: [UInt8] = []
        if !isHead, stored.bodyByteCount > 0 {
            guard let bytes = await bytes(of: stored) else { return nil }
            body = bytes
        }
        let response = ServedResponse.response(
            stored, body: body, form: form, age: age, isHead: isHead, adding: once)
        return decoded(Reply(response: response, decision: decision), stored, request)
    }

    // MARK: 304

    private func revalidated(
        _ pending: Pending, _ news: Response, _ why: CacheReason.Validation, _ arrival: Arrival
    ) async -> Completion {
        let age = AgeSource(news.headers, requestTime: arrival.requestTime, responseTime: arrival.responseTime)
        guard let stored = CachePolicy.selected(by: news.headers, age: age, of: pending.fetch.nominated),
            let form = pending.fetch.selected?.form ?? VariantForm.ofOtherVariant(stored)
        else { return await again(pending, news, why: "the 304 is not about what is stored") }
        let renewal = Self.renewed(stored, by: news, pending.request, arrival)
        var renewed = renewal.stored
        var decision = pending.fetch.decision
        decision.outcome = .revalidated
        decision.reason = .notModified(validator: stored.validators.etag == nil ? "Last-Modified" : "ETag")
        decision.storing = .renewed
        decision.age = renewed.ageSource.age(at: now())
        decision.lifetime = lifetime(of: renewed)
        decision.subject = pending.request.subject(renewed.status, renewed.headers)
        if pending.fetch.selected == nil {
            // It was stored for other requests, and now is for this one too.
            guard let body = await bytes(of: stored) else {
                return await again(pending, news, why: "its body is gone")
            }
            if await renew(renewed) {
                renewed = renewed.stored(
                    as: .random(), for: VaryKey(response: renewed.headers, request: pending.request.headers),
                    authorization: pending.request.authorization)
                let insertion = await insert(renewed, body: body, replacing: pending.fetch.matching, pending)
                if case .refused(let why) = insertion { decision.storing = .refused(why) }
            } else {
                decision.storing = .refused(Self.noStore("304"))
            }
            renewed = renewed.holding(body)
        } else if renewed.mayBeKept {
            await store.renew(renewed)
        } else {
            decision.storing = .refused(Self.noStore("304"))
        }
        guard var reply = await reply(renewed, form, pending.request, decision, age: nil, adding: renewal.once)
        else {
            return await again(pending, news, why: "its body is gone")
        }
        if !renewed.mayBeKept { await store.remove([stored]) }
        reply.validation = news
        return .done(reply)
    }

    private static func noStore(_ response: String) -> String { "the \(response) says no-store (RFC 9111 §5.2.2.5)" }

    /// Stores it under its new fields, or removes it if those say no-store.
    /// - Returns: whether it is stored.
    private func renew(_ renewed: StoredResponse) async -> Bool {
        guard renewed.mayBeKept else {
            await store.remove([renewed])
            return false
        }
        await store.renew(renewed)
        return true
    }

    private static func renewed(
        _ stored: StoredResponse, by news: Response, _ request: CacheRequest, _ arrival: Arrival
    ) -> (stored: StoredResponse, once: [HeaderField]) {
        let renewal = StoredFields.renewed(
            stored.headers, by: news.headers, isPart: stored.part != nil, decodedCodings: stored.decodedCodings)
        var headers = renewal.stored
        if !news.headers.contains("Date") {
            // RFC 9110 §6.6.1: a recipient with a clock records the arrival.
            headers.remove("Date")
            headers.append(HeaderField("Date", HTTPDate.text(arrival.responseTime.secondsSince1970), origin: .cache))
        }
        let renewed = stored.renewed(
            headers: headers, vary: stored.vary.renewed(by: headers, request.headers),
            requestTime: arrival.requestTime, responseTime: arrival.responseTime)
        return (renewed, renewal.once)
    }

    /// A second request for the complete response, without the engine's own fields.
    private func again(_ pending: Pending, _ response: Response, why: String) async -> Completion {
        if pending.fetch.selected != nil { await store.remove(pending.fetch.nominated) }
        var first = Reply(response: response, decision: pending.fetch.decision)
        first.decision.storing = .refused(why)
        var fetch = pending.fetch
        fetch.kind = .plain
        fetch.added = []
        fetch.nominated = []
        fetch.selected = nil
        fetch.mayFallBack = false
        return .sendAgain(
            first,
            Pending(
                sent: pending.original, original: pending.original, request: pending.request, fetch: fetch,
                mark: invalidations.mark))
    }

    /// The caller's own condition got a 304: renews the stored response that it is about, and returns the 304.
    private func renew(
        by news: Response, _ pending: Pending, _ reply: inout Reply, _ arrival: Arrival
    ) async {
        let age = AgeSource(news.headers, requestTime: arrival.requestTime, responseTime: arrival.responseTime)
        let validators = Validators(news.headers, age: age)
        // Without a validator it is unknown which version the caller has.
        let confirmed = pending.fetch.matching.first { stored in
            if let tag = validators.etag {
                return stored.validators.etag.map { EntityTag.matchesWeakly($0, tag) } ?? false
            }
            return validators.lastModified != nil && stored.validators.lastModified == validators.lastModified
        }
        guard let confirmed else {
            reply.decision.storing = .refused("the 304 is not about what is stored")
            return
        }
        let isKept = await renew(Self.renewed(confirmed, by: news, pending.request, arrival).stored)
        reply.decision.storing = isKept ? .renewed : .refused(Self.noStore("304"))
    }

    private func renewByHead(
        _ pending: Pending, _ news: Response, _ reply: inout Reply, _ arrival: Arrival
    ) async {
        let age = AgeSource(news.headers, requestTime: arrival.requestTime, responseTime: arrival.responseTime)
        var storing = CacheDecision.Storing.refused("a response to HEAD only renews a stored response to GET")
        for stored in pending.fetch.matching where stored.status == 200 {
            if CachePolicy.headConfirms(stored, news.headers, age: age) {
                let isKept = await renew(Self.renewed(stored, by: news, pending.request, arrival).stored)
                storing = isKept ? .renewed : .refused(Self.noStore("response to HEAD"))
            } else {
                await store.remove([stored])
                reply.decision.invalidated.append(stored.key)
            }
        }
        reply.decision.storing = storing
    }

    // MARK: Parts

    /// RFC 9111 §3.4: the rest of a stored part arrived.
    private func completed(
        _ pending: Pending, _ part: StoredResponse, _ rest: Response, _ arrival: Arrival
    ) async -> Completion {
        let age = AgeSource(rest.headers, requestTime: arrival.requestTime, responseTime: arrival.responseTime)
        guard rest.status == 206, let stored = part.part, let range = ContentRange(rest.headers),
            let total = stored.total, range.total == total, range.first == stored.last + 1, range.last == total - 1,
            let end = rest.content.array, end.count == range.last - range.first + 1, rest.decodedCodings.isEmpty,
            part.validators.isSameStrongly(as: Validators(rest.headers, age: age)),
            let beginning = await bytes(of: part)
        else {
            return await again(pending, rest, why: "the part cannot be joined to what is stored (RFC 9111 §3.4)")
        }
        let body = beginning + end
        let renewal = StoredFields.renewed(part.headers, by: rest.headers, isPart: true, decodedCodings: [])
        var headers = renewal.stored
        headers.fields.removeAll { $0.isNamed("Content-Range") || $0.isNamed("Content-Length") }
        headers.append(HeaderField("Content-Length", String(body.count), origin: .cache))
        let whole = StoredResponse(
            id: .random(), key: part.key, status: 200, reason: Array("OK".utf8), httpVersion: rest.httpVersion,
            headers: headers, requestTime: arrival.requestTime, responseTime: arrival.responseTime,
            vary: VaryKey(response: headers, request: pending.request.headers),
            authorization: pending.request.authorization, decodedCodings: [], wireBodyByteCount: body.count,
            bodyByteCount: body.count
        ).showing(part.shownKey)
        var decision = pending.fetch.decision
        decision.outcome = .revalidated
        decision.reason = .completed
        decision.age = whole.ageSource.age(at: now())
        decision.lifetime = lifetime(of: whole)
        decision.subject = pending.request.subject(whole.status, headers)
        if whole.mayBeKept {
            switch await insert(whole, body: body, replacing: pending.fetch.matching, pending) {
            case .stored: decision.storing = .combined
            case .refused(let why): decision.storing = .refused(why)
            }
        } else {
            await store.remove([part])
            decision.storing = .refused(Self.noStore("206"))
        }
        let response = ServedResponse.response(
            whole, body: body, form: .whole, age: nil, isHead: false, adding: renewal.once)
        var reply = Reply(response: response, decision: decision, validation: rest)
        reply = decoded(reply, whole, pending.request)
        return .done(reply)
    }

    // MARK: Storing

    func invalidate(_ request: CacheRequest, _ response: Response, target: HTTPURL) async -> [CacheKey] {
        var gone: [CacheKey] = []
        for key in CachePolicy.invalidated(request, response, target: target) {
            invalidations.add(key)
            if await store.removeAll(for: key) > 0 { gone.append(key) }
        }
        return gone
    }

    /// Stores a response unless one of an unsafe request, which may have changed it, arrived since its request began: the server may
    /// have made it before.
    private func insert(
        _ stored: StoredResponse, body: [UInt8], replacing: [StoredResponse], _ pending: Pending
    ) async -> CacheInsertion {
        let outdated = CacheInsertion.refused("another request may have changed it meanwhile (RFC 9111 §4.4)")
        guard !invalidations.concern(stored.key, since: pending.mark) else { return outdated }
        let insertion = await store.insert(stored, body: body, replacing: replacing)
        guard invalidations.concern(stored.key, since: pending.mark) else { return insertion }
        await store.remove([stored])
        return outdated
    }

    private func keep(_ pending: Pending, _ response: Response, _ reply: inout Reply, _ arrival: Arrival) async {
        let verdict = CachePolicy.storing(pending.request, response, target: pending.original.url)
        let part: ContentRange?
        switch verdict {
        case .refused(let why):
            reply.decision.storing = .refused(why)
            await removeOutdated(pending, by: response)
            return
        case .whole: part = nil
        case .part(let range): part = range
        }
        let control = CacheControl(response.headers)
        let stored = StoredResponse(
            id: .random(), key: pending.request.key, status: response.status, reason: response.reason,
            httpVersion: response.httpVersion, headers: StoredFields.storable(response.headers, control: control),
            requestTime: arrival.requestTime, responseTime: arrival.responseTime,
            vary: VaryKey(response: response.headers, request: pending.request.headers),
            authorization: pending.request.authorization, decodedCodings: response.decodedCodings,
            wireBodyByteCount: response.wireBodyByteCount, bodyByteCount: response.content.count, part: part,
            requestedRange: part == nil ? nil : pending.request.rangeField
        ).showing(pending.request.shownKey)
        reply.decision.lifetime = lifetime(of: stored)
        reply.decision.age = stored.ageSource.age(at: now())
        let insertion =
            part == nil
            ? await insert(stored, body: response.body, replacing: pending.fetch.matching, pending)
            : await keep(part: stored, response.body, pending, &reply)
        switch insertion {
        case .stored: if reply.decision.storing != .combined { reply.decision.storing = .stored }
        case .refused(let why):
            reply.decision.storing = .refused(why)
            await removeOutdated(pending, by: response)
        }
    }

    /// Removes the stored responses that a response shows to be outdated. Call it if that one is not stored: otherwise the next request
    /// would get the older one, as if this one had not arrived.
    func removeOutdated(_ pending: Pending, by response: Response) async {
        var outdated: [StoredResponse] = []
        // RFC 9111 §4.3.3: a full response says that the ones asked about are no longer valid.
        if case .validation(let why) = pending.fetch.kind, why != .otherVariant, (200..<500).contains(response.status) {
            outdated = pending.fetch.nominated
        }
        if CachePolicy.isNews(response, for: pending.request) { outdated += pending.fetch.matching }
        // Most responses outdate nothing, and a store may take time even then.
        if !outdated.isEmpty { await store.remove(outdated) }
    }

    /// Joins the part to stored ones with the same strong validator (RFC 9111 §3.4), and stores it.
    private func keep(
        part stored: StoredResponse, _ body: [UInt8], _ pending: Pending, _ reply: inout Reply
    ) async -> CacheInsertion {
        guard stored.isPartConsistent, var range = stored.part else {
            let same = pending.fetch.matching.filter { $0.requestedRange == stored.requestedRange }
            return await insert(stored, body: body, replacing: same, pending)
        }
        var bytes = body
        var replaced = pending.fetch.matching.filter { $0.requestedRange == stored.requestedRange }
        for other in pending.fetch.matching {
            guard let before = other.part, other.isPartConsistent, before.total == range.total,
                other.validators.isSameStrongly(as: stored.validators),
                before.first <= range.last + 1, range.first <= before.last + 1,
                let old = await self.bytes(of: other)
            else { continue }
            if before.first < range.first { bytes = old.prefix(range.first - before.first) + bytes }
            if before.last > range.last { bytes += old.suffix(before.last - range.last) }
            range = ContentRange(
                first: min(range.first, before.first), last: max(range.last, before.last), total: range.total)
            replaced.append(other)
            reply.decision.storing = .combined
        }
        guard reply.decision.storing == .combined else {
            return await insert(stored, body: body, replacing: replaced, pending)
        }
        let isWhole = range.first == 0 && range.total == range.last + 1
        var headers = stored.headers
        headers.fields.removeAll { $0.isNamed("Content-Range") || $0.isNamed("Content-Length") }
        if !isWhole { headers.append(HeaderField("Content-Range", range.text, origin: .cache)) }
        headers.append(HeaderField("Content-Length", String(bytes.count), origin: .cache))
        let joined = StoredResponse(
            id: stored.id, key: stored.key, status: isWhole ? 200 : 206,
            reason: Array((isWhole ? "OK" : "Partial Content").utf8), httpVersion: stored.httpVersion,
            headers: headers, requestTime: stored.requestTime, responseTime: stored.responseTime, vary: stored.vary,
            authorization: stored.authorization, decodedCodings: [], wireBodyByteCount: bytes.count,
            bodyByteCount: bytes.count, part: isWhole ? nil : range
        ).showing(stored.shownKey)
        return await insert(joined, body: bytes, replacing: replaced, pending)
    }
}

private enum VariantForm {
    /// The server named a variant for this request, and it satisfies the whole request.
    static func ofOtherVariant(_ stored: StoredResponse) -> CachePlan.Form? { stored.part == nil ? .whole : nil }
}
