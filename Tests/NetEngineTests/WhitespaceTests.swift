import Testing

@testable import NetEngine

@Suite struct WhitespaceTests {
    @Test(arguments: [
        ("", "", ""), (" \t\n", "\n", ""), (" a b ", "a b", "a b"), ("\t\r\na\u{A0}\n", "\r\na\u{A0}\n", "a"),
        ("\u{3000}a\u{2028}", "\u{3000}a\u{2028}", "a"),
    ])
    func `both ends are trimmed, and nothing else`(text: String, withoutSpaces: String, withoutWhitespace: String) {
        #expect(text.trimmingWhitespace() == withoutSpaces)
        #expect(text.trimmingAllWhitespace() == withoutWhitespace)
    }

    @Test(arguments: [
        ("", ""), (" { \"a b\" :\t[ 1 ,\r\n2 ] } ", "{\"a b\":[1,2]}"),
        (#"{"a \" b": " \\" , "c": "\\\" "}"#, #"{"a \" b":" \\","c":"\\\" "}"#),
    ])
    func `whitespace between the tokens of JSON is left out, and none within its strings`(text: String, short: String) {
        #expect(String(decoding: JSONText.withoutWhitespace(Array(text.utf8)[...]), as: UTF8.self) == short)
    }
}

@Suite struct TrailingSlashTests {
    @Test(arguments: [
        ("", ""), ("/", ""), ("//", ""), ("a", "a"), ("a/", "a"), ("/a//b///", "/a//b"), ("ä/", "ä"),
        ("a/\u{301}", "a/\u{301}"), ("a\u{301}/", "a\u{301}"),
    ])
    func `all slashes at the end are left out, and no others`(text: String, without: String) {
        #expect(text.withoutTrailingSlashes().utf8.elementsEqual(without.utf8))
    }
}
