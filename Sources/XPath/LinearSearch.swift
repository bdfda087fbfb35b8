/// Finds bytes within bytes in linear time (Knuth, Morris and Pratt).
package struct LinearSearch: Sendable {
    private let wanted: [UInt8]
    /// For each byte of `wanted`: how many bytes are still matched after a mismatch following it.
    private let fallbacks: [Int]

    package init(_ wanted: [UInt8]) {
        self.wanted = wanted
        var fallbacks = [Int](repeating: 0, count: wanted.count)
        var matched = 0
        for place in wanted.indices.dropFirst() {
            while matched > 0, wanted[place] != wanted[matched] { matched = fallbacks[matched - 1] }
            if wanted[place] == wanted[matched] { matched += 1 }
            fallbacks[place] = matched
        }
        self.fallbacks = fallbacks
    }

    /// The first occurrence; an empty search text is found at the very beginning.
    ///
    /// - Parameter start: where the search begins.
    package func first(in text: [UInt8], from start: Int = 0) -> Range<Int>? {
        guard !wanted.isEmpty else { return start..<start }
        var matched = 0
        for place in start..<max(start, text.count) {
            while matched > 0, text[place] != wanted[matched] { matched = fallbacks[matched - 1] }
            if text[place] == wanted[matched] { matched += 1 }
            if matched == wanted.count { return place + 1 - matched..<place + 1 }
        }
        return nil
    }
}
