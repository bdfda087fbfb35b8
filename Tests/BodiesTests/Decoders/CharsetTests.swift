import NetEngine
import Testing

@testable import Bodies

@Suite struct CharsetTests {
    private func shown(_ bytes: [UInt8], _ type: String, charset: TextEncoding? = nil) -> String {
        Decoding(bytes, type, charset: charset).shown
    }

    @Test func `by byte order mark, header, declaration and content`() {
        #expect(shown(hex("FFFE 3C00 6100 3E00 E400"), "text/xml") == "<a>\n  ä")
        #expect(shown(hex("EFBBBF") + Array("a: ä".utf8), "text/yaml") == "a: ä")
        #expect(shown(Array("<a>".utf8) + [0xE4], "text/xml; charset=iso-8859-1") == "<a>\n  ä")
        let declaration = "<?xml version='1.0' encoding='windows-1251'?>"
        #expect(shown(Array(declaration.utf8) + Array("<a>".utf8) + [0xE4], "text/xml") == "\(declaration)\n<a>\n  д")
        #expect(shown(Array("<meta charset=koi8-r><p>".utf8) + [0xC4], "text/html").hasSuffix("д"))
        #expect(shown(Array(#"@charset "windows-1251"; /*"#.utf8) + [0xE4], "text/css").hasSuffix("/*д"))
        #expect(shown(Array("a: ".utf8) + [0xE4], "text/yaml") == "a: ä", "no UTF-8, so windows-1252")
        #expect(shown(hex("6100 3A00 2000 3100"), "text/yaml") == "a: 1")
    }

    @Test func `the user's choice wins`() throws {
        let cyrillic = try #require(TextEncoding(label: "windows-1251"))
        #expect(shown([0xE4], "text/yaml; charset=utf-8", charset: cyrillic) == "д")
    }
}
