/// Which stored response is used, and how, by RFC 9111 §4 and the modes of the Fetch standard. Pure: no store, no clock.
enum CachePolicy {
    /// Why the cache is not asked at all; nil if it is.
    /// - Parameter evaluatesConditions: whether the caller's own condition is compared with what is stored.
    static func bypass(_ request: CacheRequest, evaluatesConditions: Bool = true) -> CacheReason? {
        if !request.method.isSafe { return .unsafe(request.method.rawValue) }
        if request.method != .get && request.method != .head { return .method(request.method.rawValue) }
        if request.mode == .noStore { return .modeNoStore }
        if request.control.noStore { return .requestNoStore }
        if request.hasBody { return .requestBody }
        // The Fetch standard (§4.6) makes such a request one of mode no-store.
        if !evaluatesConditions, request.mode == .default, let name = request.conditionField {
            return .conditionForOriginOnly(name)
        }
        return nil
    }

    /// - Parameters:
    ///   - candidates: all that is stored under the request's key.
    ///   - isBackground: whether this revalidates a stale response that was served already.
    ///   - mayComplete: whether the rest of a stored part may be asked for.
    ///   - reason: the reason of the decision if `candidates` is empty.
    static func plan(
        _ request: CacheRequest, _ candidates: [StoredResponse], now: Timestamp, isBackground: Bool = false,
        mayComplete: Bool = true, ifNone reason: CacheReason = .nothingStored
    ) -> CachePlan {
        var decision = CacheDecision(outcome: .miss, reason: reason, mode: request.mode, key: request.key)
        var matching: [(stored: StoredResponse, form: CachePlan.Form)] = []
        var superseded: [StoredResponse] = []
        let newestFirst = candidates.count < 2 ? candidates : candidates.sorted(by: isNewer)
        for stored in newestFirst {
            let verdict = VariantMatch(stored, for: request)
            if verdict.isSelected { superseded.append(stored) }
            if let form = verdict.form { matching.append((stored, form)) }
            decision.considered.append(
                CacheDecision.Variant(
                    id: stored.id, status: stored.status, storedAt: stored.responseTime, matches: verdict.form != nil,
                    why: verdict.why))
        }
        if request.mode == .reload {
            decision.reason = .reload
            return fetchOrUnmet(request, CachePlan.Fetch(decision: decision, matching: superseded))
        }
        if let name = request.originOnlyCondition {
            decision.reason = .conditionForOriginOnly(name)
            return fetchOrUnmet(request, CachePlan.Fetch(decision: decision, matching: superseded))
        }
        guard let best = matching.first else {
            return planWithoutMatch(request, newestFirst, superseded, decision, mayComplete: mayComplete)
        }
        let age = best.stored.ageSource.age(at: now)
        decision.age = age
        decision.lifetime = best.stored.lifetime
        switch judge(best.stored, age, request, isBackground: isBackground) {
        case .use(let reason, let outcome, let background):
            decision.reason = reason
            decision.outcome = outcome
            return .reuse(
                CachePlan.Reuse(
                    stored: best.stored, form: conditional(best.form, best.stored, request), decision: decision,
                    isRevalidatedInBackground: background))
        case .validate(let why):
            var fetch = CachePlan.Fetch(decision: decision, selected: best, matching: superseded)
            if case .expired = why, request.mode == .default { fetch.mayFallBack = true }
            return validate(request, why, fetch)
        }
    }

    /// RFC 9111 §4: of several matches, the most recent by `Date`.
    static func isNewer(_ a: StoredResponse, _ b: StoredResponse) -> Bool {
        (a.ageSource.effectiveDate, a.responseTime) > (b.ageSource.effectiveDate, b.responseTime)
    }

    // MARK: A match

    private enum Judgement {
        case use(CacheReason, CacheDecision.Outcome, inBackground: Bool)
        case validate(CacheReason.Validation)
    }

