import Base

extension HTTPDocument {
    /// A line of a request that sets an option: the value as written (empty for a line without one) and the line, from 1.
    package typealias OptionLine = (value: String, line: Int)

    /// The lines that set a request's options, by option. Of several lines for one option the last one counts.
    package func options(of request: SavedRequest) -> [MetadataKey: OptionLine] {
        var options: [MetadataKey: OptionLine] = [:]
        for line in request.lines.lowerBound - 1..<request.lines.upperBound - 1 {
            guard let parts = metadataParts(line) else { continue }
            options[parts.key] = (String(decoding: bytes[parts.value], as: UTF8.self), line + 1)
        }
        return options
    }

    /// What a line (from 0) sets, and where its key and its value are; nil if it is no metadata line with a known key.
    func metadataParts(_ line: Int) -> (key: MetadataKey, written: Range<Int>, value: Range<Int>)? {
        guard kinds[line] == .metadata else { return nil }
        return bytes.withUnsafeBufferPointer { buffer in
            guard let comment = LineSyntax.commentText(LineText(buffer, lines.content(line))),
                let (written, value) = LineSyntax.metadata(comment), let key = MetadataKey(written)
            else { return nil }
            return (key, written.range, value.range)
        }
    }
}
