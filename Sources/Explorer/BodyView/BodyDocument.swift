import Base
import NetEngine

/// How a body is shown.
enum BodyMode: String, Sendable, Hashable, CaseIterable {
    case pretty, raw, hex
}

/// A body prepared for display: its kind, and where its lines begin. Only lines in view are ever formatted.
///
/// Creating one reads all bytes once or twice, so it is done off the main thread; after that the cost depends on what is
/// shown. Memory beside the bytes: a mark for some 64 lines or 4 KiB, and a second copy only where the charset is
/// not UTF-8. A value; copies share the bytes.
struct BodyDocument: Sendable {
    enum Kind: Sendable, Hashable { case empty, json, jsonLines, text, binary }

    /// As received, after content decoding.
    let bytes: [UInt8]
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

    private let plain: BodyLines<TextLayout>
    private let pretty: BodyLines<JSONLayout>?

    /// - Parameters:
    ///   - contentType: the value of the Content-Type field, or nil.
    ///   - isComplete: whether the body came to its end.
    init(bytes: [UInt8], contentType: String? = nil, isComplete: Bool = true) {
        let type = ContentType(contentType ?? "")
        var named: TextDetection.Verdict?
        var unknown: String?
        do throws(TextDetection.UnknownEncoding) { named = try TextDetection.named(in: bytes, type: type) } catch {
            unknown = error.label
        }
        charset = named?.encoding ?? .utf8
        unknownCharset = unknown
        self.bytes = bytes
        self.isComplete = isComplete
        let text = charset.visibleUTF8(bytes, from: named?.prefix ?? 0)
        let layout = text.withUnsafeBufferPointer { TextLayout($0) }
        plain = BodyLines(text: text, layout: layout)

        let hasMark = named?.source == .byteOrderMark
        let isBinary = !type.isText && !hasMark && (type.isBinary || Self.looksBinary(text))
        let json = isBinary || text.isEmpty ? nil : Self.json(text, type: type, plain: layout, isComplete: isComplete)
        pretty = json.map { BodyLines(text: text, layout: $0.layout) }
        jsonError = json?.layout.error
        kind =
            bytes.isEmpty ? .empty : isBinary ? .binary : json.map { $0.isLines ? .jsonLines : .json } ?? .text
        hazards = isBinary ? HazardCounts() : text.withUnsafeBufferPointer { HazardScan.count($0) }
    }

    /// The modes in which this body can be shown, best first.
    var modes: [BodyMode] {
        switch kind {
        case .empty: [.raw]
        case .json, .jsonLines: [.pretty, .raw, .hex]
        case .text: [.raw, .hex]
        case .binary: [.hex, .raw]
        }
    }

    /// The lines in a mode; a mode that this body does not have is shown raw. `columns` decides how many bytes a row of
    /// numbers has.
    func lines(_ mode: BodyMode, columns: Int) -> any LineSource {
        switch mode {
        case .pretty: if let pretty { pretty } else { plain }
        case .raw: plain
        case .hex: HexLines(bytes, columns: columns)
        }
    }

    // MARK: Places in all modes

    /// The offset of the byte at a column of a line; close to it if the charset is not UTF-8.
    func offset(in mode: BodyMode, columns: Int, line: Int, column: Int) -> Int {
        switch mode {
        case .hex: line * HexLines(bytes, columns: columns).bytesPerLine
        case .pretty:
            scaled((pretty?.offset(ofLine: line, column: column) ?? 0), from: plain.text.count, to: bytes.count)
        case .raw: scaled(plain.offset(ofLine: line, column: column), from: plain.text.count, to: bytes.count)
        }
    }

    /// Where a byte is shown.
    func place(ofOffset offset: Int, in mode: BodyMode, columns: Int) -> (line: Int, column: Int) {
        let inText = scaled(offset, from: bytes.count, to: plain.text.count)
        switch mode {
        case .hex: return (offset / HexLines(bytes, columns: columns).bytesPerLine, 0)
        case .pretty: return (pretty?.place(ofOffset: inText) ?? plain.place(ofOffset: inText))
        case .raw: return plain.place(ofOffset: inText)
        }
    }

    private func scaled(_ offset: Int, from: Int, to: Int) -> Int {
        from == to || from == 0 ? offset : Int(Double(offset) / Double(from) * Double(to))
    }

    /// The lines as received, with the carriage returns at their ends.
    var wireLines: BodyLines<TextLayout> {
        var layout = plain.layout
        layout.showsLineEnds = true
        return BodyLines(text: plain.text, layout: layout)
    }

    // MARK: What it is

    private static func json(
        _ text: [UInt8], type: ContentType, plain: TextLayout, isComplete: Bool
    ) -> (layout: JSONLayout, isLines: Bool)? {
        let isDeclared = type.isJSON || type.isJSONLines
        let isOpen = ["", "text/plain", "application/octet-stream", "text/javascript", "application/javascript"]
            .contains(type.essence)
        guard isDeclared || isOpen else { return nil }
        if !isDeclared {
            let first = text.first { !JSONText.isSpace($0) }
            guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
        }
        return text.withUnsafeBufferPointer { text in
            let whole = JSONLayout(text, allowsManyRoots: type.isJSONLines, plain: plain)
            if isDeclared, whole.isWhole || whole.rootCount == 0 || type.isJSONLines {
                return (whole, type.isJSONLines)
            }
            if whole.isWhole { return (whole, false) }
            if whole.rootCount > 0 {
                let lines = JSONLayout(text, allowsManyRoots: true, plain: plain)
                if lines.isWhole || lines.isCut { return (lines, true) }
            }
            return isDeclared || (whole.isCut && !isComplete) ? (whole, false) : nil
        }
    }

    /// Whether the first bytes contain zeros, many control characters or much invalid UTF-8.
    private static func looksBinary(_ text: [UInt8]) -> Bool {
        let head = text.prefix(4096)
        guard !head.isEmpty else { return false }
        if head.contains(0) { return true }
        let hazards = head.withUnsafeBufferPointer { HazardScan.count($0) }
        return (hazards.control + hazards.invalidBytes) * 10 > head.count
    }
}
