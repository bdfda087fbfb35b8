import Testing

@testable import Settings

/// Times as they are written in the configuration and in flags.
@Suite struct TimeTextTests {
    @Test(
        arguments: [
            ("500ms", 500), ("30s", 30_000), ("5m", 300_000), ("5min", 300_000), ("1h", 3_600_000), ("7d", 604_800_000),
            ("1.5s", 1500), ("0.4ms", 0), ("0.5ms", 1), (".5s", 500), ("1 h", 3_600_000), ("1H", 3_600_000), ("0", 0),
            ("0.0", 0), ("0s", 0), ("12000d", 1_036_800_000_000), ("1000000000000s", 1_000_000_000_000_000),
            ("99999999999999d", 1_000_000_000_000_000),
        ] as [(String, Int64)])
    func `a time is a number with its unit`(text: String, milliseconds: Int64) {
        #expect(TimeText.read(text) == .milliseconds(milliseconds))
    }

    @Test(
        arguments: [
            "", "5", "s", "5x", "-5s", "+5s", "1e3s", "5ss", "5 s s", "1:30", "٣s", "5sec", "1.2.3s", " 5s", "inf",
            "none",
        ])
    func `what has no unit that is known is no time`(text: String) {
        #expect(TimeText.read(text) == nil)
    }

    @Test(
        arguments: [
            (1, "1ms"), (999, "999ms"), (1000, "1s"), (1500, "1500ms"), (59_000, "59s"), (60_000, "1m"),
            (61_000, "61s"), (3_600_000, "1h"), (5_400_000, "90m"), (86_400_000, "1d"), (90_000_000, "25h"),
        ] as [(Int64, String)])
    func `a time is written in the largest unit without a fraction, and read back`(milliseconds: Int64, text: String) {
        #expect(TimeText.write(.milliseconds(milliseconds)) == text)
        #expect(TimeText.read(text) == .milliseconds(milliseconds))
    }
}
