/// Character encodings that bodies are shown in. Everything is turned into UTF-8 first; UTF-8 itself stays as it is.
enum Charset: String, Sendable, Hashable {
    case utf8 = "UTF-8"
    case utf16BigEndian = "UTF-16BE"
    case utf16LittleEndian = "UTF-16LE"
    case latin1 = "ISO-8859-1"
    case latin9 = "ISO-8859-15"
    case windows1252 = "windows-1252"

    /// The charset of a label from a Content-Type, without regard to case; nil when we do not know it. `utf-16` alone is
    /// big-endian unless a byte order mark says otherwise (RFC 2781 §4.3).
    init?(label: String) {
        switch label.lowercased() {
        case "utf-8", "utf8", "us-ascii", "ascii": self = .utf8
        case "utf-16", "utf-16be": self = .utf16BigEndian
        case "utf-16le": self = .utf16LittleEndian
        case "iso-8859-1", "iso8859-1", "latin1", "latin-1", "l1": self = .latin1
        case "iso-8859-15", "latin9", "latin-9": self = .latin9
        case "windows-1252", "cp1252", "cp-1252": self = .windows1252
        default: return nil
        }
    }

    /// What a byte order mark says, and its length.
    static func byteOrderMark(of bytes: [UInt8]) -> (charset: Charset, length: Int)? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if bytes.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
        if bytes.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
        return nil
    }

    /// The text as UTF-8. What cannot be decoded stays visible: stray bytes of UTF-8 as they are, a lone surrogate as the
    /// three bytes that are invalid in UTF-8, an odd last byte as 0xFF.
    func utf8(_ bytes: [UInt8], from start: Int = 0) -> [UInt8] {
        switch self {
        case .utf8: start == 0 ? bytes : Array(bytes[start...])
        case .latin1: Self.mapped(bytes, from: start) { UInt16($0) }
        case .latin9: Self.mapped(bytes, from: start) { Self.latin9Differences[$0] ?? UInt16($0) }
        case .windows1252:
            Self.mapped(bytes, from: start) {
                (0x80...0x9F).contains($0) ? Self.windows1252High[Int($0) - 0x80] : UInt16($0)
            }
        case .utf16BigEndian: Self.fromUTF16(bytes, from: start, high: 0)
        case .utf16LittleEndian: Self.fromUTF16(bytes, from: start, high: 1)
        }
    }

    private static func mapped(_ bytes: [UInt8], from start: Int, _ scalar: (UInt8) -> UInt16) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + bytes.count / 8)
        for byte in bytes[start...] {
            if byte < 0x80 { text.append(byte) } else { append(UInt32(scalar(byte)), to: &text) }
        }
        return text
    }

    private static func fromUTF16(_ bytes: [UInt8], from start: Int, high: Int) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count - start)
        var place = start
        func unit(_ at: Int) -> UInt32 { UInt32(bytes[at + high]) << 8 | UInt32(bytes[at + 1 - high]) }
        while place + 1 < bytes.count {
            let first = unit(place)
            place += 2
            if first & 0xFC00 == 0xD800, place + 1 < bytes.count, unit(place) & 0xFC00 == 0xDC00 {
                append(0x10000 + (first & 0x3FF) << 10 + unit(place) & 0x3FF, to: &text)
                place += 2
            } else {
                append(first, to: &text)
            }
        }
        if place < bytes.count { text.append(0xFF) }
        return text
    }

    private static func append(_ scalar: UInt32, to text: inout [UInt8]) {
        switch scalar {
        case ..<0x80: text.append(UInt8(scalar))
        case ..<0x800:
            text.append(0xC0 | UInt8(scalar >> 6))
            text.append(0x80 | UInt8(scalar & 0x3F))
        case ..<0x10000:
            text.append(0xE0 | UInt8(scalar >> 12))
            text.append(0x80 | UInt8(scalar >> 6 & 0x3F))
            text.append(0x80 | UInt8(scalar & 0x3F))
        default:
            text.append(0xF0 | UInt8(scalar >> 18 & 0x07))
            text.append(0x80 | UInt8(scalar >> 12 & 0x3F))
            text.append(0x80 | UInt8(scalar >> 6 & 0x3F))
            text.append(0x80 | UInt8(scalar & 0x3F))
        }
    }

    private static let latin9Differences: [UInt8: UInt16] = [
        0xA4: 0x20AC, 0xA6: 0x0160, 0xA8: 0x0161, 0xB4: 0x017D, 0xB8: 0x017E, 0xBC: 0x0152, 0xBD: 0x0153, 0xBE: 0x0178,
    ]

    /// 0x80 to 0x9F; the five without a character are the control of the same number.
    private static let windows1252High: [UInt16] = [
        0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D,
        0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x009D, 0x017E, 0x0178,
    ]
}
