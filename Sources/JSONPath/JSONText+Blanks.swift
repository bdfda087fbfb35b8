extension JSONText {
    /// A value without the white space between its tokens.
    package static func withoutBlanks(_ value: ArraySlice<UInt8>) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(value.count)
        appendWithoutBlanks(value, to: &out)
        return out
    }

    static func appendWithoutBlanks(_ value: ArraySlice<UInt8>, to out: inout [UInt8]) {
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
    }
}
