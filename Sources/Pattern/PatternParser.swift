/// Parses a regular expression and compiles the program that matches it.
struct PatternParser {
    private typealias SyntaxError = Pattern.SyntaxError

    private indirect enum Node {
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

    private let source: [Unicode.Scalar]
    private let isStrict: Bool
    private let isECMAScript: Bool
    private let makesSets: Bool
    private var flags: Flags
    private var sets: [ScalarSet] = []
    private var place = 0
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

    private var scalar: Unicode.Scalar? { place < source.count ? source[place] : nil }

    private mutating func take(_ wanted: Unicode.Scalar) -> Bool {
        guard scalar == wanted else { return false }
        place += 1
        return true
    }

    private func failure(_ reason: String, isLimit: Bool = false) -> Pattern.SyntaxError {
        Pattern.SyntaxError(offset: place, reason: reason, isLimit: isLimit)
    }

    /// The contents of a character class.
    private struct Members {
        var ranges: [ClosedRange<UInt32>] = []
        /// Ranges that get no other case added: `\d` and similar classes.
        var fixed: [ClosedRange<UInt32>] = []
        var categories = ScalarCategories()
    }

    private mutating func node(_ members: Members, isNegated: Bool = false) -> Node {
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

    private mutating func literal(_ scalar: Unicode.Scalar) -> Node {
        flags.ignoresCase && scalar.properties.isCased
            ? node(Members(ranges: [scalar.value...scalar.value])) : .scalar(scalar.value)
    }

    // MARK: Characters

    private mutating func escape() throws(Pattern.SyntaxError) -> Node {
        guard let escaped = scalar else { throw failure("a \\ at the end") }
        if !isStrict {
            if escaped == "b" || escaped == "B" {
                place += 1
                return .wordBoundary(escaped == "b")
            }
            if ("1"..."9").contains(escaped) || escaped == "k" {
                throw failure(
                    "a back reference is not possible here: it cannot be matched in linear time",
                    isLimit: isECMAScript)
            }
        }
        if let members = try classEscape() { return node(members) }
        return literal(try singleEscape())
    }

    /// Reads `\p{…}`, or `\d \w \s` and their opposites; nil if the backslash escapes a single character.
    private mutating func classEscape() throws(Pattern.SyntaxError) -> Members? {
        let ranges: [ClosedRange<UInt32>]
        let letter = scalar
        switch letter {
        case "p", "P": return try property()
        case "d" where !isStrict, "D" where !isStrict: ranges = [0x30...0x39]
        case "w" where !isStrict, "W" where !isStrict: ranges = [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A]
        case "s" where !isStrict, "S" where !isStrict:
            ranges = [
                0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
                0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
            ]
        default: return nil
        }
        place += 1
        return Members(fixed: letter?.properties.isUppercase == true ? ScalarSet.complement(ranges) : ranges)
    }

    private mutating func property() throws(Pattern.SyntaxError) -> Members {
        let isNegated = scalar == "P"
        place += 1
        guard take("{") else { throw failure("a { is expected after \\p") }
        let start = place
        var name = ""
        while let scalar, scalar != "}" {
            name.unicodeScalars.append(scalar)
            place += 1
        }
        let isClosed = take("}")
        if isClosed, let categories = ScalarCategories(name: name) {
            return Members(categories: isNegated ? categories.complement : categories)
        }
        if isECMAScript {
            guard isClosed else { throw failure("a } is missing") }
            guard let property = ScalarProperty(name: name) else {
                throw SyntaxError(
                    offset: start, reason: "this property of characters is not known here", isLimit: true)
            }
            switch property {
            case .categories(let categories):
                return Members(categories: isNegated ? categories.complement : categories)
            case .ranges(let ranges): return Members(fixed: isNegated ? ScalarSet.complement(ranges) : ranges)
            }
        }
        throw SyntaxError(
            offset: start,
            reason: "there is no such character category; categories have one or two letters, such as L or Lu")
    }

    /// SingleCharEsc of RFC 9485; the common syntax has more escapes.
    private mutating func singleEscape() throws(Pattern.SyntaxError) -> Unicode.Scalar {
        guard let escaped = scalar else { throw failure("a \\ at the end") }
        switch escaped {
        case "n", "r", "t":
            place += 1
            return escaped == "n" ? "\n" : escaped == "r" ? "\r" : "\t"
        case "(", ")", "*", "+", "-", ".", "?", "[", "\\", "]", "^", "{", "|", "}":
            place += 1
            return escaped
        case "$":
            // Not in RFC 9485, but without it a pattern could not match a dollar sign where `$` is the end.
            place += 1
            return escaped
        default: break
        }
        guard !isStrict else { throw failure("there is no such escape") }
        place += 1
        switch escaped {
        case "f": return "\u{0C}"
        case "v": return "\u{0B}"
        case "0": return "\0"
        case "x": return try hexadecimal(2)
        case "u":
            if take("{") {
                let digits = source[place...].prefix { $0 != "}" }
                let isClosed = digits.endIndex < source.endIndex
                place = digits.endIndex + (isClosed ? 1 : 0)
                guard isClosed, let value = UInt32(String(String.UnicodeScalarView(digits)), radix: 16),
                    let scalar = Unicode.Scalar(value)
                else { throw failure("there is no such character") }
                return scalar
            }
            if isECMAScript { return try codeUnits() }
            return try hexadecimal(4)
        case "c" where isECMAScript:
            guard let letter = scalar, letter.isASCII, letter.properties.isAlphabetic,
                let control = Unicode.Scalar(letter.value & 0x1F)
            else { throw failure("a letter is expected after \\c") }
            place += 1
            return control
        case "_" where isECMAScript: return escaped
        default:
            guard !Pattern.isWord(escaped.value) else { throw failure("there is no such escape") }
            return escaped
        }
    }

    private mutating func hexadecimal(_ count: Int) throws(Pattern.SyntaxError) -> Unicode.Scalar {
        guard place + count <= source.count,
            source[place..<(place + count)].allSatisfy({ $0.properties.isASCIIHexDigit }),
            let value = UInt32(String(String.UnicodeScalarView(source[place..<(place + count)])), radix: 16),
            let scalar = Unicode.Scalar(value)
        else { throw failure("\(count) hexadecimal digits are expected") }
        place += count
        return scalar
    }

    /// Four digits, or two halves of a surrogate pair: `\uD83D\uDC32`.
    private mutating func codeUnits() throws(Pattern.SyntaxError) -> Unicode.Scalar {
        guard let high = codeUnit(at: place), high & 0xFC00 == 0xD800, place + 10 <= source.count,
            source[place + 4] == "\\", source[place + 5] == "u", let low = codeUnit(at: place + 6),
            low & 0xFC00 == 0xDC00,
            let scalar = Unicode.Scalar(0x10000 + (high & 0x3FF) << 10 + (low & 0x3FF))
        else { return try hexadecimal(4) }
        place += 10
        return scalar
    }

    private func codeUnit(at place: Int) -> UInt32? {
        guard place + 4 <= source.count else { return nil }
        return UInt32(String(String.UnicodeScalarView(source[place..<(place + 4)])), radix: 16)
    }

    private mutating func bracketed() throws(Pattern.SyntaxError) -> Node {
        var members = Members()
        let isNegated = take("^")
        var isFirst = true
        while true {
            guard let scalar else { throw failure("a ] is missing") }
            if scalar == "]", !isFirst || !isStrict {
                place += 1
                return node(members, isNegated: isNegated)
            }
            let isMinus = scalar == "-"
            if isStrict, isMinus, !isFirst, !isMinusAtEnd {
                throw failure("a - within brackets must be written \\- or be at their beginning or end")
            }
            let begins = isFirst
            isFirst = false
            guard let low = try member(&members) else { continue }
            // A minus at the end is literal; in an I-Regexp, so is one at the beginning.
            guard self.scalar == "-", !isMinusAtEnd, !(isStrict && isMinus && begins) else {
                members.ranges.append(low.value...low.value)
                continue
            }
            place += 1
            if isStrict, self.scalar == "-" { throw failure("a - at the end of a range must be written \\-") }
            guard let high = try member(&members) else { throw failure("a range must end in a single character") }
            guard low <= high else { throw failure("the range ends before it begins") }
            members.ranges.append(low.value...high.value)
        }
    }

    private var isMinusAtEnd: Bool {
        scalar == "-" && (place + 1 >= source.count || source[place + 1] == "]")
    }

    /// Reads one character inside brackets; nil if it was a class, which is added to the set.
    private mutating func member(_ members: inout Members) throws(Pattern.SyntaxError) -> Unicode.Scalar? {
        guard let scalar else { throw failure("a ] is missing") }
        place += 1
        guard scalar == "\\" else {
            if isStrict, scalar == "[" || scalar == "]" {
                place -= 1
                throw failure("\(scalar) must be written \\\(scalar)")
            }
            return scalar
        }
        if !isStrict, take("b") { return "\u{08}" }
        if let inner = try classEscape() {
            members.categories.formUnion(inner.categories)
            members.fixed += inner.fixed
            return nil
        }
        return try singleEscape()
    }

    // MARK: The program

    private func emit(_ node: Node, _ program: inout [Pattern.Instruction]) throws(Pattern.SyntaxError) {
        guard program.count < Pattern.maxInstructions else {
            throw Pattern.SyntaxError(
                offset: 0, reason: "the pattern is too large with its repetitions written out", isLimit: true)
        }
        switch node {
        case .empty: break
        case .set(let set): program.append(.set(set))
        case .scalar(let scalar): program.append(.scalar(scalar))
        case .start(let ofLine): program.append(.start(ofLine: ofLine))
        case .end(let ofLine): program.append(.end(ofLine: ofLine))
        case .wordBoundary(let wanted): program.append(.wordBoundary(wanted))
        case .sequence(let nodes): for node in nodes { try emit(node, &program) }
        case .choice(let nodes):
            var jumps: [Int] = []
            for (index, node) in nodes.enumerated() {
                guard index < nodes.count - 1 else {
                    try emit(node, &program)
                    break
                }
                let split = program.count
                program.append(.split(split + 1, 0))
                try emit(node, &program)
                jumps.append(program.count)
                program.append(.jump(0))
                program[split] = .split(split + 1, program.count)
            }
            for jump in jumps { program[jump] = .jump(program.count) }
        case .repeated(let node, let least, let most, let isLazy):
            for _ in 0..<least {
                let start = program.count
                try emit(node, &program)
                // An expression that matches nothing does so however often it repeats: expanding nested repetitions of
                // it could take years.
                if program.count == start { return }
            }
            guard let most else {
                let split = program.count
                program.append(.split(split + 1, 0))
                try emit(node, &program)
                program.append(.jump(split))
                program[split] = Self.split(split + 1, program.count, isLazy)
                return
            }
            var splits: [Int] = []
            for _ in least..<max(least, most) {
                splits.append(program.count)
                program.append(.split(program.count + 1, 0))
                try emit(node, &program)
            }
            for split in splits { program[split] = Self.split(split + 1, program.count, isLazy) }
        }
    }

    /// Tries once more or goes on, what is preferred first.
    private static func split(_ more: Int, _ rest: Int, _ isLazy: Bool) -> Pattern.Instruction {
        isLazy ? .split(rest, more) : .split(more, rest)
    }
}
