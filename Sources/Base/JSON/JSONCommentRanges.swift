/// Comments in a JSON text, which need not be whole: `// …` and `/* … */`.
package enum JSONCommentRanges {
    /// Where the comments outside of strings are.
    package static func of(_ bytes: [UInt8]) -> [Range<Int>] {
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
            // Otherwise the whole rest would be searched for each comment that nothing ends.
            guard start + 3 <= lastEnd else { return nil }
            return rest.firstRange(of: [Byte.asterisk, Byte.slash])?.upperBound
        default: return nil
        }
    }

    /// Just past the string that begins at a place. It does not continue on the next line.
    private static func endOfString(_ bytes: [UInt8], _ start: Int) -> Int {
        var place = start + 1
        while place < bytes.count, bytes[place] != Byte.lineFeed {
            if bytes[place] == Byte.quote { return place + 1 }
            place += bytes[place] == Byte.backslash ? 2 : 1
        }
        return min(place, bytes.count)
    }
}
