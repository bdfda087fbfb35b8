/// Adding, copying and removing whole requests. None of them fails: a document that cannot be changed comes back as it is.
extension HTTPDocument {
    /// Appends a request in the portable subset (§18.6), or inserts it after the request `after`.
    ///
    /// Line breaks in the arguments become spaces; an empty target becomes `http://localhost/`. A read-only document, or
    /// one that would read the request as something else, comes back unchanged.
    func addingRequest(method: String, target: String, title: String, after: Int? = nil) -> HTTPDocument {
        let method = Self.oneLine(method)
        let target = Self.oneLine(target)
        let title = Self.oneLine(title)
        let block = [
            Array((title.isEmpty ? "###" : "### \(title)").utf8),
            Array("\(method.isEmpty ? "GET" : method) \(target.isEmpty ? "http://localhost/" : target)".utf8),
        ]
        let anchor: Int
        if let after, requests.indices.contains(after) {
            anchor = requests[after].lines.upperBound - 2
        } else {
            anchor = lines.count - 1
        }
        return inserting(block, after: anchor) ?? self
    }

    /// A copy of a request's whole block directly below it, its `@name` made unique (`login2`), or else its title
    /// (`Login (copy)`).
    func cloningRequest(_ index: Int) -> HTTPDocument {
        guard requests.indices.contains(index) else { return self }
        let request = requests[index]
        let start = start(of: request)
        var end = request.lines.upperBound - 1
        while end > start + 1, kinds[end - 1] == .blank { end -= 1 }
        var block = (start..<end).map { Array(bytes[lines.content($0)]) }
        if kinds[start] != .separator { block.insert(Array("###".utf8), at: 0) }
        let offset = kinds[start] == .separator ? 0 : 1
        func replace(_ line: Int, _ range: Range<Int>, with text: String) {
            let base = lines.content(line).lowerBound
            block[line - start + offset].replaceSubrange(
                range.lowerBound - base..<range.upperBound - base, with: Array(text.utf8))
        }
        if let name = request.name, let line = (start..<end).last(where: { metadataValue($0, "name") != nil }),
            let range = metadataValue(line, "name")
        {
            replace(line, range, with: unique(name, separator: "", first: 2) { $0.name })
        } else if let title = request.title {
            let copy = unique("\(title) (copy)", separator: " ", first: 2) { $0.title }
            if let line = (start..<end).last(where: { metadataValue($0, "title") != nil }),
                let range = metadataValue(line, "title")
            {
                replace(line, range, with: copy)
            } else if let (line, range) = titleRange(start..<end) {
                replace(line, range, with: copy)
            }
        }
        return inserting(block, after: end - 1) ?? self
    }

    /// Without the request's block; variables above the first request of a file stay.
    func removingRequest(_ index: Int) -> HTTPDocument {
        guard !isReadOnly, requests.indices.contains(index) else { return self }
        let request = requests[index]
        var edits = LineEdits(self)
        for line in start(of: request)..<request.lines.upperBound - 1 { edits.delete(line) }
        let result = HTTPDocument(bytes: edits.bytes)
        return result.requests.count == requests.count - 1 ? result : self
    }

    /// The lines below one line, with blank lines between it and its neighbours. nil if not exactly one request more is
    /// read then.
    private func inserting(_ block: [[UInt8]], after anchor: Int) -> HTTPDocument? {
        guard !isReadOnly else { return nil }
        var edits = LineEdits(self)
        insert(block, after: anchor, into: &edits)
        let result = HTTPDocument(bytes: edits.bytes)
        return result.requests.count == requests.count + 1 ? result : nil
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
