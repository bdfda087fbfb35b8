/// UTF-8 as Unicode defines it (chapter 3.9, table 3-7).
enum UTF8Text {
    /// The first byte that does not belong, or nil if all is valid. A sequence cut short is faulty at its first byte.
    static func firstInvalidByte(in bytes: [UInt8]) -> Int? {
        bytes.withUnsafeBufferPointer { bytes in
            var index = 0
            while index < bytes.count {
                let lead = bytes[index]
                if lead < 0x80 {
                    index += 1
                    continue
                }
                let length: Int
                var second: ClosedRange<UInt8> = 0x80...0xBF
                switch lead {
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
                default: return index
                }
                guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { return index }
                for offset in 2..<max(2, length) where bytes[index + offset] & 0xC0 != 0x80 { return index }
                index += length
            }
            return nil
        }
    }
}
