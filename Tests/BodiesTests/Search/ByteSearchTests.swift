import TestSupport
import Testing

@testable import Bodies

@Suite struct ByteSearchTests {
    /// All hits of a text, by going from one to the next.
    private func hits(
        _ text: String, _ needle: String, isPattern: Bool = false, isJSON: Bool = false
    ) throws -> [String] {
        let needle = try #require(try ByteNeedle(needle, isPattern: isPattern, isJSON: isJSON))
        let bytes = Array(text.utf8)
        return bytes.withUnsafeBufferPointer { text in
            ByteSearch(needle, count: bytes.count).hits(in: 0..<bytes.count, of: text).map {
                "\($0.lowerBound) \(String(decoding: bytes[$0], as: UTF8.self))"
            }
        }
    }

    @Test func `a text is found in any case, unless it has a capital letter`() throws {
        #expect(try hits("an Ant, ANT", "ant") == ["3 Ant", "8 ANT"])
        #expect(try hits("an Ant, ANT", "Ant") == ["3 Ant"])
        #expect(try hits("[1] {1}", "[1") == ["0 [1"])
        #expect(try hits("aaaa", "aa") == ["0 aa", "2 aa"])
        #expect(try hits("abc", "abcd") == [])
    }

    @Test func `in JSON an escape is found as what it means, and as it is written`() throws {
        let text = #"{"a":"café caf\u00e9 CAF\u00E9 \ud83d\ude00 a\/b \"x\" tab\there"}"#
        #expect(try hits(text, "café", isJSON: true) == ["6 café", "12 caf\\u00e9", "22 CAF\\u00E9"])
        #expect(try hits(text, "é") == ["9 é"])
        #expect(try hits(text, #"\u00e9"#, isJSON: true) == [#"15 \u00e9"#, #"25 \u00E9"#])
        #expect(try hits(text, "😀", isJSON: true) == [#"32 \ud83d\ude00"#])
        #expect(try hits(text, "a/b", isJSON: true) == [#"45 a\/b"#])
        #expect(try hits(text, #""x""#, isJSON: true) == [#"50 \"x\""#])
        #expect(try hits(text, "tab\there", isJSON: true) == [#"56 tab\there"#])
    }

    @Test func `a regular expression finds the leftmost match, and folds case like a text`() throws {
        #expect(try hits("a1 b22 c333", #"\w\d+"#, isPattern: true) == ["0 a1", "3 b22", "7 c333"])
        #expect(try hits("foobar foo", "foo|foobar", isPattern: true) == ["0 foo", "7 foo"])
        #expect(try hits("foobar foo", "foobar|foo", isPattern: true) == ["0 foobar", "7 foo"])
        #expect(try hits("<a><b>", "<.*?>", isPattern: true) == ["0 <a>", "3 <b>"])
        #expect(try hits("<a><b>", "<.*>", isPattern: true) == ["0 <a><b>"])
        #expect(try hits("one ONE", "one", isPattern: true) == ["0 one", "4 ONE"])
        #expect(try hits("one ONE", "ONE", isPattern: true) == ["4 ONE"])
        #expect(try hits("a b", #"\S"#, isPattern: true) == ["0 a", "2 b"])
        #expect(try hits("a\nb", "(?m)^b", isPattern: true) == ["2 b"])
        #expect(try hits("x", "x*", isPattern: true) == ["0 x"])
        #expect(try hits(#"caf\u00e9"#, "f.$", isPattern: true, isJSON: true) == [#"2 f\u00e9"#])
    }

    @Test func `a pattern with an error says so, and nothing is not searched for`() throws {
        #expect(throws: (any Error).self) { try ByteNeedle("(", isPattern: true, isJSON: false) }
        #expect(try ByteNeedle("", isPattern: false, isJSON: false) == nil)
    }

    /// As simple as can be.
    private func slow(_ text: [UInt8], _ needle: [UInt8]) -> [Int] {
        var found: [Int] = []
        var place = 0
        while place + needle.count <= text.count {
            if Array(text[place..<place + needle.count]) == needle {
                found.append(place)
                place += needle.count
            } else {
                place += 1
            }
        }
        return found
    }

