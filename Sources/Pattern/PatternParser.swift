/// Parses a regular expression and compiles the program that matches it.
struct PatternParser {
    typealias SyntaxError = Pattern.SyntaxError

    indirect enum Node {
        case empty
        /// Any character of `sets[i]`.
        case set(Int)
        case scalar(UInt32)
        case start(ofLine: Bool)
        case end(ofLine: Bool)
        case wordBoundary(Bool)
        case sequence([Node])
        case choice([Node])
        case repeated(Node, from: Int, to: Int?, isLazy: Bool = false)
    }

    /// What `(?i)` and similar switches turn on, until the end of the group.
    private struct Flags {
        var ignoresCase = false
        /// `^` and `$` match at line ends too.
        var isMultiline = false
        /// The dot matches line ends too.
        var dotTakesAll = false
    }

    let source: [Unicode.Scalar]
    let isStrict: Bool
    let isECMAScript: Bool
    private let makesSets: Bool
    private var flags: Flags
    private var sets: [ScalarSet] = []
    var place = 0
    private var depth = 0

    private static let maxDepth = 64
    private static let maxCount = 10_000

    /// - Returns: why the text is not a valid pattern, or nil; no program is kept.
    static func syntaxError(in text: String, _ syntax: Pattern.Syntax) -> Pattern.SyntaxError? {
        do throws(Pattern.SyntaxError) {
            _ = try read(text, syntax, makesSets: false)
            return nil
        } catch { return error }
    }

    static func parse(
        _ text: String, _ syntax: Pattern.Syntax
    ) throws(Pattern.SyntaxError) -> ([Pattern.Instruction], [ScalarSet]) {
        let (parser, node) = try read(text, syntax, makesSets: true)
        var program: [Pattern.Instruction] = []
        try parser.emit(node, &program)
        program.append(.match)
        return (program, parser.sets)
    }

    private static func read(
        _ text: String, _ syntax: Pattern.Syntax, makesSets: Bool
    ) throws(Pattern.SyntaxError) -> (PatternParser, Node) {
        guard text.unicodeScalars.dropFirst(Pattern.maxLength).isEmpty else {
            throw SyntaxError(
                offset: 0, reason: "the pattern is longer than \(Pattern.maxLength) characters", isLimit: true)
        }
        var parser = PatternParser(text, syntax, makesSets: makesSets)
        let node = try parser.choice()
        guard parser.place == parser.source.count else { throw parser.failure("a ) without its (") }
        return (parser, node)
    }

    private init(_ text: String, _ syntax: Pattern.Syntax, makesSets: Bool) {
        self.makesSets = makesSets
        source = Array(text.unicodeScalars)
        isECMAScript = syntax == .ecmaScript
        switch syntax {
        case .iRegexp: (isStrict, flags) = (true, Flags())
        case .common(let ignores): (isStrict, flags) = (false, Flags(ignoresCase: ignores))
        case .ecmaScript: (isStrict, flags) = (false, Flags())
        }
    }

    var scalar: Unicode.Scalar? { place < source.count ? source[place] : nil }

    mutating func take(_ wanted: Unicode.Scalar) -> Bool {
        guard scalar == wanted else { return false }
        place += 1
        return true
    }

    func failure(_ reason: String, isLimit: Bool = false) -> Pattern.SyntaxError {
        Pattern.SyntaxError(offset: place, reason: reason, isLimit: isLimit)
    }

    /// The contents of a character class.
    struct Members {
        var ranges: [ClosedRange<UInt32>] = []
        /// Ranges that get no other case added: `\d` and similar classes.
        var fixed: [ClosedRange<UInt32>] = []
        var categories = ScalarCategories()
    }

    mutating func node(_ members: Members, isNegated: Bool = false) -> Node {
        guard makesSets else { return .empty }
        sets.append(
            ScalarSet(
                members.ranges, fixed: members.fixed, categories: members.categories, isNegated: isNegated,
                ignoresCase: flags.ignoresCase))
        return .set(sets.count - 1)
    }

    // MARK: Structure

    private mutating func choice() throws(Pattern.SyntaxError) -> Node {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maxDepth else {
            throw failure("the pattern is nested more than \(Self.maxDepth) levels deep", isLimit: true)
        }
        let outside = flags
        defer { flags = outside }
        var branches = [try branch()]
        while take("|") { branches.append(try branch()) }
        return branches.count == 1 ? branches[0] : .choice(branches)
    }

    private mutating func branch() throws(Pattern.SyntaxError) -> Node {
        var pieces: [Node] = []
        while let scalar, scalar != "|", scalar != ")" {
            let atom = try atom()
            pieces.append(try quantified(atom))
        }
        return pieces.count == 1 ? pieces[0] : pieces.isEmpty ? .empty : .sequence(pieces)
    }

