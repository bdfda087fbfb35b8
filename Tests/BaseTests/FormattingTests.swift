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

    @Test(arguments: [(0, "now"), (12, "12 s ago"), (180, "3 min ago"), (7300, "2 h ago"), (200_000, "2 d ago")])
    func `ages are rough`(seconds: Int, text: String) {
        #expect(Formatting.age(.seconds(seconds)) == text)
    }
}
