import Base
import NetEngine
import OpenAPI

/// One segment of a path template.
enum SegmentPattern: Sendable, Hashable {
    /// Its decoded bytes.
    case literal([UInt8])
    case parameter
    /// Texts as they are in a URL, with a parameter between each two of them; the first and the last may be empty.
    case mixed([[UInt8]])

    /// Stands for a parameter in the bytes of a segment.
    static let mark: UInt8 = 1

    /// - Parameter bytes: with `mark` for parameters.
    init(_ bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        if bytes == [Self.mark] {
            self = .parameter
        } else if bytes.contains(Self.mark) {
            self = .mixed(
                bytes.split(separator: Self.mark, omittingEmptySubsequences: false).map {
                    Array(PercentEncoding.illegal(Array($0)).utf8)
                })
        } else {
            self = .literal(URLEncoding.decode(bytes))
        }
    }

    /// The segments of a path, and the names of its parameters in their order.
    static func segments(of template: String) -> (segments: [SegmentPattern], names: [String]) {
        var names: [String] = []
        var bytes: [UInt8] = []
        for part in PathTemplate(template).parts {
            switch part {
            case .text(let text): bytes += text.utf8.map { $0 == mark ? Byte.space : $0 }
            case .parameter(let name):
                bytes.append(mark)
                names.append(name)
            }
        }
        if bytes.first == Byte.slash { bytes.removeFirst() }
        return (bytes.split(separator: Byte.slash, omittingEmptySubsequences: false).map { SegmentPattern($0) }, names)
    }

    /// How many of its bytes are fixed, if it is `mixed`.
    var fixedBytes: Int {
        if case .mixed(let texts) = self { texts.reduce(0) { $0 + $1.count } } else { 0 }
    }

    /// The texts of its parameters in a segment of a URL; nil if it does not match. A parameter is never empty.
    ///
    /// Each text between two parameters is taken where it is first found, in time linear in the segment for each.
    func captures(_ segment: ArraySlice<UInt8>, decoded: [UInt8]) -> [ArraySlice<UInt8>]? {
        switch self {
        case .literal(let bytes): return bytes == decoded ? [] : nil
        case .parameter: return segment.isEmpty ? nil : [segment]
        case .mixed(let texts):
            guard let first = texts.first, let last = texts.last, texts.count > 1 else { return nil }
            guard segment.count >= first.count + last.count + texts.count - 1, segment.starts(with: first),
                segment.suffix(last.count).elementsEqual(last)
            else { return nil }
            var captures: [ArraySlice<UInt8>] = []
            var start = segment.startIndex + first.count
            let end = segment.endIndex - last.count
            for text in texts.dropFirst().dropLast() {
                var place = start + 1
                while place + text.count < end, !segment[place..<(place + text.count)].elementsEqual(text) {
                    place += 1
                }
                guard place + text.count < end else { return nil }
                captures.append(segment[start..<place])
                start = place + text.count
            }
            guard start < end else { return nil }
            captures.append(segment[start..<end])
            return captures
        }
    }
}
