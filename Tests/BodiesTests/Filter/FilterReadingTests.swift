import NetEngine
import Pattern
import Testing

@testable import Bodies

/// What is typed as a filter or a search, letter by letter.
@Suite struct FilterReadingTests {
    private func reading(_ text: String, _ language: BodyFilter.Language) -> String {
        switch BodyFilter.read(text, language) {
        case .empty: "empty"
        case .incomplete: "incomplete"
        case .wrong(let reason, let offset): "\(offset): \(reason)"
        case .filter(.command(let command)): "command [\(command)]"
        case .filter(.jsonPath): "JSONPath"
        case .filter(.xPath): "XPath"
        }
    }

    @Test(
        arguments: [
            ("", .jsonPath, "empty"), ("  ", .none, "empty"), ("|  ls ", .cut, "command [ls ]"),
            ("|  ", .none, "incomplete"),
            (".a[0]", .jsonPath, "JSONPath"), ("[0]", .jsonPath, "JSONPath"), ("$", .jsonPath, "JSONPath"),
            ("a", .jsonPath, "incomplete"), ("a b", .jsonPath, "0: a query begins with $"),
            ("$['a", .jsonPath, "incomplete"), ("$[?@.a == ')'", .jsonPath, "incomplete"),
            (#"$['a\'"#, .jsonPath, "incomplete"), ("$.a]]", .jsonPath, "3: nothing more is expected here"),
            (".a]]", .jsonPath, "2: nothing more is expected here"),
            ("$ ]x[", .jsonPath, "1: a segment (.name, ..name or [ ]) is expected here"),
            (
                "/a", .jsonPath,
                "0: this is JSON, which JSONPath such as $.items[0] looks into; / begins XPath, for XML"
            ), ("//a", .xPath, "XPath"), ("//a]", .xPath, "3: nothing more is expected here"),
            ("//a[", .xPath, "incomplete"),
            (
                "$.a", .xPath,
                "0: this is XML, which XPath such as //item looks into; $ begins JSONPath, for JSON"
            ), ("$.a", .none, "0: only a |command filters this kind of body"),
            ("$.a", .cut, "0: only a |command filters a body that was cut"),
        ] as [(String, BodyFilter.Language, String)])
    func `what is typed is a filter, may become one, or is wrong at a place`(
        text: String, language: BodyFilter.Language, expected: String
    ) {
        #expect(reading(text, language) == expected)
    }

    @Test(
        arguments: [
            ("//a", .xPath, "<a>", "The body is not well-formed XML."),
            (
                "//q:a", .xPath, "<a/>",
                "The query was given up: the prefix \"q\" is not declared in the document."
            ), ("$.a", .jsonPath, "{\"a\":1", nil),
        ] as [(String, BodyFilter.Language, String, String?)])
    func `why nothing came of a filter is a sentence`(
        text: String, language: BodyFilter.Language, body: String, sentence: String?
    ) {
        guard case .filter(let filter) = BodyFilter.read(text, language) else {
            Issue.record("This is not a filter.")
            return
        }
        do throws(BodyFilter.Failure) {
            _ = try filter.run(on: BodyBytes(Array(body.utf8)), isSample: false, budget: QueryBudget())
            Issue.record("It was run.")
        } catch {
            guard case .sentence(let found) = error else {
                Issue.record("It was stopped.")
                return
            }
            if let sentence { #expect(found == sentence) } else { #expect(found.hasPrefix("The body is not JSON: ")) }
        }
    }

    @Test func `the place of an error in a pattern is that in what was typed`() throws {
        #expect(throws: Pattern.SyntaxError(offset: 2, reason: "a ) is missing")) {
            try ByteNeedle("a(", isPattern: true, isJSON: false)
        }
        #expect(throws: Pattern.SyntaxError(offset: 0, reason: "there is nothing to repeat before *")) {
            try ByteNeedle("*", isPattern: true, isJSON: false)
        }
        #expect(try ByteNeedle("", isPattern: true, isJSON: false) == nil)
    }

    /// A needle, whether it is a pattern, and what of `a A s:1` it finds first.
    @Test(
        arguments: [
            ("A", false, 2..<3), ("a", false, 0..<1), ("A", true, 2..<3), (#"\S"#, true, 0..<1), (#"\W"#, true, 1..<2),
            (#"\WA"#, true, 1..<3), (#"\\A"#, true, nil), ("S", false, nil), ("s:", false, 4..<6), ("^A", true, nil),
        ] as [(String, Bool, Range<Int>?)])
    func `a capital letter makes a search look at capitals, but not the one of a class`(
        text: String, isPattern: Bool, found: Range<Int>?
    ) throws {
        let needle = try #require(try ByteNeedle(text, isPattern: isPattern, isJSON: false))
        let bytes = Array("a A s:1".utf8)
        let range = bytes.withUnsafeBufferPointer { bytes in
            var steps = 10_000
            return needle.finder().first(in: bytes, startingIn: 0..<bytes.count, steps: &steps)
        }
        #expect(range == found)
    }
}
