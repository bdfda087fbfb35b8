import Base
import NetEngine

@testable import HTTPFormat

/// Request files: each byte stays, each line is in one block, and every notice has its line.
enum RequestFileTarget {
    static func fault(_ bytes: [UInt8]) -> String? {
        let document = HTTPDocument(bytes: bytes)
        guard document.bytes == bytes else { return "the document has other bytes" }
        let lines = document.lines
        var position = 0
        for line in 0..<lines.count {
            guard lines.start(line) == position + (line == 0 ? lines.markLength : 0) else {
                return "a gap at line \(line)"
            }
            position = lines.end(line)
        }
        guard position == bytes.count || lines.count == 0 else { return "bytes behind the last line" }
        var next = 1
        for block in document.blocks {
            guard block.lines.lowerBound == next, !block.lines.isEmpty else { return "block at \(block.lines)" }
            next = block.lines.upperBound
        }
        guard next == lines.count + 1 else { return "the blocks end at \(next)" }
        guard document.blocks.compactMap(\.requestIndex) == Array(document.requests.indices) else {
            return "blocks and requests differ"
        }
        for notice in document.notices where !(1...max(1, lines.count)).contains(notice.line) {
            return "a notice for line \(notice.line) of \(lines.count)"
        }
        // An edit changes what it says it changes, or is refused.
        for request in document.requests.prefix(3) where !request.lines.contains(request.line) {
            return "the request at \(request.line) is not in its block"
        }
        return nil
    }
}

/// Environment files: JSON with comments, and `.env`. An edit sets one value and is read back as that value.
enum EnvironmentTarget {
    private static let values = [
        "x", "a b", "it's", "\"q\" # no", "back\\slash", "line\nline", "{{x}}", "é", "true", "1.5",
    ]

    static func fault(_ bytes: [UInt8]) -> String? {
        let value = values[bytes.count % values.count]
        return DotEnvCheck.fault(bytes, value) ?? JSONEditCheck.fault(bytes, value)
    }
}
