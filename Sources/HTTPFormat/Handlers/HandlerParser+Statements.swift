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
            case "for", "while", "do": throw refusal("a loop (\(word))")
            case "function", "class": throw refusal("a \(word) declaration")
            case "async", "await", "switch", "try", "throw", "import", "export", "with", "debugger", "delete", "void",
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
    private mutating func endStatement() throws(HandlerRefusal) {
        if take(";") || isSign("}") || kind() == .end || token.followsLineBreak { return }
        throw refusal("\(shown(token)) after the end of a statement")
    }

    private func made(_ kind: HandlerStatement.Kind, from start: Int, text: String? = nil) -> HandlerStatement {
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

    /// The statement of an `if`, which cannot be a declaration.
    private mutating func body() throws(HandlerRefusal) -> [HandlerStatement] {
        if isName("const") || isName("let") { throw refusal("a declaration as the body of an if") }
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
        let end = made(.leave, from: start)
        return (value.map { [made(.evaluate($0), from: start)] } ?? []) + [end]
    }

    // MARK: declarations

    private mutating func declaration(_ word: String) throws(HandlerRefusal) -> [HandlerStatement] {
        advance()
        var all: [HandlerStatement] = []
        repeat {
            let start = position
            if take("{") {
                all += try destructuring(word, start)
                continue
            }
            let name = try newName()
            if take("=") {
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

    private mutating func newName() throws(HandlerRefusal) -> String {
        guard case .name(let name) = kind(), !Self.reserved.contains(name) else {
            throw refusal("\(shown(token)) where a name is expected")
        }
        advance()
        return name
    }

    /// Words that cannot be names, and names whose meaning here would be lost.
    private static let reserved: Set<String> = [
        "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do", "else", "enum",
        "export", "extends", "false", "finally", "for", "function", "if", "import", "in", "instanceof", "let", "new",
        "null",
        "return", "static", "super", "switch", "this", "throw", "true", "try", "typeof", "undefined", "var", "void",
        "while", "with", "yield", "await", "async", "client", "response", "request", "console", "exports", "JSON",
        "Array",
        "Object", "Number", "String", "Boolean", "NaN", "Infinity",
    ]

    /// `{ a, b: c } = value`, after the brace.
    private mutating func destructuring(_ word: String, _ start: Int) throws(HandlerRefusal) -> [HandlerStatement] {
        var names: [(member: String, name: String)] = []
        while !isSign("}") {
            guard case .name(let member) = kind() else { throw refusal("a pattern that is more than names") }
            advance()
            names.append((member, take(":") ? try newName() : member))
            guard take(",") else { break }
        }
        guard take("}"), take("=") else { throw refusal("a pattern that is more than names") }
        if let binding = try required() {
            for (member, name) in names {
                guard case .assertModule = binding, let function = AssertFunction(rawValue: member) else {
                    throw refusal("the function \(member) of assert")
                }
                scopes[scopes.count - 1].names[name] = .assertion(function)
            }
            return []
        }
        let value = try expression()
        // The value is read once, and kept in a separate local variable.
        let whole = slotCount
        slotCount += 1
        let base = reference(value)
        var all = [made(.assign(whole, value), from: start)]
        for (member, name) in names {
            guard !Self.reserved.contains(name) else { throw refusal("\(name) where a name is expected") }
            let link = HandlerLink(step: .member(member), isOptional: false)
            let slot = try declare(
                name, isConstant: word == "const", isHoisted: word == "var",
                reference: word == "const" ? base.flatMap { Self.reference($0, [link]) } : nil)
            all.append(made(.assign(slot, .chain(.local(whole, value.source), [link])), from: start))
        }
        return all
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
