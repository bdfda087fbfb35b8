import Testing

@testable import HTTPFormat

/// The words of scripts, for programs that rewrite them.
@Suite struct HandlerWordTests {
    @Test func `words have their places, and comments, strings and templates are no calls`() throws {
        let code = #"a.set("b.c('d')", 1); /* e */ `f ${g} h` // i"#
        let bytes = Array(code.utf8)
        let words = try #require(HandlerWord.words(of: bytes))
        #expect(
            words.map(\.kind) == [
                .name("a"), .sign("."), .name("set"), .sign("("), .text("b.c('d')"), .sign(","), .other, .sign(")"),
                .sign(";"), .other, .name("g"), .other,
            ])
        #expect(
            words.map { String(decoding: bytes[$0.range], as: UTF8.self) } == [
                "a", ".", "set", "(", #""b.c('d')""#, ",", "1", ")", ";", "`f ${", "g", "} h`",
            ])
    }

    @Test(arguments: ["'a", "`a", "/* a", "a # b", "/a"]) func `what cannot be split has no words`(code: String) {
        #expect(HandlerWord.words(of: Array(code.utf8)) == nil)
    }

    @Test func `a sign is as long as it can be`() {
        let signs = """
            >>>= === !== ... **= <<= >>= >>> && || ?? &&= ||= ??= => == != <= >= ?. ++ -- += -= *= /= %= &= |= ^= << >> ** { } ( ) [ ]
            ; , < > + - * / % & | ^ ! ~ ? : = .
            """
        for sign in signs.split(whereSeparator: \.isWhitespace).map(String.init) {
            let kinds = HandlerWord.words(of: Array("a\(sign)b".utf8))?.map(\.kind)
            #expect(kinds == [.name("a"), .sign(sign), .name("b")], "\(sign)")
        }
        #expect(HandlerWord.words(of: Array("a?.5:b".utf8))?.map(\.kind).prefix(3) == [.name("a"), .sign("?"), .other])
    }

    @Test func `a slash begins a pattern where a value can begin`() {
        let before = ["return", "typeof", "in", "case", "void", "delete", "(", ",", "=", "{", "[", "!", ""]
        for text in before {
            #expect(HandlerWord.words(of: Array("\(text) /b'/".utf8)) != nil, "\(text)")
        }
        #expect(HandlerWord.words(of: Array("`${ /b'/ }`".utf8)) != nil)
        for text in ["a", "this", ")", "]", "}", "1", "'a'", "`a`", "`${1}`", "/a/"] {
            #expect(HandlerWord.words(of: Array("\(text) /b'/".utf8)) == nil, "\(text)")
        }
        // A slash in a set ends nothing, nor does one behind a backslash.
        for text in ["/[/'/]/", "/\\/'/", "/[\\]/']/"] {
            #expect(HandlerWord.words(of: Array(text.utf8))?.map(\.kind) == [.other], "\(text)")
        }
    }

    @Test func `escapes stand for what they stand for in JavaScript`() {
        let rows = [
            (#"\b\f\v\n\r\t\0"#, "\u{8}\u{C}\u{B}\n\r\t\0"), (#"\x41\u0042\u{43}\u{01F600}"#, "ABC😀"),
            (#"\q\'\"\\"#, "q'\"\\"),
            ("a\\\nb\\\r\nc", "abc"), (#"\uD83D\uDE00\uD83Dx"#, "😀\u{FFFD}x"),
        ]
        for (written, meant) in rows {
            #expect(HandlerWord.words(of: Array("'\(written)'".utf8))?.map(\.kind) == [.text(meant)], "\(written)")
        }
        for written in [#"\1"#, #"\01"#, #"\x4"#, #"\u004"#, #"\u{}"#, #"\u{110000}"#, "\n"] {
            #expect(HandlerWord.words(of: Array("'\(written)'".utf8)) == nil, "\(written)")
        }
    }

    @Test func `no word of the language or of this one is the name of a variable`() {
        let words = """
            break case catch class const continue debugger default delete do else enum export extends false finally for function if
            import in instanceof let new null return static super switch this throw true try typeof undefined var void while with
            yield await async client response request console exports JSON Array Object Number String Boolean NaN Infinity
            """
        for word in words.split(whereSeparator: \.isWhitespace) {
            let result = HandlerParser.script(Array("var \(word) = 1".utf8), .after, line: 1)
            guard case .failure(let refusal) = result else {
                Issue.record("\(word) was declared.")
                continue
            }
            #expect(refusal.construct == "\(word) where a name is expected")
        }
        for name in ["of", "get", "test", "$", "_", "é", "Math", "Date"] {
            guard case .success = HandlerParser.script(Array("var \(name) = 1".utf8), .after, line: 1) else {
                Issue.record("\(name) was not declared.")
                continue
            }
        }
    }

    @Test func `the global object of other programs is no variable`() {
        for (name, isVariable) in [
            ("module", false), ("require", false), ("globalThis", false), ("window", false), ("other", true),
        ] {
            let result = HandlerParser.script(Array("\(name) = 1".utf8), .after, line: 1)
            let isRead = if case .success = result { true } else { false }
            #expect(isRead == isVariable, "\(name)")
        }
    }

    @Test func `a pattern has known flags, each once`() {
        for (flags, isKnown) in [
            ("", true), ("i", true), ("m", true), ("s", true), ("u", true), ("imsu", true), ("y", false), ("d", false),
            ("x", false), ("ii", false), ("I", false),
        ] {
            let result = HandlerParser.script(Array("client.log(/a/\(flags).test(\"a\"))".utf8), .after, line: 1)
            let construct: String? = if case .failure(let refusal) = result { refusal.construct } else { nil }
            #expect(construct == (isKnown ? nil : "the flags \(flags) of a regular expression"))
        }
    }

    @Test(
        arguments: [
            ("throw new Error(\"a\")", nil), ("throw new TypeError(\"a\")", nil), ("throw new RangeError()", nil),
            ("throw Error(\"a\")", nil), ("throw \"a\"", nil), ("throw new Error(\"a\", 1)", "a call with 2 arguments"),
            ("throw new SyntaxError(\"a\")", "the keyword new"), ("throw\n1", "a throw without a value"),
        ] as [(String, String?)])
    func `three kinds of errors can be thrown`(code: String, refused: String?) {
        let result = HandlerParser.script(Array(code.utf8), .after, line: 1)
        let construct: String? = if case .failure(let refusal) = result { refusal.construct } else { nil }
        #expect(construct == refused)
    }
}
