import Base
import NetEngine
import Workspace

/// A breach of the description of the API, or a warning, in two runs. The same one is at the same place of the description and at the
/// same path in the body, whichever items of arrays have it.
package struct BreachChange: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable { case new, gone, same }

    /// What makes two breaches the same.
    struct Key: Hashable {
        var operation: String
        var isRequest: Bool
        var document: String
        var pointer: String
        /// In the body, `[*]` for each item; empty for what is not in the body.
        var path: String

        /// nil for a result that is not a breach.
        init?(_ result: CheckResult) {
            guard let described = result.described, result.verdict == .failed || result.verdict == .warning else {
                return nil
            }
            operation = described.operation
            isRequest = described.isRequest
            document = described.source?.document ?? ""
            pointer = described.source?.pointer ?? result.text
            path = result.place.map { Self.withoutIndexes($0.path) } ?? ""
        }

        /// `$['items'][3]['id']` as `$['items'][*]['id']`.
        private static func withoutIndexes(_ path: String) -> String {
            var out: [UInt8] = []
            var isQuoted = false
            var isEscaped = false
            var isIndex = false
            for byte in path.utf8 {
                if isQuoted {
                    if isEscaped {
                        isEscaped = false
                    } else if byte == Byte.backslash {
                        isEscaped = true
                    } else if byte == UInt8(ascii: "'") {
                        isQuoted = false
                    }
                } else if byte == UInt8(ascii: "'") {
                    isQuoted = true
                } else if out.last == Byte.openBracket, ASCII.isDigit(byte) {
                    isIndex = true
                    out.append(Byte.asterisk)
                    continue
                } else if isIndex, ASCII.isDigit(byte) {
                    continue
                } else {
                    isIndex = false
                }
                out.append(byte)
            }
            return String(decoding: out, as: UTF8.self)
        }
    }

    package var kind: Kind
    /// `GET /pets/{id}`.
    package var operation: String
    package var isRequest: Bool
    /// The place in the description; nil if none is known.
    package var document: String
    package var pointer: String
    package var path: String
    /// Whether it is a failure in run B; of one that is gone, in run A.
    package var isFailure: Bool
    /// How many responses have it.
    package var count: Both<Int>
    /// What the check said, of run B if it is there.
    package var text: String

    /// `GET /pets 200 body at $['items'][*]['id']: …`, for reports.
    package var sentence: String {
        let place = path.isEmpty ? "" : " at \(path)"
        return "\(operation)\(isRequest ? ", request" : "")\(place): \(text)"
    }
}

/// The breaches of one request in one run.
struct BreachTally {
    struct Entry {
        var count = 0
        var isFailure = false
        var text: String
    }

    private static let most = 1000

    /// In the order in which they came first.
    private(set) var order: [BreachChange.Key] = []
    private(set) var entries: [BreachChange.Key: Entry] = [:]
    /// Whether any response was compared with a description.
    private(set) var isCompared = false

    mutating func add(_ result: CheckResult) {
        isCompared = true
        guard let key = BreachChange.Key(result) else { return }
        if entries[key] == nil {
            guard order.count < Self.most else { return }
            order.append(key)
            entries[key] = Entry(text: result.reason ?? result.text)
        }
        entries[key]?.count += 1
        if result.verdict == .failed { entries[key]?.isFailure = true }
    }

    /// Those of run A in their order, then those that are new; none if a run was not compared with a description.
    static func changes(_ a: BreachTally, _ b: BreachTally) -> [BreachChange] {
        guard a.isCompared, b.isCompared else { return [] }
        return (a.order + b.order.filter { a.entries[$0] == nil }).compactMap { key in
            let (mine, other) = (a.entries[key], b.entries[key])
            guard let shown = other ?? mine else { return nil }
            return BreachChange(
                kind: mine == nil ? .new : other == nil ? .gone : .same, operation: key.operation,
                isRequest: key.isRequest, document: key.document, pointer: key.pointer, path: key.path,
                isFailure: shown.isFailure, count: Both(mine?.count ?? 0, other?.count ?? 0), text: shown.text)
        }
    }
}
