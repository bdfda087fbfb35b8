import Testing

@testable import RequestLog

/// Completion of filters, and saved ones.
@Suite struct LogFilterCompletionTests {
    private func texts(_ text: String, cursor: Int? = nil) -> [String] {
        LogFilter.completions(for: text, cursor: cursor ?? text.utf8.count, saved: ["slow-posts"]) { text, prefix in
            text == .host ? ["api.example.com", "b host"].filter { $0.hasPrefix(prefix) } : []
        }
        .map { completion in
            String(decoding: Array(text.utf8)[..<completion.range.lowerBound], as: UTF8.self) + completion.text
        }
    }

    @Test("keys are completed")
    func keys() {
        #expect(texts("a st") == ["a status:", "a started:"])
        #expect(texts("(-me") == ["(-method:"])
        #expect(texts("method:GET status:5xx", cursor: 2) == ["method:"])
        #expect(texts("").contains("host:"))
        #expect(LogFilter.completions(for: "meth", cursor: 4) { _, _ in [] }.map(\.help) == ["GET, POST"])
    }

    @Test("values are those that were seen, or all that there are")
    func values() {
        #expect(texts("host:a") == ["host:api.example.com"])
        #expect(texts("x host:b") == ["x host:\"b host\""])
        #expect(texts("host:x,a") == ["host:x,api.example.com"])
        #expect(texts("is:pe") == ["is:pending"])
        #expect(texts("cache!=re") == ["cache!=revalidated"])
        #expect(texts("saved:s") == ["saved:slow-posts"])
        #expect(texts("name:\"a b") == [])
    }

    @Test func `a saved filter that is changed is there once`() {
        var saved = SavedFilters(Array("posts method:POST\n".utf8))
        #expect(saved.set("posts", to: "method:PUT") == nil)
        #expect(String(decoding: saved.bytes, as: UTF8.self) == "posts method:PUT\n")
    }

    @Test("saved filters are kept in a file, with the lines that cannot be used")
    func savedFilters() {
        var saved = SavedFilters(Array("# mine\nbad status:>=400\n\noops\nbad x\n!? y\n".utf8))
        #expect(saved.filters == ["bad": "status:>=400"])
        #expect(saved.problems.map(\.line) == [4, 5, 6])
        #expect(saved.set("posts", to: " method:POST ") == nil)
        #expect(saved.set("a b", to: "x")?.contains("cannot be the name") == true)
        #expect(saved.set("c", to: " ") == "There is no filter to save.")
        #expect(saved.names == ["bad", "posts"])
        let again = SavedFilters(saved.bytes)
        #expect(again.filters == ["bad": "status:>=400", "posts": "method:POST"])
        #expect(again.problems.map(\.line) == [4, 5, 6])
        #expect(saved.remove("bad") && !saved.remove("bad"))
        #expect(saved.problems.map(\.line) == [3, 4])
    }
}
