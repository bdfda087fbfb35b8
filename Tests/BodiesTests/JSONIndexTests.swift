import NetEngine
import TestSupport
import Testing

@testable import Bodies

/// The rows of the readable layout by the tokens of `JSONReader`: the rule that the index must come to.
private struct TokenRows {
    var rows: [JSONIndex.Row] = []
    var roots = 0
    var error: JSONSyntaxError?

    init(_ text: UnsafeBufferPointer<UInt8>) {
        var reader = JSONReader(
            text, options: JSONReader.Options(allowsManyValues: true, checksUTF8: false))
        var (isAfterName, isAfterOpening) = (false, false)
        do throws(JSONSyntaxError) {
            while true {
                let token = try reader.next(in: text)
                var depth = reader.depth
                var begins = !isAfterName
                let wasOpening = isAfterOpening
                (isAfterName, isAfterOpening) = (false, false)
                switch token {
                case .end: return
                case .objectStart, .arrayStart:
                    depth -= 1
                    isAfterOpening = true
                case .objectEnd, .arrayEnd: begins = !wasOpening
                case .name: (begins, isAfterName) = (true, true)
                case .string, .number, .bool, .null: break
                }
                if begins { add(reader.tokenStart, depth) }
                if reader.depth == 0 { roots += 1 }
            }
        } catch {
            self.error = error
            if error.cause == .endsEarly, error.tokenStart < text.count, !isAfterName {
                add(error.tokenStart, reader.depth)
            }
        }
    }

    private mutating func add(_ offset: Int, _ depth: Int) {
        rows.append(JSONIndex.Row(number: rows.count, offset: offset, depth: depth))
    }
}

@Suite struct JSONIndexTests {
    @Test func `levels come back in the order in which they were left, equal ones as often`() {
        let words: [UInt64] = [1, 1, 1, 2, 2, 1]
        var levels = LevelStore()
        for word in words { levels.push(word) }
        #expect((0..<7).map { _ in levels.pop() } == words.reversed() + [0])
    }

    /// Fed in pieces of random sizes.
    private static func index(
        _ text: UnsafeBufferPointer<UInt8>, _ random: inout SeededGenerator, upTo most: Int = 6000
    ) -> JSONIndex {
        var index = JSONIndex()
        var place = 0
        while place < text.count {
            place = min(text.count, place + Int.random(in: 1...most, using: &random))
            index.read(text, to: place)
        }
        index.finish(text)
        return index
    }

