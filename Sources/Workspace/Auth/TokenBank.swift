import NetEngine
import Synchronization

/// The tokens of this run of the program. Each is fetched when the first request needs it, and again when it is about
/// to expire or a server refuses it. Nothing is written to disk unless `files` is given.
package final class TokenBank: Sendable {
    package struct Key: Hashable {
        /// Without settings that make no difference to the token.
        package var settings: AuthSettings
        /// Two collections may have the same settings but different users.
        package var root: String

        package init(_ settings: AuthSettings, root: String) {
            self.settings = settings.identity
            self.root = root
        }
    }

    private struct State {
        var keepers: [Key: OAuth2TokenKeeper] = [:]
        /// The controls of all requests that wait for a token.
        var controls: [ObjectIdentifier: SignInControl] = [:]
        /// The login of every token of this run, including replaced ones that requests in flight still use.
        var owners: [String: (key: Key, settings: AuthSettings, isIDToken: Bool)] = [:]
        var hasWarnedAboutFiles = false
        /// The logins of which the user knows that the certificate of their server was not checked.
        var unchecked: Set<AuthSettings> = []
        var signIns = 0
    }

    /// How requests reach token endpoints.
    private struct Connection {
        var send: OAuth2Client.Sender
        /// What the command line says, over what a request says.
        var flags: @Sendable (inout RequestOptions) -> Void = { _ in }
    }

    /// The limit of `owners`; beyond it all are forgotten, and earlier tokens are not renewed when refused.
    private static let ownerLimit = 1000

    private let state = Mutex(State())
    private let connection = Mutex<Connection?>(nil)
    private let report: @Sendable (TokenNews) -> Void
    private let files: TokenFiles?
    private let isStopped: @Sendable () -> Bool
    private let canAsk: @Sendable () -> Bool
    private let canPaste: @Sendable () -> Bool

    /// - Parameters:
    ///   - files: where tokens are kept between runs; nil keeps them in memory only.
    ///   - canAsk: true if the user can be asked to sign in.
    ///   - canPaste: true if the user can paste an address (`paste`).
    ///   - isStopped: true once the user gave up.
    ///   - report: called when the user must act, and for errors that do not fail a request.
    ///   - send: nil if `connect` sets it before the first token is needed.
    package init(
        files: TokenFiles? = nil, canAsk: @escaping @Sendable () -> Bool = { true },
        canPaste: @escaping @Sendable () -> Bool = { true },
        isStopped: @escaping @Sendable () -> Bool = { false },
        report: @escaping @Sendable (TokenNews) -> Void, send: OAuth2Client.Sender? = nil
    ) {
        self.files = files
        self.canAsk = canAsk
        self.canPaste = canPaste
        self.isStopped = isStopped
        self.report = report
        connection.withLock { $0 = send.map { Connection(send: $0) } }
    }

    /// Sets how requests reach token endpoints: through the engine whose interceptors use this bank.
    /// - Parameter flags: what the command line says of connections; it overrides what a request says.
    package func connect(
        _ send: @escaping OAuth2Client.Sender, flags: @escaping @Sendable (inout RequestOptions) -> Void = { _ in }
    ) {
        connection.withLock { $0 = Connection(send: send, flags: flags) }
    }

    // MARK: For requests

    /// The tokens for all of these, fetched one after another.
    /// - Parameter options: of the request that wants them; a token is fetched through its proxy, with its checks of
    ///   certificates.
    /// - Throws: why one cannot be fetched, with the login and where it is defined.
    package func tokens(
        for wanted: [TokenWish], root: String, as options: RequestOptions = RequestOptions()
    ) async throws(EngineError) -> [TokenName: TokenValue] {
        var found: [TokenName: TokenValue] = [:]
        for wish in wanted {
            do throws(EngineError) {
                let token = try await token(for: wish.settings, root: root, as: options)
                found[wish.name] = try value(of: token, wish, root: root)
            } catch {
                throw error.about(wish.settings)
            }
        }
        return found
    }

    /// Those of them that exist and can be sent.
    package func known(_ wanted: [TokenWish], root: String) -> [TokenName: TokenValue] {
        var found: [TokenName: TokenValue] = [:]
        for wish in wanted {
            let key = Key(wish.settings, root: root)
            guard let token = state.withLock({ $0.keepers[key] })?.usableToken else { continue }
            found[wish.name] = try? value(of: token, wish, root: root)
        }
        return found
    }

    private func value(of token: OAuth2Token, _ wish: TokenWish, root: String) throws(EngineError) -> TokenValue {
        let isIDToken = wish.name.isIDToken || wish.settings.usesIDToken
        guard let text = isIDToken ? token.idToken : token.accessToken else {
            throw EngineError(
                .api, "The token endpoint gave no id_token.",
                hint: "Request the scope openid, with a grant in which a user signs in.")
        }
        let key = Key(wish.settings, root: root)
        state.withLock { state in
            if state.owners.count >= Self.ownerLimit { state.owners.removeAll() }
            state.owners[text] = (key, wish.settings, isIDToken)
        }
        let kept = KeptToken(token, wish.settings, root: root, path: nil)
        let place = files == nil ? "in memory" : "in a file"
        let fact = "\(wish.settings.grant.shortWords), \(kept.life(at: Timestamp.secondsNow())), \(place)"
        return TokenValue(text: text, fact: fact)
    }

    // MARK: After a 401

    /// The token of this bank that a request contains; nil for all other requests, at almost no cost.
    package func token(in request: RequestDraft) -> String? {
        state.withLock { state in
            guard !state.owners.isEmpty else { return nil }
            if let word = request.headers["Authorization"]?.split(separator: " ").last.map(String.init),
                state.owners[word] != nil
            {
                return word
            }
            return state.owners.keys.first { token in
                request.url.contains(token) || request.headers.contains { $0.value.contains(token) }
            }
        }
    }

    /// A replacement for a token that a server refused: from the refresh token, else from a grant that needs no user.
    /// - Parameter options: of the request that was refused.
    /// - Returns: nil if there is none; the next send then fetches one.
    package func renewed(insteadOf refused: String, as options: RequestOptions = RequestOptions()) async -> String? {
        guard let owner = state.withLock({ $0.owners[refused] }) else { return nil }
        keeper(owner.key, owner.settings).refuse(refused)
        guard let token = try? await token(for: owner.settings, root: owner.key.root, as: options, mayAsk: false),
            let text = owner.isIDToken ? token.idToken : token.accessToken, text != refused
        else { return nil }
        state.withLock { $0.owners[text] = owner }
        return text
    }

    // MARK: One token

    /// The owner of a login's token.
    private func keeper(_ key: Key, _ settings: AuthSettings) -> OAuth2TokenKeeper {
        state.withLock { state in
            if let keeper = state.keepers[key] { return keeper }
            let store = files.map { LoginTokenStore(files: $0, settings: settings, root: key.root) }
            let keeper = OAuth2TokenKeeper(store: store, report: { [weak self] in self?.warn($0) })
            state.keepers[key] = keeper
            return keeper
        }
    }

    /// - Parameter mayAsk: true if the user may be asked to sign in.
    private func token(
        for settings: AuthSettings, root: String, as options: RequestOptions, mayAsk: Bool = true
    ) async throws(EngineError) -> OAuth2Token {
        if case .fixed(let token, let idToken) = settings.grant {
            return OAuth2Token(accessToken: token, obtained: Timestamp.secondsNow(), idToken: idToken)
        }
        let control = SignInControl()
        state.withLock { $0.controls[ObjectIdentifier(control)] = control }
        defer { state.withLock { $0.controls[ObjectIdentifier(control)] = nil } }
        return try await keeper(Key(settings, root: root), settings)
            .token(from: source(settings, options, mayAsk: mayAsk, control))
    }

    /// A new token: by the refresh token, else by the grant of the login.
    private func source(
        _ settings: AuthSettings, _ options: RequestOptions, mayAsk: Bool, _ control: SignInControl
    ) -> OAuth2TokenKeeper.Source {
        OAuth2TokenKeeper.Source { [self] (refreshToken) async throws(EngineError) in
            let send = try sender(for: settings, as: options)
            do throws(EngineError) {
                let token = try await settings.client.token(for: .refreshToken(refreshToken), by: send)
                return .token(settings.withLifetime(token))
            } catch {
                // A server that cannot be reached has not refused anything, nor one that says "not now" (429).
                guard [.api, .clientError, .decoding].contains(error.category), !error.isRetryable else { throw error }
                return .refused(error)
            }
        } grant: { [self] (_, _) async throws(EngineError) in
            let send = try sender(for: settings, as: options)
            guard mayAsk || !settings.grant.needsUser else {
                throw EngineError(
                    .api, "The token was refused, and a new one needs a user to sign in.", hint: "Send again.")
            }
            return settings.withLifetime(try await granted(settings, send, control))
        }
    }

    /// The function that sends requests to token endpoints, connected and secured as a request with these options.
    /// - Throws: an error if the login forbids requests for tokens, or if no function was set.
    private func sender(
        for settings: AuthSettings, as options: RequestOptions
    ) throws(EngineError) -> OAuth2Client.Sender {
        guard let connection = connection.withLock({ $0 }) else {
            throw EngineError(.internal, "The connection to token endpoints was not set up.", hint: "Report this.")
        }
        guard settings.isAcquired else {
            throw EngineError(
                .requestBuild, "No token exists, and \"Acquire Automatically\" is false.",
                hint: "Set it to true, or sign in once with --keep-tokens.")
        }
        let log = RequestLogOptions(name: "token of \(settings.id)")
        var way = options
        connection.flags(&way)
        return { [self, way] draft in
            var draft = draft
            draft.options.connect(as: way)
            draft.options.log = log
            let exchange = await connection.send(draft)
            warnIfUnchecked(exchange, settings)
            return exchange
        }
    }

    private func granted(
        _ settings: AuthSettings, _ send: @escaping OAuth2Client.Sender, _ control: SignInControl
    ) async throws(EngineError) -> OAuth2Token {
        switch settings.grant {
        case .clientCredentials: return try await settings.client.token(for: .clientCredentials, by: send)
        case .password(let user, let password):
            return try await settings.client.token(for: .password(user: user, password: password), by: send)
        case .fixed(let token, let idToken):
            return OAuth2Token(accessToken: token, obtained: Timestamp.secondsNow(), idToken: idToken)
        case .authorizationCode, .deviceCode:
            let isStopped = isStopped
            let number = state.withLock { state in
                state.signIns += 1
                return state.signIns
            }
            let signIn = UserGrant(
                settings: settings, number: number, canAsk: canAsk, canPaste: canPaste,
                isStopped: { isStopped() || control.isStopped }, pasted: { control.pasted },
                expect: { control.expect($0) }, report: report, send: send)
            do throws(EngineError) {
                let token = try await signIn.token()
                report(.signInEnded(number: number, isDone: true))
                return token
            } catch {
                report(.signInEnded(number: number, isDone: false))
                throw error
            }
        }
    }

    /// Cancels all sign-ins that wait for the user.
    package func stopSignIns() {
        for control in state.withLock({ Array($0.controls.values) }) { control.stop() }
    }

    /// Passes on the address to which the browser was redirected, if that does not lead to this machine.
    package func paste(_ address: String) {
        let address = String(address.drop { $0.isWhitespace }.prefix { !$0.isWhitespace })
        let waiting = state.withLock { Array($0.controls.values) }
        // Of several sign-ins it is for the one whose state it brings; the others go on waiting for theirs.
        let meant = waiting.filter { $0.isMeant(by: address) }
        for control in meant.isEmpty ? waiting : meant { control.paste(address) }
    }

    /// Says once for each login that its token came from a server that may be any.
    private func warnIfUnchecked(_ exchange: Exchange, _ settings: AuthSettings) {
        guard exchange.isUnverified else { return }
        let isNew = state.withLock { $0.unchecked.insert(settings.identity).inserted }
        guard isNew else { return }
        let place = settings.place.isEmpty ? "" : " (\(settings.place))"
        report(
            .problem(
                "Login \(settings.id)\(place): the certificate of \(settings.server), where its token comes from, was not checked."
            ))
    }

    // MARK: Files

    private func warn(_ problem: String) {
        let isNew = state.withLock { state in
            defer { state.hasWarnedAboutFiles = true }
            return !state.hasWarnedAboutFiles
        }
        if isNew { report(.problem(problem)) }
    }

    /// A file that cannot be read is not replaced: it may hold a refresh token that nobody can get again.
    private func warn(_ problem: OAuth2TokenKeeper.Problem) {
        switch problem {
        case .load(let error) where error.underlying != nil: warn("\(error.sentence) The new token is not kept.")
        case .load(let error), .lock(let error): warn(error.sentence)
        case .save(let error): warn("The token is not kept: \(error.sentence)")
        }
    }

    // MARK: Listing and forgetting

    /// All tokens of this run, and those in the folder that it has not used.
    package func list() -> [KeptToken] {
        let memory = state.withLock { $0.keepers }.compactMapValues(\.token)
        var paths: Set<String> = []
        var found = memory.map { key, token in
            let path = files?.path(key.settings, root: key.root)
            if let path { paths.insert(path) }
            return KeptToken(token, key.settings, root: key.root, path: path)
        }
        let kept = files?.kept()
        found += (kept?.tokens ?? []).filter { $0.path.map { !paths.contains($0) } ?? true }
        for problem in kept?.problems ?? [] { report(.problem(problem)) }
        return found.sorted { ($0.root, $0.login, $0.obtained) < ($1.root, $1.login, $1.obtained) }
    }

    /// Forgets these tokens, here and in the folder. The servers are not notified.
    /// - Returns: one sentence if a file could not be removed.
    package func forget(_ tokens: [KeptToken]) -> String? {
        let secrets = Set(tokens.map(\.secret))
        let paths = Set(tokens.compactMap(\.path))
        var renewed: Set<String> = []
        for (key, keeper) in state.withLock({ $0.keepers }) {
            let isHere = keeper.token.map { secrets.contains($0.accessToken) } ?? false
            // It may be about to renew what it found there.
            let path = files?.path(key.settings, root: key.root)
            guard isHere || path.map(paths.contains) == true else { continue }
            keeper.drop()
            // It holds the lock, and keeps nothing any more.
            if keeper.isRenewing, let path { renewed.insert(path) }
        }
        let problems =
            TokenFiles.forget(renewed.sorted(), patience: .zero)
            + TokenFiles.forget(tokens.compactMap(\.path).filter { !renewed.contains($0) })
        return problems.first?.sentence
    }
}

