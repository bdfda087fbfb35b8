import Testing

@testable import Base

@Suite struct CutTextTests {
    @Test(arguments: [("", ""), ("abc", "abc"), ("éüö", "éüö"), ("abcd", "ab…"), ("éüöä", "éü…"), ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦👨‍👩‍👧‍👦")])
    func `a text is cut by its characters, and only where it has more`(text: String, expected: String) {
        #expect(text.cut(to: 3) == expected)
    }
}
