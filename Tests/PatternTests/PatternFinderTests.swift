import TestSupport
import Testing

@testable import Pattern

@Suite struct PatternFinderTests {
    /// All matches from left to right.
    private func matches(_ pattern: String, in text: [UInt8], readsEscapes: Bool = false) throws -> [Range<Int>] {
        let finder = PatternFinder(
            try Pattern(pattern, syntax: .common(ignoresCase: false)), readsEscapes: readsEscapes)
        return try text.withUnsafeBufferPointer { text in
            var found: [Range<Int>] = []
            var place = 0
            var steps = 1_000_000
            while let match = try finder.first(in: text, startingIn: place..<text.count, steps: &steps) {
                found.append(match)
                place = match.upperBound
            }
            return found
        }
    }

    private func matches(_ pattern: String, in text: String, readsEscapes: Bool = false) throws -> [String] {
        let bytes = Array(text.utf8)
        return try matches(pattern, in: bytes, readsEscapes: readsEscapes).map {
            String(decoding: bytes[$0], as: UTF8.self)
        }
    }

    private static func pattern(_ random: inout SeededGenerator, depth: Int = 0) -> String {
        func part() -> String {
            let atoms = ["a", "b", "é", ".", "[ab]", "[^a]", "[é-ü]", "\\d"]
            guard depth < 2, Int.random(in: 0..<3, using: &random) == 0 else {
                return atoms.randomElement(using: &random) ?? "a"
            }
            return "(\(pattern(&random, depth: depth + 1)))"
        }
        let repeats = ["", "", "*", "+", "?", "{2}", "*?"]
        let choices = (0..<Int.random(in: 1...2, using: &random)).map { _ in
            (0..<Int.random(in: 1...3, using: &random)).map { _ in
                part() + (repeats.randomElement(using: &random) ?? "")
            }.joined()
        }
        return choices.joined(separator: "|")
    }

