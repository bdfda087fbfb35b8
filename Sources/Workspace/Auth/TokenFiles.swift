import Base
import Glibc
import NetEngine

/// Tokens that the user keeps between runs: one file of mode 0600 for each login and collection.
package struct TokenFiles: Sendable {
    /// An absolute path.
    package let folder: String

    /// `$XDG_STATE_HOME/apitui/tokens`; nil without a home folder.
    package static var live: TokenFiles? {
        UserFolder.state.path().map { TokenFiles(folder: PathText.join($0, "tokens")) }
    }

    /// Where the token of a login is kept. Creates the folder.
    /// - Throws: why the folder cannot be created, as a clause.
    package func store(_ settings: AuthSettings, root: String) throws(UserFolder.Failure) -> OAuth2FileStore {
        try UserFolder.make(folder)
        return OAuth2FileStore(
            path: path(settings, root: root),
            about: [
                ("login", settings.id), ("collection", root), ("grant", settings.grant.words),
                ("token_url", (try? HTTPURL.parse(settings.client.tokenURL))?.textWithoutUserInfo ?? ""),
                ("client", settings.client.id),
            ])
    }

    package func path(_ settings: AuthSettings, root: String) -> String {
        PathText.join(folder, Self.name(settings, root: root) + ".json")
    }

    /// A name that reveals nothing and is the same for the same settings: other scopes, another client, another user or
    /// another page to sign in at give another name.
    private static func name(_ settings: AuthSettings, root: String) -> String {
        var parts = [
            root, settings.id, settings.client.tokenURL, settings.client.id,
            settings.client.scopes.joined(separator: " "), settings.grant.words,
        ]
        switch settings.grant {
        case .password(let user, _): parts.append(user)
        // Where the user signs in says which user it is.
        case .authorizationCode(let url, _, _), .deviceCode(let url, _): parts.append(url)
        case .clientCredentials, .fixed: break
        }
        parts += (settings.client.parameters + settings.authorizationParameters).map { "\($0.name)=\($0.value ?? "")" }
        // Such as the name of a tenant.
        parts += settings.client.headers.map { "\($0.name): \($0.value)" }
        return String(Hexadecimal.text(SHA256.hash(Array(parts.joined(separator: "\u{0}").utf8))).prefix(32))
    }

    /// The tokens in the folder, sorted by collection and login. Other files are ignored.
    /// - Returns: the tokens, and a sentence for each file, or for the folder, that cannot be read.
    package func kept() -> (tokens: [KeptToken], problems: [String]) {
        var tokens: [KeptToken] = []
        var problems: [String] = []
        switch DiskFile.names(in: folder) {
        case .failure(.missing): break
        case .failure(let failure): problems.append("The folder \(folder) cannot be read: \(failure.clause).")
        case .success(let names):
            for name in names.sorted() where name.hasSuffix(".json") && !name.hasPrefix(".") {
                let path = PathText.join(folder, name)
                switch DiskFile.read(path, limit: 1 << 20) {
                case .success(let bytes):
                    if let token = KeptToken(path: path, bytes: bytes) {
                        tokens.append(token)
                    } else {
                        problems.append(
                            "The token file \(path) holds no token that this version can read, or was cut; it is left as it is."
                        )
                    }
                // Deleted in the meantime, or a folder.
                case .failure(.missing), .failure(.notAFile): break
                case .failure(let failure): problems.append("The token file \(path) cannot be read: \(failure.clause).")
                }
            }
        }
        tokens.sort { ($0.root, $0.login, $0.obtained) < ($1.root, $1.login, $1.obtained) }
        return (tokens, problems)
    }

    /// The files that held no token and were set aside, by their paths. Nothing reads them, but a token in one may still be valid.
    package func setAside() -> [String] {
        guard case .success(let names) = DiskFile.names(in: folder) else { return [] }
        return names.filter { $0.contains(".json.damaged") && !$0.hasPrefix(".") }.sorted()
            .map { PathText.join(folder, $0) }
    }

    /// Deletes tokens. The empty lock files stay, because other processes may hold the locks.
    /// - Parameters:
    ///   - patience: how long to wait for programs that are renewing them, for all together: they would keep the new ones after
    ///     this. Not for ever, because one that waits for its user to sign in, or was stopped, keeps the lock too.
    ///   - now, wait: the clock, and a moment's wait.
    /// - Returns: one sentence for each file that could not be removed.
    package static func forget(
        _ paths: [String], patience: Duration = .seconds(5), now: () -> ContinuousClock.Instant = { .now },
        wait: () -> Void = { usleep(20_000) }
    ) -> [CollectionError] {
        let deadline = now().advanced(by: patience)
        var waiting = paths
        var problems: [CollectionError] = []
        while true {
            let isOver = now() >= deadline
            waiting.removeAll { path in
                var lock: OAuth2StoreLock?
                // A file that cannot be locked is not waited for.
                do throws(EngineError) {
                    lock = try OAuth2FileStore(path: path).tryLock()
                    guard lock != nil || isOver else { return false }
                } catch {}
                if unlink(path) != 0, errno != ENOENT {
                    let reason = DiskFile.systemMessage(errno)
                    problems.append(CollectionError(sentence: "\(path) cannot be removed: \(reason)."))
                }
                withExtendedLifetime(lock) {}
                return true
            }
            if waiting.isEmpty { return problems }
            wait()
        }
    }
}

