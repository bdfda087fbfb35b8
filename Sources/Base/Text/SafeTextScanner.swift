/// Decides, scalar by scalar, what is drawn as it is and what becomes an escape.
///
/// Drawn as they are: printable ASCII; letters, numbers, punctuation, symbols and spaces of any script; up to four
/// marks on a base; emoji sequences (UTS #51) with their joiners, variation selectors and skin tones; flags; a
/// variation selector on an ideograph. Everything else becomes an escape: see `HazardCounts` for the kinds. A terminal
/// control sequence counts once. A CSI sequence is escaped as a whole; the payload of an OSC stays text, but its
/// terminator is escaped.
struct SafeTextScanner {
    private(set) var runs: [SafeText.Run] = []
    private(set) var hazards = HazardCounts()

    /// Marks allowed on one base. Real orthographies use fewer; a pile of marks would cover the lines above.
    static let markLimit = 4
    /// Pictographs allowed in one joined emoji; the longest in Unicode has four.
    private static let joinLimit = 8

    private var plain: [UInt8] = []
    private var escapes = ""
    /// The last scalar that can carry marks; nil at the start and after an escape.
    private var base: Unicode.Scalar?
    private var marks = 0
    /// Whether a joiner may follow: the previous scalar is a pictograph, or its selector or skin tone.
    private var isJoinable = false
    private var joined = 0
    /// True inside OSC, DCS, APC, PM or SOS, until its terminator.
    private var isInString = false

