import Synchronization

/// Keeps the cookies that servers set and sends them back where they belong (RFC 6265bis), redirects included.
///
/// At most 3000, and 50 for a domain: beyond that the least recently used is evicted, non-secure ones first. No
/// cookie can be set for a public suffix (`co.uk`, `github.io`). A request that types a `Cookie` field is left alone.
/// Share one jar between engines to share the cookies.
///
/// **Two ways to use it.** As an interceptor it serves all requests of an engine. As `RequestOptions.cookieJar` it serves
/// those that name it, costs less, joins its cookies to a typed `Cookie` field, and the hops report what became of
/// what the server set (`Hop.setCookies`). A jar is used in one way or the other.
///
/// **Files.** A jar with a file reads it at once, and writes it a second after a response changed a cookie, by
/// `save()`, and when the jar is released. Any number of processes may use one file: each write first merges what the
/// others wrote. Session cookies are not saved, unless asked for. The file is readable only by its owner and replaced in
/// one step; a damaged one is set aside, and the readable part is kept.
public final class CookieJar: Sendable {
    private struct State {
        var store: CookieStore
        var saveFailure: EngineError?
        var damage: EngineError?
        var isSaveDue = false
    }

    private let state: Mutex<State>
    private let file: CookieFile?
    private let keepsSessionCookies: Bool
    private let saveDelay: Duration?
    private let now: @Sendable () -> Int64
    /// So that two saves of one jar do not wait for each other's lock on the file with the state locked.
    private let saving = Mutex(())

    /// In memory only.
    /// - Parameter now: seconds since 1970.
    public init(now: @escaping @Sendable () -> Int64 = Timestamp.secondsNow) {
        state = Mutex(State(store: CookieStore(tracksChanges: false)))
        file = nil
        keepsSessionCookies = false
        saveDelay = nil
        self.now = now
    }

    /// With a file, which need not exist; its folder must.
    /// - `keepsSessionCookies`: whether cookies without an end are saved too. Default false.
    /// - `saveDelay`: how long after a change by a response it is saved; nil means by `save()` only. Default 1 s.
    /// - `now`: seconds since 1970.
    /// - Throws: `internal` if the file is there but cannot be read, is not a jar, or is of a newer version.
    public init(
        file path: String, keepsSessionCookies: Bool = false, saveDelay: Duration? = .seconds(1),
        now: @escaping @Sendable () -> Int64 = Timestamp.secondsNow
    ) throws(EngineError) {
        state = Mutex(State(store: CookieStore(tracksChanges: true)))
        file = CookieFile(path: path)
        self.keepsSessionCookies = keepsSessionCookies
        self.saveDelay = saveDelay
        self.now = now
        try load()
    }

    deinit {
        if state.withLock({ $0.store.hasChanges }) { try? save() }
    }

    /// Those that have not expired, in the order they were first set.
    public var cookies: [Cookie] {
        let now = now()
        return state.withLock { $0.store.entries }.map(\.cookie).filter { !$0.isExpired(now) }
    }

    /// What went wrong with the file: the last save failed, or the file was found damaged earlier.
    public var fileProblem: EngineError? { state.withLock { $0.saveFailure ?? $0.damage } }

    // MARK: Changes

    /// Stores the cookies of a response's `Set-Cookie` fields.
    /// - Returns: the outcome of each, in order.
    @discardableResult
    public func store(_ headers: HeaderFields, from url: HTTPURL) -> [SetCookieOutcome] {
        let fields = headers.lines("Set-Cookie")
        // Most responses set none.
        guard !fields.isEmpty else { return [] }
        let now = now()
        let cookies: [Result<Cookie, CookieRefusal>] = fields.map { field in
            Result { () throws(CookieRefusal) in try Cookie(reading: field.valueBytes, from: url, now: now) }
        }
        let results = state.withLock { $0.store.set(cookies, from: url, now: now) }
        return zip(fields, results).map { SetCookieOutcome(fieldBytes: $0.valueBytes, result: $1) }
    }

    /// Stores the cookies of a response and saves them a little later.
    func keep(_ headers: HeaderFields, from url: HTTPURL) -> [SetCookieOutcome] {
        let outcomes = store(headers, from: url)
        if !outcomes.isEmpty { saveLater() }
        return outcomes
    }

    /// Stores a cookie as it is, whoever set it: for cookies from other programs, and those that the user edits.
    public func insert(_ cookie: Cookie) {
        let now = now()
        state.withLock { $0.store.put(cookie, now: now) }
    }

    /// Removes the cookie of that name, domain and path; nothing happens if there is none.
    public func remove(_ cookie: Cookie) {
        let now = now()
        state.withLock { $0.store.remove(cookie, now: now) }
    }

    /// Removes all cookies, session cookies included.
    public func removeAll() {
        let now = now()
        state.withLock { $0.store.removeAll(now: now) }
    }

    /// Ends the session: removes cookies without an expiry.
    public func removeSessionCookies() {
        let now = now()
        state.withLock { $0.store.removeSessionCookies(now: now) }
    }