    private static func judge(
        _ stored: StoredResponse, _ age: ResponseAge, _ request: CacheRequest, isBackground: Bool
    ) -> Judgement {
        let lifetime = stored.lifetime
        let isFresh = !age.isUnknown && age.microseconds < lifetime.seconds * 1_000_000
        if request.mode == .forceCache || request.mode == .onlyIfCached {
            if isFresh, !stored.control.noCache {
                return .use(.fresh(age: age.seconds, lifetime), .hit, inBackground: false)
            }
            return .use(.staleByMode(request.mode, age: age.seconds, lifetime), .stale, inBackground: false)
        }
        if request.control.noCache { return .validate(.requestNoCache) }
        if request.hasPragmaNoCache { return .validate(.requestPragma) }
        if stored.control.noCache { return .validate(.responseNoCache) }
        if age.isUnknown { return .validate(.clockWentBack) }
        switch request.control.maxAge {
        case .seconds(let limit) where age.microseconds > limit * 1_000_000 || limit == 0:
            return .validate(.requestMaxAge(limit, age: age.seconds))
        case .invalid: return .validate(.requestMaxAge(0, age: age.seconds))
        default: break
        }
        let left = lifetime.seconds * 1_000_000 - age.microseconds
        switch request.control.minFresh {
        case .seconds(let limit) where left < limit * 1_000_000:
            return .validate(.requestMinFresh(limit, left: max(0, left / 1_000_000)))
        case .invalid: return .validate(.requestMinFresh(.max, left: max(0, left / 1_000_000)))
        default: break
        }
        if isFresh {
            guard request.mode == .noCache else {
                return .use(.fresh(age: age.seconds, lifetime), .hit, inBackground: false)
            }
            // RFC 8246 §2: a fresh immutable response is not revalidated, unless by a reload.
            guard stored.control.immutable, !isBackground else { return .validate(.mode) }
            return .use(.immutable(age: age.seconds, lifetime), .hit, inBackground: false)
        }
        if let use = useStale(stored, by: -left, request, isBackground: isBackground) { return use }
        return .validate(.expired(age: age.seconds, lifetime))
    }

    /// RFC 9111 §4.2.4.
    private static func useStale(
        _ stored: StoredResponse, by: Int64, _ request: CacheRequest, isBackground: Bool
    ) -> Judgement? {
        guard !stored.control.mustRevalidate, !isBackground, request.mode == .default else { return nil }
        let seconds = by / 1_000_000
        switch request.control.maxStale {
        case .any: return .use(.staleByMaxStale(by: seconds), .stale, inBackground: false)
        case .seconds(let limit) where by <= limit * 1_000_000:
            return .use(.staleByMaxStale(by: seconds), .stale, inBackground: false)
        default: break
        }
        // A request that limits the age itself does not accept this.
        guard let window = stored.control.staleWhileRevalidate, by <= window * 1_000_000,
            !request.control.maxAge.isPresent, !request.control.minFresh.isPresent, !request.control.onlyIfCached
        else { return nil }
        return .use(.staleWhileRevalidate(by: seconds, window: window), .stale, inBackground: true)
    }

    /// RFC 9111 §4.3.2: evaluates the caller's own condition against the stored response.
    private static func conditional(
        _ form: CachePlan.Form, _ stored: StoredResponse, _ request: CacheRequest
    ) -> CachePlan.Form {
        guard request.hasOwnCondition, stored.status == 200 || stored.status == 206 else { return form }
        if !request.ifNoneMatch.isEmpty {
            return EntityTag.list(request.ifNoneMatch, names: stored.validators.etag) ? .notModified : form
        }
        guard let since = request.ifModifiedSince,
            let moment = HTTPDate.strictSeconds(since, now: stored.responseTime.secondsSince1970)
        else { return form }
        let modified = stored.validators.lastModifiedSeconds ?? stored.ageSource.effectiveDate
        return modified <= moment ? .notModified : form
    }

    private static func validate(
        _ request: CacheRequest, _ why: CacheReason.Validation, _ fetch: CachePlan.Fetch
    ) -> CachePlan {
        var fetch = fetch
        guard let stored = fetch.selected?.stored else { return .fetch(fetch) }
        if request.hasOwnCondition {
            fetch.kind = .callersCondition(why)
            fetch.decision.reason = .callersCondition(why)
        } else if stored.validators.isEmpty {
            fetch.decision.reason = .noValidator(why)
        } else {
            fetch.kind = .validation(why)
            // What is true until the server answers.
            fetch.decision.reason = .validationFailed(why)
            fetch.nominated = [stored]
            if let tag = stored.validators.etag { fetch.added.append(field("If-None-Match", tag)) }
            if let date = stored.validators.lastModified, stored.validators.lastModifiedSeconds != nil {
                fetch.added.append(field("If-Modified-Since", date))
            }
            // The Fetch standard's mode no-cache: other caches on the way must ask the server too.
            if request.mode == .noCache, !request.headers.contains("Cache-Control") {
                fetch.added.append(field("Cache-Control", Array("max-age=0".utf8)))
            }
        }
        return fetchOrUnmet(request, fetch, because: why.phrase)
    }

