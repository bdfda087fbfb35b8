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

    /// A script from `{%` to the first `%}`, or to the end of its block.
    package mutating func script(_ start: Int, from code: Int) -> Int {
        kinds[start] = .script
        var line = start
        var end = text(start).from(code).firstIndex(of: "%}")
        while end == nil, line + 1 < lines.count {
            let text = self.text(line + 1)
            if LineSyntax.isSeparator(text) { break }
            line += 1
            kinds[line] = .script
            end = text.firstIndex(of: "%}")
        }
        if let end, text(start).trimmed.first == UInt8(ascii: ">") {
            readScript(code..<end, start)
        } else {
            note("N13", .warning, start, "The script is not run")
        }
        if end == nil { note("E3", .error, start, "The script is not closed with %}") }
        return line + 1
    }

    /// Reads what a script takes from the response, and its status checks, without running it. The notice lists them;
    /// it is a warning if the script would do more.
    private mutating func readScript(_ range: Range<Int>, _ start: Int) {
        let reading = ScriptReading(Array(bytes[range]))
        for capture in reading.captures {
            draft.captures.append(
                SavedRequest.ScriptCapture(
                    variable: capture.variable, expression: capture.expression,
                    line: lines.line(at: range.lowerBound + capture.offset) + 1))
        }
        for assertion in reading.assertions {
            draft.assertions.append(
                SavedRequest.AssertionLine(
                    text: "status == \(assertion.status)", spelling: .script,
                    line: lines.line(at: range.lowerBound + assertion.offset) + 1))
        }
        var taken: [String] = []
        if !reading.captures.isEmpty {
            taken.append("\(reading.captures.map(\.variable).joined(separator: ", ")) is taken from the response")
        }
        if !reading.assertions.isEmpty { taken.append("its status check is done") }
        let list = taken.joined(separator: ", ")
        switch (taken.isEmpty, reading.isWhole) {
        case (true, let isWhole): note("N13", isWhole ? .info : .warning, start, "The script is not run")
        case (false, true): note("N13", .info, start, "The script is not run; \(list)")
        case (false, false):
            note(
                "N13", .warning, start,
                "Only a part of the script is read: \(list); the rest is ignored, so values that it sets are missing")
        }
    }

    /// A block of httpYac's JavaScript from `{{` to a line `}}`. nil if it must be closed and is not.
    mutating func scriptBlock(_ start: Int, mustClose: Bool) -> Int? {
        if mustClose, start < unclosedUntil { return nil }
        var line = start + 1
        var isClosed = false
        while line < lines.count, !isClosed {
            let text = self.text(line)
            if LineSyntax.isSeparator(text) { break }
            isClosed = LineSyntax.closesScriptBlock(text)
            line += 1
        }
        guard isClosed || !mustClose else {
            unclosedUntil = line
            return nil
        }
        for index in start..<line { kinds[index] = .script }
        note("N13", .warning, start, "The script is not run")
        return line
    }
}
