import Base
import Bodies
import HTTPFormat
import Pattern

/// What is different between the user's version of a file and the disk's, as lines to read.
struct VersionDifferences {
    /// The file's name.
    var name: String
    var conflict: BlockMerge.Conflict

    /// More are only counted.
    private static let most = 200

    var message: Message {
        let (mine, disk) = (conflict.withMine, conflict.withTheirs)
        let comparison = mine.withUnsafeBufferPointer { first in
            disk.withUnsafeBufferPointer { second in
                BodyComparison.compare(first, second, isJSON: false, budget: QueryBudget())
            }
        }
        var lines = ["Mine and the disk's, line by line:"]
        for change in comparison.changes.prefix(Self.most) {
            guard case .element(let first, let second)? = change.step else { continue }
            if let range = change.first { lines.append(Self.line("mine", first, mine[range])) }
            if let range = change.second { lines.append(Self.line("disk", second, disk[range])) }
        }
        let rest = comparison.counts.total - min(comparison.changes.count, Self.most)
        if rest > 0 { lines.append("and \(rest) more") }
        return Message(title: "Differences in \(name)", lines: lines)
    }

    private static func line(_ side: String, _ index: Int?, _ bytes: ArraySlice<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).first.map(String.init)
        return "  \(side) \((index ?? 0) + 1): \(text?.cut(to: 200) ?? "(empty line)")"
    }
}
