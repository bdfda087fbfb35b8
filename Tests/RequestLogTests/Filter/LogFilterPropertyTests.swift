import NetEngine
import NetEngineRequestLog
import TestSupport
import Testing

@testable import RequestLog

/// What is true of any text.
@Suite struct LogFilterPropertyTests {
    /// Parts of filters, and what breaks them.
    private static let pieces = [
        "status", "method", "host", "time", "size", "since", "is", "body", "header.etag", "name", "id", "url", "env",
        "~m", "~c",
        "~b", "~q", "saved", "larger-than", "started", ":", ":", ":", "=", "!=", ">", ">=", "<", "<=", "~", "*=", "!~",
        "5xx",
        "404", "500..599", "10k", "1.5MB", "200ms", "10m", "today", "2026-11-20", "GET", "api.*", "a?b", "none", "any",
        "/x+/",
        "/a\\/b/c", "\"a b\"", "\"", "'", "\\", " ", " ", " ", " ", "(", ")", "OR", "AND", "NOT", "|", "&", "-", "!",
        ",", "é",
        "\u{1F600}", "\u{0}", "failed", "pending", "bad", "99999999999999999999", "..", "/",
    ]

    private static func text(_ generator: inout SeededGenerator) -> String {
        (0..<Int.random(in: 0...12, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? "" }
            .joined(separator: Bool.random(using: &generator) ? "" : " ")
    }

    @Test("any text is a filter or has an error whose range is in it", arguments: 0..<8)
    func anyText(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<1500 {
            let text = Self.text(&generator)
            guard let error = problem(text, saved: ["bad": "status:>=400"]) else { continue }
            #expect(0 <= error.range.lowerBound && error.range.upperBound <= text.utf8.count, "\(text)")
            #expect(!error.sentence.isEmpty)
        }
    }

    @Test("a filter that is written and read again gives the same condition", arguments: 20..<28)
    func writtenAndRead(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var count = 0
        for _ in 0..<3000 {
            let text = Self.text(&generator)
            guard let read = try? filter(text, saved: ["bad": "status:>=400"]) else { continue }
            count += 1
            let written = read.condition.text
            let again = try? filter(written).condition
            #expect(again == read.condition, "\(text) was written as \(written)")
        }
        #expect(count > 300)
    }

    @Test("bytes that are not text are read safely")
    func anyBytes() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 0...30, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            let text = String(decoding: bytes, as: UTF8.self)
            if let error = problem(text) { #expect(error.range.upperBound <= text.utf8.count) }
        }
    }

    @Test(
        "the work grows with the length of the filter alone",
        arguments: [
            "a ", "(a) ", "-", "\"a\" ", "' ", "/a", "name:a,", "x(", "status:5xx OR ", "\\", "a.", "/a ",
        ])
    func growth(piece: String) {
        let growth = Growth(of: 20) {
            String(repeating: piece, count: $0)
        } _: {
            _ = problem($0)
        }
        #expect(growth.isLinear, "\(piece): \(growth)")
        #expect(growth.counts(atLeast: 20), "\(piece): \(growth)")
    }

    @Test("globs take steps in proportion to text and pattern")
    func globs() {
        let test = LogCondition.TextTest.glob(String(repeating: "*a", count: 20) + "b")
        let growth = Growth(of: 200) {
            String(repeating: "a", count: $0)
        } _: {
            _ = test.passes($0)
        }
        #expect(growth.isLinear, "\(growth)")
        #expect(test.passes(String(repeating: "xa", count: 20) + "ab"))
    }

    @Test(
        "a question mark is one character, however many bytes it has",
        arguments: [
            ("a?b", "aüb", true), ("??", "日本", true), ("?", "日本", false), ("*?x", "日x", true),
        ])
    func questionMarks(glob: String, text: String, fits: Bool) {
        #expect(LogCondition.TextTest.glob(glob).passes(text) == fits)
    }

    @Test("too deep and too long filters are errors")
    func limits() {
        let deep = String(repeating: "(", count: 51) + "a" + String(repeating: ")", count: 51)
        #expect(problem(deep)?.sentence == "Parentheses can be nested at most 50 deep.")
        #expect(problem(String(deep.dropFirst().dropLast())) == nil)
        let long = (1...301).map { "id:\($0)" }.joined(separator: " ")
        #expect(problem(long)?.sentence == "A filter has at most 300 conditions; from here on there are more.")
        #expect(
            problem(String(repeating: " ", count: 100_001))?.sentence.hasPrefix("A filter has at most 100000 bytes")
                == true)
    }
}