/// The file of one login. Its folder is made when it is needed.
struct LoginTokenStore: OAuth2TokenStore {
    let files: TokenFiles
    let settings: AuthSettings
    let root: String

    func load() async throws(EngineError) -> OAuth2Token? { try await file().load() }
    func save(_ token: OAuth2Token?) async throws(EngineError) { try await file().save(token) }
    func lock() async throws(EngineError) -> OAuth2StoreLock? { try await file().lock() }

    private func file() throws(EngineError) -> OAuth2FileStore {
        do throws(UserFolder.Failure) { return try files.store(settings, root: root) } catch {
            throw EngineError(
                category: .internal,
                sentence: "Tokens are not kept: the folder \(error.folder) cannot be made: \(error.clause).",
                hint: "Check the folder and its permissions.")
        }
    }
}

/// A token as lists show it.
package struct KeptToken: Sendable, Hashable {
    package var login: String
    /// The collection's folder.
    package var root: String
    package var grant: String
    /// The host and port that it came from.
    package var server: String
    package var client: String
    package var scope: String?
    /// Seconds since 1970.
    package var obtained: Int64
    package var expires: Int64?
    package var hasRefreshToken: Bool
    /// The file it is kept in; nil if only in memory.
    package var path: String?
    /// The access token itself, shown only on request.
    package var secret: String

    /// `58 s left`, `expired`, `no known end`.
    package func life(at now: Int64) -> String {
        guard let expires else { return "no known end" }
        return expires > now ? "\(DurationText.span(seconds: expires - now)) left" : "expired"
    }

    package init(_ token: OAuth2Token, _ settings: AuthSettings, root: String, path: String?) {
        login = settings.id
        self.root = root
        grant = settings.grant.words
        server = settings.server
        client = settings.client.id
        scope = token.scope ?? (settings.client.scopes.isEmpty ? nil : settings.client.scopes.joined(separator: " "))
        obtained = token.obtained
        expires = token.expires
        hasRefreshToken = token.refreshToken != nil
        self.path = path
        secret = token.accessToken
    }

    /// nil if the bytes are not a token file.
    fileprivate init?(path: String, bytes: [UInt8]) {
        guard let json = try? OrderedJSON.parse(bytes) else { return nil }
        func text(_ key: String) -> String? {
            if case .string(let text)? = json.member(key)?.content { text } else { nil }
        }
        func number(_ key: String) -> Int64? {
            if case .literal(let text)? = json.member(key)?.content { Int64(text) } else { nil }
        }
        guard let secret = text("access_token") else { return nil }
        login = text("login") ?? "?"
        root = text("collection") ?? "?"
        grant = text("grant") ?? "?"
        let url = text("token_url") ?? ""
        server = (try? HTTPURL.parse(url))?.hostAndPort ?? url
        client = text("client") ?? ""
        scope = text("scope")
        obtained = number("obtained") ?? 0
        expires = number("expires")
        hasRefreshToken = text("refresh_token") != nil
        self.path = path
        self.secret = secret
    }
}
