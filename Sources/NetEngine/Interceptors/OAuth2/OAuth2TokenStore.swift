import Synchronization

/// Where a token is kept between requests, and perhaps between runs of the program.
public protocol OAuth2TokenStore: Sendable {
    /// nil when there is none.
    func load() async throws(EngineError) -> OAuth2Token?
    /// - Parameter token: nil to forget it.
    func save(_ token: OAuth2Token?) async throws(EngineError)
}

/// Keeps a token for as long as it lives itself.
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
/// Not encrypted. A file that holds no token is set aside under another name, and reported by the error once.
public struct OAuth2FileStore: OAuth2TokenStore {
    private let file: PrivateFile

    /// - Parameter path: its folder must exist.
    public init(path: String) { file = PrivateFile(path: path) }

    /// - Throws: `internal`, when the file cannot be read, or was damaged.
    public func load() async throws(EngineError) -> OAuth2Token? {
        guard let bytes = try file.read(limit: 1 << 20) else { return nil }
        if let token = OAuth2Token(json: bytes) { return token }
        let place = file.setAside()
        throw EngineError(
            .internal,
            "The token file \(file.path) is damaged\(place.map { " and was set aside as \($0)" } ?? "").",
            hint: "A new token is asked for; remove the damaged file.")
    }

    /// - Throws: `internal`, when the file cannot be written.
    public func save(_ token: OAuth2Token?) async throws(EngineError) {
        guard let token else { return try file.remove() }
        try file.write(token.json)
    }
}
