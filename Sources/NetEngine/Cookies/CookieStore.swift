/// The cookies of a jar and the rules for storing, evicting and sending them (RFC 6265bis §5.7, §5.8.3). Pure: it knows the
/// time only from its caller, and no file.
struct CookieStore: Sendable {
    /// The identity of a cookie: unique within a jar.
    struct Key: Sendable, Hashable {
        let name: [UInt8]
        let domain: String
        let isHostOnly: Bool
        let path: String

        init(_ cookie: Cookie) {
            name = cookie.nameBytes
            domain = cookie.domain
            isHostOnly = cookie.isHostOnly
            path = cookie.path
        }
    }

    /// Seconds since 1970, and a number that orders events within one second.
    struct Moment: Sendable, Hashable, Comparable {
        var seconds: Int64
        var order: UInt64

        static func < (a: Moment, b: Moment) -> Bool { (a.seconds, a.order) < (b.seconds, b.order) }
    }

    struct Entry: Sendable, Hashable {
        var cookie: Cookie
        /// Of the first cookie with this identity: later ones keep it.
        var created: Moment
        var used: Moment
        /// When this cookie was set; processes that share a file compare it.
        var updated: Int64
    }

    static let maxCount = 3000
    static let maxCountForDomain = 50

    private var byDomain: [String: [Entry]] = [:]
    private var count = 0
    private var order: UInt64 = 0
    /// Whether changes are tracked for a file.
    let tracksChanges: Bool
    /// What was set or removed here since the last merge with a file, and when.
    private(set) var changes: [Key: Int64] = [:]
    /// When all cookies were removed, if they were.
    private(set) var cleared: Int64?

    private static let maxChanges = 10_000

    init(tracksChanges: Bool) { self.tracksChanges = tracksChanges }

    var isEmpty: Bool { count == 0 }

    var hasChanges: Bool { !changes.isEmpty || cleared != nil }

    /// In the order they were first set.
    var entries: [Entry] { byDomain.values.joined().sorted { $0.created < $1.created } }

    private mutating func moment(_ now: Int64) -> Moment {
        order += 1
        return Moment(seconds: now, order: order)
    }

    // MARK: Storing

    /// Stores what a response sets, in its order.
    /// - Returns: what became of each once all of them were stored: the limit of a domain may leave out one at once, or for a later one.
    mutating func set(
        _ cookies: [Result<Cookie, CookieRefusal>], from url: HTTPURL, now: Int64
    ) -> [SetCookieOutcome.Result] {
        var results: [SetCookieOutcome.Result] = []
        var removed: Set<Key> = []
        for cookie in cookies {
            switch cookie {
            case .failure(let refusal): results.append(.refused(refusal))
            case .success(let cookie):
                guard set(cookie, from: url, now: now) else {
                    results.append(.refused(.overlaysSecure))
                    continue
                }
                let isRemoval = cookie.isExpired(now)
                if isRemoval { removed.insert(Key(cookie)) } else { removed.remove(Key(cookie)) }
                results.append(isRemoval ? .removed(cookie) : .kept(cookie))
            }
        }
        return results.map { result in
            guard case .kept(let cookie) = result, !holds(cookie), !removed.contains(Key(cookie)) else { return result }
            return .refused(.domainFull)
        }
    }

    private func holds(_ cookie: Cookie) -> Bool {
        let key = Key(cookie)
        WorkMeter.count(byDomain[key.domain]?.count ?? 0)
        return byDomain[key.domain]?.contains { Key($0.cookie) == key } == true
    }

    /// Stores a cookie from a server; an expired one removes the cookie of the same identity.
    /// - Returns: false if it must not replace a secure cookie.
    mutating func set(_ cookie: Cookie, from url: HTTPURL, now: Int64) -> Bool {
        if !cookie.isSecure, !Cookie.isSecure(url), overlaysSecure(cookie, now) { return false }
        put(cookie, now: now)
        return true
    }

