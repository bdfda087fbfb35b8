import NetEngine

/// What a request carried that gives a right to somebody: not for a file that a script keeps.
enum SentSecrets {
    static let mark = "[redacted]"

    /// The credentials of all requests of the exchanges: values of `Authorization` and its like, without the scheme before them.
    static func of(_ exchanges: Exchange?...) -> [String] {
        var found: Set<String> = []
        for exchange in exchanges.compactMap(\.self) {
            let fields = [exchange.draft.headers] + exchange.hops.map(\.request.headers)
            for field in fields.flatMap(\.fields) where isSecret(field.name) {
                let value = field.value
                let secret = value.firstIndex(of: " ").map { String(value[value.index(after: $0)...]) } ?? value
                // Shorter ones would take half of the text with them.
                if secret.utf8.count >= 4 { found.insert(secret) }
                // A token stands in other places than its field too.
                if let last = value.split(separator: " ").last, last.utf8.count >= 8 { found.insert(String(last)) }
            }
        }
        return found.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
    }

    private static func isSecret(_ name: String) -> Bool {
        CredentialFields.isCredential(name) && !["cookie", "x-csrf-token", "x-xsrf-token"].contains(name.lowercased())
    }
}

extension JSONOutput {
    /// The same with the mark in the place of these texts, but in bodies of answers, which are the server's to tell.
    func hiding(_ secrets: [String]) -> JSONOutput {
        guard !secrets.isEmpty else { return self }
        return changingTexts(except: ["body", "bodyBase64"]) { text in
            secrets.reduce(text) { $0.replacing($1, with: SentSecrets.mark) }
        }
    }
}
