import Synchronization

/// Sends a bearer token (RFC 6750 §2.1) that it asks a token endpoint for, and renews (RFC 6749).
///
/// A token is asked for when the first request needs one, renewed shortly before it expires, and renewed once for an
/// exchange when the server answers 401. However many requests wait, only one token request is in flight; all of them
/// continue with its token, or end with its error. A request that gives up waiting does not cancel it for the others.
/// Within a second after a failure no token is requested: requests in between get the same error.
///
/// The token request goes by the transport of the engine whose request needed it and passes no interceptor, so it cannot
/// come back here; it is a separate exchange in events and logs. A refresh token is kept, and replaced when the server
/// gives a new one (RFC 9700 §4.14.2). Processes that share a store renew it one after another, and use the token that the
/// previous one got. If a refresh token is refused all the same, the store is read again; then the grant is used again, if
/// possible. Requests that type an `Authorization` are left alone.
public final class OAuth2Authentication: Interceptor {
    private struct State {
        var token: OAuth2Token?
        var isLoaded = false
        /// The access token that a server refused.
        var refused: String?
        var isGrantSpent = false
        var flight: Task<Result<OAuth2Token, EngineError>, Never>?
        var failure: (error: EngineError, at: Int64)?
        var storeFailure: EngineError?
    }

    private let client: OAuth2Client
    private let grant: OAuth2Grant
    private let store: any OAuth2TokenStore
    private let leeway: Int64
    private let scope: CredentialScope
    private let now: @Sendable () -> Int64
    private let state = Mutex(State())

    /// True if the scope names origins.
    public var choosesCredentialsByURL: Bool { scope.isFixed }

    /// - Parameters:
    ///   - leeway: how long before its end a token is renewed, in whole seconds. Default 30 s.
    ///   - scope: which requests get the token; never the token endpoint by itself.
    ///   - now: seconds since 1970.
    public init(
        client: OAuth2Client, grant: OAuth2Grant, store: any OAuth2TokenStore = OAuth2MemoryStore(),
        leeway: Duration = .seconds(30), scope: CredentialScope = .firstOrigin,
        now: @escaping @Sendable () -> Int64 = { Timestamp.now.microsecondsSince1970 / 1_000_000 }
    ) {
        self.client = client
        self.grant = grant
        self.store = store
        self.leeway = max(0, leeway.components.seconds)
        self.scope = scope
        self.now = now
    }

    /// The token as of now, expired or not; nil before the first request.
    public var token: OAuth2Token? { state.withLock { $0.token } }

    /// Why the store could not be read or written the last time; requests go on without it.
    public var storeFailure: EngineError? { state.withLock { $0.storeFailure } }

    /// Forgets the token here and in the store, as signing out does. The server is not notified.
    public func forget() async throws(EngineError) {
        state.withLock { state in
            state.token = nil
            state.isLoaded = true
            state.failure = nil
        }
        try await store.save(nil)
    }

    /// Adds the token within the scope, and gets one first where there is none or it is about to expire.
    /// - Throws: why a token could not be fetched.
    public func adapt(
        _ request: RequestDraft, context: InterceptorContext
    ) async throws(EngineError) -> RequestDraft {
        guard scope.covers(context), !request.headers.contains("Authorization") else { return request }
        let token = try await freshToken(context)
        var request = request
        request.headers.append(HeaderField("Authorization", "Bearer \(token.accessToken)", origin: .auth))
        return request
    }

    /// After a 401 within the scope, gets another token and has the request sent again, once for an exchange.
    public func recover(from outcome: HopOutcome, context: InterceptorContext) async -> Recovery {
        guard outcome.error?.status == 401, context.recoveries == 0, scope.covers(context),
            !outcome.draft.headers.contains("Authorization"),
            let used = outcome.hop.request.headers["Authorization"]
        else { return .pass }
        let isWorthIt = state.withLock { state in
            // Somebody else had it renewed since this request left.
            guard let token = state.token, used == "Bearer \(token.accessToken)" else { return true }
            guard token.refreshToken != nil || grant.canRepeat else { return false }
            state.refused = token.accessToken
            return true
        }
        // `adapt` renews it, and can say why if that fails.
        return isWorthIt ? .retry(outcome.draft) : .pass
    }

    // MARK: Renewal

