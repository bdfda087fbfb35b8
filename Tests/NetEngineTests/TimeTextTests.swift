import Testing

@testable import NetEngine

/// One way to write durations and one calendar, for the screen, the commands, the logs and the headers.
@Suite struct TimeTextTests {
    @Test(
        arguments: [
            (0, "0.0 ms"), (40, "0.0 ms"), (400, "0.4 ms"), (1_100, "1.1 ms"), (9_949, "9.9 ms"), (9_950, "10 ms"),
            (132_047, "132 ms"), (999_499, "999 ms"), (999_500, "1.00 s"), (1_234_000, "1.23 s"),
            (2_450_000, "2.45 s"), (59_994_999, "59.99 s"), (59_995_000, "1 min 00 s"), (125_000_000, "2 min 05 s"),
        ])
    func `measured durations are short`(microseconds: Int, text: String) {
        #expect(DurationText.short(.microseconds(microseconds)) == text)
    }

    @Test(arguments: [
        (132_047, "132.047"), (21, "0.021"), (0, "0.000"), (-5_000, "0.000"), (-60_000_000, "0.000"),
        (60_000_000, "60000.000"),
        (12_345_678, "12345.678"),
    ])
    func `tables and programs get microseconds`(microseconds: Int, text: String) {
        let duration = Duration.microseconds(microseconds)
        #expect(DurationText.milliseconds(duration) == text)
        #expect(DurationText.precise(duration) == "\(text) ms")
        var writer = JSONWriter()
        writer.milliseconds(duration)
        #expect(writer.text == text)
    }

    @Test(arguments: [
        (250, "250 ms"), (1000, "1 s"), (1500, "1.5 s"), (1050, "1.05 s"), (0, "0 ms"), (90_000, "90 s"),
        (999, "999 ms"), (1001, "1.001 s"), (1200, "1.2 s"),
    ])
    func `what was set is not rounded`(milliseconds: Int, text: String) {
        #expect(DurationText.setting(.milliseconds(milliseconds)) == text)
    }

    @Test(arguments: [
        (0, "0 s"), (-3, "0 s"), (119, "119 s"), (120, "2 min"), (179, "2 min"), (7_199, "119 min"), (7_200, "2 h"),
        (172_799, "47 h"), (172_800, "2 d"), (259_199, "2 d"),
    ])
    func `a span is in the largest unit that says enough`(seconds: Int64, text: String) {
        #expect(DurationText.span(seconds: seconds) == text)
    }

    @Test func `durations beyond all measure do not overflow`() {
        #expect(DurationText.microseconds(.seconds(Int64.max)) == Int.max / 2)
        #expect(DurationText.microseconds(.seconds(Int64.min)) == 0)
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000000Z", "Thu, 01 Jan 1970 00:00:00 GMT"),
        (951_782_400_000_001, "2000-02-29T00:00:00.000001Z", "Tue, 29 Feb 2000 00:00:00 GMT"),
        (-1, "1969-12-31T23:59:59.999999Z", "Wed, 31 Dec 1969 23:59:59 GMT"),
        (1_795_256_100_500_000, "2026-11-21T10:15:00.500000Z", "Sat, 21 Nov 2026 10:15:00 GMT"),
    ])
    func `moments of logs and of headers come from one calendar`(microseconds: Int64, log: String, field: String) {
        #expect(Timestamp(microsecondsSince1970: microseconds).rfc3339 == log)
        let seconds = CivilTime.floor(microseconds, 1_000_000)
        #expect(HTTPDate.text(seconds) == field)
        #expect(HTTPDate.strictSeconds(Array(field.utf8), now: 0) == seconds)
        #expect(HTTPDate.seconds(field, now: 0) == seconds)
    }
}
