import Base

/// Edits of header lines; order and spelling of all others stay.
extension RequestEditor {
    static func checkHeader(_ name: String, _ value: String) throws(Refusal) {
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
                    : "A header name has letters, digits and !#$%&'*+-.^_`|~ only.")
        }
        let text = LineText.trimmedBytes(Array(value.utf8))
        guard text.count == value.utf8.count else {
            throw Refusal(sentence: "A header value cannot begin or end with spaces.")
        }
    }

    func checkHeader(_ index: Int) throws(Refusal) {
        guard request.headers.indices.contains(index) else {
            throw Refusal(sentence: "The header no longer exists.")
        }
    }

    /// Another content type changes which body lines are comments, and where the body ends.
    private mutating func freeBody(_ name: String) {
        if name.lowercased() == "content-type" { free.insert(.body) }
    }

    /// The continuation lines of a header's value.
    func continuations(_ line: Int) -> Range<Int> {
        var end = line + 1
        while end < document.kinds.count, document.kinds[end] == .headerContinuation { end += 1 }
        return line + 1..<end
    }

    package mutating func setHeader(_ index: Int, _ name: String, _ value: String) throws(Refusal) {
        try checkHeader(index)
        try Self.checkHeader(name, value)
        expected.headers[index].name = name
        expected.headers[index].value = value
        freeBody(name)
        let header = request.headers[index]
        freeBody(header.name)
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
                document.bytes[ranges.value.lowerBound - 1] == Byte.colon && !value.isEmpty && header.value.isEmpty
            changes.append((ranges.value, (needsSpace ? [Byte.space] : []) + Array(value.utf8)))
            for line in continuations(line) { edits.delete(line) }
        }
        guard !changes.isEmpty else { return }
        edits.replace(line, with: content(line, replacing: changes))
    }

    package mutating func addHeader(_ name: String, _ value: String) throws(Refusal) {
        try Self.checkHeader(name, value)
        expected.headers.append(.init(name: name, value: value, isEnabled: true, line: 0))
        freeBody(name)
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

    package mutating func removeHeader(_ index: Int) throws(Refusal) {
        try checkHeader(index)
        expected.headers.remove(at: index)
        freeBody(request.headers[index].name)
        let line = request.headers[index].line - 1
        edits.delete(line)
        for line in continuations(line) { edits.delete(line) }
    }

    package mutating func toggleHeader(_ index: Int) throws(Refusal) {
        try checkHeader(index)
        let header = request.headers[index]
        let line = header.line - 1
        expected.headers[index].isEnabled.toggle()
        freeBody(header.name)
        guard continuations(line).isEmpty else {
            throw Refusal(sentence: "The value spans several lines; write it on one line first.")
        }
        let change = with(line) { text -> (Range<Int>, [UInt8]) in
            let start = text.trimmed.start
            guard !header.isEnabled else { return (start..<start, [Byte.hash, Byte.space]) }
            let rest = LineSyntax.commentText(text)?.trimmed.start ?? start
            return (start..<rest, [])
        }
        edits.replace(line, with: content(line, replacing: [change]))
    }
}