    @Test(
        arguments: [
            ([0x42, 0xA4, 0x46], false, true), ([0x42, 0x43, 0xA4, 0xA4, 0xA4, 0x46], false, true),
            ([0xA4, 0xA4, 0xA4, 0xA4, 0xA4, 0x46], false, true), ([0x42, 0xC3, 0xA9, 0x46], false, true),
            ([0x42, 0xC3, 0x46], false, true), ([0xA4, 0x42, 0x46], false, false), ([0x46], false, true),
            (Array(#"B\u0020F"#.utf8), true, true), (Array(#" \u0042F"#.utf8), true, false),
            (Array(#" \u0042F"#.utf8), false, false),
        ] as [([UInt8], Bool, Bool)])
    func `the character before a match is the one that was read`(text: [UInt8], readsEscapes: Bool, begins: Bool) throws
    {
        let found = [text.count - 1..<text.count]
        #expect(try matches("\\bF", in: text, readsEscapes: readsEscapes) == (begins ? found : []))
        #expect(try matches("\\BF", in: text, readsEscapes: readsEscapes) == (begins ? [] : found))
    }

    @Test(
        arguments: [
            ([0xC3, 0xA9], 1), ([0xE2, 0x82, 0xAC], 1), ([0xF0, 0x9F, 0x98, 0x80], 1), ([0xF4, 0x8F, 0xBF, 0xBF], 1),
            ([0xA4, 0xA4], 2), ([0xC0, 0x80], 2), ([0xC1, 0xBF], 2), ([0xE0, 0x9F, 0xBF], 3), ([0xED, 0xA0, 0x80], 3),
            ([0xF0, 0x8F, 0xBF, 0xBF], 4), ([0xF4, 0x90, 0x80, 0x80], 4), ([0xF5, 0x80, 0x80, 0x80], 4),
            ([0xE2, 0x82], 2),
        ] as [([UInt8], Int)])
    func `a byte that is not UTF-8 is a character by itself`(text: [UInt8], characters: Int) throws {
        for count in 1...4 {
            let pattern = try Pattern(String(repeating: ".", count: count), syntax: .common(ignoresCase: false))
            #expect(try pattern.matchesWhole(text) == (count == characters))
        }
    }

    /// Compared with a matcher that tries every range.
    @Test(arguments: 0..<300) func `the leftmost match is found, wherever it is`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let source = Self.pattern(&random)
        let pattern = try Pattern(source, syntax: .common(ignoresCase: false))
        let letters = ["a", "b", "é", "1", "\n", "c"]
        let text = Array(
            (0..<Int.random(in: 0...14, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" }
                .joined().utf8)
        // Ranges begin and end between characters.
        let places = (0...text.count).filter { $0 == text.count || text[$0] & 0xC0 != 0x80 }
        var start = 0
        for match in try matches(source, in: text) {
            let first = try places.first { first in
                try first >= start
                    && places.contains { try $0 > first && pattern.matchesWhole(Array(text[first..<$0])) }
            }
            #expect(match.lowerBound == first, "\(source) in \(String(decoding: text, as: UTF8.self))")
            #expect(try pattern.matchesWhole(Array(text[match])))
            start = match.upperBound
        }
        let rest = try places.contains { first in
            try first >= start && places.contains { try $0 > first && pattern.matchesWhole(Array(text[first..<$0])) }
        }
        #expect(!rest, "\(source) in \(String(decoding: text, as: UTF8.self))")
    }

    /// A pattern, a text, and what of it is found one after the other.
    @Test func `of the matches that begin at a place the preferred one is found`() throws {
        let rows = #"""
            a+ in aab: aa
            a+? in aab: a a
            a+?|a+b in aab: a a
            a|ab in ab: a
            ab|a in abab: ab ab
            (a|ab)(c|bcd) in abcd: abcd
            a{1,2} in aaa: aa a
            a{1,2}? in aaa: a a a
            a{2,}? in aaaaa: aa aa
            <.*> in <a><b>: <a><b>
            <.*?> in <a><b>: <a> <b>
            a* in baac: aa
            x*? in xx: x x
            ^a in aa: a
            a$ in aba: a
            \bb in bb-b: b b
            \Bb in bbb: b b
            é.? in éüéé: éü éé
            """#
        let found = try rows.split(separator: "\n").map { row in
            let pattern = row.split(separator: " in ")[0]
            let text = row.split(separator: " in ")[1].split(separator: ": ")[0]
            let matches = try matches(String(pattern), in: String(text))
            return "\(pattern) in \(text): \(matches.joined(separator: " "))"
        }
        #expect(found.joined(separator: "\n") == rows)
    }

    @Test func `what only seems to match is passed over, however often`() throws {
        let text = String(repeating: "xing ", count: 200) + "ing"
        #expect(try matches(#"\bing\b"#, in: text) == ["ing"])
        #expect(try matches("(?m)^b", in: String(repeating: "ab", count: 100) + "\nb") == ["b"])
        #expect(try matches("é[ü]", in: String(repeating: "éö", count: 100) + "éü") == ["éü"])
    }

    @Test func `a match may end behind the range in which it begins`() throws {
        let text = Array("aaxbbbx".utf8)
        let finder = PatternFinder(try Pattern("ab*x|x[^x]*x", syntax: .common(ignoresCase: false)))
        let found = try [0..<2, 2..<3, 3..<6].map { range in
            try text.withUnsafeBufferPointer { text in
                var steps = 1000
                return try finder.first(in: text, startingIn: range, steps: &steps)
            }
        }
        #expect(found == [1..<3, 2..<7, nil])
    }

    @Test(.longComputation) func `a match has 65,536 bytes at most`() throws {
        let letters = [UInt8](repeating: UInt8(ascii: "a"), count: 70_000)
        #expect(try matches("a+", in: letters) == [0..<65_536, 65_536..<70_000])
        #expect(try matches("a+b", in: letters.prefix(65_535) + [UInt8(ascii: "b")]) == [0..<65_536])
    }

    @Test func `escapes of JSON are one character each, a backslash among them`() throws {
        let text = #"\u00e9 \u0041 \u005c \n \uZZZZ"#
        #expect(try matches("é|A", in: text, readsEscapes: true) == [#"\u00e9"#, #"\u0041"#])
        #expect(try matches(#"\\"#, in: text, readsEscapes: true) == [#"\u005c"#, #"\"#, #"\"#])
        #expect(try matches(#"\\."#, in: text) == [#"\u"#, #"\u"#, #"\u"#, #"\n"#, #"\u"#])
    }

    @Test(.longComputation)
    func `a table that is full again too soon is given up, however long the one before lasted`() throws {
        let matcher = PatternMatcher(try Pattern("a[ab]{14}c", syntax: .common(ignoresCase: false)))
        let scanner = try #require(PatternScanner(matcher.program, matcher.sets, readsEscapes: false))
        var random = SeededGenerator(seed: 1)
        var (isExhausted, ends): ([Bool], [Int?]) = ([], [])
        for count in [70_000, 0] {
            let letters = (0..<1500).map { _ in Bool.random(using: &random) ? UInt8(ascii: "a") : UInt8(ascii: "b") }
            let text = [UInt8](repeating: UInt8(ascii: "x"), count: count) + letters
            var steps = 1_000_000
            let candidate = text.withUnsafeBufferPointer {
                scanner.next(in: $0, startingIn: 0..<$0.count, maxLength: 100, steps: &steps)
            }
            isExhausted.append(scanner.isExhausted)
            ends.append(candidate?.end)
        }
        #expect(isExhausted == [false, true])
        #expect(ends == [nil, 1500], "the rest has to be searched without it")
    }

    @Test(.longComputation) func `a pattern of very many states is followed without a table`() throws {
        var random = SeededGenerator(seed: 1)
        let text = (0..<60_000).map { _ in "ab".randomElement(using: &random) ?? "a" }
        #expect(try matches("a[ab]{14}c", in: String(text) + "c").count <= 1)
        #expect(try matches("a[ab]{14}c", in: String(text) + "a" + String(repeating: "b", count: 14) + "c").count == 1)
    }
}
