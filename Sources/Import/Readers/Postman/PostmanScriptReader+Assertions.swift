import Base
import HTTPFormat
import JSONPath
import NetEngine

/// Assertions of `pm.response.to` and `pm.expect` as checks.
extension PostmanScript.Reader {
    typealias Value = PostmanScript.Value

    /// What follows `pm.response.to.`
    mutating func response(_ start: Int, _ end: Int) -> Bool {
        guard let verb = tokens.name(at: start), tokens.isSign(".", at: start + 1),
            let what = tokens.name(at: start + 2)
        else {
            return false
        }
        let arguments = arguments(start + 3, end)
        switch (verb, what) {
        case ("have", "status"):
            guard case .literal(let status, false)? = arguments?.first, Int(status) != nil else { return false }
            return add("status == \(status)")
        case ("have", "header"):
            guard let arguments, case .literal(let name, _)? = arguments.first, Self.isHeader(name) else {
                return false
            }
            // `exists` asks for more than to be there.
            if arguments.count == 1 { return add("header \(name) != undefined") }
            guard case .literal(let value, _) = arguments[1] else { return false }
            return add("header \(name) == \(value)")
        case ("have", "jsonBody"):
            guard let arguments, arguments.count == 1, case .literal(let path, _) = arguments[0], Self.isPath(path)
            else { return false }
            return add("body $.\(path) != undefined")
        case ("be", "ok") where start + 3 == end: return add("status == 200")
        case ("be", "success") where start + 3 == end: return add("status >= 200") && add("status < 300")
        case ("be", "json") where start + 3 == end: return add("header content-type includes json")
        case ("be", "notFound") where start + 3 == end: return add("status == 404")
        case ("be", "badRequest") where start + 3 == end: return add("status == 400")
        case ("be", "unauthorized") where start + 3 == end: return add("status == 401")
        case ("be", "forbidden") where start + 3 == end: return add("status == 403")
        case ("be", "accepted") where start + 3 == end: return add("status == 202")
        default: return false
        }
    }

    /// `pm.expect(value).to.be.below(200)` and the like.
    mutating func expect(_ range: Range<Int>) -> Bool {
        let open = range.lowerBound + 3
        let close = tokens.closers[open]
        guard close < range.upperBound, let value = value(open + 1..<close), let subject = value.subject else {
            return false
        }
        var words: [String] = []
        var place = close + 1
        while place + 1 < range.upperBound, tokens.isSign(".", at: place), let word = tokens.name(at: place + 1) {
            if !["to", "be", "been", "is", "that", "which", "and", "has", "have", "with", "of", "deep"].contains(
                word)
            {
                words.append(word)
            }
            place += 2
        }
        var given: [Value]?
        if words == ["oneOf"], let choice = choice(place, range.upperBound) {
            return oneOf(choice, subject, value)
        }
        if words == ["match"], tokens.isSign("(", at: place), tokens.closers[place] == place + 2,
            place + 3 == range.upperBound, let pattern = tokens.patterns[place + 1],
            let check = CheckText.written(subject, .matches, pattern)
        {
            return add(check)
        }
        if place < range.upperBound {
            given = arguments(place, range.upperBound)
            if given == nil { return false }
        }
        return check(subject, value, words, given)
    }

    /// The values of `([…])`.
    private func choice(_ open: Int, _ end: Int) -> [Value]? {
        guard tokens.isSign("(", at: open), tokens.closers[open] == end - 1, tokens.isSign("[", at: open + 1),
            tokens.closers[open + 1] == end - 2
        else { return nil }
        return values(open + 1, end - 1)
    }

