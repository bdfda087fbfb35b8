import Base
import Bodies
import Descriptions
import JSONPath
import NetEngine

/// How a body is shown.
enum BodyMode: String, Sendable, Hashable, CaseIterable {
    case pretty, raw, hex
}

/// A body prepared for display: its kind, and where its lines begin. Only lines in view are ever formatted.
///
/// It shows what a scan of the body had read at a moment; while a body arrives, there is a new document for each moment.
/// Making one costs next to nothing, showing it what is in view. A value; copies share the bytes.
package struct BodyDocument: Sendable {
    typealias Kind = BodyScan.Kind

    /// As received, after content decoding; of a body that arrives there may be more.
    let bytes: BodyBytes
    /// The bytes that are shown.
    let byteCount: Int
    let kind: Kind
    let charset: TextEncoding
    /// A named charset that is not known; UTF-8 is assumed then.
    let unknownCharset: String?
    /// Whether the body was received to its end.
    let isComplete: Bool
    /// Where JSON stops being JSON.
    let jsonError: JSONErrorPlace?
    /// Dangerous characters in the whole text; zero for binary.
    let hazards: HazardCounts

    /// The body by its kind, if a decoder is for it; known once the body was received to its end.
    private(set) var readable: ReadableView?

    /// What is known of the body; from here it can be read on.
    let scan: BodyScan

    private let plain: BodyLines<TextLayout>
    private let pretty: BodyLines<JSONLayout>?

    /// All of a body, read at once.
    ///
    /// - Parameters:
    ///   - contentType: the value of the Content-Type field, or nil.
    ///   - isComplete: whether the body came to its end.
    init(bytes: BodyBytes, contentType: String? = nil, isComplete: Bool = true) {
        self.init(BodyScan(whole: bytes, contentType: contentType, isComplete: isComplete), isComplete: isComplete)
    }

    init(bytes: [UInt8], contentType: String? = nil, isComplete: Bool = true) {
        self.init(bytes: BodyBytes(bytes), contentType: contentType, isComplete: isComplete)
    }

    /// The part of a large body that is shown while it is prepared.
    static let previewBytes = 64 << 10

    /// The beginning of a large body. Its scan can be read on, unless the text has to be converted: then it is that of a copy
    /// of the beginning, so that no more is converted.
    init(beginningOf bytes: BodyBytes, contentType: String?, charset: TextEncoding? = nil) {
        let beginning = BodyBytes(bytes.bytes(in: 0..<Self.previewBytes))
        var scan = BodyScan(beginning, contentType: contentType, charset: charset)
        if let guessed = scan.guessedByBeginning() { scan = guessed }
        if scan.charset == .utf8 { scan = BodyScan(bytes, contentType: contentType, charset: charset) }
        scan.read(to: Self.previewBytes)
        self.init(scan, isComplete: false)
    }

    /// What a scan knows by now.
    init(_ scan: BodyScan, isComplete: Bool) {
        self.scan = scan
        bytes = scan.bytes
        byteCount = scan.byteCount
        kind = scan.kind
        charset = scan.charset
        unknownCharset = scan.unknownCharset
        self.isComplete = isComplete
        jsonError = scan.jsonError
        hazards = scan.hazards
        let layout = TextLayout(scan.lines)
        plain = BodyLines(text: scan.text, layout: layout, end: scan.place, isASCII: scan.lines.isASCII)
        if let json = scan.json, let verdict = scan.verdict {
            let readable = scan.text.withBytes {
                JSONLayout(json, verdict, error: scan.jsonError, plain: layout, in: $0)
            }
            pretty = BodyLines(text: scan.text, layout: readable, end: scan.place, isASCII: scan.lines.isASCII)
        } else {
            pretty = nil
        }
    }

    /// A copy that shows the body by its kind, if a decoder is for it. Reads all of the body.
    func decoded(
        contentType: String?, name: String, at seconds: Int64, as choice: ReadingChoice = ReadingChoice()
    ) -> BodyDocument {
        guard isComplete, kind == .text || kind == .binary else { return self }
        var copy = self
        copy.readable = ReadableView(bytes, contentType: contentType, name: name, at: seconds, as: choice)
        return copy
    }

    /// Whether the JSON is wrong only because the text ends: within a value, or within a character.
    func endsAt(_ error: JSONErrorPlace) -> Bool {
        error.error.cause == .endsEarly || error.error.offset + 4 > scan.text.count
    }

    /// The modes in which this body can be shown, best first.
    var modes: [BodyMode] {
        if readable?.title != nil { return kind == .binary ? [.pretty, .hex, .raw] : [.pretty, .raw, .hex] }
        return switch kind {
        case .empty: [.raw]
        case .json, .jsonLines: [.pretty, .raw, .hex]
        case .text: [.raw, .hex]
        case .binary: [.hex, .raw]
        }
    }

    /// The lines in a mode; a mode that this body does not have is shown raw. `columns` decides how many bytes a row of
    /// numbers has; `folds` are those of its JSON.
    func lines(_ mode: BodyMode, columns: Int, folds: JSONFolds = JSONFolds()) -> any LineSource {
        switch mode {
        case .pretty:
            if let source = readable?.source(columns: columns) { return source }
            return pretty.map { $0.folded(folds) } ?? plain
        case .raw: return plain
        case .hex: return hexLines(columns: columns)
        }
    }

    private func hexLines(columns: Int) -> HexLines { HexLines(bytes, count: byteCount, columns: columns) }

    // MARK: Places in all modes

    /// The offset of the byte at a column of a line; close to it if the charset is not UTF-8.
    func offset(in mode: BodyMode, columns: Int, line: Int, column: Int) -> Int {
        switch mode {
        case .hex: line * hexLines(columns: columns).bytesPerLine
        case .pretty where readable?.title != nil:
            if let lines = readable?.source(columns: columns) as? any PlacedLines {
                scaled(lines.offset(ofLine: line, column: column), from: lines.text.count, to: byteCount)
            } else {
                // Rows without bytes: the same share of the body is near enough.
                scaled(line, from: readable?.source(columns: columns)?.lineCount ?? 0, to: byteCount)
            }
        case .pretty: inBytes(pretty?.offset(ofLine: line, column: column) ?? 0)
        case .raw: inBytes(plain.offset(ofLine: line, column: column))
        }
    }

    /// Where a byte is shown.
    func place(ofOffset offset: Int, in mode: BodyMode, columns: Int) -> (line: Int, column: Int) {
        let inText = scaled(offset, from: byteCount, to: plain.layout.index.end)
        switch mode {
        case .hex: return (offset / hexLines(columns: columns).bytesPerLine, 0)
        case .pretty where readable?.title != nil:
            let source = readable?.source(columns: columns)
            if let lines = source as? any PlacedLines {
                return lines.place(ofOffset: scaled(offset, from: byteCount, to: lines.text.count))
            }
            return (scaled(offset, from: byteCount, to: source?.lineCount ?? 0), 0)
        case .pretty: return (pretty?.place(ofOffset: inText) ?? plain.place(ofOffset: inText))
        case .raw: return plain.place(ofOffset: inText)
        }
    }

    private func inBytes(_ offset: Int) -> Int { scaled(offset, from: plain.layout.index.end, to: byteCount) }

    private func scaled(_ offset: Int, from: Int, to: Int) -> Int {
        from == to || from == 0 ? offset : Int(Double(offset) / Double(from) * Double(to))
    }

    /// Says that what was looked at so far need not stay in memory: of a body in a file one look may map megabytes around it.
    func releasePages() {
        bytes.releasePages(0..<bytes.count)
        scan.text.releasePages(0..<scan.text.count)
    }

    /// The steps from the outermost value to a line of the readable layout, as JSONPath writes them: `$`, `.list`, `[3]`; in a body
    /// of many records the number of the record first. Of a deep one the innermost, after `…`. nil where the line is not JSON.
    func path(ofLine line: Int) -> [String]? {
        withJSON { layout, text in
            guard let row = layout.row(line, in: text) else { return nil }
            let path = layout.index.path(to: row.offset, in: text)
            var outer = [path.isCut ? "…" : "$"]
            if kind == .jsonLines { outer.append("[\(layout.index.rootIndex(at: row.offset, in: text))]") }
            return outer + path.steps.map { $0.text(in: text) }
        }
    }

    /// The steps from the root of a JSON body to a line of its readable layout; nil if it is too deep, or another kind of body.
    func steps(ofLine line: Int) -> [MemberStep]? {
        guard kind != .jsonLines else { return nil }
        return withJSON { layout, text in
            guard let row = layout.row(line, in: text) else { return nil }
            let path = layout.index.path(to: row.offset, in: text)
            guard !path.isCut else { return nil }
            return path.steps.map { step in
                switch step {
                case .index(let index): .index(index)
                case .name(let range):
                    .name(String(decoding: JSONText.decoded(Array(text[range]), quote: 0), as: UTF8.self))
                }
            }
        }
    }

    /// Looks at the readable layout of JSON; nil if the body is not JSON.
    func withJSON<R>(_ look: (JSONLayout, UnsafeBufferPointer<UInt8>) -> R?) -> R? {
        pretty.flatMap { pretty in pretty.text.withBytes { look(pretty.layout, $0) } }
    }

    /// Looks for the place in the text that a path leads to.
    func descend(_ steps: [JSONPathQuery.Step], isStopped: (Int) -> Bool) -> JSONDescent {
        guard let index = pretty?.layout.index else { return .missing(after: 0) }
        let outcome = scan.text.withBytes { index.descend(steps, in: $0, isStopped: isStopped) }
        releasePages()
        return outcome
    }

    /// The lines as received, with the carriage returns at their ends.
    var wireLines: BodyLines<TextLayout> {
        var layout = plain.layout
        layout.showsLineEnds = true
        return BodyLines(text: plain.text, layout: layout, end: plain.end, isASCII: !plain.mayBeWide)
    }
}

extension BodyLines<JSONLayout> {
    fileprivate func folded(_ folds: JSONFolds) -> any LineSource {
        guard !folds.isEmpty else { return self }
        return BodyLines<FoldedLayout>(text: text, layout: FoldedLayout(layout, folds), isASCII: !mayBeWide)
    }
}
