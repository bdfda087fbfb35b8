import Base

/// Adding, copying and removing whole requests.
extension HTTPDocument {
    /// Where a new request is written. A request or heading that is not in the file means the end of the file.
    package enum RequestPlace: Sendable, Hashable {
        case end
        /// Below the request with this index.
        case after(Int)
        /// Below the heading that is the block with this index: after the last of its requests, if it has any.
        case belowHeading(block: Int)
    }

    /// The index that a new request gets.
    package func requestIndex(at place: RequestPlace) -> Int { position(of: place).index }

    /// - Returns: the line below which a new request is inserted, and the index that it gets.
    private func position(of place: RequestPlace) -> (line: Int, index: Int) {
        switch place {
        case .after(let request) where requests.indices.contains(request):
            return (requests[request].lines.upperBound - 2, request + 1)
        case .belowHeading(let block) where blocks.indices.contains(block) && blocks[block].isHeading:
            let own = blocks[(block + 1)...].prefix { !$0.isHeading }.compactMap(\.requestIndex)
            if let last = own.last { return position(of: .after(last)) }
            return (blocks[block].lines.upperBound - 2, blocks[..<block].count { $0.requestIndex != nil })
        case .end, .after, .belowHeading: return (lines.count - 1, requests.count)
        }
    }

    /// Adds a request in the portable subset (§18.6).
    ///
    /// Line breaks in the arguments become spaces; an empty target becomes `http://localhost/`.
    package func addingRequest(
        method: String, target: String, title: String, at place: RequestPlace = .end
    ) throws(EditRefusal) -> HTTPDocument {
        try refuseReadOnly()
        let method = Self.oneLine(method)
        let target = Self.oneLine(target)
        let title = Self.oneLine(title)
        let block = [
            Array((title.isEmpty ? "###" : "### \(title)").utf8),
            Array("\(method.isEmpty ? "GET" : method) \(target.isEmpty ? "http://localhost/" : target)".utf8),
        ]
        let (line, index) = position(of: place)
        return try inserting(block, after: line, as: index)
    }

    /// Copies a request's whole block directly below it and makes its `@name` unique (`login2`), or else its title
    /// (`Login (copy)`).
    package func cloningRequest(_ index: Int) throws(EditRefusal) -> HTTPDocument {
        try refuseReadOnly()
        let request = try request(at: index)
        let start = start(of: request)
        var end = request.lines.upperBound - 1
        // The empty lines are copied too, so that deleting the copy restores the file. At the end of the file there may
        // be none.
        let isExact = !beginsBare(end) && (end < lines.count || kinds[end - 1] == .blank)
        if !isExact { while end > start + 1, kinds[end - 1] == .blank { end -= 1 } }
        var block = (start..<end).map { Array(bytes[lines.content($0)]) }
        if kinds[start] != .separator { block.insert(Array("###".utf8), at: 0) }
        let offset = kinds[start] == .separator ? 0 : 1
        func replace(_ line: Int, _ range: Range<Int>, with text: String) {
            let base = lines.content(line).lowerBound
            block[line - start + offset].replaceSubrange(
                range.lowerBound - base..<range.upperBound - base, with: Array(text.utf8))
        }
        if let name = request.name, let (line, range) = lastValue(of: "name", in: start..<end) {
            replace(line, range, with: unique(name, separator: "", first: 2) { $0.name })
        } else if let title = request.title {
            let copy = unique("\(title) (copy)", separator: " ", first: 2) { $0.title }
            if let (line, range) = lastValue(of: "title", in: start..<end) {
                replace(line, range, with: copy)
            } else if let (line, range) = titleRange(start..<end) {
                replace(line, range, with: copy)
            }
        }
        guard isExact else { return try inserting(block, after: end - 1, as: index + 1) }
        var edits = LineEdits(self)
        edits.insert(block, after: end - 1)
        return try inserted(by: edits, as: index + 1)
    }

    /// Removes the request's block; variables above the first request of a file stay. If no empty
    /// lines follow the last request, those between it and the request above are removed too.
    package func removingRequest(_ index: Int) throws(EditRefusal) -> HTTPDocument {
        try refuseReadOnly()
        let request = try request(at: index)
        var edits = LineEdits(self)
        remove(request, from: &edits)
        let (start, end) = (start(of: request), request.lines.upperBound - 1)
        if index > 0, end == lines.count, kinds[end - 1] != .blank, kinds[start - 1] == .blank {
            edits.delete(start - 1)
        }
        let result = HTTPDocument(bytes: edits.bytes)
        var order = Array(requests.indices)
        order.remove(at: index)
        guard result.requests.count == order.count,
            zip(result.requests, order).allSatisfy({ Self.isSame($0, requests[$1]) })
        else { throw EditRefusal(sentence: "The file would be read as something else; remove the lines in an editor.") }
        return result
    }

    /// Inserts lines below a line, with empty lines between them and their neighbours, as the request at index `place`.
    private func inserting(_ block: [[UInt8]], after anchor: Int, as place: Int) throws(EditRefusal) -> HTTPDocument {
        var edits = LineEdits(self)
        insert(block, after: anchor, into: &edits)
        return try inserted(by: edits, as: place)
    }

    private func inserted(by edits: LineEdits, as place: Int) throws(EditRefusal) -> HTTPDocument {
        let result = HTTPDocument(bytes: edits.bytes)
        var others = result.requests
        let isThere = others.indices.contains(place)
        if isThere { others.remove(at: place) }
        guard isThere, others.count == requests.count, zip(others, requests).allSatisfy(Self.isSame) else {
            throw EditRefusal(sentence: "The request would be read as something else here; write it in an editor.")
        }
        return result
    }

    private func titleRange(_ block: Range<Int>) -> (Int, Range<Int>)? {
        bytes.withUnsafeBufferPointer { buffer in
            for line in block where kinds[line] == .separator {
                let title = LineSyntax.separatorTitle(LineText(buffer, lines.content(line)))
                if !title.isEmpty { return (line, title.range) }
            }
            return nil
        }
    }

    private func unique(
        _ text: String, separator: String, first: Int, _ property: (SavedRequest) -> String?
    ) -> String {
        let taken = Set(requests.compactMap(property))
        if !taken.contains(text) { return text }
        var number = first
        while taken.contains("\(text)\(separator)\(number)") { number += 1 }
        return "\(text)\(separator)\(number)"
    }

    private static func oneLine(_ text: String) -> String {
        let parts = text.split { $0.isNewline || $0 == "\0" }
        let line = parts.joined(separator: " ")
        return String(decoding: LineText.trimmedBytes(Array(line.utf8)), as: UTF8.self)
    }
}
