import Base
import NetEngine

package enum XMLBodyDecoder: BodyDecoder {
    package static var kind: BodyKind { .xml }

    package static func isNamed(by type: ContentType, fileName: Substring) -> Bool {
        type.isXML && !type.isHTML
            || ["xml", "svg", "rss", "atom", "xsd", "xsl", "xslt", "wsdl", "plist", "gpx", "kml"].contains(fileName)
    }

    package static func isBegun(by head: UnsafeBufferPointer<UInt8>) -> Bool {
        LineText(head, 0..<head.count).starts(with: "<?xml ")
    }

    package static func decode(_ input: DecoderInput) throws(DecodingRefusal) -> ReadableBody {
        try Markup.decode(input, .xml)
    }
}

package enum HTMLBodyDecoder: BodyDecoder {
    package static var kind: BodyKind { .html }

    package static func isNamed(by type: ContentType, fileName: Substring) -> Bool {
        type.isHTML || ["html", "htm", "xhtml"].contains(fileName)
    }

    package static func isBegun(by head: UnsafeBufferPointer<UInt8>) -> Bool {
        let text = LineText(head, 0..<head.count)
        return text.startsIgnoringCase(with: "<!doctype html") || text.startsIgnoringCase(with: "<html")
    }

    package static func decode(_ input: DecoderInput) throws(DecodingRefusal) -> ReadableBody {
        try Markup.decode(input, .html)
    }
}

private enum Markup {
    static func decode(_ input: DecoderInput, _ kind: BodyKind) throws(DecodingRefusal) -> ReadableBody {
        let text = input.text()
        let start = text.start
        let layout = text.withBytes(of: input.bytes) { text -> MarkedLayout<MarkupGrammar>? in
            guard text.contains(Byte.lessThan) else { return nil }
            return MarkedLayout(MarkupGrammar(isHTML: kind == .html), text, from: start)
        }
        guard let layout else { throw DecodingRefusal("it has no tags") }
        return ReadableBody(kind, "", .layout(layout, of: text))
    }
}
