import Base

/// Scripts of other tools: read by a small grammar, or kept and not run (HTTP-FORMAT §13).
extension DocumentParser {
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
        let isAbove = text(start).trimmed.first == Byte.lessThan
        if let end, isAbove == (state == .pre) {
            readScript(code..<end, start, isAbove ? .before : .after)
        } else if end == nil {
            note("N13", .warning, start, "The script is not run: no %} closes it")
            note("E3", .error, start, "The script is not closed with %}")
        } else {
            let place = isAbove ? "above its request line" : "below its request"
            note("N13", .warning, start, "The script is not run: it goes \(place)")
        }
        if !isAbove, state != .pre { draft.isBelowBody = true }
        return line + 1
    }

    /// Reads a script as statements. The notice says what it does, and is a warning if it is not run.
    private mutating func readScript(
        _ range: Range<Int>, _ start: Int, _ phase: HandlerScript.Phase, isBlock: Bool = false
    ) {
        let first = lines.line(at: range.lowerBound)
        switch HandlerParser.script(Array(bytes[range]), phase, isBlock: isBlock, line: first + 1) {
        case .success(let script):
            draft.handlers.append(script)
            note("N13", .info, start, "The script is read, not run as JavaScript: \(script.summary)")
        case .failure(let refusal):
            let line = first + refusal.line
            note(
                "N13", .warning, min(line, lines.count - 1),
                "The script is not run: line \(line + 1) has \(refusal.construct), and only simple statements are read")
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
        if mustClose, draft.holdsBody { draft.isBelowBody = true }
        let event = LineSyntax.scriptBlockEvent(text(start))
        if !isClosed {
            note("N13", .warning, start, "The script is not run: no line }} closes it")
        } else if let phase = event.map({ $0.phase ?? (state == .pre ? .before : .after) }) {
            readScript(lines.start(start + 1)..<lines.start(line - 1), start, phase, isBlock: true)
        } else {
            note("N13", .warning, start, "The script is not run: it is for more than this request")
        }
        return line
    }
}

extension HandlerScript {
    /// What it does, as a clause.
    fileprivate var summary: String {
        var names: [String] = []
        for setting in settings where !names.contains(setting.name) && names.count < 20 { names.append(setting.name) }
        let checks = Self.checks(statements)
        var parts: [String] = []
        if !names.isEmpty { parts.append("sets \(names.joined(separator: ", "))") }
        if checks > 0 { parts.append("makes \(checks) check\(checks == 1 ? "" : "s")") }
        return "it " + (parts.isEmpty ? "sets and checks nothing" : parts.joined(separator: " and "))
    }

    /// A test is one check.
    private static func checks(_ statements: [HandlerStatement]) -> Int {
        statements.reduce(0) { count, statement in
            switch statement.kind {
            case .test, .assert: count + 1
            case .branch(_, let then, let otherwise): count + checks(then) + checks(otherwise)
            case .each(_, _, let body), .loop(_, _, let body): count + checks(body)
            default: count
            }
        }
    }
}
