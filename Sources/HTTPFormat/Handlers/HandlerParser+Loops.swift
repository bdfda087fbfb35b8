import Base

// Loops: how often they go round is counted when the script is evaluated.
extension HandlerParser {
    mutating func whileLoop() throws(HandlerRefusal) -> HandlerStatement {
        let start = position
        advance()
        try expect("(")
        let condition = try expression()
        try expect(")")
        let text = text(from: start)
        return made(.loop(condition, update: [], try loopBody()), from: start, text: text)
    }

    /// `for (const x of list)`, `for (const name in object)`, `for (let i = 0; i < n; i++)`.
    mutating func forLoop() throws(HandlerRefusal) -> HandlerStatement {
        let start = position
        advance()
        if isName("await") { throw refusal("the keyword await") }
        try expect("(")
        return try inScope { parser throws(HandlerRefusal) in
            if let all = try parser.loopOverAll(start) { return all }
            return try parser.countedLoop(start)
        }
    }

    private mutating func loopOverAll(_ start: Int) throws(HandlerRefusal) -> HandlerStatement? {
        guard case .name(let word) = kind(), ["const", "let", "var"].contains(word) else { return nil }
        let begin = position
        advance()
        let whole = slotCount
        var parts: [HandlerStatement] = []
        if isSign("{") || isSign("[") {
            let pattern = try pattern()
            slotCount += 1
            parts = try declare(
                pattern, of: whole, "the element", nil, isHoisted: word == "var", word == "const", begin)
            if pattern.isList {
                parts.insert(
                    made(.assign(whole, .function(.elements, [.local(whole, "the element")])), from: begin), at: 0)
            }
        } else {
            guard case .name = kind(), isName("of", 1) || isName("in", 1) else {
                position = begin
                return nil
            }
            let name = try newName()
            let slot = try declare(name, isConstant: word == "const", isHoisted: word == "var")
            // A variable that is declared again has the place that it had.
            if slot != whole {
                slotCount += 1
                parts = [made(.assign(slot, .local(slotCount - 1, name)), from: begin)]
                return try overAll(slotCount - 1, parts, start)
            }
        }
        return try overAll(whole, parts, start)
    }

    private mutating func overAll(
        _ slot: Int, _ parts: [HandlerStatement], _ start: Int
    ) throws(HandlerRefusal) -> HandlerStatement {
        let isOf = isName("of")
        guard isOf || isName("in") else { throw refusal("\(shown(token)) where of is expected") }
        advance()
        let list = try expression()
        try expect(")")
        let text = text(from: start)
        let body = try loopBody()
        return made(
            .each(slot, .function(isOf ? .elements : .namesIn, [list]), parts + body), from: start, text: text)
    }

    private mutating func countedLoop(_ start: Int) throws(HandlerRefusal) -> HandlerStatement {
        var first: [HandlerStatement] = []
        if !isSign(";") {
            if case .name(let word) = kind(), ["const", "let", "var"].contains(word) {
                first = try declaration(word)
            } else {
                first = try statementList()
            }
        }
        try expect(";")
        let condition = isSign(";") ? HandlerExpression.bool(true) : try expression()
        try expect(";")
        let update =
            isSign(")") ? [] : try conditionally { parser throws(HandlerRefusal) in try parser.statementList() }
        try expect(")")
        let text = text(from: start)
        let loop = made(.loop(condition, update: update, try loopBody()), from: start, text: text)
        // The beginning and the loop are one statement.
        return first.isEmpty ? loop : made(.branch(.bool(true), first + [loop], otherwise: []), from: start, text: text)
    }

    /// Statements between commas.
    private mutating func statementList() throws(HandlerRefusal) -> [HandlerStatement] {
        var all = [try simpleStatement()]
        while take(",") { all.append(try simpleStatement()) }
        return all
    }

    private mutating func loopBody() throws(HandlerRefusal) -> [HandlerStatement] {
        loops += 1
        defer { loops -= 1 }
        return try conditionally { parser throws(HandlerRefusal) in
            try parser.inScope { parser throws(HandlerRefusal) in try parser.body() }
        }
    }

    mutating func leaveLoop(_ word: String) throws(HandlerRefusal) -> HandlerStatement {
        guard loops > 0 else { throw refusal("a \(word) outside of a loop") }
        let start = position
        advance()
        if case .name = kind(), !token.followsLineBreak { throw refusal("a \(word) with a label") }
        return made(word == "break" ? .stop : .next, from: start)
    }
}
