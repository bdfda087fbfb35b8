import CTestProcess
import Testing

extension Trait where Self == ConditionTrait {
    /// For tests that measure the memory of this process: a sanitizer uses additional memory.
    public static var measuresMemory: Self {
        .disabled(if: Self.isSanitized, "a sanitizer takes additional memory")
    }

    private static var isSanitized: Bool { ctest_is_sanitized() != 0 }
}
