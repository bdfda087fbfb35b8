import Base
import NetEngine
import Testing

/// Texts for the clipboard, the screen's columns and files.
@Suite struct ShownTextTests {
    @Test(
        arguments: [
            ("a\tb", 4, "a   b"), ("\t", 4, "    "), ("abc\tx", 4, "abc x"), ("abcd\te\tf", 4, "abcd    e   f"),
            ("漢\tx", 4, "漢  x"), ("e\u{301}\tx", 2, "e\u{301} x"), ("a\tb", 0, "a b"), ("a\u{1}\tb", 8, "a\u{1}   b"),
            ("ab", 4, "ab"),
        ] as [(String, Int, String)])
    func `a tab leads to the next stop`(text: String, width: Int, shown: String) {
        #expect(TabStops.expand(text, width: width) == shown)
        #expect(TabStops.expand(bytes: Array(text.utf8), width: width) == Array(shown.utf8))
    }

    @Test(
        arguments: [
            ("a\r\nb\n\n", "a\nb", HazardCounts()), ("\n\na\r\n\r\nb", "\n\na\n\nb", HazardCounts()),
            ("\ta\tb\t", "\ta\tb\t", HazardCounts()), ("a\rb", "a\\x0Db", HazardCounts(control: 1)),
            ("a\r\r\nb", "a\\x0D\nb", HazardCounts(control: 1)),
            ("\u{1B}[2J\n\u{202E}", "\\x1B[2J\n\\u{202E}", HazardCounts(csi: 1, bidi: 1)),
            ("\n\r\n", "", HazardCounts()),
        ] as [(String, String, HazardCounts)])
    func `the clipboard takes lines without what could run or hide`(text: String, copied: String, hazards: HazardCounts)
    {
        let clipboard = ClipboardText(text)
        #expect(clipboard.string == copied)
        #expect(clipboard.hazards == hazards)
        #expect(clipboard.byteCount == copied.utf8.count && clipboard.isEmpty == copied.isEmpty)
    }

    @Test func `the clipboard takes a line as it is shown, in Base64`() {
        let line = ClipboardText(SafeText("a\u{7}"))
        #expect(line.string == "a\\x07")
        #expect(line.hazards == HazardCounts(control: 1))
        #expect(line.base64 == "YVx4MDc=")
    }

    @Test(
        arguments: [
            ("abcdef", 4, "…def"), ("ab抹茶", 5, "…抹茶"), ("abcde", 5, "abcde"), ("抹茶ab", 4, "…ab"), ("abc", 1, "…"),
        ] as [(String, Int, String)])
    func `the end of a text can be kept instead of its beginning`(text: String, width: Int, expected: String) {
        #expect(SafeText(text).cut(toColumns: width, keepsEnd: true).string == expected)
    }

    @Test func `another mark can take the place of the ellipsis`() {
        #expect(SafeText("abcd").cut(toColumns: 3, "~").string == "ab~")
    }

    @Test func `only what a URL never has is encoded, and nothing twice`() {
        let written = "a b%41%aF%4g%é\"<>\\^`{|}~!*[]#?%zz%f%4"
        #expect(
            PercentEncoding.illegal(Array(written.utf8))
                == "a%20b%41%aF%254g%25%C3%A9%22%3C%3E%5C%5E%60%7B%7C%7D~!*[]#?%25zz%25f%254")
        #expect(PercentEncoding.illegal([0x1F, 0x21, 0x7E, 0x7F, 0x25, 0x34, 0x31]) == "%1F!~%7F%41")
    }

    @Test func `JSON with a line for each member keeps empty ones on one line`() {
        let value: JSONOutput = [
            "a": 1, "b": [], "c": [:], "d": [true, nil, "x\"y", .number("19.90"), ["e": .optional("f")]],
            "g": .optional(nil as Int?),
        ]
        #expect(
            String(decoding: IndentedJSON.write(value), as: UTF8.self) == """
                {
                  "a": 1,
                  "b": [],
                  "c": {},
                  "d": [
                    true,
                    null,
                    "x\\"y",
                    19.90,
                    {
                      "e": "f"
                    }
                  ],
                  "g": null
                }

                """)
        #expect(value.text == #"{"a":1,"b":[],"c":{},"d":[true,null,"x\"y",19.90,{"e":"f"}],"g":null}"#)
    }

    @Test func `texts are changed at any depth, except in members that are kept`() {
        let value: JSONOutput = ["a": "x", "kept": ["x", "y"], "b": ["x", ["kept": "x", "c": "x"], 1, true, nil]]
        let changed = value.changingTexts(except: ["kept"]) { $0 + "!" }
        #expect(changed.text == #"{"a":"x!","kept":["x","y"],"b":["x!",{"kept":"x","c":"x!"},1,true,null]}"#)
    }

    @Test func `advice on terminals depends on what terminfo knows`() {
        let descriptions = "Install the descriptions of terminals (terminfo; on Debian the package ncurses-base)."
        #expect(TerminfoAdvice.sentence(unknownKind: "foot", isSubstituteKnown: false) == descriptions)
        #expect(TerminfoAdvice.sentence(unknownKind: "xterm-256color", isSubstituteKnown: true) == descriptions)
        #expect(
            TerminfoAdvice.sentence(unknownKind: "foot", isSubstituteKnown: true)
                == "Install the description of your terminal (on Debian often the package ncurses-term), "
                + "or set TERM=xterm-256color.")
    }
}
