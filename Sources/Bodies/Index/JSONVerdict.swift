import CBodyScan
import NetEngine

/// What a JSON index came to so far, read as one value or as many.
package struct JSONVerdict: Sendable {
    /// Why the text is not JSON; nil also while more may come.
    package let error: JSONSyntaxError?
    /// Rows that are laid out, and where they end in the text.
    package let rowCount: Int
    package let layoutEnd: Int
    /// The text is correct as far as it goes.
    package var isCut: Bool { error?.cause == .endsEarly }
    /// All of the text is laid out; it may still contain bytes that are not UTF-8.
    package let isWhole: Bool
    /// What follows `layoutEnd` is not JSON.
    let hasRest: Bool

    /// - Parameter invalidUTF8: the first byte of the text that is not UTF-8.
    package init(_ index: JSONIndex, allowsManyRoots: Bool, invalidUTF8: Int?) {
        var syntax = index.error
        if let second = index.secondRoot, !allowsManyRoots {
            syntax = JSONSyntaxError(
                offset: second.offset, reason: "nothing more is expected after the value", cause: .afterValue)
            (rowCount, layoutEnd) = (second.rows, second.offset)
        } else {
            (rowCount, layoutEnd) = (index.rowCount, index.layoutEnd)
        }
        hasRest = syntax.map { $0.cause != .endsEarly } ?? false
        // It is shown as such inside its string; the layout continues after it.
        if let invalidUTF8, invalidUTF8 <= syntax?.offset ?? .max {
            error = .invalidUTF8(at: invalidUTF8)
            isWhole = !hasRest
        } else {
            error = syntax
            isWhole = syntax == nil
        }
    }
}

/// Where a JSON text stops being JSON.
package struct JSONErrorPlace: Sendable, Hashable {
    /// As `TextLines` counts: lines end with LF, CR or CR LF; columns are Unicode scalars, without a byte order mark.
    package struct Place: Sendable, Hashable {
        package var line = 1
        package var column = 1
    }

    package var error: JSONSyntaxError
    package var place: Place

    private static let window = 1 << 20

    package init(_ error: JSONSyntaxError, in text: UnsafeBufferPointer<UInt8>) {
        self.init(error, in: BodyBytes(Array(text)))
    }

    /// Reads the text before the error, and no more of it at a time than a megabyte.
    package init(_ error: JSONSyntaxError, in text: BodyBytes) {
        self.error = error
        place = Place()
        var lineStart = 0
        Self.forEachWindow(of: 0..<error.offset, in: text) { bytes, window in
            guard let base = bytes.baseAddress else { return }
            let facts = cbs_look(base + window.lowerBound, UInt64(window.count))
            place.line += Int(facts.line_feeds)
            if facts.line_feeds > 0 { lineStart = window.lowerBound + Int(facts.last_line_feed) + 1 }
            var next = ByteScan.next(0x0D, in: bytes, from: window.lowerBound, limit: window.upperBound)
            while next < window.upperBound {
                if next + 1 == bytes.count || bytes[next + 1] != 0x0A {
                    place.line += 1
                    lineStart = max(lineStart, next + 1)
                }
                next = ByteScan.next(0x0D, in: bytes, from: next + 1, limit: window.upperBound)
            }
        }
        if lineStart == 0, text.bytes(in: 0..<3) == [0xEF, 0xBB, 0xBF] { lineStart = 3 }
        Self.forEachWindow(of: lineStart..<max(lineStart, error.offset), in: text) { bytes, window in
            place.column += bytes[window].count { $0 & 0xC0 != 0x80 }
        }
    }

    private static func forEachWindow(
        of range: Range<Int>, in text: BodyBytes, _ body: (UnsafeBufferPointer<UInt8>, Range<Int>) -> Void
    ) {
        var start = range.lowerBound
        while start < range.upperBound {
            text.withBytes { bytes in
                let end = min(range.upperBound, start + window, bytes.count)
                if start < end { body(bytes, start..<end) }
            }
            start += window
            text.releasePages(0..<start)
        }
    }
}