    /// Stores a cookie, or removes the one of the same identity if it has expired.
    mutating func put(_ cookie: Cookie, now: Int64) {
        let key = Key(cookie)
        // One that has expired is not there any more (§5.7): its place in the order is lost.
        let old = take(key).flatMap { $0.cookie.isExpired(now) ? nil : $0 }
        note(key, now)
        guard !cookie.isExpired(now) else { return }
        let moment = moment(now)
        add(Entry(cookie: cookie, created: old?.created ?? moment, used: moment, updated: now))
        makeRoom(now, touched: cookie.domain)
    }

    mutating func remove(_ cookie: Cookie, now: Int64) {
        _ = take(Key(cookie))
        note(Key(cookie), now)
    }

    mutating func removeAll(now: Int64) {
        byDomain = [:]
        count = 0
        changes = [:]
        cleared = tracksChanges ? now : nil
    }

    mutating func removeSessionCookies(now: Int64) {
        for entry in entries where entry.cookie.expires == nil { remove(entry.cookie, now: now) }
    }

    /// "Leave secure cookies alone" (§5.7): a cookie set over TLS is not replaced without TLS, until it expires.
    private func overlaysSecure(_ cookie: Cookie, _ now: Int64) -> Bool {
        byDomain.contains { domain, entries in
            guard Cookie.domainMatches(domain, cookie.domain) || Cookie.domainMatches(cookie.domain, domain) else {
                return false
            }
            WorkMeter.count(entries.count)
            return entries.contains {
                $0.cookie.isSecure && !$0.cookie.isExpired(now) && $0.cookie.nameBytes == cookie.nameBytes
                    && Cookie.pathMatches(cookie.path, $0.cookie.path)
            }
        }
    }

    private mutating func note(_ key: Key, _ now: Int64) {
        guard tracksChanges else { return }
        changes[key] = now
        // For a server that sets and removes cookies without end while the file cannot be written.
        if changes.count > Self.maxChanges {
            let present = Set(entries.map { Key($0.cookie) })
            changes = changes.filter { present.contains($0.key) }
        }
    }

    private mutating func add(_ entry: Entry) {
        byDomain[entry.cookie.domain, default: []].append(entry)
        count += 1
    }

    private mutating func take(_ key: Key) -> Entry? {
        WorkMeter.count(byDomain[key.domain]?.count ?? 0)
        guard let index = byDomain[key.domain]?.firstIndex(where: { Key($0.cookie) == key }) else { return nil }
        count -= 1
        let entry = byDomain[key.domain]?.remove(at: index)
        if byDomain[key.domain]?.isEmpty == true { byDomain[key.domain] = nil }
        return entry
    }

    // MARK: Limits

    /// §5.7: evicts first expired cookies, then non-secure ones of a domain with too many, then others of it, then any;
    /// among equals the least recently used. Eviction is not a change: another process may keep the cookie.
    private mutating func makeRoom(_ now: Int64, touched domain: String? = nil) {
        for name in domain.map({ [$0] }) ?? Array(byDomain.keys)
        where (byDomain[name]?.count ?? 0) > Self.maxCountForDomain {
            removeExpired(in: name, now)
            let entries = byDomain[name] ?? []
            evict(
                entries.count - Self.maxCountForDomain,
                of: entries.sorted {
                    $0.cookie.isSecure == $1.cookie.isSecure ? $0.used < $1.used : !$0.cookie.isSecure
                })
        }
        guard count > Self.maxCount else { return }
        WorkMeter.count(count)
        for name in Array(byDomain.keys) { removeExpired(in: name, now) }
        evict(count - Self.maxCount, of: byDomain.values.joined().sorted { $0.used < $1.used })
    }

    private mutating func evict(_ excess: Int, of candidates: [Entry]) {
        guard excess > 0 else { return }
        for entry in candidates.prefix(excess) { _ = take(Key(entry.cookie)) }
    }

