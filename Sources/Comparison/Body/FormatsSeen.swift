import Base
import JSONPath
import Runs

/// Which formats and lengths the volatile strings of one run have, by path. The values themselves say nothing.
struct FormatsSeen {
    private struct Entry {
        var formats: Set<ValueFormat> = []
        var lengths: ClosedRange<Int>
    }

    private var entries: [PathTable.ID: Entry] = [:]

    mutating func add(_ body: BodyTree, _ noise: Noise) {
        for node in body.tree.nodes.indices {
            guard noise.contains(.valueChanged, at: body.paths[node]), body.tree.kind(node) == .string else { continue }
            let text = body.tree.string(node)
            var entry = entries[body.paths[node]] ?? Entry(lengths: text.count...text.count)
            entry.formats.insert(ValueFormat(text))
            entry.lengths = min(entry.lengths.lowerBound, text.count)...max(entry.lengths.upperBound, text.count)
            entries[body.paths[node]] = entry
        }
    }

    /// Paths whose values do not look alike in both runs, with how they look.
    static func changes(_ a: FormatsSeen, _ b: FormatsSeen) -> [(path: PathTable.ID, looks: Both<String>)] {
        a.entries.keys.sorted().compactMap { path in
            guard let mine = a.entries[path], let other = b.entries[path] else { return nil }
            let common = mine.formats.intersection(other.formats)
            let strange = mine.formats.symmetricDifference(other.formats).filter { format in
                !common.contains { format.isPartOf($0) }
            }
            if !strange.isEmpty {
                return (path, Both(words(mine.formats), words(other.formats)))
            }
            // As long as within a factor of four they are alike.
            let isApart =
                mine.lengths.lowerBound > 4 * max(4, other.lengths.upperBound)
                || other.lengths.lowerBound > 4 * max(4, mine.lengths.upperBound)
            return isApart ? (path, Both(words(mine.lengths), words(other.lengths))) : nil
        }
    }

    private static func words(_ formats: Set<ValueFormat>) -> String {
        ValueFormat.allCases.filter(formats.contains).map { $0 == .empty ? "empty" : $0.rawValue }.joined(
            separator: ", ")
    }

    private static func words(_ lengths: ClosedRange<Int>) -> String {
        lengths.count == 1
            ? Formatting.count(lengths.lowerBound, "byte") : "\(lengths.lowerBound) to \(lengths.upperBound) bytes"
    }
}
