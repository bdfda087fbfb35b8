import Base
import NetEngine

/// The parts of a multipart body (RFC 2046 §5.1), each with its headers and by its own kind.
package enum MultipartBodyDecoder: BodyDecoder {
    package static var kind: BodyKind { .multipart }
    /// More parts are counted, not shown.
    static let mostParts = 200
    /// Parts that are multipart themselves are taken apart this deep.
    static let deepest = 4

    package static func isNamed(by type: ContentType, fileName: Substring) -> Bool { type.isMultipart }

    package static func decode(_ input: DecoderInput) throws(DecodingRefusal) -> ReadableBody {
        guard input.nesting < deepest else {
            throw DecodingRefusal("multipart bodies are nested more than \(deepest) levels deep")
        }
        let bytes = input.bytes
        guard let boundary = input.type.boundary.map({ Array($0.utf8) }) ?? firstLine(bytes) else {
            throw DecodingRefusal("its type names no boundary, and it does not begin with one", at: 0)
        }
        let (ranges, isComplete) = split(bytes, boundary)
        guard !ranges.isEmpty else { throw DecodingRefusal("the boundary does not occur in it") }
        let count = Formatting.count(ranges.count, "part")
        var parts: [BodyPart] = []
        for (index, range) in ranges.prefix(mostParts).enumerated() {
            parts.append(part(input, range, "Part \(index + 1) of \(ranges.count)"))
        }
        let summary = isComplete ? count : "\(count), without the closing boundary"
        return ReadableBody(kind, summary, .parts(parts))
    }

    /// The boundary in the first line of the body.
    private static func firstLine(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard bytes.starts(with: [Byte.minus, Byte.minus]) else { return nil }
        let end = ByteScan.lineEnd(in: bytes, from: 2, limit: 2 + 100)
        guard end < min(bytes.count, 102) else { return nil }
        return Array(LineText(bytes, 2..<end).string.utf8.prefix { $0 != Byte.carriageReturn })
    }

    /// What is between the boundaries, and whether the last one closes the body.
    private static func split(
        _ bytes: UnsafeBufferPointer<UInt8>, _ boundary: [UInt8]
    ) -> (parts: [Range<Int>], isComplete: Bool) {
        countWork(bytes.count)
        let delimiter = [Byte.minus, Byte.minus] + boundary
        var parts: [Range<Int>] = []
        var start: Int?
        var line = 0
        while line < bytes.count {
            let end = ByteScan.lineEnd(in: bytes, from: line)
            let rest = bytes[line..<end]
            if rest.starts(with: delimiter) {
                let tail = LineText(bytes, line + delimiter.count..<end)
                let isLast = tail.starts(with: "--")
                let isBoundary = isLast || bytes[tail.range].allSatisfy { JSONText.isSpace($0) }
                if isBoundary {
                    if let start { parts.append(start..<max(start, endOfContent(bytes, line))) }
                    start = min(end + 1, bytes.count)
                    if isLast { return (parts, true) }
                }
            }
            line = end + 1
        }
        if let start { parts.append(start..<bytes.count) }
        return (parts, false)
    }

    /// The line end before a boundary belongs to the boundary.
    private static func endOfContent(_ bytes: UnsafeBufferPointer<UInt8>, _ line: Int) -> Int {
        guard line > 0 else { return 0 }
        return line > 1 && bytes[line - 2] == Byte.carriageReturn ? line - 2 : line - 1
    }

    private static func part(_ input: DecoderInput, _ range: Range<Int>, _ title: String) -> BodyPart {
        var headers: [StyledRow] = []
        var (typeText, name) = ("", "")
        var place = range.lowerBound
        // Headers up to an empty line; a part without headers begins with one.
        while place < range.upperBound, headers.count < 100 {
            let end = ByteScan.lineEnd(in: input.bytes, from: place, limit: range.upperBound)
            var line = LineText(input.bytes, place..<end)
            if line.last == Byte.carriageReturn { line = line.upTo(line.end - 1) }
            place = min(end + 1, range.upperBound)
            if line.isEmpty { break }
            guard let colon = line.firstIndex(of: Byte.colon) else {
                headers.append(StyledRow(line.upTo(line.start + 1024).string))
                continue
            }
            let value = line.from(colon + 1).trimmed.upTo(colon + 1024)
            headers.append(
                StyledRow([(line.upTo(min(colon + 1, line.start + 200)).string, .name), (" " + value.string, .text)]))
            if line.upTo(colon).equalsIgnoringCase("content-type") { typeText = value.string }
            if line.upTo(colon).equalsIgnoringCase("content-disposition") { name = fieldName(value.string) }
        }
        let content = place..<range.upperBound
        var part = BodyPart(
            title: name.isEmpty ? title : "\(title): \(name)", headers: headers, range: content, type: typeText)
        let bytes = UnsafeBufferPointer(rebasing: input.bytes[content])
        let outcome = BodyKind.decode(
            bytes, type: ContentType(typeText), now: input.now, nesting: input.nesting + 1)
        switch outcome {
        case .decoded(let body): part.body = body
        case .refused(_, let refusal): part.refusal = refusal.sentence
        case .unknown: break
        }
        return part
    }

    /// The `name` of a form's part.
    private static func fieldName(_ value: String) -> String {
        guard let start = value.firstRange(of: "name=\"")?.upperBound else { return "" }
        return String(value[start...].prefix { $0 != "\"" }.prefix(80))
    }
}
