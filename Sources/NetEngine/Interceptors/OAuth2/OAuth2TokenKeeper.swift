import Synchronization

/// Owns one token: loads it from a store, says whether it can be used, renews it once however many wait for it, saves and
/// forgets it. Where a new token comes from is its user's part (`Source`).
///
/// Processes that share the store renew the token one after another, and use the one that the previous process got.
package final class OAuth2TokenKeeper: Sendable {
    /// Where a new token comes from.
    package struct Source: Sendable {
        package enum Refreshed: Sendable {
            case token(OAuth2Token)
            /// The refresh token is of no use any more.
            case refused(EngineError)
        }

        /// Shows a refresh token.
        package var refresh: @Sendable (String) async throws(EngineError) -> Refreshed
        /// Gets a token without one. Receives the refresh tokens that were shown, and what the server said of the last.
        package var grant: @Sendable (Set<String>, EngineError?) async throws(EngineError) -> OAuth2Token

        package init(
            refresh: @escaping @Sendable (String) async throws(EngineError) -> Refreshed,
            grant: @escaping @Sendable (Set<String>, EngineError?) async throws(EngineError) -> OAuth2Token
        ) {
            self.refresh = refresh
            self.grant = grant
        }
    }

    /// What the store could not do; requests go on without it.
    package enum Problem: Sendable {
        case load(EngineError)
        case lock(EngineError)
        case save(EngineError)

        package var error: EngineError {
            switch self {
            case .load(let error), .lock(let error), .save(let error): error
            }
        }
    }

    private typealias Flight = Task<Result<OAuth2Token, EngineError>, Never>

    private struct State {
        var token: OAuth2Token?
        /// Access and ID tokens that a server refused.
        var refused: Set<String> = []
        /// How often the token was forgotten.
        var drops = 0
        /// A renewal, and how often the token was forgotten before it.
        var flight: (task: Flight, drops: Int)?
        var failure: (error: EngineError, at: Int64)?
        var problem: Problem?
    }

    /// More refused tokens are not remembered; then all are forgotten, and one of them would be sent once more.
    private static let refusedLimit = 1000

    private let store: (any OAuth2TokenStore)?
    private let leeway: Int64
    private let patience: Int64?
    private let now: @Sendable () -> Int64
    private let report: @Sendable (Problem) -> Void
    private let state: Mutex<State>

    /// - Parameters:
    ///   - store: nil to keep the token in memory only.
    ///   - leeway: how many seconds before its end a token is renewed.
    ///   - patience: for how many seconds after a failure the same error is given without asking again; nil for none.
    ///   - now: seconds since 1970.
    ///   - report: receives what goes wrong with the store.
    package init(
        token: OAuth2Token? = nil, store: (any OAuth2TokenStore)?, leeway: Int64 = 30, patience: Int64? = nil,
        now: @escaping @Sendable () -> Int64 = { Timestamp.secondsNow() },
        report: @escaping @Sendable (Problem) -> Void = { _ in }
    ) {
        state = Mutex(State(token: token))
        self.store = store
        self.leeway = leeway
        self.patience = patience
        self.now = now
        self.report = report
    }

    /// The token as of now, fresh or not.
    package var token: OAuth2Token? { state.withLock { $0.token } }

    /// The token, if it can be sent now.
    package var usableToken: OAuth2Token? {
        state.withLock { state in state.token.flatMap { isUsable($0, state) ? $0 : nil } }
    }

    /// What went wrong with the store since a token was saved.
    package var problem: Problem? { state.withLock { $0.problem } }

    /// Remembers an access or ID token that a server refused: it is not used again.
    package func refuse(_ text: String) {
        state.withLock { state in
            if state.refused.count >= Self.refusedLimit { state.refused = [] }
            state.refused.insert(text)
        }
    }

    /// Forgets the token here; the store may still have it. What a renewal in flight gets is for those who wait for it, and is
    /// not kept.
    package func drop() {
        state.withLock { state in
            (state.token, state.failure) = (nil, nil)
            state.drops += 1
        }
    }

    /// Whether a renewal is in flight, which may hold the lock of the store.
    package var isRenewing: Bool { state.withLock { $0.flight != nil } }

    /// Forgets the token here and in the store.
    package func forget() async throws(EngineError) {
        drop()
        var held: OAuth2StoreLock?
        // Another program that renews the token would keep the new one after this. A renewal of this keeper keeps nothing any more.
        if !isRenewing { held = await lock().0 }
        defer { withExtendedLifetime(held) {} }
        try await store?.save(nil)
    }

    /// Waits until no renewal is in flight.
    package func settle() async { _ = await state.withLock { $0.flight }?.task.value }

    /// A token that can be used; gets one first if need be. All that wait share one renewal, by the source of the first of them, and
    /// its error; a waiter that gives up does not cancel it for the others.
    package func token(from source: Source) async throws(EngineError) -> OAuth2Token {
        enum Step {
            case ready(OAuth2Token)
            case wait(Flight)
            case fail(EngineError)
        }
        let step: Step = state.withLock { state in
            if let token = state.token, isUsable(token, state) { return .ready(token) }
            if let flight = state.flight, flight.drops == state.drops { return .wait(flight.task) }
            if let patience, let failure = state.failure, (0...patience).contains(now() - failure.at) {
                return .fail(failure.error)
            }
            let (forgotten, drops) = (state.flight?.task, state.drops)
            let flight = Task.detached { [self] in
                _ = await forgotten?.value
                let result: Result<OAuth2Token, EngineError>
                do throws(EngineError) { result = .success(try await renewed(from: source, drops)) } catch {
                    result = .failure(error)
                }
                finish(result, drops)
                return result
            }
            state.flight = (flight, drops)
            return .wait(flight)
        }
        switch step {
        case .ready(let token): return token
        case .wait(let flight): return try await flight.value.get()
        case .fail(let error): throw error
        }
    }

    private func finish(_ result: Result<OAuth2Token, EngineError>, _ drops: Int) {
        state.withLock { state in
            if state.flight?.drops == drops { state.flight = nil }
            guard state.drops == drops else { return }
            switch result {
            case .success(let token): (state.token, state.failure) = (token, nil)
            // Who cancelled it said nothing about the next one.
            case .failure(let error): state.failure = error.category == .cancelled ? nil : (error, now())
            }
        }
    }

    private func isUsable(_ token: OAuth2Token, _ state: borrowing State) -> Bool {
        token.isFresh(at: now(), leeway: leeway) && !state.refused.contains(token.accessToken)
            && token.idToken.map(state.refused.contains) != true
    }

    private func isUsable(_ token: OAuth2Token) -> Bool { state.withLock { isUsable(token, $0) } }

    // MARK: Renewal

    /// - Parameter drops: how often the token was forgotten before.
    private func renewed(from source: Source, _ drops: Int) async throws(EngineError) -> OAuth2Token {
        var known = token
        if known == nil { known = await load() }
        if let known, isUsable(known) { return known }
        // Held until the new token is in the store.
        let (lock, isShared) = await lock()
        defer { withExtendedLifetime(lock) {} }
        // Whoever had the lock may have renewed it.
        if isShared, let kept = await load(), known.map({ kept.obtained >= $0.obtained }) ?? true {
            known = kept
            if isUsable(kept) { return kept }
        }
        let token = try await obtained(after: known, from: source)
        guard isWanted(drops) else { return token }
        do throws(EngineError) {
            try await store?.save(token)
            // Forgotten before it was there.
            if !isWanted(drops) { try await store?.save(nil) }
            state.withLock { $0.problem = nil }
        } catch { note(.save(error)) }
        return token
    }

    /// Whether the token was not forgotten since.
    private func isWanted(_ drops: Int) -> Bool { state.withLock { $0.drops == drops } }

    private func obtained(after known: OAuth2Token?, from source: Source) async throws(EngineError) -> OAuth2Token {
        var known = known
        var refusal: EngineError?
        var shown: Set<String> = []
        while let old = known, let refreshToken = old.refreshToken, shown.insert(refreshToken).inserted {
            switch try await source.refresh(refreshToken) {
            case .token(var token):
                token.refreshToken = token.refreshToken ?? refreshToken
                // OpenID Connect Core §12.2 and RFC 6749 §5.1: what did not change may be missing.
                token.idToken = token.idToken ?? old.idToken
                token.scope = token.scope ?? old.scope
                return token
            case .refused(let error): refusal = error
            }
            // Used up by a program that does not lock?
            known = await load()
            if let known, known != old, isUsable(known) { return known }
        }
        return try await source.grant(shown, refusal)
    }

    // MARK: The store

    private func note(_ problem: Problem) {
        state.withLock { $0.problem = problem }
        report(problem)
    }

    private func load() async -> OAuth2Token? {
        do throws(EngineError) { return try await store?.load() } catch {
            note(.load(error))
            return nil
        }
    }

    /// The lock, and whether other programs may use the store.
    private func lock() async -> (OAuth2StoreLock?, isShared: Bool) {
        do throws(EngineError) {
            let lock = try await store?.lock()
            return (lock, lock != nil)
        } catch {
            note(.lock(error))
            return (nil, true)
        }
    }
}
