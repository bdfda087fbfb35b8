/// Hashes of what a request proves itself by. A response is not for everybody who knows its URL.
struct CacheCredentials: Sendable, Hashable {
    /// Of `Authorization`, and of the other fields that hold a credential; nil if it has neither.
    var login: String?
    /// Of `Cookie`; nil if it has none.
    var cookies: String?

    /// - Parameter marked: names and values of the fields, other than these two, that hold a credential.
    init(authorization: [UInt8]?, marked: [UInt8], cookies: [UInt8]?) {
        login =
            marked.isEmpty
            ? authorization.map(FieldNormalisation.secretHash)
            : Self.markedPrefix + FieldNormalisation.secretHash((authorization ?? []) + [0] + marked)
        self.cookies = cookies.map(FieldNormalisation.secretHash)
    }

    /// As it is stored; nil if there is neither.
    var text: String? {
        guard let cookies else { return login }
        return (login.map { "\($0) " } ?? "") + "\(Self.cookiesMark) \(cookies)"
    }

    init(text: String?) {
        login = text
        let words = text?.split(separator: " ") ?? []
        guard words.count > 1, words[words.count - 2] == Self.cookiesMark else { return }
        cookies = words.last.map(String.init)
        login = words.count == 2 ? nil : words.dropLast(2).joined(separator: " ")
    }

    /// Of a login for which a field counts other than `Authorization`.
    private static let markedPrefix = "marked "
    private static let cookiesMark = "cookies"

    /// What differs between two logins, as the subject of a sentence.
    static func difference(_ one: CacheCredentials, _ other: CacheCredentials) -> String {
        [one, other].contains { $0.login?.hasPrefix(markedPrefix) == true } ? "a header with a secret" : "Authorization"
    }
}
