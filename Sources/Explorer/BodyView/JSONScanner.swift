import NetEngine

/// Reads the tokens of a text once and notes where each line of its readable layout begins.
struct JSONScanner {
    private(set) var index = LineIndex()
    private(set) var columns = ColumnIndex()
    /// From the beginning of a very long token or gap to its end, so that drawing beside it does not walk over it.
    private(set) var jumps: [Int: Int] = [:]
    private(set) var rootCount = 0
    private(set) var error: JSONSyntaxError?
    /// What follows is not laid out.
    private(set) var tailStart = 0

    static let longToken = 4096

    private let text: UnsafeBufferPointer<UInt8>

    init(_ text: UnsafeBufferPointer<UInt8>, allowsManyRoots: Bool) {
        self.text = text
        // A byte that is not UTF-8 is shown as such inside its string; the layout continues after it.
        var reader = JSONReader(
            text, options: JSONReader.Options(allowsManyValues: allowsManyRoots, checksUTF8: false))
        do throws(JSONSyntaxError) {
            try read(&reader)
            tailStart = text.count
        } catch {
            self.error = error
            tailStart = error.cause == .endsEarly ? text.count : error.tokenStart
        }
        if let offset = JSONReader.firstInvalidUTF8(in: text), offset <= error?.offset ?? .max {
            error = .invalidUTF8(at: offset)
        }
    }

    private mutating func read(_ reader: inout JSONReader) throws(JSONSyntaxError) {
        // A value is on the line of its name; a bracket that closes an empty value, on that of the opening one.
        var (isAfterName, isAfterOpening) = (false, false)
        while true {
            let gap = reader.place
            let token: JSONReader.Token
            do throws(JSONSyntaxError) { token = try reader.next(in: text) } catch {
                noteGaps(gap..<max(gap, error.tokenStart))
                // A wrong token is part of the rest; one that is cut off keeps its place.
                guard error.cause == .endsEarly, error.tokenStart < text.count else { throw error }
                if !isAfterName { index.append(offset: error.tokenStart, depth: reader.depth) }
                noteLong(error.tokenStart..<text.count)
                throw error
            }
            let start = reader.tokenStart
            // These tests are inline, because calls would double the cost of this loop.
            if start - gap >= Self.longToken { noteGaps(gap..<start) }
            let beginsLine: Bool
            var depth = reader.depth
            switch token {
            case .end: return
            case .objectStart, .arrayStart:
                beginsLine = !isAfterName
                depth -= 1
                (isAfterName, isAfterOpening) = (false, true)
            case .objectEnd, .arrayEnd:
                beginsLine = !isAfterOpening
                (isAfterName, isAfterOpening) = (false, false)
            case .name:
                beginsLine = true
                if reader.place - start > ColumnIndex.bytesPerMark { noteLong(start..<reader.place) }
                (isAfterName, isAfterOpening) = (true, false)
            case .string, .number, .bool, .null:
                beginsLine = !isAfterName
                if reader.place - start > ColumnIndex.bytesPerMark { noteLong(start..<reader.place) }
                (isAfterName, isAfterOpening) = (false, false)
            }
            if beginsLine { index.append(offset: start, depth: depth) }
            if reader.depth == 0 { rootCount += 1 }
        }
    }

    private mutating func noteLong(_ range: Range<Int>) {
        if range.count > ColumnIndex.bytesPerMark { columns.measure(range, of: text) }
        if range.count >= Self.longToken { jumps[range.lowerBound] = range.upperBound }
    }

    /// Notes the long stretches of whitespace between two tokens, with at most a comma or colon between them.
    private mutating func noteGaps(_ range: Range<Int>) {
        var start = range.lowerBound
        while start < range.upperBound {
            let end = text[start..<range.upperBound].firstIndex { !JSONText.isSpace($0) } ?? range.upperBound
            if end - start >= Self.longToken { jumps[start] = end }
            start = end + 1
        }
    }
}