    private func freshToken(_ context: InterceptorContext) async throws(EngineError) -> OAuth2Token {
        enum Step {
            case ready(OAuth2Token)
            case wait(Task<Result<OAuth2Token, EngineError>, Never>)
            case fail(EngineError)
        }
        let step: Step = state.withLock { state in
            if let flight = state.flight { return .wait(flight) }
            if let token = state.token, isUsable(token, state) { return .ready(token) }
            if let failure = state.failure, (0...1).contains(now() - failure.at) { return .fail(failure.error) }
            // A separate task, so that a waiter that gives up does not cancel it for the others.
            let flight = Task.detached { [self] in await renewed(context) }
            state.flight = flight
            return .wait(flight)
        }
        switch step {
        case .ready(let token): return token
        case .wait(let flight): return try await flight.value.get()
        case .fail(let error): throw error
        }
    }

    private func isUsable(_ token: OAuth2Token, _ state: State) -> Bool {
        token.accessToken != state.refused && token.isFresh(at: now(), leeway: leeway)
    }

    /// The one flight: ends with `state.flight` cleared.
    private func renewed(_ context: InterceptorContext) async -> Result<OAuth2Token, EngineError> {
        let before = state.withLock { ($0.token, $0.isLoaded) }
        var known = before.0
        if !before.1 { known = await load() }
        if let known, state.withLock({ isUsable(known, $0) }) { return await finish(.success(known), isNew: false) }
        var lock: OAuth2StoreLock?
        do {
            lock = try await store.lock()
            // Whoever had the lock may have renewed it.
            if lock != nil, let current = await load() {
                known = current
                if state.withLock({ isUsable(current, $0) }) {
                    return await finish(.success(current), isNew: false)
                }
            }
        } catch { state.withLock { $0.storeFailure = error } }
        // Held until the new token is in the store.
        defer { withExtendedLifetime(lock) {} }
        do throws(OAuth2TokenRequest.Failure) {
            return await finish(.success(try await obtain(after: known, context)), isNew: true)
        } catch {
            return await finish(.failure(error.error), isNew: false)
        }
    }

    private func finish(
        _ result: Result<OAuth2Token, EngineError>, isNew: Bool
    ) async -> Result<OAuth2Token, EngineError> {
        if isNew, case .success(let token) = result {
            do {
                try await store.save(token)
                state.withLock { $0.storeFailure = nil }
            } catch { state.withLock { $0.storeFailure = error } }
        }
        state.withLock { state in
            state.flight = nil
            switch result {
            case .success(let token): (state.token, state.failure) = (token, nil)
            // Who cancelled it said nothing about the next one.
            case .failure(let error): state.failure = error.category == .cancelled ? nil : (error, now())
            }
        }
        return result
    }

    private func load() async -> OAuth2Token? {
        do {
            let token = try await store.load()
            state.withLock { $0.isLoaded = true }
            return token
        } catch {
            state.withLock { ($0.isLoaded, $0.storeFailure) = (true, error) }
            return nil
        }
    }

    private func obtain(
        after old: OAuth2Token?, _ context: InterceptorContext
    ) async throws(OAuth2TokenRequest.Failure) -> OAuth2Token {
        var refusal: OAuth2TokenRequest.Failure?
        var shown: Set<String> = []
        var current = old
        while let refreshToken = current?.refreshToken, shown.insert(refreshToken).inserted {
            do throws(OAuth2TokenRequest.Failure) {
                return try await ask(.refreshToken(refreshToken), keeping: refreshToken, context)
            } catch {
                guard error.code == "invalid_grant" else { throw error }
                refusal = error
            }
            current = await load()
            if let current, current != old, state.withLock({ isUsable(current, $0) }) { return current }
        }
        let own = grant.parameters.first { $0.name == "refresh_token" }?.value
        let isSpent = state.withLock { $0.isGrantSpent } || own.map(shown.contains) == true
        guard !isSpent else {
            throw refusal
                ?? OAuth2TokenRequest.Failure(
                    error: EngineError(
                        .requestBuild, "The access token is of no use any more, and nothing is left to renew it with.",
                        hint: "Sign in again."))
        }
        if !grant.canRepeat { state.withLock { $0.isGrantSpent = true } }
        return try await ask(grant, keeping: own, context)
    }

    /// - Parameter keeping: the refresh token that stays, unless the server gives another (RFC 6749 §6).
    private func ask(
        _ grant: OAuth2Grant, keeping refreshToken: String?, _ context: InterceptorContext
    ) async throws(OAuth2TokenRequest.Failure) -> OAuth2Token {
        let request = OAuth2TokenRequest(client: client, grant: grant)
        var token = try request.token(from: await context.send(request.draft), now: now())
        token.refreshToken = token.refreshToken ?? refreshToken
        return token
    }
}
