import Base
import NetEngine

/// A field of a form as it was sent.
package struct FormPart: Sendable, Hashable {
    package var name: String
    /// Where its value is in the body, as it is written.
    package var range: Range<Int>
    /// Where its name, or the head of its part, begins.
    package var start: Int
    /// The headers of a part; empty in a URL-encoded form.
    package var headers: HeaderFields = []
    /// Whether the part names a file.
    package var isFile = false
}

/// Reads forms: `application/x-www-form-urlencoded` and `multipart/form-data`. The counterpart of `FormBody`.
package enum FormReading {
    /// Lines in the head of a part.
    private static let mostHeadLines = 20
    private static let longestLine = 8_192

    /// The pieces of `a=1&b=2` (WHATWG URL §5.1).
    /// - Parameter most: pieces that are read.
    package static func urlEncoded(_ body: [UInt8], most: Int = .max) -> [FormPart] {
        var parts: [FormPart] = []
        var start = 0
        countWork(body.count)
        while start < body.count, parts.count < most {
            let end = body[start...].firstIndex(of: Byte.ampersand) ?? body.endIndex
            if start < end {
                let equals = body[start..<end].firstIndex(of: Byte.equals)
                let name = decoded(body[start..<(equals ?? end)])
                parts.append(
                    FormPart(
                        name: String(decoding: name, as: UTF8.self), range: (equals.map { $0 + 1 } ?? end)..<end,
                        start: start))
            }
            start = end + 1
        }
        return parts
    }

    /// A plus sign is a space.
    package static func decoded(_ bytes: some Collection<UInt8>) -> [UInt8] {
        URLEncoding.decode(bytes.map { $0 == Byte.plus ? Byte.space : $0 })
    }

    /// The parts of a form between its boundaries (RFC 7578). Parts without a name are left out.
    /// - Parameter most: parts that are read.
    /// - Returns: nil if the body is not made of parts with this boundary.
    package static func multipart(_ body: [UInt8], boundary: String, most: Int = .max) -> [FormPart]? {
        let mark = Array("--\(boundary)".utf8)
        guard !boundary.isEmpty, mark.count <= 202 else { return nil }
        var starts: [(line: Int, content: Int)] = []
        var isClosed = false
        body.withUnsafeBufferPointer { body in
            var place = 0
            while !isClosed, starts.count <= most, let found = next(mark, in: body, from: place) {
                let rest = body[(found + mark.count)...]
                let end = rest.firstIndex(of: Byte.lineFeed) ?? body.endIndex
                let tail = rest[..<end]
                isClosed = tail.starts(with: [Byte.minus, Byte.minus])
                let isBoundary =
                    isClosed || tail.allSatisfy { $0 == Byte.space || $0 == Byte.tab || $0 == Byte.carriageReturn }
                if isBoundary { starts.append((found, min(end + 1, body.count))) }
                place = found + mark.count
            }
        }
        guard starts.count >= 2 else { return nil }
        return zip(starts, starts.dropFirst()).compactMap { open, close in
            part(body, open.content..<max(open.content, close.line))
        }
    }

    /// A boundary at the start of a line.
    private static func next(_ mark: [UInt8], in body: UnsafeBufferPointer<UInt8>, from: Int) -> Int? {
        var place = from
        while place + mark.count <= body.count {
            guard let found = body[place...].firstIndex(of: Byte.minus), found + mark.count <= body.count else {
                return nil
            }
            countWork(1)
            if found == 0 || body[found - 1] == Byte.lineFeed,
                UnsafeBufferPointer(rebasing: body[found..<(found + mark.count)]).elementsEqual(mark)
            {
                return found
            }
            place = found + 1
        }
        return nil
    }

    private static func part(_ body: [UInt8], _ range: Range<Int>) -> FormPart? {
        var place = range.lowerBound
        var headers = HeaderFields()
        for _ in 0..<mostHeadLines {
            guard let end = body[place..<range.upperBound].prefix(longestLine).firstIndex(of: Byte.lineFeed) else {
                return nil
            }
            var line = body[place..<end]
            if line.last == Byte.carriageReturn { line.removeLast() }
            place = end + 1
            if line.isEmpty { break }
            guard let colon = line.firstIndex(of: Byte.colon) else { continue }
            let value = String(decoding: line[(colon + 1)...], as: UTF8.self).trimmingWhitespace()
            headers.append(HeaderField(String(decoding: line[..<colon], as: UTF8.self), value))
        }
        let disposition = ContentType.parameters(of: Array((headers.last("Content-Disposition")?.value ?? "").utf8))
        guard let name = disposition.first(where: { $0.name == "name" })?.value else { return nil }
        var end = range.upperBound
        if end > place, body[end - 1] == Byte.lineFeed { end -= 1 }
        if end > place, body[end - 1] == Byte.carriageReturn { end -= 1 }
        return FormPart(
            name: name, range: place..<max(place, end), start: range.lowerBound, headers: headers,
            isFile: disposition.contains { $0.name == "filename" || $0.name == "filename*" })
    }
}
