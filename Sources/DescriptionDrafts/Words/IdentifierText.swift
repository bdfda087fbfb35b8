import Base
import NetEngine

/// Texts that are made for the occasion: ids, hashes, dates.
///
/// UUIDs and dates are those of `ValueFormat`; a short number counts, too.
enum IdentifierText {
    enum Kind: String, Sendable, Hashable, CaseIterable {
        case number = "numbers"
        case uuid = "UUIDs"
        case ulid = "ULIDs"
        case date = "dates"
        case hash = "hashes"
        case email = "e-mail addresses"
        case token = "ids"
    }

    /// Longer segments of a path are never literal text.
    static let longestLiteral = 80

    /// What a segment of a path is if it is an id at first sight.
    static func kind(ofSegment bytes: [UInt8]) -> Kind? {
        if bytes.isEmpty { return nil }
        if bytes.allSatisfy(ASCII.isDigit) { return .number }
        if ValueFormat.isUUID(bytes) { return .uuid }
        if isULID(bytes) { return .ulid }
        if isDate(bytes) { return .date }
        if isHash(bytes) { return .hash }
        if let at = bytes.firstIndex(of: Byte.at), at > 0, bytes[at...].contains(Byte.dot) { return .email }
        if bytes.count > longestLiteral || looksRandom(bytes) { return .token }
        return nil
    }

    /// Whether the name of a member is an id, so that its object is a table and not a record.
    static func isMadeName(_ name: [UInt8]) -> Bool {
        guard let first = name.first else { return false }
        if ASCII.isDigit(first), name.allSatisfy(ASCII.isDigit) { return true }
        guard name.count >= 10 else { return false }
        return ValueFormat.isUUID(name) || isULID(name) || isDate(name) || isHash(name)
            || (name.contains(Byte.at) && name.contains(Byte.dot)) || looksRandom(name)
    }

    /// 26 characters of Crockford's Base32, in one case, the first at most 7.
    private static func isULID(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == 26, let first = bytes.first, first >= 0x30, first <= 0x37 else { return false }
        return bytes.contains(where: ASCII.isLetter)
            && bytes.allSatisfy { ASCII.isDigit($0) || (ASCII.isLetter($0) && !"iloIuLOU".utf8.contains($0)) }
    }

    private static func isDate(_ bytes: [UInt8]) -> Bool { ValueFormat.date(bytes) != nil }

    private static func isHash(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 16 && bytes.allSatisfy { URLEncoding.hexValue($0) != nil }
            && bytes.contains(where: ASCII.isDigit)
    }

    /// Whether a part of the text, between hyphens and the like, changes between letters and digits, or between upper and
    /// lower case, as words do not; or the whole is a JWT.
    static func looksRandom(_ bytes: [UInt8]) -> Bool {
        if bytes.count > 20, bytes.starts(with: "eyJ".utf8) { return true }
        var length = 0
        /// Changes between letters and digits.
        var changes = 0
        /// Runs of digits and of upper and lower case; a capital and the lower case after it are one.
        var runs = 0
        var isCapital = false
        var last = Sign.other
        for byte in bytes {
            let sign = Sign(byte)
            if sign == .other {
                (length, changes, runs, last, isCapital) = (0, 0, 0, .other, false)
                continue
            }
            length += 1
            if sign != last {
                if !(isCapital && sign == .lower) { runs += 1 }
                if last != .other, sign == .digit || last == .digit { changes += 1 }
            }
            isCapital = sign == .upper && last != .upper
            last = sign
            // Words in camel case have more than three letters on average.
            if length >= 8 && changes >= 3 || length >= 16 && runs * 3 >= length { return true }
        }
        return false
    }

    private enum Sign {
        case digit, upper, lower, other

        init(_ byte: UInt8) {
            switch byte {
            case 0x30...0x39: self = .digit
            case 0x41...0x5A: self = .upper
            case 0x61...0x7A: self = .lower
            default: self = .other
            }
        }
    }

    /// Words in a path after which a secret often comes.
    private static let announcing: Set<String> = [
        "token", "tokens", "reset", "verify", "verification", "invite", "invites", "invitation", "invitations",
        "confirm", "confirmation", "activate", "activation", "unsubscribe", "magic", "secret", "secrets", "password",
        "session", "sessions", "share", "shares",
    ]

    /// Whether a segment may be a secret that its place announces, as in `/reset/aBcDeF`: anything but a short word.
    static func isAnnounced(_ segment: [UInt8], after text: [UInt8]) -> Bool {
        guard !segment.isEmpty, text.count < 60 else { return false }
        let isWord =
            segment.count <= 20
            && segment.allSatisfy { Sign($0) == .lower || $0 == Byte.minus || $0 == Byte.underscore }
        return !isWord && NameWords.words(String(decoding: text, as: UTF8.self)).contains(where: announcing.contains)
    }
}
