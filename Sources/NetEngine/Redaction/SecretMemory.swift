/// The secrets that earlier exchanges of a log had, so that a later one that echoes them does not show them.
struct SecretMemory: Sendable {
    private static let maxCount = 1000
    /// Shorter ones are too likely to be a word of something else.
    private static let minByteCount = 8

    private var secrets: [String] = []
    private var known: Set<String> = []
    private(set) var needles = Needles()

    mutating func remember(_ found: Set<String>) {
        let new = found.filter { $0.utf8.count >= Self.minByteCount && !known.contains($0) }
        guard !new.isEmpty else { return }
        if secrets.count + new.count > Self.maxCount {
            secrets.removeFirst(min(secrets.count, Self.maxCount / 2))
            known = Set(secrets)
            needles = Needles()
            for secret in secrets { insert(secret) }
        }
        for secret in new.prefix(Self.maxCount / 2) {
            secrets.append(secret)
            known.insert(secret)
            insert(secret)
        }
    }

    private mutating func insert(_ secret: String) {
        for form in SecretForms.usual(of: secret) where form.utf8.count >= 4 { needles.insert(form.utf8) }
    }
}
