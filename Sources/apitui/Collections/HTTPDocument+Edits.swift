/// The smallest changes to a document. Each returns the new document; a refused edit says why.
///
/// Every edit is read back before it is returned: if the file would not say what was asked for, and only that, the edit
/// is refused and nothing has happened.
extension HTTPDocument {
    enum Edit: Sendable, Hashable {
        /// An empty method is refused; where the line has none, `GET` changes nothing.
        case setMethod(String)
        /// The whole target. New lines in it are refused.
        case setTarget(String)
        /// As written, not encoded: `&` and `#` in it are refused.
        case setParameter(Int, name: String, value: String)
        case addParameter(name: String, value: String)
        case removeParameter(Int)
        case toggleParameter(Int)
        case setHeader(Int, name: String, value: String)
        case addHeader(name: String, value: String)
        case removeHeader(Int)
        case toggleHeader(Int)
        /// The editable text with LF line ends; the file's own line ends are written. Blank lines around it are left out.
        case setBody(String)
        /// One line; empty removes the title.
        case setTitle(String)
    }

    struct EditRefusal: Error, Sendable, Hashable {
        /// One sentence for the person.
        var sentence: String
    }

    func applying(_ edit: Edit, toRequest index: Int) throws(EditRefusal) -> HTTPDocument {
        guard !isReadOnly else {
            throw EditRefusal(sentence: "The file is not UTF-8 and cannot be edited here.")
        }
        guard requests.indices.contains(index) else {
            throw EditRefusal(sentence: "There is no such request in the file any more.")
        }
        var editor = RequestEditor(document: self, request: requests[index])
        return try editor.applying(edit)
    }
}

/// One edit of one request.
struct RequestEditor {
    let document: HTTPDocument
    let request: SavedRequest
    private var edits: LineEdits
    private var expected: Reading

    typealias Refusal = HTTPDocument.EditRefusal

    /// What must be read back. nil: free to change.
    private struct Reading: Hashable {
        var method: String
        var target: String?
        var parameters: [[String]]?
        var headers: [[String]]
        var body: String
        var title: String?
        var name: String?

        init(_ request: SavedRequest) {
            method = request.method
            target = request.target
            parameters = request.parameters.map { [$0.name, $0.value, $0.isEnabled ? "on" : "off"] }
            headers = request.headers.map { [$0.name, $0.value, $0.isEnabled ? "on" : "off"] }
            body = request.body.text
            title = request.title
            name = request.name
        }

        func matches(_ other: Reading) -> Bool {
            var other = other
            if target == nil { other.target = nil }
            if parameters == nil { other.parameters = nil }
            return self == other
        }
    }

    init(document: HTTPDocument, request: SavedRequest) {
        self.document = document
        self.request = request
        edits = LineEdits(document)
        expected = Reading(request)
    }

    mutating func applying(_ edit: HTTPDocument.Edit) throws(Refusal) -> HTTPDocument {
        switch edit {
        case .setMethod(let method): try setMethod(method)
        case .setTarget(let target): return try setTarget(target)
        case .setParameter(let index, let name, let value): try setParameter(index, name, value)
        case .addParameter(let name, let value): try addParameter(name, value)
        case .removeParameter(let index): try removeParameter(index)
        case .toggleParameter(let index): try toggleParameter(index)
        case .setHeader(let index, let name, let value): try setHeader(index, name, value)
        case .addHeader(let name, let value): try addHeader(name, value)
        case .removeHeader(let index): try removeHeader(index)
        case .toggleHeader(let index): try toggleHeader(index)
        case .setBody(let text): try setBody(text)
        case .setTitle(let title): try setTitle(title)
        }
        return try readBack(Self.refusal(edit))
    }

    private func readBack(_ sentence: String) throws(Refusal) -> HTTPDocument {
        guard let result = readBack() else { throw Refusal(sentence: sentence) }
        return result
    }

