import CTestProcess
import Testing

extension Trait where Self == ConditionTrait {
    /// For tests that measure the memory of this process: a sanitizer uses memory of its own.
    public static var measuresMemory: Self {
        .disabled(if: Self.isSanitized, "a sanitizer takes memory of its own")
    }

    private static var isSanitized: Bool { ctest_is_sanitized() != 0 }
}
