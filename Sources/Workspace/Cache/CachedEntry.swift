import Base
import NetEngine

/// What the user sees of a stored response, with its secrets masked; fresh only if its server said for how long.
package struct CachedEntry {
    private static let masked = SentSecrets([])

    package let response: StoredResponse
    package let age: ResponseAge
    package let isFresh: Bool
    private let secrets: SentSecrets
    /// The key, without the private values that its request had.
    private let text: String

    /// - Parameter reveals: true to mask nothing.
    package init(_ response: StoredResponse, now: Timestamp, reveals: Bool = false) {
        secrets = reveals ? .revealed : Self.masked
        let response = response.withoutHeuristicFreshness()
        self.response = response
        text = reveals ? response.key.text : response.shownKey ?? response.key.text
        age = response.ageSource.age(at: now)
        isFresh =
            !age.isUnknown && !response.control.noCache
            && age.microseconds < response.lifetime.seconds * 1_000_000
    }

    /// For example `fresh for 48 s`, `stale since 12 s`, `must be validated`.
    package var state: String {
        if response.control.noCache { return "must be validated" }
        if age.isUnknown { return "age unknown" }
        let left = response.lifetime.seconds - age.seconds
        return isFresh
            ? "fresh for \(DurationText.span(seconds: left))" : "stale for \(DurationText.span(seconds: -left))"
    }

    package var url: String { secrets.hidden(CacheKey(text: text).url) }
    /// The URL, and what else distinguishes the entry.
    package var key: String { secrets.hidden(text) }
    /// Whether the key contains a text, as it is shown or as it is.
    package func matches(_ text: String) -> Bool { key.contains(text) || response.key.text.contains(text) }

    package var headers: [HeaderField] {
        response.headers.map { HeaderField(nameBytes: $0.nameBytes, valueBytes: secrets.hiddenValue(of: $0)) }
    }
    /// The request headers that the response was chosen by; nil for one that was absent.
    package var vary: [(name: String, value: String?)] {
        response.vary.fields.map { field in
            let bytes = field.written.map {
                secrets.hiddenValue(of: HeaderField(nameBytes: Array(field.name.utf8), valueBytes: Array($0.utf8)))
            }
            return (field.name, bytes.map { String(decoding: $0, as: UTF8.self) })
        }
    }

    package var json: JSONOutput {
        .object([
            ("url", .string(url)), ("key", .string(key)),
            ("status", .number(response.status)), ("state", .string(state)), ("fresh", .bool(isFresh)),
            ("age", .number(Int(age.seconds))), ("ageArithmetic", .string(age.arithmetic)),
            ("lifetime", .number(Int(response.lifetime.seconds))),
            ("lifetimeArithmetic", .string(response.lifetime.arithmetic)),
            ("bodyBytes", .number(response.bodyByteCount)), ("part", .optional(response.part?.text)),
            (
                "vary",
                .object(vary.map { ($0.name, .optional($0.value)) })
            ),
            (
                "headers",
                .array(
                    headers.map {
                        .array([.string($0.name), .string($0.latin1Value)])
                    })
            ),
        ])
    }
}
