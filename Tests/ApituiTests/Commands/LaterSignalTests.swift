import Glibc
import Testing

@testable import apitui

/// What a signal after the first one does (`LaterSignal`).
@Suite struct LaterSignalTests {
    @Test(arguments: [SIGINT, SIGTERM])
    func `a repeat within 300 ms is ignored, a later one ends the program`(number: Int32) {
        let expected: [(Int, LaterSignal)] = [
            (0, .isIgnored), (10, .isIgnored), (299, .isIgnored), (300, .endsProgram), (5000, .endsProgram),
        ]
        for (milliseconds, meaning) in expected {
            #expect(
                LaterSignal(number, after: number, by: .milliseconds(milliseconds)) == meaning, "\(milliseconds) ms")
        }
    }

    @Test func `another signal ends the program at once`() {
        #expect(LaterSignal(SIGTERM, after: SIGINT, by: .milliseconds(10)) == .endsProgram)
        #expect(LaterSignal(SIGINT, after: SIGTERM, by: .zero) == .endsProgram)
        #expect(LaterSignal(SIGTERM, after: SIGHUP, by: .zero) == .endsProgram)
    }

    @Test(arguments: [SIGHUP, SIGINT, SIGTERM])
    func `SIGHUP after another signal is ignored, whenever it comes`(first: Int32) {
        #expect(LaterSignal(SIGHUP, after: first, by: .zero) == .isIgnored)
        #expect(LaterSignal(SIGHUP, after: first, by: .seconds(5)) == .isIgnored)
    }
}