    private static func field(_ name: String, _ value: [UInt8]) -> HeaderField {
        HeaderField(nameBytes: Array(name.utf8), valueBytes: value, origin: .cache)
    }

    private static func fetchOrUnmet(
        _ request: CacheRequest, _ fetch: CachePlan.Fetch, because why: String? = nil
    ) -> CachePlan {
        guard request.control.onlyIfCached || request.mode == .onlyIfCached else { return .fetch(fetch) }
        var decision = fetch.decision
        decision.reason = .onlyIfCachedUnmet(why ?? decision.reason.phrase)
        return .unmet(decision)
    }

    // MARK: No match

    private static func planWithoutMatch(
        _ request: CacheRequest, _ candidates: [StoredResponse], _ superseded: [StoredResponse],
        _ decision: CacheDecision, mayComplete: Bool
    ) -> CachePlan {
        var fetch = CachePlan.Fetch(decision: decision, matching: superseded)
        if request.rangeField != nil, !superseded.isEmpty {
            fetch.decision.reason = .rangeNotStored
        } else if !candidates.isEmpty {
            fetch.decision.reason = .noVariantMatches(count: candidates.count)
        }
        if request.hasOwnCondition {
            fetch.kind = .callersCondition(nil)
            return fetchOrUnmet(request, fetch)
        }
        guard request.rangeField == nil, request.method == .get, !request.control.onlyIfCached,
            request.mode != .onlyIfCached
        else { return fetchOrUnmet(request, fetch) }
        if mayComplete, let part = superseded.first(where: { canBeCompleted($0, request) }), let range = part.part,
            let validator = part.validators.forIfRange
        {
            fetch.kind = .completion(part)
            fetch.added.append(field("Range", Array("bytes=\(range.last + 1)-".utf8)))
            fetch.added.append(field("If-Range", validator))
            return .fetch(fetch)
        }
        // RFC 9111 §4.3.1: the server may say that a variant stored for other requests matches this one.
        let tagged = candidates.filter {
            $0.part == nil && $0.status == 200 && $0.validators.etag != nil
                && ($0.decodedCodings.isEmpty || request.decodesContent)
                // A server that compares tags before it looks who asks would give away what is for another user.
                && VariantMatch.refusalOfOthers($0, request) == nil
        }
        let (tags, offered) = offer(of: tagged)
        if !tags.isEmpty {
            fetch.kind = .validation(.otherVariant)
            fetch.nominated = offered
            fetch.added.append(field("If-None-Match", Array(tags.joined(separator: [44, 32]))))
        }
        return .fetch(fetch)
    }

    /// At most this many tags of other variants are offered: a URL that varies by a cookie or a trace id may have thousands of them, and
    /// servers refuse a field of 8 KiB.
    private static let mostTags = 20
    /// The limit for all of these tags together.
    private static let mostTagBytes = 2_048

    /// The tags to offer, each once, and the responses that have them.
    /// - Parameter tagged: newest first.
    private static func offer(of tagged: [StoredResponse]) -> (tags: [[UInt8]], offered: [StoredResponse]) {
        var tags: [[UInt8]] = []
        var offered: [StoredResponse] = []
        var room = mostTagBytes
        for stored in tagged {
            guard let tag = stored.validators.etag else { continue }
            if !tags.contains(tag) {
                guard tags.count < mostTags, tag.count <= room else { continue }
                room -= tag.count
                tags.append(tag)
            }
            offered.append(stored)
        }
        return (tags, offered)
    }

    /// Whether the rest of a stored part is worth asking for: the part begins at the beginning and has a strong validator. Without one,
    /// however fresh it is, nothing may be joined to it (RFC 9111 §3.4), and the server cannot be asked for the rest of that very version
    /// (RFC 9110 §13.1.5).
    private static func canBeCompleted(_ stored: StoredResponse, _ request: CacheRequest) -> Bool {
        guard let part = stored.part, part.first == 0, stored.isPartConsistent, let total = part.total else {
            return false
        }
        return part.last + 1 < total && total - part.last - 1 <= request.largestInMemory && !stored.control.noCache
            && !request.control.noCache && request.mode == .default && stored.validators.forIfRange != nil
    }
}

/// Whether a stored response matches a request, and in which form.
struct VariantMatch {
    /// nil if it does not match.
    let form: CachePlan.Form?
    /// Whether it is stored for such requests, perhaps in another form.
    let isSelected: Bool
    let why: String