    private func readBack() -> HTTPDocument? {
        let result = HTTPDocument(bytes: edits.bytes)
        guard result.requests.count == document.requests.count,
            expected.matches(Reading(result.requests[request.index]))
        else { return nil }
        return result
    }

    private static func refusal(_ edit: HTTPDocument.Edit) -> String {
        switch edit {
        case .setMethod(let method): "\(method) would not be read as a method: write capital letters."
        case .setTarget: "This target would be read as something else; write it so that it looks like a URL."
        case .setParameter, .addParameter, .removeParameter, .toggleParameter:
            "The parameters would be read as something else; edit the target instead."
        case .setHeader, .addHeader, .removeHeader, .toggleHeader:
            "The header line would be read as something else; edit the file instead."
        case .setBody:
            "The body would be read as something else: its first or last lines look like a request, a script, an "
                + "assertion or a comment. Put it into a file of its own: < file"
        case .setTitle: "The title cannot begin or end with # or spaces."
        }
    }

    private func with<T>(_ line: Int, _ read: (LineText) -> T) -> T {
        document.bytes.withUnsafeBufferPointer { read(LineText($0, document.lines.content(line))) }
    }

    /// The bytes of a line with some of them replaced.
    private func content(_ line: Int, replacing ranges: [(Range<Int>, [UInt8])]) -> [UInt8] {
        let content = document.lines.content(line)
        var result = Array(document.bytes[content])
        for (range, bytes) in ranges.sorted(by: { $0.0.lowerBound > $1.0.lowerBound }) {
            let start = content.lowerBound
            result.replaceSubrange(range.lowerBound - start..<range.upperBound - start, with: bytes)
        }
        return result
    }

