import Base

/// Moving whole requests, with their separator and the comments above them (HTTP-FORMAT §18.7).
extension HTTPDocument {
    /// The request's block as lines to insert elsewhere: begins with a separator, ends without empty lines.
    package func block(ofRequest index: Int) -> [[UInt8]] {
        guard requests.indices.contains(index) else { return [] }
        let request = requests[index]
        let start = start(of: request)
        var end = request.lines.upperBound - 1
        while end > start + 1, kinds[end - 1] == .blank { end -= 1 }
        let block = (start..<end).map { Array(bytes[lines.content($0)]) }
        return kinds[start] == .separator ? block : [Array("###".utf8)] + block
    }

    /// The bytes of the request's block, from its separator to the end of its last line; nil for an index that is none.
    package func range(ofRequest index: Int) -> Range<Int>? {
        guard requests.indices.contains(index) else { return nil }
        let request = requests[index]
        let (first, end) = (start(of: request), request.lines.upperBound - 1)
        guard first < end else { return nil }
        return lines.whole(first).lowerBound..<lines.end(end - 1)
    }

    /// The bytes of this file with a copy of another file's request at its end, in place of a request with its name if there is
    /// one; variables that are not defined here are defined at the top.
    package func bytes(
        keeping index: Int, of other: HTTPDocument, with definitions: [(name: String, value: String)]
    ) -> [UInt8] {
        let lineEnd = LineEdits(self).lineEnd(after: 0)
        var block: [UInt8] = []
        for line in other.block(ofRequest: index) { block += line + lineEnd }
        // The byte order mark stays the first thing of the file.
        let mark = bytes[..<lines.markLength]
        let content = bytes[lines.markLength...]
        var result = Array(mark)
        let known = Set(self.definitions.map(\.name))
        for definition in definitions where !known.contains(definition.name) {
            result += Array("@\(definition.name) = \(definition.value)".utf8) + lineEnd
        }
        if result.count > mark.count { result += lineEnd }
        let name = other.requests.indices.contains(index) ? other.requests[index].name : nil
        if let old = requests.first(where: { $0.name != nil && $0.name == name }),
            let range = range(ofRequest: old.index)
        {
            let rest = bytes[range.upperBound...]
            return result + content[..<range.lowerBound] + block + (rest.isEmpty ? [] : lineEnd) + rest
        }
        result += content
        if let last = content.last, last != Byte.lineFeed, last != Byte.carriageReturn { result += lineEnd }
        return result + (content.isEmpty ? [] : lineEnd) + block
    }

    /// Moves the request to another index in the file; all others keep their order and their lines.
    package func movingRequest(_ index: Int, to place: Int) throws(EditRefusal) -> HTTPDocument {
        try refuseReadOnly()
        guard requests.indices.contains(index), requests.indices.contains(place) else {
            throw EditRefusal(sentence: "The file has no such position for a request.")
        }
        guard place != index else { return self }
        var edits = LineEdits(self)
        let request = requests[index]
        remove(request, from: &edits)
        if place > index {
            let anchor = requests[place].lines.upperBound - 2
            insert(block(ofRequest: index), after: anchor, into: &edits)
        } else {
            insert(block(ofRequest: index), before: start(of: requests[place]), into: &edits)
        }
        var order = Array(requests.indices)
        order.remove(at: index)
        order.insert(index, at: place)
        let result = HTTPDocument(bytes: edits.bytes)
        guard result.requests.count == requests.count,
            zip(result.requests, order).allSatisfy({ Self.isSame($0, requests[$1]) })
        else { throw EditRefusal(sentence: "The file would be read as something else; move the lines in an editor.") }
        return result
    }

    /// Copies a request of another document to index `place` of this one; the number of requests means the end.
    package func taking(_ index: Int, of other: HTTPDocument, at place: Int) throws(EditRefusal) -> HTTPDocument {
        try refuseReadOnly()
        guard other.requests.indices.contains(index) else {
            throw EditRefusal(sentence: "The request is no longer in the file.")
        }
        var edits = LineEdits(self)
        guard (0...requests.count).contains(place) else {
            throw EditRefusal(sentence: "The file has no such position for a request.")
        }
        if place < requests.count {
            insert(other.block(ofRequest: index), before: start(of: requests[place]), into: &edits)
        } else {
            insert(other.block(ofRequest: index), after: lines.count - 1, into: &edits)
        }
        let result = HTTPDocument(bytes: edits.bytes)
        var others = result.requests
        guard others.count == requests.count + 1, Self.isSame(others.remove(at: place), other.requests[index]),
            zip(others, requests).allSatisfy(Self.isSame)
        else { throw EditRefusal(sentence: "The request would be read as something else in that file.") }
        return result
    }

    func refuseReadOnly() throws(EditRefusal) {
        if isReadOnly { throw EditRefusal(sentence: "The file is not UTF-8 and cannot be edited here.") }
    }

    package func request(at index: Int) throws(EditRefusal) -> SavedRequest {
        guard requests.indices.contains(index) else {
            throw EditRefusal(sentence: "The request is no longer in the file.")
        }
        return requests[index]
    }

    /// True if two requests mean the same. Their documentation may differ: that of the first request of a file may be
    /// above its variables, where it stays.
    package static func isSame(_ a: SavedRequest, _ b: SavedRequest) -> Bool { a.says(sameAs: b) }

    /// Inserts a block with one empty line between it and its neighbours.
    package func insert(_ block: [[UInt8]], after anchor: Int, into edits: inout LineEdits) {
        var added = block
        if anchor >= 0, !isBlankLine(anchor) { added.insert([], at: 0) }
        if beginsBare(anchor + 1) {
            // A following request without a separator would become part of the new one.
            added += [[], Array("###".utf8)]
        } else if anchor + 1 < lines.count, !isBlankLine(anchor + 1) {
            added.append([])
        }
        edits.insert(added, after: anchor)
    }

    /// Deletes the lines of a request. If the next one has no separator it gets one, or it would become part of the
    /// request above.
    package func remove(_ request: SavedRequest, from edits: inout LineEdits) {
        let start = start(of: request)
        let end = request.lines.upperBound - 1
        for line in start..<end { edits.delete(line) }
        if start > 0, beginsBare(end) { edits.insert([Array("###".utf8)], after: end - 1) }
    }

    /// True if the line (from 0) is the first of a request without a separator.
    func beginsBare(_ line: Int) -> Bool {
        guard line < lines.count, kinds[line] != .separator else { return false }
        return requests.contains { $0.lines.lowerBound == line + 1 || start(of: $0) == line }
    }

    private func insert(_ block: [[UInt8]], before line: Int, into edits: inout LineEdits) {
        var added = block + [[]]
        // The first request of a file may lack a separator; it needs one now.
        if kinds[line] != .separator { added.append(Array("###".utf8)) }
        if line > 0, !isBlankLine(line - 1) { added.insert([], at: 0) }
        edits.insert(added, after: line - 1)
    }

    func isBlankLine(_ line: Int) -> Bool { bytes[lines.content(line)].allSatisfy(LineText.isSpace) }
}
