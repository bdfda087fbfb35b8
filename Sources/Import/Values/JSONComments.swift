import Base
import NetEngine

/// Comments in the JSON of tools that send it without them.
enum JSONComments {
    static func notice(of kind: ImportKind, in place: String = "JSON body") -> String {
        "The comments of the \(place) are left out: \(kind.title) sends none."
    }

    /// The text without `// …` and `/* … */` outside of its strings, and without the lines that have nothing else; nil if it has none.
    static func removed(from text: String) -> String? {
        guard text.contains(bytes: "//") || text.contains(bytes: "/*") else { return nil }
        let bytes = Array(text.utf8)
        let comments = JSONCommentRanges.of(bytes)
        guard !comments.isEmpty else { return nil }
        var result: [UInt8] = []
        var line: [UInt8] = []
        var isCommented = false
        func endLine(_ end: [UInt8]) {
            if isCommented { while let last = line.last, last <= Byte.space { line.removeLast() } }
            if !isCommented || !line.isEmpty { result += line + end }
            (line, isCommented) = ([], false)
        }
        func add(_ text: ArraySlice<UInt8>) {
            for byte in text {
                if byte == Byte.lineFeed { endLine([byte]) } else { line.append(byte) }
            }
        }
        var done = 0
        for comment in comments {
            add(bytes[done..<comment.lowerBound])
            isCommented = true
            done = comment.upperBound
        }
        add(bytes[done...])
        countWork(bytes.count)
        endLine([])
        return String(decoding: result, as: UTF8.self)
    }

    /// The text with spaces in the place of its comments, so that all else stays where it is.
    static func blanked(_ text: [UInt8]) -> [UInt8] {
        var plain = text
        for range in JSONCommentRanges.of(text) {
            for place in range { plain[place] = Byte.space }
        }
        return plain
    }
}
