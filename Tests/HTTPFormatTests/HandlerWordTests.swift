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
}
