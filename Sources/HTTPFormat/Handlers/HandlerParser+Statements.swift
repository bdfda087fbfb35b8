import Base

extension HandlerParser {
    /// Reads up to a closing brace, which is passed, or to the end.
    mutating func statements(until end: HandlerToken.Kind) throws(HandlerRefusal) -> [HandlerStatement] {
        var all: [HandlerStatement] = []
        while kind() != end {
            guard kind() != .end else { throw refusal("a { that is not closed") }
            all += try statement()
        }
        if end != .end { advance() }
        return all
    }

    /// One statement with what ends it; a declaration may be several.
    mutating func statement() throws(HandlerRefusal) -> [HandlerStatement] {
        countWork(1)
        if take(";") { return [] }
        if take("{") {
            return try inScope { parser throws(HandlerRefusal) in try parser.statements(until: .sign("}")) }
        }
        if case .name(let word) = kind() {
            switch word {
            case "if" where isSign("(", 1): return [try nested { parser throws(HandlerRefusal) in try parser.branch() }]
            case "const", "let", "var":
                let declared = try declaration(word)
                try endStatement()
                return declared
            case "return":
                let returned = try leave()
                try endStatement()
                return returned
            case "for": return [try nested { parser throws(HandlerRefusal) in try parser.forLoop() }]
            case "while": return [try nested { parser throws(HandlerRefusal) in try parser.whileLoop() }]
            case "break", "continue":
                let left = try leaveLoop(word)
                try endStatement()
                return [left]
            case "throw":
                let thrown = try raise()
                try endStatement()
                return [thrown]
            case "do": throw refusal("a loop (do)")
            case "function":
                try functionDeclaration()
                return []
            case "class": throw refusal("a class declaration")
            case "export": return try exported()
            case "async", "await", "switch", "try", "import", "with", "debugger", "delete", "void",
                "yield":
                throw refusal("the keyword \(word)")
            default: break
            }
        }
        let statement = try simpleStatement()
        try endStatement()
        return [statement]
    }

    /// A semicolon, a line break, or what closes the block.
    mutating func endStatement() throws(HandlerRefusal) {
        if take(";") || isSign("}") || kind() == .end || token.followsLineBreak { return }
        throw refusal("\(shown(token)) after the end of a statement")
    }

    func made(_ kind: HandlerStatement.Kind, from start: Int, text: String? = nil) -> HandlerStatement {
        HandlerStatement(kind: kind, text: text ?? self.text(from: start), line: tokens[start].line)
    }

    private mutating func branch() throws(HandlerRefusal) -> HandlerStatement {
        let start = position
        advance()
        try expect("(")
        let condition = try expression()
        try expect(")")
        let text = text(from: start)
        let then = try conditionally { parser throws(HandlerRefusal) in
            try parser.inScope { parser throws(HandlerRefusal) in try parser.body() }
        }
        var otherwise: [HandlerStatement] = []
        if isName("else") {
            advance()
            otherwise = try conditionally { parser throws(HandlerRefusal) in
                try parser.inScope { parser throws(HandlerRefusal) in try parser.body() }
            }
        }
        return made(.branch(condition, then, otherwise: otherwise), from: start, text: text)
    }

    /// The statement of an `if` or of a loop, which cannot be a declaration.
    mutating func body() throws(HandlerRefusal) -> [HandlerStatement] {
        if isName("const") || isName("let") { throw refusal("a declaration without a block") }
        return try statement()
    }

    private mutating func leave() throws(HandlerRefusal) -> [HandlerStatement] {
        guard functions > 0 else { throw refusal("a return outside of a function") }
        let start = position
        advance()
        let isBare = isSign(";") || isSign("}") || kind() == .end || token.followsLineBreak
        let value = isBare ? nil : try expression()
        // What follows in the function may not be reached.
        if scopes.count > 1 { conditions += 1 }
        return [made(.leave(value), from: start)]
    }

