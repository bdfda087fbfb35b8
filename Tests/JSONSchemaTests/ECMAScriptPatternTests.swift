import Pattern
import Testing

@Suite struct ECMAScriptPatternTests {
    @Test(arguments: [
        ("^\\cC$", "\u{3}", true), ("^\\cc$", "c", false), ("^\\p{Letter}+$", "é", true), ("^\\p{gc=Nd}$", "5", true),
        ("^\\P{ASCII}$", "a", false), ("^\\p{Alphabetic}$", "ß", true), ("^\\uD83D\\uDC32$", "🐲", true),
        ("^\\u{1F432}$", "🐲", true), ("^\\u0041$", "A", true), ("^\\d$", "߀", false), ("^[\\w\\-\\_]+$", "a-_", true),
        ("^a{x}$", "a{x}", true), ("^[^]$", "\n", true), ("[]", "a", false), ("^(?<name>a)$", "a", true),
    ])
    func `patterns of ECMA-262 match`(_ source: String, _ text: String, _ wanted: Bool) throws {
        #expect(try Pattern(source, syntax: .ecmaScript).isFound(in: Array(text.utf8)) == wanted)
    }

    @Test(arguments: ["(?=a)", "(?<!a)b", "(a)\\1", "\\k<a>", "\\p{Script=Greek}", "a{20000}"])
    func `what cannot be matched in linear time is a limit`(_ source: String) {
        #expect(Pattern.syntaxError(in: source, syntax: .ecmaScript)?.isLimit == true)
    }

    @Test(arguments: ["\\a", "^\\S(|(.|\\n)*\\S)\\Z", "(", "[", "(?P<name>a)", "\\c1", "a**", "\\p{L"])
    func `what is no pattern is an error`(_ source: String) {
        #expect(Pattern.syntaxError(in: source, syntax: .ecmaScript)?.isLimit == false)
    }
}
