import JSONPath
import NetEngine

// A comparison in words.
extension BodyComparison {
    /// How the bodies were compared, in a sentence.
    package var methodText: String {
        switch method {
        case .equalBytes: return "The bodies are the same, byte by byte."
        case .bytes:
            let place = changes.first?.first?.lowerBound ?? 0
            return "A body is binary: they differ from byte \(place) on."
        case .lines(let reason):
            let ways = matchings[.counts] == nil ? "" : ", repeated lines counted"
            return "Compared by line\(matchings[.position] == nil ? ways : ", the first with the first and so on")"
                + (reason.map { ": \($0)." } ?? ".")
        case .json:
            let names: [Matching: String] = [
                .key: "an id", .content: "equal elements", .counts: "counting equal elements", .position: "position",
            ]
            let ways = matchings.keys.sorted().compactMap { way in
                names[way].map { matchings.count > 1 ? "\($0) (\(matchings[way] ?? 0))" : $0 }
            }
            return "Compared as JSON" + (ways.isEmpty ? "." : "; arrays by \(ways.joined(separator: ", ")).")
        }
    }

    /// How many changes of each kind: `3 changed, 1 added`.
    package var countText: String {
        let words: [(Kind, String)] = [
            (.changed, "changed"), (.added, "added"), (.removed, "removed"), (.moved, "moved"),
        ]
        let parts = words.filter { counts[$0.0] > 0 }.map { "\(counts[$0.0]) \($0.1)" }
        return parts.isEmpty ? "no differences" : parts.joined(separator: ", ")
    }

    /// Where a change is: `$.users[2].name`, `line 7`. Both numbers are given where they differ: `[2 → 0]`.
    package func path(
        of change: Change, _ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>
    ) -> String {
        if method != .json {
            guard case .element(let mine, let other)? = change.step else { return "body" }
            return "line " + Self.numbers(mine.map { $0 + 1 }, other.map { $0 + 1 })
        }
        return "$"
            + steps(of: change).map { step in
                switch step {
                case .element(let mine, let other): return "[\(Self.numbers(mine, other))]"
                case .member(let name, let isInSecond, let occurrence):
                    let written = Array((isInSecond ? second : first)[name])
                    let text = JSONText.decoded(written, written.indices).text
                    let repeated = occurrence > 0 ? " (\(occurrence + 1))" : ""
                    return (Self.isPlain(text) ? "." : "[")
                        + String(decoding: text, as: UTF8.self).quoted(
                            unless: Self.isPlain(text)) + repeated + (Self.isPlain(text) ? "" : "]")
                }
            }.joined()
    }

    private static func numbers(_ mine: Int?, _ other: Int?) -> String {
        guard let mine else { return other.map(String.init) ?? "" }
        guard let other, other != mine else { return String(mine) }
        return "\(mine) \u{2192} \(other)"
    }

    private static func isPlain(_ name: [UInt8]) -> Bool {
        // A name without quotes does not begin with a digit (RFC 9535 §2.5.1.1).
        guard let first = name.first, !ASCII.isDigit(first) else { return false }
        return name.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "_") }
    }
}

extension String {
    fileprivate func quoted(unless isPlain: Bool) -> String { isPlain ? self : "'\(self)'" }
}
