/// Keeps the bytes of a response's head that libcurl has not reported: a line that is not complete yet, or a refused one.
///
/// libcurl refuses a line with a NUL or without a colon before any callback sees it. The user must see it all the same,
/// so the engine peeks at the socket before libcurl reads from it, until the head is complete. That is possible only
/// without encryption.
struct HeadWitness {
    /// Of the response, from its beginning.
    private(set) var byteCount = 0
    /// The last of them, without the complete lines that libcurl reported.
    private var kept: [UInt8] = []
    /// Whether libcurl has read bytes that were not peeked at.
    private var isOutOfStep = false

    /// A line that libcurl refuses for its length, and one read more.
    private static let limit = 128 << 10

    /// libcurl is about to read this many bytes.
    mutating func arrive(_ count: Int) { byteCount += count }

    /// libcurl has read them.
    /// - Parameter told: how many bytes of the response libcurl has reported so far.
    mutating func keep(_ bytes: UnsafeRawBufferPointer, told: Int) {
        kept.append(contentsOf: bytes)
        guard told <= byteCount, byteCount - told <= kept.count, kept.count <= Self.limit else {
            isOutOfStep = true
            kept = []
            return
        }
        kept.removeFirst(kept.count - (byteCount - told))
    }

    /// The connection has ended, and this many bytes of the response were read from it.
    mutating func compare(with count: Int) {
        // The end itself may count as one.
        if count > byteCount + 1 { isOutOfStep = true }
    }

    /// Empty if they are not known for certain.
    func untold(after told: Int) -> [UInt8] {
        guard !isOutOfStep, told <= byteCount else { return [] }
        return Array(kept.suffix(byteCount - told))
    }
}
