import NetEngine
import Testing

@testable import Explorer

@Suite struct RunningChecksTests {
    @Test func `checks of the screen are stopped one by one, by their exchange`() {
        let checks = RunningWork<ExchangeID>()
        let (one, two) = (ExchangeID(rawValue: 1), ExchangeID(rawValue: 2))
        checks.begin(one)
        checks.begin(two)
        checks.stop(one)
        #expect(checks.isStopped(one))
        #expect(!checks.isStopped(two))
        checks.end(one)
        #expect(!checks.isStopped(one))
        // What ended before is not stopped the next time.
        checks.stop(one)
        checks.begin(one)
        #expect(!checks.isStopped(one))
        checks.stopAll { $0 == one }
        #expect(checks.isStopped(one) && !checks.isStopped(two))
    }
}
