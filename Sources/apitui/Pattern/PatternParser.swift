/// Reads a regular expression and writes the program that matches it.
struct PatternParser {
    private typealias Fault = Pattern.Fault

    private indirect enum Node {
        case empty
        case set(ScalarSet)
        case scalar(UInt32)
        case start
        case end
        case wordBoundary(Bool)
        case sequence([Node])
        case choice([Node])
        case repeated(Node, from: Int, to: Int?)
    }

    private let source: [Unicode.Scalar]
    private let isStrict: Bool
    private let ignoresCase: Bool
    private var place = 0
    private var depth = 0

    private static let maxDepth = 64
    private static let maxCount = 10_000

    static func parse(_ text: String, _ syntax: Pattern.Syntax) throws(Pattern.Fault) -> [Pattern.Instruction] {
        var parser = PatternParser(text, syntax)
        let node = try parser.choice()
        guard parser.place == parser.source.count else { throw parser.fault("a ) without its (") }
        var program: [Pattern.Instruction] = []
        try parser.emit(node, &program)
        program.append(.match)
        return program
    }

    private init(_ text: String, _ syntax: Pattern.Syntax) {
        source = Array(text.unicodeScalars)
        switch syntax {
        case .iRegexp: (isStrict, ignoresCase) = (true, false)
        case .common(let ignores): (isStrict, ignoresCase) = (false, ignores)
        }
    }

    private var scalar: Unicode.Scalar? { place < source.count ? source[place] : nil }

    private mutating func take(_ wanted: Unicode.Scalar) -> Bool {
        guard scalar == wanted else { return false }
        place += 1
        return true
    }

    private func fault(_ reason: String) -> Pattern.Fault { Pattern.Fault(offset: place, reason: reason) }

    // MARK: Structure

    private mutating func choice() throws(Pattern.Fault) -> Node {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maxDepth else {
            throw fault("the pattern is nested more than \(Self.maxDepth) levels deep")
        }
        var branches = [try branch()]
        while take("|") { branches.append(try branch()) }
        return branches.count == 1 ? branches[0] : .choice(branches)
    }

    private mutating func branch() throws(Pattern.Fault) -> Node {
        var pieces: [Node] = []
        while let scalar, scalar != "|", scalar != ")" {
            let atom = try atom()
            pieces.append(try quantified(atom))
        }
        return pieces.count == 1 ? pieces[0] : pieces.isEmpty ? .empty : .sequence(pieces)
    }

    private mutating func quantified(_ atom: Node) throws(Pattern.Fault) -> Node {
        let node: Node
        switch scalar {
        case "*": node = .repeated(atom, from: 0, to: nil)
        case "+": node = .repeated(atom, from: 1, to: nil)
        case "?": node = .repeated(atom, from: 0, to: 1)
        case "{":
            let start = place
            guard let count = try count() else {
                guard !isStrict else { throw fault("a number is expected behind {") }
                place = start
                return atom
            }
            node = .repeated(atom, from: count.0, to: count.1)
            place -= 1
        default: return atom
        }
        place += 1
        // Whether a match is the shortest or the longest does not matter here: only whether there is one.
        if !isStrict { _ = take("?") }
        if let next = scalar, next == "*" || next == "+" || next == "?" || (next == "{" && isStrict) {
            throw fault("there is nothing to repeat before \(next)")
        }
        return node
    }

