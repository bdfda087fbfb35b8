import TestSupport
import Testing

@testable import HTTPFormat

/// The words, signs and numbers of scripts, as JavaScript has them.
@Suite struct ScriptWordsTests {
    @Test func `a number is written as JavaScript writes it`() {
        let table = #"""
            0 -> 0
            -0.0 -> 0
            1 -> 1
            -1.5 -> -1.5
            100 -> 100
            123.456 -> 123.456
            1e20 -> 100000000000000000000
            123456789012345680000 -> 123456789012345680000
            1e21 -> 1e+21
            1.5e21 -> 1.5e+21
            0.1 -> 0.1
            0.000001 -> 0.000001
            0.00000123 -> 0.00000123
            0.0000001 -> 1e-7
            -1.23e-7 -> -1.23e-7
            5e-324 -> 5e-324
            1.7976931348623157e308 -> 1.7976931348623157e+308
            inf -> Infinity
            -inf -> -Infinity
            nan -> NaN
            """#
        #expect(TextTable.differences(table) { HandlerNumber.text(Double($0) ?? 0.5) } == [])
    }

    @Test func `a text is a number as a whole, or its beginning is one`() {
        let whole = #"""
            -> 0
             \t12\n -> 12
            0x1F -> 31
            0XaB -> 171
            0o17 -> 15
            0b101 -> 5
            0b2 -> NaN
            0o8 -> NaN
            0xg -> NaN
            0x -> NaN
            -0x1 -> NaN
            +1.5e3 -> 1500
            1E-2 -> 0.01
            .5 -> 0.5
            -.5 -> -0.5
            5. -> 5
            5.e1 -> 50
            . -> NaN
            1e -> NaN
            1e+ -> NaN
            1x -> NaN
            1 2 -> NaN
            1_0 -> NaN
            010 -> 10
            Infinity -> Infinity
            -Infinity -> -Infinity
            infinity -> NaN
            Infinityx -> NaN
            """#
        #expect(TextTable.differences(whole) { HandlerNumber.text(HandlerNumber.value(of: $0)) } == [])
        let float = #"""
            12px -> 12
            .5x -> 0.5
            1e5x -> 100000
            1ex -> 1
            1.x -> 1
            -1.5.5 -> -1.5
            +Infinityx -> Infinity
            0x10 -> 0
            x1 -> NaN
            -> NaN
            """#
        #expect(TextTable.differences(float) { HandlerNumber.text(HandlerNumber.leadingValue(of: $0)) } == [])
        let integer = #"""
            12.9 -> 12
            -0x1Fz -> -31
            0X10 -> 16
            0x -> NaN
            0xg -> NaN
            +7a -> 7
             5 -> 5
            - 7 -> NaN
            010 -> 10
            x -> NaN
            -> NaN
            """#
        #expect(TextTable.differences(integer) { HandlerNumber.text(HandlerNumber.leadingInteger(of: $0)) } == [])
    }

    private func tokens(_ code: String) -> String {
        do throws(HandlerRefusal) {
            return try HandlerLexer.tokens(Array(code.utf8)).dropLast().map { token in
                switch token.kind {
                case .name(let name): name
                case .text(let text): "'\(text)'"
                case .templatePart(let text, let isFirst, let isLast):
                    (isFirst ? "`" : "}") + text + (isLast ? "`" : "${")
                case .number(let number): HandlerNumber.text(number)
                case .pattern(let source, let flags): "PATTERN(\(source),\(flags))"
                case .sign(let sign): sign
                case .end: "END"
                }
            }.joined(separator: " ")
        } catch { return "REFUSED at \(error.line): \(error.construct)" }
    }

    @Test func `a script is split at its longest signs, its strings, templates and patterns`() {
        let table = #"""
            a1$_é=b -> a1$_é = b
            a>>>=b>>>c>>d>=e>f -> a >>>= b >>> c >> d >= e > f
            a!==b!=c!d===e==f=>g -> a !== b != c ! d === e == f => g
            a??=b??c?d&&=e&&f&g -> a ??= b ?? c ? d &&= e && f & g
            a||=b||c|d**=e**f*g -> a ||= b || c | d **= e ** f * g
            ...a.b++ --c+=d-=e -> ... a . b ++ -- c += d -= e
            a?.b -> a ?. b
            a?.5:1 -> a ? 0.5 : 1
            1.5e+3-1e-1 -> 1500 - 0.1
            0x1e+1 -> 30 + 1
            1.. -> REFUSED at 0: the number 1..
            08 -> REFUSED at 0: the number 08
            0 -> 0
            3px -> REFUSED at 0: the number 3px
            'a\'b"' "c'" -> 'a'b"' 'c''
            '\x41\u0042\u{43}\ud83d\ude00\q' -> 'ABC😀q'
            '\u{110000}' -> REFUSED at 0: an escape that is not one
            '\u{}' -> REFUSED at 0: an escape that is not one
            '\xg0' -> REFUSED at 0: an escape that is not one
            '\08' -> REFUSED at 0: an octal escape in a string
            '\1' -> REFUSED at 0: an octal escape in a string
            'a\\n -> REFUSED at 0: a string that is not closed
            '\n' -> REFUSED at 0: a string that is not closed
            a\n'b -> REFUSED at 1: a string that is not closed
            `a` -> 'a'
            `a${1}b${`c${2}`}d` -> `a${ 1 }b${ `c${ 2 }` }d`
            `${{a:1}}` -> `${ { a : 1 } }`
            `a\r\nb$` -> 'a\nb$'
            a /b/g -> a / b / g
            a) /b/g -> a ) / b / g
            (/b[/]\/c/gi) -> ( PATTERN(b[/]\/c,gi) )
            return /a/ -> return PATTERN(a,)
            ={} /a/ -> = { } / a /
            = /a -> REFUSED at 0: a regular expression that is not closed
            a // x\nb /* c\n*/ d -> a b d
            \na /* b -> REFUSED at 1: a comment that is not closed
            # -> REFUSED at 0: the character # outside of a string
            """#
        #expect(TextTable.differences(table) { tokens($0) } == [])
    }
}
