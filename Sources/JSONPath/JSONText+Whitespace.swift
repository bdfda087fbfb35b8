import Base

extension JSONText {
    /// A JSON value without the whitespace between its tokens.
    package static func withoutWhitespace(_ value: ArraySlice<UInt8>) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(value.count)
        appendWithoutWhitespace(value, to: &out)
        return out
    }

    static func appendWithoutWhitespace(_ value: ArraySlice<UInt8>, to out: inout [UInt8]) {
        var isInString = false
        var isEscaped = false
        for byte in value {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == Byte.backslash {
                    isEscaped = true
                } else if byte == Byte.quote {
                    isInString = false
                }
            } else if byte == Byte.quote {
                isInString = true
            } else if byte <= Byte.space {
                continue
            }
            out.append(byte)
        }
    }
}
