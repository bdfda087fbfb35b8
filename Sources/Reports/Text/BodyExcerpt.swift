import NetEngine

/// The beginning of a body, for a report.
struct BodyExcerpt {
    /// Bytes of a body that are shown.
    static let limit = 8 << 10

    enum Content: Equatable {
        case text(String)
        case binary([UInt8])
    }

    let content: Content
    /// Bytes of the body that are shown.
    let count: Int

    init(_ body: [UInt8], _ type: ContentType) {
        let shown = PlainText.prefix(body, Self.limit)
        if type.isBinary || shown.contains(0) {
            count = min(shown.count, Self.mostBinary)
            content = .binary(Array(shown.prefix(Self.mostBinary)))
        } else if let text = Self.text(shown, type) {
            (count, content) = (shown.count, .text(text))
        } else {
            count = min(shown.count, Self.mostBinary)
            content = .binary(Array(shown.prefix(Self.mostBinary)))
        }
    }

    private static let mostBinary = 512

    /// nil if it is not text.
    private static func text(_ bytes: [UInt8], _ type: ContentType) -> String? {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var verdict: TextDetection.Verdict?
        do throws(TextDetection.UnknownEncoding) { verdict = try TextDetection.named(in: bytes, type: type) } catch {}
        if let verdict, verdict.encoding != .utf8 {
            return String(validating: verdict.encoding.visibleUTF8(bytes, from: verdict.prefix), as: UTF8.self)
        }
        // The last character may have been cut.
        return (1...3).lazy.compactMap { String(validating: bytes.dropLast($0), as: UTF8.self) }.first
    }
}
