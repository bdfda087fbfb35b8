/// What is kept as it stands and not run: scripts, comments, saved answers, lines of other tools.
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

    mutating func keep(_ line: Int, _ why: String) {
        kinds[line] = .kept
        note("N14", .info, line, why)
    }

    mutating func unknown(_ line: Int, _ why: String) {
        kinds[line] = .unknown
        // A stretch of text that is no request at all is one fault, not one for each line.
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
    mutating func assertion(_ line: Int, _ content: LineText) {
        kinds[line] = .assertion
        draft.assertions.append(
            SavedRequest.AssertionLine(
                text: content.dropFirst(2).trimmed.string, spelling: .questionMarks, line: line + 1))
    }

    /// `>> file` is written to, `<> file` is only kept.
    mutating func output(_ line: Int) {
        let content = text(line).trimmed
        guard content.starts(with: ">>") else {
            note("N14", .info, line, "The saved answer named here is kept and not read")
            return
        }
        var rest = content.dropFirst(2)
        let overwrites = rest.first == 0x21
        if overwrites { rest = rest.dropFirst(1) }
        if let other = draft.outputFile {
            note("N14", .warning, other.line - 1, "Only the first file of a request is written")
        }
        // Found from the end of the block upwards: the first line of the file wins.
        draft.outputFile = SavedRequest.OutputFile(path: rest.trimmed.string, overwrites: overwrites, line: line + 1)
    }

    /// A GraphQL fragment outside of requests, up to the next blank line.
    mutating func fragment(_ start: Int, name: LineText) -> Int {
        var line = start
        var body: [UInt8] = []
        while line < lines.count {
            let text = self.text(line)
            if LineSyntax.isSeparator(text) || text.trimmed.isEmpty { break }
            kinds[line] = .kept
            if line > start { body.append(0x0A) }
            body.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[text.range]))
            line += 1
        }
        fragments.append(
            GraphQLFragment(name: name.string, text: String(decoding: body, as: UTF8.self), line: start + 1))
        return line
    }

    mutating func inlineResponse(_ start: Int) -> Int {
        var line = start
        while line < lines.count, !LineSyntax.isSeparator(text(line)) {
            kinds[line] = .inlineResponse
            line += 1
        }
        return line
    }

    /// A script from `{%` to the first `%}`, or to the end of its block.
    mutating func script(_ start: Int, from code: Int) -> Int {
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
        note("N13", .warning, start, "The script is not run")
        if let end {
            if text(start).trimmed.first == 0x3E { readScript(code..<end) }
        } else {
            note("E3", .error, start, "The script is not closed with %}")
        }
        return line + 1
    }

    /// Takes what a script sets from the answer, and checks of its status, without running it.
    private mutating func readScript(_ range: Range<Int>) {
        let reading = ScriptReading(Array(bytes[range]))
        guard !reading.captures.isEmpty || !reading.assertions.isEmpty else { return }
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
    }

    /// A block of httpYac's JavaScript from `{{` to a line `}}`. nil if it must close and does not.
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
