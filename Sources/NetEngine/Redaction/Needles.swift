/// Byte strings that are searched for in a text all at once.
///
/// Compares bytes and not characters, so that a combining mark cannot hide a secret from the search.
struct Needles: Sendable {
    /// By their first two bytes (one for the shortest), the longest first.
    private var byStart: [UInt16: [[UInt8]]] = [:]

    var isEmpty: Bool { byStart.isEmpty }

    mutating func insert(_ needle: [UInt8]) {
        guard let first = needle.first else { return }
        let start = Self.start(first, needle.count > 1 ? needle[1] : nil)
        var bucket = byStart[start] ?? []
        let place = bucket.firstIndex { $0.count <= needle.count } ?? bucket.endIndex
        guard !bucket[place...].prefix(while: { $0.count == needle.count }).contains(needle) else { return }
        bucket.insert(needle, at: place)
        byStart[start] = bucket
    }

    /// The length of the longest needle that begins there.
    func match(in bytes: [UInt8], at place: Int) -> Int? {
        let next = place + 1 < bytes.count ? bytes[place + 1] : nil
        WorkMeter.count(1)
        let long = next.flatMap { byStart[Self.start(bytes[place], $0)] } ?? []
        if let hit = long.first(where: {
            WorkMeter.count(1)
            return bytes[place...].starts(with: $0)
        }) {
            return hit.count
        }
        return byStart[Self.start(bytes[place], nil)] == nil ? nil : 1
    }

    private static func start(_ first: UInt8, _ second: UInt8?) -> UInt16 {
        // 0 as the second byte means none: no shown text contains it.
        UInt16(first) << 8 | UInt16(second ?? 0)
    }
}

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
        for form in Redactor.forms(of: secret) where form.utf8.count >= 4 { needles.insert(Array(form.utf8)) }
    }
}
