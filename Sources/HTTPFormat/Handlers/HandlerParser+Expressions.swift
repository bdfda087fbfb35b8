import Base

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
        guard let comparison = takeComparison(["<", "<=", ">", ">=", "in"]) else { return left }
        let right = try sum()
        if takeComparison(["<", "<=", ">", ">=", "in"]) != nil { throw refusal("two comparisons in a row") }
        return .comparison(comparison, left, right)
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
        if isName("instanceof") { throw refusal("the operator instanceof") }
        return left
    }

    private mutating func unary() throws(HandlerRefusal) -> HandlerExpression {
        for sign in ["~", "++", "--"] where isSign(sign) { throw refusal("the operator \(sign)") }
        if take("!") { return .not(try nested { parser throws(HandlerRefusal) in try parser.unary() }) }
        if take("-") { return .negative(try nested { parser throws(HandlerRefusal) in try parser.unary() }) }
        if take("+") { return .toNumber(try nested { parser throws(HandlerRefusal) in try parser.unary() }) }
        if isName("typeof") {
            advance()
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
        case .sign("{"): throw refusal("an object ({…})")
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

    private mutating func named(_ name: String) throws(HandlerRefusal) -> HandlerExpression {
        switch binding(name) {
        case .local(let slot, _, _)?:
            advance()
            return .local(slot, name)
        case .assertion?, .assertModule?: throw refusal("a function of assert as a value")
        case nil: break
        }
        if let input = try input(name) { return input }
        if name.hasPrefix("$") { return try dynamic() }
        if let moment = try moment() { return moment }
        if let function = try function(name) { return function }
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

    private mutating func constant(_ value: HandlerExpression) -> HandlerExpression {
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

    /// `Date.now()`, `new Date().toISOString()`: the time of the send.
    private mutating func moment() throws(HandlerRefusal) -> HandlerExpression? {
        let start = token
        let expression: HandlerExpression
        if takes("Date", "now") {
            _ = try arguments(0...0)
            expression = .toNumber(.dynamic("$datetime \"x\""))
        } else if isName("new"), isName("Date", 1), isSign("(", 2), isSign(")", 3), isSign(".", 4),
            isName("toISOString", 5),
            isSign("(", 6)
        {
            skip(6)
            _ = try arguments(0...0)
            expression = .dynamic("$datetime \"YYYY-MM-DDTHH:mm:ss.SSS[Z]\"")
        } else {
            return nil
        }
        guard phase == .before else { throw refusal("the time of day below a request", at: start) }
        return expression
    }

    private mutating func function(_ name: String) throws(HandlerRefusal) -> HandlerExpression? {
        let function: HandlerFunction
        if isSign("(", 1), let known = HandlerFunction(rawValue: name) {
            function = known
            skip(1)
        } else if isSign(".", 1), case .name(let member) = kind(2), isSign("(", 3),
            let known = HandlerFunction(rawValue: "\(name).\(member)")
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
        default: return .function(function, try arguments(1...1))
        }
    }

    // MARK: the response

    private mutating func response() throws(HandlerRefusal) -> HandlerExpression {
        advance()
        guard take(".") || take("?."), case .name(let member) = kind() else {
            throw refusal("the response as a whole")
        }
        let start = token
        advance()
        switch member {
        case "status", "statusCode": return .response(.status)
        case "statusText", "statusMessage": return .response(.reason)
        case "body": return .response(.body)
        case "parsedBody": return .response(.parsedBody)
        case "contentType":
            if take(".") || take("?.") {
                if isName("mimeType") { return constant(.response(.mimeType)) }
                if isName("charset") { return constant(.response(.charset)) }
            }
            throw refusal("response.contentType without .mimeType or .charset", at: start)
        case "headers": return try headers()
        default:
            throw refusal(isSign("(") ? "a call of response.\(member)(…)" : "the value response.\(member)", at: start)
        }
    }

    private mutating func headers() throws(HandlerRefusal) -> HandlerExpression {
        let dots = isSign(".") || isSign("?.")
        if dots, case .name(let member) = kind(1) {
            for (name, form) in [("valueOf", HandlerExpression.HeaderForm.valueOf), ("valuesOf", .valuesOf)]
            where member == name && isSign("(", 2) {
                skip(2)
                let names = try arguments(1...1)
                return .header(names[0], form)
            }
            if isSign("(", 2) { throw refusal("a call of response.headers.\(member)(…)") }
            skip(2)
            return .header(.text(member), .member)
        }
        if isSign("[") || isSign("?.") && isSign("[", 1) {
            skip(isSign("[") ? 1 : 2)
            let name = try expression()
            try expect("]")
            return .header(name, .member)
        }
        return .response(.headers)
    }

    // MARK: members and methods

    private mutating func links(of base: HandlerExpression) throws(HandlerRefusal) -> HandlerExpression {
        var links: [HandlerLink] = []
        while true {
            let isOptional = isSign("?.")
            if isSign(".") || isOptional && !isSign("[", 1) && !isSign("(", 1) {
                advance()
                guard case .name(let member) = kind() else {
                    throw refusal("\(shown(token)) where a member is expected")
                }
                advance()
                guard isSign("(") || isSign("?.") && isSign("(", 1) else {
                    links.append(HandlerLink(step: .member(member), isOptional: isOptional))
                    continue
                }
                guard isSign("("), let method = HandlerMethod(rawValue: member) else {
                    throw refusal("a call of .\(member)(…)")
                }
                let values = try arguments(method.argumentCounts)
                if method == .replace { try checkReplacement(values) }
                links.append(HandlerLink(step: .method(method, values), isOptional: isOptional))
            } else if isSign("[") || isOptional && isSign("[", 1) {
                skip(isOptional ? 2 : 1)
                let index = try expression()
                try expect("]")
                if case .text(let member) = index {
                    links.append(HandlerLink(step: .member(member), isOptional: isOptional))
                } else {
                    links.append(HandlerLink(step: .index(index), isOptional: isOptional))
                }
            } else if isSign("(") || isOptional {
                throw refusal("a call of \(base.source)(…)")
            } else {
                if case .templatePart(_, true, _) = kind() { throw refusal("a template with a function") }
                return links.isEmpty ? base : .chain(base, links)
            }
        }
    }

    /// `$` has a meaning in the text that replaces another.
    private func checkReplacement(_ values: [HandlerExpression]) throws(HandlerRefusal) {
        guard case .text(let text)? = values.last, !text.contains("$") else {
            throw refusal("a replacement that is not a string without $")
        }
    }

    // MARK: references

    /// A longer path is not written as a reference.
    private static let longestReference = 400

    /// The value as a reference has it after `response.`; nil if it is none.
    func reference(_ value: HandlerExpression) -> String? {
        switch value {
        case .response(.body), .response(.parsedBody): return "body"
        case .function(.parse, let arguments): return arguments.first == .response(.body) ? "body" : nil
        case .header(.text(let name), .valueOf), .header(.text(let name), .member):
            let isPlain = name.utf8.allSatisfy { LineText.isToken($0) && $0 != Byte.dot }
            return isPlain ? "headers.\(name)" : nil
        case .local(_, let name):
            if case .local(_, true, let reference)? = binding(name) { return reference }
            return nil
        case .chain(let base, let links): return reference(base).flatMap { Self.reference($0, links) }
        default: return nil
        }
    }

    /// A reference into a body with further steps, as JSONPath.
    static func reference(_ base: String, _ links: [HandlerLink]) -> String? {
        guard base.hasPrefix("body") else { return nil }
        var path = base == "body" ? "body.$" : base
        for link in links {
            guard path.utf8.count < Self.longestReference else { return nil }
            switch link.step {
            case .member("length"), .method: return nil
            case .member(let name):
                let isName = name.utf8.allSatisfy {
                    LineText.isLetter($0) || LineText.isDigit($0) || $0 == Byte.underscore || $0 == Byte.dollar
                }
                guard !name.isEmpty, !name.contains(where: { "'\"\\{}".contains($0) || $0.isNewline }) else {
                    return nil
                }
                let isPlain = isName && !LineText.isDigit(name.utf8.first ?? 0)
                path += isPlain ? ".\(name)" : "['\(name)']"
            case .index(.number(let index)):
                guard let whole = Int(exactly: index), whole >= 0 else { return nil }
                path += "[\(whole)]"
            case .index: return nil
            }
        }
        return path
    }
}
