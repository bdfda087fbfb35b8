import NetEngine

/// A token that a person gets by signing in with a browser, here or on another device.
struct PersonalGrant: Sendable {
    let settings: AuthSettings
    /// Of the sign-in.
    let number: Int
    let canAsk: @Sendable () -> Bool
    let isStopped: @Sendable () -> Bool
    let report: @Sendable (TokenNews) -> Void
    let send: OAuth2Client.Sender

    /// How long a sign-in in the browser is waited for.
    static let limit = Duration.seconds(300)

    /// - Throws: `cancelled` when the person gave up, `timeout`, what the server says, or that nobody is there.
    func token() async throws(EngineError) -> OAuth2Token {
        guard canAsk() else {
            throw EngineError(
                .requestBuild, "It needs a person to sign in, and there is neither a terminal nor a browser.",
                hint:
                    "Sign in once where there is one, with --keep-tokens; or set BROWSER to a program that opens URLs.")
        }
        do throws(EngineError) {
            switch settings.grant {
            case .authorizationCode(let url, let redirectURL, let proof):
                return try await byBrowser(url, redirectURL, proof)
            case .deviceCode(let url, let opensPage): return try await byDevice(url, opensPage)
            case .clientCredentials, .password, .fixed: throw .cancelled()
            }
        } catch {
            guard isStopped() else { throw error }
            throw EngineError(.cancelled, "The sign-in was given up.", hint: "Send again to sign in.")
        }
    }

    private func byBrowser(
        _ url: String, _ redirectURL: String?, _ proof: AuthSettings.Proof?
    ) async throws(EngineError) -> OAuth2Token {
        let listener: LoopbackListener
        do { listener = try LoopbackListener(redirectURL: redirectURL) } catch {
            throw EngineError(
                .requestBuild, error.sentence, hint: "Look at its \"Redirect URL\"; without one a free port is taken.")
        }
        let key = proof.map { proof in
            ProofKey(verifier: proof.verifier ?? ProofKey().verifier, method: proof.method)
        }
        let authorization = OAuth2Authorization(
            endpoint: url, client: settings.client, redirectURI: listener.redirectURI, proofKey: key,
            parameters: settings.authorizationParameters)
        let signIn = SignIn(
            number: number, login: settings.id, way: .browser(url: authorization.url), limit: Self.limit)
        report(.signIn(signIn))
        BrowserOpener.open(signIn.url)
        let end = ContinuousClock.now + Self.limit
        let target = await listener.target(isOver: { [isStopped] in isStopped() || ContinuousClock.now >= end }) {
            Self.page(for: $0, of: authorization)
        }
        guard let target else {
            throw EngineError(
                .timeout, "Nobody signed in within five minutes.", hint: "Send again, and open the URL in time.")
        }
        return try await settings.client.token(for: try authorization.grant(from: target), by: send)
    }

    /// What the browser shows; nil for a request that brings neither a code nor an error: other programs may knock here.
    private static func page(for target: String, of authorization: OAuth2Authorization) -> String? {
        let names =
            target.split(separator: "?", maxSplits: 1).dropFirst().first?.split(separator: "&")
            .map { $0.prefix { $0 != "=" } } ?? []
        guard names.contains("code") || names.contains("error") else { return nil }
        do throws(EngineError) {
            _ = try authorization.grant(from: target)
            return "You are signed in. You can close this window and go back to apitui."
        } catch {
            return "\(error.sentence) Go back to apitui."
        }
    }

    private func byDevice(_ url: String, _ opensPage: Bool) async throws(EngineError) -> OAuth2Token {
        let code = try await settings.client.deviceCode(from: url, by: send)
        let limit = Duration.seconds(max(0, code.expires - Timestamp.secondsNow()))
        let signIn = SignIn(number: number, login: settings.id, way: .device(code), limit: limit)
        report(.signIn(signIn))
        if opensPage, let page = code.verificationURIComplete { BrowserOpener.open(page) }
        return try await settings.client.token(for: code, clock: StoppableClock(isStopped: isStopped), by: send)
    }
}
