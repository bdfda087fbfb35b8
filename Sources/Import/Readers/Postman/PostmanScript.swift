import Base
import HTTPFormat
import JSONPath
import NetEngine

/// What a script of Postman checks and keeps, as far as our checks and captures say the same. Read in one pass; never run.
///
/// Only statements that always run are read: those of the script itself, and those of the functions of `pm.test`. What a statement that is
/// not read may have changed is not read any more (`ScriptEffects`).
struct PostmanScript {
    struct Capture: Hashable {
        var variable: String
        var expression: String
    }

    private(set) var checks: [String] = []
    private(set) var captures: [Capture] = []
    /// False if a part of the script says something else.
    private(set) var isWhole = true
    /// Whether the script does nothing.
    private(set) var isEmpty = false

    init(_ text: String) {
        var reader = Reader(tokens: ScriptTokens(text))
        isEmpty = reader.tokens.tokens.isEmpty
        if reader.effects.redefinesTool {
            reader.isWhole = isEmpty
        } else {
            reader.statements(0..<reader.tokens.tokens.count, depth: 0)
        }
        checks = reader.checks
        captures = reader.captures
        isWhole = reader.isWhole
    }

    /// What a value of a script is.
    private enum Value: Hashable {
        case status, duration, bodyText
        /// A JSONPath that begins with `$`.
        case body(String)
        case header(String)
        /// - Parameter isText: whether it is a text, and not a number, `true`, `false` or `null`.
        case literal(String, isText: Bool)

        /// As the subject of a check.
        var subject: String? {
            switch self {
            case .status: "status"
            case .duration: "duration"
            case .bodyText: "body"
            case .body(let path): "body \(path)"
            case .header(let name): "header \(name)"
            case .literal: nil
            }
        }

        /// As after `response.`.
        var capture: String? {
            switch self {
            case .bodyText: "body"
            case .body(let path): path == "$" ? "body" : "body.\(path)"
            case .header(let name): "headers.\(name)"
            case .status, .duration, .literal: nil
            }
        }
    }

    private struct Reader {
        let tokens: ScriptTokens
        let effects: ScriptEffects
        var checks: [String] = []
        var captures: [Capture] = []
        var isWhole = true
        /// The value of a name, and the number of its object: a change of the object changes all its names.
        private var names: [String: (value: Value, object: Int)] = [:]
        private var objectCount = 0
        /// What may have been changed.
        private var changedObjects: Set<Int> = []
        /// Names that a function uses which may run at any time.
        private var unprovable: Set<String>

        init(tokens: ScriptTokens) {
            self.tokens = tokens
            effects = ScriptEffects(tokens)
            unprovable = effects.usedByDeclaredFunctions
        }

        // MARK: Statements

        mutating func statements(_ range: Range<Int>, depth: Int) {
            var place = range.lowerBound
            var isConditional = false
            while place < range.upperBound {
                if tokens.isSign(";", at: place) {
                    place += 1
                    isConditional = false
                    continue
                }
                let end = statementEnd(place, range.upperBound)
                let statement = place..<end
                countWork(1)
                place = end
                if !isConditional, self.statement(statement, depth: depth) { continue }
                isWhole = false
                isConditional = effects.isHeader(statement)
                take(effects.of(statement) { names[$0] != nil }, of: statement, isOutermost: depth == 0)
                // What follows may never run.
                if effects.mayEnd(statement) { return }
            }
        }

        /// Forgets what a statement that was not read may have changed.
        private mutating func take(
            _ touched: ScriptEffects.Touched, of statement: Range<Int>, isOutermost: Bool = true
        ) {
            for name in touched.names { if let object = names[name]?.object { changedObjects.insert(object) } }
            unprovable.formUnion(touched.kept.filter { isOutermost || names[$0] == nil })
            if let declared = effects.declared(by: statement) { names[declared] = nil }
        }

        /// Where a statement ends: at a semicolon, or at a line that begins a new one.
        private func statementEnd(_ start: Int, _ limit: Int) -> Int {
            var place = start
            while place < limit {
                if place > start, tokens.beginsLine[place], !continues(place) { return place }
                if tokens.isSign(";", at: place) { return place }
                let closer = tokens.closers[place]
                place = closer > place ? min(closer + 1, limit) : place + 1
            }
            return limit
        }

        private func continues(_ place: Int) -> Bool {
            switch tokens.tokens[place] {
            case .sign(let sign): if !["++", "--", "!", "~"].contains(sign) { return true }
            case .name("in"), .name("instanceof"): return true
            case .name, .string, .number, .other: break
            }
            return switch tokens.tokens[place - 1] {
            case .sign(let before): ![")", "]", "}", "++", "--"].contains(before)
            case .name(let before): ["typeof", "new", "in", "instanceof", "await", "void", "delete"].contains(before)
            case .string, .number, .other: false
            }
        }

