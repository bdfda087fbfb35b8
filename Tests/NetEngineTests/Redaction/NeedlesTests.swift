import TestSupport
import Testing

@testable import NetEngine

/// The search for many byte strings at once, beside one that looks at every place for every string.
@Suite struct NeedlesTests {
    /// Few letters, so that needles begin, end and hold each other.
    private static func text(_ length: Int, _ random: inout SeededGenerator, letters: String = "abC-_") -> [UInt8] {
        let letters = Array(letters.utf8)
        return (0..<length).compactMap { _ in letters.randomElement(using: &random) }
    }

    private static func places(of needle: [UInt8], in text: [UInt8]) -> [Range<Int>] {
        guard text.count >= needle.count else { return [] }
        return (0...text.count - needle.count).map { $0..<$0 + needle.count }.filter { Array(text[$0]) == needle }
    }

    /// All bytes that a needle covers.
    private static func covered(_ needles: [[UInt8]], in text: [UInt8]) -> Set<Int> {
        Set(needles.flatMap { places(of: $0, in: text).joined() })
    }

    private static func hits(_ needles: Needles, in text: [UInt8]) -> [Needles.Hit] {
        var hits: [Needles.Hit] = []
        _ = text.withUnsafeBufferPointer { needles.appendHits(in: $0, to: &hits) }
        return hits
    }

    @Test(arguments: [NeedleTable.usualSize, NeedleTable.smallSize, 64, 1])
    func `hits cover what a search for each needle finds, with a table for all, for some and for one`(size: Int) {
        var random = SeededGenerator(seed: UInt64(size))
        for round in 0..<200 {
            let words = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                Self.text(Int.random(in: 1...9, using: &random), &random)
            }
            var needles = Needles()
            for word in words { needles.insert(word) }
            var linked = needles
            linked.link(tableSize: size)
            // Short ones are searched as a whole, longer ones in parts.
            let text = Self.text([0, 1, 7, 60, 300, 1025][round % 6], &random)
            let wanted = Self.covered(words, in: text)
            #expect(Set(Self.hits(linked, in: text).flatMap { $0.start..<$0.end }) == wanted, "\(words) in \(text)")
            let found = text.withUnsafeBufferPointer { linked.occur(in: $0) }
            #expect(found == !wanted.isEmpty, "\(words) in \(text)")
            #expect(text.withUnsafeBufferPointer { needles.occur(in: $0) } == found)
        }
    }

    @Test func `a needle is found at every place of a long text, those between its parts included`() {
        var needles = Needles(folds: true)
        needles.insert("api-key".utf8)
        needles.insert("x".utf8)
        needles.link()
        let blank = [UInt8](repeating: UInt8(ascii: "."), count: 523)
        #expect(!blank.withUnsafeBufferPointer { needles.occur(in: $0) })
        for place in 0...blank.count - 7 {
            var text = blank
            text.replaceSubrange(place..<place + 7, with: Array("API_Key".utf8))
            #expect(text.withUnsafeBufferPointer { needles.occur(in: $0) }, "at \(place)")
            #expect(Self.hits(needles, in: text) == [Needles.Hit(start: place, end: place + 7, mark: 0)])
        }
    }

    @Test(
        arguments: [
            ([0..<4, 2..<6], "AB6789"), ([2..<6, 0..<4], "BA6789"), ([0..<6, 2..<4], "A6789"),
            ([2..<4, 0..<6], "B6789"), ([0..<4, 0..<6], "B6789"), ([0..<4, 4..<6], "AB6789"),
            ([1..<3, 5..<6], "0A34B6789"), ([0..<4, 2..<6, 3..<10], "ABC"),
        ] as [([Range<Int>], String)])
    func `masks cover all that any of them covers, however they overlap`(ranges: [Range<Int>], shown: String) {
        let masks = zip(ranges, ["A", "B", "C"]).map { Mask(range: $0, text: Array($1.utf8)) }
        #expect(String(decoding: Masks(masks).applied(to: Array("0123456789".utf8)), as: UTF8.self) == shown)
    }

    @Test func `a needle longer than a part of the text is found in it, and not where it goes on behind it`() {
        var random = SeededGenerator(seed: 3)
        let needle = Self.text(400, &random, letters: "abc")
        var needles = Needles()
        needles.insert(needle)
        needles.link()
        let text = [UInt8](repeating: UInt8(ascii: "."), count: 200) + needle + [UInt8](repeating: 0, count: 424)
        text.withUnsafeBufferPointer { all in
            for (count, isThere) in [(399, false), (512, false), (599, false), (600, true), (1024, true)] {
                let found = needles.occur(in: UnsafeBufferPointer(rebasing: all[..<count]))
                #expect(found == isThere, "\(count)")
            }
        }
    }

    @Test func `needles may use every byte there is`() {
        var needles = Needles()
        let all = (0...255).map { UInt8($0) }
        needles.insert(all, mark: 3)
        needles.link()
        #expect(Self.hits(needles, in: [7] + all + [7]) == [Needles.Hit(start: 1, end: 257, mark: 3)])
        #expect(Self.hits(needles, in: Array(all.dropLast())).isEmpty)
    }

    @Test func `the beginning of a needle at the end of a text is counted`() {
        var needles = Needles()
        needles.insert("secret".utf8)
        needles.link(tableSize: 1)
        var hits: [Needles.Hit] = []
        let begun = Array("a sec".utf8).withUnsafeBufferPointer { needles.appendHits(in: $0, to: &hits) }
        #expect(begun == 3)
        #expect(hits.isEmpty)
    }

    @Test func `before they are linked the longest needle at each place is found`() {
        var needles = Needles()
        for (mark, needle) in ["ab", "abcd", "abc", "ab"].enumerated() { needles.insert(needle.utf8, mark: mark + 1) }
        #expect(Self.hits(needles, in: Array("xabc".utf8)) == [Needles.Hit(start: 1, end: 4, mark: 3)])
        #expect(
            Self.hits(needles, in: Array("abcdab".utf8))
                == [Needles.Hit(start: 0, end: 4, mark: 2), Needles.Hit(start: 4, end: 6, mark: 1)])
    }
}