    /// A comparison with several values of one type.
    private mutating func oneOf(_ choice: [Value], _ subject: String, _ value: Value) -> Bool {
        var texts: [String] = []
        var kinds: Set<Bool> = []
        for case .literal(let text, let isText) in choice {
            texts.append(text)
            kinds.insert(isText)
        }
        guard !texts.isEmpty, texts.count == choice.count, kinds.count == 1, let isText = kinds.first else {
            return false
        }
        var type: [String] = []
        switch value {
        case .status where !isText: break
        case .header where isText: break
        case .body:
            guard isText || texts.allSatisfy({ JSONNumber(written: $0) != nil }) else { return false }
            type = ["\(subject) \(isText ? "isString" : "isNumber")"]
        case .status, .header, .duration, .bodyText, .literal: return false
        }
        let pattern = "^(?:\(texts.map(CheckText.escaped).joined(separator: "|")))$"
        guard let check = CheckText.written(subject, .matches, pattern) else { return false }
        return add(check) && type.allSatisfy { add($0) }
    }

    private mutating func check(_ subject: String, _ value: Value, _ words: [String], _ given: [Value]?) -> Bool {
        var literal: String?
        var isText = false
        if let given {
            guard given.count == 1, case .literal(let text, let isQuoted) = given[0] else { return false }
            (literal, isText) = (text, isQuoted)
        }
        switch (words, literal) {
        case (["eql"], let text?), (["equal"], let text?), (["eq"], let text?), (["equals"], let text?):
            return compare(value, subject, "==", text, isText: isText)
        case (["not", "eql"], let text?), (["not", "equal"], let text?), (["not", "eq"], let text?):
            return compare(value, subject, "!=", text, isText: isText)
        case (["below"], let text?), (["lessThan"], let text?), (["lt"], let text?):
            return add("\(subject) < \(text)")
        case (["above"], let text?), (["greaterThan"], let text?), (["gt"], let text?):
            return add("\(subject) > \(text)")
        case (["least"], let text?), (["gte"], let text?), (["at", "least"], let text?):
            return add("\(subject) >= \(text)")
        case (["most"], let text?), (["lte"], let text?), (["at", "most"], let text?):
            return add("\(subject) <= \(text)")
        case (["include"], let text?), (["contain"], let text?), (["includes"], let text?),
            (["contains"], let text?):
            guard value == .bodyText || { if case .header = value { true } else { false } }() else { return false }
            return add("\(subject) includes \(text)")
        case (["true"], nil), (["false"], nil), (["null"], nil):
            return compare(value, subject, "==", words[0], isText: false)
        case (["a"], let type?), (["an"], let type?):
            let predicates = [
                "array": "isArray", "string": "isString", "number": "isNumber", "boolean": "isBoolean",
            ]
            guard case .body = value, let predicate = predicates[type] else { return false }
            return add("\(subject) \(predicate)")
        case (["property"], let name?):
            guard case .body(let path) = value, Self.isPath(name), !name.contains(bytes: ".") else { return false }
            return add("body \(path).\(name) != undefined")
        default: return false
        }
    }

    /// A comparison by value and type. That a value is not equal is checked by its value alone: that it may be of another type, no
    /// check can express.
    mutating func compare(
        _ value: Value, _ subject: String, _ predicate: String, _ literal: String, isText: Bool
    ) -> Bool {
        let isOtherType = isText && CheckText.couldBeOfOtherType(literal)
        switch value {
        case .body where predicate == "==":
            guard let checks = CheckText.equality(subject, literal, isText: isText) else { return false }
            return checks.allSatisfy { add($0) }
        case .header, .bodyText:
            // A text is never equal to a number.
            guard isText else { return false }
            if case .bodyText = value, isOtherType { return false }
            return add("\(subject) \(predicate) \(literal)")
        case .body, .status, .duration, .literal: return !isOtherType && add("\(subject) \(predicate) \(literal)")
        }
    }

    /// Adds a check, unless a line cannot say it.
    mutating func add(_ check: String) -> Bool {
        guard !check.contains(where: \.isNewline), check.last != " ", !check.contains(bytes: "{{") else {
            return false
        }
        checks.append(check)
        return true
    }
}
