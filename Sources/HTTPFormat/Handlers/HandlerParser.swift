import Base

/// Reads a script into statements, in one pass over its words and without going back (HTTP-FORMAT §13).
///
/// It knows the scope of every name, so that a script with a name that it does not define is refused as a whole.
struct HandlerParser {
    /// The meaning of a name.
    enum Binding {
        /// - Parameter reference: what the constant is on the response, as in `HandlerSetting.reference`.
        case local(slot: Int, isConstant: Bool, reference: String?)
        /// A function of Node's `assert`.
        case assertion(AssertFunction)
        /// `const assert = require("assert")`.
        case assertModule
        /// A function of the script.
        case function(Int)
        /// A function whose text is being read.
        case openFunction
    }

    /// The functions of Node's `assert` that compare simple values.
    enum AssertFunction: String {
        case ok, equal, notEqual, strictEqual, notStrictEqual
    }

    /// How deep statements and expressions may be nested.
    static let maxDepth = 60

    let code: [UInt8]
    let tokens: [HandlerToken]
    let phase: HandlerScript.Phase
    /// Whether it is one of httpYac's blocks.
    let isBlock: Bool
    var position = 0
    var depth = 0
    /// The innermost last; a scope of a function also holds what `var` declares in it.
    var scopes: [(names: [String: Binding], isFunction: Bool)] = [([:], true)]
    var slotCount = 0
    /// How many conditions surround the statement, or may have ended the function before it.
    var conditions = 0
    var functions = 0
    /// How many loops surround the statement within its function.
    var loops = 0
    /// Whether it has a test, an assertion or a log line.
    var reports = false
    /// Whether `client.exit()` may have ended the script.
    var mayHaveEnded = false
    var settings: [HandlerSetting] = []
    var inputs: [String] = []
    /// Each with how deep it is nested within.
    var functionsRead: [(callback: HandlerCallback, height: Int)] = []
    /// The greatest depth so far, with that of the functions that are called.
    var peak = 0
    /// Whether it exports something, which makes it a module; and whether it has a variable that no module can have.
    var isModule = false
    var hasImplicitGlobals = false

    /// - Parameters:
    ///   - code: without its marks.
    ///   - isBlock: whether it is a `{{ … }}` of httpYac.
    static func script(
        _ code: [UInt8], _ phase: HandlerScript.Phase, isBlock: Bool = false, line: Int
    ) -> Result<HandlerScript, HandlerRefusal> {
        do throws(HandlerRefusal) {
            let tokens = try HandlerLexer.tokens(code)
            var parser = HandlerParser(code: code, tokens: tokens, phase: phase, isBlock: isBlock)
            let statements = try parser.statements(until: .end)
            return .success(
                HandlerScript(
                    phase: phase, statements: statements, functions: parser.functionsRead.map(\.callback),
                    slotCount: parser.slotCount, settings: parser.settings, inputs: parser.inputs, line: line,
                    reports: parser.reports))
        } catch {
            return .failure(error)
        }
    }

    // MARK: tokens

    /// The last token is the end and is never passed.
    var token: HandlerToken { tokens[position] }

    func kind(_ distance: Int = 0) -> HandlerToken.Kind {
        position + distance < tokens.count ? tokens[position + distance].kind : .end
    }

    mutating func advance() { if position + 1 < tokens.count { position += 1 } }

    func isSign(_ sign: String, _ distance: Int = 0) -> Bool { kind(distance) == .sign(sign) }

    func isName(_ name: String, _ distance: Int = 0) -> Bool { kind(distance) == .name(name) }

    mutating func take(_ sign: String) -> Bool {
        guard isSign(sign) else { return false }
        advance()
        return true
    }

    mutating func expect(_ sign: String) throws(HandlerRefusal) {
        guard take(sign) else { throw refusal("\(shown(token)) where \(sign) is expected") }
    }

    func refusal(_ construct: String, at token: HandlerToken? = nil) -> HandlerRefusal {
        HandlerRefusal(construct: construct, line: (token ?? self.token).line)
    }

    /// A token in a sentence.
    func shown(_ token: HandlerToken) -> String {
        switch token.kind {
        case .end: "the end of the script"
        case .text, .templatePart: "a string"
        case .pattern: "a regular expression"
        case .name(let name): name
        case .number, .sign: String(decoding: code[token.range].prefix(40), as: UTF8.self)
        }
    }

    /// The text from a token up to the one that comes next, on one line and shortened.
    func text(from start: Int) -> String {
        guard start < position else { return "" }
        let range = tokens[start].range.lowerBound..<tokens[position - 1].range.upperBound
        let cut = code[range].prefix(400)
        let words = String(decoding: cut, as: UTF8.self).split { $0.isWhitespace }.joined(separator: " ")
        return words.count > 200 || cut.count < range.count ? words.prefix(199) + "…" : words
    }

    mutating func nested<Value>(
        _ read: (inout HandlerParser) throws(HandlerRefusal) -> Value
    ) throws(HandlerRefusal) -> Value {
        guard depth < Self.maxDepth else { throw refusal("more than \(Self.maxDepth) levels of nesting") }
        depth += 1
        peak = max(peak, depth)
        defer { depth -= 1 }
        return try read(&self)
    }

    // MARK: names

    func binding(_ name: String) -> Binding? {
        for scope in scopes.reversed() {
            countWork(1)
            if let known = scope.names[name] { return known }
        }
        return nil
    }

    /// - Parameter isHoisted: `var`, which belongs to the function.
    mutating func declare(
        _ name: String, isConstant: Bool, isHoisted: Bool, reference: String? = nil
    ) throws(HandlerRefusal) -> Int {
        var scope = scopes.count - 1
        if isHoisted { while !scopes[scope].isFunction { scope -= 1 } }
        if let known = scopes[scope].names[name] {
            // `var` may declare a name again.
            guard isHoisted, case .local(let slot, false, _) = known else {
                throw refusal("a second declaration of \(name)")
            }
            return slot
        }
        let slot = slotCount
        slotCount += 1
        scopes[scope].names[name] = .local(slot: slot, isConstant: isConstant, reference: reference)
        return slot
    }

    mutating func inScope<Value>(
        isFunction: Bool = false, _ read: (inout HandlerParser) throws(HandlerRefusal) -> Value
    ) throws(HandlerRefusal) -> Value {
        scopes.append(([:], isFunction))
        defer { scopes.removeLast() }
        return try nested(read)
    }

    mutating func conditionally<Value>(
        _ read: (inout HandlerParser) throws(HandlerRefusal) -> Value
    ) throws(HandlerRefusal) -> Value {
        conditions += 1
        defer { conditions -= 1 }
        return try read(&self)
    }
}
