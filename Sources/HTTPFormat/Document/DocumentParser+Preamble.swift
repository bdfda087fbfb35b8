import Base

/// Lines before the request line of a block.
extension DocumentParser {
    package mutating func before(_ line: Int, _ text: LineText) -> Int {
        let content = text.trimmed
        guard let first = content.first else {
            kinds[line] = .blank
            return line + 1
        }
        switch first {
        case Byte.hash:
            comment(line, content, isIndented: text.isIndented)
            return line + 1
        case Byte.slash where content.byte(1) == Byte.slash:
            comment(line, content, isIndented: text.isIndented)
            return line + 1
        case Byte.slash where content.byte(1) == Byte.asterisk:
            return blockComment(line)
        case Byte.at:
            if let (name, value) = LineSyntax.variable(text) {
                define(line, name, value)
            } else if content.starts(with: "@xpath_ns") {
                keep(line, "XPath namespaces are not used")
            } else {
                unknown(line, "A variable is written @name = value")
            }
            return line + 1
        case Byte.lessThan, Byte.greaterThan:
            return scriptOrOutput(line, content)
        case Byte.questionMark where content.byte(1) == Byte.questionMark:
            assertion(line, content)
            return line + 1
        case Byte.openBrace where LineSyntax.opensScriptBlock(text):
            return scriptBlock(line, mustClose: false) ?? line + 1
        default:
            return requestOrKeptLine(line, text, content)
        }
    }

    mutating func scriptOrOutput(_ line: Int, _ content: LineText) -> Int {
        if let code = LineSyntax.scriptStart(content, marker: Byte.lessThan)
            ?? LineSyntax.scriptStart(content, marker: Byte.greaterThan)
        {
            return script(line, from: code)
        }
        if LineSyntax.isScriptFile(content, marker: Byte.lessThan)
            || LineSyntax.isScriptFile(content, marker: Byte.greaterThan)
        {
            kinds[line] = .script
            note("N13", .warning, line, "The script is not run: it is a file of its own")
        } else if LineSyntax.isOutput(content) {
            keep(line, "An output file goes below the request, not above it")
            kinds[line] = .output
        } else if content.first == Byte.greaterThan {
            kinds[line] = .script
            note("N13", .warning, line, "The script line is not run")
        } else {
            unknown(line, "A body file goes below the request line and an empty line")
        }
        return line + 1
    }

    mutating func requestOrKeptLine(_ line: Int, _ text: LineText, _ content: LineText) -> Int {
        let word = content.firstWord
        let rest = content.from(word.end).trimmed
        if LineSyntax.isInlineResponse(content) { return inlineResponse(line) }
        if word.starts(with: "import"), word.count == 6, !rest.isEmpty {
            kinds[line] = .kept
            imports.append(ImportLine(path: rest.string, line: line + 1))
            return line + 1
        }
        if word.starts(with: "run"), word.count == 3, !rest.isEmpty {
            keep(line, "Kept, not run: JetBrains would run \(rest.string) before the request of this block")
            return line + 1
        }
        if word.end == content.end, word.count == 3, word.starts(with: "NOP") {
            keep(line, "kulala's NOP: nothing is sent in this block")
            return line + 1
        }
        if word.equalsIgnoringCase("curl"), !rest.isEmpty {
            return curl(line)
        }
        if word.starts(with: "proto"), word.count == 5, rest.first == Byte.lessThan {
            return keepToEnd(line, stopsAtBlank: true, "gRPC is not supported")
        }
        if word.starts(with: "fragment"), word.count == 8, !rest.isEmpty {
            return fragment(line, name: rest.firstWord)
        }
        guard let parts = LineSyntax.requestLine(text) else {
            unknown(line, "This is neither a request line nor a comment nor a variable")
            return line + 1
        }
        kinds[line] = .requestLine
        state = .head
        draft.requestLine = line
        draft.begin(parts)
        if parts.target.isEmpty { note("E2", .error, line, "The request has no target") }
        return line + 1
    }

    package mutating func comment(_ line: Int, _ content: LineText, isIndented: Bool) {
        kinds[line] = .comment
        if isIndented { noteIndentedSeparator(line, content) }
        if let comment = LineSyntax.commentText(content), takeTag(line, comment) { return }
        keepAsDocumentation(line, content)
    }

    /// Applies the tag of a comment. Returns false for a comment without one that is known.
    mutating func takeTag(_ line: Int, _ comment: LineText) -> Bool {
        guard let (name, value) = LineSyntax.metadata(comment) else { return false }
        guard let key = MetadataKey(name) else {
            noteMisspeltTag(name, line, comment)
            return false
        }
        kinds[line] = .metadata
        apply(key, value, written: name, line)
        return true
    }

    /// N14: `# @asert status == 200` is a comment, so nothing is checked. The first hundred unknown tags of a file are looked at.
    private mutating func noteMisspeltTag(_ name: LineText, _ line: Int, _ comment: LineText) {
        // `# @host = a.test` is a variable that is switched off.
        guard unknownTags < 100, comment.trimmed.dropFirst(1 + name.count).trimmed.first != Byte.equals else { return }
        unknownTags += 1
        guard let meant = MetadataKey.suggestion(for: name) else { return }
        note("N14", .warning, line, "@\(name.string) is a comment; did you mean @\(meant)?")
    }

    /// The first comment above a request line documents the request (httpYac).
    private mutating func keepAsDocumentation(_ line: Int, _ content: LineText) {
        guard draft.firstComment.isEmpty || draft.firstCommentEnd == line else { return }
        guard var text = LineSyntax.commentText(content)?.trimmed else { return }
        while text.last == Byte.hash { text.end -= 1 }
        text = text.trimmed
        guard text.bytes[text.range].contains(where: { LineText.isLetter($0) || $0 >= 0x80 }) else { return }
        draft.firstComment.append(text)
        draft.firstCommentEnd = line + 1
    }

    mutating func noteIndentedSeparator(_ line: Int, _ content: LineText) {
        guard LineSyntax.isSeparator(content), line + 1 < lines.count,
            LineSyntax.beginsRequest(text(line + 1).trimmed)
        else { return }
        note("N1", .warning, line, "An indented ### is a comment here; httpYac reads it as a separator")
    }

    package mutating func define(_ line: Int, _ name: LineText, _ value: LineText) {
        kinds[line] = .variable
        let definition = VariableDefinition(name: name.string, rawValue: value.string, line: line + 1)
        lastDefinitions[definition.name] = definitions.count
        definitions.append(definition)
        if value.count >= 2, value.first == value.last, value.first == Byte.quote || value.first == Byte.apostrophe {
            note("N17", .info, line, "The quotes are part of the value")
        }
    }
}
