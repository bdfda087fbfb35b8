import TestSupport
import Testing

@testable import Base
@testable import Bodies
@testable import Explorer
@testable import JSONPath
@testable import NetEngine

/// All code that reads JSON uses one reader: trees for JSONPath, files that users write, the layout on the screen, the
/// decoders of the engine.
@Suite struct JSONConsumersTests {
    /// What each says of a text: nil if it accepts it.
    private static func verdicts(_ text: [UInt8]) -> [(name: String, error: JSONSyntaxError?)] {
        func error(_ body: () throws(JSONSyntaxError) -> Void) -> JSONSyntaxError? {
            do throws(JSONSyntaxError) {
                try body()
                return nil
            } catch { return error }
        }
        return [
            ("tree", error { () throws(JSONSyntaxError) in _ = try JSONTree.parse(text) }),
            ("file", error { () throws(JSONSyntaxError) in _ = try OrderedJSON.parse(text) }),
            ("decoder", JSONSearch.firstError(in: text)),
            (
                "layout",
                text.withUnsafeBufferPointer {
                    JSONLayout($0, allowsManyRoots: false, plain: TextLayout($0)).error?.error
                }
            ),
            (
                "cursor",
                error { () throws(JSONSyntaxError) in
                    var cursor = JSONCursor(text)
                    _ = try cursor.value()
                    _ = try cursor.next()
                }
            ),
        ]
    }

    private static func expectAgreement(_ text: [UInt8]) {
        let verdicts = verdicts(text)
        // Those that read texts refuse half surrogates too, which are correct JSON.
        let half = verdicts.compactMap(\.error).first { $0.reason == "half of a surrogate pair is missing" }
        let errors = verdicts.filter { half == nil || $0.error != half }
        for (name, error) in errors {
            #expect(
                error?.offset == errors[0].error?.offset && error?.reason == errors[0].error?.reason,
                "\(name), \(errors[0].name): \(String(decoding: text, as: UTF8.self))")
        }
    }

    @Test(arguments: 0..<40)
    func `all accept and refuse the same bytes, with one sentence and place`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed) + 11)
        let alphabet = Array("{}[]\",:\\u0dDe8E-+.1tfn /\n".utf8) + [0x00, 0x1F, 0x80, 0xC3, 0xEF, 0xFF]
        for _ in 0..<100 {
            var text = Array(RandomJSON.text(&random).utf8)
            Self.expectAgreement(text)
            for _ in 0..<Int.random(in: 1...3, using: &random) where !text.isEmpty {
                let at = Int.random(in: 0..<text.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: text.remove(at: at)
                case 1: text[at] = alphabet.randomElement(using: &random) ?? 0
                case 2: text.removeSubrange(at...)
                default: text.insert(alphabet.randomElement(using: &random) ?? 0, at: at)
                }
            }
            Self.expectAgreement(text)
        }
    }

    @Test(arguments: [
        "", " ", "\u{FEFF}[1]", "\u{FEFF}", "[1,]", "[1 2]", "{\"a\":1,\"a\":2}", "01", "[1.]", "[tru]", "[truex]",
        "[1x]",
        "[\"\u{1}\"]", "[\"\\q\"]", "[\"\\u12\"]", "[\"\\ud800\"]", "[1] x", "[1", "[\"a", "//", "nul", "[1e400]",
        "[123456789012345678901234567890]",
    ])
    func `all agree on each rule`(text: String) { Self.expectAgreement(Array(text.utf8)) }

    @Test func `a hundred thousand levels cost no stack`() throws {
        let depth = 100_000
        for (open, close) in [("[", "]"), ("{\"a\":[", "]}")] {
            let text = Array((String(repeating: open, count: depth) + String(repeating: close, count: depth)).utf8)
            #expect(try JSONTree.parse(text).nodes.count == depth * (open == "[" ? 1 : 2))
            let layout = text.withUnsafeBufferPointer { JSONLayout($0, allowsManyRoots: false, plain: TextLayout($0)) }
            #expect(layout.error == nil)
            // Files and decoders are read by code that recurses.
            let error = try #require(JSONSearch.firstError(in: text))
            #expect(error.reason == "the nesting is deeper than 512 levels")
            #expect(throws: error) { try OrderedJSON.parse(text) }
        }
    }
}
