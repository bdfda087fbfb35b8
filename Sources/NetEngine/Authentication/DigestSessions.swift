/// What servers accepted of one login: which challenge to answer preemptively, and how often each nonce was used.
///
/// A server may send different challenges at different places, even within one realm: each kind is a separate session,
/// and none replaces another.
struct DigestSessions {
    /// What stays the same from one challenge of a session to the next.
    struct Kind: Hashable {
        let realm: String
        let algorithm: DigestChallenge.Algorithm
        let protection: DigestChallenge.Protection?
        let hidesUser: Bool
    }

    private struct Session {
        var challenge: DigestChallenge
        /// The request target that was last answered by it.
        var target: String
    }

    private struct Nonce: Hashable {
        let origin: String
        let text: String
    }

    /// What was sent with a nonce.
    private struct Uses {
        var count: UInt32 = 0
        /// Of a key that holds for a session.
        var clientNonce: String?
    }

    private static let maxOrigins = 256
    private static let maxSessions = 16
    private static let maxNonces = 4096

    /// By origin; the one accepted last is last.
    private var sessions: [String: [Session]] = [:]
    private var uses: [Nonce: Uses] = [:]
    /// The oldest first.
    private var nonces: [Nonce] = []

    /// The challenge to answer preemptively: one whose protection space holds the URL (RFC 7616 §3.3, §3.6).
    ///
    /// Of several: the one accepted for this target, then the one for the target with the longest common prefix, then the
    /// last.
    func challenge(for url: HTTPURL) -> DigestChallenge? {
        let target = url.requestTarget
        var best: (session: Session, common: Int)?
        for session in sessions[url.origin] ?? [] where session.challenge.space.holds(url) {
            let common =
                session.target == target
                ? Int.max : zip(session.target.utf8, target.utf8).prefix { $0 == $1 }.count
            if common >= best?.common ?? 0 { best = (session, common) }
        }
        return best?.session.challenge
    }

    /// The count for one more use of a nonce: never the same twice (RFC 7616 §3.4, `nc`).
    mutating func nextCount(of nonce: String, at origin: String) -> UInt32 {
        let key = Nonce(origin: origin, text: nonce)
        if uses[key] == nil {
            if nonces.count >= Self.maxNonces { forgetOldNonces() }
            nonces.append(key)
        }
        let count = (uses[key]?.count ?? 0) &+ 1
        uses[key, default: Uses()].count = count
        return count
    }

    /// The client nonce for a key that holds for a session (`-sess`): that of the first request with this nonce, of
    /// which the server makes its key once (RFC 7616 §3.4.2). Asked for after the count.
    mutating func clientNonce(of nonce: String, at origin: String, orNew new: String) -> String {
        let key = Nonce(origin: origin, text: nonce)
        if let known = uses[key]?.clientNonce { return known }
        uses[key]?.clientNonce = new
        return new
    }

    /// A response to the challenge was accepted for the URL: later requests send one without being asked.
    mutating func accept(_ challenge: DigestChallenge, at url: HTTPURL) {
        let origin = url.origin
        if sessions[origin] == nil, sessions.count >= Self.maxOrigins { sessions.removeAll() }
        var known = sessions[origin] ?? []
        known.removeAll { $0.challenge.kind == challenge.kind }
        if known.count >= Self.maxSessions { known.removeFirst() }
        known.append(Session(challenge: challenge, target: url.requestTarget))
        sessions[origin] = known
    }

    /// A preemptive response was accepted for the URL too.
    mutating func accept(_ kind: Kind, at url: HTTPURL) {
        guard let index = index(of: kind, at: url.origin) else { return }
        sessions[url.origin]?[index].target = url.requestTarget
    }

    /// The nonce that the server wants to see next (RFC 7616 §3.5).
    mutating func renew(_ kind: Kind, at origin: String, nonce: String) {
        guard let index = index(of: kind, at: origin), let known = sessions[origin]?[index].challenge,
            known.nonce != nonce
        else { return }
        sessions[origin]?[index].challenge = known.with(nonce: nonce)
    }

    /// The login is no longer accepted here.
    mutating func forget(_ kind: Kind, at origin: String) {
        guard let index = index(of: kind, at: origin) else { return }
        sessions[origin]?.remove(at: index)
    }

    private func index(of kind: Kind, at origin: String) -> Int? {
        sessions[origin]?.firstIndex { $0.challenge.kind == kind }
    }

    /// The older half, without those that are still in use.
    private mutating func forgetOldNonces() {
        var inUse: Set<Nonce> = []
        for (origin, known) in sessions {
            for session in known { inUse.insert(Nonce(origin: origin, text: session.challenge.nonce)) }
        }
        let old = nonces.prefix(Self.maxNonces / 2).filter { !inUse.contains($0) }
        for nonce in old { uses[nonce] = nil }
        nonces.removeAll { uses[$0] == nil }
    }
}

/// Where a challenge applies (`domain`, RFC 7616 §3.3): these paths of the origin and everything below, or all of it.
struct DigestSpace: Sendable, Hashable {
    private enum Place: Sendable, Hashable {
        case path(String)
        case url(HTTPURL)
    }

    /// nil for the whole origin.
    private let places: [Place]?

    /// - Parameter domain: URLs and absolute paths separated by spaces; anything else is ignored.
    init(domain: String?) {
        let words = (domain ?? "").split { $0 == " " || $0 == "\t" }.map(String.init)
        places =
            words.isEmpty
            ? nil
            : words.compactMap { word in
                if word.hasPrefix("/"), !word.hasPrefix("//") { return .path(word) }
                return (try? HTTPURL.parse(word)).map(Place.url)
            }
    }

    /// - Parameter url: of the origin that sent the challenge.
    func holds(_ url: HTTPURL) -> Bool {
        guard let places else { return true }
        let target = url.requestTarget
        return places.contains { place in
            switch place {
            case .path(let path): Self.isBelow(path, target)
            // A challenge does not apply to other servers.
            case .url(let place): place.isSameOrigin(as: url) && Self.isBelow(place.requestTarget, target)
            }
        }
    }

    /// Whole names only: `/a` holds `/a/b` and `/a?b`, not `/ab`.
    private static func isBelow(_ place: String, _ target: String) -> Bool {
        guard target.hasPrefix(place) else { return false }
        guard !place.hasSuffix("/"), let next = target.utf8.dropFirst(place.utf8.count).first else { return true }
        return next == UInt8(ascii: "/") || next == UInt8(ascii: "?")
    }
}
