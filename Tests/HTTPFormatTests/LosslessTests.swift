import TestSupport
import Testing

@testable import HTTPFormat

/// No byte is lost, and every line belongs to exactly one block.
struct LosslessTests {
    private func check(_ bytes: [UInt8]) -> Bool {
        let document = HTTPDocument(bytes: bytes)
        let lines = document.lines
        var position = 0
        for line in 0..<lines.count {
            // Lines follow each other without gap or overlap; only the byte order mark is outside of their content.
            guard lines.start(line) == position + (line == 0 ? lines.markLength : 0),
                lines.end(line) >= lines.start(line)
            else { return false }
            position = lines.end(line)
        }
        var block = 1
        for found in document.blocks {
            guard found.lines.lowerBound == block, !found.lines.isEmpty else { return false }
            block = found.lines.upperBound
        }
        let requestsFit = document.requests.enumerated().allSatisfy { index, request in
            request.index == index && request.lines.contains(request.line)
                && [.requestLine, .curl].contains(document.kinds[at: request.line - 1])
                && (request.body.lines.isEmpty || request.lines.contains(request.body.lines.lowerBound))
                && request.headers.allSatisfy { request.lines.contains($0.line) }
                && request.parameters.allSatisfy { request.lines.contains($0.line) }
        }
        return document.bytes == bytes && position == bytes.count && block == lines.count + 1
            && document.kinds.count == lines.count && requestsFit
            && document.notices.allSatisfy { (1...max(1, lines.count)).contains($0.line) }
            && document.kinds.filter { $0 == .requestLine }.count
                == document.requests.count { document.kinds[$0.line - 1] == .requestLine }
    }

    @Test(arguments: 0..<400)
    func `any bytes come back`(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let interesting: [UInt8] = [
            0x0A, 0x0D, 0x20, 0x23, 0x40, 0x7B, 0x7D, 0x3C, 0x3E, 0x3F, 0x26, 0x3A, 0x2F, 0xEF, 0xFF,
        ]
        let bytes = (0..<Int.random(in: 0...300, using: &generator)).map { _ in
            Bool.random(using: &generator)
                ? interesting.randomElement(using: &generator) ?? 0 : UInt8.random(in: 0...255, using: &generator)
        }
        #expect(check(bytes))
    }

    @Test(arguments: 0..<600)
    func `mutations of realistic files come back`(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed) + 10_000)
        var bytes = RandomRequestFile.bytes(&generator)
        #expect(check(bytes))
        for _ in 0..<Int.random(in: 0...4, using: &generator) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: bytes.remove(at: place)
            case 1: bytes[place] = UInt8.random(in: 0...255, using: &generator)
            default: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
            }
        }
        #expect(check(bytes))
    }

    @Test(arguments: ["", "\n", "\r\n", "\r", "\u{FEFF}", "\u{FEFF}\n", "###", "### \n", " ", "GET", "GET\n\n\n"])
    func `the smallest files come back`(text: String) {
        #expect(check(Array(text.utf8)))
    }

    @Test func `many unclosed script blocks take time in proportion to the file`() {
        let bytes = Array(("POST http://a.test\n\n" + String(repeating: "{{\n", count: 100_000)).utf8)
        #expect(HTTPDocument(bytes: bytes).requests.count == 1)
    }

    @Test(.longComputation) func `a hundred thousand requests are read`() {
        let bytes = Array(String(repeating: "###\nGET http://a.test\n", count: 100_000).utf8)
        #expect(HTTPDocument(bytes: bytes).requests.count == 100_000)
    }
}
