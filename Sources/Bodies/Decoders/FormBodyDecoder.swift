import Base
import NetEngine

/// A form (URL standard §5.1) as `name=value` lines, decoded.
package enum FormBodyDecoder: BodyDecoder {
    package static var kind: BodyKind { .form }
    package static var mostBytes: Int { 16 << 20 }

    package static func isNamed(by type: ContentType, fileName: Substring) -> Bool { type.isForm }

    package static func decode(_ input: DecoderInput) throws(DecodingRefusal) -> ReadableBody {
        if let line = input.bytes.firstIndex(of: Byte.lineFeed), line + 2 < input.bytes.count {
            throw DecodingRefusal("a form has no line ends", at: line)
        }
        let (text, count) = decoded(input.bytes)
        let layout = text.withUnsafeBufferPointer { MarkedLayout(SourceLines(FieldLexer()), $0) }
        return ReadableBody(kind, Formatting.count(count, "field"), .layout(layout, of: .converted(text)))
    }

    /// A line for each field. What would end the line or the name stays encoded: control characters, and `=` in a name.
    private static func decoded(_ bytes: UnsafeBufferPointer<UInt8>) -> (text: [UInt8], fieldCount: Int) {
        countWork(bytes.count)
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var fieldCount = 0
        var isName = true
        var isInField = false
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            if byte == Byte.ampersand || byte == Byte.lineFeed || byte == Byte.carriageReturn {
                if isInField { text.append(Byte.lineFeed) }
                (isName, isInField) = (true, false)
                place += 1
                continue
            }
            if !isInField { fieldCount += 1 }
            isInField = true
            var decoded = byte == Byte.plus ? Byte.space : byte
            var length = 1
            if byte == Byte.percent, place + 2 < bytes.count, let high = URLEncoding.hexValue(bytes[place + 1]),
                let low = URLEncoding.hexValue(bytes[place + 2])
            {
                let value = high << 4 | low
                let isKept = value < 0x20 || value == 0x7F || (value == Byte.equals && isName)
                if !isKept { (decoded, length) = (value, 3) }
            } else if byte == Byte.equals {
                isName = false
            }
            text.append(decoded)
            place += length
        }
        return (text, fieldCount)
    }
}

/// `name=value`.
private struct FieldLexer: LineLexer {
    var start: Bool { false }

    func lex(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, state: inout Bool, into line: inout StyledLine) {
        var cursor = LineCursor(text, range)
        cursor.take(to: cursor.first { $0 == Byte.equals }, .name, &line)
        cursor.take(1, .punctuation, &line)
        cursor.takeRest(.string, &line)
    }
}
