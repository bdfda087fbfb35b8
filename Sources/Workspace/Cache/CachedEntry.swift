import Base
import NetEngine

/// What the user sees of a stored response; fresh only if its server said for how long.
package struct CachedEntry {
    package let response: StoredResponse
    package let age: ResponseAge
    package let isFresh: Bool

    package init(_ response: StoredResponse, now: Timestamp) {
        let response = response.withoutHeuristicFreshness()
        self.response = response
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
            ? "fresh for \(DurationText.span(seconds: left))" : "stale since \(DurationText.span(seconds: -left))"
    }

    package var json: JSONOutput {
        .object([
            ("url", .string(response.key.url)), ("key", .string(response.key.text)),
            ("status", .number(response.status)), ("state", .string(state)), ("fresh", .bool(isFresh)),
            ("age", .number(Int(age.seconds))), ("ageArithmetic", .string(age.arithmetic)),
            ("lifetime", .number(Int(response.lifetime.seconds))),
            ("lifetimeArithmetic", .string(response.lifetime.arithmetic)),
            ("bodyBytes", .number(response.bodyByteCount)), ("part", .optional(response.part?.text)),
            (
                "vary",
                .object(response.vary.fields.map { ($0.name, .optional($0.value)) })
            ),
            (
                "headers",
                .array(
                    response.headers.map {
                        .array([.string($0.name), .string($0.latin1Value)])
                    })
            ),
        ])
    }
}