    init(_ stored: StoredResponse, for request: CacheRequest) {
        let refusal = Self.refusal(stored, request)
        guard refusal == nil else {
            (form, isSelected, why) = (nil, false, refusal ?? "")
            return
        }
        isSelected = true
        (form, why) = Self.form(stored, request)
    }

    private static func refusal(_ stored: StoredResponse, _ request: CacheRequest) -> String? {
        if stored.vary.isStar { return "Vary: * matches no other request" }
        if let field = stored.vary.mismatch(request.headers, contentLanguage: stored.contentLanguage) {
            guard !FieldNormalisation.isSecret(field.name, in: request.headers) else {
                return "Vary: \(field.name) differs"
            }
            let before = stored.vary.fields.first { $0.name == field.name }?.written
            return "Vary: \(field.name) was \(before.map(EngineError.quoted) ?? "absent"), is "
                + (field.written.map(EngineError.quoted) ?? "absent")
        }
        if let refusal = refusalOfOthers(stored, request) { return refusal }
        if !stored.decodedCodings.isEmpty, !request.decodesContent {
            return "it was stored decoded, and the request wants the coded bytes"
        }
        return nil
    }

    /// Why a request with other credentials does not get it; nil if it may, or if they are the same.
    fileprivate static func refusalOfOthers(_ stored: StoredResponse, _ request: CacheRequest) -> String? {
        guard stored.authorization != request.authorization else { return nil }
        let theirs = CacheCredentials(text: stored.authorization)
        let ours = CacheCredentials(text: request.authorization)
        let why: String
        if theirs.login != ours.login, !stored.isForAllUsers {
            why = "neither public, s-maxage nor must-revalidate says that it is for all"
        } else if stored.control.isPrivate {
            why = "private says that it is for one user"
        } else if request.mode == .forceCache || request.mode == .onlyIfCached, !stored.control.isPublic {
            // s-maxage and must-revalidate say so because the server is asked once it is stale (§3.5), which these modes do not do.
            why = "only public says that it is for all without asking the server"
        } else {
            return nil
        }
        let what = theirs.login == ours.login ? "Cookie" : CacheCredentials.difference(theirs, ours)
        return "\(what) differs, and \(why)"
    }

    private static func form(_ stored: StoredResponse, _ request: CacheRequest) -> (CachePlan.Form?, String) {
        let wantsRange = request.method == .get && request.rangeField != nil && isRangeWanted(stored, request)
        guard let part = stored.part else {
            guard wantsRange, stored.status == 200 else { return (.whole, "it matches") }
            guard let range = request.range else { return (nil, whyNoRange(request.rangeField ?? [])) }
            guard stored.decodedCodings.isEmpty else { return (nil, "its bytes were stored decoded") }
            guard let slice = RangeSlice(range, ofWhole: stored.bodyByteCount) else {
                return (nil, "the range lies outside its \(stored.bodyByteCount) bytes")
            }
            return (.slice(slice), "it holds the range")
        }
        guard wantsRange else { return (nil, "only \(part.text) of it are stored") }
        if let requested = stored.requestedRange, requested == request.rangeField {
            return (.whole, "it is the very range")
        }
        guard let range = request.range, let slice = RangeSlice(range, of: part, count: stored.bodyByteCount) else {
            return (nil, "only \(part.text) of it are stored")
        }
        return (.slice(slice), "it holds the range")
    }

    /// What a field that asks for no single range of bytes asks for.
    private static func whyNoRange(_ field: [UInt8]) -> String {
        let text = String(decoding: field, as: UTF8.self).lowercased()
        guard text.hasPrefix("bytes=") else { return "the request wants a range that is not in bytes" }
        guard !field.contains(UInt8(ascii: ",")) else { return "the request wants several ranges" }
        let suffix = text.dropFirst("bytes=".utf8.count).trimmingAllWhitespace()
        let isEmpty =
            suffix.utf8.count > 1 && suffix.utf8.first == UInt8(ascii: "-")
            && suffix.utf8.dropFirst().allSatisfy { $0 == UInt8(ascii: "0") }
        return isEmpty ? "the range of the request holds no byte" : "the range of the request cannot be read"
    }

    /// RFC 9110 §14.2: if the `If-Range` does not match, the range is ignored.
    private static func isRangeWanted(_ stored: StoredResponse, _ request: CacheRequest) -> Bool {
        guard let condition = request.ifRange else { return true }
        let value = Array(ListSyntax.trimmed(condition[...]))
        if let tag = stored.validators.etag, EntityTag.matchesStrongly(tag, value) { return true }
        return stored.validators.isLastModifiedStrong && stored.validators.lastModified == value
    }
}
