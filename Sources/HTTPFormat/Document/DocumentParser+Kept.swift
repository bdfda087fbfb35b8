import Base

/// Lines that are kept as they are and not run: scripts, comments, saved responses, lines of other tools.
extension DocumentParser {
    mutating func blockComment(_ start: Int) -> Int {
        var line = start
        while line < lines.count {
            let text = self.text(line)
            if LineSyntax.isSeparator(text) { break }
            kinds[line] = .comment
            line += 1
            if text.trimmed.ends(with: "*/") { return line }
        }
        note("E3", .error, start, "The comment is not closed with */")
        return line
    }

    package mutating func keep(_ line: Int, _ why: String) {
        kinds[line] = .kept
        note("N14", .info, line, why)
    }

    package mutating func unknown(_ line: Int, _ why: String) {
        kinds[line] = .unknown
        // Consecutive unknown lines are one error.
        if line > blockStart, kinds[line - 1] == .unknown { return }
        note("E1", .error, line, why)
    }

    mutating func keepToEnd(_ start: Int, stopsAtBlank: Bool, _ why: String) -> Int {
        var line = start
        while line < lines.count {
            let text = self.text(line)
            if LineSyntax.isSeparator(text) || stopsAtBlank && text.trimmed.isEmpty { break }
            kinds[line] = .kept
            line += 1
        }
        note("N14", .warning, start, why)
        return line
    }

    /// `?? status == 200`.
    package mutating func assertion(_ line: Int, _ content: LineText) {
        kinds[line] = .assertion
        takeAssertion(content.dropFirst(2).trimmed.string, .questionMarks, line)
    }

    /// Its errors are reported when the block ends.
    mutating func takeAssertion(_ text: String, _ spelling: SavedRequest.AssertionLine.Spelling, _ line: Int) {
        draft.assertions.append(SavedRequest.AssertionLine(text: text, spelling: spelling, line: line + 1))
    }

    /// `>> file` is written to; `<> file` is only kept.
    package mutating func output(_ line: Int) {
        let content = text(line).trimmed
        guard content.starts(with: ">>") else {
            note("N14", .info, line, "The saved response named here is kept but not read")
            return
        }
        var rest = content.dropFirst(2)
        let overwrites = rest.first == Byte.exclamationMark
        if overwrites { rest = rest.dropFirst(1) }
        if let other = draft.outputFile {
            note("N14", .warning, other.line - 1, "Only the first file of a request is written")
        }
        // Lines are visited from the end of the block upwards: the first one in the file wins.
        draft.outputFile = SavedRequest.OutputFile(path: rest.trimmed.string, overwrites: overwrites, line: line + 1)
    }

    /// A GraphQL fragment outside of requests, up to the next empty line.
    package mutating func fragment(_ start: Int, name: LineText) -> Int {
        var line = start
        var body: [UInt8] = []
        while line < lines.count {
            let text = self.text(line)
            if LineSyntax.isSeparator(text) || text.trimmed.isEmpty { break }
            kinds[line] = .kept
            if line > start { body.append(Byte.lineFeed) }
            body.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[text.range]))
            line += 1
        }
        fragments.append(
            GraphQLFragment(name: name.string, text: String(decoding: body, as: UTF8.self), line: start + 1))
        return line
    }

    package mutating func inlineResponse(_ start: Int) -> Int {
        var line = start
        while line < lines.count {
            let text = self.text(line)
            if LineSyntax.isSeparator(text) { break }
            kinds[line] = .inlineResponse
            if LineSyntax.beginsRequest(text) {
                note(
                    "N2", .warning, line,
                    "Part of the saved response above, not sent; put ### before it if a request begins here")
            }
            line += 1
        }
        return line
    }
}
