import HTTPFormat

/// A line of Bruno's `assert` block, as checks.
struct BrunoAssertion {
    /// nil if no check says the same.
    let checks: [String]?

    /// - Parameters:
    ///   - name: the expression, `res.body.id`.
    ///   - value: operator and value, `eq 1`; a value alone is compared.
    init(name: String, value: String) {
        guard let path = ResponsePath(name, root: "res") else {
            checks = nil
            return
        }
        let word = String(value.prefix { !$0.isWhitespace })
        let subject = path.checkSubject
        if Self.operators.contains(word) {
            let rest = value.dropFirst(word.count).trimmedText
            checks = Self.checks(path, subject, word, rest)
        } else {
            checks = Self.checks(path, subject, "eq", value)
        }
    }

    private static let operators: Set<String> = [
        "eq", "neq", "gt", "gte", "lt", "lte", "in", "notIn", "contains", "notContains", "length", "matches",
        "notMatches", "startsWith", "endsWith", "between", "isEmpty", "isNotEmpty", "isNull", "isUndefined",
        "isDefined",
        "isTruthy", "isFalsy", "isJson", "isNumber", "isString", "isBoolean", "isArray",
    ]

    private static func checks(
        _ path: ResponsePath, _ subject: String, _ word: String, _ rest: String
    ) -> [String]? {
        let value = unquoted(rest)
        switch word {
        case "eq": return CheckText.equality(subject, value, isText: value != rest)
        case "neq": return one(subject, .notEquals, value)
        case "gt": return one(subject, .greater, value)
        case "gte": return one(subject, .greaterOrEqual, value)
        case "lt": return one(subject, .less, value)
        case "lte": return one(subject, .lessOrEqual, value)
        case "contains": return one(subject, .includes, value)
        case "notContains": return one(subject, .includes, value, isNegated: true)
        case "startsWith": return one(subject, .startsWith, value)
        case "endsWith": return one(subject, .endsWith, value)
        case "matches": return one(subject, .matches, pattern(rest))
        case "notMatches": return one(subject, .matches, pattern(rest), isNegated: true)
        case "in": return one(subject, .matches, choice(rest))
        case "notIn": return one(subject, .matches, choice(rest), isNegated: true)
        case "isNull": return CheckText.equality(subject, "null", isText: false)
        case "isUndefined": return one(subject, .equals, "undefined")
        case "isDefined": return one(subject, .notEquals, "undefined")
        case "isTruthy": return one(subject, .exists)
        case "isFalsy": return one(subject, .isFalse)
        case "isNumber": return one(subject, .isNumber)
        case "isString": return one(subject, .isString)
        case "isBoolean": return one(subject, .isBoolean)
        case "isArray": return one(subject, .isArray)
        case "between":
            let bounds = list(rest)
            guard bounds.count == 2, let low = one(subject, .greaterOrEqual, bounds[0]),
                let high = one(subject, .lessOrEqual, bounds[1])
            else { return nil }
            return low + high
        case "length":
            guard case .json(let json) = path else { return nil }
            return one("body \(json).length", .equals, value)
        default: return nil
        }
    }

    private static func one(
        _ subject: String, _ predicate: Check.Predicate, _ expected: String = "", isNegated: Bool = false
    ) -> [String]? {
        CheckText.written(subject, predicate, expected, isNegated: isNegated).map { [$0] }
    }

    private static func unquoted(_ text: String) -> String {
        guard text.utf8.count > 1, let quote = text.first, quote == "\"" || quote == "'", text.last == quote else {
            return text
        }
        return String(text.dropFirst().dropLast())
    }

    /// `/x/` without its slashes.
    private static func pattern(_ text: String) -> String {
        let text = unquoted(text)
        return text.count > 1 && text.hasPrefix("/") && text.hasSuffix("/") ? String(text.dropFirst().dropLast()) : text
    }

    private static func list(_ text: String) -> [String] {
        var inner = text[...]
        if inner.hasPrefix("["), inner.hasSuffix("]") { inner = inner.dropFirst().dropLast() }
        return inner.split(separator: ",").map { unquoted($0.trimmedText) }
    }

    private static func choice(_ text: String) -> String {
        "^(?:\(list(text).map(CheckText.escaped).joined(separator: "|")))$"
    }
}
