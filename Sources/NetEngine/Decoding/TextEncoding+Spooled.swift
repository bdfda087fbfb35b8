extension TextEncoding {
    /// `visibleUTF8` for bytes that may be in a file: then the text is in a file beside it, and no more of it in memory than a piece.
    ///
    /// Encodings whose characters have different lengths are converted in memory, and so is everything where the disk is full.
    package func visibleUTF8(_ bytes: BodyBytes, from start: Int = 0) -> BodyBytes {
        if let file = bytes.file, let text = try? spooledUTF8(bytes, from: start, beside: file) { return text }
        return BodyBytes(visibleUTF8(bytes.array ?? bytes.bytes(in: 0..<bytes.count), from: start))
    }

    private static let pieceLength = 1 << 20

    /// nil for other encodings.
    private func spooledUTF8(
        _ bytes: BodyBytes, from start: Int, beside file: SpooledBody
    ) throws(SpooledBody.Failure) -> BodyBytes? {
        let isWide = self == .utf16LittleEndian || self == .utf16BigEndian
        guard isWide || self == .windows1252 else { return nil }
        let text = try file.emptyNeighbour()
        let count = bytes.count
        var place = start
        while place < count {
            var piece = bytes.bytes(in: place..<min(count, place + Self.pieceLength))
            // A character of two units stays in one piece.
            if isWide, piece.count > 2, place + piece.count < count, isHighSurrogate(piece.suffix(2)) {
                piece.removeLast(2)
            }
            bytes.releasePages(place..<place + piece.count)
            place += piece.count
            let converted = visibleUTF8(piece)
            let outcome = converted.withUnsafeBytes { bytes in
                Result { () throws(SpooledBody.Failure) in try text.append(bytes) }
            }
            try outcome.get()
        }
        return BodyBytes(text)
    }

    private func isHighSurrogate(_ unit: ArraySlice<UInt8>) -> Bool {
        guard let byte = self == .utf16BigEndian ? unit.first : unit.last else { return false }
        return (0xD8...0xDB).contains(byte)
    }
}
