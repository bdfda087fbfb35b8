import TestSupport
import Testing

@testable import HTTPFormat

/// Random files: each is parsed to its end, preserved byte for byte, and takes time proportional to its size.
struct ReaderFuzzTests {
    /// Every byte is in one line, every line in one block, every request in its own lines.
    private func fault(_ bytes: [UInt8]) -> String? {
        let document = HTTPDocument(bytes: bytes)
        let lines = document.lines
        guard document.bytes == bytes else { return "other bytes" }
        var position = 0
        for line in 0..<lines.count {
            guard lines.start(line) == position + (line == 0 ? lines.markLength : 0) else { return "a gap at \(line)" }
            position = lines.end(line)
        }
        guard position == bytes.count || lines.count == 0 else { return "bytes behind the last line" }
        guard document.kinds.count == lines.count else { return "\(document.kinds.count) kinds" }
        var next = 1
        for block in document.blocks {
            guard block.lines.lowerBound == next, !block.lines.isEmpty else { return "block at \(block.lines)" }
            next = block.lines.upperBound
        }
        guard next == lines.count + 1 else { return "blocks end at \(next)" }
        for request in document.requests {
            guard request.lines.contains(request.line) else { return "request at \(request.line) not in its block" }
            let isInside =
                request.headers.allSatisfy { request.lines.contains($0.line) }
                && request.parameters.allSatisfy { request.lines.contains($0.line) }
                && request.prompts.allSatisfy { request.lines.contains($0.line) }
                && request.assertions.allSatisfy { request.lines.contains($0.line) }
                && request.captures.allSatisfy { request.lines.contains($0.line) }
                && request.dependencies.allSatisfy { request.lines.contains($0.line) }
                && (request.body.lines.isEmpty || request.lines.contains(request.body.lines.upperBound - 1))
            guard isInside else { return "parts of the request at \(request.line) are elsewhere" }
        }
        let blocks = document.blocks.compactMap(\.requestIndex)
        return blocks == Array(document.requests.indices) ? nil : "blocks and requests differ"
    }

    private static let seedFiles: [[UInt8]] = GeneratedFile.Form.allCases.enumerated().map { index, form in
        FileGenerator.file(seed: index + 70, form, requests: 3...6).bytes
    }