    /// `throw new Error("text")`, or `throw` with any value.
    private mutating func raise() throws(HandlerRefusal) -> HandlerStatement {
        let start = position
        advance()
        guard !token.followsLineBreak else { throw refusal("a throw without a value") }
        // What follows may not be reached, up to the end of the test.
        if functions > 0 { conditions += 1 } else { mayHaveEnded = true }
        let isNew = isName("new")
        guard case .name(let type) = kind(isNew ? 1 : 0), Self.errors.contains(type), isSign("(", isNew ? 2 : 1)
        else { return made(.raise(try expression()), from: start) }
        skip(isNew ? 2 : 1)
        let values = try arguments(0...1)
        return made(.raise(values.first ?? .text("")), from: start)
    }

    private static let errors: Set<String> = ["Error", "TypeError", "RangeError"]

    // MARK: declarations

    mutating func declaration(_ word: String) throws(HandlerRefusal) -> [HandlerStatement] {
        advance()
        var all: [HandlerStatement] = []
        repeat {
            let start = position
            if isSign("{") || isSign("[") {
                all += try destructuring(word, start)
                continue
            }
            let name = try newName()
            if take("=") {
                if beginsFunction {
                    try declareFunction(name)
                    continue
                }
                if let binding = try required() {
                    scopes[scopes.count - 1].names[name] = binding
                    continue
                }
                // JavaScript knows the name from here on, without a value.
                let value = try expression()
                let reference = word == "const" ? reference(value) : nil
                let slot = try declare(
                    name, isConstant: word == "const", isHoisted: word == "var", reference: reference)
                all.append(made(.assign(slot, value), from: start))
            } else {
                guard word != "const" else { throw refusal("a constant without a value") }
                let isKnown = if case .local? = scopes.last?.names[name] { word == "var" } else { false }
                let slot = try declare(name, isConstant: false, isHoisted: word == "var")
                if !isKnown { all.append(made(.assign(slot, .undefined), from: start)) }
            }
        } while take(",")
        return all
    }

    mutating func newName() throws(HandlerRefusal) -> String {
        guard case .name(let name) = kind(), !Self.reserved.contains(name) else {
            throw refusal("\(shown(token)) where a name is expected")
        }
        advance()
        return name
    }

    /// Words that cannot be names, and names whose meaning here would be lost.
    static let reserved: Set<String> = [
        "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do", "else", "enum",
        "export", "extends", "false", "finally", "for", "function", "if", "import", "in", "instanceof", "let", "new",
        "null",
        "return", "static", "super", "switch", "this", "throw", "true", "try", "typeof", "undefined", "var", "void",
        "while", "with", "yield", "await", "async", "client", "response", "request", "console", "exports", "JSON",
        "Array",
        "Object", "Number", "String", "Boolean", "NaN", "Infinity",
    ]

    /// `{ a, b: c } = value`, `[a, b] = value`.
    private mutating func destructuring(_ word: String, _ start: Int) throws(HandlerRefusal) -> [HandlerStatement] {
        let pattern = try pattern()
        guard take("=") else { throw refusal("a pattern that is more than names") }
        if let binding = try required() {
            for (member, name) in pattern.names {
                guard case .assertModule = binding, let function = AssertFunction(rawValue: member ?? "") else {
                    throw refusal("the function \(member ?? name) of assert")
                }
                scopes[scopes.count - 1].names[name] = .assertion(function)
            }
            return []
        }
        let value = try expression()
        // The value is read once, and kept in a separate local variable.
        let whole = slotCount
        slotCount += 1
        let base = word == "const" ? reference(value) : nil
        let assigned = made(.assign(whole, pattern.isList ? .function(.elements, [value]) : value), from: start)
        let parts = try declare(
            pattern, of: whole, value.source, base, isHoisted: word == "var", word == "const", start)
        return [assigned] + parts
    }

    /// `require("assert")`; nil if it is no `require`.
    private mutating func required() throws(HandlerRefusal) -> Binding? {
        guard isName("require"), isSign("(", 1) else { return nil }
        guard case .text(let module) = kind(2), isSign(")", 3), ["assert", "node:assert"].contains(module) else {
            throw refusal("a module of JavaScript (require)")
        }
        for _ in 0..<4 { advance() }
        return .assertModule
    }
}
