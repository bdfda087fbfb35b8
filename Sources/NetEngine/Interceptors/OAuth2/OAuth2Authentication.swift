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
    private let client: OAuth2Client
    private let grant: OAuth2Grant
    private let keeper: OAuth2TokenKeeper
    private let scope: CredentialScope
    private let now: @Sendable () -> Int64
    private let isGrantSpent = Mutex(false)

    /// True if the scope names origins.
    public var choosesCredentialsByURL: Bool { scope.isFixed }

    /// Requests get a token that this client is granted.
    /// - Parameters:
    ///   - client: knows the token endpoint.
    ///   - grant: fetches the first token, and later ones if the server gave no refresh token.
    ///   - store: keeps the token. Default in memory.
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
        self.scope = scope
        self.now = now
        keeper = OAuth2TokenKeeper(store: store, leeway: max(0, leeway.components.seconds), patience: 1, now: now)
    }

    /// The token as of now, expired or not; nil before the first request.
    public var token: OAuth2Token? { keeper.token }

    /// Why the store could not be read or written the last time; requests go on without it.
    public var storeFailure: EngineError? { keeper.problem?.error }

    /// Forgets the token here and in the store, as signing out does. The server is not notified. Waits for another program
    /// that is renewing the token in the same store, at most half a minute.
    public func forget() async throws(EngineError) { try await keeper.forget() }

    /// Adds the token within the scope, and gets one first where there is none or it is about to expire.
    /// - Throws: why a token could not be fetched.
    public func adapt(
        _ request: RequestDraft, context: InterceptorContext
    ) async throws(EngineError) -> RequestDraft {
        guard scope.covers(context), !request.headers.contains("Authorization") else { return request }
        let token = try await keeper.token(from: source(context))
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
        // Otherwise somebody else had it renewed since this request left.
        if let token = keeper.token, used == "Bearer \(token.accessToken)" {
            guard token.refreshToken != nil || grant.canRepeat else { return .pass }
            keeper.refuse(token.accessToken)
        }
        // `adapt` renews it, and can say why if that fails.
        return .retry(outcome.draft)
    }

    // MARK: New tokens

    private func source(_ context: InterceptorContext) -> OAuth2TokenKeeper.Source {
        OAuth2TokenKeeper.Source { [self] (refreshToken) async throws(EngineError) in
            do throws(OAuth2TokenRequest.Failure) {
                return .token(try await ask(.refreshToken(refreshToken), context))
            } catch {
                guard error.code == "invalid_grant" else { throw error.error }
                return .refused(error.error)
            }
        } grant: { [self] (shown, refusal) async throws(EngineError) in
            let own = grant.parameters.first { $0.name == "refresh_token" }?.value
            guard !isGrantSpent.withLock({ $0 }), own.map(shown.contains) != true else {
                throw refusal
                    ?? EngineError(
                        .requestBuild, "The access token is no longer valid, and there is nothing to renew it with.",
                        hint: "Sign in again.")
            }
            if !grant.canRepeat { isGrantSpent.withLock { $0 = true } }
            do throws(OAuth2TokenRequest.Failure) {
                var token = try await ask(grant, context)
                // It stays unless the server gives another (RFC 6749 §6).
                token.refreshToken = token.refreshToken ?? own
                return token
            } catch {
                // Nobody has seen it: it can still be shown.
                if error.error.cameBeforeSending { isGrantSpent.withLock { $0 = false } }
                throw error.error
            }
        }
    }

    private func ask(
        _ grant: OAuth2Grant, _ context: InterceptorContext
    ) async throws(OAuth2TokenRequest.Failure) -> OAuth2Token {
        let request = OAuth2TokenRequest(client: client, grant: grant)
        return try request.token(from: await context.send(request.draft), now: now())
    }
}

extension EngineError {
    /// Whether no server can have got the request.
    fileprivate var cameBeforeSending: Bool {
        switch category {
        case .requestBuild, .offline, .dns, .tls: true
        case .connect: !isConnectionLoss
        default: false
        }
    }
}
