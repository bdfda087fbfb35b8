/// The escapes of JSON strings (RFC 8259 §7): quotation mark, reverse solidus and controls, and also DEL and what
/// `HiddenScalar` names. All else stays as it is.
enum JSONEscapes {
    /// Writes a text between quotation marks after other bytes.
    /// - Parameters:
    ///   - text: valid UTF-8.
    ///   - isASCIIOnly: whether all but printable ASCII is escaped too.
    static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8], isASCIIOnly: Bool) {
        bytes.append(UInt8(ascii: "\""))
        var at = 0
        while true {
            let end = plainCount(text, from: at, isASCIIOnly: isASCIIOnly)
            if end > at { bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[at..<end])) }
            guard end < text.count else { break }
            at = end + (text[end] < 0x80 ? escape(text[end], &bytes) : escapeScalar(text, end, &bytes))
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes whole JSON, in which quotation marks and the like are escaped already.
    static func appendWritten(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        var (at, plain) = (0, 0)
        while at < text.count {
            guard text[at] >= 0x7F, HiddenScalar.length(in: text, at: at) > 0 else {
                at += 1
                continue
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[plain..<at]))
            at += text[at] < 0x80 ? escape(text[at], &bytes) : escapeScalar(text, at, &bytes)
            plain = at
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[plain...]))
    }

    /// The place of the first byte that needs an escape, or the end. Eight bytes are looked at at a time: bodies are
    /// long, and most of them need few escapes.
    static func plainCount(_ text: UnsafeBufferPointer<UInt8>, from start: Int, isASCIIOnly: Bool) -> Int {
        let bytes = UnsafeRawBufferPointer(text)
        var at = start
        while at + 8 <= bytes.count {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
            let found = special(word)
            if found == 0 {
                at += 8
            } else if isASCIIOnly || word & highs == 0 {
                return at + found.trailingZeroBitCount >> 3
            } else {
                let hasNext = at + 9 <= bytes.count
                let next = hasNext ? bytes.loadUnaligned(fromByteOffset: at + 1, as: UInt64.self) : word
                if !hasNext || mayNeedEscape(word, next: UInt64(littleEndian: next)) {
                    let stop = plainCount(text, at..<at + 8, isASCIIOnly: false)
                    guard stop == at + 8 else { return stop }
                }
                at += 8
            }
        }
        return plainCount(text, at..<text.count, isASCIIOnly: isASCIIOnly)
    }

    /// The same byte by byte, for a part of the text.
    private static func plainCount(
        _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, isASCIIOnly: Bool
    ) -> Int {
        for at in range {
            switch text[at] {
            case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F: return at
            case 0..<0x80: break
            case _ where isASCIIOnly: return at
            case 0xC2, 0xCD, 0xD8, 0xE1, 0xE2, 0xE3, 0xEF, 0xF0, 0xF3:
                if HiddenScalar.length(in: text, at: at) > 0 { return at }
            default: break
            }
        }
        return range.upperBound
    }

    private static let highs: UInt64 = 0x8080_8080_8080_8080

    /// The bytes that are not ASCII or need an escape. Only the lowest bit is exact.
    @inline(__always)
    private static func special(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        // What is zero after the exclusive or, or a byte below 0x20, borrows from its highest bit. DEL is 0x7F: one more
        // carries into it.
        let marks = ((word ^ (ones &* 0x22)) &- ones) | ((word ^ (ones &* 0x5C)) &- ones)
        return (marks | (word &- ones &* 0x20) | (word &+ ones) | word) & highs
    }

    /// Whether a word that is not all ASCII may hold what needs an escape.
    /// - Parameter next: the eight bytes from the second on.
    @inline(__always)
    private static func mayNeedEscape(_ word: UInt64, next: UInt64) -> Bool {
        var found = ByteWord.below(word, 0x20) | ByteWord.equal(word, 0x7F)
        found |= ByteWord.equal(word, 0x22) | ByteWord.equal(word, 0x5C)
        // With these bytes a hidden character may begin.
        found |= ByteWord.equal(word, 0xC2) | ByteWord.equal(word, 0xCD) | ByteWord.equal(word, 0xD8)
        found |= ByteWord.equal(word, 0xE1) | ByteWord.equal(word, 0xE2) | ByteWord.equal(word, 0xEF)
        found |= ByteWord.equal(word, 0xF0) | ByteWord.equal(word, 0xF3)
        // Kana begin with E3 as well: only E3 85 can begin a hidden one.
        return found | (ByteWord.equal(word, 0xE3) & ByteWord.equal(next, 0x85)) != 0
    }

    // Each returns how many bytes of the text it took.

    private static func escape(_ character: UInt8, _ bytes: inout [UInt8]) -> Int {
        let letter: UInt8
        switch character {
        case UInt8(ascii: "\n"): letter = UInt8(ascii: "n")
        case UInt8(ascii: "\r"): letter = UInt8(ascii: "r")
        case UInt8(ascii: "\t"): letter = UInt8(ascii: "t")
        case 0..<0x20, 0x7F:
            escape(unit: UInt16(character), &bytes)
            return 1
        default: letter = character
        }
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(letter)
        return 1
    }

    private static func escapeScalar(_ text: UnsafeBufferPointer<UInt8>, _ at: Int, _ bytes: inout [UInt8]) -> Int {
        let end = min(text.count, at + UTF8Length.of(text[at]))
        for unit in String(decoding: text[at..<end], as: UTF8.self).utf16 { escape(unit: unit, &bytes) }
        return end - at
    }

    private static func escape(unit: UInt16, _ bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(UInt8(ascii: "u"))
        for shift in [12, 8, 4, 0] as [UInt16] { bytes.append(hex[Int(unit >> shift & 15)]) }
    }

    private static let hex = Array("0123456789abcdef".utf8)
}

/// How many bytes a scalar takes in UTF-8.
enum UTF8Length {
    /// - Parameter lead: the first byte; anything but the first byte of a longer scalar counts as one.
    static func of(_ lead: UInt8) -> Int {
        switch lead {
        case 0xC0..<0xE0: 2
        case 0xE0..<0xF0: 3
        case 0xF0...: 4
        default: 1
        }
    }
}