        private mutating func statement(_ range: Range<Int>, depth: Int) -> Bool {
            guard let word = tokens.name(at: range.lowerBound) else { return false }
            switch word {
            case "const", "let", "var": return binding(range)
            case "console": return log(range)
            case "tests": return oldTest(range)
            case "pm", "postman":
                if begins(range, ["pm", ".", "test", "("]) { return test(range, depth: depth) }
                if let isCapture = capture(range) { return isCapture }
                if begins(range, ["pm", ".", "response", ".", "to", "."]) {
                    return response(range.lowerBound + 6, range.upperBound)
                }
                if begins(range, ["pm", ".", "expect", "("]) { return expect(range) }
                return false
            default: return false
            }
        }

        private func begins(_ range: Range<Int>, _ words: [String]) -> Bool {
            guard range.count >= words.count else { return false }
            for (index, word) in words.enumerated() {
                let token = tokens.tokens[range.lowerBound + index]
                guard token == .name(word) || token == .sign(word) else { return false }
            }
            return true
        }

        /// `const x = pm.response.json()`
        private mutating func binding(_ range: Range<Int>) -> Bool {
            let start = range.lowerBound
            guard let name = tokens.name(at: start + 1), tokens.isSign("=", at: start + 2) else { return false }
            let written = start + 3..<range.upperBound
            guard !unprovable.contains(name), let value = value(written) else { return false }
            objectCount += 1
            names[name] = (value, tokens.name(at: written.lowerBound).flatMap { names[$0]?.object } ?? objectCount)
            return true
        }

        /// `console.log(…)` does nothing for us, unless it changes something.
        private mutating func log(_ range: Range<Int>) -> Bool {
            let open = range.lowerBound + 3
            guard range.count > 4, tokens.isSign(".", at: open - 2), tokens.isSign("(", at: open),
                tokens.closers[open] == range.upperBound - 1
            else { return false }
            take(effects.of(range) { names[$0] != nil }, of: range)
            return true
        }

        /// `pm.test("name", function () { … })`, `pm.test("name", () => …)`
        private mutating func test(_ range: Range<Int>, depth: Int) -> Bool {
            let open = range.lowerBound + 3
            let close = tokens.closers[open]
            guard depth < 3, close == range.upperBound - 1, close - open > 4, tokens.isSign(",", at: open + 2) else {
                return false
            }
            var place = open + 3
            if tokens.name(at: place) == "async" { return false }
            if tokens.name(at: place) == "function" {
                place += 1
                if tokens.name(at: place) != nil { place += 1 }
                guard tokens.isSign("(", at: place), tokens.closers[place] == place + 1 else { return false }
                place += 2
            } else {
                guard tokens.isSign("(", at: place), tokens.closers[place] == place + 1,
                    tokens.isSign("=>", at: place + 2)
                else {
                    return false
                }
                place += 3
            }
            let outside = names
            if tokens.isSign("{", at: place) {
                guard tokens.closers[place] == close - 1 else { return false }
                statements(place + 1..<close - 1, depth: depth + 1)
            } else {
                statements(place..<close, depth: depth + 1)
            }
            names = outside
            return true
        }

        /// `pm.environment.set("x", value)`; nil if it is no such call.
        private mutating func capture(_ range: Range<Int>) -> Bool? {
            let start = range.lowerBound
            var open = start + 5
            if ["environment", "globals", "collectionVariables", "variables"].contains(where: {
                begins(range, ["pm", ".", $0, ".", "set", "("])
            }) {
                open = start + 5
            } else if ["setEnvironmentVariable", "setGlobalVariable"].contains(where: {
                begins(range, ["postman", ".", $0, "("])
            }) {
                open = start + 3
            } else {
                return nil
            }
            let close = tokens.closers[open]
            guard close == range.upperBound - 1, close > open + 3, case .string(let name) = tokens.tokens[open + 1],
                tokens.isSign(",", at: open + 2), let expression = value(open + 3..<close)?.capture
            else { return false }
            captures.append(Capture(variable: name, expression: expression))
            return true
        }

        /// `tests["name"] = responseCode.code === 200`
        private mutating func oldTest(_ range: Range<Int>) -> Bool {
            let start = range.lowerBound
            guard tokens.isSign("[", at: start + 1), tokens.closers[start + 1] == start + 3 else { return false }
            let equals = tokens.closers[start + 1] + 1
            guard tokens.isSign("=", at: equals) else { return false }
            let rest = equals + 1..<range.upperBound
            let signs = ["===": "==", "==": "==", "!==": "!=", "!=": "!=", "<": "<", ">": ">", "<=": "<=", ">=": ">="]
            for place in rest {
                guard case .sign(let sign) = tokens.tokens[place], let predicate = signs[sign] else { continue }
                guard let value = value(rest.lowerBound..<place), let subject = value.subject,
                    case .literal(let literal, let isText)? = self.value(place + 1..<rest.upperBound)
                else { return false }
                if sign == "===" || sign == "!==" {
                    return compare(value, subject, predicate, literal, isText: isText)
                }
                return add("\(subject) \(predicate) \(literal)")
            }
            return false
        }

