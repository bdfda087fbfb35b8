#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A character encoding by its canonical name, for example `UTF-8`, `windows-1252`, `Shift_JIS`.
public struct TextEncoding: Sendable, Hashable, CustomStringConvertible {
    /// As the WHATWG Encoding standard writes it.
    public let name: String

    private init(name: String) { self.name = name }

    /// One to four bytes a scalar (RFC 3629).
    public static let utf8 = TextEncoding(name: "UTF-8")
    /// Two or four bytes a scalar, the high one first (RFC 2781).
    public static let utf16BigEndian = TextEncoding(name: "UTF-16BE")
    /// Two or four bytes a scalar, the low one first (RFC 2781).
    public static let utf16LittleEndian = TextEncoding(name: "UTF-16LE")
    /// Four bytes a scalar, the high one first (The Unicode Standard, §3.10).
    public static let utf32BigEndian = TextEncoding(name: "UTF-32BE")
    /// Four bytes a scalar, the low one first (The Unicode Standard, §3.10).
    public static let utf32LittleEndian = TextEncoding(name: "UTF-32LE")
    /// One byte a scalar, for western languages; every byte is valid (WHATWG Encoding §9).
    public static let windows1252 = TextEncoding(name: "windows-1252")

    /// The encoding of a label, without regard to case; nil if it is unknown here.
    ///
    /// As browsers do (WHATWG Encoding §4.2), `iso-8859-1`, `latin1` and `us-ascii` mean windows-1252, which differs
    /// from them only where they have control characters; `utf-16` is little-endian; `gb2312`, `shift_jis` and `euc-kr`
    /// are read as the larger sets that extend them.
    public init?(label: String) {
        guard label.utf8.count <= 40, let entry = EncodingEntry.entry(label: label.lowercased()) else { return nil }
        name = entry.name
    }

    /// All that are known here, by their canonical names.
    package static var all: [TextEncoding] { EncodingEntry.names.map { TextEncoding(name: $0) } }

    /// What a byte order mark says, and how many bytes it has.
    package static func byteOrderMark(of bytes: [UInt8]) -> (encoding: TextEncoding, length: Int)? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if bytes.starts(with: [0xFF, 0xFE, 0, 0]) { return (.utf32LittleEndian, 4) }
        if bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return (.utf32BigEndian, 4) }
        if bytes.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
        if bytes.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
        return nil
    }

    /// The canonical name.
    public var description: String { name }

    /// The bytes from `start` as UTF-8, or the offset of the first byte that this encoding does not allow there.
    ///
    /// Terminates for any input. The result has at most 4 bytes for each input byte, and a few more.
    func utf8(_ bytes: [UInt8], from start: Int = 0) throws(InvalidByte) -> [UInt8] {
        if self == .utf8 {
            let rest = start == 0 ? bytes : Array(bytes[start...])
            if let offset = UTF8Text.firstInvalidByte(in: rest) { throw InvalidByte(offset: start + offset) }
            return rest
        }
        var offset: Int?
        let text = converted(bytes, from: start) { place in
            offset = place
            return nil
        }
        if let offset { throw InvalidByte(offset: offset) }
        return text
    }

    /// The same for a reader: never fails, and what is not text in this encoding stays visible as bytes that are not valid
    /// UTF-8 either. Of a body in UTF-8 the bytes themselves, else 0xFF for each unit.
    package func visibleUTF8(_ bytes: [UInt8], from start: Int = 0) -> [UInt8] {
        if self == .utf8 { return start == 0 ? bytes : Array(bytes[start...]) }
        let unit = name.hasPrefix("UTF-16") ? 2 : name.hasPrefix("UTF-32") ? 4 : 1
        return converted(bytes, from: start) { _ in unit }
    }

    struct InvalidByte: Error, Hashable { let offset: Int }

    /// - Parameter skip: receives the offset of a byte that is not valid; how many bytes to leave out and mark with 0xFF, nil to end.
    private func converted(_ bytes: [UInt8], from start: Int, skip: (Int) -> Int?) -> [UInt8] {
        if self == .windows1252 { return Self.fromWindows1252(bytes[start...]) }
        // A machine without the C library's converters has none for most of these.
        guard let entry = EncodingEntry.entry(name: name), let converter = Converter(from: entry.iconvName) else {
            return skip(start) == nil ? [] : [UInt8](repeating: 0xFF, count: bytes.count - start)
        }
        defer { converter.close() }
        return bytes.withUnsafeBufferPointer { all in
            converter.convert(UnsafeBufferPointer(rebasing: all[start...])) { skip(start + $0) }
        }
    }

    /// Never fails: the five bytes without a character are the control of the same number (WHATWG Encoding, index).
    private static func fromWindows1252(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + bytes.count / 8)
        for byte in bytes {
            guard byte >= 0x80 else {
                text.append(byte)
                continue
            }
            let code = byte <= 0x9F ? windows1252High[Int(byte) - 0x80] : UInt16(byte)
            if code < 0x800 {
                text.append(0xC0 | UInt8(code >> 6))
            } else {
                text.append(0xE0 | UInt8(code >> 12))
                text.append(0x80 | UInt8(code >> 6 & 0x3F))
            }
            text.append(0x80 | UInt8(code & 0x3F))
        }
        return text
    }

    private static let windows1252High: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ]

    /// One `iconv` descriptor to UTF-8.
    private struct Converter {
        private let descriptor: iconv_t

        init?(from name: String) {
            guard let descriptor = iconv_open("UTF-8", name), descriptor != iconv_t(bitPattern: -1) else { return nil }
            self.descriptor = descriptor
        }

        func close() { iconv_close(descriptor) }

        /// - Parameter skip: as in `converted`.
        func convert(_ bytes: UnsafeBufferPointer<UInt8>, skip: (Int) -> Int?) -> [UInt8] {
            var output: [UInt8] = []
            // `iconv` only reads the input.
            var from = UnsafeMutableRawPointer(mutating: bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
            var left = bytes.count
            let capacity = max(256, min(bytes.count * 2, 1 << 16))
            let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: capacity)
            defer { buffer.deallocate() }
            while left > 0 {
                let before = left
                var to: UnsafeMutablePointer<CChar>? = buffer
                var room = capacity
                let code = iconv(descriptor, &from, &left, &to, &room)
                let reason = errno
                output += UnsafeRawBufferPointer(start: buffer, count: capacity - room)
                // EILSEQ: not of this encoding; EINVAL: cut short. E2BIG: go on with an empty buffer. Whatever a
                // converter says, a turn that takes nothing and makes nothing is an error, and one that makes more than
                // any encoding can is the last.
                let isStuck = left == before && room == capacity
                let isTooMuch = output.count > 4 * (bytes.count - left) + capacity
                guard isStuck || isTooMuch || (code == -1 && reason != E2BIG) else { continue }
                guard let unit = skip(bytes.count - max(left, min(1, bytes.count))) else { return [] }
                output.append(0xFF)
                guard left > unit, !isTooMuch, reason != EINVAL || code != -1 else { break }
                from = from.map { $0 + unit }
                left -= unit
            }
            return output + flushed()
        }

        /// What the converter held back: a character that might combine with the next one.
        private func flushed() -> [UInt8] {
            var buffer = [CChar](repeating: 0, count: 64)
            let made = buffer.withUnsafeMutableBufferPointer { target in
                var to = target.baseAddress
                var room = target.count
                _ = iconv(descriptor, nil, nil, &to, &room)
                return target.count - room
            }
            return buffer[..<made].map { UInt8(bitPattern: $0) }
        }
    }
}
