import Base
import NetEngine

/// A JSON text with `{{variables}}` in it: as a value or a part of one, inside strings, in place of members.
///
/// Each variable is covered by JSON of the same length, so that the one reader of JSON checks the text, with its rules and its
/// sentences, and every offset is one of the text itself.
package struct JSONTemplate: Sendable {
    /// The first place where the text cannot be JSON, whatever the variables are.
    package struct Flaw: Sendable, Hashable {
        /// From 1.
        package var line: Int
        package var column: Int
        /// A clause: `a colon is expected here`.
        package var reason: String

        package var sentence: String { "line \(line), column \(column): \(reason)" }
    }

    /// The text.
    let bytes: [UInt8]
    /// The text with its variables covered.
    private(set) var covered: [UInt8]
    /// Where a variable that stands for members begins, and its end.
    private(set) var members: [Int: Int] = [:]
    /// Lines that begin with `#` or `//`, from there to their ends.
    private(set) var comments: [Range<Int>] = []
    /// Whether a line names a file to be inserted: then nothing is known of the text.
    package private(set) var insertsFiles = false

    /// - Parameter keepsComments: whether lines that begin with `#` or `//` are sent.
    package init(_ text: String, keepsComments: Bool = false) {
        bytes = Array(text.utf8)
        covered = bytes
        cover(keepsComments: keepsComments)
    }

    /// nil if it is JSON, as far as that can be known.
    package var flaw: Flaw? {
        guard !insertsFiles else { return nil }
        return covered.withUnsafeBufferPointer { text in
            var reader = JSONReader(text)
            do throws(JSONSyntaxError) {
                while try reader.next(in: text) != .end {}
                return nil
            } catch {
                return flaw(error)
            }
        }
    }

    func flaw(_ error: JSONSyntaxError) -> Flaw {
        let place = TextPosition(byteOffset: error.offset, in: bytes)
        return Flaw(line: place.line, column: place.column, reason: error.reason)
    }

    // MARK: Covering

    private mutating func cover(keepsComments: Bool) {
        var place = 0
        var open: [UInt8] = []
        /// The last byte that is no space; a string for any value.
        var last: UInt8 = 0
        var isLineStart = true
        countWork(bytes.count)
        while place < bytes.count {
            let byte = bytes[place]
            let begins = isLineStart
            if !Self.isSpace(byte) { isLineStart = false }
            switch byte {
            case Byte.lineFeed:
                isLineStart = true
                place += 1
            case _ where Self.isSpace(byte): place += 1
            case Byte.quote:
                place = coverString(from: place)
                last = Byte.quote
            case Byte.lessThan where begins:
                insertsFiles = true
                place += 1
            case _ where begins && !keepsComments && isComment(at: place):
                let end = lineEnd(from: place)
                comments.append(place..<end)
                for offset in place..<end { covered[offset] = Byte.space }
                place = end
            default:
                let (end, hasVariable) = wordEnd(from: place)
                if hasVariable, Self.mayLead(byte) {
                    let isMember = open.last == Byte.openBrace && last != Byte.colon && !isName(upTo: end)
                    coverWord(place..<end, isMember: isMember)
                    last = Byte.quote
                    place = end
                } else if hasVariable {
                    place = end
                } else {
                    if byte == Byte.openBrace || byte == Byte.openBracket { open.append(byte) }
                    if byte == Byte.closeBrace || byte == Byte.closeBracket { _ = open.popLast() }
                    last = byte
                    place = max(end, place + 1)
                }
            }
        }
    }

    private mutating func coverWord(_ range: Range<Int>, isMember: Bool) {
        for offset in range { covered[offset] = UInt8(ascii: "x") }
        covered[range.lowerBound] = Byte.quote
        guard isMember, range.count >= 4 else {
            covered[range.upperBound - 1] = Byte.quote
            return
        }
        covered.replaceSubrange(range.upperBound - 3..<range.upperBound, with: "\":0".utf8)
        members[range.lowerBound] = range.upperBound
    }

    /// Covers the variables of a string, and returns its end: that of its line if it is not closed.
    private mutating func coverString(from start: Int) -> Int {
        var place = start + 1
        while place < bytes.count {
            if let end = Self.variable(in: bytes, at: place) {
                for offset in place..<end { covered[offset] = UInt8(ascii: "x") }
                place = end
                continue
            }
            switch bytes[place] {
            case Byte.quote: return place + 1
            case Byte.lineFeed: return place
            case Byte.backslash: place += 2
            default: place += 1
            }
        }
        return min(place, bytes.count)
    }

    /// The end of a number, a word, or anything else that is not a string; with a variable in it all that touches it.
    private func wordEnd(from start: Int) -> (end: Int, hasVariable: Bool) {
        var place = start
        var hasVariable = false
        while place < bytes.count {
            if let end = Self.variable(in: bytes, at: place) {
                place = end
                hasVariable = true
            } else if Self.isSpace(bytes[place]) || Self.isStructural(bytes[place]) {
                break
            } else {
                place += 1
            }
        }
        return (place, hasVariable)
    }

    /// Whether a colon follows.
    private func isName(upTo end: Int) -> Bool {
        var place = end
        while place < bytes.count, Self.isSpace(bytes[place]) { place += 1 }
        return place < bytes.count && bytes[place] == Byte.colon
    }

    private func isComment(at place: Int) -> Bool {
        bytes[place] == Byte.hash
            || bytes[place] == Byte.slash && place + 1 < bytes.count && bytes[place + 1] == Byte.slash
    }

    private func lineEnd(from place: Int) -> Int { bytes[place...].firstIndex(of: Byte.lineFeed) ?? bytes.count }

    // MARK: Bytes

    /// The end of the `{{variable}}` that begins here: it is on one line.
    static func variable(in bytes: [UInt8], at place: Int) -> Int? {
        guard place + 1 < bytes.endIndex, bytes[place] == Byte.openBrace, bytes[place + 1] == Byte.openBrace else {
            return nil
        }
        var end = place + 2
        while end + 1 < bytes.endIndex, bytes[end] != Byte.lineFeed {
            if bytes[end] == Byte.closeBrace, bytes[end + 1] == Byte.closeBrace { return end + 2 }
            end += 1
        }
        return nil
    }

    /// Whether a line of the text may begin with it without becoming a comment or the name of a file.
    private static func mayLead(_ byte: UInt8) -> Bool {
        byte != Byte.lessThan && byte != Byte.hash && byte != Byte.slash
    }

    static func isSpace(_ byte: UInt8) -> Bool {
        byte == Byte.space || byte == Byte.tab || byte == Byte.lineFeed || byte == Byte.carriageReturn
    }

    static func isStructural(_ byte: UInt8) -> Bool {
        switch byte {
        case Byte.openBrace, Byte.closeBrace, Byte.openBracket, Byte.closeBracket, Byte.comma, Byte.colon, Byte.quote:
            true
        default: false
        }
    }
}
