import Base

// Statements that do something: calls of `client` and the like, and assignments.
extension HandlerParser {
    /// A statement without what ends it, which may also be the body of an arrow function.
    mutating func simpleStatement() throws(HandlerRefusal) -> HandlerStatement {
        let start = position
        if case .name(let name) = kind() {
            switch (name, binding(name)) {
            case ("client", nil): if let statement = try client(start) { return statement }
            case ("console", nil):
                if isSign(".", 1), case .name(let level) = kind(2), Self.levels.contains(level), isSign("(", 3) {
                    skip(3)
                    return try log(start)
                }
            case ("request", nil):
                if takes("request", "variables", "set") { return try set(.request, start) }
                if takes("request", "variables", "clearAll") {
                    guard phase == .before else { throw refusal("request.variables.clearAll() below a request") }
                    _ = try arguments(0...0)
                    return made(.clearRequest, from: start)
                }
            case ("exports", nil): return try export(start)
            case ("test", nil): if let statement = try test(start) { return statement }
            case ("assert", .assertModule?), ("assert", nil):
                if isSign(".", 1), case .name(let member) = kind(2) {
                    guard let function = AssertFunction(rawValue: member) else {
                        throw refusal("the function assert.\(member)")
                    }
                    skip(2)
                    return try assertion(function, start)
                }
                if isSign("(", 1) { return try assertion(.ok, start) }
            case (_, .assertModule?): throw refusal("\(name), which is the module assert")
            case (_, .assertion(let function)?): return try assertion(function, start)
            case ("ok", nil), ("equal", nil), ("strictEqual", nil), ("notEqual", nil), ("notStrictEqual", nil):
                if isSign("(", 1), let function = AssertFunction(rawValue: name) {
                    return try assertion(function, start)
                }
            case (_, .local(let slot, let isConstant, _)?):
                if let value = try assigned(name, slot, isConstant) { return made(.assign(slot, value), from: start) }
            case (_, nil) where isSign("=", 1):
                if let slot = try implicitGlobal(name) {
                    skip(2)
                    return made(.assign(slot, try expression()), from: start)
                }
            default: break
            }
        }
        if isSign("++") || isSign("--"), case .name(let name) = kind(1),
            case .local(let slot, let isConstant, _)? = binding(name)
        {
            guard !isConstant else { throw refusal("a new value for the constant \(name)") }
            let isUp = isSign("++")
            skip(2)
            return made(.assign(slot, Self.counted(slot, name, isUp)), from: start)
        }
        // A directive such as "use strict", or an expression that only reads.
        let value = try expression()
        if isSign("=") { throw refusal("an assignment to \(value.source)") }
        return made(.evaluate(value), from: start)
    }

    /// The new value of a variable: `= value`, `+= value`, `++` and the like; nil if it is not assigned.
    private mutating func assigned(
        _ name: String, _ slot: Int, _ isConstant: Bool
    ) throws(HandlerRefusal) -> HandlerExpression? {
        let signs = ["=", "+=", "-=", "*=", "/=", "%=", "++", "--"]
        guard let sign = signs.first(where: { isSign($0, 1) }) else { return nil }
        // A line break before ++ ends the statement.
        if sign == "++" || sign == "--", tokens[position + 1].followsLineBreak { return nil }
        guard !isConstant else { throw refusal("a new value for the constant \(name)") }
        skip(2)
        if sign == "++" || sign == "--" { return Self.counted(slot, name, sign == "++") }
        let value = try expression()
        if isSign("=") { throw refusal("two assignments in a row") }
        if sign == "=" { return value }
        if sign == "+=" { return .sum([.local(slot, name), value]) }
        guard let arithmetic = HandlerExpression.Arithmetic(rawValue: String(sign.prefix(1))) else { return nil }
        return .arithmetic(arithmetic, .local(slot, name), value)
    }

    private static func counted(_ slot: Int, _ name: String, _ isUp: Bool) -> HandlerExpression {
        .arithmetic(.minus, .local(slot, name), .number(isUp ? -1 : 1))
    }

    /// A name that is assigned without a declaration is a variable of the whole script, from here on; nil if it cannot be one.
    private mutating func implicitGlobal(_ name: String) throws(HandlerRefusal) -> Int? {
        let isStrict = isModule || tokens.first?.kind == .text("use strict")
        guard conditions == 0, !isBlock, !isStrict, !Self.reserved.contains(name),
            !["module", "require", "globalThis", "window", "this"].contains(name)
        else { return nil }
        let slot = slotCount
        slotCount += 1
        hasImplicitGlobals = true
        scopes[0].names[name] = .local(slot: slot, isConstant: false, reference: nil)
        return slot
    }

    private static let levels: Set<String> = ["log", "info", "warn", "error", "debug"]

    private mutating func log(_ start: Int) throws(HandlerRefusal) -> HandlerStatement {
        reports = true
        return made(.log(try arguments(0...50)), from: start)
    }

    mutating func skip(_ count: Int) { for _ in 0..<count { advance() } }

    /// Whether `a.b.c(` follows; passes it up to the parenthesis.
    mutating func takes(_ names: String...) -> Bool {
        for (place, name) in names.enumerated() {
            guard isName(name, 2 * place), isSign(place + 1 < names.count ? "." : "(", 2 * place + 1) else {
                return false
            }
        }
        skip(2 * names.count - 1)
        return true
    }

    /// The arguments of a call with their parentheses.
    mutating func arguments(_ counts: ClosedRange<Int>) throws(HandlerRefusal) -> [HandlerExpression] {
        let open = token
        try expect("(")
        var all: [HandlerExpression] = []
        while !isSign(")") {
            all.append(try expression())
            guard take(",") else { break }
        }
        try expect(")")
        guard counts.contains(all.count) else {
            throw refusal("a call with \(Formatting.count(all.count, "argument"))", at: open)
        }
        return all
    }

