/// What came of an answer's head and libcurl has told nobody of: a line that is not whole yet, or one that it refuses.
///
/// libcurl refuses a line with a NUL and one without a colon before any callback sees it. A person must see it all the same, so the engine looks at what lies in the socket before libcurl takes it, as long as the head
/// is not complete. That can be done only where the bytes are not encrypted.
struct HeadWitness {
    /// Of the answer, from its beginning.
    private(set) var byteCount = 0
    /// The last of them; whole lines that were told are left out.
    private var kept: [UInt8] = []
    /// Whether libcurl has read what was not looked at before.
    private var isOutOfStep = false

    /// A line that libcurl refuses for its length, and one read more.
    private static let limit = 128 << 10

    /// libcurl is about to take so many bytes.
    mutating func arrive(_ count: Int) { byteCount += count }

    /// libcurl has taken them.
    /// - Parameter told: how many bytes of the answer it has told of, up to now.
    mutating func keep(_ bytes: UnsafeRawBufferPointer, told: Int) {
        kept.append(contentsOf: bytes)
        guard told <= byteCount, byteCount - told <= kept.count, kept.count <= Self.limit else {
            isOutOfStep = true
            kept = []
            return
        }
        kept.removeFirst(kept.count - (byteCount - told))
    }

    /// The connection is at its end, and so many bytes of the answer were taken from it.
    mutating func compare(with count: Int) {
        // The end itself may count as one.
        if count > byteCount + 1 { isOutOfStep = true }
    }

    /// Empty where they are not known for certain.
    func untold(after told: Int) -> [UInt8] {
        guard !isOutOfStep, told <= byteCount else { return [] }
        return Array(kept.suffix(byteCount - told))
    }
}
