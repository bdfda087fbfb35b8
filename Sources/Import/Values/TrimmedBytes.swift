import Base

extension ArraySlice<UInt8> {
    /// Without spaces, tabs and line ends at either end.
    var trimmed: ArraySlice<UInt8> {
        let isSpace: (UInt8) -> Bool = {
            LineText.isSpace($0) || $0 == Byte.lineFeed || $0 == Byte.carriageReturn
        }
        let start = firstIndex { !isSpace($0) } ?? endIndex
        let end = self[start...].lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start
        return self[start..<end]
    }
}

extension StringProtocol {
    /// Without spaces, tabs and line ends at either end.
    var trimmedText: String { String(decoding: Array(utf8)[...].trimmed, as: UTF8.self) }
}

extension ArraySlice<UInt8> {
    /// `trimmed` as text.
    var trimmedText: String { String(decoding: trimmed, as: UTF8.self) }
}
