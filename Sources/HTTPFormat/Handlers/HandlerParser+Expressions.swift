import Base
import JSONPath
import Pattern

// Values and conditions, by the precedence of JavaScript's operators.
extension HandlerParser {
    mutating func expression() throws(HandlerRefusal) -> HandlerExpression {
        countWork(1)
        return try nested { parser throws(HandlerRefusal) in try parser.choice() }
    }

    private mutating func choice() throws(HandlerRefusal) -> HandlerExpression {
        let condition = try alternatives()
        if isSign("=>") { throw refusal("a function as a value") }
        guard take("?") else { return condition }
        let then = try expression()
        try expect(":")
        return .choice(condition, then, try expression())
    }

    /// `a || b`, `a ?? b`.
    private mutating func alternatives() throws(HandlerRefusal) -> HandlerExpression {
        var all = [try conjunction()]
        guard let sign = ["||", "??"].first(where: { isSign($0) }) else { return joined(all[0]) { .all($0) } }
        while take(sign) { all.append(try conjunction()) }
        // JavaScript wants parentheses here.
        if isSign("||") || isSign("??") || sign == "??" && all.contains(where: { $0.count > 1 }) {
            throw refusal("?? beside || or && without parentheses")
        }
        let operands = all.map { terms in joined(terms) { .all($0) } }
        return sign == "||" ? .any(operands) : .firstPresent(operands)
    }

    private func joined(
        _ all: [HandlerExpression], _ make: ([HandlerExpression]) -> HandlerExpression
    ) -> HandlerExpression { all.count == 1 ? all[0] : make(all) }

    /// What stands between `&&`.
    private mutating func conjunction() throws(HandlerRefusal) -> [HandlerExpression] {
        var all = [try equality()]
        while take("&&") { all.append(try equality()) }
        return all
    }

    private mutating func equality() throws(HandlerRefusal) -> HandlerExpression {
        let left = try relation()
        guard let comparison = takeComparison(["===", "!==", "==", "!="]) else { return left }
        let right = try relation()
        if takeComparison(["===", "!==", "==", "!="]) != nil { throw refusal("two comparisons in a row") }
        return .comparison(comparison, left, right)
    }

    private mutating func relation() throws(HandlerRefusal) -> HandlerExpression {
        let left = try sum()
        if isName("instanceof") { return try instance(left) }
        guard let comparison = takeComparison(["<", "<=", ">", ">=", "in"]) else { return left }
        let right = try sum()
        if takeComparison(["<", "<=", ">", ">=", "in"]) != nil { throw refusal("two comparisons in a row") }
        return .comparison(comparison, left, right)
    }

    /// `x instanceof Array`, `x instanceof Object`.
    private mutating func instance(_ value: HandlerExpression) throws(HandlerRefusal) -> HandlerExpression {
        guard isName("Array", 1) || isName("Object", 1), binding("Array") == nil, binding("Object") == nil else {
            throw refusal("the operator instanceof")
        }
        let function: HandlerFunction = isName("Array", 1) ? .isArray : .isObject
        skip(2)
        if takeComparison(["<", "<=", ">", ">=", "in"]) != nil || isName("instanceof") {
            throw refusal("two comparisons in a row")
        }
        return .function(function, [value])
    }

    private mutating func takeComparison(_ signs: [String]) -> HandlerExpression.Comparison? {
        guard let sign = signs.first(where: { isSign($0) || $0 == "in" && isName("in") }) else { return nil }
        advance()
        return HandlerExpression.Comparison(rawValue: sign)
    }

    private mutating func sum() throws(HandlerRefusal) -> HandlerExpression {
        var left = try product()
        var count = 0
        // Each minus makes the tree deeper.
        var minuses = 0
        while isSign("+") || isSign("-") {
            count += 1
            let adds = isSign("+")
            if !adds { minuses += 1 }
            guard count < Self.maxTerms, minuses <= Self.maxFactors else {
                throw refusal("more terms in a row than can be read")
            }
            advance()
            let right = try product()
            if !adds {
                left = .arithmetic(.minus, left, right)
            } else if case .sum(let terms) = left, count > 1 {
                left = .sum(terms + [right])
            } else {
                left = .sum([left, right])
            }
        }
        return left
    }

    /// How many terms and factors a sum and a product may have.
    private static let maxTerms = 200
    private static let maxFactors = 10

