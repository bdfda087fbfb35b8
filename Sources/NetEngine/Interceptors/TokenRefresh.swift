/// A bearer token that is renewed when a server answers 401, or says in its own way that the token expired: one renewal,
/// however many requests wait for it, and all continue with the new token.
///
/// A request is sent again once. If the renewal fails, or the new token is refused too, the 401 is the result. While a
/// token is being renewed no request is sent with the old one. Requests that type an `Authorization` are left alone.
public final class TokenRefresh: Interceptor {
    private let keeper: OAuth2TokenKeeper
    private let scope: CredentialScope
    private let isExpired: @Sendable (HopOutcome) -> Bool
    private let renew: @Sendable (String?) async throws -> String

    /// True if the scope names origins.
    public var choosesCredentialsByURL: Bool { scope.isFixed }

    /// - Parameters:
    ///   - token: nil if there is none yet: the first 401 then fetches one.
    ///   - scope: which requests get the token; default those to the origin at which an exchange begins.
    ///   - isExpired: which failures mean that the token expired; by default a 401. For an API that says so in the envelope of a
    ///     200: `{ $0.error?.apiFault?.status == "40101" }`.
    ///   - renew: receives the token that no longer works. Must not send with an engine that has this interceptor: it
    ///     would wait for itself.
    public init(
        token: String?, scope: CredentialScope = .firstOrigin,
        isExpired: @escaping @Sendable (HopOutcome) -> Bool = { $0.error?.status == 401 },
        renew: @escaping @Sendable (String?) async throws -> String
    ) {
        keeper = OAuth2TokenKeeper(token: token.map { OAuth2Token(accessToken: $0, obtained: 0) }, store: nil)
        self.scope = scope
        self.isExpired = isExpired
        self.renew = renew
    }

    /// The current token.
    public var token: String? { keeper.token?.accessToken }

    /// Adds the token within the scope, unless an `Authorization` is typed; waits for a renewal in flight.
    public func adapt(
        _ request: RequestDraft, context: InterceptorContext
    ) async throws(EngineError) -> RequestDraft {
        guard scope.covers(context), !request.headers.contains("Authorization") else { return request }
        await keeper.settle()
        guard let token else { return request }
        var request = request
        request.headers.append(HeaderField("Authorization", "Bearer \(token)", origin: .auth))
        return request
    }

    /// After such a failure renews the token and sends the request again, once for an exchange.
    public func recover(from outcome: HopOutcome, context: InterceptorContext) async -> Recovery {
        guard isExpired(outcome), context.recoveries == 0, scope.covers(context),
            !outcome.draft.headers.contains("Authorization")
        else { return .pass }
        let used = outcome.hop.request.headers["Authorization"].map { String($0.dropFirst("Bearer ".count)) }
        if let used { keeper.refuse(used) }
        let source = OAuth2TokenKeeper.Source { _ in
            .refused(.cancelled())
        } grant: {
            [renew] (_, _) async throws(EngineError) in
            // Why it failed is nobody's business here: the 401 is the result.
            do { return OAuth2Token(accessToken: try await renew(used), obtained: 0) } catch { throw .cancelled() }
        }
        return (try? await keeper.token(from: source)) == nil ? .pass : .retry(outcome.draft)
    }
}
