import Base
import Bodies
import NetEngine
import TerminalUI

/// Lines that can be written out one after the other, much faster than each by its number.
protocol SequentialLines {
    /// Writes all lines as they are shown, in pieces. Ends when `write` returns false.
    func writeLines(pieceBytes: Int, _ write: ([UInt8]) -> Bool)
}

extension BodyLines: SequentialLines {
    func writeLines(pieceBytes: Int, _ write: ([UInt8]) -> Bool) {
        withoutActuallyEscaping(write) { writeLines(by: LineWriter(pieceBytes: pieceBytes, write: $0)) }
    }

    private func writeLines(by writer: LineWriter) {
        var writer = writer
        text.withBytes { text in
            layout.forEachLine(from: 0, of: text) { number, indent, segments in
                writer.add(spaces: indent)
                if layout.expandsTabs, Self.hasTab(segments, text) {
                    // The width of a tab depends on what is before it.
                    forEachPart(ofLine: number) { writer.add($0.utf8) }
                } else {
                    for segment in segments { writer.add(segment, of: text) }
                }
                return writer.endLine()
            }
            writer.finish()
        }
    }

    private static func hasTab(_ segments: [LineSegment], _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        segments.contains { segment in
            guard case .bytes(let range, _) = segment else { return false }
            return UnsafeBufferPointer(rebasing: text[range]).contains(0x09)
        }
    }
}

/// Collects lines into pieces.
private struct LineWriter {
    let pieceBytes: Int
    let write: ([UInt8]) -> Bool
    var piece: [UInt8] = []
    var isStopped = false

    /// Bytes of a long stretch that are taken at once.
    private static let step = 64 << 10

    mutating func add(spaces count: Int) { piece.append(contentsOf: repeatElement(Byte.space, count: count)) }

    /// - Returns: whether there is more to be written.
    @discardableResult
    mutating func add(_ bytes: some Sequence<UInt8>) -> Bool {
        piece.append(contentsOf: bytes)
        hand()
        return !isStopped
    }

    mutating func add(_ segment: LineSegment, of text: UnsafeBufferPointer<UInt8>) {
        switch segment {
        case .gap(let count): add(spaces: count)
        case .added(let note, _): add(note.utf8)
        case .bytes(let range, _):
            var start = range.lowerBound
            while start < range.upperBound, !isStopped {
                let end =
                    range.upperBound - start <= Self.step
                    ? range.upperBound
                    : SafeCells.boundary(after: start + Self.step, in: text, limit: range.upperBound)
                let part = UnsafeBufferPointer(rebasing: text[start..<end])
                if SafeCells.isPlain(text, start..<end) {
                    add(part)
                } else {
                    add(SafeText(bytes: part).string.utf8)
                }
                start = end
            }
        }
    }

    mutating func endLine() -> Bool {
        piece.append(Byte.lineFeed)
        hand()
        return !isStopped
    }

    mutating func finish() {
        if !piece.isEmpty, !isStopped { isStopped = !write(piece) }
    }

    private mutating func hand() {
        guard piece.count >= pieceBytes else { return }
        isStopped = !write(piece)
        piece.removeAll(keepingCapacity: true)
    }
}
