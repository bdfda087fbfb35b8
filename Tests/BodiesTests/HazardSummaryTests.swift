import Base
import Bodies
import Testing

@Suite struct HazardSummaryTests {
    @Test func `each kind of hidden character is counted, and nothing is said of a clean body`() {
        let counts = HazardCounts(
            control: 2, csi: 12, osc: 2, otherEscape: 1, bidi: 2, zeroWidth: 1, unprintable: 3, invalidBytes: 4)
        #expect(
            counts.summary
                == "17 control bytes: 2 OSC, 12 CSI, 1 other escape, 2 bidi, 1 zero-width, 4 invalid UTF-8, 3 unprintable"
        )
        #expect(HazardCounts(unprintable: 1).summary == "1 unprintable")
        #expect(HazardCounts(control: 1).summary == "1 control byte")
        #expect(HazardCounts().summary == nil)
    }
}
