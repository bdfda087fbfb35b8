import TestSupport
import Testing

@testable import HTTPFormat

/// An unreadable block does not affect others.
struct NeighbourTests {
    private static let before = "### Before\n# @name before\nPOST http://a.test/?x=1 HTTP/1.1\nA: b\n\n{ \"a\": 1 }\n\n"
    private static let after = "### After\n# @timeout 5 s\nGET http://b.test\n# C: d\n?? status == 200\n"

    /// The meaning of a request, without its position.
    private struct Said: Hashable {
        var id: String
        var method: String
        var target: String
        var headers: [String]
        var body: String
        var settings: SavedRequest.Settings
        var assertions: [String]

        init(_ request: SavedRequest) {
            id = request.id
            method = request.method
            target = request.target
            headers = request.headers.map { "\($0.name): \($0.value) \($0.isEnabled)" }
            body = request.body.text
            settings = request.settings
            assertions = request.assertions.map(\.text)
        }
    }

    private func said(_ text: [UInt8]) -> [Said] { HTTPDocument(bytes: text).requests.map(Said.init) }

    private func check(_ block: [UInt8]) {
        // Consecutive separators form one group; the comment divides them.
        let bytes =
            Array(Self.before.utf8) + Array("###\n".utf8) + block + Array("\n// end\n".utf8) + Array(Self.after.utf8)
        let all = said(bytes)
        #expect(all.first == said(Array(Self.before.utf8)).first)
        #expect(all.last == said(Array(Self.after.utf8)).first)
    }

    @Test(arguments: 0..<300)
    func `random bytes between two requests change neither`(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed) + 170_000)
        let interesting = Array("\n\r #@{}<>?&:/'\"\\`$%*=.GETPOST".utf8)
        check(
            (0..<Int.random(in: 0...200, using: &generator)).map { _ in
                Int.random(in: 0..<4, using: &generator) > 0
                    ? interesting.randomElement(using: &generator) ?? 0x0A
                    : UInt8.random(in: 0...255, using: &generator)
            })
    }

    @Test(arguments: 0..<300)
    func `lines of the dialect between two requests change neither`(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed) + 180_000)
        // A mark at the start of a file is text in the middle of one.
        check(RandomRequestFile.bytes(&generator).filter { $0 != 0xEF })
    }

    @Test(arguments: [
        "curl 'never closed", "< {%\nnever closed", "> {%", "{{\nx", "/* never closed", "GET",
        "POST http://a.test\nbad header",
        "import", "run", "@", "@x", "fragment F {", "proto < x", "HTTP/1.1 200 OK\nA: b\n\nbody", "# @script\n> x",
        ">> out",
        "POST a.test\nContent-Type: multipart/mixed\n\n--a\n", "??", "NOP",
        "GET http://a.test\n\n> {% client.global.set(\"x\"",
    ])
    func `what is not finished ends with its block`(block: String) { check(Array(block.utf8)) }
}
