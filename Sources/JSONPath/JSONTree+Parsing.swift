import NetEngine

extension JSONTree {
    /// Values from one report of the progress to the next; one less than a power of two.
    private static let reportedValues = 0xFFFF

    /// - Parameter progress: gets how many bytes were read by now, and says whether to go on.
    /// - Throws: where the text departs from RFC 8259. A byte order mark at the start is skipped (§8.1).
    package static func parse(
        _ text: [UInt8], progress: (Int) -> Bool = { _ in true }
    ) throws(JSONSyntaxError) -> JSONTree {
        guard text.count < Int(UInt32.max) else {
            throw JSONSyntaxError(offset: 0, reason: "the text is longer than 4 GiB")
        }
        let nodes = try text.withUnsafeBufferPointer { text throws(JSONSyntaxError) in
            try Self.nodes(of: text, progress)
        }
        return JSONTree(text: text, nodes: nodes)
    }

    private static func nodes(
        of text: UnsafeBufferPointer<UInt8>, _ progress: (Int) -> Bool
    ) throws(JSONSyntaxError) -> [Node] {
        var reader = JSONReader(text)
        var nodes: [Node] = []
        nodes.reserveCapacity(text.count / 8)
        /// The open containers, outermost first.
        var open: [Int] = []
        var name = noName
        while true {
            let token = try reader.next(in: text)
            switch token {
            case .end: return nodes
            case .name: name = UInt32(reader.tokenStart)
            case .objectEnd, .arrayEnd:
                guard let container = open.popLast() else { break }
                nodes[container].end = UInt32(reader.place)
                nodes[container].next = UInt32(nodes.count)
            case .objectStart, .arrayStart:
                open.append(nodes.count)
                fallthrough
            case .string, .number, .bool, .null:
                if nodes.count & reportedValues == reportedValues, !progress(reader.place) {
                    throw JSONSyntaxError(offset: reader.place, reason: "reading was stopped here")
                }
                nodes.append(
                    Node(
                        start: UInt32(truncatingIfNeeded: reader.tokenStart),
                        end: UInt32(truncatingIfNeeded: reader.place),
                        next: UInt32(truncatingIfNeeded: nodes.count + 1),
                        name: name))
                name = noName
            }
        }
    }
}
