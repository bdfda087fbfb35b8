import ArgumentParser
import Testing

@testable import apitui

/// The flags of `run` that say when requests start.
@Suite struct PaceFlagsTests {
    @Test(arguments: ["1e-300", "0", "-1", "inf", "nan", "0.0001/h", "1000001/s", "5/d", "/s"])
    func `a rate that no run can keep is refused`(rate: String) {
        #expect(throws: (any Error).self) { try PaceFlags.parse(["--rate", rate]) }
    }

    @Test(arguments: [("50/s", 50), ("600/m", 10), ("0.5", 0.5), ("0.001/h", 0.001 / 3600), ("1000000/s", 1_000_000)])
    func `a rate is read as starts a second`(rate: String, perSecond: Double) throws {
        #expect(try PaceFlags.parse(["--rate", rate]).startsPerSecond == perSecond)
    }
}
