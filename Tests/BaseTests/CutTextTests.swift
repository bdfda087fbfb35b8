import Testing

@testable import Base

@Suite struct CutTextTests {
    @Test(arguments: [("", ""), ("abc", "abc"), ("éüö", "éüö"), ("abcd", "ab…"), ("éüöä", "éü…"), ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦👨‍👩‍👧‍👦")])
    func `a text is cut by its characters, and only where it has more`(text: String, expected: String) {
        #expect(text.cut(to: 3) == expected)
    }

    @Test(arguments: [
        ("abcde", "abcde"), ("abcdef", "abcd…"), ("抹茶a", "抹茶a"), ("抹茶ab", "抹茶…"), ("a抹茶b", "a抹…"),
        ("e\u{301}abcde", "e\u{301}abc…"),
    ])
    func `a text is cut by its columns, and only where it has more`(text: String, expected: String) {
        #expect(SafeText(text).cut(toColumns: 5).string == expected)
    }
}
