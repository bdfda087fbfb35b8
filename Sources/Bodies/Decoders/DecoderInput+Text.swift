import Base
import NetEngine

extension DecoderInput {
    /// The body as UTF-8: its charset is the one asked for, or found by byte order mark, header, the document itself, or its
    /// bytes. Never fails: what is not text in that charset stays visible as bytes that are not UTF-8.
    func text() -> ReadableText {
        let (encoding, prefix) = foundCharset()
        guard encoding != .utf8 else { return .body(from: prefix) }
        return .converted(encoding.visibleUTF8(Array(bytes), from: prefix))
    }

    /// The charset of the text, and the bytes of its byte order mark.
    package func foundCharset() -> (encoding: TextEncoding, prefix: Int) {
        let head = Array(bytes.prefix(1024))
        let mark = TextEncoding.byteOrderMark(of: head)
        if let charset { return (charset, mark?.encoding == charset ? mark?.length ?? 0 : 0) }
        if let named = try? TextDetection.named(in: head, type: type) { return (named.encoding, named.prefix) }
        if let label = styleSheetLabel(head), let encoding = TextEncoding(label: label) { return (encoding, 0) }
        return (TextDetection.likeliest(bytes, type: type, isCut: false), 0)
    }

    /// `@charset "label";` as the first bytes of a style sheet (CSS Syntax §3.2).
    private func styleSheetLabel(_ head: [UInt8]) -> String? {
        let opening = Array(#"@charset ""#.utf8)
        guard head.starts(with: opening), let end = head.dropFirst(opening.count).firstIndex(of: Byte.quote) else {
            return nil
        }
        return String(decoding: head[opening.count..<end], as: UTF8.self)
    }
}
