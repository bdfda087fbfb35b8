import Synchronization

/// A bearer token that is renewed when a server answers 401: one renewal, however many requests wait for it, and all
/// continue with the new token.
///
/// A request is sent again once. If the renewal fails, or the new token is refused too, the 401 is the result. While a
/// token is being renewed no request is sent with the old one. Requests that type an `Authorization` are left alone.
public final class TokenRefresh: Interceptor {
    private struct State {
        var token: String?
        var renewal: (number: Int, task: Task<String?, Never>)?
        var renewals = 0
    }

    private let state: Mutex<State>
    private let scope: CredentialScope
    private let renew: @Sendable (String?) async throws -> String

    /// True if the scope names origins.
    public var choosesCredentialsByURL: Bool { scope.isFixed }

    /// - Parameters:
    ///   - token: nil if there is none yet: the first 401 then fetches one.
    ///   - renew: receives the token that no longer works. Must not send with an engine that has this interceptor: it
    ///     would wait for itself.
    public init(
        token: String?, scope: CredentialScope = .firstOrigin,
        renew: @escaping @Sendable (String?) async throws -> String
    ) {
        state = Mutex(State(token: token))
        self.scope = scope
        self.renew = renew
    }

    /// The current token.
    public var token: String? { state.withLock { $0.token } }

    /// Adds the token within the scope, unless an `Authorization` is typed; waits for a renewal in flight.
    public func adapt(
        _ request: RequestDraft, context: InterceptorContext
    ) async throws(EngineError) -> RequestDraft {
        guard scope.covers(context), !request.headers.contains("Authorization") else { return request }
        if let renewal = state.withLock({ $0.renewal?.task }) { _ = await renewal.value }
        guard let token else { return request }
        var request = request
        request.headers.append(HeaderField("Authorization", "Bearer \(token)", origin: .auth))
        return request
    }

    /// After a 401 renews the token and sends the request again, once for an exchange.
    public func recover(from outcome: HopOutcome, context: InterceptorContext) async -> Recovery {
        guard outcome.error?.status == 401, context.recoveries == 0, scope.covers(context),
            !outcome.draft.headers.contains("Authorization")
        else { return .pass }
        let used = outcome.hop.request.headers["Authorization"].map { String($0.dropFirst("Bearer ".count)) }
        return await renewed(from: used) == nil ? .pass : .retry(outcome.draft)
    }

    /// The token to use instead of that one; nil if there is none.
    private func renewed(from used: String?) async -> String? {
        let step: (ready: String?, task: Task<String?, Never>?) = state.withLock { state in
            if let renewal = state.renewal { return (nil, renewal.task) }
            // Another request renewed it since this one was sent.
            if let token = state.token, token != used { return (token, nil) }
            state.renewals += 1
            let number = state.renewals
            // A separate task, so that a waiter that gives up does not cancel it for the others.
            let task = Task.detached { [self] in
                let token = try? await renew(used)
                finish(number, token)
                return token
            }
            state.renewal = (number, task)
            return (nil, task)
        }
        if let task = step.task { return await task.value }
        return step.ready
    }

    private func finish(_ number: Int, _ token: String?) {
        state.withLock { state in
            if let token { state.token = token }
            if state.renewal?.number == number { state.renewal = nil }
        }
    }
}
