/// Single characters and sets of them: escapes, classes such as `\d` and `\p{L}`, and what is in brackets.
extension PatternParser {
    mutating func escape() throws(Pattern.SyntaxError) -> Node {
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

    mutating func bracketed() throws(Pattern.SyntaxError) -> Node {
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
}
