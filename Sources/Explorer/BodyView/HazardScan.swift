import Base
import Bodies

/// Counts the characters of a whole body that `SafeText` would escape; harmless text is skipped quickly.
enum HazardScan {
    /// Line ends and tabs do not count. Longer lines are examined in separate pieces of some 4 KiB.
    static func count(_ text: UnsafeBufferPointer<UInt8>) -> HazardCounts {
        var counts = HazardCounts()
        var start = 0
        while start < text.count {
            let lineEnd = ByteScan.lineEnd(in: text, from: start)
            var end = lineEnd
            if lineEnd < text.count, end > start, text[end - 1] == 0x0D { end -= 1 }
            var piece = start
            while piece < end {
                let pieceEnd =
                    end - piece > 4096 ? ColumnIndex.boundary(after: piece + 4096, in: text, limit: end) : end
                if !isHarmless(text, piece..<pieceEnd) { count(piece..<pieceEnd, of: text, into: &counts) }
                piece = pieceEnd
            }
            start = lineEnd + 1
        }
        return counts
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
                ? ColumnIndex.plainBoundary(after: start + 64, in: bytes, limit: bytes.count) : bytes.count
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
