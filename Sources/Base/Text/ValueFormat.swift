import NetEngine

/// What the text of a value looks like.
package enum ValueFormat: String, Sendable, Hashable, CaseIterable {
    case empty
    case uuid = "UUID"
    case dateTime = "date and time"
    case date
    case httpDate = "HTTP date"
    case jwt = "JWT"
    case digits
    case hex = "hexadecimal"
    /// Without spaces, of letters and digits.
    case token
    case text

    package init(_ bytes: some RandomAccessCollection<UInt8>) { self = Self.format(Array(bytes.prefix(Self.longest))) }

    /// Longer values are looked at up to here.
    private static let longest = 4096

    private static func format(_ bytes: [UInt8]) -> ValueFormat {
        if bytes.isEmpty { return .empty }
        if bytes.allSatisfy(ASCII.isDigit) { return .digits }
        if isUUID(bytes) { return .uuid }
        if let date = date(bytes) { return date }
        if isHTTPDate(bytes) { return .httpDate }
        if bytes.count >= 8, bytes.allSatisfy(isHex) { return .hex }
        if isJWT(bytes) { return .jwt }
        if bytes.count >= 16, bytes.allSatisfy(isToken), bytes.contains(where: ASCII.isDigit),
            bytes.contains(where: ASCII.isLetter)
        {
            return .token
        }
        return .text
    }

    /// Whether a value of this format that differs from run to run is made for the occasion, as far as one can guess from two
    /// values.
    package func isLikelyVolatile(length: Int) -> Bool {
        switch self {
        case .uuid, .dateTime, .date, .httpDate, .jwt: true
        case .hex: length >= 16
        case .token: length >= 20
        case .empty, .digits, .text: false
        }
    }

    /// Formats whose values look like this one now and then.
    package func isPartOf(_ other: ValueFormat) -> Bool {
        switch (self, other) {
        case (.empty, _), (_, .empty), (_, .jwt), (_, .uuid): false
        case (_, .text): true
        case (.digits, .hex), (.digits, .token), (.hex, .token): true
        default: false
        }
    }

    private static func isHex(_ byte: UInt8) -> Bool { URLEncoding.hexValue(byte) != nil }

    private static func isToken(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || "+/=-_.~".utf8.contains(byte)
    }

    package static func isUUID(_ bytes: [UInt8]) -> Bool {
        bytes.count == 36
            && bytes.indices.allSatisfy { index in
                [8, 13, 18, 23].contains(index) ? bytes[index] == Byte.minus : isHex(bytes[index])
            }
    }

    /// `2026-11-23`, or with a time after `T` or a space; nil for anything else.
    package static func date(_ bytes: [UInt8]) -> ValueFormat? {
        guard bytes.count >= 10, bytes.count <= 40, bytes[4] == Byte.minus, bytes[7] == Byte.minus,
            [0, 1, 2, 3, 5, 6, 8, 9].allSatisfy({ ASCII.isDigit(bytes[$0]) })
        else { return nil }
        if bytes.count == 10 { return .date }
        guard bytes.count >= 16,
            bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: "t") || bytes[10] == Byte.space,
            bytes[13] == Byte.colon, [11, 12, 14, 15].allSatisfy({ ASCII.isDigit(bytes[$0]) }),
            bytes[16...].allSatisfy({ ASCII.isDigit($0) || ":.,+-Zz ".utf8.contains($0) })
        else { return nil }
        return .dateTime
    }

    /// `Sat, 21 Nov 2026 10:15:00 GMT` (RFC 9110 §5.6.7).
    private static func isHTTPDate(_ bytes: [UInt8]) -> Bool {
        bytes.count == 29 && bytes[3] == Byte.comma && bytes[19] == Byte.colon && bytes[22] == Byte.colon
            && bytes.suffix(4).elementsEqual(" GMT".utf8)
    }

    private static func isJWT(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 20, bytes.starts(with: "eyJ".utf8) else { return false }
        let parts = bytes.split(separator: Byte.dot, omittingEmptySubsequences: false)
        return parts.count == 3
            && parts.joined().allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || "-_".utf8.contains($0) }
    }
}
