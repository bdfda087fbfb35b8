import Synchronization

/// Digest access authentication (RFC 7616): MD5, SHA-256 and SHA-512-256, their `-sess` forms, `qop=auth` and `auth-int`,
/// hashed user names, and servers without `qop` (RFC 2069).
///
/// The first 401 brings the challenge; the request is sent again with the answer, and later requests to the origin carry
/// one from the start, with the nonce that the server announced last. Of several challenges the strongest algorithm is taken,
/// and `auth` before `auth-int`, which has the body read twice and does not work for streams. What the server proves in
/// return (`rspauth`) is not checked, and names are hashed as they were given: RFC 7616 §4 wants them in Unicode's form C.
/// Requests that type an `Authorization` are left alone.
public final class DigestAuthentication: Interceptor {
    private struct Session {
        var challenge: DigestChallenge
        /// How often its nonce was used.
        var count: UInt32 = 0
    }

    private static let maxSessions = 256

    private let user: String
    private let password: String
    private let scope: CredentialScope
    private let makeClientNonce: @Sendable () -> String
    private let sessions = Mutex([String: Session]())

    /// True where the scope names origins.
    public var choosesCredentialsByURL: Bool { scope.isFixed }

    /// A login for each server within the scope.
    /// - Parameter scope: default the origin at which an exchange begins.
    public convenience init(user: String, password: String, scope: CredentialScope = .firstOrigin) {
        self.init(user: user, password: password, scope: scope) {
            Hexadecimal.text((0..<16).map { _ in UInt8.random(in: 0...255) })
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

    /// Adds an answer to the challenge that the server gave last, if it gave one.
    public func adapt(
        _ request: RequestDraft, context: InterceptorContext
    ) async throws(EngineError) -> RequestDraft {
        guard scope.covers(context), !request.headers.contains("Authorization") else { return request }
        let origin = context.url.origin
        let session: Session? = sessions.withLock { sessions in
            sessions[origin]?.count &+= 1
            return sessions[origin]
        }
        guard let session else { return request }
        var bodyHash: String?
        if session.challenge.protection == .body {
            guard let bytes = try BodyFile.bytes(of: request.body) else { return request }
            bodyHash = session.challenge.algorithm.hash(bytes)
        }
        let answer = session.challenge.answer(
            user: user, password: password, method: request.method.isEmpty ? "GET" : request.method,
            target: request.target == .server ? "*" : context.url.requestTarget, count: session.count,
            clientNonce: makeClientNonce(), bodyHash: bodyHash)
        var request = request
        request.headers.append(HeaderField("Authorization", answer, origin: .auth))
        return request
    }

    /// Has the request sent again with an answer to the challenge of a 401, unless an answer with a good nonce was refused.
    public func recover(from outcome: HopOutcome, context: InterceptorContext) async -> Recovery {
        guard outcome.error?.status == 401, scope.covers(context), !outcome.draft.headers.contains("Authorization"),
            let response = outcome.hop.response
        else { return .pass }
        let offered = response.headers.values("WWW-Authenticate").flatMap(DigestChallenge.read)
        guard let challenge = DigestChallenge.strongest(of: offered) else { return .pass }
        if challenge.protection == .body, case .stream = outcome.draft.body { return .pass }
        // An answer that was refused with a nonce that is still good means: wrong user or password.
        let wasAnswered = outcome.hop.request.headers.contains("Authorization")
        guard !wasAnswered || (challenge.isStale && context.recoveries < 2) || context.recoveries == 0 else {
            return .pass
        }
        sessions.withLock { sessions in
            if sessions.count >= Self.maxSessions { sessions.removeAll() }
            sessions[outcome.hop.request.url.origin] = Session(challenge: challenge)
        }
        return .retry(outcome.draft)
    }

    /// Takes the nonce that the server wants to see next (RFC 7616 §3.5).
    public func observe(_ outcome: HopOutcome, context: InterceptorContext) async {
        guard scope.covers(context), let info = outcome.hop.response?.headers["Authentication-Info"],
            let nonce = AuthenticationChallenge.parameters(info)["nextnonce"], !nonce.isEmpty
        else { return }
        sessions.withLock { sessions in
            let origin = outcome.hop.request.url.origin
            guard let known = sessions[origin], known.challenge.nonce != nonce else { return }
            sessions[origin] = Session(challenge: known.challenge.with(nonce: nonce))
        }
    }
}
