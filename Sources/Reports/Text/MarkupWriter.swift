import Base
import NetEngine

/// Writes XML and HTML. Texts from outside cannot leave their place: what has a meaning in markup is escaped, control sequences of
/// terminals are left out, and what XML does not allow becomes U+FFFD.
struct MarkupWriter {
    private(set) var bytes: [UInt8] = []

    /// Markup of ours.
    mutating func raw(_ markup: StaticString) { markup.withUTF8Buffer { bytes.append(contentsOf: $0) } }
    /// Markup that this writer made before.
    mutating func raw(_ markup: [UInt8]) { bytes.append(contentsOf: markup) }

    mutating func text(_ text: some StringProtocol) { append(Array(text.utf8), inAttribute: false) }
    /// Bytes from outside; what is not UTF-8 is replaced.
    mutating func text(bytes: [UInt8]) { append(bytes, inAttribute: false) }
    mutating func number(_ value: Int) { bytes.append(contentsOf: String(value).utf8) }

    /// ` name="value"`, with the space before it; nothing for nil.
    mutating func attribute(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        bytes.append(Byte.space)
        raw(name)
        raw("=\"")
        append(Array(value.utf8), inAttribute: true)
        bytes.append(Byte.quote)
    }

    mutating func attribute(_ name: StaticString, _ value: Int) { attribute(name, String(value)) }

    /// What was written until now, which is no longer here.
    mutating func take() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    private mutating func append(_ text: [UInt8], inAttribute: Bool) {
        let text = PlainText.withoutTerminalSequences(text)
        text.withUnsafeBufferPointer { text in
            var at = 0
            while at < text.count {
                let byte = text[at]
                guard byte < 0x80 else {
                    let (scalar, length) = UTF8Decoding.scalar(in: text, at: at) ?? ("\u{FFFE}", 1)
                    if Self.isAllowed(scalar) {
                        bytes.append(contentsOf: text[at..<(at + length)])
                    } else {
                        raw("\u{FFFD}")
                    }
                    at += length
                    continue
                }
                at += 1
                switch byte {
                case Byte.ampersand: raw("&amp;")
                case Byte.lessThan: raw("&lt;")
                case Byte.greaterThan: raw("&gt;")
                case Byte.quote: raw("&quot;")
                case Byte.apostrophe: raw("&#39;")
                case Byte.carriageReturn: raw("&#13;")
                case Byte.tab, Byte.lineFeed:
                    if inAttribute { raw(byte == Byte.tab ? "&#9;" : "&#10;") } else { bytes.append(byte) }
                case ..<Byte.space, 0x7F: raw("\u{FFFD}")
                default: bytes.append(byte)
                }
            }
        }
    }

    /// Whether XML 1.0 allows it (§2.2) and it can be seen, or does no harm: C1 controls are not, and neither are characters that
    /// turn the direction of text.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x80...0x9F, 0xFFFE, 0xFFFF, 0x202A...0x202E, 0x2066...0x2069: false
        default: true
        }
    }
}

/// Text of others, made fit for reports.
enum PlainText {
    /// Leaves out the control sequences of terminals: colours, titles, links.
    static func withoutTerminalSequences(_ text: [UInt8]) -> [UInt8] {
        let escape: UInt8 = 0x1B
        guard text.contains(escape) else { return text }
        var out: [UInt8] = []
        out.reserveCapacity(text.count)
        var at = 0
        while at < text.count {
            guard text[at] == escape else {
                out.append(text[at])
                at += 1
                continue
            }
            at += 1
            guard at < text.count else { break }
            switch text[at] {
            case Byte.openBracket:
                at += 1
                while at < text.count, (0x20...0x3F).contains(text[at]) { at += 1 }
                if at < text.count, (0x40...0x7E).contains(text[at]) { at += 1 }
            case Byte.closeBracket, UInt8(ascii: "P"), UInt8(ascii: "_"), Byte.caret, UInt8(ascii: "X"):
                // Up to BEL, or ESC \; a sequence without its end is left out up to the end of the line.
                at += 1
                while at < text.count, text[at] != 0x07, text[at] != escape, text[at] != Byte.lineFeed { at += 1 }
                if at < text.count, text[at] == 0x07 { at += 1 }
                if at + 1 < text.count, text[at] == escape, text[at + 1] == Byte.backslash { at += 2 }
            case 0x20...0x2F:
                while at < text.count, (0x20...0x2F).contains(text[at]) { at += 1 }
                if at < text.count, (0x30...0x7E).contains(text[at]) { at += 1 }
            case 0x30...0x7E: at += 1
            default: break
            }
        }
        return out
    }

    static func withoutTerminalSequences(_ text: String) -> String {
        text.utf8.contains(0x1B) ? String(decoding: withoutTerminalSequences(Array(text.utf8)), as: UTF8.self) : text
    }

    /// At most this many bytes, cut where a character ends.
    static func prefix(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
        guard bytes.count > count else { return bytes }
        var end = count
        while end > 0, end > count - 4, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return Array(bytes[..<end])
    }
}

extension Byte {
    fileprivate static var caret: UInt8 { UInt8(ascii: "^") }
}
