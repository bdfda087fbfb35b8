import Base
import NetEngine

/// A query parameter as a user reads and types it, decoded, and as it is written in a file, percent-encoded.
///
/// What is not touched keeps its spelling: `%20` or `+`, upper or lower case digits. `{{references}}` are never changed, and
/// `%` with two hexadecimal digits is an escape however it got there, so nothing is encoded twice. `+` stays `+`: whether it
/// means a space is up to the server; one that is typed becomes `%2B`, which means a plus everywhere.
package enum ParameterText {
    /// One character to read, and how it is written.
    private struct Piece {
        var shown: String
        var written: String

        init(_ shown: String, _ written: String) {
            self.shown = shown
            self.written = written
        }
    }

    /// The text for reading. Escapes of invisible characters, and of what would mean something else, stay escapes.
    package static func shown(_ written: String) -> String {
        written.utf8.contains(Byte.percent) ? pieces(written).map(\.shown).joined() : written
    }

    /// The text for the file.
    /// - Parameters:
    ///   - isName: a name cannot hold `=`.
    ///   - old: what was written before: its spelling is kept at both ends, as far as the text is the same.
    package static func written(_ typed: String, isName: Bool = false, was old: String = "") -> String {
        if typed == shown(old) { return old }
        let pieces = pieces(old)
        var rest = Substring(typed).unicodeScalars
        var first = 0
        while first < pieces.count, rest.starts(with: pieces[first].shown.unicodeScalars) {
            rest.removeFirst(pieces[first].shown.unicodeScalars.count)
            first += 1
        }
        var last = pieces.count
        while last > first, rest.reversed().starts(with: pieces[last - 1].shown.unicodeScalars.reversed()) {
            rest.removeLast(pieces[last - 1].shown.unicodeScalars.count)
            last -= 1
        }
        let text =
            pieces[..<first].map(\.written).joined() + encoded(String(rest), isName)
            + pieces[last...].map(\.written).joined()
        // Two parts may mean something else beside each other.
        return shown(text) == typed ? text : encoded(typed, isName)
    }

    // MARK: Encoding

    private static func encoded(_ text: String, _ isName: Bool) -> String {
        let bytes = Array(text.utf8)
        var result = ""
        var start = 0
        func flush(to end: Int) { result += escaped(Array(bytes[start..<end]), isName) }
        var place = 0
        while place < bytes.count {
            guard let end = reference(in: bytes, at: place) else {
                place += 1
                continue
            }
            flush(to: place)
            result += String(decoding: bytes[place..<end], as: UTF8.self)
            (start, place) = (end, end)
        }
        flush(to: bytes.count)
        return result
    }

    private static func escaped(_ bytes: [UInt8], _ isName: Bool) -> String {
        let special = Set("&#+\(isName ? "=" : "")".utf8)
        var result = ""
        var start = 0
        for (place, byte) in bytes.enumerated() where special.contains(byte) {
            result += PercentEncoding.illegal(Array(bytes[start..<place]))
            result += PercentEncoding.encode([byte], keeping: { _, _ in false })
            start = place + 1
        }
        return result + PercentEncoding.illegal(Array(bytes[start...]))
    }

    /// The end of the `{{reference}}` that begins here.
    private static func reference(in bytes: [UInt8], at place: Int) -> Int? {
        guard place + 1 < bytes.count, bytes[place] == Byte.openBrace, bytes[place + 1] == Byte.openBrace else {
            return nil
        }
        var end = place + 2
        while end + 1 < bytes.count {
            if bytes[end] == Byte.closeBrace, bytes[end + 1] == Byte.closeBrace { return end + 2 }
            end += 1
        }
        return nil
    }

    // MARK: Decoding

    private static func pieces(_ written: String) -> [Piece] {
        let bytes = Array(written.utf8)
        var pieces: [Piece] = []
        func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        var place = 0
        while place < bytes.count {
            if let end = reference(in: bytes, at: place) {
                pieces.append(Piece(text(place..<end), text(place..<end)))
                place = end
            } else if escape(in: bytes, at: place) != nil {
                let (shown, end) = decoded(bytes, at: place)
                pieces.append(Piece(shown ?? text(place..<place + 3), text(place..<(shown == nil ? place + 3 : end))))
                place = shown == nil ? place + 3 : end
            } else {
                var end = place + 1
                while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
                pieces.append(Piece(text(place..<end), text(place..<end)))
                place = end
            }
        }
        return withoutNewBraces(pieces)
    }

    private static func escape(in bytes: [UInt8], at place: Int) -> UInt8? {
        guard place + 2 < bytes.count, bytes[place] == Byte.percent else { return nil }
        guard let high = URLEncoding.hexValue(bytes[place + 1]), let low = URLEncoding.hexValue(bytes[place + 2]) else {
            return nil
        }
        return high << 4 | low
    }

    /// The character that escapes make, and where they end; nil if it is not one to show.
    private static func decoded(_ bytes: [UInt8], at place: Int) -> (shown: String?, end: Int) {
        guard let lead = escape(in: bytes, at: place) else { return (nil, place) }
        let count = lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
        let values = (0..<count).compactMap { escape(in: bytes, at: place + 3 * $0) }
        let end = place + 3 * count
        guard values.count == count, let text = String(validating: values, as: UTF8.self),
            let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1, isVisible(scalar)
        else { return (nil, place) }
        // What follows would make an escape of it.
        if scalar == "%", end < bytes.count, bytes[end] == Byte.percent || URLEncoding.hexValue(bytes[end]) != nil {
            return (nil, place)
        }
        return (text, end)
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        case .nonspacingMark, .enclosingMark, .spacingMark: false
        default: scalar == " " || !scalar.properties.isWhitespace
        }
    }

    /// Escaped braces beside others of their kind stay escapes, so that none becomes a reference.
    private static func withoutNewBraces(_ pieces: [Piece]) -> [Piece] {
        var result = pieces
        for place in pieces.indices where ["{", "}"].contains(pieces[place].shown) {
            let piece = pieces[place]
            guard piece.shown != piece.written else { continue }
            let before = place > 0 && pieces[place - 1].shown.hasSuffix(piece.shown)
            let after = place + 1 < pieces.count && pieces[place + 1].shown.hasPrefix(piece.shown)
            if before || after { result[place].shown = piece.written }
        }
        return result
    }

}
