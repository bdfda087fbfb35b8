import NetEngine
import TestSupport
import Testing

@testable import DescriptionDrafts

/// What becomes of exchanges with very many of one thing, at each limit and beyond it, as it was recorded (`Recorded`).
@Suite struct RecordedDraftLimitTests {
    private static func numbered(_ count: Int, _ make: (Int) -> ObservedExchange) -> [ObservedExchange] {
        (0..<count).map(make)
    }

    /// A word of letters for each number, none of which looks like an id.
    private static func word(_ number: Int) -> String {
        let letters = Array("bdfgklmnprst")
        let vowels = Array("aeiou")
        return String([
            letters[number % 12], vowels[number / 12 % 5], letters[number / 60 % 12], vowels[number / 720 % 5], "n",
        ])
    }

    private static let kinds: [(name: String, counts: [Int], make: @Sendable (Int) -> [ObservedExchange])] = [
        ("servers", [2, 20, 21, 1000, 1001], { numbered($0) { exchange("https://h\($0).test/a") } }),
        ("methods", [1, 20, 21, 30], { numbered($0) { exchange("M\(word($0))", "/a") } }),
        ("a long method", [1], { numbered($0) { _ in exchange(String(repeating: "M", count: 50), "/a") } }),
        (
            "media types", [50, 51, 60],
            { numbered($0) { exchange("/a", response: "x", type: "application/x-\(word($0))") } }
        ),
        (
            "media types of requests", [50, 51],
            { numbered($0) { exchange("POST", "/a", body: "x", type: "application/x-\(word($0))") } }
        ),
        ("statuses", [3, 600], { numbered($0) { exchange("/a", status: $0) } }),
        (
            "queries", [200, 201],
            { count in [exchange("/a?" + (0..<count).map { "\(word($0))=1" }.joined(separator: "&"))] }
        ),
        (
            "header fields", [200, 201],
            { count in [exchange("/a", headers: (0..<count).map { (name: "X-\(word($0))", value: "1") })] }
        ),
        (
            "answered fields", [200, 201],
            { count in [exchange("/a", answered: (0..<count).map { (name: "X-\(word($0))", value: "1") })] }
        ),
        (
            "form fields", [200, 201],
            { count in
                let form = (0..<count).map { "\(word($0))=1" }.joined(separator: "&")
                return [exchange("POST", "/a", body: form, type: "application/x-www-form-urlencoded")]
            }
        ),
        (
            "members", [500, 501],
            { count in
                [exchange("/a", response: "{" + (0..<count).map { "\"\(word($0))\":1" }.joined(separator: ",") + "}")]
            }
        ),
        (
            "levels", [59, 60, 61],
            { count in
                [exchange("/a", response: String(repeating: "[", count: count) + String(repeating: "]", count: count))]
            }
        ),
        (
            "texts of a place", [3, 20, 200, 201, 300],
            { numbered($0) { exchange("/a/\(word($0))/b", response: "{}") } }
        ),
        (
            "segments", [40, 41],
            { count in [exchange("/" + (0..<count).map { "s\(word($0))" }.joined(separator: "/"))] }
        ),
        ("long paths", [899, 901, 7999, 8001], { [exchange("/" + String(repeating: "a", count: $0))] }),
        ("ids", [2, 100, 101], { numbered($0) { exchange("/a/\($0)") } }),
        (
            "words of a member", [3, 8, 9, 20],
            { count in
                numbered(count * 6) { exchange("/a", response: #"{"kind":"\#(word($0 % count))"}"#) }
            }
        ),
        (
            "keys", [100, 101],
            {
                numbered($0) {
                    exchange("/a?q=1", headers: [(name: "X-\(word($0))-Api-Key", value: "abcdefghijkl\($0)")])
                }
            }
        ),
        (
            "sets of keys", [50, 51],
            { count in
                numbered(count) { number in
                    exchange(
                        "/a",
                        headers: (0..<6).filter { (number + 1) >> $0 & 1 == 1 }.map {
                            (name: "X-\(word($0))-Api-Key", value: "abcdefghijkl")
                        })
                }
            }
        ),
        (
            "doubtful operations", [200, 201, 202],
            { numbered($0) { exchange("/\(word($0 / 15))/\(word($0))", status: 404) } }
        ),
        (
            "preflights", [1, 2],
            { count in
                numbered(count) { _ in
                    exchange(
                        "OPTIONS", "/a",
                        headers: [
                            (name: "Origin", value: "http://x"), (name: "Access-Control-Request-Method", value: "PUT"),
                        ])
                }
            }
        ),
        ("no addresses", [1, 2], { numbered($0) { _ in exchange("GET", "http://") } }),
        ("nothing", [0], { _ in [] }),
        ("broken bodies", [1, 2], { numbered($0) { exchange("/a", response: "{\($0)") } }),
        (
            "broken forms", [1],
            { numbered($0) { _ in exchange("POST", "/a", body: "%zz=%", type: "application/x-www-form-urlencoded") } }
        ),
    ]

    @Test func `very many of one thing are drafted as was recorded`() throws {
        var parts: [(name: String, text: String)] = []
        for (name, counts, make) in Self.kinds {
            for count in counts {
                let document = draft(make(count))
                let yaml = String(decoding: document.yaml, as: UTF8.self)
                var text = "\(yaml.split(separator: "\n").count) lines\n"
                for notice in document.notices.prefix(4) + document.notices.dropFirst(4).suffix(3) {
                    text +=
                        "\(notice.kind.rawValue) \(String((notice.path ?? "-").prefix(60))): \(String(notice.text.prefix(240)))\n"
                }
                text += "\(document.notices.count) notices, \(document.templates.count) templates\n"
                text += document.templates.prefix(3).map { "  \(String($0.prefix(80)))\n" }.joined()
                // How it begins and ends says whether all is there.
                let lines = yaml.split(separator: "\n").map { String($0.prefix(120)) }
                text += (lines.prefix(12) + ["…"] + lines.dropFirst(12).suffix(6)).map { "| \($0)\n" }.joined()
                parts.append(("\(count) \(name)", text))
            }
        }
        try Recorded.expect(parts, in: "draft-limits")
    }
}
