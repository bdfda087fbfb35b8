import Synchronization

/// Digest access authentication (RFC 7616): MD5, SHA-256 and SHA-512-256, their `-sess` forms, `qop=auth` and `auth-int`,
/// hashed user names, and servers without `qop` (RFC 2069).
///
/// The first 401 brings the challenge, and the request is sent again with the response to that very challenge. Once a
/// response was accepted, later requests to the protection space (the places that the challenge names as its `domain`,
/// or the origin) carry one from the start, with the nonce that the server announced last. Where a server asks for
/// different things at different places (another realm, algorithm or protection), each is remembered separately; a
/// wrong guess costs one more 401.
///
/// Of several challenges the strongest algorithm is taken, and `auth` before `auth-int`, which has the body read twice
/// and does not work for streams. What the server proves in return (`rspauth`) is not checked, and names are hashed as
/// they were given: RFC 7616 §4 wants them in Unicode's form C. Requests that type an `Authorization` are left alone.
public final class DigestAuthentication: Interceptor {
    /// A digest response as it was sent.
    private struct Sent {
        let kind: DigestSessions.Kind
        let nonce: String
    }

    private let user: String
    private let password: String
    private let scope: CredentialScope
    private let makeClientNonce: @Sendable () -> String
    private let sessions = Mutex(DigestSessions())

    /// True if the scope names origins.
    public var choosesCredentialsByURL: Bool { scope.isFixed }

    /// A login for each server within the scope, by default the origin at which an exchange begins.
    public convenience init(user: String, password: String, scope: CredentialScope = .firstOrigin) {
        self.init(user: user, password: password, scope: scope) {
            DigestChallenge.newClientNonce()
        }
    }

    init(
        user: String, password: String, scope: CredentialScope, makeClientNonce: @escaping @Sendable () -> String
    ) {
        self.user = user
        self.password = password
        self.scope = scope
        self.makeClientNonce = makeClientNonce
    }

    /// Adds a digest response: to the challenge of the 401 that came just before, or to one that was accepted in this
    /// protection space.
    /// - Throws: `request-build` if the server asks for MD5 and OpenSSL is set up on this machine not to offer it.
    public func adapt(
        _ request: RequestDraft, context: InterceptorContext
    ) async throws(EngineError) -> RequestDraft {
        guard scope.covers(context), !request.headers.contains("Authorization") else { return request }
        let url = context.url
        guard let challenge = Self.challenge(of: context) ?? sessions.withLock({ $0.challenge(for: url) }) else {
            return request
        }
        var bodyHash: String?
        if challenge.protection == .body {
            guard let bytes = try BodyFile.bytes(of: request.body) else { return request }
            bodyHash = try challenge.algorithm.hash(bytes)
        }
        let new = makeClientNonce()
        let (count, clientNonce) = sessions.withLock { sessions -> (UInt32, String) in
            let count = sessions.nextCount(of: challenge.nonce, at: url.origin)
            guard challenge.algorithm.isSession else { return (count, new) }
            return (count, sessions.clientNonce(of: challenge.nonce, at: url.origin, orNew: new))
        }
        let login = try challenge.answer(
            user: user, password: password, method: request.method.isEmpty ? "GET" : request.method,
            target: request.target == .server ? "*" : url.requestTarget, count: count,
            clientNonce: clientNonce, bodyHash: bodyHash)
        var request = request
        request.headers.append(HeaderField("Authorization", login, origin: .auth))
        return request
    }

    /// Has the request sent again with a response to the challenge of a 401, unless a response to one with a good nonce was
    /// refused.
    public func recover(from outcome: HopOutcome, context: InterceptorContext) async -> Recovery {
        guard outcome.error?.status == 401, scope.covers(context), !outcome.draft.headers.contains("Authorization"),
            let challenge = Self.challenge(of: outcome.hop)
        else { return .pass }
        if challenge.protection == .body, case .stream = outcome.draft.body { return .pass }
        // Not a stale nonce, so the login itself was refused (RFC 7616 §3.3): the same one again would be too.
        if let sent = Self.sent(in: outcome.hop), sent.nonce == challenge.nonce, sent.kind == challenge.kind,
            !challenge.isStale
        {
            sessions.withLock { $0.forget(sent.kind, at: context.url.origin) }
            return .pass
        }
        // Another refused preemptive response says nothing about the login: it was for a challenge of another place or time.
        if let asked = Self.challenge(of: context), let sent = Self.sent(in: outcome.hop), sent.nonce == asked.nonce,
            !challenge.isStale || context.recoveries >= 2
        {
            sessions.withLock { $0.forget(sent.kind, at: context.url.origin) }
            return .pass
        }
        return .retry(outcome.draft)
    }

    /// Remembers the challenge whose response was accepted, and takes the nonce that the server wants to see next
    /// (RFC 7616 §3.5).
    public func observe(_ outcome: HopOutcome, context: InterceptorContext) async {
        guard scope.covers(context), !outcome.draft.headers.contains("Authorization"),
            let response = outcome.hop.response, response.status != 401, response.status != 407,
            let sent = Self.sent(in: outcome.hop)
        else { return }
        let url = outcome.hop.request.url
        let asked = Self.challenge(of: context)
        let next = response.headers["Authentication-Info"].flatMap {
            AuthenticationChallenge.parameters($0)["nextnonce"]
        }
        sessions.withLock { sessions in
            if let asked, asked.nonce == sent.nonce {
                sessions.accept(asked, at: url)
            } else {
                sessions.accept(sent.kind, at: url)
            }
            if let next, !next.isEmpty { sessions.renew(sent.kind, at: url.origin, nonce: next) }
        }
    }

    /// The challenge of the previous response, if that was a 401 of the same origin.
    private static func challenge(of context: InterceptorContext) -> DigestChallenge? {
        guard let previous = context.previous, previous.request.url.isSameOrigin(as: context.url) else { return nil }
        return challenge(of: previous)
    }

    /// The challenge of a 401; nil if none of them is supported.
    private static func challenge(of hop: Hop) -> DigestChallenge? {
        guard let response = hop.response, response.status == 401 else { return nil }
        return DigestChallenge.strongest(
            of: response.headers.values("WWW-Authenticate").flatMap(DigestChallenge.read))
    }

    private static func sent(in hop: Hop) -> Sent? {
        guard let field = hop.request.headers["Authorization"],
            let login = AuthenticationChallenge.read(field).first, login.scheme == "Digest",
            let realm = login["realm"], let nonce = login["nonce"],
            let algorithm = DigestChallenge.Algorithm(name: login["algorithm"])
        else { return nil }
        let kind = DigestSessions.Kind(
            realm: realm, algorithm: algorithm,
            protection: login["qop"].flatMap { DigestChallenge.Protection(rawValue: $0) },
            hidesUser: login["userhash"] == "true")
        return Sent(kind: kind, nonce: nonce)
    }
}
