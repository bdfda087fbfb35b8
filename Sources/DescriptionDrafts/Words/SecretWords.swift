import Base
import NetEngine

/// Which names mean secrets, and which of those are credentials of the API.
///
/// What a secret is says `SecretName`.
enum SecretWords {
    /// Words of tokens that are no credentials of the client.
    private static let others: Set<String> = [
        "page", "next", "prev", "previous", "continuation", "continue", "cursor", "sync", "csrf", "xsrf", "refresh",
        "device", "push", "reset", "invite", "invitation", "verification", "confirmation", "idempotency", "sig",
        "signature", "code", "password", "pass", "pwd", "verifier", "assertion", "count", "tokens",
    ]
    /// Words whose values are about people, or name one thing of many.
    private static let personal: Set<String> = [
        "name", "login", "user", "username", "email", "mail", "phone", "mobile", "address", "street", "city", "zip",
        "title", "id", "ids", "owner", "author", "creator", "assignee", "slug", "key", "code", "hash", "birthday",
    ]

    /// Whether a header field or a cookie of this name is a credential.
    static func isCredential(field name: String) -> Bool {
        guard SecretNames.isField(name) else { return false }
        let words = NameWords.words(name)
        return !words.contains(where: others.contains) && words.last.map { !SecretName.isFact($0) } ?? false
    }

    /// Whether an item of a query of this name is a credential.
    static func isCredential(query name: String) -> Bool {
        let words = NameWords.words(name)
        guard SecretName.isSecret(name) || words == ["key"] || words == ["auth"] else { return false }
        return !words.contains(where: others.contains)
    }

    /// Whether the values of a member or parameter of this name may be listed.
    static func mayListValues(of name: String) -> Bool {
        let words = NameWords.words(name)
        guard let last = words.last else { return true }
        return !SecretName.isSecret(name) && !SecretNames.isQueryItem(name) && !personal.contains(last)
    }
}
