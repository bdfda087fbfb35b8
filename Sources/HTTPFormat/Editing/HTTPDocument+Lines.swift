import Base

/// Reading and replacing whole lines as text in an editor.
extension HTTPDocument {
    /// Lines (from 1) as text with LF line ends; lines that do not exist are left out.
    package func text(ofLines numbers: Range<Int>) -> String {
        let range = indices(numbers)
        var text: [UInt8] = []
        for line in range {
            text += bytes[lines.content(line)]
            if lines.isTerminated(line) { text.append(Byte.lineFeed) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Replaces whole lines with a text. Lines that are in both stay byte for byte, line ends included; new ones take
    /// the line end of their neighbours. The file keeps its final line end, or its lack of one.
    package func replacingLines(_ numbers: Range<Int>, with text: String) throws(EditRefusal) -> HTTPDocument {
        try refuseReadOnly()
        let range = indices(numbers)
        let old = range.map { bytes[lines.content($0)] }
        let new = Array(text.utf8).withUnsafeBufferPointer { buffer in
            let lines = SourceLines(buffer)
            return (0..<lines.count).map { Array(buffer[lines.content($0)]) }
        }
        var edits = LineEdits(self)
        edits.replace(range, old, with: new)
        return HTTPDocument(bytes: edits.bytes)
    }

    private func indices(_ numbers: Range<Int>) -> Range<Int> {
        let first = min(max(0, numbers.lowerBound - 1), lines.count)
        return first..<max(first, min(numbers.upperBound - 1, lines.count))
    }
}

extension LineEdits {
    /// Ranges with more pairs of lines than this are rewritten instead of compared.
    private static let maxPairs = 1_000_000

    /// Replaces the contents of lines (from 0); lines that are in both are not touched.
    package mutating func replace(_ range: Range<Int>, _ old: [ArraySlice<UInt8>], with new: [[UInt8]]) {
        let prefix = zip(old, new).prefix { $0.elementsEqual($1) }.count
        let rest = min(old.count, new.count) - prefix
        let suffix = zip(old.reversed(), new.reversed()).prefix(rest).prefix { $0.elementsEqual($1) }.count
        let oldMiddle = prefix..<old.count - suffix
        let newMiddle = prefix..<new.count - suffix
        var removed = Set(oldMiddle)
        var added = Set(newMiddle)
        if oldMiddle.count * newMiddle.count <= Self.maxPairs {
            let difference = new[newMiddle].map { $0[...] }.difference(from: Array(old[oldMiddle]))
            removed = Set(difference.removals.map { prefix + $0.offset })
            added = Set(difference.insertions.map { prefix + $0.offset })
        }
        // Between two unchanged lines, removed lines are replaced by added ones, one by one.
        var (from, to) = (prefix, prefix)
        while from < oldMiddle.upperBound || to < newMiddle.upperBound {
            let gone = (from..<oldMiddle.upperBound).prefix { removed.contains($0) }
            let came = (to..<newMiddle.upperBound).prefix { added.contains($0) }
            for (line, content) in zip(gone, came) { replace(range.lowerBound + line, with: new[content]) }
            for line in gone.dropFirst(came.count) { delete(range.lowerBound + line) }
            let further = came.dropFirst(gone.count).map { new[$0] }
            if !further.isEmpty { insert(further, after: range.lowerBound + gone.endIndex - 1) }
            from = gone.endIndex + 1
            to = came.endIndex + 1
        }
    }
}

extension CollectionDifference.Change {
    fileprivate var offset: Int {
        switch self {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }
}
