import Foundation
import NetEngine
import Testing

/// The only JSON writer: characters that a terminal would obey or a reader could not see are escaped, all others are
/// kept.
struct JSONWriterTests {
    @Test(arguments: [
        ("\u{0}\u{1B}[31m\u{1F}", #"\u0000\u001b[31m\u001f"#), ("\u{7F}", #"\u007f"#),
        ("\u{80}\u{9B}2J\u{9F}", #"\u0080\u009b2J\u009f"#), ("a\u{AD}b", #"a\u00adb"#),
        ("\u{202E}abc\u{2066}\u{2069}\u{200E}\u{061C}", #"\u202eabc\u2066\u2069\u200e\u061c"#),
        ("\u{2028}\u{2029}", #"\u2028\u2029"#),
        ("a\u{200B}\u{2060}\u{FEFF}b", #"a\u200b\u2060\ufeffb"#), ("\u{034F}\u{3164}\u{115F}", #"\u034f\u3164\u115f"#),
        ("\u{E0041}\u{E007F}", #"\udb40\udc41\udb40\udc7f"#), ("a\u{200D}b\u{FE0F}", #"a\u200db\ufe0f"#),
        ("\u{1D173}", #"\ud834\udd73"#), ("\u{FFF9}", #"\ufff9"#),
        ("\"\\\n\r\t/", #"\"\\\n\r\t/"#),
    ])
    func `characters that a terminal obeys or a reader cannot see are escaped`(text: String, escaped: String) throws {
        #expect(JSONWriter.escaped(text) == escaped)
        let read = try JSONSerialization.jsonObject(
            with: Data(JSONWriter.quoted(text).utf8), options: .fragmentsAllowed)
        #expect((read as? String).map { Array($0.utf8) } == Array(text.utf8))
    }

    @Test(arguments: [
        "", "plain text of some length, with more than one word", "ä ö é ß", "русский текст", "漢字、かな。（半角）", "가나다",
        "😀👍🏽", "👨‍👩‍👧‍👦", "❤️ 1️⃣", "🏳️‍🌈", "葛󠄀", "e\u{301}", "नमस्ते", "…–“”", "\u{A0}",
    ])
    func `what is seen stays as it is`(text: String) { #expect(JSONWriter.escaped(text) == text) }

    /// The writer checks eight bytes at a time, so a hidden character is tried at each place of such a word.
    @Test(arguments: 0..<20)
    func `a character is escaped at every position`(place: Int) {
        for (character, escape) in [("\u{7F}", #"\u007f"#), ("\u{9B}", #"\u009b"#), ("\u{202E}", #"\u202e"#)] {
            for filler in ["x", "é", "漢"] {
                let (before, after) = (String(repeating: filler, count: place), String(repeating: filler, count: 9))
                #expect(JSONWriter.escaped(before + character + after) == before + escape + after)
            }
        }
    }

    @Test func `only ASCII is written for those who want that`() {
        var out = JSONWriter(isASCIIOnly: true)
        out.string("é漢😀\u{7F}a")
        #expect(out.text == #""\u00e9\u6f22\ud83d\ude00\u007fa""#)
    }

    @Test func `objects and arrays have their commas`() {
        var out = JSONWriter()
        out.object { out in
            out.member("a", "x")
            out.member("b", nil as String?)
            out.member("c", 7)
            out.member("d", true)
            out.member("e", milliseconds: .microseconds(1500))
            out.key("f")
            out.array([1, 2]) { $0.number($1) }
            out.key("g")
            out.object { _ in }
        }
        #expect(out.text == #"{"a":"x","c":7,"d":true,"e":1.500,"f":[1,2],"g":{}}"#)
    }

    @Test func `written JSON keeps its value and its other bytes`() {
        var out: [UInt8] = []
        JSONWriter.append(json: Array("{\"a\":\"\\u001b\u{9B}é\u{202E}\",\"b\":[1.50,\"\u{7F}\"]}".utf8), to: &out)
        #expect(
            String(decoding: out, as: UTF8.self)
                == #"{"a":"\u001b\u009bé\u202e","b":[1.50,"\u007f"]}"#)
    }
}
