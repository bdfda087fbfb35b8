import Base
import NetEngine
import OpenAPI

/// The place of the cursor in a form that is being typed.
struct FormBodyPlace: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case urlEncoded, multipart

        /// - Returns: nil for a type that is not a form.
        init?(mediaType: String) {
            switch MediaTypeName(mediaType).essence {
            case "application/x-www-form-urlencoded": self = .urlEncoded
            case "multipart/form-data": self = .multipart
            default: return nil
            }
        }
    }

    enum Part: Sendable, Hashable {
        /// The name of a field, with the names that the form has already.
        case name(others: Set<String>)
        /// The value of the field of that name.
        case value(of: String)
    }

    let part: Part
    /// What is typed of it up to the cursor.
    let typed: Range<Int>
    /// Whether what ends a name (`=`, a quotation mark) follows the cursor.
    let isClosed: Bool

    /// - Returns: nil where neither can be typed: between the parts of a multipart body, in the middle of a value.
    init?(_ text: [UInt8], at offset: Int, _ kind: Kind) {
        guard offset >= 0, offset <= text.count else { return nil }
        countWork(text.count)
        let place: FormBodyPlace?
        switch kind {
        case .urlEncoded: place = Self.urlEncoded(text, offset)
        case .multipart: place = Self.multipart(text, offset)
        }
        guard let place else { return nil }
        self = place
    }

    private init(_ part: Part, _ typed: Range<Int>, isClosed: Bool) {
        (self.part, self.typed, self.isClosed) = (part, typed, isClosed)
    }

    // MARK: name=value&name=value, over several lines

    private static func urlEncoded(_ text: [UInt8], _ offset: Int) -> FormBodyPlace? {
        var others: Set<String> = []
        var found: (range: Range<Int>, equals: Int?)?
        var start = 0
        while start <= text.count {
            let end = text[start...].firstIndex { $0 == Byte.ampersand || $0 == Byte.lineFeed } ?? text.count
            let range = trimmed(start..<end, text)
            let equals = text[range].firstIndex(of: Byte.equals)
            if start <= offset, offset <= end {
                found = (range, equals)
            } else if !range.isEmpty {
                others.insert(decoded(text[range.lowerBound..<(equals ?? range.upperBound)]))
            }
            start = end + 1
        }
        guard let (range, equals) = found else { return nil }
        let begin = min(range.lowerBound, offset)
        if let equals, offset > equals {
            let first = text[(equals + 1)..<offset].firstIndex { !LineText.isSpace($0) } ?? offset
            // In the middle of a value an item would be written into it.
            guard text[offset..<max(offset, range.upperBound)].isEmpty else { return nil }
            return FormBodyPlace(.value(of: decoded(text[range.lowerBound..<equals])), first..<offset, isClosed: false)
        }
        guard text[offset..<max(offset, equals ?? range.upperBound)].isEmpty else { return nil }
        return FormBodyPlace(.name(others: others), begin..<offset, isClosed: equals == offset)
    }

    /// A name without percent triplets and plus signs.
    private static func decoded(_ text: ArraySlice<UInt8>) -> String {
        var bytes = Array(text)
        while let last = bytes.last, LineText.isSpace(last) { bytes.removeLast() }
        return String(
            decoding: URLEncoding.decode(bytes.map { $0 == Byte.plus ? Byte.space : $0 }), as: UTF8.self)
    }

    private static func trimmed(_ range: Range<Int>, _ text: [UInt8]) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, LineText.isSpace(text[start]) || text[start] == Byte.carriageReturn { start += 1 }
        while end > start, LineText.isSpace(text[end - 1]) || text[end - 1] == Byte.carriageReturn { end -= 1 }
        return start..<end
    }

    /// A name or value in which nothing ends it. What else is not allowed in a URL is encoded when it is sent.
    static func encoded(_ text: String) -> String {
        PercentEncoding.encode(Array(text.utf8)) { byte, _ in
            byte > Byte.space && byte < 0x7F && byte != Byte.percent && byte != Byte.ampersand && byte != Byte.plus
                && byte != Byte.equals && byte != Byte.hash && byte != Byte.openBrace
        }
    }

    // MARK: multipart/form-data

    private static func multipart(_ text: [UInt8], _ offset: Int) -> FormBodyPlace? {
        var others: Set<String> = []
        var found: (typed: Range<Int>, isName: Bool, isClosed: Bool)?
        var nameAtCursor: String?
        /// The name of the part that is being read, and whether its header section still is.
        var (name, isInHead, isFirstLine) = (String?.none, false, false)
        var start = 0
        while start <= text.count {
            let end = text[start...].firstIndex(of: Byte.lineFeed) ?? text.count
            let line = text[start..<end]
            let hasCursor = start <= offset && offset <= end
            if line.starts(with: "--".utf8) {
                (name, isInHead, isFirstLine) = (nil, true, false)
            } else if isInHead, trimmed(start..<end, text).isEmpty {
                (isInHead, isFirstLine) = (false, true)
            } else if isInHead {
                if let range = nameRange(in: line) {
                    if hasCursor, range.lowerBound <= offset, offset <= range.upperBound {
                        // In the middle of a name an item would be written into it.
                        guard offset == range.upperBound else { return nil }
                        let isClosed = offset < text.count && text[offset] == Byte.quote
                        found = (range.lowerBound..<offset, true, isClosed)
                    } else {
                        let written = String(decoding: URLEncoding.decode(Array(text[range])), as: UTF8.self)
                        name = written
                        others.insert(written)
                    }
                }
            } else if hasCursor, isFirstLine, name != nil {
                let range = trimmed(start..<end, text)
                guard offset >= range.upperBound else { return nil }
                found = (min(range.lowerBound, offset)..<offset, false, false)
                nameAtCursor = name
                isFirstLine = false
            } else {
                isFirstLine = false
            }
            start = end + 1
        }
        guard let found else { return nil }
        if found.isName { return FormBodyPlace(.name(others: others), found.typed, isClosed: found.isClosed) }
        return nameAtCursor.map { FormBodyPlace(.value(of: $0), found.typed, isClosed: false) }
    }

    /// What is between the quotation marks of `name="…"`; up to the end of the line if they are not closed.
    private static func nameRange(in line: ArraySlice<UInt8>) -> Range<Int>? {
        let head = String(decoding: line.prefix(40), as: UTF8.self).lowercased()
        guard head.hasPrefix("content-disposition:") else { return nil }
        let mark = Array("name=\"".utf8)
        var place = line.startIndex
        while let start = line[place...].firstIndex(of: mark[0]) {
            place = start + 1
            // Not that of `filename`.
            guard line[start...].starts(with: mark), start == line.startIndex || !isNamePart(line[start - 1]) else {
                continue
            }
            let first = start + mark.count
            return first..<(line[first...].firstIndex(of: Byte.quote) ?? line.endIndex)
        }
        return nil
    }

    private static func isNamePart(_ byte: UInt8) -> Bool { LineText.isLetter(byte) || byte == Byte.asterisk }
}
