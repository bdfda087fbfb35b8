import Foundation
import TestSupport
import Testing

@testable import Base

@Suite struct LineJSONTests {
    /// Whether the text is one value and nothing else.
    private static func isValid(_ text: [UInt8]) -> Bool {
        var json = LineJSON(text, 0..<text.count)
        return (try? json.value()) != nil && json.next() == nil
    }

    @Test(arguments: [
        "0", "-0", "1.5", "1e5", "1E+5", "-1.25e-3", "true", "false", "null", "\"\"", #""a\"\\\/\b\f\n\r\té😀""#,
        "[]", "{}", "[1,[2,{\"a\":[]}],3]", #" { "a" : 1 , "b" : [ ] } "#, #"{"":{"":{}}}"#, "\"\u{7F}\"",
    ])
    func `what RFC 8259 allows is read`(text: String) { #expect(Self.isValid(Array(text.utf8))) }

    @Test(arguments: [
        "", " ", "01", "1.", ".5", "1e", "+1", "-", "tru", "nul", "True", "NaN", "'a'", "\"a", "\"\u{1}\"", "\"\\x\"",
        "\"\\u12\"", "\"\\u12g4\"", "\"\\", "[1,]", "[,1]", "[1 2]", "[1", "[", "{\"a\"}", "{\"a\":}", "{\"a\":1,}",
        "{a:1}", "{,}", "{1:2}", "{\"a\":1 \"b\":2}", "{", "{\"a\":1", "[1}", "{\"a\":1]", "]", "1 2", "[]]",
    ])
    func `what it does not allow is refused`(text: String) { #expect(!Self.isValid(Array(text.utf8))) }

    @Test func `depth costs no stack, and has an end`() {
        func nested(_ depth: Int) -> [UInt8] { Array((String(repeating: "[", count: depth)).utf8) }
        #expect(Self.isValid(nested(1000) + Array(String(repeating: "]", count: 1000).utf8)))
        #expect(!Self.isValid(nested(1001) + Array(String(repeating: "]", count: 1001).utf8)))
        #expect(!Self.isValid(nested(1_000_000)))
    }

    @Test(arguments: [
        (#""plain""#, "plain"), (#""\u0041\u00e9\u20AC""#, "Aé€"), (#""\ud83d\ude00""#, "😀"),
        (#""a\"b\\c\/d\be\ff\ng\rh\ti""#, "a\"b\\c/d\u{8}e\u{C}f\ng\rh\ti"), (#""\u0000""#, "\0"),
    ])
    func `escapes have their meaning`(text: String, meaning: String) throws {
        var json = LineJSON(Array(text.utf8), 0..<text.utf8.count)
        let value = try json.value()
        #expect(json.utf8(value) == Array(meaning.utf8))
    }

    @Test(arguments: [
        #""\ud800""#, #""\udc00""#, #""\ud800a""#, #""\ud800\u0041""#, #""\ud800\ud800""#, #""\ud800\n""#,
    ])
    func `half of a surrogate pair is JSON, but no text`(text: String) throws {
        var json = LineJSON(Array(text.utf8), 0..<text.utf8.count)
        let value = try json.value()
        #expect(json.utf8(value) == nil)
        #expect(json.latin1(value) == nil)
    }

    @Test func `Latin-1 is one byte for one code point up to 255`() throws {
        let text = Array("\"a\u{80}é\\u00ff\"".utf8)
        var json = LineJSON(text, 0..<text.count)
        let value = try json.value()
        #expect(json.latin1(value) == [0x61, 0x80, 0xE9, 0xFF])
        let wide = Array("\"a\u{100}\"".utf8)
        var second = LineJSON(wide, 0..<wide.count)
        let wideValue = try second.value()
        #expect(second.latin1(wideValue) == nil)
    }

    /// Foundation's reader as the judge of texts that are nearly right.
    @Test func `changed texts are judged as another reader judges them`() {
        var random = SeededGenerator(seed: 7)
        let seed = Array(#"{"id":"a\u0041","n":[1,-2.5e3,true,null],"o":{"é":"x\n"},"e":[]}"#.utf8)
        let alphabet = Array(#"{}[]",:\u0eE-+.1tfn "#.utf8)
        for _ in 0..<4000 {
            var text = seed
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let at = Int.random(in: 0..<text.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: text.remove(at: at)
                case 1: text[at] = alphabet.randomElement(using: &random) ?? 0
                default: text.insert(alphabet.randomElement(using: &random) ?? 0, at: at)
                }
            }
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
}
