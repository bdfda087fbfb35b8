import Synchronization

/// Digest access authentication (RFC 7616): MD5 and SHA-256, their `-sess` forms, `qop=auth`, and servers without `qop`
/// (RFC 2069).
///
/// The first 401 brings the challenge; the request is sent again with the answer, and later requests to the origin carry
/// one from the start. Of several challenges SHA-256 is taken before MD5. `auth-int` and `userhash` are not supported: a
/// challenge that offers nothing else leaves the 401 as it is. Requests that type an `Authorization` are left alone.
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
        let origin = Self.origin(context.url)
        let session: Session? = sessions.withLock { sessions in
            sessions[origin]?.count &+= 1
            return sessions[origin]
        }
        guard let session else { return request }
        let answer = session.challenge.answer(
            user: user, password: password, method: request.method.isEmpty ? "GET" : request.method,
            target: request.target == .server ? "*" : context.url.requestTarget, count: session.count,
            clientNonce: makeClientNonce())
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
        guard let challenge = offered.first(where: { $0.algorithm.usesSHA256 }) ?? offered.first else { return .pass }
        // An answer that was refused with a nonce that is still good means: wrong user or password.
        let wasAnswered = outcome.hop.request.headers.contains("Authorization")
        guard !wasAnswered || (challenge.isStale && context.recoveries < 2) || context.recoveries == 0 else {
            return .pass
        }
        sessions.withLock { sessions in
            if sessions.count >= Self.maxSessions { sessions.removeAll() }
            sessions[Self.origin(outcome.hop.request.url)] = Session(challenge: challenge)
        }
        return .retry(outcome.draft)
    }

    private static func origin(_ url: HTTPURL) -> String { "\(url.scheme.rawValue)://\(url.hostAndPort)" }
}

/// One `Digest` challenge of a `WWW-Authenticate` field that can be answered.
struct DigestChallenge: Sendable, Hashable {
    enum Algorithm: String, Sendable {
        case md5 = "MD5"
        case md5Session = "MD5-sess"
        case sha256 = "SHA-256"
        case sha256Session = "SHA-256-sess"

        var usesSHA256: Bool { self == .sha256 || self == .sha256Session }
        var isSession: Bool { self == .md5Session || self == .sha256Session }

        func hash(_ text: String) -> String {
            let bytes = Array(text.utf8)
            return Hexadecimal.text(usesSHA256 ? SHA256.hash(bytes) : MD5.hash(bytes))
        }
    }

    let realm: String
    let nonce: String
    let opaque: String?
    let algorithm: Algorithm
    /// As the server wrote it; nil means MD5 and is not repeated.
    let algorithmName: String?
    let usesQop: Bool
    let isStale: Bool

    /// All that can be answered; the others, and other schemes, are passed over.
    static func read(_ field: String) -> [DigestChallenge] {
        AuthenticationChallenge.read(field).compactMap(DigestChallenge.init)
    }

    private init?(_ challenge: AuthenticationChallenge) {
        guard challenge.scheme.lowercased() == "digest", let nonce = challenge["nonce"],
            let realm = challenge["realm"]
        else { return nil }
        let name = challenge["algorithm"]
        let known: [Algorithm] = [.md5, .md5Session, .sha256, .sha256Session]
        guard
            let algorithm = name.map({ name in known.first { $0.rawValue.lowercased() == name.lowercased() } }) ?? .md5
        else { return nil }
        let qops = challenge["qop"]?.split(separator: ",").map { String($0).trimmingBlanks().lowercased() }
        if let qops, !qops.contains("auth") { return nil }
        self.realm = realm
        self.nonce = nonce
        opaque = challenge["opaque"]
        self.algorithm = algorithm
        algorithmName = name
        usesQop = qops != nil
        isStale = challenge["stale"]?.lowercased() == "true"
    }

    /// The value of the `Authorization` field (RFC 7616 §3.4).
    func answer(
        user: String, password: String, method: String, target: String, count: UInt32, clientNonce: String
    ) -> String {
        let digits = String(count, radix: 16)
        let nonceCount = String(repeating: "0", count: 8 - digits.count) + digits
        var first = algorithm.hash("\(user):\(realm):\(password)")
        if algorithm.isSession { first = algorithm.hash("\(first):\(nonce):\(clientNonce)") }
        let second = algorithm.hash("\(method):\(target)")
        let response =
            usesQop
            ? algorithm.hash("\(first):\(nonce):\(nonceCount):\(clientNonce):auth:\(second)")
            : algorithm.hash("\(first):\(nonce):\(second)")
        var parts = [
            "username=\(Self.quoted(user))", "realm=\(Self.quoted(realm))", "nonce=\(Self.quoted(nonce))",
            "uri=\(Self.quoted(target))", "response=\"\(response)\"",
        ]
        if let algorithmName { parts.append("algorithm=\(algorithmName)") }
        if usesQop { parts += ["qop=auth", "nc=\(nonceCount)"] }
        if usesQop || algorithm.isSession { parts.append("cnonce=\(Self.quoted(clientNonce))") }
        if let opaque { parts.append("opaque=\(Self.quoted(opaque))") }
        return "Digest " + parts.joined(separator: ", ")
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}

/// A challenge of any scheme (RFC 9110 §11.3); one field may hold several.
struct AuthenticationChallenge {
    let scheme: String
    private(set) var parameters: [(name: String, value: String)] = []

    subscript(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

    static func read(_ field: String) -> [AuthenticationChallenge] {
        var challenges: [AuthenticationChallenge] = []
        for item in items(field) {
            let word = item.prefix { HTTPToken.isTokenByte($0) }
            var rest = item.dropFirst(word.count)
            var name = word
            let blanks = rest.prefix { $0 == 32 || $0 == 9 }
            rest = rest.dropFirst(blanks.count)
            if rest.first != UInt8(ascii: "=") {
                // A word alone or before another word begins a challenge.
                challenges.append(AuthenticationChallenge(scheme: String(decoding: word, as: UTF8.self)))
                name = rest.prefix { HTTPToken.isTokenByte($0) }
                rest = rest.dropFirst(name.count).drop { $0 == 32 || $0 == 9 }
            }
            guard !challenges.isEmpty, !name.isEmpty, rest.first == UInt8(ascii: "=") else { continue }
            let value = unquoted(rest.dropFirst().drop { $0 == 32 || $0 == 9 })
            challenges[challenges.count - 1].parameters.append(
                (String(decoding: name, as: UTF8.self).lowercased(), value))
        }
        return challenges
    }

    /// What stands between commas, without those in quotation marks.
    private static func items(_ field: String) -> [ArraySlice<UInt8>] {
        let bytes = Array(field.utf8)
        var items: [ArraySlice<UInt8>] = []
        var start = 0
        var isQuoted = false
        var index = 0
        while index <= bytes.count {
            if index == bytes.count || (!isQuoted && bytes[index] == UInt8(ascii: ",")) {
                let item = bytes[start..<index].drop { $0 == 32 || $0 == 9 }
                if !item.isEmpty { items.append(item) }
                start = index + 1
            } else if bytes[index] == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if isQuoted, bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count {
                index += 1
            }
            index += 1
        }
        return items
    }

    private static func unquoted(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.first == UInt8(ascii: "\"") else {
            return String(decoding: bytes, as: UTF8.self).trimmingBlanks()
        }
        var result: [UInt8] = []
        var isEscaped = false
        for byte in bytes.dropFirst() {
            if isEscaped {
                result.append(byte)
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                break
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
