import Base
import NetEngine

/// The cache's decision in the form that `--json` prints.
package enum CacheJSON {
    package static func decision(_ decision: CacheDecision?) -> JSONOutput {
        guard let decision else { return .null }
        return .object([
            ("outcome", .string(decision.outcome.rawValue)), ("reason", .string(decision.phrase)),
            ("directive", .optional(decision.directive)), ("mode", .string(decision.mode.rawValue)),
            ("stored", .bool(decision.isStored)), ("notStored", .optional(decision.notStoredReason)),
            ("key", .string(decision.key.text)),
            ("age", .optional(decision.age.map { Int($0.seconds) })),
            ("ageArithmetic", .optional(decision.age?.arithmetic)),
            ("lifetime", .optional(decision.lifetime.map { Int($0.seconds) })),
            ("lifetimeArithmetic", .optional(decision.lifetime?.arithmetic)),
            (
                "considered",
                .array(
                    decision.considered.map { variant in
                        .object([
                            ("status", .number(variant.status)), ("matches", .bool(variant.matches)),
                            ("why", .string(variant.why)),
                        ])
                    })
            ),
            ("invalidated", .array(decision.invalidated.map { .string($0.url) })),
            ("revalidating", .bool(decision.background != nil)),
            ("hiddenError", .optional(decision.hiddenError?.category.rawValue)),
            ("sharedCache", .array(decision.sharedCache.map { .string($0) })),
        ])
    }
}