    // MARK: client

    private mutating func client(_ start: Int) throws(HandlerRefusal) -> HandlerStatement? {
        if takes("client", "test") { return try testCall(start) }
        if takes("client", "log") { return try log(start) }
        if takes("client", "assert") { return try assertCall(start) }
        if takes("client", "global", "set") { return try set(.global, start) }
        if takes("client", "global", "clear") {
            try expect("(")
            let name = try literal("the name of the variable")
            try expect(")")
            note(.global, name, nil, start)
            return made(.set(.global, name: name, nil), from: start)
        }
        if takes("client", "exit") {
            _ = try arguments(0...0)
            mayHaveEnded = true
            return made(.exit, from: start)
        }
        return nil
    }

    private mutating func literal(_ what: String) throws(HandlerRefusal) -> String {
        guard case .text(let text) = kind(), !text.isEmpty else {
            throw refusal("\(what) as something else than a string")
        }
        advance()
        return text
    }

    private mutating func set(_ scope: HandlerSetting.Scope, _ start: Int) throws(HandlerRefusal) -> HandlerStatement {
        try expect("(")
        let name = try literal("the name of a variable")
        try expect(",")
        let value = try expression()
        _ = take(",")
        try expect(")")
        note(scope, name, value, start)
        return made(.set(scope, name: name, value), from: start)
    }

    private mutating func note(
        _ scope: HandlerSetting.Scope, _ name: String, _ value: HandlerExpression?, _ start: Int
    ) {
        var reference: String?
        if conditions == 0, !mayHaveEnded, let value { reference = self.reference(value) }
        settings.append(HandlerSetting(scope: scope, name: name, reference: reference, line: tokens[start].line))
    }

    /// `exports.x = value`, `exports["x"] = value`.
    private mutating func export(_ start: Int) throws(HandlerRefusal) -> HandlerStatement {
        guard isBlock else { throw refusal("exports outside of a block of httpYac") }
        advance()
        let name: String
        if take("."), case .name(let member) = kind() {
            name = member
            advance()
        } else if take("[") {
            name = try literal("the name of an export")
            try expect("]")
        } else {
            throw refusal("exports as something else than exports.name = value")
        }
        guard !name.hasPrefix("$") else { throw refusal("exports.\(name), which steers httpYac") }
        guard take("=") else { throw refusal("exports as something else than exports.name = value") }
        let value = try expression()
        let scope: HandlerSetting.Scope = phase == .before ? .request : .global
        note(scope, name, value, start)
        return made(.set(scope, name: name, value), from: start)
    }

    // MARK: tests

    /// httpYac's `test("name", function)` and `test.status(200)`.
    private mutating func test(_ start: Int) throws(HandlerRefusal) -> HandlerStatement? {
        if takes("test") { return try testCall(start) }
        guard isSign(".", 1), case .name(let member) = kind(2), isSign("(", 3) else { return nil }
        guard phase == .after else { throw refusal("a test before the request") }
        skip(3)
        let condition: HandlerExpression
        switch member {
        case "status":
            let status = try arguments(1...1)
            condition = .comparison(.identical, .response(.status), status[0])
        case "header":
            let values = try arguments(2...2)
            condition = .comparison(.identical, .header(values[0], .member), values[1])
        case "headerContains":
            let values = try arguments(2...2)
            let link = HandlerLink(step: .method(.includes, [values[1]]), isOptional: true)
            condition = .chain(.header(values[0], .member), [link])
        case "hasResponseBody":
            _ = try arguments(0...0)
            condition = .not(.not(.response(.body)))
        case "hasNoResponseBody":
            _ = try arguments(0...0)
            condition = .not(.response(.body))
        default: throw refusal("the function test.\(member)")
        }
        reports = true
        return made(.assert(condition, message: nil), from: start)
    }

    /// The arguments of `client.test`.
    private mutating func testCall(_ start: Int) throws(HandlerRefusal) -> HandlerStatement {
        guard phase == .after else { throw refusal("a test before the request") }
        try expect("(")
        let first = position
        let name = try expression()
        var text = text(from: first)
        if case .text(let literal) = name { text = literal }
        try expect(",")
        let body = try function(0...0).body
        _ = take(",")
        try expect(")")
        reports = true
        return made(.test(name: name, body), from: start, text: text)
    }

    private mutating func assertCall(_ start: Int) throws(HandlerRefusal) -> HandlerStatement {
        guard phase == .after else { throw refusal("an assertion before the request") }
        try expect("(")
        let first = position
        let condition = try expression()
        let text = text(from: first)
        var message: HandlerExpression?
        if take(","), !isSign(")") {
            message = try expression()
            _ = take(",")
        }
        try expect(")")
        reports = true
        return made(.assert(condition, message: message), from: start, text: text)
    }

    /// A call of Node's `assert`, at its parenthesis or at its name.
    private mutating func assertion(
        _ function: AssertFunction, _ start: Int
    ) throws(HandlerRefusal) -> HandlerStatement {
        if case .name = kind() { advance() }
        guard function != .ok else { return try assertCall(start) }
        guard phase == .after else { throw refusal("an assertion before the request") }
        let values = try arguments(2...3)
        let sign: HandlerExpression.Comparison =
            switch function {
            case .ok, .equal: .equal
            case .notEqual: .notEqual
            case .strictEqual: .identical
            case .notStrictEqual: .notIdentical
            }
        let condition = HandlerExpression.comparison(sign, values[0], values[1])
        reports = true
        return made(
            .assert(condition, message: values.count > 2 ? values[2] : nil), from: start, text: condition.source)
    }
}
