import Base

// Functions: as arguments of tests and of methods of arrays, and declared ones.
extension HandlerParser {
    /// `function (x) { … }`, `x => { … }` or `(x) => value`.
    /// - Parameter isOnce: whether it is called once where it is written, as that of a test.
    mutating func function(
        _ counts: ClosedRange<Int>, isOnce: Bool = true
    ) throws(HandlerRefusal) -> HandlerCallback {
        if case .name(let name) = kind(), case .function(let place)? = binding(name), isSign(")", 1) || isSign(",", 1) {
            return try handedOver(name, place, counts)
        }
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
        let first = slotCount
        return try inScope(isFunction: true) { parser throws(HandlerRefusal) in
            let (parameters, parts) = try parser.parameters(counts)
            if !isFunction { try parser.expect("=>") }
            if !isFunction, !parser.isSign("{") {
                let body = try parser.arrowBody()
                return HandlerCallback(
                    parameters: parameters, slots: first..<parser.slotCount, body: parts + body,
                    text: parser.text(from: start))
            }
            try parser.expect("{")
            // The body of a function has the scope of its parameters.
            let body = try parser.statements(until: .sign("}"))
            return HandlerCallback(
                parameters: parameters, slots: first..<parser.slotCount, body: parts + body,
                text: parser.text(from: start))
        }
    }

    // MARK: functions of the script

    /// A function by its name, as an argument.
    private mutating func handedOver(
        _ name: String, _ place: Int, _ counts: ClosedRange<Int>
    ) throws(HandlerRefusal) -> HandlerCallback {
        let start = position
        let count = functionsRead[place].callback.parameters.count
        guard count <= counts.upperBound else {
            throw refusal(
                counts.upperBound == 0 ? "a function with parameters" : "a function with \(count) parameters")
        }
        try reach(place)
        advance()
        let parameters = Array(slotCount..<slotCount + count)
        slotCount += count
        let call = HandlerExpression.call(place, name, parameters.map { .local($0, "the element") })
        return HandlerCallback(
            parameters: parameters, slots: 0..<0,
            body: [made(.leave(call), from: start)], text: name)
    }

    /// `function name(…) { … }`. What JavaScript calls above the declaration is not known here.
    mutating func functionDeclaration() throws(HandlerRefusal) {
        guard case .name(let name) = kind(1), !Self.reserved.contains(name) else {
            throw refusal(isSign("*", 1) ? "a generator" : "\(shown(tokens[position])) where a statement is expected")
        }
        try declareFunction(name)
    }

    /// Whether the value of a declaration is a function: `function`, `x =>`, `(a, b) =>`.
    var beginsFunction: Bool {
        if isName("function") { return true }
        if case .name = kind() { return isSign("=>", 1) }
        guard isSign("(") else { return false }
        var open = 0
        // Parameters are few and simple, so that looking ahead has an end.
        for distance in 0..<Self.longestParameters {
            switch kind(distance) {
            case .sign("("), .sign("{"), .sign("["): open += 1
            case .sign(")"), .sign("}"), .sign("]"):
                open -= 1
                if open == 0 { return isSign("=>", distance + 1) }
            case .end: return false
            default: break
            }
        }
        return false
    }

    private static let longestParameters = 100

    /// Reads a function and gives it its name. A function calls only those that were read before it, and how deep calls reach is
    /// known here, so that no call is ever too deep.
    mutating func declareFunction(_ name: String) throws(HandlerRefusal) {
        guard scopes[scopes.count - 1].names[name] == nil else { throw refusal("a second declaration of \(name)") }
        let place = scopes.count - 1
        scopes[place].names[name] = .openFunction
        let outer = (peak, mayHaveEnded)
        peak = depth
        let callback = try function(0...Self.mostParameters, isOnce: false)
        functionsRead.append((callback, peak - depth))
        peak = max(outer.0, peak)
        scopes[place].names[name] = .function(functionsRead.count - 1)
    }

    private static let mostParameters = 20

    /// A call of a function of the script, at its name.
    mutating func functionCall(_ name: String, _ place: Int) throws(HandlerRefusal) -> HandlerExpression {
        guard isSign("(", 1) else { throw refusal("a function as a value") }
        try reach(place)
        advance()
        return .call(place, name, try arguments(0...Self.mostParameters))
    }

    private mutating func reach(_ place: Int) throws(HandlerRefusal) {
        let reached = depth + functionsRead[place].height + 1
        guard reached <= Self.maxDepth else { throw refusal("calls that are nested more than \(Self.maxDepth) levels") }
        peak = max(peak, reached)
    }

    /// `export function …`, `export const …`: what others import of the script does nothing here.
    mutating func exported() throws(HandlerRefusal) -> [HandlerStatement] {
        guard !isBlock, !hasImplicitGlobals, scopes.count == 1, case .name(let word) = kind(1),
            ["function", "const", "let", "var"].contains(word)
        else { throw refusal("the keyword export") }
        isModule = true
        advance()
        return try statement()
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
