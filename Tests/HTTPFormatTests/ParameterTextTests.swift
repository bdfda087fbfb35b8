import TestSupport
import Testing

@testable import HTTPFormat

@Suite struct ParameterTextTests {
    @Test(arguments: [
        ("a%20b", "a b"), ("a+b", "a+b"), ("gr%C3%B6%c3%9fe", "größe"), ("{{q}}%26", "{{q}}&"), ("100%25", "100%"),
        // What follows would make an escape of it, and what is invisible could not be seen.
        ("%2541", "%2541"), ("%25%34", "%254"), ("%0A%00", "%0A%00"), ("%E2%80%AE", "%E2%80%AE"), ("%FF%C3", "%FF%C3"),
        ("%7B%7Bx%7D%7D", "%7B%7Bx%7D%7D"), ("%7Bx%7D", "{x}"), ("%", "%"), ("%4", "%4"), ("{{a b%20}}", "{{a b%20}}"),
    ])
    func `escapes are shown as what they mean, where that can be seen`(_ written: String, _ shown: String) {
        #expect(ParameterText.shown(written) == shown)
    }

    @Test(arguments: [
        ("", "a b", "a%20b"), ("", "1+1", "1%2B1"), ("", "a&b#c", "a%26b%23c"), ("", "größe", "gr%C3%B6%C3%9Fe"),
        ("", "50%", "50%25"), ("", "a%20b", "a%20b"), ("", "{{user name}} x", "{{user name}}%20x"),
        ("", "a=b", "a=b"), ("", "/path?x", "/path?x"),
        // Only what is typed is written anew.
        ("a+b", "a+bc", "a+bc"), ("%c3%b6", "öl", "%c3%b6l"), ("x%20y+z", "x y!+z", "x%20y!+z"),
        ("a%26b", "a&b&c", "a%26b%26c"), ("[1,2]", "[1,2,3]", "[1,2,3]"),
    ])
    func `what is typed is encoded, and what is not touched keeps its spelling`(
        _ old: String, _ typed: String, _ written: String
    ) {
        #expect(ParameterText.written(typed, was: old) == written)
    }

    @Test func `a name cannot hold an equals sign`() {
        #expect(ParameterText.written("a=b", isName: true) == "a%3Db")
    }

    @Test(.longComputation)
    func `any text is left as it is when nothing is typed, and is found again when something is`() {
        var dice = SeededGenerator(seed: 33)
        let parts = [
            "a", "%20", "%", "%2", "+", "%25", "%7B", "{{", "}}", "{", "}", "ö", "%C3%B6", "%c3", "%00", "&", "#", "=",
            " ",
            "4", "1", "%E2%80%AE", "👍", "{{x}}",
        ]
        func text(_ count: Int) -> String {
            (0..<count).map { _ in parts[Int.random(in: parts.indices, using: &dice)] }.joined()
        }
        for _ in 0..<4000 {
            let old = text(Int.random(in: 0...6, using: &dice))
            #expect(ParameterText.written(ParameterText.shown(old), was: old) == old)
            let typed = text(Int.random(in: 0...6, using: &dice))
            let written = ParameterText.written(typed, was: old)
            // It is one parameter, with no byte that would end it outside of a reference.
            let plain = written.replacing(/\{\{.*?\}\}/, with: "")
            let isClean = !old.contains { " &#\"<>".contains($0) }
            #expect(!isClean || !plain.contains { " &#\"<>".contains($0) }, "\(old) -> \(typed): \(written)")
            // Reading and writing it once more changes nothing.
            #expect(ParameterText.written(ParameterText.shown(written), was: written) == written)
        }
    }
}