    private mutating func product() throws(HandlerRefusal) -> HandlerExpression {
        var left = try unary()
        var count = 0
        while let sign = ["*", "/", "%"].first(where: { isSign($0) }),
            let arithmetic = HandlerExpression.Arithmetic(rawValue: sign)
        {
            count += 1
            guard count < Self.maxFactors else { throw refusal("more than \(Self.maxFactors) factors in a row") }
            advance()
            left = .arithmetic(arithmetic, left, try unary())
        }
        for sign in ["**", "&", "|", "^", "<<", ">>", ">>>", "++", "--"] where isSign(sign) {
            throw refusal("the operator \(sign)")
        }
        return left
    }

    private mutating func unary() throws(HandlerRefusal) -> HandlerExpression {
        for sign in ["~", "++", "--"] where isSign(sign) { throw refusal("the operator \(sign)") }
        if take("!") { return .not(try nested { parser throws(HandlerRefusal) in try parser.unary() }) }
        if take("-") { return .negative(try nested { parser throws(HandlerRefusal) in try parser.unary() }) }
        if take("+") { return .toNumber(try nested { parser throws(HandlerRefusal) in try parser.unary() }) }
        if isName("typeof") {
            advance()
            // Whether it is run in such a tool at all.
            if isName("response") && phase == .after || isName("client") || isName("request"), !isSign(".", 1),
                !isSign("?.", 1)
            {
                return constant(.text("object"))
            }
            return .typeOf(try nested { parser throws(HandlerRefusal) in try parser.unary() })
        }
        return try links(of: try primary())
    }

    // MARK: operands

    private mutating func primary() throws(HandlerRefusal) -> HandlerExpression {
        switch kind() {
        case .text(let text):
            advance()
            return .text(text)
        case .number(let number):
            advance()
            return .number(number)
        case .templatePart(_, true, _): return try template()
        case .sign("("):
            if isSign(")", 1) { throw refusal("a function as a value") }
            advance()
            let inner = try expression()
            if isSign(",") { throw refusal("a comma between values") }
            try expect(")")
            return inner
        case .sign("["): return try list()
        case .sign("{"): return try object()
        case .pattern(let source, let flags): return try match(HandlerPattern(source: source, flags: flags))
        case .name(let name): return try named(name)
        case .templatePart, .sign, .end: throw refusal("\(shown(token)) where a value is expected")
        }
    }

    private mutating func template() throws(HandlerRefusal) -> HandlerExpression {
        var terms: [HandlerExpression] = []
        while case .templatePart(let text, let isFirst, let isLast) = kind(), isFirst == terms.isEmpty {
            advance()
            // The first text makes a sum of texts of it.
            if terms.isEmpty || !text.isEmpty { terms.append(.text(text)) }
            if isLast { return .sum(terms) }
            terms.append(.function(.string, [try expression()]))
        }
        throw refusal("\(shown(token)) within a template")
    }

    private mutating func list() throws(HandlerRefusal) -> HandlerExpression {
        advance()
        var all: [HandlerExpression] = []
        while !isSign("]") {
            if isSign("...") { throw refusal("the operator ...") }
            all.append(try expression())
            guard take(",") else { break }
        }
        try expect("]")
        return .list(all)
    }

    /// `{ a: 1, "b c": 2, d }`.
    private mutating func object() throws(HandlerRefusal) -> HandlerExpression {
        advance()
        var members: [HandlerMember] = []
        while !isSign("}") {
            let name: String
            switch kind() {
            case .name(let word): name = word
            case .text(let text): name = text
            case .number(let number): name = HandlerNumber.text(number)
            default: throw refusal("an object with more than names and values")
            }
            guard name != "__proto__" else { throw refusal("the member __proto__") }
            if isSign(":", 1) {
                skip(2)
                members.append(HandlerMember(name: name, value: try expression()))
            } else if case .name = kind(), isSign(",", 1) || isSign("}", 1), !Self.reserved.contains(name) {
                members.append(HandlerMember(name: name, value: try named(name)))
            } else {
                throw refusal("an object with more than names and values")
            }
            guard take(",") else { break }
        }
        try expect("}")
        return .object(members)
    }

