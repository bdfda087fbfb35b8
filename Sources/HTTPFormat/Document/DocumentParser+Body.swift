import Base
import NetEngine

/// The body of a request, and the lines that may surround it.
extension DocumentParser {
    mutating func enterBody(at line: Int) {
        state = .body
        draft.bodyZone = line
    }

    package mutating func body(_ line: Int, _ text: LineText) -> Int {
        let content = text.trimmed
        guard let first = content.first else {
            kinds[line] = .blank
            return line + 1
        }
        if let next = trailer(line, content) { return next }
        if draft.isBelowBody { return belowBody(line, text, first, content) }
        if !draft.holdsBody {
            if first == Byte.at, let (name, value) = LineSyntax.variable(text) {
                define(line, name, value)
                note("N18", .warning, line, "A variable below a request; VS Code REST Client sends it as body too")
                return line + 1
            }
            if LineSyntax.beginsRequest(text) { return splitBlock(at: line) }
        } else if LineSyntax.beginsRequest(text), !draft.contentType.hasComments, !draft.contentType.isMessage,
            !LineSyntax.isSeparator(self.text(line - 1).trimmed)
        {
            note("N2", .warning, line, "Sent with the body above; put ### before it if a request begins here")
        }
        if first == Byte.hash || first == Byte.slash && content.byte(1) == Byte.slash, !isKeptComment(content) {
            kinds[line] = .bodyComment
            if text.isIndented { noteIndentedSeparator(line, content) }
        } else {
            kinds[line] = .body
            draft.holdsBody = true
        }
        return line + 1
    }

    /// A line below the script or the check that ended the body: it is not glued to the body. Comments, variables, files for the
    /// response and the next request may be there.
    private mutating func belowBody(_ line: Int, _ text: LineText, _ first: UInt8, _ content: LineText) -> Int {
        if LineSyntax.beginsRequest(text) { return splitBlock(at: line) }
        if first == Byte.hash || first == Byte.slash && content.byte(1) == Byte.slash {
            kinds[line] = .bodyComment
            if text.isIndented { noteIndentedSeparator(line, content) }
        } else if LineSyntax.isOutput(content) {
            kinds[line] = .body
        } else if first == Byte.at, let (name, value) = LineSyntax.variable(text) {
            define(line, name, value)
            note("N18", .warning, line, "A variable below a request, not sent; other tools may send it")
        } else {
            unknown(line, "This is below a script or a check, so it is not sent; the body goes above them")
        }
        return line + 1
    }

    /// True if a line that looks like a comment is content of this body.
    func isKeptComment(_ content: LineText) -> Bool {
        guard draft.settings.keepsBodyComments || draft.contentType.hasComments, !draft.settings.dropsBodyComments
        else { return false }
        guard let comment = LineSyntax.commentText(content), let (name, _) = LineSyntax.metadata(comment) else {
            return true
        }
        return MetadataKey(name) == nil
    }

    /// Lines that end a request or belong to another tool: scripts, assertions, saved responses. Output lines count
    /// only at the end of a block and are found in `finishBody`.
    mutating func trailer(_ line: Int, _ content: LineText) -> Int? {
        switch content.first {
        case Byte.lessThan:
            if let code = LineSyntax.scriptStart(content, marker: Byte.lessThan) { return script(line, from: code) }
            guard state == .head, LineSyntax.isOutput(content) else { return nil }
            kinds[line] = .body
            return line + 1
        case Byte.greaterThan:
            if draft.isInScriptLines {
                kinds[line] = .script
                note("N13", .warning, line, "The script line is not run")
                return line + 1
            }
            if let code = LineSyntax.scriptStart(content, marker: Byte.greaterThan) { return script(line, from: code) }
            guard LineSyntax.isScriptFile(content, marker: Byte.greaterThan) else {
                guard state == .head, LineSyntax.isOutput(content) else { return nil }
                kinds[line] = .body
                return line + 1
            }
            kinds[line] = .script
            note("N13", .warning, line, "The script is not run: it is a file of its own")
            draft.isBelowBody = true
            return line + 1
        case Byte.questionMark where content.byte(1) == Byte.questionMark:
            assertion(line, content)
            if draft.holdsBody { draft.isBelowBody = true }
            return line + 1
        case 0x48 where !draft.contentType.isMessage && LineSyntax.isInlineResponse(content):
            return inlineResponse(line)
        case Byte.openBrace where LineSyntax.opensScriptBlock(content):
            return scriptBlock(line, mustClose: true)
        default:
            return nil
        }
    }