    /// `{n}`, `{n,}` or `{n,m}`; nil when it is none of them.
    private mutating func count() throws(Pattern.Fault) -> (Int, Int?)? {
        place += 1
        guard let least = number() else { return nil }
        var most: Int? = least
        if take(",") { most = scalar == "}" ? nil : number() ?? -1 }
        guard take("}"), most != -1 else {
            if isStrict { throw fault("a } is missing") }
            return nil
        }
        guard least <= Self.maxCount, (most ?? 0) <= Self.maxCount else {
            throw fault("more than \(Self.maxCount) repetitions")
        }
        if let most, most < least { throw fault("the repetitions end before they begin") }
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

    private mutating func atom() throws(Pattern.Fault) -> Node {
        guard let scalar else { return .empty }
        place += 1
        switch scalar {
        case "(":
            if take("?") {
                place -= 1
                try groupKind()
            }
            let inner = try choice()
            guard take(")") else { throw fault("a ) is missing") }
            return inner
        case ".":
            var set = ScalarSet(isNegated: true)
            set.ranges = [0x0A...0x0A, 0x0D...0x0D]
            return .set(set)
        case "[": return .set(try bracketed())
        case "\\": return try escape()
        case "^": return .start
        case "$": return .end
        case "*", "+", "?":
            place -= 1
            throw fault("there is nothing to repeat before \(scalar)")
        case "{", "}", "]":
            guard !isStrict else {
                place -= 1
                throw fault("\(scalar) must be written \\\(scalar)")
            }
            return literal(scalar)
        default: return literal(scalar)
        }
    }

    /// `(?:` and named groups; they only group here.
    private mutating func groupKind() throws(Pattern.Fault) {
        guard !isStrict else { throw fault("there is nothing to repeat before ?") }
        place += 1
        if take(":") { return }
        _ = take("P")
        if take("<"), let first = scalar, first != "=", first != "!" {
            while let scalar, scalar != ">" {
                guard Pattern.isWord(scalar.value) else { throw fault("a group's name is of letters and digits") }
                place += 1
            }
            guard take(">") else { throw fault("a > is missing") }
            return
        }
        throw fault("looking ahead or behind is not possible here: it cannot be matched in linear time")
    }

    private func literal(_ scalar: Unicode.Scalar) -> Node {
        guard ignoresCase else { return .scalar(scalar.value) }
        let ranges = Self.cases(scalar).map { $0...$0 }
        return ranges.count == 1 ? .scalar(scalar.value) : .set(ScalarSet(ranges: ranges))
    }

    /// The letter itself and its other case, where that is one character.
    private static func cases(_ scalar: Unicode.Scalar) -> Set<UInt32> {
        var all: Set<UInt32> = [scalar.value]
        for mapped in [scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping] {
            let scalars = mapped.unicodeScalars
            if scalars.count == 1, let first = scalars.first { all.insert(first.value) }
        }
        return all
    }

    // MARK: Characters

    private mutating func escape() throws(Pattern.Fault) -> Node {
        guard let escaped = scalar else { throw fault("a \\ at the end") }
        if !isStrict {
            if escaped == "b" || escaped == "B" {
                place += 1
                return .wordBoundary(escaped == "b")
            }
            if ("1"..."9").contains(escaped) || escaped == "k" {
                throw fault("a back reference is not possible here: it cannot be matched in linear time")
            }
        }
        if let set = try classEscape() { return .set(set) }
        return literal(try singleEscape())
    }

    /// `\p{…}`, and `\d \w \s` with their opposites; nil when what follows the backslash is a single character.
    private mutating func classEscape() throws(Pattern.Fault) -> ScalarSet? {
        switch scalar {
        case "p", "P":
            let isNegated = scalar == "P"
            place += 1
            guard take("{") else { throw fault("a { is expected behind \\p") }
            var name = ""
            while let scalar, scalar != "}" {
                name.unicodeScalars.append(scalar)
                place += 1
            }
            guard take("}"), ScalarSet.categoryNames.contains(name) else {
                throw fault("there is no category of characters of this name")
            }
            return ScalarSet(categories: [.init(name: name, isNegated: isNegated)])
        case "d" where !isStrict, "D" where !isStrict:
            let isNegated = scalar == "D"
            place += 1
            return ScalarSet(ranges: [0x30...0x39], isNegated: isNegated)
        case "w" where !isStrict, "W" where !isStrict:
            let isNegated = scalar == "W"
            place += 1
            return ScalarSet(ranges: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A], isNegated: isNegated)
        case "s" where !isStrict, "S" where !isStrict:
            let isNegated = scalar == "S"
            place += 1
            return ScalarSet(
                ranges: [
                    0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
                    0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
                ], isNegated: isNegated)
        default: return nil
        }
    }

    /// RFC 9485: SingleCharEsc; more of them in the common syntax.
    private mutating func singleEscape() throws(Pattern.Fault) -> Unicode.Scalar {
        guard let escaped = scalar else { throw fault("a \\ at the end") }
        switch escaped {
        case "n", "r", "t":
            place += 1
            return escaped == "n" ? "\n" : escaped == "r" ? "\r" : "\t"
        case "(", ")", "*", "+", "-", ".", "?", "[", "\\", "]", "^", "{", "|", "}":
            place += 1
            return escaped
        case "$":
            // Not in RFC 9485, but without it no pattern could speak of the character where `$` is the end.
            place += 1
            return escaped
        default: break
        }
        guard !isStrict else { throw fault("there is no such escape") }
        place += 1
        switch escaped {
        case "f": return "\u{0C}"
        case "v": return "\u{0B}"
        case "0": return "\0"
        case "x": return try hexadecimal(2)
        case "u":
            if take("{") {
                let digits = source[place...].prefix { $0 != "}" }
                place += digits.count + 1
                guard let value = UInt32(String(String.UnicodeScalarView(digits)), radix: 16),
                    let scalar = Unicode.Scalar(value), place <= source.count
                else { throw fault("there is no such character") }
                return scalar
            }
            return try hexadecimal(4)
        default:
            guard !Pattern.isWord(escaped.value) else { throw fault("there is no such escape") }
            return escaped
        }
    }