    @Test(arguments: 0..<200) func `all hits are found, wherever they are`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let letters = Array("abAB\\u001é".utf8)
        let text = (0..<Int.random(in: 0..<200, using: &generator)).map { _ in
            letters.randomElement(using: &generator) ?? 0
        }
        let word = String(
            (0..<Int.random(in: 1..<4, using: &generator)).map { _ in "ab".randomElement(using: &generator) ?? "a" })
        let lower = text.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        let needle = try #require(try ByteNeedle(word, isPattern: false, isJSON: false))
        let pattern = try #require(try ByteNeedle(word, isPattern: true, isJSON: false))
        text.withUnsafeBufferPointer { buffer in
            let expected = slow(lower, Array(word.utf8))
            for needle in [needle, pattern] {
                let search = ByteSearch(needle, count: text.count)
                #expect(search.hits(in: 0..<text.count, of: buffer).map(\.lowerBound) == expected)
            }
        }
    }

    @Test func `every hit is counted from the screen outward, and n and N go from one to the next`() throws {
        // Hits at the ends of parts, and across them.
        let part = ByteSearch.partBytes
        var text = [UInt8](repeating: 0x2E, count: 5 * part + 17)
        let places = [0, part - 1, 2 * part - 2, 3 * part, 4 * part + 9, 5 * part + 14]
        for place in places { text.replaceSubrange(place..<place + 3, with: Array("hit".utf8)) }
        let needle = try #require(try ByteNeedle("HIT".lowercased(), isPattern: false, isJSON: true))
        var search = ByteSearch(needle, count: text.count, from: 2 * part)
        text.withUnsafeBufferPointer { text in
            search.advance(in: text, parts: 2)
            #expect(!search.isComplete)
            #expect(search.total == 1)
            #expect(search.number(of: 4 * part + 9, in: text) == nil)
            // Parts before the screen and behind it in turn.
            search.advance(in: text, parts: 2)
            #expect(search.total == 4)
            search.advance(in: text, parts: 100)
            #expect(search.isComplete)
            #expect(search.progress == (6, 6))
            #expect(search.total == places.count)
            #expect(places.map { search.number(of: $0, in: text) } == [1, 2, 3, 4, 5, 6])
            var (found, place) = ([Int](), 0)
            while case .hit(let hit) = search.next(from: place, in: text) {
                found.append(hit.lowerBound)
                place = hit.lowerBound + 1
            }
            #expect(found == places)
            (found, place) = ([], text.count)
            while case .hit(let hit) = search.previous(before: place, in: text) {
                found.append(hit.lowerBound)
                place = hit.lowerBound
            }
            #expect(found == places.reversed())
        }
    }

    @Test func `a search that has far to go says from where to go on`() throws {
        let text = [UInt8](repeating: 0x2E, count: 10 * ByteSearch.partBytes)
        let needle = try #require(try ByteNeedle("x", isPattern: false, isJSON: false))
        let search = ByteSearch(needle, count: text.count)
        text.withUnsafeBufferPointer { text in
            #expect(search.next(from: 5, in: text, steps: 4 * 4096) == .searchOn(from: 4 * ByteSearch.partBytes))
            #expect(search.next(from: 4 * ByteSearch.partBytes, in: text) == .none)
            #expect(
                search.previous(before: text.count, in: text, steps: 4 * 4096)
                    == .searchOn(from: 6 * ByteSearch.partBytes))
        }
    }

    @Test func `text that comes later is searched too, and what came before is not counted twice`() throws {
        let text = Array(String(repeating: "ab ", count: 100_000).utf8)
        let needle = try #require(try ByteNeedle("b a", isPattern: false, isJSON: false))
        var search = ByteSearch(needle, count: 70_000)
        text.withUnsafeBufferPointer { text in
            search.advance(in: UnsafeBufferPointer(rebasing: text[..<70_000]), parts: 100)
            search.grow(to: 200_000)
            search.advance(in: UnsafeBufferPointer(rebasing: text[..<200_000]), parts: 100)
            search.grow(to: text.count)
            #expect(!search.isComplete)
            search.advance(in: text, parts: 100)
        }
        #expect(search.isComplete)
        #expect(search.total == 99_999)
    }

    @Test(arguments: [("aaaaaaaaab", false), ("(a|aa)+b", true), ("\u{E9}a", false)])
    func `searching takes time linear in the text`(word: String, isPattern: Bool) throws {
        let needle = try #require(try ByteNeedle(word, isPattern: isPattern, isJSON: true))
        let growth = Growth(of: 2000) {
            [UInt8](repeating: 0x61, count: $0) + Array(#"\u00e9\\"#.utf8)
        } _: { bytes in
            bytes.withUnsafeBufferPointer { text in
                var search = ByteSearch(needle, count: text.count)
                search.advance(in: text, parts: 100)
            }
        }
        #expect(growth.isLinear, "\(growth)")
    }

    @Test func `a part in which a regular expression takes too long is left, and the search says so`() throws {
        // Each `a` is a hit, for which all that follows is read.
        let text = [UInt8](repeating: 0x61, count: ByteSearch.partBytes)
        let needle = try #require(try ByteNeedle("a.*b|a", isPattern: true, isJSON: false))
        var search = ByteSearch(needle, count: text.count)
        text.withUnsafeBufferPointer { search.advance(in: $0, parts: 1) }
        #expect(search.isComplete)
        #expect(search.isLimited)
        #expect(search.total < text.count)
    }
}
