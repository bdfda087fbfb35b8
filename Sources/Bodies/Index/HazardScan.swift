import Base

/// Counts the characters of a whole body that `SafeText` would escape; harmless text is skipped quickly. Line ends and tabs do
/// not count. Longer lines are examined in separate pieces of some 4 KiB.
package struct HazardScan: Sendable {
    private static let piece = 4096

    package private(set) var counts = HazardCounts()
    /// Counted up to here.
    private var place: Int

    package init(from start: Int = 0) { place = start }

    package static func count(_ text: UnsafeBufferPointer<UInt8>) -> HazardCounts {
        var scan = HazardScan()
        scan.read(text, to: text.count, isEnd: true)
        return scan.counts
    }

    /// Reads on, up to an offset; the last incomplete piece waits for what follows.
    ///
    /// - Parameter plainStart: from there on all is printable ASCII, tabs and line feeds.
    package mutating func read(
        _ text: UnsafeBufferPointer<UInt8>, to limit: Int, plainFrom plainStart: Int = .max, isEnd: Bool
    ) {
        countWork(max(0, limit - place))
        // The last character may be about to get a mark.
        if place >= plainStart { place = max(place, limit - 1) }
        while place < limit {
            let lineEnd = ByteScan.lineEnd(in: text, from: place, limit: limit)
            let isLine = lineEnd < limit || isEnd
            var end = lineEnd
            if lineEnd < limit, end > place, text[end - 1] == 0x0D { end -= 1 }
            while place < end {
                let isLong = end - place > Self.piece
                guard isLine || end - place > Self.piece + 1024 else { return }
                let next = isLong ? SafeCells.boundary(after: place + Self.piece, in: text, limit: end) : end
                if !Self.isHarmless(text, place..<next) { Self.count(place..<next, of: text, into: &counts) }
                place = next
            }
            guard isLine else { return }
            place = lineEnd + 1
        }
    }

    private static func count(_ range: Range<Int>, of text: UnsafeBufferPointer<UInt8>, into counts: inout HazardCounts)
    {
        let bytes = UnsafeBufferPointer(rebasing: text[range])
        // Without control sequences, nothing extends over two adjacent ASCII letters.
        guard !bytes.contains(where: { $0 == 0x1B || $0 == 0xC2 }) else {
            for part in bytes.split(separator: 0x09) { counts += SafeText(bytes: part).hazards }
            return
        }
        var start = 0
        while start < bytes.count {
            let end =
                bytes.count - start > 96
                ? SafeCells.plainBoundary(after: start + 64, in: bytes, limit: bytes.count) : bytes.count
            if !isHarmless(bytes, start..<end) {
                for part in UnsafeBufferPointer(rebasing: bytes[start..<end]).split(separator: 0x09) {
                    counts += SafeText(bytes: part).hazards
                }
            }
            start = end
        }
    }

    /// True if the text is certainly harmless; false means unknown.
    private static func isHarmless(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        SafeCells.harmlessWidth(text, range, tabColumns: 0) != nil
    }
}

extension HazardCounts {
    /// For the status line: `14 control bytes: 2 OSC, 12 CSI`; nil if nothing was counted.
    package var summary: String? {
        guard total > 0 else { return nil }
        let sequences = control + csi + osc + otherEscape
        var parts: [String] = []
        if sequences > 0 {
            let kinds = [(osc, "OSC"), (csi, "CSI"), (otherEscape, "other escape")].filter { $0.0 > 0 }
                .map { "\($0.0) \($0.1)" }
            let name = sequences == 1 ? "1 control byte" : "\(sequences) control bytes"
            parts.append(kinds.isEmpty ? name : "\(name): \(kinds.joined(separator: ", "))")
        }
        if bidi > 0 { parts.append("\(bidi) bidi") }
        if zeroWidth > 0 { parts.append("\(zeroWidth) zero-width") }
        if invalidBytes > 0 { parts.append("\(invalidBytes) invalid UTF-8") }
        let counted = sequences + bidi + zeroWidth + invalidBytes
        if total > counted { parts.append("\(total - counted) unprintable") }
        return parts.joined(separator: ", ")
    }
}
