/// The logins for the HTTP proxies of an engine: Basic (RFC 7617) from the start, Digest (RFC 7616) once a proxy
/// has asked for it. Lives on the engine thread only.
final class ProxyLogins {
    private struct Session {
        let challenge: DigestChallenge
        /// How often its nonce was used.
        var count: UInt32 = 0
        /// For an algorithm with a session key (`-sess`): the proxy computes the key once, from the first request (RFC 7616 §3.4.2).
        let clientNonce = DigestChallenge.newClientNonce()
    }

    private static let maxSessions = 64
    private var sessions: [ProxyServer: Session] = [:]

    /// The value of `Proxy-Authorization`; nil if the proxy has no login, or is a SOCKS proxy.
    /// - Parameter target: as in the request line that the proxy sees.
    func field(for proxy: ProxyServer, method: String, target: String) -> String? {
        guard !proxy.kind.isSOCKS, let user = proxy.user else { return nil }
        let password = proxy.password ?? ""
        guard sessions[proxy] != nil else { return "Basic \(Base64.encode(Array("\(user):\(password)".utf8)))" }
        sessions[proxy]?.count &+= 1
        guard let session = sessions[proxy] else { return nil }
        return try? session.challenge.answer(
            user: user, password: password, method: method, target: target, count: session.count,
            clientNonce: session.challenge.algorithm.isSession ? session.clientNonce : DigestChallenge.newClientNonce())
    }

    /// Whether a challenge can be answered better than it was.
    /// - Parameters:
    ///   - challenges: the values of `Proxy-Authenticate` in a response with status 407.
    ///   - attempts: how many 407 responses this transfer had before.
    func learn(_ challenges: [String], from proxy: ProxyServer, attempts: Int) -> Bool {
        guard !proxy.kind.isSOCKS, proxy.user != nil, attempts < 2 else { return false }
        // A proxy does not see the body of a tunnelled request, so none asks for its hash.
        let offered = challenges.flatMap(DigestChallenge.read).filter {
            $0.protection != .body && $0.algorithm.isAvailable
        }
        guard let challenge = DigestChallenge.strongest(of: offered) else { return false }
        // A nonce that is still good, refused: wrong user or password. One from before this transfer may just be old.
        guard attempts == 0 || challenge.isStale else { return false }
        if sessions.count >= Self.maxSessions { sessions.removeAll() }
        sessions[proxy] = Session(challenge: challenge)
        return true
    }
}
