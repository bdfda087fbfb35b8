import Base

/// Edits of the body: only lines that differ are changed.
extension RequestEditor {
    package mutating func setBody(_ text: String) throws(Refusal) {
        let document = self.document
        let new = Self.bodyLines(text)
        expected.body.text = new.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
        guard expected.body.text != request.body.text else { return }
        for line in new {
            let splits = line.withUnsafeBufferPointer { LineSyntax.isSeparator(LineText($0, 0..<$0.count)) }
            if splits {
                throw Refusal(
                    sentence: "A body line that begins with ### would end the request; "
                        + "put the body into a separate file: < file")
            }
        }
        let old = request.body.lines.map { $0 - 1 }
        guard !old.isEmpty else {
            if document.beginsBare(request.lines.upperBound - 1) {
                throw Refusal(
                    sentence: "The next request has no ### above it and would become part of the body; "
                        + "put ### above line \(request.lines.upperBound) first.")
            }
            return insertBody(new)
        }
        if let kept = old.first(where: { document.kinds[$0] != .body && document.kinds[$0] != .bodyComment }) {
            throw Refusal(
                sentence: "Line \(kept + 1) is in the middle of the body but not part of it; edit the file.")
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

    mutating func insertBody(_ new: [[UInt8]]) {
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
            // Variables may be between the empty line and the body; inserted above them, the body would include them.
            if let last = (anchor..<end).last(where: { document.kinds[$0] == .variable }) { anchor = last }
        }
        var lines = (hasBlank ? [] : [[]]) + new
        if anchor + 1 < document.lines.count, with(anchor + 1, { !$0.trimmed.isEmpty }) { lines.append([]) }
        edits.insert(lines, after: anchor)
    }

    /// Names the first line that would not be read as one of the body.
    func bodyRefusal(_ new: [[UInt8]]) -> Refusal {
        let result = HTTPDocument(bytes: edits.bytes)
        let isThere: (Int) -> Bool = { start in
            new.indices.allSatisfy { offset in
                result.bytes[result.lines.content(start + offset)].elementsEqual(new[offset])
            }
        }
        // The request line is one-based; the body is behind it.
        let starts = request.line..<max(request.line, result.lines.count - new.count + 1)
        guard let start = starts.first(where: isThere),
            let (offset, word) = new.indices.lazy.compactMap({ offset in
                Self.word(for: result.kinds[start + offset]).map { (offset, $0) }
            }).first
        else { return Refusal(sentence: Self.refusal(.setBody(""))) }
        return Refusal(
            sentence:
                "Line \(offset + 1) of the body would be read as \(word); put the body into a separate file: < file")
    }

    /// What a line is that is no part of a body.
    private static func word(for kind: LineKind) -> String? {
        switch kind {
        case .body, .bodyComment, .blank: nil
        case .comment: "a comment"
        case .metadata: "an option"
        case .variable: "a variable"
        case .requestLine, .curl, .targetContinuation, .disabledParameter: "a request"
        case .header, .headerContinuation, .disabledHeader: "a header"
        case .script: "a script"
        case .output: "the file for a response"
        case .assertion: "an assertion"
        case .inlineResponse: "a saved response"
        case .separator: "the end of the request"
        case .kept, .unknown: "something else"
        }
    }

    /// The lines of a text, without empty ones at both ends.
    package static func bodyLines(_ text: String) -> [[UInt8]] {
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
}
