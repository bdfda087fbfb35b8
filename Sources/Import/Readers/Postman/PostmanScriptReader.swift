import Base
import NetEngine

extension PostmanScript {
    /// Reads the statements of a script one after the other.
    struct Reader {
        let tokens: ScriptTokens
        let effects: ScriptEffects
        var checks: [String] = []
        var captures: [Capture] = []
        var isWhole = true
        /// The value of a name, and the number of its object: a change of the object changes all its names.
        var names: [String: (value: Value, object: Int)] = [:]
        private var objectCount = 0
        /// What may have been changed.
        var changedObjects: Set<Int> = []
        /// Names that a function uses which may run at any time.
        var unprovable: Set<String>

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

        func begins(_ range: Range<Int>, _ words: [String]) -> Bool {
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
    }
}
