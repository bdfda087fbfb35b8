/// One `Digest` challenge of a `WWW-Authenticate` field that can be answered.
struct DigestChallenge: Sendable, Hashable {
    enum Algorithm: String, Sendable, CaseIterable {
        case md5 = "MD5"
        case md5Session = "MD5-sess"
        case sha256 = "SHA-256"
        case sha256Session = "SHA-256-sess"
        case sha512Half = "SHA-512-256"
        case sha512HalfSession = "SHA-512-256-sess"

        /// - Parameter name: as a field has it, in any case; nil means MD5.
        init?(name: String?) {
            guard let name else {
                self = .md5
                return
            }
            let known = Algorithm.allCases.first { $0.rawValue.lowercased() == name.lowercased() }
            guard let known else { return nil }
            self = known
        }

        var isSession: Bool { self == .md5Session || self == .sha256Session || self == .sha512HalfSession }

        /// The higher the better.
        var strength: Int {
            switch self {
            case .md5, .md5Session: 0
            case .sha256, .sha256Session: 1
            case .sha512Half, .sha512HalfSession: 2
            }
        }

        /// False for MD5 where OpenSSL is set up not to offer it.
        var isAvailable: Bool { ![.md5, .md5Session].contains(self) || MD5.isAvailable }

        /// - Throws: `request-build` for MD5, if OpenSSL is set up on this machine not to offer it.
        func hash(_ bytes: [UInt8]) throws(EngineError) -> String {
            switch self {
            case .md5, .md5Session:
                guard let digest = MD5.hash(bytes) else { throw .unavailableMD5() }
                return Hexadecimal.text(digest)
            case .sha256, .sha256Session: return Hexadecimal.text(SHA256.hash(bytes))
            case .sha512Half, .sha512HalfSession: return Hexadecimal.text(SHA512.hash256(bytes))
            }
        }

        func hash(_ text: String) throws(EngineError) -> String { try hash(Array(text.utf8)) }
    }

    /// What the digest response protects (`qop`).
    enum Protection: String, Sendable {
        /// The login alone.
        case login = "auth"
        /// The body too.
        case body = "auth-int"
    }

    let realm: String
    private(set) var nonce: String
    let opaque: String?
    let algorithm: Algorithm
    /// As the server wrote it; nil means MD5 and is not repeated.
    let algorithmName: String?
    /// nil for servers without `qop`.
    let protection: Protection?
    let isStale: Bool
    /// Whether the user's name is sent as its hash (§3.4.4).
    let hidesUser: Bool
    /// Whether the server says that it reads names as UTF-8 (§3.3).
    let readsUTF8: Bool
    /// Where it applies (§3.3).
    let space: DigestSpace

    /// 16 random bytes.
    static func newClientNonce() -> String { Hexadecimal.text((0..<16).map { _ in UInt8.random(in: 0...255) }) }

    /// The kind of its session.
    var kind: DigestSessions.Kind {
        DigestSessions.Kind(realm: realm, algorithm: algorithm, protection: protection, hidesUser: hidesUser)
    }

    /// All challenges that can be answered; unsupported ones and other schemes are skipped.
    static func read(_ field: String) -> [DigestChallenge] {
        AuthenticationChallenge.read(field).compactMap(DigestChallenge.init)
    }

    private init?(_ challenge: AuthenticationChallenge) {
        guard challenge.scheme.lowercased() == "digest", let nonce = challenge["nonce"],
            let realm = challenge["realm"]
        else { return nil }
        let name = challenge["algorithm"]
        guard let algorithm = Algorithm(name: name) else { return nil }
        if let qop = challenge["qop"] {
            let offered = qop.split(separator: ",").map { String($0).trimmingWhitespace().lowercased() }
            guard let protection = [Protection.login, .body].first(where: { offered.contains($0.rawValue) }) else {
                return nil
            }
            self.protection = protection
        } else {
            protection = nil
        }
        self.realm = realm
        self.nonce = nonce
        self.algorithm = algorithm
        opaque = challenge["opaque"]
        algorithmName = name
        isStale = challenge["stale"]?.lowercased() == "true"
        hidesUser = challenge["userhash"]?.lowercased() == "true"
        readsUTF8 = challenge["charset"]?.lowercased() == "utf-8"
        space = DigestSpace(domain: challenge["domain"])
    }

    /// The one with the strongest algorithm; of equal ones the first (RFC 7616 §3.7).
    static func strongest(of challenges: [DigestChallenge]) -> DigestChallenge? {
        challenges.reduce(nil) { best, next in
            guard let best, best.algorithm.strength >= next.algorithm.strength else { return next }
            return best
        }
    }

    func with(nonce: String) -> DigestChallenge {
        var challenge = self
        challenge.nonce = nonce
        return challenge
    }

    /// The value of the `Authorization` field (RFC 7616 §3.4).
    /// - Parameter bodyHash: of the body, where the protection covers it.
    /// - Throws: `request-build` if the machine does not offer the algorithm.
    func answer(
        user: String, password: String, method: String, target: String, count: UInt32, clientNonce: String,
        bodyHash: String? = nil
    ) throws(EngineError) -> String {
        let digits = String(count, radix: 16)
        let nonceCount = String(repeating: "0", count: 8 - digits.count) + digits
        var first = try algorithm.hash("\(user):\(realm):\(password)")
        if algorithm.isSession { first = try algorithm.hash("\(first):\(nonce):\(clientNonce)") }
        var entity = ""
        if protection == .body {
            let empty = try algorithm.hash("")
            entity = ":\(bodyHash ?? empty)"
        }
        let second = try algorithm.hash("\(method):\(target)\(entity)")
        var response = try algorithm.hash("\(first):\(nonce):\(second)")
        if let protection {
            response = try algorithm.hash(
                "\(first):\(nonce):\(nonceCount):\(clientNonce):\(protection.rawValue):\(second)")
        }
        var parts = [
            try name(user), "realm=\(Self.quoted(realm))", "nonce=\(Self.quoted(nonce))", "uri=\(Self.quoted(target))",
            "response=\"\(response)\"",
        ]
        if let algorithmName { parts.append("algorithm=\(algorithmName)") }
        if let protection { parts += ["qop=\(protection.rawValue)", "nc=\(nonceCount)"] }
        if protection != nil || algorithm.isSession { parts.append("cnonce=\(Self.quoted(clientNonce))") }
        if let opaque { parts.append("opaque=\(Self.quoted(opaque))") }
        if hidesUser { parts.append("userhash=true") }
        return "Digest " + parts.joined(separator: ", ")
    }

    private func name(_ user: String) throws(EngineError) -> String {
        if hidesUser { return "username=\"\(try algorithm.hash("\(user):\(realm)"))\"" }
        // §3.4: other characters are encoded as in RFC 5987.
        if readsUTF8, !user.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) {
            return "username*=UTF-8''\(PercentEncoding.component(user))"
        }
        return "username=\(Self.quoted(user))"
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing(bytes: "\\", with: "\\\\").replacing(bytes: "\"", with: "\\\"") + "\""
    }
}