/// How the user acts on a pending sign-in.
final class SignInControl: Sendable {
    private let state = Mutex((isStopped: false, pasted: String?.none, expected: String?.none))
    var isStopped: Bool { state.withLock { $0.isStopped } }
    var pasted: String? { state.withLock { $0.pasted } }
    func stop() { state.withLock { $0.isStopped = true } }
    func paste(_ address: String) { state.withLock { $0.pasted = address } }
    /// Remembers the `state` that the address for this sign-in brings back.
    func expect(_ text: String) { state.withLock { $0.expected = text } }
    func isMeant(by address: String) -> Bool {
        state.withLock { $0.expected.map { address.contains(bytes: $0) } ?? false }
    }
}

extension AuthSettings {
    /// The token with the end that the login states, if the server states none.
    fileprivate func withLifetime(_ token: OAuth2Token) -> OAuth2Token {
        guard token.expires == nil, let lifetime else { return token }
        let (end, isBeyondCounting) = token.obtained.addingReportingOverflow(lifetime)
        var token = token
        if !isBeyondCounting { token.expires = end }
        return token
    }
}

extension RequestOptions {
    /// Takes over how another request is connected and secured. Not its unix socket, at which only its own server is, and
    /// not its version of HTTP.
    fileprivate mutating func connect(as other: RequestOptions) {
        proxy = other.proxy
        verifiesTLS = other.verifiesTLS
        caFile = other.caFile
        tls = other.tls
        connection = other.connection
        connection.unixSocket = nil
    }
}

extension EngineError {
    /// The same error, with the login and where it is defined.
    fileprivate func about(_ settings: AuthSettings) -> EngineError {
        let place = settings.place.isEmpty ? "" : " (\(settings.place))"
        var error = self
        error.sentence = "Login \(settings.id)\(place): \(sentence)"
        return error
    }
}
