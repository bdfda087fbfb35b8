import Base
import NetEngine

/// What a body is made of, learned while it arrives: its kind, where its lines are, and the structure of JSON.
///
/// Read it as far as it has come, as often as you like: each byte is looked at once. A value; a copy is what was known at a
/// moment, and can be shown while the original goes on.
package struct BodyScan: Sendable {
    package enum Kind: Sendable, Hashable { case empty, json, jsonLines, text, binary }

    /// As received, after content decoding.
    package let bytes: BodyBytes
    /// As UTF-8; the same bytes where that is what they are.
    package let text: BodyBytes
    package let charset: TextEncoding
    /// Whether nothing named the charset, and the bytes of the body decided that it is probably not UTF-8.
    package let isCharsetGuessed: Bool
    /// What a complete text looks like, if that is not the charset that its header or the document names.
    package private(set) var likelierCharset: TextEncoding?
    /// A named charset that is not known; UTF-8 is assumed then.
    package let unknownCharset: String?
    package let isBinary: Bool
    /// Where the text begins, after a byte order mark.
    package let start: Int
    package private(set) var lines: LineIndex
    package private(set) var hazards: HazardCounts
    /// nil as soon as the text is certainly not JSON and is not said to be.
    package private(set) var json: JSONIndex?
    /// Where JSON stops being JSON, as it is shown.
    package private(set) var jsonError: JSONErrorPlace?
    /// Whether no more will come.
    package private(set) var isEnded = false

    private let type: ContentType
    private let isCharsetChosen: Bool
    private let namedBy: DecodedText.Source?
    /// Of a body in another charset: bytes that are in `text`.
    private let convertedCount: Int
    private var hazardScan: HazardScan
    private var utf8: UTF8Scan
    /// Pages before it were given back.
    private var released = 0

    /// Bytes that decide what a body is.
    package static let headLength = 4096
    /// Bytes by which a charset is guessed before all is there.
    private static let beginningLength = 64 << 10
    /// Bytes that are read in one go, so that they are still in the cache when the next index reads them.
    private static let window = 128 << 10
    private static let releaseStep = 4 << 20

    /// Looks at the beginning. Make another one when more comes, until `headLength` bytes are there or the body ends.
    ///
    /// - Parameter charset: what the user chose, whatever else says what it is; the body is text then.
    package init(_ bytes: BodyBytes, contentType: String?, charset: TextEncoding? = nil) {
        self.init(bytes, ContentType(contentType ?? ""), chosen: charset, isGuess: false)
    }

    private init(_ bytes: BodyBytes, _ type: ContentType, chosen: TextEncoding?, isGuess: Bool) {
        self.type = type
        isCharsetGuessed = isGuess
        isCharsetChosen = chosen != nil
        let head = bytes.bytes(in: 0..<Self.headLength)
        var named: TextDetection.Verdict?
        var unknown: String?
        if chosen == nil {
            do throws(TextDetection.UnknownEncoding) { named = try TextDetection.named(in: head, type: type) } catch {
                unknown = error.label
            }
        }
        self.bytes = bytes
        charset = chosen ?? named?.encoding ?? .utf8
        unknownCharset = unknown
        namedBy = named?.source
        let sign = TextEncoding.byteOrderMark(of: head)
        let mark = named?.prefix ?? (sign?.encoding == charset ? sign?.length : nil) ?? 0
        if charset == .utf8 {
            text = bytes
            start = mark
            convertedCount = 0
        } else {
            convertedCount = bytes.count
            text = charset.visibleUTF8(bytes, from: mark)
            start = 0
        }
        let textHead = charset == .utf8 ? head[min(mark, head.count)...] : text.bytes(in: 0..<Self.headLength)[...]
        isBinary =
            chosen == nil && !type.isText && named?.source != .byteOrderMark
            && (type.isBinary || Self.looksBinary(textHead))
        lines = LineIndex(from: start)
        hazardScan = HazardScan(from: start)
        hazards = HazardCounts()
        utf8 = UTF8Scan(from: start)
        if !isBinary, isDeclaredJSON || Self.mayBeJSON(type) {
            json = JSONIndex(from: start, isSequence: isSequence)
        }
    }

    /// The same in the charset that a text most probably is in by its beginning; nil if that is UTF-8, or another one is named.
    package func guessedByBeginning() -> BodyScan? {
        let beginning = BodyBytes(bytes.bytes(in: 0..<Self.beginningLength))
        guard !isBinary, let charset = guess(by: beginning, isComplete: false) else { return nil }
        return BodyScan(bytes, type, chosen: charset, isGuess: true)
    }

    /// All of a body.
    package init(whole bytes: BodyBytes, contentType: String?, isComplete: Bool = true) {
        self.init(bytes, contentType: contentType)
        read(to: .max)
        end(isComplete: isComplete)
    }

    /// Bytes of the body that were read.
    package var byteCount: Int { charset == .utf8 ? min(place, bytes.count) : convertedCount }
    /// Bytes of the text that were read.
    package var place: Int { lines.end }
    /// Whether some of what has come was not read yet.
    package var hasMore: Bool { place < text.count }

    // MARK: Reading

    /// Reads on: up to an offset, or as far as the body has come.
    package mutating func read(to limit: Int) {
        let text = text
        text.withBytes { bytes in
            let limit = min(limit, bytes.count)
            while place < limit { readWindow(bytes, to: min(limit, place + Self.window)) }
        }
        judge()
    }

    private mutating func readWindow(_ bytes: UnsafeBufferPointer<UInt8>, to limit: Int) {
        let before = place
        let facts = lines.read(bytes, to: limit)
        if !isBinary {
            hazardScan.read(bytes, to: limit, plainFrom: facts.isPlain ? before : .max, isEnd: false)
        }
        if json != nil {
            json?.read(bytes, to: limit)
            utf8.read(bytes, to: limit, asciiFrom: facts.isASCII ? before : .max)
        }
        hazards = hazardScan.counts
        if limit - released >= Self.releaseStep {
            // All of them: one look may map megabytes around it.
            text.releasePages(0..<bytes.count)
            released = limit
        }
    }

    /// Says that no more comes. All must have been read.
    ///
    /// - Parameter isComplete: whether the body came to its end.
    package mutating func end(isComplete: Bool) {
        guard !isEnded else { return }
        isEnded = true
        text.withBytes { bytes in
            lines.finish(bytes)
            json?.finish(bytes)
            if !isBinary { hazardScan.read(bytes, to: place, isEnd: true) }
        }
        hazards = hazardScan.counts
        isCutOff = !isComplete
        judge()
        if isComplete { likelierCharset = doubtedCharset() }
        if let charset = guess() {
            self = BodyScan(bytes, type, chosen: charset, isGuess: true)
            read(to: .max)
            end(isComplete: isComplete)
        }
    }

    /// A header or a document may name a charset that the bytes are not in.
    private func doubtedCharset() -> TextEncoding? {
        guard kind == .text, let namedBy, namedBy == .header || namedBy == .document else { return nil }
        if charset == .utf8 {
            guard hazards.total > 0 else { return nil }
            return likeliest(in: bytes, ContentType(""), isCut: false)
        }
        // Characters of more than one byte, and none wrong: hardly anything else looks like UTF-8.
        let isUTF8 = bytes.withBytes { bytes in
            bytes.contains { $0 >= 0x80 } && (try? UTF8Span(validating: bytes.span)) != nil
        }
        guard isUTF8, !charset.name.hasPrefix("UTF-") else { return nil }
        return .utf8
    }

    /// What a text most probably is that nothing names a charset for, if that is not UTF-8.
    private func guess() -> TextEncoding? {
        // JSON is UTF-8 only where the type says that it is JSON.
        let mayBeOther = kind == .text || json != nil && utf8.firstInvalid != nil
        return mayBeOther && hazards.total > 0 ? guess(by: bytes, isComplete: !isCutOff) : nil
    }

    /// The same by the bytes of a body of which perhaps only the beginning was read.
    func guess(by all: BodyBytes, isComplete: Bool) -> TextEncoding? {
        guard namedBy == nil, !isCharsetChosen, unknownCharset == nil, !isDeclaredJSON else { return nil }
        return likeliest(in: all, type, isCut: !isComplete)
    }

    /// nil for UTF-8.
    private func likeliest(in bytes: BodyBytes, _ type: ContentType, isCut: Bool) -> TextEncoding? {
        let encoding = bytes.withBytes { TextDetection.likeliest($0, type: type, isCut: isCut) }
        bytes.releasePages(0..<bytes.count)
        return encoding == .utf8 ? nil : encoding
    }

    private var isCutOff = false

    // MARK: What it is

    package var kind: Kind {
        if text.isEmpty && bytes.isEmpty { return .empty }
        if isBinary { return .binary }
        return json == nil ? .text : isManyValues ? .jsonLines : .json
    }

    /// The charset that the header names for JSON that is not UTF-8. JSON must be (RFC 8259 §8.1), so it does not count.
    package var overruledCharset: String? {
        guard type.isJSON, utf8.firstInvalid != nil, let label = type.charset else { return nil }
        return TextEncoding(label: label) == .utf8 ? nil : label
    }

    /// How the JSON is read.
    package var verdict: JSONVerdict? {
        json.map { JSONVerdict($0, allowsManyRoots: isManyValues, invalidUTF8: utf8.firstInvalid) }
    }

    /// Whether the values stand one after the other, and are not one.
    private var isManyValues: Bool {
        guard let json else { return false }
        if type.isJSONLines || isSequence { return true }
        guard json.secondRoot != nil else { return false }
        let many = JSONVerdict(json, allowsManyRoots: true, invalidUTF8: utf8.firstInvalid)
        return many.isWhole || many.isCut
    }

    private var isDeclaredJSON: Bool { type.isJSON || type.isJSONLines || isSequence }
    private var isSequence: Bool { type.essence == "application/json-seq" || type.essence.hasSuffix("+json-seq") }

    /// Whether a body of this type is JSON if it looks like it.
    package static func mayBeJSON(_ type: ContentType) -> Bool {
        ["", "text/plain", "application/octet-stream", "text/javascript", "application/javascript"]
            .contains(type.essence)
    }

    /// Gives the JSON up if it is none and is not said to be, and finds the place of an error.
    private mutating func judge() {
        guard let json else { return }
        if (isEnded && place <= start) || (!isDeclaredJSON && !isStillJSON(json)) {
            self.json = nil
            jsonError = nil
            return
        }
        guard let error = verdict?.error else {
            jsonError = nil
            return
        }
        guard jsonError?.error != error else { return }
        jsonError = JSONErrorPlace(error, in: text)
    }

    private func isStillJSON(_ json: JSONIndex) -> Bool {
        guard json.rowCount > 0 || json.error != nil || isEnded else { return true }
        let first = text.withBytes { text in
            json.row(0, in: text).map { text[$0.offset] }
        }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return false }
        let verdict = JSONVerdict(json, allowsManyRoots: true, invalidUTF8: utf8.firstInvalid)
        if verdict.isWhole { return true }
        return verdict.isCut && (isCutOff || json.rootCount > 0)
    }

    /// Whether the first bytes contain zeros, many control characters or much invalid UTF-8.
    private static func looksBinary(_ head: ArraySlice<UInt8>) -> Bool {
        guard !head.isEmpty else { return false }
        if head.contains(0) { return true }
        let hazards = Array(head).withUnsafeBufferPointer { HazardScan.count($0) }
        return (hazards.control + hazards.invalidBytes) * 10 > head.count
    }
}
