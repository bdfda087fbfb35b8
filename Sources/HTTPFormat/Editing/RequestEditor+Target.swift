import Base

/// Edits of method and target.
extension RequestEditor {
    package mutating func setMethod(_ method: String) throws(Refusal) {
        guard !method.isEmpty, method.utf8.allSatisfy(LineText.isToken) else {
            throw Refusal(sentence: "A method is one word of letters, digits and -.")
        }
        let bytes = Array(method.utf8)
        let known = bytes.withUnsafeBufferPointer { KnownMethod.name(LineText($0, 0..<$0.count)) }
        expected.method = known ?? method
        guard expected.method != request.method else { return }
        let line = request.line - 1
        let found = with(line) { text -> (Range<Int>, [UInt8])? in
            guard let parts = LineSyntax.requestLine(text) else { return nil }
            if let written = parts.method { return (written.range, bytes) }
            return (parts.target.start..<parts.target.start, bytes + [Byte.space])
        }
        guard let found else { return }
        edits.replace(line, with: content(line, replacing: [found]))
    }

    /// Writes only the part that differs; a target on several lines keeps its lines where possible.
    package mutating func setTarget(_ target: String) throws(Refusal) -> HTTPDocument {
        try Self.refuseLineBreak(target, "A target")
        let new = LineText.trimmedBytes(Array(target.utf8))
        guard !new.isEmpty else { throw Refusal(sentence: "A request needs a target.") }
        expected.target = String(decoding: new, as: UTF8.self)
        free.insert(.parameters)
        guard expected.target != request.target else { return document }
        let pieces = targetPieces()
        if pieces.count > 1 {
            replaceDifference(pieces, new)
            if let result = readBack() { return result }
            edits = LineEdits(document)
            for (line, _) in pieces.dropFirst() { edits.delete(line) }
        }
        guard let first = pieces.first else { throw Refusal(sentence: "The request line cannot be found.") }
        // A line that is only a method has no space behind it.
        let gap = first.range.isEmpty ? [Byte.space] : []
        // The version is behind the last line of the target, which is taken out.
        let version = pieces.dropFirst().last.map { line, range in
            LineText.trimmedBytes(Array(document.bytes[range.upperBound..<document.lines.content(line).upperBound]))
        }
        let end = version.map { $0.isEmpty ? [] : [Byte.space] + $0 } ?? []
        edits.replace(first.line, with: content(first.line, replacing: [(first.range, gap + new + end)]))
        return try readBack(Self.refusal(.setTarget(target)))
    }

    func targetPieces() -> [(line: Int, range: Range<Int>)] {
        (request.line - 1..<request.lines.upperBound - 1).compactMap { line in
            with(line) { text in
                switch document.kinds[line] {
                case .requestLine: LineSyntax.requestLine(text).map { (line, $0.target.range) }
                case .targetContinuation: (line, LineSyntax.splitVersion(text.trimmed).target.range)
                default: nil
                }
            }
        }
    }

    mutating func replaceDifference(_ pieces: [(line: Int, range: Range<Int>)], _ new: [UInt8]) {
        let old = pieces.flatMap { document.bytes[$0.range] }
        var starts = [0]
        for piece in pieces.dropLast() { starts.append(starts[starts.count - 1] + piece.range.count) }
        let prefix = zip(old, new).prefix { $0 == $1 }.count
        /// The part of the old target that changes if the common prefix is at most this long.
        func changed(from prefix: Int) -> Range<Int> {
            let most = min(old.count, new.count) - prefix
            return prefix..<old.count - zip(old.reversed(), new.reversed()).prefix(most).prefix { $0 == $1 }.count
        }
        func touched(_ range: Range<Int>) -> Int {
            starts.indices.count {
                starts[$0] < range.upperBound && starts[$0] + pieces[$0].range.count > range.lowerBound
            }
        }
        // If the change can start at a line start instead, it often covers that line alone.
        var range = changed(from: prefix)
        if let start = starts.last(where: { $0 <= prefix }), start > 0, touched(changed(from: start)) < touched(range) {
            range = changed(from: start)
        }
        var inserted: [UInt8]? = Array(new[range.lowerBound..<new.count - (old.count - range.upperBound)])
        for (index, (line, bytes)) in pieces.enumerated() {
            let piece = starts[index]..<starts[index] + bytes.count
            let takesInsertion = inserted != nil && range.lowerBound <= piece.upperBound
            guard takesInsertion || piece.overlaps(range) else { continue }
            if range.lowerBound == piece.upperBound, !range.isEmpty { continue }
            let from = max(range.lowerBound, piece.lowerBound) - piece.lowerBound + bytes.lowerBound
            let to = min(range.upperBound, piece.upperBound) - piece.lowerBound + bytes.lowerBound
            let replacement = inserted ?? []
            inserted = nil
            if replacement.isEmpty, from == bytes.lowerBound, to == bytes.upperBound, index > 0 {
                edits.delete(line)
            } else {
                edits.replace(line, with: content(line, replacing: [(from..<to, replacement)]))
            }
        }
    }
}
