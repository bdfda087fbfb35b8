import NetEngine

/// Finds the first byte of a text that is not UTF-8, in pieces of any size.
package struct UTF8Scan: Sendable {
    package private(set) var firstInvalid: Int?
    private var place: Int

    package init(from start: Int = 0) { place = start }

    /// Reads on, up to an offset. A character that the end cuts off waits for the rest; the end of the text may cut one off too.
    ///
    /// - Parameter asciiStart: from there on all is ASCII.
    package mutating func read(
        _ text: UnsafeBufferPointer<UInt8>, to limit: Int, asciiFrom asciiStart: Int = .max
    ) {
        guard firstInvalid == nil, limit > place else { return }
        if place >= asciiStart {
            place = limit
            return
        }
        // What is cut off is read again.
        var end = limit
        if text[limit - 1] >= 0x80 {
            // The beginning of the last character.
            var lead = limit - 1
            while lead > place, limit - lead < 4, text[lead] & 0xC0 == 0x80 { lead -= 1 }
            let length = text[lead] >= 0xF0 ? 4 : text[lead] >= 0xE0 ? 3 : text[lead] >= 0xC0 ? 2 : 1
            if length > limit - lead { end = lead }
        }
        let piece = UnsafeBufferPointer(rebasing: text[place..<limit])
        firstInvalid = JSONReader.firstInvalidUTF8(in: piece).map { place + $0 }
        place = end
    }
}
