/// Names for the ASCII bytes that readers and writers of text compare with.
///
/// Getters instead of stored properties, so that other targets inline the constants.
@usableFromInline
package enum Byte {
    @inlinable package static var backspace: UInt8 { 0x08 }
    @inlinable package static var tab: UInt8 { 0x09 }
    @inlinable package static var lineFeed: UInt8 { 0x0A }
    @inlinable package static var formFeed: UInt8 { 0x0C }
    @inlinable package static var carriageReturn: UInt8 { 0x0D }
    @inlinable package static var space: UInt8 { 0x20 }
    @inlinable package static var exclamationMark: UInt8 { 0x21 }
    @inlinable package static var quote: UInt8 { 0x22 }
    @inlinable package static var hash: UInt8 { 0x23 }
    @inlinable package static var dollar: UInt8 { 0x24 }
    @inlinable package static var percent: UInt8 { 0x25 }
    @inlinable package static var ampersand: UInt8 { 0x26 }
    @inlinable package static var apostrophe: UInt8 { 0x27 }
    @inlinable package static var openParenthesis: UInt8 { 0x28 }
    @inlinable package static var closeParenthesis: UInt8 { 0x29 }
    @inlinable package static var asterisk: UInt8 { 0x2A }
    @inlinable package static var plus: UInt8 { 0x2B }
    @inlinable package static var comma: UInt8 { 0x2C }
    @inlinable package static var minus: UInt8 { 0x2D }
    @inlinable package static var dot: UInt8 { 0x2E }
    @inlinable package static var slash: UInt8 { 0x2F }
    @inlinable package static var colon: UInt8 { 0x3A }
    @inlinable package static var semicolon: UInt8 { 0x3B }
    @inlinable package static var lessThan: UInt8 { 0x3C }
    @inlinable package static var equals: UInt8 { 0x3D }
    @inlinable package static var greaterThan: UInt8 { 0x3E }
    @inlinable package static var questionMark: UInt8 { 0x3F }
    @inlinable package static var at: UInt8 { 0x40 }
    @inlinable package static var openBracket: UInt8 { 0x5B }
    @inlinable package static var backslash: UInt8 { 0x5C }
    @inlinable package static var closeBracket: UInt8 { 0x5D }
    @inlinable package static var underscore: UInt8 { 0x5F }
    @inlinable package static var backtick: UInt8 { 0x60 }
    @inlinable package static var openBrace: UInt8 { 0x7B }
    @inlinable package static var verticalBar: UInt8 { 0x7C }
    @inlinable package static var closeBrace: UInt8 { 0x7D }
    @inlinable package static var tilde: UInt8 { 0x7E }
}
