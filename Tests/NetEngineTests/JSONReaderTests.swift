import Foundation
import TestSupport
import Testing

@testable import NetEngine

@Suite struct JSONReaderTests {
    private static func error(
        _ text: [UInt8], _ options: JSONReader.Options = JSONReader.Options()
    ) -> JSONSyntaxError? {
        text.withUnsafeBufferPointer { text in
            var reader = JSONReader(text, options: options)
            do throws(JSONSyntaxError) {
                while try reader.next(in: text) != .end {}
                return nil
            } catch { return error }
        }
    }

    private static func isValid(_ text: [UInt8]) -> Bool { error(text) == nil }

    /// Where the error is that has the sentence.
    private func expect(_ text: String, _ offset: Int, _ reason: String) {
        let error = Self.error(Array(text.utf8))
        #expect(error?.offset == offset && error?.reason == reason, "\(text): \(String(describing: error))")
    }

    // The shapes of the public JSON test suite (nst/JSONTestSuite): y_, n_ and i_.

    @Test(arguments: [
        "0", "-0", "1.5", "1e5", "1E+5", "-1.25e-3", "0e1", "0e+1", "1E22", "-1", "-123", "20e1", "123.456789", "true",
        "false", "null", "\"\"", #""a\"\\\/\b\f\n\r\té😀""#, "[]", "{}", "[[]   ]", "[\"\"]", "[1,null,null,null,2]",
        "[1,[2,{\"a\":[]}],3]", #" { "a" : 1 , "b" : [ ] } "#, #"{"":{"":{}}}"#, "\"\u{7F}\"", "[1]\n", " [] ",
        #"{"a":"b","a":"b"}"#, #"{"a":"b","a":"c"}"#, #"{"foo\u0000bar": 42}"#, "{\n\"a\": \"b\"\n}",
        #"["\u0060\u012a\u12AB"]"#,
        #"["\uD801\udc37"]"#, #"["\ud83d\ude39\ud83d\udc8d"]"#, #"["\\u0000"]"#, #"["a/*b*/c/*d//e"]"#, #"["\uFFFF"]"#,
        "[\"\u{2028}\u{2029}\"]", "[\"\u{FEFF}\"]", "[123.456e78]", "[-0.000000000000000000000000000000000001]",
        "[100000000000000000000]", "[0.4e00669999999999999999999999999]", "\u{FEFF}[]",
    ])
    func `what RFC 8259 allows is read`(text: String) { #expect(Self.isValid(Array(text.utf8))) }

    @Test(arguments: [
        "", " ", "01", "-01", "1.", ".5", "1e", "1e+", "+1", "-", "--1", "-a", "0x1", "0.1.2", "1eE2", "1.0e", "0e",
        "1_0",
        "Infinity", "-Infinity", "NaN", "-NaN", "tru", "nul", "True", "'a'", "\"a", "\"\u{1}\"", "\"\\x\"", "\"\\u12\"",
        "\"\\u12g4\"", "\"\\U1234\"", "\"\\", "\"\n\"", "\"\t\"", "\"\u{0}\"", "[1,]", "[,1]", "[,]", "[1,,2]", "[1 2]",
        "[1", "[",
        "[1:2]", "[3[4]]", "[\"a\",\n4\n,1,", "[1]x", "[1]]", "[][]", "[\u{B}]", "[\u{A0}]", "[\u{2060}]", "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}", "{\"a\":1,,\"b\":2}", "{a:1}", "{,}", "{1:2}", "{null:1}", "{'a':0}", "{[: \"x\"}", "{\"a\",1}",
        "{\"a\":1 \"b\":2}", "{\"x\"::\"b\"}", "{", "{\"a\":1", "{\"a\":", "{\"a\"", "[1}", "{\"a\":1]", "]", "}",
        "1 2", "[]]",
        "{\"a\":true} \"x\"", "[1]//", "{\"a\":/*x*/\"b\"}", "{\"a\":\"b\"}#", "<.>", "*", "[<null>]", "\u{FEFF}",
        "abc", "å",
        "[\u{0}]", "\\u005B\\u005D", "truefalse", "1true", "nullx", "\"a\"\"b\"",
    ])
    func `what it does not allow is refused`(text: String) { #expect(!Self.isValid(Array(text.utf8)), "\(text)") }

    @Test(
        arguments: [
            [0xFF], [0x5B, 0xFF, 0x5D], [0x22, 0xC3, 0x28, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
            [0x22, 0xC0, 0xAF, 0x22],
            [0x22, 0xF4, 0xBF, 0xBF, 0xBF, 0x22], [0x22, 0x80, 0x22], [0x22, 0xE2, 0x82, 0x22],
            [0xEF, 0xBB, 0x7B, 0x7D],
            [0xFE, 0xFF, 0x00, 0x5B], [0x5B, 0x31, 0x5D, 0xC3], [0x22, 0xE2, 0x82],
        ] as [[UInt8]])
    func `what is not UTF-8 is refused`(text: [UInt8]) { #expect(!Self.isValid(text)) }

    @Test func `sentences name what is expected, at the first byte that is wrong`() {
        expect("", 0, "there is no value")
        expect("[1,]", 3, "a value is expected here")
        expect("{a:1}", 1, "a name in double quotes is expected here")
        expect("{\"a\" 1}", 5, "a colon is expected here")
        expect("[1 2]", 3, "a comma or ] is expected here")
        expect("{\"a\":1 2}", 7, "a comma or } is expected here")
        expect("[01]", 2, "a number may not begin with 0")
        expect("[1.x]", 3, "a digit is expected here")
        expect("[1x]", 2, "this is not a number")
        expect("[nope]", 2, "only true, false and null are written without quotes")
        expect("[truex]", 5, "only true, false and null are written without quotes")
        expect("[\"a\nb\"]", 3, "a control character must be escaped in a string")
        expect("[\"a\\q\"]", 4, "there is no such escape")
        expect("[\"\\u12g4\"]", 6, "four hexadecimal digits are expected after \\u")
        expect("[] x", 3, "nothing more is expected after the value")
        expect("[tr", 3, "the text ends inside true")
        expect("[1.", 3, "the text ends inside a number")
        expect("[\"a", 3, "the text ends inside a string")
        expect("[1", 2, "the text ends inside an array")
        expect("{\"a\"", 4, "the text ends inside an object")
        expect("[1,", 3, "the text ends where a value is expected")
    }

    @Test func `of two errors the first is reported, also if the second is not UTF-8`() {
        #expect(Self.error(Array("[1 2,\"".utf8) + [0xFF])?.offset == 3)
        #expect(Self.error([0x5B, 0x22, 0xFF, 0x22, 0x20, 0x78]) == .invalidUTF8(at: 2, tokenStart: 1))
        let cut = Self.error([0x5B, 0x22, 0xE2, 0x82])
        #expect(cut?.offset == 4 && cut?.cause == .endsEarly, "a character that the end cuts off")
    }

    @Test func `depth costs no stack, and has an end for those who recurse`() {
        func nested(_ depth: Int) -> [UInt8] {
            Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        #expect(Self.isValid(nested(100_000)))
        #expect(Self.error(Array(repeating: UInt8(ascii: "["), count: 100_000))?.offset == 100_000)
        let limit = JSONReader.Options(maxDepth: 512)
        #expect(Self.error(nested(512), limit) == nil)
        #expect(Self.error(nested(513), limit)?.reason == "the nesting is deeper than 512 levels")
        #expect(Self.error(nested(513), limit)?.offset == 512)
    }

    @Test func `comments and a last comma are read where they are asked for, and noticed`() throws {
        let options = JSONReader.Options(allowsComments: true)
        for text in ["[1,]", "// a\n{\"a\":/* x */1,\r// b\n}", "[1]//", "[]/***/"] {
            #expect(Self.error(Array(text.utf8), options) == nil, "\(text)")
            #expect(!Self.isValid(Array(text.utf8)), "\(text)")
        }
        for text in ["[,]", "{,}", "[1,,]", "[1]/", "[1]/x", "[/*]", "[1]/*/"] {
            #expect(Self.error(Array(text.utf8), options) != nil, "\(text)")
        }
        var cursor = JSONCursor(Array("[1, ]".utf8), options: options)
        while try cursor.next() != .end {}
        #expect(cursor.leniency == 4)
    }

    @Test(arguments: [
        (#""plain""#, "plain"), (#""\u0041\u00e9\u20AC""#, "Aé€"), (#""\ud83d\ude00""#, "😀"),
        (#""a\"b\\c\/d\be\ff\ng\rh\ti""#, "a\"b\\c/d\u{8}e\u{C}f\ng\rh\ti"), (#""\u0000""#, "\0"),
    ])
    func `escapes have their meaning`(text: String, meaning: String) throws {
        var json = JSONCursor(Array(text.utf8))
        let value = try json.value()
        #expect(try json.text(value) == meaning)
        #expect(JSONText.decoded(Array(text.utf8), quote: 0) == Array(meaning.utf8))
        #expect(JSONText.isEqual(Array(text.utf8), quote: 0, to: Array(meaning.utf8)))
    }

    /// A body that is broken is looked through for secrets all the same.
    @Test func `an escape that is not complete stays as it is`() {
        for text in [#"\u"#, #"\u1"#, #"\u123"#, #"\"#, #"a\u00e"#] {
            #expect(JSONText.decoded(Array(text.utf8), 0..<text.utf8.count).text == Array(text.utf8), "\(text)")
            #expect(JSONText.decoded(Array((text + "0000:1}").utf8), 0..<text.utf8.count).text == Array(text.utf8))
        }
        #expect(JSONText.decoded(Array(#"\u0061"#.utf8), 0..<6).text == [0x61])
    }

    @Test(arguments: [
        #""\ud800""#, #""\udc00""#, #""\ud800a""#, #""\ud800\u0041""#, #""\ud800\ud800""#, #""\ud800\n""#,
    ])
    func `half of a surrogate pair is JSON, but no text`(text: String) throws {
        #expect(Self.isValid(Array(text.utf8)))
        var json = JSONCursor(Array(text.utf8))
        let value = try json.value()
        #expect(json.utf8(value) == nil && json.latin1(value) == nil)
        #expect(throws: JSONSyntaxError(offset: 1, reason: "half of a surrogate pair is missing", tokenStart: 0)) {
            try json.text(value)
        }
    }

    @Test func `Latin-1 is one byte for one code point up to 255`() throws {
        var json = JSONCursor(Array("\"a\u{80}é\\u00ff\"".utf8))
        let value = try json.value()
        #expect(json.latin1(value) == [0x61, 0x80, 0xE9, 0xFF])
        var second = JSONCursor(Array("\"a\u{100}\"".utf8))
        let wideValue = try second.value()
        #expect(second.latin1(wideValue) == nil)
    }

    @Test func `an error is at the first byte with which no JSON can continue`() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<6000 {
            let text = Self.changed(&random)
            guard let error = Self.error(text), error.cause != .invalidUTF8 else { continue }
            guard error.cause != .endsEarly else {
                #expect(error.offset == text.count)
                continue
            }
            // What precedes it is JSON, or can become it.
            let before = Self.error(Array(text[..<error.offset]))
            #expect(
                before == nil || before?.cause == .endsEarly || before?.reason == "there is no value",
                "\(String(decoding: text, as: UTF8.self))")
            // Nothing that follows can repair it.
            if error.offset < text.count {
                #expect(Self.error(Array(text[...error.offset]))?.offset == error.offset)
            }
        }
    }

    /// Foundation's reader as the judge of texts that are nearly right.
    @Test func `changed texts are judged as another reader judges them`() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<4000 {
            let text = Self.changed(&random)
            guard String(validating: text, as: UTF8.self) != nil else { continue }
            let judged = (try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)) != nil
            let ours = Self.isValid(text)
            // Foundation lets a comma stand before a closing bracket, and refuses what it cannot hold: halves of pairs, and
            // numbers beyond a Double.
            let hasLastComma = String(decoding: text, as: UTF8.self).contains(/,\s*[}\]]/)
            if judged, !hasLastComma { #expect(ours, "\(String(decoding: text, as: UTF8.self))") }
            if ours, !judged {
                let hasHalf = String(decoding: text, as: UTF8.self).lowercased().contains("\\ud")
                let isHuge = text.contains { $0 | 0x20 == UInt8(ascii: "e") }
                #expect(hasHalf || isHuge, "\(String(decoding: text, as: UTF8.self))")
            }
        }
    }

    /// A document with one to three changed bytes.
    private static func changed(_ random: inout SeededGenerator) -> [UInt8] {
        var text = Array(#"{"id":"a\u0041","n":[1,-2.5e3,true,null],"o":{"é":"x\n"},"e":[]}"#.utf8)
        let alphabet = Array(#"{}[]",:\u0eE-+.1tfn "#.utf8)
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let at = Int.random(in: 0..<text.count, using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0: text.remove(at: at)
            case 1: text[at] = alphabet.randomElement(using: &random) ?? 0
            default: text.insert(alphabet.randomElement(using: &random) ?? 0, at: at)
            }
        }
        return text
    }
}
