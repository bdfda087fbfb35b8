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
        while true {
            while at + 9 <= bytes.count {
                let word = bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)
                var found = special(word)
                if word & highs != 0 {
                    found |=
                        isASCIIOnly ? word : leads(word, bytes.loadUnaligned(fromByteOffset: at + 1, as: UInt64.self))
                }
                // Where nothing is found this is exact; which byte it was is looked at below.
                if found & highs != 0 { break }
                at += 8
            }
            let stop = min(text.count, at + 9)
            while at < stop {
                switch text[at] {
                case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F: return at
                case 0x80... where isASCIIOnly: return at
                case 0xC2, 0xCD, 0xD8, 0xE1, 0xE2, 0xE3, 0xEF, 0xF0, 0xF3:
                    if HiddenScalar.length(in: text, at: at) > 0 { return at }
                default: break
                }
                at += 1
            }
            if at >= text.count { return text.count }
        }
    }

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    /// The highest bit of each byte that needs an escape and is ASCII.
    @inline(__always)
    private static func special(_ word: UInt64) -> UInt64 {
        // A byte below 0x20 borrows from its highest bit. DEL is 0x7F: one more carries into it.
        var found = (word &- ones &* 0x20) & ~word
        found |= equals(word, 0x22) | equals(word, 0x5C)
        return found | ((word & ~highs) &+ ones)
    }

    /// The highest bit of each byte with which a hidden character may begin.
    /// - Parameter next: the eight bytes from the second on.
    @inline(__always)
    private static func leads(_ word: UInt64, _ next: UInt64) -> UInt64 {
        var found = equals(word, 0xC2) | equals(word, 0xCD) | equals(word, 0xD8)
        found |= equals(word, 0xE1) | equals(word, 0xE2) | equals(word, 0xEF)
        found |= equals(word, 0xF0) | equals(word, 0xF3)
        // Kana begin with E3 as well.
        let filler = (word ^ (ones &* 0xE3)) | (next ^ (ones &* 0x85))
        return found | ((filler &- ones) & ~filler)
    }

    /// A byte that is zero after the exclusive or borrows from its highest bit.
    @inline(__always)
    private static func equals(_ word: UInt64, _ byte: UInt64) -> UInt64 {
        let rest = word ^ (ones &* byte)
        return (rest &- ones) & ~rest
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
