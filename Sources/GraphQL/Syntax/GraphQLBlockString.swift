import Base

/// Reads and writes strings between `"""` (section 2.9.4, BlockStringValue).
package enum GraphQLBlockString {
    static func value(_ text: [UInt8], _ token: Range<Int>) -> String {
        let start = min(token.lowerBound + 3, token.upperBound)
        var end = token.upperBound
        let quotes: [UInt8] = [Byte.quote, Byte.quote, Byte.quote]
        if end - start >= 3, text[(end - 3)..<end].elementsEqual(quotes) { end -= 3 }
        return value(of: unescaped(text[start..<end]))
    }

    private static func unescaped(_ raw: ArraySlice<UInt8>) -> [UInt8] {
        guard raw.contains(Byte.backslash) else { return Array(raw) }
        var result: [UInt8] = []
        var place = raw.startIndex
        while place < raw.endIndex {
            if raw[place] == Byte.backslash, place + 3 < raw.endIndex, raw[place + 1] == Byte.quote,
                raw[place + 2] == Byte.quote, raw[place + 3] == Byte.quote
            {
                result.append(contentsOf: raw[(place + 1)..<(place + 4)])
                place += 4
            } else {
                result.append(raw[place])
                place += 1
            }
        }
        return result
    }

    /// Removes the common indentation of all lines but the first, and empty lines at both ends.
    static func value(of raw: [UInt8]) -> String {
        let lines = lines(raw)
        var common: Int?
        for line in lines.dropFirst() {
            let indent = indent(raw[line])
            if indent < line.count { common = min(common ?? indent, indent) }
        }
        var kept = lines.enumerated().map { index, line in
            index == 0 ? raw[line] : raw[line].dropFirst(common ?? 0)
        }[...]
        while let first = kept.first, indent(first) == first.count { kept.removeFirst() }
        while let last = kept.last, indent(last) == last.count { kept.removeLast() }
        return String(decoding: Array(kept.joined(separator: [Byte.lineFeed])), as: UTF8.self)
    }

    private static func lines(_ raw: [UInt8]) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = 0
        var place = 0
        while place < raw.count {
            guard raw[place] == Byte.lineFeed || raw[place] == Byte.carriageReturn else {
                place += 1
                continue
            }
            lines.append(start..<place)
            if raw[place] == Byte.carriageReturn, place + 1 < raw.count, raw[place + 1] == Byte.lineFeed { place += 1 }
            place += 1
            start = place
        }
        lines.append(start..<raw.count)
        return lines
    }

    private static func indent(_ line: ArraySlice<UInt8>) -> Int { line.prefix(while: LineText.isSpace).count }

    /// A text between `"""`, over several lines; nil if its value would not be read back the same, as with whitespace
    /// at its ends or control characters.
    package static func text(_ value: String, indent: String) -> String? {
        let bytes = Array(value.utf8)
        guard !bytes.isEmpty, bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == Byte.lineFeed || $0 == Byte.tab }),
            Self.value(of: [Byte.lineFeed] + bytes) == value
        else { return nil }
        let lines = bytes.split(separator: Byte.lineFeed, omittingEmptySubsequences: false).map {
            $0.isEmpty ? "" : indent + escaped($0)
        }
        return "\"\"\"\n\(lines.joined(separator: "\n"))\n\(indent)\"\"\""
    }

    private static func escaped(_ line: ArraySlice<UInt8>) -> String {
        var result: [UInt8] = []
        var place = line.startIndex
        while place < line.endIndex {
            if line[place...].starts(with: [Byte.quote, Byte.quote, Byte.quote]) {
                result += "\\\"\"\"".utf8
                place += 3
            } else {
                result.append(line[place])
                place += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
