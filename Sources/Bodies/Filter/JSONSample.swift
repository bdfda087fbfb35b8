import NetEngine

/// The beginning of a large JSON text as a separate JSON text: cut after a whole value, and what is open is closed.
enum JSONSample {
    /// - Parameter bytes: about how long it is to be.
    /// - Returns: nil if the text is no longer than that, or is not JSON up to there.
    static func beginning(of body: BodyBytes, bytes: Int) -> [UInt8]? {
        guard body.count > bytes else { return nil }
        let text = body.bytes(in: 0..<bytes)
        return text.withUnsafeBufferPointer { buffer -> [UInt8]? in
            var reader = JSONReader(buffer, options: JSONReader.Options(maxDepth: 10_000, checksUTF8: false))
            var open: [UInt8] = []
            var end: (place: Int, depth: Int)?
            while let token = try? reader.next(in: buffer), token != .end {
                switch token {
                case .objectStart: open.append(UInt8(ascii: "}"))
                case .arrayStart: open.append(UInt8(ascii: "]"))
                case .objectEnd, .arrayEnd: open.removeLast()
                default: break
                }
                // A number at the very end may be cut.
                if token != .name, token != .number || reader.place < bytes { end = (reader.place, open.count) }
            }
            guard let end, end.depth > 0 else { return nil }
            return Array(text[..<end.place]) + open.prefix(end.depth).reversed()
        }
    }
}
