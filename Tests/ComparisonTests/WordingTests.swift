import Testing

@testable import Comparison

/// Numbers of a comparison as text, and when one share is more than another.
@Suite struct WordingTests {
    @Test(
        arguments: [
            (1.0, "1.00"), (0.9, "0.90"), (12.3, "12.30"), (1.05, "1.05"), (0, "0.00"), (0.004, "0.00"),
            (0.006, "0.01"),
            (2.999, "3.00"), (1e9, "many"), (.infinity, "many"), (.nan, "many"),
        ] as [(Double, String)])
    func `a ratio has two decimals`(value: Double, text: String) {
        #expect(ReportText.ratio(value) == text)
    }

    @Test(
        arguments: [
            (0.5, "50 %"), (0.123, "12.3 %"), (1.2, "120 %"), (0, "0 %"), (-1, "0 %"), (0.0004, "0 %"),
            (0.0006, "0.1 %"),
            (0.9999, "100 %"), (0.999, "99.9 %"),
        ] as [(Double, String)])
    func `a share is in percent, with a decimal where there is one`(share: Double, text: String) {
        #expect(ReportText.percent(share) == text)
    }

    @Test func `what was counted is listed with its numbers, unless there is one thing alone`() {
        #expect(ReportText.statuses([:]) == "none" && ReportText.statuses([200: 98]) == "200")
        #expect(ReportText.statuses([500: 2, 200: 98, 404: 1]) == "200 (98), 404 (1), 500 (2)")
        #expect(ReportText.list([("b", 1), ("a", 2)]) == "b (1), a (2)")
        #expect(ReportText.latency(132_000) == "132 ms" && ReportText.latency(-5) == "0.0 ms")
    }

    @Test(
        arguments: [
            (10, 100, 0, 100, true), (4, 100, 0, 100, true), (3, 100, 0, 100, false), (1, 100, 0, 100, false),
            (0, 100, 10, 100, false), (10, 100, 10, 100, false), (0, 100, 0, 100, false), (5, 5, 5, 5, false),
            (5, 5, 0, 0, false), (0, 0, 0, 5, false), (5, 5, 0, 5, true), (300, 1000, 250, 1000, true),
            (270, 1000, 250, 1000, false),
        ])
    func `a share is more than another where chance does not explain it`(
        count: Int, all: Int, other: Int, others: Int, isMore: Bool
    ) {
        #expect(Judgement.isMore(count, all, than: other, others) == isMore)
    }
}
