import NetEngine

/// A text that lines show, to be searched.
package struct SearchText: Sendable {
    private let bytes: BodyBytes
    /// As many of them are shown; of a text that still arrives there may be more.
    let count: Int

    init(_ bytes: BodyBytes, count: Int) {
        self.bytes = bytes
        self.count = count
    }

    init(_ bytes: [UInt8]) { self.init(BodyBytes(bytes), count: bytes.count) }

    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        bytes.withBytes { body(UnsafeBufferPointer(rebasing: $0[..<min(count, $0.count)])) }
    }

    /// Says that what was searched need not stay in memory.
    func releasePages() { bytes.releasePages(0..<bytes.count) }
}

/// A byte of one of the texts of a `LineSource`.
package struct TextPlace: Sendable, Hashable {
    var text = 0
    var offset = 0

    /// After all texts.
    static let end = TextPlace(text: .max, offset: .max)
}

/// Bytes of one of the texts of a `LineSource`.
package struct TextRange: Sendable, Hashable {
    var text: Int
    var bytes: Range<Int>

    var start: TextPlace { TextPlace(text: text, offset: bytes.lowerBound) }
}