    static func isPrintableASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }

    mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>) {
        var i = 0
        countWork(bytes.count)
        while i < bytes.count {
            let start = i
            while i < bytes.count, bytes[i] >= 0x20, bytes[i] < 0x7F { i += 1 }
            if i > start { acceptASCII(bytes[start..<i]) }
            guard i < bytes.count else { break }
            if bytes[i] < 0x80 {
                i += control(bytes, at: i)
            } else if let (scalar, length) = UTF8Decoding.scalar(in: bytes, at: i) {
                i += other(scalar, length: length, in: bytes, at: i)
            } else {
                escape(byte: bytes[i])
                hazards.invalidBytes += 1
                i += 1
            }
        }
        flushPlain()
        flushEscapes()
    }

    // MARK: - Controls

    /// Handles a C0 control or DEL and returns how many bytes it used.
    private mutating func control(_ bytes: UnsafeBufferPointer<UInt8>, at i: Int) -> Int {
        let byte = bytes[i]
        escape(byte: byte)
        if isInString {
            switch byte {
            case 0x07, 0x18, 0x1A:
                isInString = false
                return 1
            case 0x1B:
                isInString = false
                guard i + 1 < bytes.count, bytes[i + 1] == 0x5C else { break }
                escapes += "\\"
                return 2
            default: break
            }
        }
        guard byte == 0x1B, i + 1 < bytes.count else {
            hazards.control += 1
            return 1
        }
        switch bytes[i + 1] {
        case 0x5B:  // [
            hazards.csi += 1
            escapes += "["
            return 2 + controlSequence(bytes, from: i + 2)
        case 0x5D:  // ]
            hazards.osc += 1
            isInString = true
            escapes += "]"
            return 2
        case 0x50, 0x58, 0x5E, 0x5F:  // P X ^ _
            isInString = true
            fallthrough
        case 0x20...0x7E:
            hazards.otherEscape += 1
            escapes += String(UnicodeScalar(bytes[i + 1]))
            return 2
        default:
            hazards.control += 1
            return 1
        }
    }

    /// Escapes the parameters, intermediates and final byte of a CSI sequence (ECMA-48 §5.4); returns how many bytes it
    /// used.
    private mutating func controlSequence(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var i = start
        let limit = min(bytes.count, start + 64)
        while i < limit, (0x20...0x3F).contains(bytes[i]) { i += 1 }
        if i < limit, (0x40...0x7E).contains(bytes[i]) { i += 1 }
        escapes += String(decoding: bytes[start..<i], as: UTF8.self)
        return i - start
    }

    // MARK: - Beyond ASCII

    private mutating func other(
        _ scalar: Unicode.Scalar, length: Int, in bytes: UnsafeBufferPointer<UInt8>, at i: Int
    ) -> Int {
        func following() -> Unicode.Scalar? { UTF8Decoding.scalar(in: bytes, at: i + length)?.0 }
        let value = scalar.value
        if value < 0xA0 { return c1(scalar, length: length, in: bytes, at: i) }
        if EmojiSequence.isRegional(scalar) {
            guard let second = following(), EmojiSequence.isRegional(second) else {
                refuse(scalar, counting: \.zeroWidth)
                return length
            }
            accept(scalar)
            accept(second)
            base = scalar
            return length + 4
        }
        switch value {
        case 0x200D:
            let continues = following().map(EmojiSequence.isBase) ?? false
            guard isJoinable, continues, joined < Self.joinLimit else { break }
            accept(scalar)
            isJoinable = false
            joined += 1
            let (next, nextLength) = UTF8Decoding.scalar(in: bytes, at: i + length) ?? (scalar, 0)
            accept(next)
            base = next
            marks = 0
            isJoinable = true
            return length + nextLength
        case 0xFE0E, 0xFE0F:
            guard let base, marks == 0 else { break }
            let isKeycap = EmojiSequence.isKeycapBase(base) && following()?.value == 0x20E3
            guard isKeycap || (isJoinable && EmojiSequence.isBase(base)) else { break }
            accept(scalar)
            marks = 1
            return length
        case 0xE0100...0xE01EF:
            guard let base, marks == 0, base.properties.isIdeographic else { break }
            accept(scalar)
            marks = 1
            return length
        default:
            if value >= 0x1F3FB, value <= 0x1F3FF {
                guard isJoinable, marks == 0, let base, base.properties.isEmojiModifierBase else { break }
                accept(scalar)
                marks = 1
                return length
            }
            letterOrMark(scalar)
            return length
        }
        refuse(scalar, counting: \.zeroWidth)
        return length
    }

    private mutating func c1(
        _ scalar: Unicode.Scalar, length: Int, in bytes: UnsafeBufferPointer<UInt8>, at i: Int
    ) -> Int {
        escape(scalar)
        switch scalar.value {
        case 0x9C where isInString: isInString = false
        case 0x9B:
            hazards.csi += 1
            return length + controlSequence(bytes, from: i + length)
        case 0x9D:
            hazards.osc += 1
            isInString = true
        case 0x90, 0x98, 0x9E, 0x9F:
            hazards.otherEscape += 1
            isInString = true
        default: hazards.otherEscape += 1
        }
        return length
    }

    private mutating func letterOrMark(_ scalar: Unicode.Scalar) {
        let value = scalar.value
        let properties = scalar.properties
        switch value {
        case 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069, 0x206A...0x206F:
            return refuse(scalar, counting: \.bidi)
        case 0x1160...0x11FF, 0xD7B0...0xD7FF:
            // Vowels and finals join the syllable before them; alone they would take no room.
            let isJamo = base.map { (0x1100...0x11FF).contains($0.value) || (0xAC00...0xD7FB).contains($0.value) }
            guard isJamo == true, !properties.isDefaultIgnorableCodePoint else {
                return refuse(scalar, counting: \.zeroWidth)
            }
            return mark(scalar)
        default: break
        }
        if properties.isDefaultIgnorableCodePoint { return refuse(scalar, counting: \.zeroWidth) }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: mark(scalar)
        case .control, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
            refuse(scalar, counting: \.unprintable)
        case .format: refuse(scalar, counting: \.zeroWidth)
        default:
            accept(scalar)
            base = scalar
            marks = 0
            joined = 0
            isJoinable = EmojiSequence.isBase(scalar)
        }
    }

    private mutating func mark(_ scalar: Unicode.Scalar) {
        guard base != nil, marks < Self.markLimit else { return refuse(scalar, counting: \.zeroWidth) }
        accept(scalar)
        marks += 1
        isJoinable = false
    }

    // MARK: - Output

    private mutating func acceptASCII(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
        flushEscapes()
        plain.append(contentsOf: bytes)
        base = bytes.last.map { Unicode.Scalar($0) }
        marks = 0
        joined = 0
        isJoinable = false
    }

    private mutating func accept(_ scalar: Unicode.Scalar) {
        flushEscapes()
        plain.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }

    private mutating func refuse(
        _ scalar: Unicode.Scalar, counting kind: WritableKeyPath<HazardCounts, Int>
    ) {
        escape(scalar)
        hazards[keyPath: kind] += 1
    }

    private mutating func escape(_ scalar: Unicode.Scalar) {
        flushPlain()
        escapes += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    }

    private mutating func escape(byte: UInt8) {
        flushPlain()
        escapes += (byte < 16 ? "\\x0" : "\\x") + String(byte, radix: 16, uppercase: true)
    }

    private mutating func flushPlain() {
        base = nil
        isJoinable = false
        joined = 0
        guard !plain.isEmpty else { return }
        runs.append(SafeText.Run(text: String(decoding: plain, as: UTF8.self), isEscape: false))
        plain.removeAll(keepingCapacity: true)
    }

    private mutating func flushEscapes() {
        guard !escapes.isEmpty else { return }
        runs.append(SafeText.Run(text: escapes, isEscape: true))
        escapes = ""
    }
}

/// Decodes strict UTF-8, one scalar at a time.
package enum UTF8Decoding {
    /// The scalar that begins at an index and its length in bytes; nil at the end, and for overlong forms, surrogates,
    /// values past U+10FFFF, stray continuation bytes and truncated sequences (Unicode 3.9, table 3-7).
    package static func scalar(in bytes: UnsafeBufferPointer<UInt8>, at i: Int) -> (Unicode.Scalar, Int)? {
        guard i < bytes.count else { return nil }
        let first = bytes[i]
        let length: Int
        var value: UInt32
        switch first {
        case 0..<0x80: return (Unicode.Scalar(first), 1)
        case 0xC2...0xDF: (length, value) = (2, UInt32(first & 0x1F))
        case 0xE0...0xEF: (length, value) = (3, UInt32(first & 0x0F))
        case 0xF0...0xF4: (length, value) = (4, UInt32(first & 0x07))
        default: return nil
        }
        guard i + length <= bytes.count else { return nil }
        for offset in 1..<length {
            let byte = bytes[i + offset]
            guard byte & 0xC0 == 0x80 else { return nil }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        guard length == 2 || value >= (length == 3 ? 0x800 : 0x10000), let scalar = Unicode.Scalar(value) else {
            return nil
        }
        return (scalar, length)
    }
}
