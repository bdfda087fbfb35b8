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
        let comments = ranges(in: bytes)
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
        for range in ranges(in: text) {
            for place in range { plain[place] = Byte.space }
        }
        return plain
    }

    /// Where the comments outside of strings are.
    private static func ranges(in bytes: [UInt8]) -> [Range<Int>] {
        let lastEnd = bytes.indices.dropFirst().last { bytes[$0] == Byte.slash && bytes[$0 - 1] == Byte.asterisk } ?? 0
        var found: [Range<Int>] = []
        var place = 0
        while place < bytes.count {
            let start = place
            if let end = endOfComment(bytes, place, lastEnd) {
                found.append(place..<end)
                place = end
            } else {
                place = bytes[place] == Byte.quote ? endOfString(bytes, place) : place + 1
            }
            countWork(place - start)
        }
        return found
    }

    /// Just past the comment that begins at a place; nil if none does, or if nothing ends it.
    /// - Parameter lastEnd: the slash of the last `*/`.
    private static func endOfComment(_ bytes: [UInt8], _ start: Int, _ lastEnd: Int) -> Int? {
        guard bytes[start] == Byte.slash, start + 1 < bytes.count else { return nil }
        let rest = bytes[(start + 2)...]
        switch bytes[start + 1] {
        case Byte.slash: return rest.firstIndex { $0 == Byte.lineFeed || $0 == Byte.carriageReturn } ?? bytes.endIndex
        case Byte.asterisk:
            // Else each that nothing ends would be looked for to the end.
            guard start + 3 <= lastEnd else { return nil }
            return rest.firstRange(of: [Byte.asterisk, Byte.slash])?.upperBound
        default: return nil
        }
    }

    /// Just past the string that begins at a place. It does not go on in the next line.
    private static func endOfString(_ bytes: [UInt8], _ start: Int) -> Int {
        var place = start + 1
        while place < bytes.count, bytes[place] != Byte.lineFeed {
            if bytes[place] == Byte.quote { return place + 1 }
            place += bytes[place] == Byte.backslash ? 2 : 1
        }
        return min(place, bytes.count)
    }
}
