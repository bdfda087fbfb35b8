import Testing

@testable import Pattern

@Suite struct PatternErrorTests {
    /// A pattern, and where it is wrong and why; `limit` for what only this implementation refuses.
    private func errors(_ syntax: Pattern.Syntax, _ rows: String) -> String {
        rows.split(separator: "\n").map { row in
            let pattern = row.split(separator: "   ")[0]
            let error = Pattern.syntaxError(in: String(pattern), syntax: syntax)
            let text = error.map { "\($0.offset)\($0.isLimit ? " limit" : ""): \($0.reason)" } ?? "valid"
            return "\(pattern)   \(text)"
        }.joined(separator: "\n")
    }

    @Test func `an error in the common syntax has its place and its reason`() {
        let rows = #"""
            a{,3}   valid
            a{1   valid
            a{x}   valid
            a*{   valid
            (?ix)a   3: there is no such switch; the switches are i, m and s
            (?i--s)a   4: there is no such switch; the switches are i, m and s
            (?i   3: a ) is missing
            (?i)*   4: there is nothing to repeat before *
            a|(?s){2}   6: there is nothing to repeat before {
            (?i){   valid
            (?~a)   2: there is no such kind of group
            (?   2: there is no such kind of group
            (?=a)   2: looking ahead or behind is not possible here: it cannot be matched in linear time
            (?<=a)   3: looking ahead or behind is not possible here: it cannot be matched in linear time
            (?<!a)   3: looking ahead or behind is not possible here: it cannot be matched in linear time
            (?<a   4: a > is missing
            (?<a b>c)   4: a group's name consists of letters and digits
            (a   2: a ) is missing
            a)   1: a ) without its (
            *a   0: there is nothing to repeat before *
            a|+   2: there is nothing to repeat before +
            (?)   2: there is no such kind of group
            a**   2: there is nothing to repeat before *
            a*?+   3: there is nothing to repeat before +
            a{2}{3}   4: there is nothing to repeat before {
            a{2,1}   6: the repetitions end before they begin
            a{10001}   8 limit: more than 10000 repetitions
            a{1,10001}   10 limit: more than 10000 repetitions
            (a)\1   4: a back reference is not possible here: it cannot be matched in linear time
            \9   1: a back reference is not possible here: it cannot be matched in linear time
            \k<a>   1: a back reference is not possible here: it cannot be matched in linear time
            a\   2: a \ at the end
            [\   2: a \ at the end
            \p{Greek}   3: there is no such character category; categories have one or two letters, such as L or Lu
            \p{L   3: there is no such character category; categories have one or two letters, such as L or Lu
            \pL   2: a { is expected after \p
            [z-a]   4: the range ends before it begins
            [a-\d]   5: a range must end in a single character
            [a   2: a ] is missing
            \x4   2: 2 hexadecimal digits are expected
            \xg1   2: 2 hexadecimal digits are expected
            \u12   2: 4 hexadecimal digits are expected
            \uD800   2: 4 hexadecimal digits are expected
            \u{110000}   10: there is no such character
            \e   2: there is no such escape
            \cA   2: there is no such escape
            \_   2: there is no such escape
            """#
        #expect(errors(.common(ignoresCase: false), rows) == rows)
    }

    @Test func `an error in an I-Regexp has its place and its reason`() {
        let rows = #"""
            a{10000}   valid
            [a-c-]   valid
            \d   1: there is no such escape
            \b   1: there is no such escape
            (?:a)   1: there is nothing to repeat before ?
            a*?   2: there is nothing to repeat before ?
            a{1}{2}   4: there is nothing to repeat before {
            a{1,2   5: a } is missing
            a{1;   3: a } is missing
            a{x}   2: a number is expected after {
            a]   1: ] must be written \]
            {1}   0: { must be written \{
            }   0: } must be written \}
            []   1: ] must be written \]
            [a[b]   2: [ must be written \[
            [a-b-c]   4: a - within brackets must be written \- or be at their beginning or end
            [+--]   3: a - at the end of a range must be written \-
            \p{Cs}   3: there is no such character category; categories have one or two letters, such as L or Lu
            \p{LC}   3: there is no such character category; categories have one or two letters, such as L or Lu
            """#
        #expect(errors(.iRegexp, rows) == rows)
    }

    @Test func `an error in a pattern of ECMA-262 has its place and its reason`() {
        let rows = #"""
            \_   valid
            \p{LC}   valid
            (?=a)   2 limit: looking ahead or behind is not possible here: it cannot be matched in linear time
            (a)\1   4 limit: a back reference is not possible here: it cannot be matched in linear time
            \p{Script=Greek}   3 limit: this property of characters is not known here
            \P{gc=Xx}   3 limit: this property of characters is not known here
            \p{L   4: a } is missing
            \c1   2: a letter is expected after \c
            (?P<n>a)   2: there is no such kind of group
            \uD83D\u0041   2: 4 hexadecimal digits are expected
            """#
        #expect(errors(.ecmaScript, rows) == rows)
    }

    @Test func `groups nest up to sixty-four levels, the pattern being one`() {
        func nested(_ levels: Int) -> String {
            String(repeating: "(", count: levels) + "a" + String(repeating: ")", count: levels)
        }
        #expect(Pattern.syntaxError(in: nested(63), syntax: .iRegexp) == nil)
        #expect(
            Pattern.syntaxError(in: nested(64), syntax: .iRegexp)
                == .init(offset: 64, reason: "the pattern is nested more than 64 levels deep", isLimit: true))
    }

    @Test func `a pattern has at most a hundred thousand characters`() {
        let longest = String(repeating: "é", count: 100_000)
        #expect(Pattern.syntaxError(in: longest, syntax: .iRegexp) == nil)
        #expect(
            Pattern.syntaxError(in: longest + "a", syntax: .iRegexp)
                == .init(offset: 0, reason: "the pattern is longer than 100000 characters", isLimit: true))
    }

    @Test func `repetitions are written out up to twenty thousand instructions`() throws {
        let most = try Pattern("(a{10000}){2}", syntax: .iRegexp)
        #expect(most.program.count == 20_001)
        #expect(most.cost == 64 * 20_001)
        #expect(
            throws: Pattern.SyntaxError(
                offset: 0, reason: "the pattern is too large with its repetitions written out", isLimit: true)
        ) { try Pattern("(a{10000}){2}a", syntax: .iRegexp) }
    }
}
