/// What the user needs to authorize a program from another device (RFC 8628 §3.2). Printing it shows what the user may see.
public struct OAuth2DeviceCode: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
    /// What the user types at `verificationURI` (`user_code`).
    public let userCode: String
    /// The page for the user to open (`verification_uri`).
    public let verificationURI: String
    /// The same with the code in it (`verification_uri_complete`); nil if the server gives none.
    public let verificationURIComplete: String?
    /// When the codes expire, in seconds since 1970.
    public let expires: Int64
    /// How long to wait between two token requests at first, 1 to 300 s; 5 s if the server names nothing. Meanwhile the
    /// server may ask for more (`slow_down`, RFC 8628 §3.5).
    public let interval: Duration
    /// A secret of this program.
    let deviceCode: String

    /// Where to go and what to type.
    public var description: String { "OAuth2DeviceCode(\(userCode) at \(verificationURI))" }
    /// Where to go and what to type.
    public var debugDescription: String { description }
}

extension OAuth2Client {
    /// Sends a request without the interceptor that the token is for: `{ await engine.send($0) }` with a separate engine.
    public typealias Sender = @Sendable (RequestDraft) async -> Exchange

    /// Asks for a token once, without keeping it.
    /// - Parameters:
    ///   - grant: what the client shows for it.
    ///   - now: seconds since 1970.
    ///   - send: sends one request, such as `engine.send`.
    /// - Throws: what the token endpoint says, or why it could not be asked.
    public func token(
        for grant: OAuth2Grant, now: @Sendable () -> Int64 = Timestamp.secondsNow, by send: Sender
    ) async throws(EngineError) -> OAuth2Token {
        let request = OAuth2TokenRequest(client: self, grant: grant)
        do throws(OAuth2TokenRequest.Failure) {
            return try request.token(from: await send(request.draft), now: now())
        } catch {
            throw error.error
        }
    }

    /// Requests a code that the user types on another device (RFC 8628 §3.1).
    /// - Parameters:
    ///   - url: the device authorization endpoint.
    ///   - now: seconds since 1970.
    ///   - send: sends one request, such as `engine.send`.
    /// - Throws: what the endpoint says, or why it could not be asked.
    public func deviceCode(
        from url: String, now: @Sendable () -> Int64 = Timestamp.secondsNow, by send: Sender
    ) async throws(EngineError) -> OAuth2DeviceCode {
        var place = self
        place.tokenURL = url
        // Shown as a grant without a type: the same login, and the same scopes.
        var request = OAuth2TokenRequest(
            client: place, grant: OAuth2Grant(type: "", parameters: [], canRepeat: false))
        request.isForDevice = true
        do throws(OAuth2TokenRequest.Failure) {
            return try request.deviceCode(from: await send(request.draft), now: now())
        } catch {
            throw error.error
        }
    }

    /// Waits until the user has authorized the program (RFC 8628 §3.4): polls every few seconds, more slowly when the
    /// server says so, until the code expires.
    /// - Parameters:
    ///   - code: from `deviceCode(from:now:by:)`; the user has seen it.
    ///   - clock: the clock of the waits.
    ///   - now: seconds since 1970.
    ///   - send: sends one request, such as `engine.send`.
    /// - Throws: `api` if the user refuses or the code expires, `cancelled`, or why the endpoint could not be reached.
    public func token(
        for code: OAuth2DeviceCode, clock: some Clock<Duration> = ContinuousClock(),
        now: @Sendable () -> Int64 = Timestamp.secondsNow, by send: Sender
    ) async throws(EngineError) -> OAuth2Token {
        let grant = OAuth2Grant(
            type: "urn:ietf:params:oauth:grant-type:device_code",
            parameters: [QueryItem("device_code", code.deviceCode)], canRepeat: false)
        var plain = self
        // They were asked for with the code.
        plain.scopes = []
        let request = OAuth2TokenRequest(client: plain, grant: grant)
        var wait = code.interval
        while true {
            do { try await clock.sleep(for: wait) } catch { throw .cancelled() }
            guard now() < code.expires else { throw .deviceCodeExpired }
            do throws(OAuth2TokenRequest.Failure) {
                return try request.token(from: await send(request.draft), now: now())
            } catch {
                switch error.code {
                case "authorization_pending": continue
                case "slow_down": wait += .seconds(5)
                // §3.5: do not give up after a lost response; poll again later.
                case nil where error.error.isConnectionLoss || error.error.category == .timeout: wait = wait * 2
                case "expired_token": throw .deviceCodeExpired
                default: throw error.error
                }
            }
        }
    }
}

extension EngineError {
    fileprivate static var deviceCodeExpired: EngineError {
        EngineError(
            .api, "Nobody typed the code before it expired.", hint: "Ask for a new code, and type it in time.")
    }
}
