extension HTTPDocument {
    /// The byte ranges of the lines, terminators (LF, CRLF, CR) included.
    private var lineRanges: [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = 0
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            if byte == UInt8(ascii: "\r"), place < bytes.count, bytes[place] == UInt8(ascii: "\n") { place += 1 }
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                ranges.append(start..<place)
                start = place
            }
        }
        if start < bytes.count { ranges.append(start..<bytes.count) }
        return ranges
    }

    /// The bytes of lines numbered from 1; lines that are not there are left out.
    private func byteRange(ofLines lines: Range<Int>) -> Range<Int> {
        let ranges = lineRanges
        let first = max(1, lines.lowerBound)
        let end = min(lines.upperBound, ranges.count + 1)
        guard first < end else {
            let place = first <= ranges.count ? ranges[first - 1].lowerBound : bytes.count
            return place..<place
        }
        return ranges[first - 1].lowerBound..<ranges[end - 2].upperBound
    }

    /// Whole lines as text with LF line ends.
    func text(ofLines lines: Range<Int>) -> String {
        let text = String(decoding: bytes[byteRange(ofLines: lines)], as: UTF8.self)
        return Self.withLineFeeds(text)
    }

    /// The document with whole lines replaced. The text's line ends become those of the file's first line; text that
    /// is followed by other lines ends with one.
    func replacingLines(_ lines: Range<Int>, with text: String) -> HTTPDocument {
        let range = byteRange(ofLines: lines)
        var text = Self.withLineFeeds(text)
        if range.upperBound < bytes.count, !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
        let usesCRLF = bytes.firstIndex(of: UInt8(ascii: "\n")).map { $0 > 0 && bytes[$0 - 1] == UInt8(ascii: "\r") }
        var new: [UInt8] = []
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\n"), usesCRLF == true { new.append(UInt8(ascii: "\r")) }
            new.append(byte)
        }
        return HTTPDocument(bytes: Array(bytes[..<range.lowerBound]) + new + Array(bytes[range.upperBound...]))
    }

    private static func withLineFeeds(_ text: String) -> String {
        var result: [UInt8] = []
        var wasReturn = false
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\r") {
                result.append(UInt8(ascii: "\n"))
            } else if !(byte == UInt8(ascii: "\n") && wasReturn) {
                result.append(byte)
            }
            wasReturn = byte == UInt8(ascii: "\r")
        }
        return String(decoding: result, as: UTF8.self)
    }
}
