import Base

/// Collects changes to single lines of a file and makes the file's new bytes; every other byte stays.
///
/// A new line takes the line end of the line above it. If that is a last line without one, it gets the line end of its
/// neighbour, and the new last line has none: the file keeps its final line end, or its lack of one (§18.2).
package struct LineEdits {
    private let document: HTTPDocument
    private var replaced: [Int: [UInt8]] = [:]
    private var deleted: Set<Int> = []
    private var inserted: [Int: [[UInt8]]] = [:]

    package init(_ document: HTTPDocument) { self.document = document }

    /// Replaces the content of a line (from 0); its line end stays.
    package mutating func replace(_ line: Int, with content: [UInt8]) { replaced[line] = content }

    package mutating func delete(_ line: Int) { deleted.insert(line) }

    /// Inserts below a line (from 0); -1 inserts at the top of the file. Later lines for the same place follow earlier
    /// ones.
    package mutating func insert(_ contents: [[UInt8]], after line: Int) { inserted[line, default: []] += contents }

    package var bytes: [UInt8] {
        let source = document.bytes
        countWork(source.count)
        let lines = document.lines
        var output: [UInt8] = []
        output.reserveCapacity(source.count + 256)
        output += source[..<lines.markLength]
        for content in inserted[-1] ?? [] { Self.append(content + lineEnd(after: 0), to: &output) }
        // Everything between the touched lines is copied in one go.
        var copied = lines.markLength
        for line in Set(replaced.keys).union(deleted).union(inserted.keys).sorted() where line >= 0 {
            let content = lines.content(line)
            let end = source[content.upperBound..<lines.end(line)]
            Self.append(source[copied..<content.lowerBound], to: &output)
            copied = lines.end(line)
            if !deleted.contains(line) { Self.append((replaced[line] ?? Array(source[content])) + end, to: &output) }
            for content in inserted[line] ?? [] {
                Self.append(end.isEmpty ? lineEnd(after: line) + content : content + end, to: &output)
            }
        }
        Self.append(source[copied...], to: &output)
        return output
    }

    /// A CR followed by the LF of an empty line would become one line end, so the CR becomes CRLF.
    private static func append(_ lines: some Collection<UInt8>, to output: inout [UInt8]) {
        if lines.first == Byte.lineFeed, output.last == Byte.carriageReturn { output.append(Byte.lineFeed) }
        output += lines
    }

    /// The line end of a line, else of the one above it, else LF.
    package func lineEnd(after line: Int) -> [UInt8] {
        for candidate in [line, line - 1] where candidate >= 0 && candidate < document.lines.count {
            if document.lines.isTerminated(candidate) {
                let end = document.lines.content(candidate).upperBound..<document.lines.end(candidate)
                return Array(document.bytes[end])
            }
        }
        return [Byte.lineFeed]
    }
}
