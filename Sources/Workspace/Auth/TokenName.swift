import Base

/// Which token a request wants: the access token of a login, or its ID token (`{{$auth.idToken("name")}}`).
package struct TokenName: Hashable, Sendable {
    var id: String
    var isIDToken = false

    /// nil for anything but `$auth.token("id")` and `$auth.idToken("id")`.
    init?(_ expression: String) {
        guard let open = expression.firstIndex(of: "("), expression.hasSuffix(")") else { return nil }
        switch expression[..<open].lowercased().filter({ $0 != " " }) {
        case "$auth.token": isIDToken = false
        case "$auth.idtoken": isIDToken = true
        default: return nil
        }
        var id = expression[expression.index(after: open)...].dropLast().drop { $0 == " " }
        while id.last == " " { id.removeLast() }
        guard id.count > 2, let quote = id.first, quote == "\"" || quote == "'", id.last == quote else { return nil }
        self.id = String(id.dropFirst().dropLast())
    }

    init(id: String, isIDToken: Bool = false) {
        self.id = id
        self.isIDToken = isIDToken
    }
}

/// A token that a request needs and that must be fetched first.
package struct TokenWish: Hashable, Sendable {
    var name: TokenName
    var settings: AuthSettings
}

/// A token, and what to show the user about it.
package struct TokenValue: Hashable, Sendable {
    var text: String
    /// A few words: `client credentials, 58 s left, in memory`.
    var fact: String
}
