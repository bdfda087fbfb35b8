/// Counts what `SafeText` makes visible in a whole body, fast over what is plainly harmless.
enum HazardScan {
    /// Line ends and tabs are no hazards. Longer lines are looked at in pieces of some 4 KiB, each for itself.
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
        for part in UnsafeBufferPointer(rebasing: text[range]).split(separator: 0x09) {
            counts += SafeText(bytes: part).hazards
        }
    }

    /// True only for printable ASCII, tabs, and letters of Latin, Cyrillic, Japanese, Chinese and Korean that are drawn
    /// as they are wherever they stand. False decides nothing.
    private static func isHarmless(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        var place = range.lowerBound
        let end = range.upperBound
        while place < end {
            let byte = text[place]
            if byte &- 0x20 < 0x5F || byte == 0x09 {
                place += 1
                continue
            }
            let length =
                switch byte {
                case 0xC3...0xC9, 0xD0...0xD1: 2
                case 0xE5...0xE9, 0xEB...0xEC: 3
                default: 0
                }
            guard length > 0, place + length <= end else { return false }
            for offset in 1..<length where text[place + offset] & 0xC0 != 0x80 { return false }
            place += length
        }
        return true
    }
}

extension HazardCounts {
    /// For the status line: `14 control bytes: 2 OSC, 12 CSI`; nil when there is nothing to tell.
    var summary: String? {
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
        let told = sequences + bidi + zeroWidth + invalidBytes
        if total > told { parts.append("\(total - told) unprintable") }
        return parts.joined(separator: ", ")
    }
}
