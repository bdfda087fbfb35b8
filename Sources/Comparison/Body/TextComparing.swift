import Base
import Bodies
import NetEngine
import Pattern
import Runs

/// Compares bodies that are not JSON: line by line, or only whether they are the same if they are binary.
enum TextComparing {
    private typealias Slot = ResponseSample.Slot

    /// Changes that are listed.
    private static let mostChanges = 50

    static func compare(
        _ runs: Both<[ResponseSample.Slot: [ResponseSample]]>, _ slots: [ResponseSample.Slot]
    ) -> BodyDifference {
        let all = [runs.a, runs.b].flatMap { $0.values.joined() }
        let isBinary = all.contains { $0.body.prefix(8192).contains(0) }
        var result = BodyDifference(.equal, method: isBinary ? .bytes : .text)
        var hasRepeats = false
        var changesByItself = false
        for slot in slots {
            for bodies in [runs.a[slot] ?? [], runs.b[slot] ?? []] where bodies.count > 1 {
                hasRepeats = true
                if bodies.contains(where: { $0.body != bodies[0].body }) { changesByItself = true }
            }
        }
        for slot in slots {
            guard let a = runs.a[slot]?.first?.body, let b = runs.b[slot]?.first?.body, a != b else { continue }
            if isBinary {
                add(.init(kind: .valueChanged, path: "$", place: "body", values: sizes(a, b)), to: &result)
                if changesByItself { result.verdict = .equalButForVolatileValues } else { result.verdict = .different }
                continue
            }
            let isVolatile = changesByItself || !hasRepeats
            if isVolatile, masked(a, numbers: changesByItself) == masked(b, numbers: changesByItself) {
                result.ignored = [
                    IgnoredValue(
                        path: "text", kind: .valueChanged,
                        ground: changesByItself ? .repeats : .guessed("ids and dates in a text"), values: Both(nil, nil)
                    )
                ]
                if result.verdict == .equal { result.verdict = .equalButForVolatileValues }
                continue
            }
            result.verdict = .different
            lines(a, b, &result)
        }
        if result.verdict == .equalButForVolatileValues, isBinary {
            result.changes = []
            result.changeCount = 0
            result.ignored = [IgnoredValue(path: "body", kind: .valueChanged, ground: .repeats, values: Both(nil, nil))]
        }
        return result
    }

    private static func sizes(_ a: [UInt8], _ b: [UInt8]) -> Both<String?> {
        Both(Formatting.byteCount(a.count), Formatting.byteCount(b.count))
    }

    private static func add(_ change: BodyDifference.Change, to result: inout BodyDifference) {
        result.changeCount += 1
        if result.changes.count < mostChanges { result.changes.append(change) }
    }

    private static func lines(_ a: [UInt8], _ b: [UInt8], _ result: inout BodyDifference) {
        a.withUnsafeBufferPointer { first in
            b.withUnsafeBufferPointer { second in
                let comparison = BodyComparison.compare(first, second, isJSON: false, budget: QueryBudget())
                result.changeCount += comparison.counts.total
                for change in comparison.changes.prefix(mostChanges - result.changes.count) {
                    let path = comparison.path(of: change, first, second)
                    let kind: DifferenceKind =
                        switch change.kind {
                        case .added: .added
                        case .removed: .removed
                        case .changed: .valueChanged
                        case .moved: .moved
                        }
                    result.changes.append(
                        BodyDifference.Change(
                            kind: kind, path: path, place: path,
                            values: Both(
                                change.first.map { BodyTree.shortened(a[$0]) },
                                change.second.map { BodyTree.shortened(b[$0]) })))
                }
            }
        }
    }

    /// The text with a mark for each word that is made for the occasion.
    /// - Parameter numbers: whether any number is such a word.
    private static func masked(_ text: [UInt8], numbers: Bool) -> [UInt8] {
        var masked: [UInt8] = []
        masked.reserveCapacity(text.count)
        var place = 0
        while place < text.count {
            var end = place
            while end < text.count, isWord(text[end]) { end += 1 }
            guard end > place else {
                masked.append(text[place])
                place += 1
                continue
            }
            let word = text[place..<end]
            let format = ValueFormat(word)
            if format.isLikelyVolatile(length: word.count) {
                masked += [0] + format.rawValue.utf8
            } else if numbers, word.contains(where: ASCII.isDigit) {
                masked += [0, UInt8(ascii: "n")]
            } else {
                masked += word
            }
            place = end
        }
        return masked
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == Byte.minus || byte == UInt8(ascii: "_")
            || byte == Byte.colon || byte == Byte.dot || byte == Byte.plus
    }
}