    private mutating func quantified(_ atom: Node) throws(Pattern.SyntaxError) -> Node {
        var node: Node
        switch scalar {
        case "*": node = .repeated(atom, from: 0, to: nil)
        case "+": node = .repeated(atom, from: 1, to: nil)
        case "?": node = .repeated(atom, from: 0, to: 1)
        case "{":
            let start = place
            guard let count = try count() else {
                guard !isStrict else { throw failure("a number is expected after {") }
                place = start
                return atom
            }
            node = .repeated(atom, from: count.0, to: count.1)
            place -= 1
        default: return atom
        }
        place += 1
        // Only how long a match is depends on it, not whether there is one.
        if !isStrict, take("?"), case .repeated(let atom, let least, let most, _) = node {
            node = .repeated(atom, from: least, to: most, isLazy: true)
        }
        try refuseRepetition()
        return node
    }

    private func refuseRepetition() throws(Pattern.SyntaxError) {
        if let next = scalar, next == "*" || next == "+" || next == "?" || (next == "{" && (isStrict || isCount)) {
            throw failure("there is nothing to repeat before \(next)")
        }
    }

    /// Whether a repetition count begins here.
    private var isCount: Bool {
        var ahead = self
        return ((try? ahead.count()) ?? nil) != nil
    }

    /// Reads `{n}`, `{n,}` or `{n,m}`; nil if the text is none of them.
    private mutating func count() throws(Pattern.SyntaxError) -> (Int, Int?)? {
        place += 1
        guard let least = number() else { return nil }
        var most: Int? = least
        if take(",") { most = scalar == "}" ? nil : number() ?? -1 }
        guard take("}"), most != -1 else {
            if isStrict { throw failure("a } is missing") }
            return nil
        }
        guard least <= Self.maxCount, (most ?? 0) <= Self.maxCount else {
            throw failure("more than \(Self.maxCount) repetitions", isLimit: true)
        }
        if let most, most < least { throw failure("the repetitions end before they begin") }
        return (least, most)
    }

    private mutating func number() -> Int? {
        var value: Int?
        while let scalar, ("0"..."9").contains(scalar) {
            value = min((value ?? 0) * 10 + Int(scalar.value - 0x30), 1_000_000)
            place += 1
        }
        return value
    }

    private mutating func atom() throws(Pattern.SyntaxError) -> Node {
        guard let scalar else { return .empty }
        place += 1
        switch scalar {
        case "(":
            let outside = flags
            if take("?") {
                place -= 1
                if try groupKind() {
                    // Switches are nothing that could be repeated.
                    try refuseRepetition()
                    return .empty
                }
            }
            let inner = try choice()
            flags = outside
            guard take(")") else { throw failure("a ) is missing") }
            return inner
        case ".":
            // RFC 9485 §5.3 has two line ends, ECMAScript four.
            var ends: [ClosedRange<UInt32>] = [0x0A...0x0A, 0x0D...0x0D]
            if !isStrict { ends.append(0x2028...0x2029) }
            return node(Members(fixed: flags.dotTakesAll ? [] : ends), isNegated: true)
        case "[": return try bracketed()
        case "\\": return try escape()
        case "^": return .start(ofLine: flags.isMultiline)
        case "$": return .end(ofLine: flags.isMultiline)
        case "*", "+", "?":
            place -= 1
            throw failure("there is nothing to repeat before \(scalar)")
        case "{", "}", "]":
            guard !isStrict else {
                place -= 1
                throw failure("\(scalar) must be written \\\(scalar)")
            }
            return literal(scalar)
        default: return literal(scalar)
        }
    }

    /// Reads `(?:`, named groups and `(?i:`; all of them only group here. Returns true for `(?i)`, which is complete by
    /// itself and applies until the end of the enclosing group.
    private mutating func groupKind() throws(Pattern.SyntaxError) -> Bool {
        guard !isStrict else { throw failure("there is nothing to repeat before ?") }
        place += 1
        if take(":") { return false }
        if let scalar, "imsu-".unicodeScalars.contains(scalar) { return try switches() }
        if !isECMAScript { _ = take("P") }
        if take("<"), let first = scalar, first != "=", first != "!" {
            while let scalar, scalar != ">" {
                guard Pattern.isWord(scalar.value) else {
                    throw failure("a group's name consists of letters and digits")
                }
                place += 1
            }
            guard take(">") else { throw failure("a > is missing") }
            return false
        }
        guard let scalar, scalar == "=" || scalar == "!" else { throw failure("there is no such kind of group") }
        throw failure(
            "looking ahead or behind is not possible here: it cannot be matched in linear time",
            isLimit: isECMAScript)
    }

    /// Reads `i`, `m`, `s` and `u` (which changes nothing here); those after a minus are switched off.
    private mutating func switches() throws(Pattern.SyntaxError) -> Bool {
        var isOn = true
        while let letter = scalar, letter != ":", letter != ")" {
            switch letter {
            case "-" where isOn: isOn = false
            case "i": flags.ignoresCase = isOn
            case "m": flags.isMultiline = isOn
            case "s": flags.dotTakesAll = isOn
            case "u": break
            default: throw failure("there is no such switch; the switches are i, m and s")
            }
            place += 1
        }
        if take(":") { return false }
        guard take(")") else { throw failure("a ) is missing") }
        return true
    }

    mutating func literal(_ scalar: Unicode.Scalar) -> Node {
        flags.ignoresCase && scalar.properties.isCased
            ? node(Members(ranges: [scalar.value...scalar.value])) : .scalar(scalar.value)
    }
}
