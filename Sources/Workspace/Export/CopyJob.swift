import Base
import NetEngine

/// Something to copy: what it is, and what its text is made of.
package struct CopyJob: Sendable {
    package enum Content: Sendable {
        case text(ClipboardText)
        /// Made when it is copied.
        case made(@Sendable () throws(Refusal) -> ClipboardText)
        case part(Part)
        case body
        /// The header lines of the response.
        case headers
        case url, curl, report, wire
    }

    /// A part of a text; of a JSON string its characters.
    package struct Part: Sendable {
        package var text: BodyBytes
        package var range: Range<Int>
        package var isString: Bool

        package init(of text: BodyBytes, _ range: Range<Int>, isString: Bool) {
            self.text = text
            self.range = range
            self.isString = isString
        }

        fileprivate var copied: ClipboardText {
            let bytes = text.bytes(in: range)
            return ClipboardText(bytes: isString ? JSONText.decoded(bytes, quote: 0) : bytes)
        }
    }

    /// What is copied, if that is too large for a clipboard and only a part of the body: it goes to a file.
    package var largePart: Part? {
        guard case .part(let part) = content, part.range.count > Self.maxBytes else { return nil }
        return part
    }

    /// What sentences call it: `Body`, `curl command`.
    package var name: String
    var content: Content
    /// nil for a text.
    var exchange: Exchange?
    var privates: PrivateValues
    var showsSecrets: Bool

    package init(_ name: String, _ text: ClipboardText) {
        self.init(name, .text(text), exchange: nil)
    }

    package init(_ name: String, _ text: BodyBytes) {
        self.init(name, .part(Part(of: text, 0..<text.count, isString: false)), exchange: nil)
    }

    package init(
        _ name: String, _ content: Content, exchange: Exchange?, privates: PrivateValues = PrivateValues(),
        showsSecrets: Bool = false
    ) {
        self.name = name
        self.content = content
        self.exchange = exchange
        self.privates = privates
        self.showsSecrets = showsSecrets
    }

    /// More is not for a clipboard.
    package static let maxBytes = 8_000_000

    package struct Refusal: Error, Hashable {
        package var sentence: String

        package init(sentence: String) { self.sentence = sentence }
    }

    /// The text, made now; takes time for large bodies.
    /// - Parameter environmentNamesProxy: as `ExchangeCopies.curlCommand` takes it.
    package func text(environmentNamesProxy: Bool = false) throws(Refusal) -> ClipboardText {
        switch content {
        case .text(let text): return try checked(text)
        case .made(let make): return try checked(make())
        case .part(let part):
            guard part.range.count <= Self.maxBytes else { throw Self.tooLarge(name, part.range.count) }
            return try checked(part.copied)
        default: break
        }
        guard let exchange else { throw Refusal(sentence: "There is no response to copy from.") }
        let copies = ExchangeCopies(exchange, privates, showsSecrets: showsSecrets)
        switch content {
        case .text, .made, .part: throw Refusal(sentence: "There is no response to copy from.")
        case .body: return try checked(Self.body(of: exchange))
        case .headers: return ClipboardText(copies.headerLines.joined(separator: "\n"))
        case .url: return ClipboardText(copies.url)
        case .curl:
            guard let command = copies.curlCommand(environmentNamesProxy: environmentNamesProxy) else {
                throw Refusal(sentence: "There is no curl command: nothing was sent.")
            }
            return try checked(ClipboardText(command))
        case .report: return try checked(ClipboardText(copies.report))
        case .wire: return try checked(ClipboardText(copies.wire))
        }
    }

    private static func body(of exchange: Exchange) throws(Refusal) -> ClipboardText {
        guard let response = exchange.response else { throw Refusal(sentence: "There is no response body to copy.") }
        if let kept = response.keptSentence {
            throw Refusal(sentence: response.content.isEmpty ? kept : "\(kept) W writes them to a file.")
        }
        guard response.bodyByteCount <= maxBytes else { throw tooLarge("The body", response.bodyByteCount) }
        let bytes = response.body
        let type = ContentType(response.headers.values("Content-Type").last ?? "")
        let verdict = TextDetection.shown(bytes, type: type)
        guard verdict.isNamed || !type.isBinary && (!bytes.contains(0) || verdict.encoding != .utf8) else {
            throw Refusal(sentence: "The body is not text; W writes its bytes to a file.")
        }
        return ClipboardText(bytes: verdict.encoding.visibleUTF8(bytes, from: verdict.prefix))
    }

    private func checked(_ text: ClipboardText) throws(Refusal) -> ClipboardText {
        guard text.byteCount <= Self.maxBytes else { throw Self.tooLarge(name, text.byteCount) }
        guard !text.isEmpty else { throw Refusal(sentence: "\(name) is empty; nothing was copied.") }
        return text
    }

    private static func tooLarge(_ what: String, _ count: Int) -> Refusal {
        Refusal(
            sentence:
                "\(what) has \(Formatting.byteCount(count)), too much for a clipboard; W writes it to a file.")
    }
}