        // MARK: Assertions

        /// What follows `pm.response.to.`
        private mutating func response(_ start: Int, _ end: Int) -> Bool {
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
        private mutating func expect(_ range: Range<Int>) -> Bool {
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
        private mutating func compare(
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
        private mutating func add(_ check: String) -> Bool {
            guard !check.contains(where: \.isNewline), check.last != " ", !check.contains(bytes: "{{") else {
                return false
            }
            checks.append(check)
            return true
        }

        // MARK: Values

        /// The values in parentheses that reach to `end`; nil if one cannot be read.
        private func arguments(_ open: Int, _ end: Int) -> [Value]? {
            guard tokens.isSign("(", at: open), tokens.closers[open] == end - 1 else { return nil }
            return values(open, end)
        }

        /// The values between a bracket and the one before `end`.
        private func values(_ open: Int, _ end: Int) -> [Value]? {
            var values: [Value] = []
            var start = open + 1
            var place = start
            while place < end {
                if tokens.isSign(",", at: place) || place == end - 1 {
                    guard start < place else { return values.isEmpty && place == end - 1 ? [] : nil }
                    guard let value = value(start..<place) else { return nil }
                    values.append(value)
                    start = place + 1
                }
                let closer = tokens.closers[place]
                place = closer > place ? closer + 1 : place + 1
            }
            return values
        }

        private func value(_ range: Range<Int>) -> Value? {
            guard let first = range.first else { return nil }
            switch tokens.tokens[first] {
            case .string(let text):
                return range.count == 1 && !text.isEmpty && text.first != " " && text.last != " "
                    ? .literal(text, isText: true) : nil
            case .number(let digits): return range.count == 1 ? .literal(digits, isText: false) : nil
            case .sign("-"):
                guard range.count == 2, case .number(let digits) = tokens.tokens[first + 1] else { return nil }
                return .literal("-\(digits)", isText: false)
            case .name(let name): return named(name, range)
            case .sign, .other: return nil
            }
        }

        private func named(_ name: String, _ range: Range<Int>) -> Value? {
            let start = range.lowerBound
            if range.count == 1 {
                switch name {
                case "true", "false", "null": return .literal(name, isText: false)
                case "responseTime": return .duration
                case "responseBody": return .bodyText
                default: break
                }
            }
            let known: [(words: [String], value: Value)] = [
                (["pm", ".", "response", ".", "json", "(", ")"], .body("$")),
                (["JSON", ".", "parse", "(", "responseBody", ")"], .body("$")),
                (["JSON", ".", "parse", "(", "pm", ".", "response", ".", "text", "(", ")", ")"], .body("$")),
                (["pm", ".", "response", ".", "text", "(", ")"], .bodyText),
                (["pm", ".", "response", ".", "code"], .status),
                (["pm", ".", "response", ".", "responseTime"], .duration),
                (["responseCode", ".", "code"], .status),
            ]
            for (words, value) in known where begins(range, words) {
                return path(value, start + words.count, range.upperBound)
            }
            for words in [
                ["pm", ".", "response", ".", "headers", ".", "get", "("], ["postman", ".", "getResponseHeader", "("],
            ]
            where begins(range, words) {
                let open = start + words.count - 1
                guard range.count == words.count + 2, case .string(let header) = tokens.tokens[open + 1],
                    Self.isHeader(header)
                else {
                    return nil
                }
                return .header(header)
            }
            guard let (value, object) = names[name], !changedObjects.contains(object), !unprovable.contains(name) else {
                return nil
            }
            return path(value, start + 1, range.upperBound)
        }

        /// The value that `.a[0]["b"]` selects.
        private func path(_ value: Value, _ start: Int, _ end: Int) -> Value? {
            guard start < end else { return value }
            guard case .body(var path) = value else { return nil }
            var place = start
            while place < end {
                if tokens.isSign(".", at: place) || tokens.isSign("?.", at: place),
                    let name = tokens.name(at: place + 1)
                {
                    // A call is no member.
                    guard !tokens.isSign("(", at: place + 2) || place + 2 >= end else { return nil }
                    path += ".\(name)"
                    place += 2
                } else if tokens.isSign("[", at: place), tokens.closers[place] == place + 2 {
                    switch tokens.tokens[place + 1] {
                    case .number(let digits) where Int(digits) != nil: path += "[\(digits)]"
                    case .string(let key) where Self.isPath(key): path += "['\(key)']"
                    default: return nil
                    }
                    place += 3
                } else {
                    return nil
                }
            }
            return .body(path)
        }

        private static func isHeader(_ name: String) -> Bool { !name.isEmpty && name.utf8.allSatisfy(LineText.isToken) }

        private static func isPath(_ text: String) -> Bool {
            !text.isEmpty
                && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" || $0 == ".") }
        }
    }
}
