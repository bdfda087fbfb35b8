import Base
import NetEngine

/// The delimiters of a multipart body that is written line by line. They make sure that no value, name or file inserted
/// into the body can forge a delimiter.
package struct MultipartLines {
    /// The text after the dashes; nil until the first line is read.
    package private(set) var boundary: String?
    /// Offsets of the file's own `--boundary` lines, in the order of the body.
    package private(set) var delimiters: [Int] = []
    /// Whether the next line belongs to the header of a part.
    package private(set) var isInHead = false

    /// True if a line with inserted values may be a delimiter (`--{{boundary}}`).
    private let takesValues: Bool

    /// - Parameter boundary: nil to take it from the first line.
    package init(boundary: String?, takesValues: Bool) {
        self.boundary = boundary
        self.takesValues = takesValues
    }

    /// Reads a line that begins with dashes in the file. True if it is a delimiter.
    ///
    /// - Parameters:
    ///   - line: with its values inserted.
    ///   - holdsValues: whether it has inserted values.
    package mutating func takeDashes(_ line: [UInt8], holdsValues: Bool, at offset: Int) -> Bool {
        var text = line[...]
        while let last = text.last, LineText.isSpace(last) { text.removeLast() }
        if boundary == nil, text.count > 2 { boundary = String(decoding: text.dropFirst(2), as: UTF8.self) }
        guard let delimiter else { return false }
        let isLast = text.elementsEqual(delimiter + [Byte.minus, Byte.minus])
        guard takesValues || !holdsValues, isLast || text.elementsEqual(delimiter) else {
            // Without inserted values the file decides.
            if !holdsValues, text.starts(with: delimiter) { delimiters.append(offset) }
            return false
        }
        delimiters.append(offset)
        isInHead = !isLast
        return true
    }

    /// An empty line ends the header of a part.
    package mutating func endHead() { isInHead = false }

    private var delimiter: [UInt8]? { boundary.map { Array("--\($0)".utf8) } }

    /// True if the body has a line that begins like a delimiter but is not one of the file's own.
    package func isForged(_ body: [UInt8]) -> Bool {
        guard let delimiter else { return false }
        let known = Set(delimiters)
        return ByteSearch.offsets(of: delimiter, in: body).contains { offset in
            !known.contains(offset)
                && (offset == 0 || body[offset - 1] == Byte.lineFeed || body[offset - 1] == Byte.carriageReturn)
        }
    }

    /// The body with a boundary that occurs nowhere in it. Equal bodies get equal boundaries.
    package func withOwnBoundary(_ body: [UInt8]) -> (body: [UInt8], boundary: String) {
        var number = 0
        while true {
            let hash = Hexadecimal.text(SHA256.hash(body + (number == 0 ? [] : Array(String(number).utf8))))
            let candidate = "------------------------" + hash.prefix(16)
            if !ByteSearch.contains(Array(candidate.utf8), in: body) {
                return (renamed(body, to: candidate), candidate)
            }
            number += 1
        }
    }

    private func renamed(_ body: [UInt8], to boundary: String) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(body.count + delimiters.count * boundary.utf8.count)
        var copied = 0
        for offset in delimiters {
            result += body[copied..<offset]
            result += "--\(boundary)".utf8
            copied = offset + (delimiter?.count ?? 0)
        }
        return result + body[copied...]
    }

    /// A line of a part's header with values inside quotes escaped as curl and browsers do: `%22`, `%0D`, `%0A`. nil if
    /// a value outside of quotes would start a new line.
    ///
    /// - Parameter values: the ranges of the values in the line, in order.
    package static func escaped(_ line: [UInt8], values: [Range<Int>]) -> [UInt8]? {
        guard !values.isEmpty else { return line }
        var result: [UInt8] = []
        var isQuoted = false
        var place = 0
        for range in values {
            for byte in line[place..<range.lowerBound] where byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            result += line[place..<range.lowerBound]
            let value = line[range]
            if isQuoted {
                result += MultipartName.quoted(String(decoding: value, as: UTF8.self)).utf8
            } else if value.contains(where: { $0 == Byte.lineFeed || $0 == Byte.carriageReturn }) {
                return nil
            } else {
                result += value
            }
            place = range.upperBound
        }
        return result + line[place...]
    }
}
