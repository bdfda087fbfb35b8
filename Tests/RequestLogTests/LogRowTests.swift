import NetEngine
import NetEngineRequestLog
import Testing

@testable import RequestLog

@Suite struct LogRowTests {
    @Test("a row runs until it is done or aborted")
    func runningStates() {
        #expect(LogRow.State.allCases.filter(\.isRunning) == [.queued, .sent, .receiving])
    }
}
