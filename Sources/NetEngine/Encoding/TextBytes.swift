/// Comparisons by bytes. A character of Swift includes what combines with it: a quotation mark that a combining mark follows is neither
/// found nor escaped as one. Every other program reads the mark.
extension StringProtocol {
    package func contains(bytes text: String) -> Bool {
        let pattern = Array(text.utf8)
        return utf8.withContiguousStorageIfAvailable { ByteSearch.contains(pattern, in: UnsafeRawBufferPointer($0)) }
            ?? ByteSearch.contains(pattern, in: Array(utf8))
    }

    /// - Parameter text: not empty.
    package func replacing(bytes text: String, with other: String) -> String {
        let (bytes, pattern) = (Array(utf8), Array(text.utf8))
        var result: [UInt8] = []
        var start = 0
        // Occurrences may overlap: the first one counts.
        for offset in ByteSearch.offsets(of: pattern, in: bytes) where offset >= start {
            result += bytes[start..<offset]
            result += other.utf8
            start = offset + pattern.count
        }
        guard start > 0 else { return String(self) }
        result += bytes[start...]
        return String(decoding: result, as: UTF8.self)
    }
}
