/// What statements that are not read may change, so that nothing is concluded from what was before. It errs on the safe side.
struct ScriptEffects {
    struct Touched {
        /// Names whose objects may be changed.
        var names: Set<String> = []
        /// Names that a function in the statement uses, which may run later.
        var kept: Set<String> = []
    }

    private let tokens: ScriptTokens
    /// The bracket that each closing one closes.
    private let openers: [Int: Int]

    init(_ tokens: ScriptTokens) {
        self.tokens = tokens
        var openers: [Int: Int] = [:]
        for (open, close) in tokens.closers.enumerated() where close > open { openers[close] = open }
        self.openers = openers
    }

    private static let toolNames: Set<String> = [
        "pm", "postman", "responseBody", "responseCode", "responseTime", "JSON",
    ]

    /// Whether the script gives what Postman provides another meaning.
    var redefinesTool: Bool {
        tokens.tokens.indices.contains { place in
            guard let name = variable(at: place), Self.toolNames.contains(name) else { return false }
            let before = tokens.name(at: place - 1)
            return ["const", "let", "var", "function", "class"].contains(before) || isAssigned(chainEnd(place))
        }
    }

    /// Names in functions that are declared, and so can be called before their place.
    var usedByDeclaredFunctions: Set<String> {
        var names: Set<String> = []
        var place = 0
        while place < tokens.tokens.count {
            guard tokens.name(at: place) == "function", isStatement(place), let body = functionBody(place) else {
                place += 1
                continue
            }
            for inner in body { if let name = variable(at: inner) { names.insert(name) } }
            place = body.upperBound
        }
        return names
    }

    /// - Parameter isKnown: whether a value is known for a name.
    func of(_ range: Range<Int>, _ isKnown: (String) -> Bool) -> Touched {
        var touched = Touched()
        let isDeclaration = declared(by: range) != nil
        let holdsFunction = range.contains { tokens.name(at: $0) == "function" || tokens.isSign("=>", at: $0) }
        for place in range where !isDeclaration || place != range.lowerBound + 1 {
            if let text = tokens.templates[place] {
                guard text.contains(where: { "(=+-".contains($0) }) else { continue }
                let words = text.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "$") }.map(String.init)
                touched.names.formUnion(words.filter(isKnown))
            }
            guard let name = variable(at: place) else { continue }
            if holdsFunction { touched.kept.insert(name) }
            if isKnown(name), !isOnlyRead(place) { touched.names.insert(name) }
        }
        return touched
    }

    /// The name that a `const`, `let` or `var` declares.
    func declared(by range: Range<Int>) -> String? {
        guard ["const", "let", "var"].contains(tokens.name(at: range.lowerBound)), range.count > 1 else { return nil }
        return tokens.name(at: range.lowerBound + 1)
    }

    /// Whether what follows the statement may never run.
    func mayEnd(_ range: Range<Int>) -> Bool {
        if range.contains(where: { ["eval", "Function"].contains(tokens.name(at: $0)) }) { return true }
        var place = range.lowerBound
        while place < range.upperBound {
            if let body = functionBody(place) {
                place = body.upperBound
                continue
            }
            if let name = variable(at: place), ["return", "throw", "break", "continue"].contains(name) { return true }
            place += 1
        }
        return false
    }

    /// Whether the statement is `if (…)`, `else`, `for (…)` and the like alone, which decides about the next one.
    func isHeader(_ range: Range<Int>) -> Bool {
        var place = range.lowerBound
        var isHeader = false
        while place < range.upperBound, let word = tokens.name(at: place) {
            if word == "else" || word == "do" {
                place += 1
            } else if ["if", "for", "while", "with"].contains(word) {
                let open = tokens.name(at: place + 1) == "await" ? place + 2 : place + 1
                guard tokens.isSign("(", at: open) else { return false }
                place = tokens.closers[open] + 1
            } else {
                return false
            }
            isHeader = true
        }
        return isHeader && place >= range.upperBound
    }

    // MARK: Names

    /// A name that is no member of something else.
    private func variable(at place: Int) -> String? {
        guard let name = tokens.name(at: place), !tokens.isSign(".", at: place - 1), !tokens.isSign("?.", at: place - 1)
        else { return nil }
        return name
    }

    /// The first token after `.a["b"]` behind a name.
    private func chainEnd(_ place: Int) -> Int {
        var next = place + 1
        while true {
            if tokens.isSign(".", at: next) || tokens.isSign("?.", at: next), tokens.name(at: next + 1) != nil {
                next += 2
            } else if tokens.isSign("[", at: next), tokens.closers[next] < tokens.tokens.count {
                next = tokens.closers[next] + 1
            } else {
                return next
            }
        }
    }

    private func isAssigned(_ place: Int) -> Bool {
        guard tokens.tokens.indices.contains(place), case .sign(let sign) = tokens.tokens[place] else { return false }
        if ["=", "+=", "++", "--"].contains(sign) { return true }
        // `-=` and the like are two tokens.
        return "-*/%&|^?<>".contains(sign.first ?? " ") && (1...3).contains { tokens.isSign("=", at: place + $0) }
    }

    private static let comparisons: Set<String> = ["===", "==", "!==", "!=", "<", ">", "<=", ">="]
    /// Calls that keep nothing of what they are given and change nothing.
    private static let readers: Set<String> = [
        "if", "while", "expect", "set", "log", "info", "stringify", "String", "Number", "Boolean", "parseInt",
    ]

    /// Whether a name is compared, or given to what only reads.
    private func isOnlyRead(_ place: Int) -> Bool {
        let end = chainEnd(place)
        guard tokens.tokens.indices.contains(end), case .sign(let next) = tokens.tokens[end], !isAssigned(end) else {
            return false
        }
        for sign in ["++", "--", "..."] where tokens.isSign(sign, at: place - 1) { return false }
        if tokens.name(at: place - 1) == "delete" { return false }
        if Self.comparisons.contains(next) { return true }
        guard next == ")", let open = openers[end], let callee = tokens.name(at: open - 1),
            Self.readers.contains(callee)
        else { return false }
        return place - 1 == open || tokens.isSign(",", at: place - 1)
    }

    // MARK: Functions

    /// Whether a statement begins at the place.
    private func isStatement(_ place: Int) -> Bool {
        guard place > 0 else { return true }
        switch tokens.tokens[place - 1] {
        case .sign(let sign): return [";", "{", "}", ")"].contains(sign)
        case .name(let name): return name == "async" || tokens.beginsLine[place]
        case .string, .number, .other: return tokens.beginsLine[place]
        }
    }

    /// The body in braces of the function that begins at the place: at `function`, or at `=>`.
    private func functionBody(_ place: Int) -> Range<Int>? {
        var open = place + 1
        if tokens.name(at: place) == "function" {
            // A star and a name.
            while open < place + 3, !tokens.isSign("(", at: open) { open += 1 }
            guard tokens.isSign("(", at: open) else { return nil }
            open = tokens.closers[open] + 1
        } else if !tokens.isSign("=>", at: place) {
            return nil
        }
        guard tokens.isSign("{", at: open) else { return nil }
        return open..<min(tokens.closers[open] + 1, tokens.tokens.count)
    }
}
