import Base
import Descriptions
import JSONPath
import NetEngine

/// Which lines of a file the parts of a body come from, so that a place in what is sent can be named in what is written.
struct BodyOrigins {
    private struct Part {
        /// The first byte in the body.
        var start: Int
        /// The line of the request file, from 1.
        var line: Int
        /// The file that the line inserts.
        var file: String?
    }

    /// In the order of the body.
    private var parts: [Part] = []

    /// - Parameter file: the name of the file that the line inserts; nil if the line itself is sent.
    mutating func add(_ line: Int, at start: Int, file: String?) {
        parts.append(Part(start: start, line: line, file: file))
    }

    /// Where a breach is written: a line of the request file, and the words that name the column, and the place in a file that is
    /// inserted there.
    func place(of breach: GraphQLBreaches.Breach, in body: [UInt8]) -> (line: Int, words: String)? {
        switch breach.place {
        case .request: return nil
        case .fragment(let line, let column): return (line, "Column \(column): ")
        case .body(let offset):
            guard let index = parts.lastIndex(where: { $0.start <= offset }) else { return nil }
            let part = parts[index]
            let end = index + 1 < parts.count ? parts[index + 1].start : body.count
            let place = TextPosition(
                byteOffset: offset - part.start, in: Array(body[part.start..<max(part.start, end)]))
            if let file = part.file { return (part.line, "\(file):\(place.line):\(place.column): ") }
            // Beyond the first line it is in the value of a variable.
            return (part.line, place.line == 1 ? "Column \(place.column): " : "")
        }
    }
}