    private static func expectRows(_ bytes: [UInt8], _ random: inout SeededGenerator, upTo most: Int = 6000) {
        bytes.withUnsafeBufferPointer { text in
            let tokens = TokenRows(text)
            let index = index(text, &random, upTo: most)
            let shown = String(decoding: bytes.prefix(200), as: UTF8.self)
            #expect(index.error == tokens.error, "\(shown)")
            #expect(index.rootCount == tokens.roots, "\(shown)")
            #expect(index.rowCount == tokens.rows.count, "\(shown)")
            let step = max(1, tokens.rows.count / 400)
            for number in stride(from: 0, to: tokens.rows.count, by: step) {
                #expect(index.row(number, in: text) == tokens.rows[number], "\(shown)")
            }
            var next = 0
            for offset in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 300)) {
                guard offset < index.layoutEnd, index.rowCount > 0 else { break }
                while next < tokens.rows.count, tokens.rows[next].offset <= offset { next += 1 }
                let last = tokens.rows[max(0, next - 1)]
                #expect(index.row(atOffset: offset, in: text) == last, "\(offset) in \(shown)")
            }
        }
    }

    @Test(arguments: 0..<6)
    func `rows are where the tokens say, however the text came`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed) + 3)
        for _ in 0..<20 { Self.expectRows(Array(JSONTexts.random(&random).utf8), &random, upTo: 9) }
        Self.expectRows(JSONTexts.large(&random), &random)
    }

    @Test(arguments: 0..<10)
    func `a text that is not JSON is read up to the same error`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed) + 91)
        for _ in 0..<40 {
            let text = Array(JSONTexts.random(&random).utf8)
            Self.expectRows(JSONTexts.damaged(text, &random), &random, upTo: 9)
        }
        Self.expectRows(JSONTexts.damaged(JSONTexts.large(&random), &random), &random)
    }

    @Test(arguments: [
        "", " ", "1", "-", "-0", "01", "1.", "1.5e", "1e+", "1e5", "1.5.3", "truex", "tru", "nul", "\"a", "\"\\",
        "\"\\u12",
        "[", "[1", "[1,", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "[]]", "{}{}", "1 2", "[1}", "{\"a\":1]",
        "[,]",
        "{,}", "[1 2]", "{\"a\" 1}", "\u{1E}1",
    ])
    func `each state has its error`(text: String) {
        var random = SeededGenerator(seed: 5)
        Self.expectRows(Array(text.utf8), &random, upTo: 1)
    }

    @Test func `hundreds of thousands of levels, up and down, need a few words`() {
        var random = SeededGenerator(seed: 2)
        let (open, close) = ("[{\"a\":", "}]")
        let mixed =
            String(repeating: open, count: 3000) + "[" + String(repeating: "[[[],[]],", count: 40) + "1]"
            + String(repeating: close, count: 3000)
        Self.expectRows(Array(mixed.utf8), &random)
        // Around the places where levels are put away and taken back.
        let levels = String(repeating: "[", count: 126)
        let wave = (0..<300).map { _ in
            let deeper = Int.random(in: 1...140, using: &random)
            return String(repeating: "[", count: deeper) + String(repeating: "]", count: deeper)
        }
        let waves = levels + wave.joined(separator: ",") + String(repeating: "]", count: 126)
        Self.expectRows(Array(waves.utf8), &random)
        let deep = Array(repeating: UInt8(ascii: "["), count: 500_000)
        deep.withUnsafeBufferPointer { text in
            let index = Self.index(text, &random, upTo: 100_000)
            #expect(index.rowCount == deep.count)
            #expect(index.row(499_999, in: text)?.depth == 499_999)
        }
    }

    @Test func `levels that were put away come back as the arrays and objects that they were`() {
        var random = SeededGenerator(seed: 7)
        for count in [128, 129, 192, 193, 1000] {
            let areObjects = (0..<count).map { _ in Bool.random(using: &random) }
            let opened = areObjects.map { $0 ? "{\"a\":" : "[" }.joined() + "1"
            var closing = areObjects.reversed().map { $0 ? "}" : "]" }
            Self.expectRows(Array((opened + closing.joined()).utf8), &random)
            // One of the outer levels ends as the other kind.
            let wrong = Int.random(in: count - 64..<count, using: &random)
            closing[wrong] = closing[wrong] == "}" ? "]" : "}"
            Self.expectRows(Array((opened + closing.joined()).utf8), &random)
        }
    }

    @Test func `the ends of long tokens and gaps are known`() {
        let text = Array(
            "{\"\(String(repeating: "n", count: 5000))\"\(String(repeating: " ", count: 4096)):\(String(repeating: "9", count: 9000)),\"b\":\"\(String(repeating: "s", count: 4094))"
                .utf8)
        text.withUnsafeBufferPointer { text in
            var index = JSONIndex()
            index.read(text, to: text.count)
            #expect(index.longEnd(from: 1) == 5003)
            #expect(index.longEnd(from: 5003) == 9099)
            #expect(index.longEnd(from: 9100) == 18_100)
            #expect(index.longEnd(from: 18_101) == nil)
            #expect(index.longEnd(from: 18_105) == nil, "one byte short")
            index.finish(text)
            #expect(index.error?.reason == "the text ends inside a string")
        }
    }

    @Test func `many values are one after the other, or an error after the first`() {
        var random = SeededGenerator(seed: 1)
        let bytes = Array("{\"a\":1} [2]".utf8)
        bytes.withUnsafeBufferPointer { text in
            let index = Self.index(text, &random)
            let one = JSONVerdict(index, allowsManyRoots: false, invalidUTF8: nil)
            #expect(one.error?.cause == .afterValue && one.layoutEnd == 8 && one.rowCount == 3)
            let many = JSONVerdict(index, allowsManyRoots: true, invalidUTF8: nil)
            #expect(many.error == nil && many.isWhole && many.rowCount == 6)
        }
    }
}
