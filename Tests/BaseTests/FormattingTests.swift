import NetEngine
import Testing

@testable import Base

@Suite struct FormattingTests {
    @Test(
        arguments: [
            (0, "0 B"), (999, "999 B"), (1000, "1.0 KB"), (1234, "1.2 KB"), (9_949, "9.9 KB"), (9_950, "10 KB"),
            (45_000, "45 KB"), (999_499, "999 KB"), (999_500, "1.0 MB"), (2_900_000, "2.9 MB"), (45_000_000, "45 MB"),
            (3_200_000_000, "3.2 GB"), (5_000_000_000_000, "5000 GB"), (.max, "9223372037 GB"),
        ])
    func `byte counts are short`(count: Int, text: String) {
        #expect(Formatting.byteCount(count) == text)
    }

    @Test func `the clock shows the user's time zone`() {
        let moment = Timestamp(microsecondsSince1970: 86_399_999_000)
        #expect(Formatting.clock(moment, utcOffsetSeconds: 0) == "23:59:59.999")
        #expect(Formatting.clock(moment, utcOffsetSeconds: 3600) == "00:59:59.999")
        #expect(Formatting.clock(moment, utcOffsetSeconds: -86_400 - 3600) == "22:59:59.999")
        #expect(Formatting.clock(Timestamp(microsecondsSince1970: -1), utcOffsetSeconds: 0) == "23:59:59.999")
    }

    @Test(arguments: [(0, "just now"), (12, "12 s ago"), (180, "3 min ago"), (7300, "2 h ago"), (200_000, "2 d ago")])
    func `ages are rough`(seconds: Int, text: String) {
        #expect(Formatting.age(.seconds(seconds)) == text)
    }

    @Test func `what is younger than a second is just now`() {
        #expect(
            [999, 1000, 1999, 59_999].map { Formatting.age(.milliseconds($0)) }
                == ["just now", "1 s ago", "1 s ago", "59 s ago"])
    }

    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000000Z"), (-1, "1969-12-31T23:59:59.999999Z"),
            (951_782_400_000_007, "2000-02-29T00:00:00.000007Z"),
        ] as [(Int64, String)])
    func `moments for programs are in UTC, to the microsecond`(microseconds: Int64, text: String) {
        #expect(Formatting.iso8601(Timestamp(microsecondsSince1970: microseconds)) == text)
    }

    @Test func `one of a kind has no s, and a clock may leave out milliseconds`() {
        #expect([0, 1, 2].map { Formatting.count($0, "line") } == ["0 lines", "1 line", "2 lines"])
        let moment = Timestamp(microsecondsSince1970: 3_599_999_999)
        #expect(Formatting.clock(moment, utcOffsetSeconds: 60, showsMilliseconds: false) == "01:00:59")
        #expect(Formatting.clock(moment, utcOffsetSeconds: 0) == "00:59:59.999")
    }
}
