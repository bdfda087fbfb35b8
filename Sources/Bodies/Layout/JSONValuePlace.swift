import Base
import JSONPath
import NetEngine

/// The value that a row of the readable layout shows or begins.
package struct JSONValuePlace: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case string, number, literal
        case container(JSONContainer)
    }

    /// Its bytes in the text, quotation marks and brackets included.
    package let range: Range<Int>
    package let kind: Kind
    /// False if the text ends in it.
    package let isWhole: Bool
}

extension JSONLayout {
    /// The value of a line: of a member the value, of a bracket all that it encloses. nil where the text is not JSON.
    package func value(ofLine line: Int, in text: UnsafeBufferPointer<UInt8>) -> JSONValuePlace? {
        guard let row = row(line, in: text) else { return nil }
        let tokens = segments(ofLine: line, of: text).segments.compactMap { segment in
            if case .bytes(let range, let kind) = segment { (range: range, kind: kind) } else { nil }
        }
        let first = tokens.first?.kind == .jsonKey ? 2 : 0
        guard tokens.indices.contains(first) else { return nil }
        let (range, kind) = tokens[first]
        switch kind {
        case .jsonString:
            return JSONValuePlace(range: range, kind: .string, isWhole: Self.isClosed(range, in: text))
        case .jsonNumber: return JSONValuePlace(range: range, kind: .number, isWhole: true)
        case .jsonLiteral: return JSONValuePlace(range: range, kind: .literal, isWhole: true)
        default:
            let isClosing = text[range.lowerBound] == UInt8(ascii: "}") || text[range.lowerBound] == UInt8(ascii: "]")
            let opening =
                isClosing ? index.opening(atDepth: row.depth, around: row.offset, in: text) : range.lowerBound
            guard let opening, let container = index.container(at: opening, in: text) else { return nil }
            return JSONValuePlace(range: container.range, kind: .container(container), isWhole: container.isWhole)
        }
    }

    /// Whether a string ends with its closing quotation mark.
    private static func isClosed(_ range: Range<Int>, in text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard range.count > 1, text[range.upperBound - 1] == Byte.quote else { return false }
        let before = text[range.lowerBound..<range.upperBound - 1].reversed().prefix { $0 == Byte.backslash }
        return before.count.isMultiple(of: 2)
    }

    /// The normalized path (RFC 9535 §2.7) of a line's value; nil where the text is not JSON, or the path would be too long.
    ///
    /// - Parameters:
    ///   - isSequence: whether the text has many records; their numbers are the first step then.
    ///   - limit: from about this many bytes on it is too long.
    package func normalizedPath(
        ofLine line: Int, isSequence: Bool, limit: Int, in text: UnsafeBufferPointer<UInt8>
    ) -> String? {
        guard let row = row(line, in: text) else { return nil }
        let record = isSequence ? "[\(index.rootIndex(at: row.offset, in: text))]" : ""
        // A step takes at least three bytes.
        let path = index.path(to: row.offset, limit: limit / 3, in: text)
        let nameBytes = path.steps.reduce(0) { sum, step in
            if case .name(let range) = step { sum + range.count } else { sum }
        }
        guard !path.isCut, nameBytes <= limit else { return nil }
        let steps = path.steps.map { step in
            switch step {
            case .index(let index): "[\(index)]"
            case .name(let range):
                NormalizedPaths.step(JSONText.decoded(Array(text[range]), quote: 0))
            }
        }
        return "$\(record)\(steps.joined())"
    }
}
