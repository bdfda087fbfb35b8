import Base

/// The lines of a file as byte offsets: each byte of the file is in exactly one line, line ends included.
///
/// A line ends at LF, CRLF or a lone CR; a file may mix them, and each line keeps its own (HTTP-FORMAT §1). The last
/// line may have none. A file that ends with a line end has no empty line after it; an empty file has no lines.
/// Lines count from 0 here, from 1 wherever a user sees them.
package struct SourceLines: Sendable {
    /// Length of the byte order mark at the start: 3 or 0. It belongs to the first line but not to its content.
    let markLength: Int
    private let starts: [UInt32]
    private let contentEnds: [UInt32]
    private let byteCount: Int

    /// Files of 4 GiB and more are never read (`DiskFile.maxRequestFileBytes`).
    package init(_ bytes: UnsafeBufferPointer<UInt8>) {
        var starts: [UInt32] = []
        var contentEnds: [UInt32] = []
        starts.reserveCapacity(bytes.count / 24 + 4)
        contentEnds.reserveCapacity(bytes.count / 24 + 4)
        let count = bytes.count
        countWork(count)
        var start = 0
        var position = 0
        while position < count {
            let byte = bytes[position]
            guard byte <= Byte.carriageReturn, byte == Byte.lineFeed || byte == Byte.carriageReturn else {
                position += 1
                continue
            }
            starts.append(UInt32(truncatingIfNeeded: start))
            contentEnds.append(UInt32(truncatingIfNeeded: position))
            position +=
                byte == Byte.carriageReturn && position + 1 < count && bytes[position + 1] == Byte.lineFeed ? 2 : 1
            start = position
        }
        if start < count {
            starts.append(UInt32(truncatingIfNeeded: start))
            contentEnds.append(UInt32(truncatingIfNeeded: count))
        }
        markLength = count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
        self.starts = starts
        self.contentEnds = contentEnds
        byteCount = count
    }

    package var count: Int { starts.count }

    /// The bytes of a line without its line end and the byte order mark.
    package func content(_ line: Int) -> Range<Int> {
        let end = Int(contentEnds[line])
        return (line == 0 ? min(markLength, end) : Int(starts[line]))..<end
    }

    /// The bytes of a line with its line end, but without the byte order mark.
    package func whole(_ line: Int) -> Range<Int> {
        content(line).lowerBound..<end(line)
    }

    /// The start of the next line.
    package func end(_ line: Int) -> Int {
        line + 1 < starts.count ? Int(starts[line + 1]) : byteCount
    }

    /// The start of a line; the end of the file for the line after the last one.
    package func start(_ line: Int) -> Int {
        line < starts.count ? content(line).lowerBound : byteCount
    }

    /// The line that contains a byte.
    package func line(at offset: Int) -> Int {
        var low = 0
        var high = starts.count
        while low + 1 < high {
            let middle = (low + high) / 2
            if Int(starts[middle]) <= offset { low = middle } else { high = middle }
        }
        return low
    }

    /// True if the line has a line end (only the last line may have none).
    package func isTerminated(_ line: Int) -> Bool { end(line) > Int(contentEnds[line]) }
}

/// The kind of a line in a `.http` file. Every line has exactly one.
package enum LineKind: UInt8, Sendable, Hashable, CaseIterable {
    /// `###`, with or without a title.
    case separator
    case blank
    case comment
    /// `# @key value` with a known key.
    case metadata
    /// `@name = value`.
    case variable
    case requestLine
    /// A line of a curl command in place of a request line.
    case curl
    /// A continuation line of the target.
    case targetContinuation
    /// `# &name=value` below the request line: a disabled query parameter.
    case disabledParameter
    case header
    /// An indented continuation line of a header's value.
    case headerContinuation
    /// `# Name: value` in the header section.
    case disabledHeader
    case body
    /// A comment line inside a body: editable with it, never sent.
    case bodyComment
    /// A script, or a line of one: kept, never run, never sent.
    case script
    /// `>> file` or `<> file`.
    case output
    /// `?? …`.
    case assertion
    /// A saved response (`HTTP/1.1 200 …` to the end of the block).
    case inlineResponse
    /// `import`, `run`, `proto`, `fragment`, `...spread`: read by other tools, kept here.
    case kept
    /// A line that cannot be read; kept, and reported as an error.
    case unknown
}

extension SourceLines {
    /// The lines of one kind, in order.
    package func indices(of kind: LineKind, in kinds: [LineKind]) -> some Sequence<Int> {
        kinds.indices.lazy.filter { kinds[$0] == kind }
    }
}