    private static func refuseLineBreak(_ text: String, _ what: String) throws(Refusal) {
        if text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D || $0 == 0 }) {
            throw Refusal(sentence: "\(what) must be one line.")
        }
    }

    // MARK: the request line

    private mutating func setMethod(_ method: String) throws(Refusal) {
        guard !method.isEmpty, method.utf8.allSatisfy(LineText.isToken) else {
            throw Refusal(sentence: "A method is one word of letters, digits and -.")
        }
        let bytes = Array(method.utf8)
        let known = bytes.withUnsafeBufferPointer { KnownMethod.name(LineText($0, 0..<$0.count)) }
        expected.method = known ?? method
        guard expected.method != request.method else { return }
        let line = request.line - 1
        let found = with(line) { text -> (Range<Int>, [UInt8])? in
            guard let parts = LineSyntax.requestLine(text) else { return nil }
            if let written = parts.method { return (written.range, bytes) }
            return (parts.target.start..<parts.target.start, bytes + [0x20])
        }
        guard let found else { return }
        edits.replace(line, with: content(line, replacing: [found]))
    }

    /// Only the part that differs is written; a target on several lines keeps its lines where it can.
    private mutating func setTarget(_ target: String) throws(Refusal) -> HTTPDocument {
        try Self.refuseLineBreak(target, "A target")
        let new = LineText.trimmedBytes(Array(target.utf8))
        guard !new.isEmpty else { throw Refusal(sentence: "A request needs a target.") }
        expected.target = String(decoding: new, as: UTF8.self)
        expected.parameters = nil
        guard expected.target != request.target else { return document }
        let pieces = targetPieces()
        if pieces.count > 1 {
            replaceDifference(pieces, new)
            if let result = readBack() { return result }
            edits = LineEdits(document)
            for (line, _) in pieces.dropFirst() { edits.delete(line) }
        }
        guard let first = pieces.first else { throw Refusal(sentence: "The request line cannot be found.") }
        edits.replace(first.line, with: content(first.line, replacing: [(first.range, new)]))
        return try readBack(Self.refusal(.setTarget(target)))
    }

    private func targetPieces() -> [(line: Int, range: Range<Int>)] {
        (request.line - 1..<request.lines.upperBound - 1).compactMap { line in
            with(line) { text in
                switch document.kinds[line] {
                case .requestLine: LineSyntax.requestLine(text).map { (line, $0.target.range) }
                case .targetContinuation: (line, LineSyntax.splitVersion(text.trimmed).target.range)
                default: nil
                }
            }
        }
    }

    private mutating func replaceDifference(_ pieces: [(line: Int, range: Range<Int>)], _ new: [UInt8]) {
        let old = pieces.flatMap { document.bytes[$0.range] }
        var starts = [0]
        for piece in pieces.dropLast() { starts.append(starts[starts.count - 1] + piece.range.count) }
        let prefix = zip(old, new).prefix { $0 == $1 }.count
        /// The part of the old target that changes, given where it begins at the latest.
        func changed(from prefix: Int) -> Range<Int> {
            let most = min(old.count, new.count) - prefix
            return prefix..<old.count - zip(old.reversed(), new.reversed()).prefix(most).prefix { $0 == $1 }.count
        }
        func touched(_ range: Range<Int>) -> Int {
            starts.indices.count {
                starts[$0] < range.upperBound && starts[$0] + pieces[$0].range.count > range.lowerBound
            }
        }
        // A change that may as well begin with a line often covers that line alone.
        var range = changed(from: prefix)
        if let start = starts.last(where: { $0 <= prefix }), start > 0, touched(changed(from: start)) < touched(range) {
            range = changed(from: start)
        }
        var inserted: [UInt8]? = Array(new[range.lowerBound..<new.count - (old.count - range.upperBound)])
        for (index, (line, bytes)) in pieces.enumerated() {
            let piece = starts[index]..<starts[index] + bytes.count
            let takesInsertion = inserted != nil && range.lowerBound <= piece.upperBound
            guard takesInsertion || piece.overlaps(range) else { continue }
            if range.lowerBound == piece.upperBound, !range.isEmpty { continue }
            let from = max(range.lowerBound, piece.lowerBound) - piece.lowerBound + bytes.lowerBound
            let to = min(range.upperBound, piece.upperBound) - piece.lowerBound + bytes.lowerBound
            let replacement = inserted ?? []
            inserted = nil
            if replacement.isEmpty, from == bytes.lowerBound, to == bytes.upperBound, index > 0 {
                edits.delete(line)
            } else {
                edits.replace(line, with: content(line, replacing: [(from..<to, replacement)]))
            }
        }
    }

    // MARK: parameters

    private static func parameter(_ name: String, _ value: String, keepsEquals: Bool) throws(Refusal) -> [UInt8] {
        try refuseLineBreak(name + value, "A parameter")
        guard !name.isEmpty else { throw Refusal(sentence: "A parameter needs a name.") }
        let bytes = Array((value.isEmpty && !keepsEquals ? name : "\(name)=\(value)").utf8)
        let query = bytes.withUnsafeBufferPointer { buffer in
            let text = [UInt8(ascii: "?")] + Array(buffer)
            return text.withUnsafeBufferPointer { buffer in
                let query = QuerySyntax(LineText(buffer, 0..<buffer.count))
                return (query.parameters.count, query.end == buffer.count)
            }
        }
        guard query.1 else { throw Refusal(sentence: "A # in a parameter is written %23.") }
        guard query.0 == 1 else { throw Refusal(sentence: "A & in a parameter is written %26.") }
        guard !name.utf8.contains(0x3D) || name.contains("{{") else {
            throw Refusal(sentence: "A = in the name of a parameter is written %3D.")
        }
        return bytes
    }

    private mutating func editZone(_ edit: (inout TargetZone) throws(Refusal) -> Void) throws(Refusal) {
        let old = TargetZone(request, in: document)
        var new = old
        guard old.places.count == request.parameters.count else {
            throw Refusal(sentence: "A parameter stands on several lines; edit the target instead.")
        }
        try edit(&new)
        expected.target = nil
        let sources = Set(new.lines.compactMap(\.source))
        var anchor = request.line - 1
        for line in new.lines {
            if let source = line.source {
                anchor = source
                if old.lines.first(where: { $0.source == source }) != line { edits.replace(source, with: line.bytes) }
            } else {
                edits.insert([line.bytes], after: anchor)
            }
        }
        for line in old.lines {
            if let source = line.source, !sources.contains(source) { edits.delete(source) }
        }
    }

    private func checkParameter(_ index: Int) throws(Refusal) {
        guard request.parameters.indices.contains(index) else {
            throw Refusal(sentence: "There is no such parameter any more.")
        }
    }

    private mutating func setParameter(_ index: Int, _ name: String, _ value: String) throws(Refusal) {
        try checkParameter(index)
        expected.parameters?[index].replaceSubrange(0..<2, with: [name, value])
        try editZone { (zone) throws(Refusal) in
            let hadEquals = zone.parameter(index)?.contains(0x3D) ?? true
            zone.setParameter(index, try Self.parameter(name, value, keepsEquals: hadEquals))
        }
    }

    private mutating func addParameter(_ name: String, _ value: String) throws(Refusal) {
        expected.parameters?.append([name, value, "on"])
        let bytes = try Self.parameter(name, value, keepsEquals: true)
        try editZone { (zone) throws(Refusal) in zone.addParameter(bytes) }
    }

    private mutating func removeParameter(_ index: Int) throws(Refusal) {
        try checkParameter(index)
        expected.parameters?.remove(at: index)
        try editZone { (zone) throws(Refusal) in zone.removeParameter(index) }
    }

    private mutating func toggleParameter(_ index: Int) throws(Refusal) {
        try checkParameter(index)
        expected.parameters?[index][2] = request.parameters[index].isEnabled ? "off" : "on"
        try editZone { (zone) throws(Refusal) in zone.toggleParameter(index) }
    }

    // MARK: headers

    private static func checkHeader(_ name: String, _ value: String) throws(Refusal) {
        try refuseLineBreak(name, "A header name")
        try refuseLineBreak(value, "A header value")
        let bytes = Array((name + ":").utf8)
        let isValid = bytes.withUnsafeBufferPointer { buffer in
            LineSyntax.header(LineText(buffer, 0..<buffer.count))?.name.range == 0..<buffer.count - 1
        }
        guard isValid else {
            throw Refusal(
                sentence: name.isEmpty
                    ? "A header needs a name."
                    : "A header name is made of letters, digits and !#$%&'*+-.^_`|~ only.")
        }
        let text = LineText.trimmedBytes(Array(value.utf8))
        guard text.count == value.utf8.count else {
            throw Refusal(sentence: "A header value cannot begin or end with spaces.")
        }
    }

    private func checkHeader(_ index: Int) throws(Refusal) {
        guard request.headers.indices.contains(index) else {
            throw Refusal(sentence: "There is no such header any more.")
        }
    }

    /// The further lines of a header's value.
    private func continuations(_ line: Int) -> Range<Int> {
        var end = line + 1
        while end < document.kinds.count, document.kinds[end] == .headerContinuation { end += 1 }
        return line + 1..<end
    }

    private mutating func setHeader(_ index: Int, _ name: String, _ value: String) throws(Refusal) {
        try checkHeader(index)
        try Self.checkHeader(name, value)
        expected.headers[index].replaceSubrange(0..<2, with: [name, value])
        let header = request.headers[index]
        let line = header.line - 1
        let ranges = with(line) { text -> (name: Range<Int>, value: Range<Int>)? in
            let content = header.isEnabled ? text : LineSyntax.commentText(text) ?? text
            return LineSyntax.header(content).map { ($0.name.range, $0.value.range) }
        }
        guard let ranges else { throw Refusal(sentence: "The header line cannot be found.") }
        var changes: [(Range<Int>, [UInt8])] = []
        if header.name != name { changes.append((ranges.name, Array(name.utf8))) }
        if header.value != value {
            let needsSpace =
                document.bytes[ranges.value.lowerBound - 1] == 0x3A && !value.isEmpty && header.value.isEmpty
            changes.append((ranges.value, (needsSpace ? [0x20] : []) + Array(value.utf8)))
            for line in continuations(line) { edits.delete(line) }
        }
        guard !changes.isEmpty else { return }
        edits.replace(line, with: content(line, replacing: changes))
    }

    private mutating func addHeader(_ name: String, _ value: String) throws(Refusal) {
        try Self.checkHeader(name, value)
        expected.headers.append([name, value, "on"])
        var anchor = request.line - 1
        var indent: [UInt8] = []
        for line in anchor..<request.lines.upperBound - 1 {
            switch document.kinds[line] {
            case .targetContinuation, .disabledParameter, .headerContinuation: anchor = line
            case .header, .disabledHeader:
                anchor = line
                indent = with(line) { Array($0.bytes[$0.start..<$0.trimmed.start]) }
            default: continue
            }
        }
        edits.insert([indent + Array((value.isEmpty ? "\(name):" : "\(name): \(value)").utf8)], after: anchor)
    }

    private mutating func removeHeader(_ index: Int) throws(Refusal) {
        try checkHeader(index)
        expected.headers.remove(at: index)
        let line = request.headers[index].line - 1
        edits.delete(line)
        for line in continuations(line) { edits.delete(line) }
    }

    private mutating func toggleHeader(_ index: Int) throws(Refusal) {
        try checkHeader(index)
        let header = request.headers[index]
        let line = header.line - 1
        expected.headers[index][2] = header.isEnabled ? "off" : "on"
        guard continuations(line).isEmpty else {
            throw Refusal(sentence: "The value stands on several lines; write it on one line first.")
        }
        let change = with(line) { text -> (Range<Int>, [UInt8]) in
            let start = text.trimmed.start
            guard !header.isEnabled else { return (start..<start, [0x23, 0x20]) }
            let rest = LineSyntax.commentText(text)?.trimmed.start ?? start
            return (start..<rest, [])
        }
        edits.replace(line, with: content(line, replacing: [change]))
    }

    // MARK: body

    private mutating func setBody(_ text: String) throws(Refusal) {
        let document = self.document
        let new = Self.bodyLines(text)
        expected.body = new.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
        guard expected.body != request.body.text else { return }
        for line in new {
            let splits = line.withUnsafeBufferPointer { LineSyntax.isSeparator(LineText($0, 0..<$0.count)) }
            if splits {
                throw Refusal(
                    sentence: "A body line that begins with ### would end the request; "
                        + "put the body into a file of its own: < file")
            }
        }
        let old = request.body.lines.map { $0 - 1 }
        guard !old.isEmpty else { return insertBody(new) }
        if let kept = old.first(where: { document.kinds[$0] != .body && document.kinds[$0] != .bodyComment }) {
            throw Refusal(
                sentence: "Line \(kept + 1) stands in the middle of the body and is no part of it; edit the file.")
        }
        let same: (Int, [UInt8]) -> Bool = { line, bytes in
            document.bytes[document.lines.content(line)].elementsEqual(bytes)
        }
        let prefix = zip(old, new).prefix { same($0, $1) }.count
        let rest = min(old.count, new.count) - prefix
        let suffix = zip(old.reversed(), new.reversed()).prefix(rest).prefix { same($0, $1) }.count
        let oldMiddle = old[prefix..<(old.count - suffix)]
        let newMiddle = new[prefix..<(new.count - suffix)]
        for (line, bytes) in zip(oldMiddle, newMiddle) { edits.replace(line, with: bytes) }
        for line in oldMiddle.dropFirst(newMiddle.count) { edits.delete(line) }
        let added = newMiddle.dropFirst(oldMiddle.count)
        if !added.isEmpty {
            edits.insert(
                Array(added), after: prefix + oldMiddle.count > 0 ? old[prefix + oldMiddle.count - 1] : old[0] - 1)
        }
    }

    private mutating func insertBody(_ new: [[UInt8]]) {
        var anchor = request.line - 1
        let end = request.lines.upperBound - 1
        let before: Set<LineKind> = [
            .targetContinuation, .disabledParameter, .header, .headerContinuation, .disabledHeader, .comment,
            .metadata, .variable, .kept, .unknown, .assertion,
        ]
        while anchor + 1 < end, before.contains(document.kinds[anchor + 1]) { anchor += 1 }
        var hasBlank = false
        if anchor + 1 < end, document.kinds[anchor + 1] == .blank {
            anchor += 1
            hasBlank = true
            // Variables may stand between the blank line and the body; a body above them would take them in.
            if let last = (anchor..<end).last(where: { document.kinds[$0] == .variable }) { anchor = last }
        }
        var lines = (hasBlank ? [] : [[]]) + new
        if anchor + 1 < document.lines.count, with(anchor + 1, { !$0.trimmed.isEmpty }) { lines.append([]) }
        edits.insert(lines, after: anchor)
    }

    /// The lines of a text, without blank ones at both ends.
    private static func bodyLines(_ text: String) -> [[UInt8]] {
        let bytes = Array(text.utf8)
        let lines = bytes.withUnsafeBufferPointer { buffer in
            let lines = SourceLines(buffer)
            return (0..<lines.count).map { Array(buffer[lines.content($0)]) }
        }
        let isBlank: ([UInt8]) -> Bool = { $0.allSatisfy(LineText.isSpace) }
        let start = lines.firstIndex { !isBlank($0) } ?? lines.endIndex
        let end = (lines.lastIndex { !isBlank($0) } ?? -1) + 1
        return start < end ? Array(lines[start..<end]) : []
    }

    // MARK: title

    private mutating func setTitle(_ title: String) throws(Refusal) {
        try Self.refuseLineBreak(title, "A title")
        expected.title = title.isEmpty ? nil : title
        guard expected.title != request.title else { return }
        let bytes = Array(title.utf8)
        let block = request.lines.lowerBound - 1..<request.lines.upperBound - 1
        if let line = block.last(where: { metadataRange($0, "title") != nil }), let range = metadataRange(line, "title")
        {
            if title.isEmpty {
                edits.delete(line)
            } else {
                edits.replace(line, with: content(line, replacing: [(range, bytes)]))
            }
            return
        }
        let separators = block.prefix { document.kinds[$0] == .separator }
        let titled = separators.first { with($0) { !LineSyntax.separatorTitle($0).isEmpty } }
        if let line = titled {
            let range = with(line) { LineSyntax.separatorTitle($0).range }
            edits.replace(line, with: content(line, replacing: [(range, bytes)]))
        } else if let line = separators.last {
            edits.replace(line, with: with(line) { Array($0.bytes[$0.trimmed.range]) } + [0x20] + bytes)
        } else if !title.isEmpty {
            edits.insert([Array("### ".utf8) + bytes], after: document.start(of: request) - 1)
        }
    }

    private func metadataRange(_ line: Int, _ key: StaticString) -> Range<Int>? {
        document.metadataValue(line, key)
    }
}

extension HTTPDocument {
    /// The value of a metadata line of that key, as bytes of the file; `line` counts from 0.
    func metadataValue(_ line: Int, _ key: StaticString) -> Range<Int>? {
        guard kinds[line] == .metadata else { return nil }
        return bytes.withUnsafeBufferPointer { buffer in
            guard let comment = LineSyntax.commentText(LineText(buffer, lines.content(line))),
                let (written, value) = LineSyntax.metadata(comment), written.equalsIgnoringCase(key)
            else { return nil }
            return value.range
        }
    }

    /// The first line, from 0, that belongs to a request alone: its separator, or in a block without one the comments
    /// directly above it (not the variables at the top of the file).
    func start(of request: SavedRequest) -> Int {
        let first = request.lines.lowerBound - 1
        if kinds[first] == .separator { return first }
        var line = request.line - 1
        while line > first, kinds[line - 1] == .comment || kinds[line - 1] == .metadata || kinds[line - 1] == .script {
            line -= 1
        }
        return line
    }
}
