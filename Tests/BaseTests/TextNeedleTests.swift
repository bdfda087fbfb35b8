import Base
import Testing

@Suite struct TextNeedleTests {
    @Test(
        arguments: [
            ("7", "abc7", 3..<4), ("k!", "abk!", 2..<4), ("!k", "ab!k", 2..<4), ("k!", "k!k!", 0..<2),
            ("abc", "xabc", 1..<4), ("k!", "abk", nil), ("Q", "qqQ", 2..<3), ("e ", "the end ", 2..<4),
        ] as [(String, String, Range<Int>?)])
    func `the first place is found, be it the last one`(needle: String, text: String, found: Range<Int>?) {
        let bytes = Array(text.utf8)
        let range = bytes.withUnsafeBufferPointer {
            TextNeedle(needle, readsEscapes: false).first(in: $0, startingIn: 0..<bytes.count)
        }
        #expect(range == found)
    }

    @Test(
        arguments: [
            ("a\nb", #"xa\nb"#, 1..<5), ("a\rb", #"xa\rb"#, 1..<5), ("\u{8}\u{C}\t", #"\b\f\t"#, 0..<6),
            ("😀", #"\ud83d\ude00"#, 0..<12), ("a/b", #"a\/b"#, 0..<4), ("é", #"\u00e9"#, 0..<6),
            (#"a\b"#, #"a\\b"#, 0..<4),
            (#"é\qz"#, #"\u00e9\qz"#, 0..<9), (#"é\qz"#, #"\u00e9qz"#, nil),
        ] as [(String, String, Range<Int>?)])
    func `escapes of JSON are read, and a backslash that begins none is itself`(
        needle: String, text: String, found: Range<Int>?
    ) {
        let bytes = Array(text.utf8)
        let range = bytes.withUnsafeBufferPointer {
            TextNeedle(needle, readsEscapes: true).first(in: $0, startingIn: 0..<bytes.count)
        }
        #expect(range == found)
    }
}
