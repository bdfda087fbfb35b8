import Base

extension HTTPDocument {
    /// The value of a request's option as written (empty for a line without one) and its line, from 1; nil if it is not
    /// set. Of several lines the last one counts.
    package func option(_ option: RequestOption, of request: SavedRequest) -> (value: String, line: Int)? {
        let block = request.lines.lowerBound - 1..<request.lines.upperBound - 1
        for line in block.reversed() {
            guard let value = metadataParts(line, option.term.key)?.value else { continue }
            return (String(decoding: bytes[value], as: UTF8.self), line + 1)
        }
        return nil
    }

    /// Where key and value of a metadata line (from 0) are, if its key is this one.
    func metadataParts(_ line: Int, _ key: MetadataKey) -> (key: Range<Int>, value: Range<Int>)? {
        guard kinds[line] == .metadata else { return nil }
        return bytes.withUnsafeBufferPointer { buffer in
            guard let comment = LineSyntax.commentText(LineText(buffer, lines.content(line))),
                let (written, value) = LineSyntax.metadata(comment), MetadataKey(written) == key
            else { return nil }
            return (written.range, value.range)
        }
    }
}