    /// httpYac begins a request at `METHOD url` without `###`; so do we while the current request has no body (N2).
    mutating func splitBlock(at line: Int) -> Int {
        var start = line
        while start - 1 > draft.requestLine, kinds[start - 1] == .bodyComment || kinds[start - 1] == .comment {
            start -= 1
        }
        finishBlock(at: start)
        beginBlock(at: start)
        blockHoldsOnlySeparators = false
        note("N2", .warning, line, "Put ### before this line; other tools read it as part of the request above")
        return start
    }

    /// Reports lines below a curl command: its body is part of the command.
    private mutating func refuseBody(at end: Int) {
        for line in draft.bodyZone..<end where kinds[line] == .body && !LineSyntax.isOutput(text(line).trimmed) {
            unknown(line, "Lines below a curl command are not sent")
        }
    }

    /// Variables below a body, which keep a part of the response for the next request:
    /// `@token = {{login.response.body.token}}`. Accepted only as the last lines of a block, and where they cannot be
    /// content.
    private mutating func defineBelowBody(at end: Int) {
        guard draft.holdsBody, draft.curl == nil, draft.contentType.isStructured || !draft.namesContentType else {
            return
        }
        var found: [Int] = []
        var line = end - 1
        search: while line > draft.bodyZone {
            switch kinds[line] {
            case .body:
                guard LineSyntax.variable(text(line)) != nil else { break search }
                found.append(line)
            case .blank, .bodyComment, .script, .assertion, .inlineResponse, .variable: break
            default: break search
            }
            line -= 1
        }
        // Without an empty line above, such a line may be the end of the body, except in JSON.
        while !draft.contentType.isJSON, let top = found.last,
            ![.blank, .bodyComment, .script].contains(kinds[top - 1])
        {
            found.removeLast()
        }
        for line in found.reversed() {
            guard let (name, value) = LineSyntax.variable(text(line)) else { continue }
            define(line, name, value)
            note("N18", .warning, line, "A variable below a body, not sent; VS Code REST Client sends it as body too")
        }
    }

    /// Finds where the body begins and ends, without empty lines around it and without kept lines at its end.
    mutating func finishBody(at end: Int) {
        guard draft.bodyZone >= 0 else { return }
        if draft.curl != nil { refuseBody(at: end) }
        defineBelowBody(at: end)
        var last = end - 1
        search: while last >= draft.bodyZone {
            switch kinds[last] {
            case .body:
                guard LineSyntax.isOutput(text(last).trimmed) else { break search }
                kinds[last] = .output
                output(last)
            default: break
            }
            last -= 1
        }
        var first = draft.bodyZone
        while first <= last, kinds[first] != .body { first += 1 }
        // Comment lines belong to the body unless an empty line separates them from it.
        if first <= last {
            while first > draft.bodyZone, kinds[first - 1] == .bodyComment { first -= 1 }
            while last + 1 < end, kinds[last + 1] == .bodyComment { last += 1 }
        }
        for line in draft.bodyZone..<end where kinds[line] == .bodyComment && !(first...max(first, last)).contains(line)
        {
            kinds[line] = .comment
        }
        guard first <= last else { return }
        for line in first...last where kinds[line] == .blank { kinds[line] = .body }
        draft.body = first..<last + 1
        if let line = draft.body.first(where: { kinds[$0] == .bodyComment }) {
            note("N12", .info, line, "Comment lines in the body are not sent")
        }
    }
}
