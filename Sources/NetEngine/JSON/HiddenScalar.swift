/// Characters that JSON allows as they are, and that are escaped all the same: a terminal obeys them (DEL, C1), they
/// turn the direction of text, end a line in JavaScript (U+2028, U+2029), or take no room, so that a reader does not
/// see them.
///
/// Joiners and variation selectors stay where they make one picture of emoji, or choose the form of an ideograph.
enum HiddenScalar {
    /// The length of the hidden character at a place, or 0 where what is there can be seen.
    /// - Parameter text: valid UTF-8; a character begins at `at`, or goes on there.
    static func length(in text: UnsafeBufferPointer<UInt8>, at: Int) -> Int {
        let lead = text[at]
        switch lead {
        case 0x7F: return 1
        case 0xC2:
            guard at + 1 < text.count else { return 0 }
            // C1, soft hyphen.
            return text[at + 1] < 0xA0 || text[at + 1] == 0xAD ? 2 : 0
        case 0xCD, 0xD8:
            guard at + 1 < text.count else { return 0 }
            // Grapheme joiner U+034F, Arabic letter mark U+061C.
            return text[at + 1] == (lead == 0xCD ? 0x8F : 0x9C) ? 2 : 0
        case 0xE1, 0xE2, 0xE3, 0xEF:
            guard at + 2 < text.count else { return 0 }
            return isHidden(lead, text[at + 1], text[at + 2], text, at) ? 3 : 0
        case 0xF0, 0xF3:
            guard at + 3 < text.count else { return 0 }
            return isHidden(scalar(text, at), text, at) ? 4 : 0
        default: return 0
        }
    }

    private static func isHidden(
        _ lead: UInt8, _ second: UInt8, _ third: UInt8, _ text: UnsafeBufferPointer<UInt8>, _ at: Int
    ) -> Bool {
        switch (lead, second, third) {
        // Fillers and vowels without a form, Mongolian selectors.
        case (0xE1, 0x85, 0x9F...0xA0), (0xE1, 0x9E, 0xB4...0xB5), (0xE1, 0xA0, 0x8B...0x8F): true
        case (0xE2, 0x80, 0x8D): !joinsEmoji(text, at)
        // U+200B to U+200F, U+2028 to U+202E, U+2060 to U+206F.
        case (0xE2, 0x80, 0x8B...0x8F), (0xE2, 0x80, 0xA8...0xAE), (0xE2, 0x81, 0xA0...0xAF): true
        case (0xE3, 0x85, 0xA4): true
        case (0xEF, 0xB8, 0x8E...0x8F): !choosesEmoji(text, at)
        // Other variation selectors, byte order mark, half-width filler, U+FFF0 to U+FFFB.
        case (0xEF, 0xB8, 0x80...0x8D), (0xEF, 0xBB, 0xBF), (0xEF, 0xBE, 0xA0), (0xEF, 0xBF, 0xB0...0xBB): true
        default: false
        }
    }

    private static func isHidden(
        _ scalar: Unicode.Scalar?, _ text: UnsafeBufferPointer<UInt8>, _ at: Int
    ) -> Bool {
        switch scalar?.value ?? 0 {
        // Shorthand and musical controls, tags.
        case 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE00FF, 0xE01F0...0xE0FFF: true
        case 0xE0100...0xE01EF: before(at, text)?.scalar.properties.isIdeographic != true
        default: false
        }
    }

    // MARK: Emoji

    private static func joinsEmoji(_ text: UnsafeBufferPointer<UInt8>, _ at: Int) -> Bool {
        guard let next = scalar(text, at + 3), isPicture(next), var previous = before(at, text) else { return false }
        if previous.scalar.value == 0xFE0F || (0x1F3FB...0x1F3FF).contains(previous.scalar.value) {
            guard let base = before(previous.at, text) else { return false }
            previous = base
        }
        return isPicture(previous.scalar)
    }

    private static func choosesEmoji(_ text: UnsafeBufferPointer<UInt8>, _ at: Int) -> Bool {
        guard let base = before(at, text)?.scalar, base.properties.isEmoji else { return false }
        // A digit is one where it becomes a keycap.
        return !base.isASCII || scalar(text, at + 3)?.value == 0x20E3
    }

    private static func isPicture(_ scalar: Unicode.Scalar) -> Bool { !scalar.isASCII && scalar.properties.isEmoji }

    // MARK: Neighbours

    private static func scalar(_ text: UnsafeBufferPointer<UInt8>, _ at: Int) -> Unicode.Scalar? {
        guard at < text.count else { return nil }
        let end = min(text.count, at + UTF8Length.of(text[at]))
        return String(decoding: text[at..<end], as: UTF8.self).unicodeScalars.first
    }

    private static func before(
        _ at: Int, _ text: UnsafeBufferPointer<UInt8>
    ) -> (scalar: Unicode.Scalar, at: Int)? {
        var start = at - 1
        while start > 0, text[start] & 0xC0 == 0x80 { start -= 1 }
        guard start >= 0, let scalar = scalar(text, start) else { return nil }
        return (scalar, start)
    }
}
