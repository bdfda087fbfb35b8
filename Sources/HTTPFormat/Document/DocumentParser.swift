import Base
import NetEngine

/// Reads the lines of a `.http` file into kinds, blocks and requests (HTTP-FORMAT §2 to §8).
///
/// One pass with three states: before the request line, in the header section, in the body. It works on bytes and makes
/// strings only for what a request shows. It must not outlive its `withUnsafeBufferPointer` call.
struct DocumentParser {
    let bytes: UnsafeBufferPointer<UInt8>
    let lines: SourceLines
    var kinds: [LineKind]
    var requests: [SavedRequest] = []
    /// How many requests were handed on, and are no longer in `requests`.
    private var handedOn = 0
    /// Of all requests that were read by now.
    var requestCount: Int { handedOn + requests.count }
    var definitions: [VariableDefinition] = []
    /// The index of the last definition of each name.
    var lastDefinitions: [String: Int] = [:]
    var blocks: [DocumentBlock] = []
    var imports: [ImportLine] = []
    /// Of all `# @redact` lines.
    var hidden = HiddenParts()
    /// Of the last `# @variables` line.
    var variableOrder: VariableOrder?
    var fragments: [GraphQLFragment] = []
    /// Notices on lines outside of requests; those of a request are collected in `notices` until its block ends.
    var fileNotices: [Notice] = []
    var notices: [Notice] = []

    enum State { case pre, head, body }
    var state = State.pre
    var blockStart = 0
    var blockTitle: LineText?
    /// The texts of the separators that follow the first one directly.
    var blockRemarks: [LineText] = []
    var isUTF8 = true
    /// True if the block's separator may have been meant as a heading in the Markdown body above it.
    var blockMayBeText = false
    var blockHoldsOnlySeparators = true
    var draft = RequestParts()
    /// How many comments looked like a tag that is not known.
    var unknownTags = 0
    /// No `}}` closes a script block above this line; saves searching twice.
    var unclosedUntil = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        lines = SourceLines(bytes)
        kinds = [LineKind](repeating: .unknown, count: lines.count)
        requests.reserveCapacity(min(lines.count / 8, 16_384))
    }

    struct Result {
        package var requests: [SavedRequest]
        package var notices: [Notice]
        package var definitions: [VariableDefinition]
        package var imports: [ImportLine]
        package var hidden: HiddenParts
        package var variableOrder: VariableOrder?
        package var fragments: [GraphQLFragment]
        package var blocks: [DocumentBlock]
        package var lines: SourceLines
        package var kinds: [LineKind]
        var isUTF8: Bool
    }

    mutating func run() {
        var line = 0
        while line < lines.count { line = step(line) }
        finishBlock(at: lines.count)
        isUTF8 = (try? UTF8Span(validating: bytes.span)) != nil
        noteAcrossRequests()
    }

    /// Hands each request on when its block has ended, until `each` returns false.
    mutating func run(_ each: (SavedRequest) -> Bool) {
        var line = 0
        while line < lines.count {
            line = step(line)
            guard handOn(each) else { return }
        }
        finishBlock(at: lines.count)
        _ = handOn(each)
    }

    private mutating func handOn(_ each: (SavedRequest) -> Bool) -> Bool {
        guard !requests.isEmpty else { return true }
        let isMoreWanted = requests.allSatisfy(each)
        handedOn += requests.count
        requests.removeAll(keepingCapacity: true)
        return isMoreWanted
    }

    /// Reads a line, with those that belong to it.
    /// - Returns: the next one.
    private mutating func step(_ line: Int) -> Int {
        countWork(1)
        let text = self.text(line)
        if LineSyntax.isSeparator(text) {
            separator(line, text)
            return line + 1
        }
        blockHoldsOnlySeparators = false
        switch state {
        case .pre: return before(line, text)
        case .head: return head(line, text)
        case .body: return body(line, text)
        }
    }

    func finished() -> Result {
        var all = fileNotices
        // By index: iterating over copies would retain every string of each request.
        for index in requests.indices where !requests[index].notices.isEmpty {
            all.append(contentsOf: requests[index].notices)
        }
        all.sort { ($0.line, $0.id) < ($1.line, $1.id) }
        return Result(
            requests: requests, notices: all, definitions: definitions, imports: imports, hidden: hidden,
            variableOrder: variableOrder,
            fragments: fragments,
            blocks: blocks, lines: lines, kinds: kinds, isUTF8: isUTF8)
    }

    // MARK: blocks

    func text(_ line: Int) -> LineText {
        countWork(1)
        return LineText(bytes, lines.content(line))
    }

    mutating func separator(_ line: Int, _ text: LineText) {
        kinds[line] = .separator
        let title = LineSyntax.separatorTitle(text)
        if !(blockHoldsOnlySeparators && line > blockStart) {
            // Decided only when the block that begins here has ended.
            let mayBeHeading = draft.contentType.hasComments && draft.holdsBody && !title.isEmpty
            finishBlock(at: line)
            beginBlock(at: line)
            blockMayBeText = mayBeHeading
        }
        guard !title.isEmpty else { return }
        if blockTitle == nil { blockTitle = title } else { blockRemarks.append(title) }
    }

    mutating func beginBlock(at line: Int) {
        state = .pre
        blockStart = line
        blockTitle = nil
        blockRemarks.removeAll()
        blockMayBeText = false
        blockHoldsOnlySeparators = true
        draft = RequestParts()
    }

    mutating func finishBlock(at end: Int) {
        guard end > blockStart else { return }
        var block = DocumentBlock(lines: blockStart + 1..<end + 1, title: blockTitle?.string, requestIndex: nil)
        if draft.requestLine >= 0 {
            finishBody(at: end)
            block.requestIndex = requestCount
            requests.append(savedRequest(title: block.title, lines: block.lines))
        } else {
            // "### --- Users ---" is a heading of the collection, not of the Markdown above it.
            let isBanner =
                blockTitle?.first.map { [Byte.minus, Byte.equals, Byte.asterisk, Byte.tilde].contains($0) } ?? true
            if blockMayBeText, !isBanner {
                note(
                    "N3", .warning, blockStart,
                    "This line ends the body above; keep Markdown in a separate file: < file.md")
            }
            if !draft.handlers.isEmpty { notices.removeAll { $0.id == "N13" && $0.severity == .info } }
            for handler in draft.handlers {
                note(
                    "N13", .warning, handler.line - 1,
                    "The script is not run: no request follows it before the next ###")
            }
            fileNotices.append(contentsOf: notices)
            block.isHeading =
                block.title != nil
                && kinds[blockStart..<end].allSatisfy { $0 == .separator || $0 == .blank || $0 == .comment }
        }
        notices.removeAll()
        blocks.append(block)
    }

    mutating func note(_ id: String, _ severity: Notice.Severity, _ line: Int, _ text: String) {
        notices.append(Notice(id: id, severity: severity, line: line + 1, text: text))
    }
}
