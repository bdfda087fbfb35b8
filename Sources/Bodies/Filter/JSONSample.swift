import NetEngine

/// The beginning of a large JSON text as a separate JSON text: cut after a whole value, and what is open is closed.
enum JSONSample {
    /// Cut after the outermost value that ends in the second half of what can be taken: so a list ends after an item and not
    /// within one, unless that item is longer than half of the sample.
    ///
    /// - Parameter bytes: about how long it is to be.
    /// - Returns: nil if the text is no longer than that, or is not JSON up to there.
    static func beginning(of body: BodyBytes, bytes: Int) -> [UInt8]? {
        guard body.count > bytes else { return nil }
        let text = body.bytes(in: 0..<bytes)
        return text.withUnsafeBufferPointer { buffer -> [UInt8]? in
            var reader = JSONReader(buffer, options: JSONReader.Options(maxDepth: 10_000, checksUTF8: false))
            var open: [UInt8] = []
            /// Where the last whole value of each depth ends; 0 for none.
            var ends = [0]
            /// After the first bracket or brace, which is all that there is of some texts.
            var start = 0
            while let token = try? reader.next(in: buffer), token != .end {
                switch token {
                case .objectStart, .arrayStart:
                    open.append(UInt8(ascii: token == .objectStart ? "}" : "]"))
                    if start == 0 { start = reader.place }
                    if ends.count <= open.count { ends.append(0) }
                    continue
                case .objectEnd, .arrayEnd: open.removeLast()
                case .name, .end: continue
                // One at the very end may be cut.
                case .number where reader.place == bytes: continue
                case .string, .number, .bool, .null: break
                }
                ends[open.count] = reader.place
            }
            let newest = ends.max() ?? 0
            guard newest > 0 else { return open.first.map { Array(text[..<start]) + [$0] } }
            // Nothing of a lesser depth ended after it, so what was open there is still open.
            guard let depth = ends.firstIndex(where: { $0 * 2 >= newest }), depth > 0 else { return nil }
            return Array(text[..<ends[depth]]) + open.prefix(depth).reversed()
        }
    }
}
