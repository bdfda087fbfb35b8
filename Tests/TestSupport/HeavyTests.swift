import Foundation
import Testing

extension Trait where Self == ConditionTrait {
    /// A suite that keeps both cores busy, or blocks threads, for so long that others run into their limits of time beside it. It runs
    /// by itself: `APITUI_HEAVY_TESTS=1 swift test --filter NAME`.
    public static var heavy: Self {
        .enabled(
            if: ProcessInfo.processInfo.environment["APITUI_HEAVY_TESTS"] == "1",
            "runs alone: APITUI_HEAVY_TESTS=1 swift test --filter NAME")
    }
}
