import Synchronization

/// Where a token is kept between requests, and perhaps between runs of the program.
public protocol OAuth2TokenStore: Sendable {
    /// nil if there is none.
    func load() async throws(EngineError) -> OAuth2Token?
    /// - Parameter token: nil to forget it.
    func save(_ token: OAuth2Token?) async throws(EngineError)
    /// Waits until nobody else renews the token of this store, and keeps others from it. Renewing it twice at once
    /// would spend a refresh token that works once (RFC 9700 §4.14.2).
    /// - Returns: what holds the lock for as long as it lives; nil if a store is not shared.
    /// - Throws: `internal` if the file cannot be locked. The token is renewed all the same.
    func lock() async throws(EngineError) -> OAuth2StoreLock?
}

extension OAuth2TokenStore {
    /// No lock: for stores that belong to one program.
    public func lock() async throws(EngineError) -> OAuth2StoreLock? { nil }
}

/// The right to renew the token of a store, until it is given back.
public final class OAuth2StoreLock: Sendable {
    private let giveBack: @Sendable () -> Void

    /// - Parameter giveBack: called once, when nobody holds this any more.
    public init(giveBack: @escaping @Sendable () -> Void) { self.giveBack = giveBack }

    deinit { giveBack() }
}

/// Keeps a token in memory, for as long as the store exists.
public final class OAuth2MemoryStore: OAuth2TokenStore {
    private let token: Mutex<OAuth2Token?>

    /// A store that holds this token at first, or none.
    public init(_ token: OAuth2Token? = nil) { self.token = Mutex(token) }

    /// The token, or nil. Never fails.
    public func load() async throws(EngineError) -> OAuth2Token? { token.withLock { $0 } }
    /// Keeps the token, or forgets the one it has for nil. Never fails.
    public func save(_ token: OAuth2Token?) async throws(EngineError) { self.token.withLock { $0 = token } }
}

/// Keeps a token in a file that only its owner may read. It is replaced in one step, so that it is never seen half written.
///
/// Not encrypted. A file that holds no token is set aside under another name, and reported by the error once. A file of a newer version
/// of the library is left as it is.
public struct OAuth2FileStore: OAuth2TokenStore {
    /// Of the file's format. Files without a version have the same format: they are older than the number.
    package static let version: Int64 = 1

    private let file: PrivateFile
    private let about: [(name: String, value: String)]

    /// - Parameters:
    ///   - path: its folder must exist.
    ///   - about: what the token is for, written into the file beside it; default nothing.
    public init(path: String, about: [(name: String, value: String)] = []) {
        file = PrivateFile(path: path)
        self.about = about
    }

    /// The file, unless a newer version wrote it.
    private func read() throws(EngineError) -> [UInt8]? {
        guard let bytes = try file.read(limit: 1 << 20) else { return nil }
        if let found = FlatJSON(bytes)?.integer("version"), found > Self.version {
            throw EngineError(
                .internal,
                "The token file \(file.path) was written by a newer version (format \(found), this one knows \(Self.version)) and is left as it is.",
                hint: "Use the newer version, or remove the file.")
        }
        return bytes
    }

    /// - Throws: `internal` if the file cannot be read, was damaged, or is of a newer version.
    public func load() async throws(EngineError) -> OAuth2Token? {
        guard let bytes = try read() else { return nil }
        if let token = OAuth2Token(json: bytes) { return token }
        let place = file.setAside()
        throw EngineError(
            .internal,
            "The token file \(file.path) is damaged\(place.map { " and was set aside as \($0)" } ?? "").",
            hint: "A new token is asked for; remove the damaged file.")
    }

    /// A lock between processes, on a separate file beside the token's. It is waited for half a minute at most, longer
    /// than a token request takes.
    /// - Throws: `internal` if the file cannot be locked.
    public func lock() async throws(EngineError) -> OAuth2StoreLock? {
        for _ in 0..<1000 {
            if let lock = try tryLock() { return lock }
            // Woken by nobody: the other may be another process.
            do { try await Task.sleep(for: .milliseconds(35)) } catch { throw .cancelled() }
        }
        throw EngineError(
            .internal, "The token file \(file.path) is locked by another program that does not let go.",
            hint: "End the other program.")
    }

    /// The same lock, without waiting.
    /// - Returns: nil while another program has it.
    /// - Throws: `internal` if the file cannot be locked.
    package func tryLock() throws(EngineError) -> OAuth2StoreLock? {
        guard let descriptor = try file.tryLock() else { return nil }
        return OAuth2StoreLock { PrivateFile.unlock(descriptor) }
    }

    /// - Throws: `internal` if the file cannot be written, or is there and cannot be read or is of a newer version: its refresh
    ///   token may be one that nobody can get again.
    public func save(_ token: OAuth2Token?) async throws(EngineError) {
        guard let token else { return try file.remove() }
        _ = try read()
        try file.write(token.json(about: about))
    }
}
