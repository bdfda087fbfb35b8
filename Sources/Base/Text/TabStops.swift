/// Replaces tabs by spaces up to the next tab stop, for text that is shown in columns.
package enum TabStops {
    /// - Parameter width: columns between two tab stops, at least 1.
    package static func expand(_ text: String, width: Int) -> String {
        guard text.utf8.contains(Byte.tab) else { return text }
        return String(decoding: expand(bytes: Array(text.utf8), width: width), as: UTF8.self)
    }

    /// Expands the tabs of one line given as bytes, which need not be valid UTF-8.
    package static func expand(bytes: [UInt8], width: Int) -> [UInt8] {
        guard bytes.contains(Byte.tab) else { return bytes }
        let step = max(1, width)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 32)
        var column = 0
        for (number, part) in bytes.split(separator: Byte.tab, omittingEmptySubsequences: false).enumerated() {
            if number > 0 {
                let spaces = step - column % step
                result += repeatElement(Byte.space, count: spaces)
                column += spaces
            }
            result += part
            column += DisplayWidth.of(SafeText(bytes: part))
        }
        return result
    }
}
