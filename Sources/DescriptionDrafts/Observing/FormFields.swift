import Base
import NetEngine

/// The names and values of queries, forms and multipart forms.
enum FormFields {
    /// Pieces of a query or form that are looked at.
    static let most = 2_000
    private static let longestName = 300

    /// `a=1&b=2`, decoded; a plus sign is a space (WHATWG URL §5.1).
    static func read(_ text: some Collection<UInt8>) -> [NamedValue] {
        var values: [NamedValue] = []
        for piece in text.split(separator: Byte.ampersand, maxSplits: most).prefix(most) {
            let equals = piece.firstIndex(of: Byte.equals)
            let name = decoded(piece[..<(equals ?? piece.endIndex)])
            guard !name.isEmpty, name.count <= longestName else { continue }
            let value = equals.map { decoded(piece[piece.index(after: $0)...]) } ?? []
            values.append(NamedValue(name: String(decoding: name, as: UTF8.self), value: value))
        }
        return values
    }

    private static func decoded(_ bytes: some Collection<UInt8>) -> [UInt8] {
        URLEncoding.decode(bytes.map { $0 == Byte.plus ? Byte.space : $0 })
    }

    /// The parts of `multipart/form-data` (RFC 7578); nil if the body is not made of parts with this boundary.
    static func multipart(_ body: [UInt8], contentType: String) -> [NamedValue]? {
        guard let boundary = parameter("boundary", of: contentType), !boundary.isEmpty, boundary.utf8.count <= 200
        else {
            return nil
        }
        let mark = Array("--\(boundary)".utf8)
        var values: [NamedValue] = []
        var starts: [Range<Int>] = []
        body.withUnsafeBufferPointer { body in
            var place = 0
            while starts.count <= most, let found = next(mark, in: body, from: place) {
                starts.append(found..<(found + mark.count))
                place = found + mark.count
            }
        }
        guard starts.count >= 2 else { return nil }
        for (open, close) in zip(starts, starts.dropFirst()) {
            let part = body[open.upperBound..<max(open.upperBound, close.lowerBound)]
            if let value = self.part(part) { values.append(value) }
        }
        return values
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

    private static func part(_ part: ArraySlice<UInt8>) -> NamedValue? {
        var rest = part
        var disposition = ""
        // The line of the boundary ends first.
        for line in 0..<20 {
            guard let end = rest.prefix(8_192).firstIndex(of: Byte.lineFeed) else { return nil }
            var text = rest[rest.startIndex..<end]
            if text.last == Byte.carriageReturn { text.removeLast() }
            rest = rest[(end + 1)...]
            if line > 0, text.isEmpty { break }
            let header = String(decoding: text, as: UTF8.self)
            if header.lowercased().hasPrefix("content-disposition:") { disposition = header }
        }
        guard let name = parameter("name", of: disposition), !name.isEmpty, name.utf8.count <= longestName else {
            return nil
        }
        if rest.last == Byte.lineFeed { rest.removeLast() }
        if rest.last == Byte.carriageReturn { rest.removeLast() }
        let isFile =
            parameter("filename", of: disposition) != nil || parameter("filename*", of: disposition) != nil
        return NamedValue(name: name, value: isFile ? [] : Array(rest.prefix(4_096)), isFile: isFile)
    }

    /// A parameter of a field's value, without its quotation marks.
    static func parameter(_ name: String, of value: String) -> String? {
        for piece in value.split(separator: ";").dropFirst() {
            let parts = piece.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].filter({ $0 != " " }).lowercased() == name else { continue }
            var text = parts[1]
            while text.first == " " { text.removeFirst() }
            while text.last == " " { text.removeLast() }
            if text.count >= 2, text.first == "\"", text.last == "\"" { text = text.dropFirst().dropLast() }
            return String(text)
        }
        return nil
    }
}