    /// `/pattern/flags.test(text)`.
    private mutating func match(_ pattern: HandlerPattern) throws(HandlerRefusal) -> HandlerExpression {
        let start = token
        try check(pattern)
        guard isSign(".", 1), isName("test", 2), isSign("(", 3) else {
            throw refusal("a regular expression without .test(…)", at: start)
        }
        skip(3)
        return .matches(pattern, try arguments(1...1)[0])
    }

    /// Refuses a regular expression that cannot be evaluated.
    func check(_ pattern: HandlerPattern) throws(HandlerRefusal) {
        let flags = pattern.flags
        guard flags.allSatisfy({ "gimsuy".contains($0) }), Set(flags).count == flags.count, !flags.contains("y") else {
            throw refusal("the flags \(flags) of a regular expression")
        }
        if let flaw = Pattern.syntaxError(in: pattern.text, syntax: .common(ignoresCase: false)) {
            throw refusal("a regular expression that is not read: \(flaw.reason)")
        }
    }

    private mutating func named(_ name: String) throws(HandlerRefusal) -> HandlerExpression {
        switch binding(name) {
        case .local(let slot, _, _)?:
            advance()
            return .local(slot, name)
        case .function(let place)?: return try functionCall(name, place)
        case .openFunction?: throw refusal("\(name), a function that calls itself")
        case .assertion?, .assertModule?: throw refusal("a function of assert as a value")
        case nil: break
        }
        if let input = try input(name) { return input }
        if let presence = presence(name) { return presence }
        if name.hasPrefix("$") { return try dynamic() }
        if let moment = try moment() { return moment }
        if let random = try random() { return random }
        if let function = try function(name) { return function }
        if name == "jsonPath", isSign("(", 1) { return try jsonPath() }
        switch name {
        case "undefined": return constant(.undefined)
        case "null": return constant(.null)
        case "true": return constant(.bool(true))
        case "false": return constant(.bool(false))
        // Not a literal: NaN does not equal itself, and scripts are compared with each other.
        case "NaN": return constant(.toNumber(.undefined))
        case "Infinity": return constant(.number(.infinity))
        case "response":
            guard phase == .after else { throw refusal("the response before the request") }
            return try response()
        case "new", "this", "function", "class", "async", "await", "super", "delete", "void", "yield", "import":
            throw refusal("the keyword \(name)")
        default: break
        }
        if isSign("(", 1) { throw refusal("a call of \(name)(…)") }
        if isSign("=>", 1) { throw refusal("a function as a value") }
        if isSign(".", 1), case .name(let member) = kind(2) {
            throw refusal(isSign("(", 3) ? "a call of \(name).\(member)(…)" : "the value \(name).\(member)")
        }
        throw refusal("the name \(name), which it does not define")
    }

    mutating func constant(_ value: HandlerExpression) -> HandlerExpression {
        advance()
        return value
    }

    /// `client.global.get("x")`, `request.variables.get("x")`, `request.environment.get("x")`.
    private mutating func input(_ name: String) throws(HandlerRefusal) -> HandlerExpression? {
        guard
            takes("client", "global", "get") || takes("request", "variables", "get")
                || takes("request", "environment", "get")
        else { return nil }
        try expect("(")
        guard case .text(let variable) = kind(), !variable.isEmpty else {
            throw refusal("the name of a variable as something else than a string")
        }
        advance()
        try expect(")")
        if !inputs.contains(variable) { inputs.append(variable) }
        guard inputs.count <= Self.maxDepth else { throw refusal("more than \(Self.maxDepth) variables to read") }
        return .variable(variable)
    }

    /// `$uuid`, `$random.integer(1, 5)`: the text as between braces.
    private mutating func dynamic() throws(HandlerRefusal) -> HandlerExpression {
        guard phase == .before else { throw refusal("the value \(shown(token)) below a request") }
        let start = position
        advance()
        while isSign("."), case .name = kind(1) { skip(2) }
        if isSign("(") {
            for argument in try arguments(0...3) {
                switch argument {
                case .number, .text: break
                default: throw refusal("an argument that is computed")
                }
            }
        }
        let range = tokens[start].range.lowerBound..<tokens[position - 1].range.upperBound
        return .dynamic(String(decoding: code[range], as: UTF8.self))
    }

