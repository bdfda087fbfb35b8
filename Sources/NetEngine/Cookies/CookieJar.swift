import Synchronization

/// Keeps the cookies that servers set and sends them back where they belong (RFC 6265bis), redirects included.
///
/// In memory; at most 3000, and 180 for a domain: beyond that the one unused for longest goes. A request that types a
/// `Cookie` field is left alone. Which domains nobody may set a cookie for is decided by a rule, not by the full list of
/// public suffixes (`PublicSuffix`). Share one between engines to share the cookies.
public final class CookieJar: Interceptor {
    private struct Entry {
        var cookie: Cookie
        /// Of the first cookie in its place: later ones keep it.
        var created: UInt64
        var used: UInt64
    }

    private struct State {
        var entries: [Entry] = []
        /// Counts up: no two things happen at once.
        var moment: UInt64 = 0
    }

    private static let maxCount = 3000
    private static let maxCountForDomain = 180

    private let state = Mutex(State())
    private let now: @Sendable () -> Int64

    public var choosesCredentialsByURL: Bool { true }

    public convenience init() {
        self.init(now: { Timestamp.now.microsecondsSince1970 / 1_000_000 })
    }

    /// - Parameter now: seconds since 1970.
    public init(now: @escaping @Sendable () -> Int64) { self.now = now }

    /// Those that have not expired, in the order they were first set.
    public var cookies: [Cookie] {
        let now = now()
        return state.withLock { state in
            state.entries.filter { !$0.cookie.isExpired(now) }.sorted { $0.created < $1.created }.map(\.cookie)
        }
    }

    public func removeAll() { state.withLock { $0.entries = [] } }

    /// Takes the `Set-Cookie` fields of an answer.
    public func store(_ headers: HeaderFields, from url: HTTPURL) {
        let now = now()
        let cookies = headers.filter { $0.isNamed("Set-Cookie") }.compactMap {
            Cookie(setCookie: $0.valueBytes, from: url, now: now)
        }
        guard !cookies.isEmpty else { return }
        state.withLock { state in
            for cookie in cookies { Self.store(cookie, from: url, &state) }
            state.entries.removeAll { $0.cookie.isExpired(now) }
            Self.makeRoom(&state)
        }
    }

    private static func store(_ cookie: Cookie, from url: HTTPURL, _ state: inout State) {
        // What was set over TLS is not to be overlaid from outside of it (RFC 6265bis §5.7, "leave secure cookies alone").
        if !Cookie.isSecure(url), !cookie.isSecure {
            let isOverlaid = state.entries.contains { entry in
                let old = entry.cookie
                return old.isSecure && old.nameBytes == cookie.nameBytes
                    && (Cookie.domainMatches(old.domain, cookie.domain)
                        || Cookie.domainMatches(cookie.domain, old.domain))
                    && Cookie.pathMatches(cookie.path, old.path)
            }
            if isOverlaid { return }
        }
        state.moment += 1
        var entry = Entry(cookie: cookie, created: state.moment, used: state.moment)
        if let index = state.entries.firstIndex(where: { $0.cookie.isReplaced(by: cookie) }) {
            entry.created = state.entries[index].created
            state.entries[index] = entry
        } else {
            state.entries.append(entry)
        }
    }

    private static func makeRoom(_ state: inout State) {
        var counts: [String: Int] = [:]
        for entry in state.entries { counts[entry.cookie.domain, default: 0] += 1 }
        for (domain, count) in counts where count > maxCountForDomain {
            let oldest = state.entries.filter { $0.cookie.domain == domain }.sorted { $0.used < $1.used }
            let gone = Set(oldest.prefix(count - maxCountForDomain).map(\.created))
            state.entries.removeAll { gone.contains($0.created) }
        }
        if state.entries.count > maxCount {
            let gone = Set(
                state.entries.sorted { $0.used < $1.used }.prefix(state.entries.count - maxCount).map(\.created))
            state.entries.removeAll { gone.contains($0.created) }
        }
    }

    /// The value of the `Cookie` field for a URL, or nil: longer paths first, then the older ones (§5.8.3).
    public func cookieField(for url: HTTPURL) -> [UInt8]? {
        let now = now()
        return state.withLock { state in
            let indices = state.entries.indices.filter { state.entries[$0].cookie.goes(to: url, now: now) }
            guard !indices.isEmpty else { return nil }
            state.moment += 1
            for index in indices { state.entries[index].used = state.moment }
            let sorted = indices.map { state.entries[$0] }.sorted {
                let (a, b) = ($0.cookie.path.utf8.count, $1.cookie.path.utf8.count)
                return a == b ? $0.created < $1.created : a > b
            }
            return Array(
                sorted.map { entry in
                    let name = entry.cookie.nameBytes
                    return (name.isEmpty ? [] : name + [UInt8(ascii: "=")]) + entry.cookie.valueBytes
                }.joined(separator: Array("; ".utf8)))
        }
    }

    public func adapt(
        _ request: RequestDraft, context: InterceptorContext
    ) async throws(EngineError) -> RequestDraft {
        guard !request.headers.contains("Cookie"), let value = cookieField(for: context.url) else { return request }
        var request = request
        request.headers.append(HeaderField(nameBytes: Array("Cookie".utf8), valueBytes: value, origin: .cookie))
        return request
    }

    public func observe(_ outcome: HopOutcome, context: InterceptorContext) async {
        // Not from the cache: a stored Set-Cookie was heard when it came.
        guard let response = outcome.hop.received else { return }
        store(response.headers, from: outcome.hop.request.url)
    }
}