    private mutating func removeExpired(in domain: String, _ now: Int64) {
        for entry in byDomain[domain] ?? [] where entry.cookie.isExpired(now) { _ = take(Key(entry.cookie)) }
    }

    // MARK: Sending

    /// The value of the `Cookie` field for a URL, or nil.
    mutating func field(for url: HTTPURL, now: Int64) -> [UInt8]? {
        let found = cookies(for: url, now: now)
        return found.isEmpty ? nil : Self.field(found)
    }

    static func field(_ cookies: [Cookie]) -> [UInt8] {
        var value: [UInt8] = []
        for cookie in cookies {
            if !value.isEmpty { value += Array("; ".utf8) }
            if !cookie.nameBytes.isEmpty { value += cookie.nameBytes + [UInt8(ascii: "=")] }
            value += cookie.valueBytes
        }
        return value
    }

    /// The cookies for a request to the URL: longer paths first, then older ones (§5.8.3).
    mutating func cookies(for url: HTTPURL, now: Int64) -> [Cookie] {
        let moment = moment(now)
        var found: [Entry] = []
        for domain in Self.domains(above: url.host) {
            guard let entries = byDomain[domain] else { continue }
            WorkMeter.count(entries.count)
            for index in entries.indices where entries[index].cookie.goes(to: url, now: now) {
                byDomain[domain]?[index].used = moment
                found.append(entries[index])
            }
        }
        found.sort {
            let (a, b) = ($0.cookie.path.utf8.count, $1.cookie.path.utf8.count)
            return a == b ? $0.created < $1.created : a > b
        }
        return found.map(\.cookie)
    }

    /// The host itself and its parent domains.
    private static func domains(above host: String) -> [String] {
        guard !Cookie.isAddress(host) else { return [host] }
        var names = [host]
        var rest = host[...]
        while let dot = rest.firstIndex(of: ".") {
            rest = rest[rest.index(after: dot)...]
            names.append(String(rest))
        }
        return names
    }

    // MARK: With a file

    /// Merges the content of a file, which other processes may have changed, with the changes made here: of each cookie
    /// the newer is kept. A cookie that the file lost without a change here is removed here too, unless the file never
    /// holds it.
    /// - Parameter isKept: whether a cookie belongs in the file.
    mutating func merge(_ theirs: [Entry], now: Int64, isKept: (Cookie) -> Bool) {
        let mine = entries
        WorkMeter.count(mine.count + theirs.count)
        let known = Dictionary(mine.map { (Key($0.cookie), $0) }, uniquingKeysWith: { first, _ in first })
        var merged: [Entry] = []
        var taken: Set<Key> = []
        for entry in theirs where !entry.cookie.isExpired(now) {
            let key = Key(entry.cookie)
            guard taken.insert(key).inserted else { continue }
            if let changed = changes[key] ?? cleared, changed >= entry.updated {
                if let own = known[key] { merged.append(own) }
                continue
            }
            var entry = entry
            entry.used = max(entry.used, known[key]?.used ?? entry.used)
            merged.append(entry)
        }
        for entry in mine where !taken.contains(Key(entry.cookie)) && !entry.cookie.isExpired(now) {
            if changes[Key(entry.cookie)] != nil || !isKept(entry.cookie) { merged.append(entry) }
        }
        byDomain = [:]
        count = 0
        for entry in merged.sorted(by: { $0.created < $1.created }) {
            var entry = entry
            entry.created = moment(entry.created.seconds)
            add(entry)
        }
        makeRoom(now)
        changes = [:]
        cleared = nil
    }

    /// Marks all cookies as set now.
    mutating func markAllChanged() {
        for entry in entries { changes[Key(entry.cookie)] = entry.updated }
    }

    /// Restores the changes that a merge took for saved, after the file could not be written.
    mutating func restoreChanges(_ old: [Key: Int64], cleared: Int64?) {
        changes.merge(old) { new, _ in new }
        self.cleared = self.cleared ?? cleared
    }
}