    @Test(arguments: 0..<40)
    func `mutations of real-looking files are read`(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed) &+ 400_000)
        let interesting: [[UInt8]] = [
            [0], [0xFF], [0x0D], [0x0A], Array("###".utf8), Array("{{".utf8), Array("}}".utf8), Array("< {%".utf8),
            Array("%}".utf8),
            Array("/*".utf8), [0xEF, 0xBB, 0xBF], Array("\u{2028}".utf8), Array("curl ".utf8), Array("'".utf8),
            Array("\\".utf8),
            Array("@".utf8), Array("??".utf8), Array("HTTP/1.1 200".utf8), Array("\t".utf8), Array(": ".utf8),
        ]
        for _ in 0..<30 {
            var bytes = Self.seedFiles.randomElement(using: &generator) ?? []
            for _ in 0..<Int.random(in: 1...12, using: &generator) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                let end = min(bytes.count, place + Int.random(in: 0...40, using: &generator))
                switch Int.random(in: 0..<6, using: &generator) {
                case 0: bytes.removeSubrange(place..<end)
                case 1: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 2: bytes.insert(contentsOf: interesting.randomElement(using: &generator) ?? [], at: place)
                case 3: bytes.insert(contentsOf: Array(bytes[place..<end]), at: place)
                case 4: bytes.removeLast(bytes.count - place)
                default: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &generator))
                }
            }
            if let fault = fault(bytes) {
                Issue.record("seed \(seed): \(fault)\n\(String(decoding: bytes, as: UTF8.self))")
                return
            }
        }
    }

    @Test(arguments: 0..<20)
    func `arbitrary bytes are read`(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed) &+ 800_000)
        for _ in 0..<40 {
            let bytes = (0..<Int.random(in: 0...400, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            if let fault = fault(bytes) { Issue.record("seed \(seed): \(fault) in \(bytes)") }
        }
    }

    /// A broken block, and how the blocks around it are parsed.
    @Test(arguments: [
        "/* never closed\nGET http://x.test", "< {%\nnever closed", "{{\nnever closed", "curl 'never closed", "@broken",
        "GET", "GET http://x.test\n\u{0}\u{1}\n", "GET http://x.test\nno header\nno: body\n[",
        "\u{FEFF}GET http://x.test",
        "what is this", "HTTP/1.1 200 OK\nX: y", "fragment F on T {", "proto < ./x.proto", "> {% client", "<@ x", ">> ",
        "GET http://x.test\n\n> {%\nnever closed", "POST http://x.test\n\n{{\nnever\n",
        "# @loop for\n# @prompt\n# @timeout x\nGET x.test",
    ])
    func `a broken block spoils no neighbour`(broken: String) throws {
        let before = "### before\n# @name a\nPOST http://a.test/1\nX: 1\n\n{}\n\n"
        let after = "### after\n# @name b\nGET http://b.test/2\nY: 2\n\n?? status == 200\n"
        let document = HTTPDocument(bytes: Array("\(before)### broken\n\(broken)\n\n\(after)".utf8))
        let alone = try [before, after].map { try #require(HTTPDocument(bytes: Array($0.utf8)).requests.first) }
        let found = [try #require(document.requests.first), try #require(document.requests.last)]
        #expect(zip(found, alone).allSatisfy { $0.says(sameAs: $1) })
    }

    // MARK: sizes

    private static func repeated(_ text: String, _ count: Int) -> [UInt8] {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count * count)
        for _ in 0..<count { result += bytes }
        return result
    }

    private static let shapes: [(name: String, make: @Sendable (Int) -> [UInt8], size: Int)] = [
        ("requests", { repeated("###\nGET http://a.test\n", $0) }, 50_000),
        ("requests of one name", { repeated("### a\n# @name a\nGET http://a.test\n", $0) }, 10_000),
        ("separators", { repeated("###\n", $0) }, 300_000),
        ("separators with titles", { repeated("### x\n", $0) }, 200_000),
        ("one line", { repeated("x", $0) }, 1_000_000),
        ("one line of references", { Array("GET http://a.test/".utf8) + repeated("{{a}}", $0) }, 300_000),
        ("one line of open references", { Array("GET http://a.test/?".utf8) + repeated("{{", $0) }, 500_000),
        ("one line of parameters", { Array("GET http://a.test/?".utf8) + repeated("a=1&", $0) }, 200_000),
        ("one line of versions", { Array("GET a.test".utf8) + repeated(" HTTP/", $0) }, 300_000),
        ("one header of many lines", { Array("GET a.test\nX: y\n".utf8) + repeated("  z\n", $0) }, 100_000),
        ("a header name", { Array("GET a.test\n".utf8) + repeated("x", $0) + Array(": y".utf8) }, 500_000),
        (
            "a header name of references", { Array("GET a.test\n".utf8) + repeated("{{x", $0) + Array(": y".utf8) },
            300_000
        ),
        ("headers", { Array("GET a.test\n".utf8) + repeated("A: b\n", $0) }, 30_000),
        ("target lines", { Array("GET a.test\n".utf8) + repeated("  &a=b\n", $0) }, 30_000),
        ("parameters that are off", { Array("GET a.test\n".utf8) + repeated("# &a=b\n", $0) }, 30_000),
        ("metadata", { repeated("# @name a\n", $0) }, 100_000), ("comments", { repeated("# a\n", $0) }, 200_000),
        ("variables of one name", { repeated("@a = 1\n@a = 2\n", $0) }, 50_000),
        ("unclosed scripts", { Array("POST a.test\n\n".utf8) + repeated("{{\n", $0) }, 200_000),
        ("unclosed scripts in blocks", { repeated("###\nPOST a.test\n\n{{\n", $0) }, 10_000),
        ("unclosed script lines", { repeated("< {%\n", $0) }, 200_000),
        (
            "script lines",
            { Array("GET a.test\n\n".utf8) + repeated("> {% client.global.set('a', response.body.b) %}\n", $0) }, 3_000
        ),
        (
            "a long script",
            {
                Array("GET a.test\n\n> {%\n".utf8) + repeated("client.global.set('a', response.body.b)\n", $0)
                    + Array("%}".utf8)
            }, 6_000
        ),
        (
            "a script of brackets",
            { Array("GET a.test\n\n> {%\n".utf8) + repeated("client.global.set(", $0) + Array("\n%}".utf8) }, 30_000
        ),
        ("body comments", { Array("POST a.test\n\nx\n".utf8) + repeated("# a\n", $0) }, 100_000),
        ("output lines", { Array("POST a.test\n\nx\n".utf8) + repeated(">> a\n", $0) }, 100_000),
        ("assertions", { Array("GET a.test\n".utf8) + repeated("?? status == 200\n", $0) }, 4_000),
        ("an assertion", { Array("GET a.test\n?? body ".utf8) + repeated("== ", $0) }, 20_000),
        ("requests without separator", { repeated("GET http://a.test\n\n", $0) }, 10_000),
        ("comments before requests without separator", { repeated("GET http://a.test\n\n# a\n# b\n", $0) }, 10_000),
        ("NUL", { repeated("\u{0}", $0) }, 500_000),
        ("bytes that are not text", { [UInt8](repeating: 0xFF, count: $0) }, 500_000),
        ("lines that are not text", { (0..<$0).flatMap { _ in [0xFF, 0x0A] as [UInt8] } }, 300_000),
        ("CR", { repeated("\r", $0) }, 300_000), ("open comments", { repeated("/*\n", $0) }, 200_000),
        ("a curl command of many lines", { Array("curl a.test".utf8) + repeated(" \\\n -H 'A: b'", $0) }, 5_000),
        ("a curl command of many quotes", { Array("curl ".utf8) + repeated("'", $0) }, 500_000),
        ("curl commands", { repeated("###\ncurl http://a.test\n", $0) }, 2_000),
        ("curl commands with an open quote", { repeated("###\ncurl 'http://a.test\n", $0) }, 2_000),
        ("a curl body of many words", { Array("curl a.test".utf8) + repeated(" -d a=b", $0) }, 5_000),
        ("fragments", { repeated("fragment F on T {\n", $0) }, 50_000),
        ("imports", { repeated("import ./a.http\n", $0) }, 50_000),
        ("deep JSON", { Array("POST a.test\n\n".utf8) + repeated("[", $0) }, 500_000),
        (
            "a query of many lines",
            { Array("POST a.test\nContent-Type: application/json\n\nquery {\n".utf8) + repeated("a {\n", $0) }, 100_000
        ),
    ]

    /// At these sizes a parser with quadratic time would not finish.
    @Test(.longComputation, .timeLimit(.minutes(15)), arguments: shapes.indices)
    func `time grows with the size alone`(index: Int) {
        let shape = Self.shapes[index]
        #expect(fault(shape.make(shape.size)) == nil, "\(shape.name)")
    }

    @Test(.longComputation, .timeLimit(.minutes(15)))
    func `ten megabytes in one line, and a million separators, are read`() {
        let line = HTTPDocument(bytes: [UInt8](repeating: 0x78, count: 10_000_000))
        #expect(line.kinds.count == 1 && line.requests.isEmpty)
        let target = HTTPDocument(bytes: Array("GET http://a.test/".utf8) + [UInt8](repeating: 0x78, count: 2_000_000))
        #expect(target.requests.first?.target.utf8.count == 2_000_014)
        #expect(HTTPDocument(bytes: Self.repeated("###\n", 1_000_000)).kinds.allSatisfy { $0 == .separator })
    }
}
