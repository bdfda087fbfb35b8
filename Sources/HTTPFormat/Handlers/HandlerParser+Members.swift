import Base
import NetEngine

// The response, and steps into values.
extension HandlerParser {
    // MARK: the response

    mutating func response() throws(HandlerRefusal) -> HandlerExpression {
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
            for part in [HandlerResponsePart.mimeType, .charset] {
                let member = part == .mimeType ? "mimeType" : "charset"
                guard isSign(".") || isSign("?."), isName(member, 1) else { continue }
                skip(2)
                return .response(part)
            }
            return .object([
                HandlerMember(name: "mimeType", value: .response(.mimeType)),
                HandlerMember(name: "charset", value: .response(.charset)),
            ])
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

    mutating func links(of base: HandlerExpression) throws(HandlerRefusal) -> HandlerExpression {
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
                if isSign("("), let iteration = HandlerIteration(rawValue: member) {
                    links.append(HandlerLink(step: try each(iteration), isOptional: isOptional))
                    continue
                }
                if member == "match", isSign("("), case .pattern(let source, let flags) = kind(1) {
                    let pattern = HandlerPattern(source: source, flags: flags)
                    links.append(HandlerLink(step: .match(try matched(pattern)), isOptional: isOptional))
                    continue
                }
                guard isSign("("), let method = HandlerMethod(rawValue: member) else {
                    throw refusal("a call of .\(member)(…)")
                }
                let values = try arguments(method.argumentCounts)
                if method == .replace || method == .replaceAll { try checkReplacement(values) }
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

    /// The arguments of a method that calls a function for each element.
    private mutating func each(_ iteration: HandlerIteration) throws(HandlerRefusal) -> HandlerLink.Step {
        try expect("(")
        let callback = try function(iteration == .reduce ? 0...3 : 0...2, isOnce: false)
        var start: HandlerExpression?
        if iteration == .reduce {
            guard take(","), !isSign(")") else { throw refusal("reduce without a value to begin with") }
            start = try expression()
        }
        _ = take(",")
        try expect(")")
        return .each(iteration, callback, start: start)
    }

    /// The argument of `match`, at its parenthesis.
    private mutating func matched(_ pattern: HandlerPattern) throws(HandlerRefusal) -> HandlerPattern {
        advance()
        try check(pattern)
        guard !pattern.flags.contains("g"), !pattern.isBeyondMatch else {
            throw refusal("match with groups, with the flag g, or of an empty text")
        }
        advance()
        try expect(")")
        return pattern
    }

    /// `$` has a meaning in the text that replaces another.
    private func checkReplacement(_ values: [HandlerExpression]) throws(HandlerRefusal) {
        guard case .text(let text)? = values.last, !text.contains(bytes: "$") else {
            throw refusal("a replacement that is not a string without $")
        }
    }

    // MARK: references

    /// A longer path is not written as a reference.
    static let longestReference = 400

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
            case .member("length"), .method, .each, .match: return nil
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
