import Glibc
import NetEngine
import Synchronization

/// What a person must do before a token can be had.
enum SignIn: Sendable, Hashable {
    /// Open the URL, and let the program in.
    case browser(url: String)
    /// Go there and type the code.
    case device(OAuth2DeviceCode)

    /// For a message on the screen.
    var lines: [String] {
        switch self {
        case .browser(let url):
            [
                "The request is sent when you have signed in with your browser.",
                "If it does not open by itself, go to", url,
            ]
        case .device(let code):
            [
                "The request is sent when you have signed in. Go to", code.verificationURI, "and type the code",
                code.userCode,
            ]
        }
    }

    /// For the terminal.
    var sentence: String {
        switch self {
        case .browser(let url): "Sign in with your browser: \(url)"
        case .device(let code):
            "Sign in at \(code.verificationURI) with the code \(code.userCode)"
                + (code.verificationURIComplete.map { ", or at \($0)" } ?? "")
        }
    }
}

/// The tokens of this run of the program: each is asked for once, when the first request wants it, and again when it has
/// expired. Nothing is written, unless a folder for tokens was named.
final class TokenBank: Sendable {
    private struct Key: Hashable {
        var settings: AuthSettings
        /// Two collections may have the same settings and different people.
        var root: String
    }

    private let tokens = Mutex([Key: OAuth2Token]())
    private let flights = Mutex([Key: Task<Result<OAuth2Token, EngineError>, Never>]())
    private let send: OAuth2Client.Sender
    private let show: @Sendable (SignIn) -> Void
    private let folder: String?
    private let isStopped: @Sendable () -> Bool

    /// - Parameters:
    ///   - folder: where tokens are kept between runs, in files of mode 0600; nil, the default, for nowhere.
    ///   - isStopped: whether the person gave up.
    ///   - show: told what the person must do.
    init(
        folder: String? = nil, isStopped: @escaping @Sendable () -> Bool = { false },
        show: @escaping @Sendable (SignIn) -> Void, send: @escaping OAuth2Client.Sender
    ) {
        self.folder = folder
        self.isStopped = isStopped
        self.show = show
        self.send = send
    }

    /// The tokens for all of these, one after another, by their ids.
    /// - Throws: why one cannot be had, with its id.
    func tokens(for wanted: [AuthSettings], root: String) async throws(EngineError) -> [String: String] {
        var found: [String: String] = [:]
        for settings in wanted { found[settings.id] = try await token(for: settings, root: root).accessToken }
        return found
    }

    private func token(for settings: AuthSettings, root: String) async throws(EngineError) -> OAuth2Token {
        let key = Key(settings: settings, root: root)
        if let token = tokens.withLock({ $0[key] }), Self.isFresh(token) { return token }
        // One request for it, however many wait.
        let flight = flights.withLock { flights in
            if let flight = flights[key] { return flight }
            let flight = Task.detached { [self] () -> Result<OAuth2Token, EngineError> in
                let result: Result<OAuth2Token, EngineError>
                do throws(EngineError) { result = .success(try await renewed(key)) } catch { result = .failure(error) }
                if case .success(let token) = result { tokens.withLock { $0[key] = token } }
                self.flights.withLock { $0[key] = nil }
                return result
            }
            flights[key] = flight
            return flight
        }
        return try await flight.value.get()
    }

    /// Half a minute before its end a token is renewed; one of unknown life is good until a server says otherwise.
    private static func isFresh(_ token: OAuth2Token) -> Bool {
        guard let expires = token.expires else { return true }
        return Timestamp.secondsNow() < expires - min(30, max(0, expires - token.obtained) / 2)
    }

    private func renewed(_ key: Key) async throws(EngineError) -> OAuth2Token {
        let store = store(of: key)
        var known = tokens.withLock { $0[key] }
        // Programs that share the folder ask one after another.
        let lock = try await store?.lock()
        defer { withExtendedLifetime(lock) {} }
        if let store {
            known = (try? await store.load()) ?? known
            if let known, Self.isFresh(known) { return known }
        }
        var token: OAuth2Token
        if let refreshToken = known?.refreshToken,
            var refreshed = try? await key.settings.client.token(for: .refreshToken(refreshToken), by: send)
        {
            refreshed.refreshToken = refreshed.refreshToken ?? refreshToken
            token = refreshed
        } else {
            token = try await obtained(key.settings)
        }
        try await store?.save(token)
        return token
    }

    private func obtained(_ settings: AuthSettings) async throws(EngineError) -> OAuth2Token {
        switch settings.grant {
        case .clientCredentials: return try await settings.client.token(for: .clientCredentials, by: send)
        case .password(let user, let password):
            return try await settings.client.token(for: .password(user: user, password: password), by: send)
        case .authorizationCode(let url, let redirectURL, let usesProof):
            let listener: LoopbackListener
            do { listener = try LoopbackListener(redirectURL: redirectURL) } catch {
                throw EngineError(.requestBuild, error.sentence, hint: "Look at the Redirect URL of \(settings.id).")
            }
            let signIn = OAuth2Authorization(
                endpoint: url, client: settings.client, redirectURI: listener.redirectURI,
                proofKey: usesProof ? ProofKey() : nil, parameters: settings.authorizationParameters)
            show(.browser(url: signIn.url))
            let end = ContinuousClock.now + .seconds(300)
            let target = await listener.target { [isStopped] in isStopped() || ContinuousClock.now >= end }
            guard let target else {
                if isStopped() {
                    throw EngineError(.cancelled, "The sign-in was given up.", hint: "Send again to sign in.")
                }
                throw EngineError(
                    .timeout, "Nobody signed in within five minutes.", hint: "Send again, and open the URL in time.")
            }
            return try await settings.client.token(for: try signIn.grant(from: target), by: send)
        case .deviceCode(let url):
            let code = try await settings.client.deviceCode(from: url, by: send)
            show(.device(code))
            let client = settings.client
            let (send, isStopped) = (send, isStopped)
            return try await client.token(for: code, clock: StoppableClock(isStopped: isStopped), by: send)
        }
    }

    /// `$XDG_STATE_HOME/apitui/tokens`; nil where there is no home.
    static var folder: String? { UserFolder.state.path().map { PathText.join($0, "tokens") } }

    private func store(of key: Key) -> OAuth2FileStore? {
        guard let folder, (try? UserFolder.make(folder)) != nil else { return nil }
        return OAuth2FileStore(path: "\(folder)/\(TokenFileName.of(key.root, key.settings)).json")
    }
}

/// A name that tells nothing, and is the same for the same settings.
private enum TokenFileName {
    static func of(_ root: String, _ settings: AuthSettings) -> String {
        let parts = [
            root, settings.id, settings.client.tokenURL, settings.client.id,
            settings.client.scopes.joined(separator: " "),
            settings.grant.words,
        ]
        // FNV-1a, twice with different beginnings: no secret, only a name.
        func hash(_ seed: UInt64) -> UInt64 {
            parts.joined(separator: "\u{0}").utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        }
        let digits = String(hash(0xCBF2_9CE4_8422_2325), radix: 16) + String(hash(0x8422_2325_CBF2_9CE4), radix: 16)
        return digits
    }
}