    private mutating func hexadecimal(_ count: Int) throws(Pattern.Fault) -> Unicode.Scalar {
        guard place + count <= source.count,
            source[place..<(place + count)].allSatisfy({ $0.properties.isASCIIHexDigit }),
            let value = UInt32(String(String.UnicodeScalarView(source[place..<(place + count)])), radix: 16),
            let scalar = Unicode.Scalar(value)
        else { throw fault("\(count) hexadecimal digits are expected") }
        place += count
        return scalar
    }

    private mutating func bracketed() throws(Pattern.Fault) -> ScalarSet {
        var set = ScalarSet()
        set.isNegated = take("^")
        var isFirst = true
        while true {
            guard let scalar else { throw fault("a ] is missing") }
            if scalar == "]", !isFirst || !isStrict {
                place += 1
                return ignoresCase ? Self.withOtherCases(set) : set
            }
            isFirst = false
            guard let low = try member(&set) else { continue }
            // A minus at the end stands for itself.
            guard self.scalar == "-", place + 1 < source.count, source[place + 1] != "]" else {
                set.ranges.append(low.value...low.value)
                continue
            }
            place += 1
            guard let high = try member(&set) else { throw fault("a range ends in a single character") }
            guard low <= high else { throw fault("the range ends before it begins") }
            set.ranges.append(low.value...high.value)
        }
    }

    /// One character within brackets; nil when a class was added to the set.
    private mutating func member(_ set: inout ScalarSet) throws(Pattern.Fault) -> Unicode.Scalar? {
        guard let scalar else { throw fault("a ] is missing") }
        place += 1
        guard scalar == "\\" else {
            if isStrict, scalar == "[" || scalar == "]" {
                place -= 1
                throw fault("\(scalar) must be written \\\(scalar)")
            }
            return scalar
        }
        if !isStrict, take("b") { return "\u{08}" }
        if let inner = try classEscape() {
            set.categories += inner.categories
            if inner.isNegated {
                set.ranges += Self.complement(inner.ranges)
            } else {
                set.ranges += inner.ranges
            }
            return nil
        }
        return try singleEscape()
    }

    private static func complement(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
        var result: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in ranges {
            if range.lowerBound > next { result.append(next...(range.lowerBound - 1)) }
            next = range.upperBound + 1
        }
        result.append(next...0x10FFFF)
        return result
    }

    private static func withOtherCases(_ set: ScalarSet) -> ScalarSet {
        var wider = set
        // Ranges of letters are short; a range over half of Unicode holds both cases anyway.
        for range in set.ranges where range.count <= 1024 {
            for value in range {
                guard let scalar = Unicode.Scalar(value) else { continue }
                wider.ranges += cases(scalar).filter { $0 != value }.map { $0...$0 }
            }
        }
        return wider
    }

    // MARK: The program

    private func emit(_ node: Node, _ program: inout [Pattern.Instruction]) throws(Pattern.Fault) {
        guard program.count < Pattern.maxInstructions else {
            throw Pattern.Fault(offset: 0, reason: "the pattern is too large with its repetitions written out")
        }
        switch node {
        case .empty: break
        case .set(let set): program.append(.set(set))
        case .scalar(let scalar): program.append(.scalar(scalar))
        case .start: program.append(.start)
        case .end: program.append(.end)
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
        case .repeated(let node, let least, let most):
            for _ in 0..<least { try emit(node, &program) }
            guard let most else {
                let split = program.count
                program.append(.split(split + 1, 0))
                try emit(node, &program)
                program.append(.jump(split))
                program[split] = .split(split + 1, program.count)
                return
            }
            var splits: [Int] = []
            for _ in least..<max(least, most) {
                splits.append(program.count)
                program.append(.split(program.count + 1, 0))
                try emit(node, &program)
            }
            for split in splits { program[split] = .split(split + 1, program.count) }
        }
    }
}