    /// `client.global && …`, `!client`: whether there is such a thing, which there always is. Its value is only looked at as true.
    private mutating func presence(_ name: String) -> HandlerExpression? {
        guard name == "client" || name == "request" || name == "response" && phase == .after else { return nil }
        let count = name == "client" && isSign(".", 1) && isName("global", 2) ? 3 : 1
        let isStep = [".", "?.", "[", "("].contains { isSign($0, count) }
        let isNegated = position > 0 && isSign("!", -1) && !isStep
        let begins = position == 0 || ["(", "&&", "||", "=", ",", ";", "{", "}", "?", ":"].contains { isSign($0, -1) }
        let isTested = begins && (isSign("&&", count) || isSign("?", count))
        let isCondition = isSign(")", count) && position > 1 && isSign("(", -1) && isName("if", -2)
        guard isNegated || isTested || isCondition else { return nil }
        skip(count)
        return .bool(true)
    }

    /// `Date.now()`, `new Date().getTime()`, `new Date().toISOString()`: the time of the send, or below a request that of the response.
    private mutating func moment() throws(HandlerRefusal) -> HandlerExpression? {
        let start = token
        if takes("Date", "now") {
            _ = try arguments(0...0)
            return .time(.milliseconds)
        }
        guard isName("new"), isName("Date", 1), isSign("(", 2), isSign(")", 3), isSign(".", 4),
            case .name(let member) = kind(5), isSign("(", 6)
        else { return nil }
        let form: HandlerTime
        switch member {
        case "getTime", "valueOf": form = .milliseconds
        case "toISOString", "toJSON": form = .iso
        default: throw refusal("a call of .\(member)(…) of a date", at: start)
        }
        skip(6)
        _ = try arguments(0...0)
        return .time(form)
    }

    /// `Math.random()`, `crypto.randomUUID()`. Below a request they would differ each time that the response is read.
    private mutating func random() throws(HandlerRefusal) -> HandlerExpression? {
        guard phase == .before else { return nil }
        let value: HandlerExpression
        if takes("Math", "random") {
            value = .function(.number, [.dynamic("$random.float(0,1)")])
        } else if takes("crypto", "randomUUID") {
            value = .dynamic("$random.uuid")
        } else {
            return nil
        }
        _ = try arguments(0...0)
        return value
    }

    private mutating func function(_ name: String) throws(HandlerRefusal) -> HandlerExpression? {
        let function: HandlerFunction
        if isSign("(", 1), let known = HandlerFunction.named(name) {
            function = known
            skip(1)
        } else if isSign(".", 1), case .name(let member) = kind(2), isSign("(", 3),
            let known = HandlerFunction.named("\(name).\(member)")
        {
            function = known
            skip(3)
        } else {
            return nil
        }
        switch function {
        case .stringify:
            let values = try arguments(1...3)
            // A list of names or a function may be in second place.
            if values.count > 1, values[1] != .null, values[1] != .undefined {
                throw refusal("JSON.stringify with a replacer")
            }
            var indent = 0.0
            if values.count > 2 {
                guard case .number(let spaces) = values[2] else {
                    throw refusal("JSON.stringify with other than spaces")
                }
                indent = spaces
            }
            return .function(.stringify, [values[0], .number(min(10, max(0, indent.rounded(.towardZero))))])
        case .parseInt:
            let values = try arguments(1...2)
            if values.count > 1, values[1] != .number(10) { throw refusal("parseInt with another base than 10") }
            return .function(.parseInt, [values[0]])
        case .min, .max: return .function(function, try arguments(0...20))
        default: return .function(function, try arguments(1...1))
        }
    }

    /// JetBrains' `jsonPath(response.body, "$.a[0].b")`: the value, or an array if the path may lead to several.
    private mutating func jsonPath() throws(HandlerRefusal) -> HandlerExpression {
        let start = token
        advance()
        let values = try arguments(2...2)
        guard case .text(let path) = values[1], path.utf8.count <= Self.longestReference,
            let query = try? JSONPathParser.parse(path)
        else { throw refusal("jsonPath with a path that is not JSONPath", at: start) }
        guard let steps = query.singularSteps else { return .query(path, values[0]) }
        let links = steps.map { step -> HandlerLink in
            switch step {
            case .name(let name):
                HandlerLink(step: .member(String(decoding: name, as: UTF8.self)), isOptional: true)
            case .index(let index): HandlerLink(step: .index(.number(Double(index))), isOptional: true)
            }
        }
        return links.isEmpty ? values[0] : .chain(values[0], links)
    }
}
