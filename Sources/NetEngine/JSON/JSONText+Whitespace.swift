extension JSONText {
    /// A JSON value without the whitespace between its tokens.
    package static func withoutWhitespace(_ value: ArraySlice<UInt8>) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(value.count)
        var isInString = false
        var isEscaped = false
        for byte in value {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
            } else if byte == UInt8(ascii: "\"") {
                isInString = true
            } else if byte <= 0x20 {
                continue
            }
            out.append(byte)
        }
        return out
    }
}
