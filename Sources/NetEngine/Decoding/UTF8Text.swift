/// UTF-8 as Unicode defines it (chapter 3.9, table 3-7).
enum UTF8Text {
    /// The first byte that does not belong, or nil if all is valid. A sequence cut short is faulty at its first byte.
    static func firstInvalidByte(in bytes: [UInt8]) -> Int? {
        bytes.withUnsafeBufferPointer { bytes in
            var index = 0
            while index < bytes.count {
                let length = validLength(at: index, in: bytes)
                guard length > 0 else { return index }
                index += length
            }
            return nil
        }
    }

    /// What speaks for UTF-8 and what against it: characters of two or more bytes, and bytes that are part of no character.
    ///
    /// - Parameter isCut: whether more follows, so that a character cut off at the end says nothing.
    static func evidence(
        in bytes: UnsafeBufferPointer<UInt8>, isCut: Bool
    ) -> (characters: Int, invalidBytes: Int) {
        var found = (characters: 0, invalidBytes: 0)
        var index = 0
        while index < bytes.count {
            if bytes[index] < 0x80 {
                index += 1
                continue
            }
            let length = validLength(at: index, in: bytes)
            if length == 0, isCut, isCharacterCutOff(at: index, in: bytes) { break }
            if length > 0 { found.characters += 1 } else { found.invalidBytes += 1 }
            index += max(1, length)
        }
        return found
    }

    /// Whether the bytes from an offset on are the beginning of a longer character.
    private static func isCharacterCutOff(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let length =
            switch bytes[index] {
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 0
            }
        return bytes.count - index < length && bytes[(index + 1)...].allSatisfy { $0 & 0xC0 == 0x80 }
    }

    /// The bytes of the character that begins at an offset; 0 if none does.
    private static func validLength(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let lead = bytes[index]
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch lead {
        case 0..<0x80: return 1
        case 0xC2...0xDF: length = 2
        case 0xE0:
            length = 3
            second = 0xA0...0xBF
        case 0xED:
            length = 3
            second = 0x80...0x9F
        case 0xE1...0xEF: length = 3
        case 0xF0:
            length = 4
            second = 0x90...0xBF
        case 0xF4:
            length = 4
            second = 0x80...0x8F
        case 0xF1...0xF3: length = 4
        default: return 0
        }
        guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { return 0 }
        for offset in 2..<max(2, length) where bytes[index + offset] & 0xC0 != 0x80 { return 0 }
        return length
    }
}
