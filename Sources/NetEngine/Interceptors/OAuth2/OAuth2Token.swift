/// What a token endpoint gave (RFC 6749 §5.1). Printing it never shows the tokens.
public struct OAuth2Token: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
    /// What requests carry, after `Bearer `.
    public var accessToken: String
    /// Used to fetch another token (RFC 6749 §6); nil if the server gave none.
    public var refreshToken: String?
    /// Seconds since 1970; nil if the server did not say.
    public var expires: Int64?
    /// When it came, seconds since 1970.
    public var obtained: Int64
    /// What was granted, if the server said so.
    public var scope: String?
    /// Who signed in, as a JSON Web Token (OpenID Connect Core §3.1.3.3); nil if the server gave none.
    public var idToken: String?

    /// A token from elsewhere.
    /// - Parameters:
    ///   - accessToken: what requests carry.
    ///   - refreshToken: renews it; nil, the default, if there is none.
    ///   - expires: seconds since 1970; nil, the default, means that nobody knows.
    ///   - obtained: seconds since 1970.
    ///   - scope: what it is good for, separated by spaces; nil, the default, if the server did not say.
    ///   - idToken: of OpenID Connect; default none.
    public init(
        accessToken: String, refreshToken: String? = nil, expires: Int64? = nil, obtained: Int64, scope: String? = nil,
        idToken: String? = nil
    ) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expires = expires
        self.obtained = obtained
        self.scope = scope
        self.idToken = idToken
    }

    /// When it expires, without the tokens.
    public var description: String { "OAuth2Token(expires: \(expires.map(String.init) ?? "unknown"))" }
    /// When it expires, without the tokens.
    public var debugDescription: String { description }

    /// Whether it can still be sent, both in seconds. A token that lives for less than twice the leeway is used for
    /// half of its life.
    public func isFresh(at now: Int64, leeway: Int64) -> Bool {
        guard let expires else { return true }
        // A damaged file can hold times further apart than an Int64 counts.
        let half = expires > obtained ? Int64(UInt64(bitPattern: expires &- obtained) / 2) : 0
        return now < expires - min(leeway, half)
    }
}

// MARK: As a file

extension OAuth2Token {
    /// One JSON object.
    /// - Parameter about: further members, as information for readers of the file.
    func json(about: [(name: String, value: String)]) -> [UInt8] {
        var line = JSONWriter()
        line.object { line in
            line.member("version", OAuth2FileStore.version)
            line.member("access_token", accessToken)
            line.member("refresh_token", refreshToken)
            line.member("expires", expires)
            line.member("obtained", obtained)
            line.member("scope", scope)
            line.member("id_token", idToken)
            for (name, value) in about { line.member(name, value) }
        }
        line.raw("\n")
        return line.bytes
    }

    /// nil if the bytes are not such an object.
    init?(json bytes: [UInt8]) {
        guard let json = FlatJSON(bytes), let accessToken = json.text("access_token"),
            let obtained = json.integer("obtained")
        else { return nil }
        self.init(
            accessToken: accessToken, refreshToken: json.text("refresh_token"), expires: json.integer("expires"),
            obtained: obtained, scope: json.text("scope"), idToken: json.text("id_token"))
    }
}
