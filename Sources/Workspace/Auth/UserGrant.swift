import Base
import NetEngine

/// Gets a token by a sign-in of the user in a browser, here or on another device.
struct UserGrant: Sendable {
    let settings: AuthSettings
    /// The number of the sign-in.
    let number: Int
    let canAsk: @Sendable () -> Bool
    let canPaste: @Sendable () -> Bool
    let isStopped: @Sendable () -> Bool
    /// The address to which the browser was redirected, if the user pasted it.
    let pasted: @Sendable () -> String?
    /// Receives the `state` by which a pasted address is known to be for this sign-in.
    let expect: @Sendable (String) -> Void
    let report: @Sendable (TokenNews) -> Void
    let send: OAuth2Client.Sender

    /// How long a sign-in in the browser may take.
    static let limit = Duration.seconds(300)

    /// - Throws: `cancelled` if the user gave up, `timeout`, the server's error, or that there is no user to ask.
    func token() async throws(EngineError) -> OAuth2Token {
        guard canAsk() else {
            throw EngineError(
                .requestBuild, "It needs a user to sign in, but there is neither a terminal nor a browser.",
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
            throw EngineError(.cancelled, "The sign-in was cancelled.", hint: "Send again to sign in.")
        }
    }

    private func byBrowser(
        _ url: String, _ redirectURL: String?, _ proof: AuthSettings.Proof?
    ) async throws(EngineError) -> OAuth2Token {
        let listener = try listener(redirectURL)
        if listener == nil, !canPaste() {
            throw EngineError(
                .requestBuild,
                "Its \"Redirect URL\" \(redirectURL ?? "") does not lead to this machine, and there is no terminal to paste the address into.",
                hint: "Use http://127.0.0.1:PORT/path, or sign in once where there is a terminal, with --keep-tokens.")
        }
        let key = proof.map { proof in
            ProofKey(verifier: proof.verifier ?? ProofKey().verifier, method: proof.method)
        }
        let authorization = OAuth2Authorization(
            endpoint: url, client: settings.client, redirectURI: listener?.redirectURI ?? redirectURL ?? "",
            proofKey: key, parameters: settings.authorizationParameters)
        expect(authorization.state)
        let signIn = SignIn(
            number: number, login: settings.id,
            way: .browser(url: authorization.url, pastes: listener == nil ? redirectURL : nil), limit: Self.limit)
        report(.signIn(signIn))
        BrowserOpener.open(signIn.url)
        let end = ContinuousClock.now + Self.limit
        let isOver = { @Sendable [isStopped, pasted] in
            isStopped() || pasted() != nil || ContinuousClock.now >= end
        }
        var target: String?
        if let listener {
            target = await listener.target(isOver: isOver, words: { Self.page(for: $0, of: authorization) })
        } else {
            // Throws as soon as it is over.
            try? await StoppableClock(isStopped: isOver).sleep(for: Self.limit)
        }
        if !isStopped() { target = target ?? pasted() }
        guard let target else {
            throw EngineError(
                .timeout, "Nobody signed in within five minutes.", hint: "Send again, and open the URL in time.")
        }
        return try await settings.client.token(for: try authorization.grant(from: target), by: send)
    }

    /// nil if the redirect URL does not lead to this machine.
    private func listener(_ redirectURL: String?) throws(EngineError) -> LoopbackListener? {
        guard let redirectURL, !LoopbackListener.serves(redirectURL) else {
            do throws(CollectionError) { return try LoopbackListener(redirectURL: redirectURL) } catch {
                throw EngineError(
                    .requestBuild, error.sentence,
                    hint: "Check its \"Redirect URL\"; without one, a free port is used.")
            }
        }
        guard (try? HTTPURL.parse(redirectURL)) != nil else {
            throw EngineError(
                .requestBuild, "Its \"Redirect URL\" \(redirectURL) is not a URL.",
                hint: "Write http://127.0.0.1:PORT/path, and register it with the server.")
        }
        return nil
    }

    /// The text of the page; nil for a request with neither a code nor an error, because other programs may connect
    /// too.
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
