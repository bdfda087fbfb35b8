import Base

// Functions as arguments: of tests, and of methods of arrays.
extension HandlerParser {
    /// `function (x) { … }`, `x => { … }` or `(x) => value`.
    /// - Parameter isOnce: whether it is called once where it is written, as that of a test.
    mutating func function(
        _ counts: ClosedRange<Int>, isOnce: Bool = true
    ) throws(HandlerRefusal) -> HandlerCallback {
        let start = position
        if isName("async") { throw refusal("an asynchronous function") }
        let isFunction = isName("function")
        if isFunction {
            advance()
            if isSign("*") { throw refusal("a generator") }
            if case .name = kind() { advance() }
        } else if !isSign("("), !isSign("=>", 1) {
            throw refusal(isOnce ? "a test that is not written as a function" : "a function that is not written here")
        }
        let (outer, outerLoops) = (conditions, loops)
        functions += 1
        loops = 0
        if !isOnce { conditions += 1 }
        defer {
            functions -= 1
            (conditions, loops) = (outer, outerLoops)
        }
        return try inScope(isFunction: true) { parser throws(HandlerRefusal) in
            let (parameters, parts) = try parser.parameters(counts)
            if !isFunction { try parser.expect("=>") }
            if !isFunction, !parser.isSign("{") {
                let body = try parser.arrowBody()
                return HandlerCallback(parameters: parameters, body: parts + body, text: parser.text(from: start))
            }
            try parser.expect("{")
            // The body of a function has the scope of its parameters.
            let body = try parser.statements(until: .sign("}"))
            return HandlerCallback(parameters: parameters, body: parts + body, text: parser.text(from: start))
        }
    }

    /// What stands after the arrow: a value, or a call of `client` and the like, whose value is undefined.
    private mutating func arrowBody() throws(HandlerRefusal) -> [HandlerStatement] {
        let statement = try simpleStatement()
        switch statement.kind {
        case .evaluate(let value):
            return [HandlerStatement(kind: .leave(value), text: statement.text, line: statement.line)]
        case .assign(let slot, let value):
            let end = HandlerExpression.local(slot, "the variable")
            return [
                HandlerStatement(kind: .assign(slot, value), text: statement.text, line: statement.line),
                HandlerStatement(kind: .leave(end), text: statement.text, line: statement.line),
            ]
        default: return [statement]
        }
    }

    private mutating func parameters(
        _ counts: ClosedRange<Int>
    ) throws(HandlerRefusal) -> (slots: [Int], parts: [HandlerStatement]) {
        let open = token
        var slots: [Int] = []
        var parts: [HandlerStatement] = []
        func check(_ parser: HandlerParser) throws(HandlerRefusal) {
            guard slots.count <= counts.upperBound else {
                throw parser.refusal(
                    counts.upperBound == 0
                        ? "a function with parameters" : "a function with \(slots.count) parameters", at: open)
            }
        }
        if !isSign("(") {
            slots.append(try declare(try newName(), isConstant: false, isHoisted: false))
            try check(self)
            return (slots, parts)
        }
        advance()
        while !isSign(")") {
            let start = position
            if isSign("{") || isSign("[") {
                let pattern = try pattern()
                let whole = slotCount
                slotCount += 1
                slots.append(whole)
                if pattern.isList {
                    parts.append(
                        made(.assign(whole, .function(.elements, [.local(whole, "the parameter")])), from: start))
                }
                parts += try declare(pattern, of: whole, "the parameter", nil, isHoisted: false, false, start)
            } else {
                if isSign("...") { throw refusal("the operator ...") }
                slots.append(try declare(try newName(), isConstant: false, isHoisted: false))
            }
            guard take(",") else { break }
        }
        try expect(")")
        try check(self)
        return (slots, parts)
    }
}
