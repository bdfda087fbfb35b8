import Base
import JSONPath
import NetEngine
import Runs

/// Guesses from two values alone whether they are made for the occasion: for requests that were sent once in each run.
struct Guess {
    /// When the runs started.
    let startedAt: Both<Timestamp>

    private static let day: Int64 = 86_400_000_000

    /// The format that both values have, if such values are made for the occasion; nil if they count.
    func format(_ a: BodyTree, _ mine: Int, _ b: BodyTree, _ other: Int) -> String? {
        let kind = a.tree.kind(mine)
        guard kind == b.tree.kind(other) else { return nil }
        switch kind {
        case .string: return Self.format(a.tree.string(mine), b.tree.string(other))
        case .number:
            guard let unit = Self.epoch(a.tree.slice(mine), startedAt.a),
                unit == Self.epoch(b.tree.slice(other), startedAt.b)
            else { return nil }
            return "time in \(unit)"
        case .object, .array, .bool, .null: return nil
        }
    }

    static func format(_ a: [UInt8], _ b: [UInt8]) -> String? {
        let format = ValueFormat(a)
        guard format == ValueFormat(b), format.isLikelyVolatile(length: min(a.count, b.count)) else { return nil }
        // Tokens and hashes of one kind are about as long.
        if format == .hex || format == .token, max(a.count, b.count) > 2 * min(a.count, b.count) { return nil }
        return format.rawValue
    }

    /// The unit in which a number is a time within a day of the run; nil if it is not.
    private static func epoch(_ text: ArraySlice<UInt8>, _ startedAt: Timestamp) -> String? {
        guard text.count >= 10, let value = Double(String(decoding: text, as: UTF8.self)) else { return nil }
        let units: [(String, Double)] = [("seconds", 1_000_000), ("milliseconds", 1000), ("microseconds", 1)]
        let run = Double(startedAt.microsecondsSince1970)
        return units.first { abs(value * $0.1 - run) < Double(day) }?.0
    }
}