    /// The value of the `Cookie` field for a URL, or nil: longer paths first, then the older ones (§5.8.3).
    public func cookieField(for url: HTTPURL) -> [UInt8]? {
        let now = now()
        return state.withLock { $0.store.field(for: url, now: now) }
    }

    /// Whether the jar is empty, so that a request's URL need not even be parsed.
    var isEmpty: Bool { state.withLock { $0.store.isEmpty } }

    /// Header fields with the jar's cookies for a URL: in a new `Cookie` field, or joined to the typed one,
    /// whose cookies win over the jar's of the same name. nil if the jar has nothing to add.
    func adding(to headers: HeaderFields, for url: HTTPURL) -> HeaderFields? {
        let now = now()
        var cookies = state.withLock { $0.store.cookies(for: url, now: now) }
        guard !cookies.isEmpty else { return nil }
        var headers = headers
        guard let place = headers.fields.firstIndex(where: { $0.isNamed("Cookie") }) else {
            headers.append(
                HeaderField(
                    nameBytes: Array("Cookie".utf8), valueBytes: CookieStore.field(cookies), origin: .cookie))
            return headers
        }
        let typed = Set(headers.lines("Cookie").flatMap { Self.names(in: $0.valueBytes) })
        cookies.removeAll { typed.contains($0.nameBytes) }
        guard !cookies.isEmpty else { return nil }
        let value = headers.fields[place].valueBytes
        headers.fields[place].valueBytes =
            value + (value.isEmpty ? [] : Array("; ".utf8)) + CookieStore.field(cookies)
        headers.fields[place].origin = .cookie
        return headers
    }

    private static func names(in field: [UInt8]) -> [[UInt8]] {
        field.split(separator: UInt8(ascii: ";")).map { pair in
            let name = pair.firstIndex(of: UInt8(ascii: "=")).map { pair[..<$0] } ?? []
            return Array(ListSyntax.trimmed(name))
        }
    }

    // MARK: File

    /// Merges what other processes saved, and saves the changes made here; nothing happens for a jar in memory.
    ///
    /// Waits milliseconds for other processes that are saving.
    /// - Throws: `internal` if the file cannot be read, locked or written; the changes then wait for the next time.
    public func save() throws(EngineError) {
        guard let file else { return }
        // Through a result, because `withLock` does not pass typed errors on.
        let result = saving.withLock { _ in
            Result { () throws(EngineError) in
                try file.file.locked { () throws(EngineError) in try merge(with: file) }
            }
        }
        do { try result.get() } catch {
            state.withLock { $0.saveFailure = error }
            throw error
        }
        state.withLock { $0.saveFailure = nil }
    }

    private func isKept(_ cookie: Cookie) -> Bool { keepsSessionCookies || cookie.expires != nil }

    private func merge(with file: CookieFile) throws(EngineError) {
        let content = try file.read()
        let now = now()
        let (entries, changes, cleared) = state.withLock { state in
            // A damaged file does not show which cookies were removed.
            if let damage = content.damage {
                state.damage = damage
                state.store.markAllChanged()
            }
            let before = (state.store.changes, state.store.cleared)
            state.store.merge(content.entries.filter { isKept($0.cookie) }, now: now, isKept: isKept)
            return (state.store.entries.filter { isKept($0.cookie) }, before.0, before.1)
        }
        guard content.damage != nil || entries.map(\.cookie) != content.entries.map(\.cookie) else { return }
        do { try file.write(entries) } catch {
            state.withLock { $0.store.restoreChanges(changes, cleared: cleared) }
            throw error
        }
    }

    private func load() throws(EngineError) {
        guard let file else { return }
        // A file that is none of ours gets no lock beside it either.
        try file.check()
        let content: CookieFile.Content
        // Without the lock if there is none: a file in a read-only folder can still be read.
        do { content = try file.file.locked { () throws(EngineError) in try file.read() } } catch {
            content = try file.read()
        }
        let now = now()
        state.withLock { state in
            state.store.merge(content.entries.filter { isKept($0.cookie) }, now: now, isKept: isKept)
            state.damage = content.damage
            // The readable part replaces the damaged file.
            if content.damage != nil { state.store.markAllChanged() }
        }
    }

    /// Saves the changes a little later; nothing happens for a jar in memory.
    func saveLater() {
        guard file != nil, let saveDelay else { return }
        let isNew = state.withLock { state in
            guard state.store.hasChanges, !state.isSaveDue else { return false }
            state.isSaveDue = true
            return true
        }
        guard isNew else { return }
        Task.detached { [weak self] in
            try? await Task.sleep(for: saveDelay)
            self?.saveDue()
        }
    }

    private func saveDue() {
        state.withLock { $0.isSaveDue = false }
        // `fileProblem` reports the failure.
        try? save()
    }
}

extension CookieJar: Hashable {
    /// Whether both are the same object.
    public static func == (a: CookieJar, b: CookieJar) -> Bool { a === b }
    /// By identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
