/// The classes of ASCII bytes.
@usableFromInline
package enum ASCII {
    @inlinable
    @inline(__always)
    package static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    @inlinable
    @inline(__always)
    package static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

    /// A control character that no value of a header has: all but the tab (RFC 9110 §5.5).
    package static func isControl(_ byte: UInt8) -> Bool { (byte < 0x20 && byte != 9) || byte == 0x7F }
}
