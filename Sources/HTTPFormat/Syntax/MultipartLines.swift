import Base
import NetEngine

/// The delimiters of a multipart body that is written line by line, so that no value, name or file that is put into it can make one
/// of its own.
package struct MultipartLines {
    /// Behind the dashes; nil until the first line has told it.
    package private(set) var boundary: String?
    /// Where the lines that the file itself holds put `--boundary`, in the order of the body.
    package private(set) var delimiters: [Int] = []
    /// Whether the next line belongs to the header of a part.
    package private(set) var isInHead = false

    /// Whether a line into which values were put can part the body (`--{{boundary}}`).
    private let takesValues: Bool

    /// - Parameter boundary: nil if the first line is to tell it.
    package init(boundary: String?, takesValues: Bool) {
        self.boundary = boundary
        self.takesValues = takesValues
    }

    /// Takes in a line that begins with dashes in the file. True if it parts the body.
    ///
    /// - Parameters:
    ///   - line: with its values put in.
    ///   - holdsValues: whether any were.
    package mutating func takeDashes(_ line: [UInt8], holdsValues: Bool, at offset: Int) -> Bool {
        var text = line[...]
        while let last = text.last, LineText.isSpace(last) { text.removeLast() }
        if boundary == nil, text.count > 2 { boundary = String(decoding: text.dropFirst(2), as: UTF8.self) }
        guard let delimiter else { return false }
        let isLast = text.elementsEqual(delimiter + [0x2D, 0x2D])
        guard takesValues || !holdsValues, isLast || text.elementsEqual(delimiter) else {
            // What the file says itself is its own business.
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

    /// Whether the body has a line that begins as a delimiter does and is none of the file's own.
    package func isForged(_ body: [UInt8]) -> Bool {
        guard let delimiter else { return false }
        let known = Set(delimiters)
        return ByteSearch.offsets(of: delimiter, in: body).contains { offset in
            !known.contains(offset) && (offset == 0 || body[offset - 1] == 0x0A || body[offset - 1] == 0x0D)
        }
    }

    /// The body with a boundary that occurs nowhere in it. The same body gets the same one.
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

    /// A line of a part's header, in which values within quotes are escaped as curl and browsers do: `%22`, `%0D`, `%0A`. nil if a
    /// value outside of quotes would make a line of its own.
    ///
    /// - Parameter values: where values stand in the line, in order.
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
            } else if value.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
                return nil
            } else {
                result += value
            }
            place = range.upperBound
        }
        return result + line[place...]
    }
}
