import Testing

@testable import Base
@testable import HTTPFormat

/// Options of a request, changed on their lines.
@Suite struct RequestOptionTests {
    private func option(_ key: String) throws -> RequestOption {
        try #require(RequestOption.table.first { $0.key == key })
    }

    private func edited(_ text: String, _ key: String, _ value: String?) throws -> String {
        let document = HTTPDocument(bytes: Array(text.utf8))
        return String(
            decoding: try document.applying(.setOption(try option(key), value), toRequest: 0).bytes, as: UTF8.self)
    }

    @Test func `each option has a line that is read`() {
        #expect(RequestOption.table.count == 24)
        #expect(Set(RequestOption.table.map(\.title)).count == RequestOption.table.count)
    }

    @Test(
        arguments: [
            ("### a\nGET http://h/\n", "timeout", "5 s", "### a\n# @timeout 5 s\nGET http://h/\n"),
            ("### a\n# @timeout 3\nGET http://h/\n", "timeout", "5 s", "### a\n# @timeout 5 s\nGET http://h/\n"),
            (
                "### a\n//  @Timeout = 3\nGET http://h/\n", "timeout", "5 s",
                "### a\n//  @Timeout = 5 s\nGET http://h/\n"
            ),
            ("### a\n# @timeout 3\nGET http://h/\n", "timeout", nil, "### a\nGET http://h/\n"),
            (
                "### a\n# @timeout 3\n# x\n# @timeout 4\nGET http://h/\n", "timeout", "5",
                "### a\n# x\n# @timeout 5\nGET http://h/\n"
            ),
            ("### a\nGET http://h/\n", "no-redirect", "", "### a\n# @no-redirect\nGET http://h/\n"),
            ("### a\n# @noRedirect\nGET http://h/\n", "no-redirect", nil, "### a\nGET http://h/\n"),
            ("### a\n# @note\nGET http://h/\n", "note", "Sure?", "### a\n# @note Sure?\nGET http://h/\n"),
            ("### a\n# @note Sure?\nGET http://h/\n", "note", "", "### a\n# @note\nGET http://h/\n"),
            (
                "### a\r\nGET http://h/\r\n# @tag x\r\nA: b\r\n", "tag", "x, y",
                "### a\r\nGET http://h/\r\n# @tag x, y\r\nA: b\r\n"
            ),
            (
                "### a\n# @disabled a\nGET http://h/\n", "disabled", "!b", "### a\n# @disabled !b\nGET http://h/\n"
            ), ("### a\n# @disabled a\nGET http://h/\n", "disabled", "", "### a\n# @disabled\nGET http://h/\n"),
            ("GET http://h/\n", "retry", "2", "# @retry 2\nGET http://h/\n"),
            ("### a\ncurl http://h/\n", "cache", "reload", "### a\n# @cache reload\ncurl http://h/\n"),
        ] as [(String, String, String?, String)])
    func `only the line of the option changes`(before: String, key: String, value: String?, after: String) throws {
        #expect(try edited(before, key, value) == after)
        let document = HTTPDocument(bytes: Array(after.utf8))
        #expect(document.options(of: document.requests[0])[try option(key).term.key]?.value == value)
    }

    @Test(arguments: [
        ("timeout", "soon", "A timeout is a number"), ("retry", "21", "@retry takes a number from 0 to 20"),
        ("cache", "x", "@cache takes one of"), ("max-body", "much", "@max-body takes a size"),
        ("timeout", "1\n2", "must be one line"), ("name", "a b", "letters, digits"),
    ]) func `a value that would not be understood is refused`(key: String, value: String, part: String) throws {
        let document = HTTPDocument(bytes: Array("### a\nGET http://h/\n".utf8))
        let refusal = #expect(throws: HTTPDocument.EditRefusal.self) {
            try document.applying(.setOption(try option(key), value), toRequest: 0)
        }
        #expect(refusal?.sentence.contains(part) == true, "\(refusal?.sentence ?? "")")
    }
}
