import Logging
import NetEngineSwiftLog
import Synchronization
import Testing

@testable import NetEngine

/// What swift-log gets of each record: level, message and metadata.
@Suite struct SwiftLogSinkTests {
    private static func written(_ event: LogRecord.Event, failureLevel: Logger.Level = .warning) -> String {
        let lines = Mutex("")
        let logger = Logger(label: "test") { _ in FactHandler { line in lines.withLock { $0 += line } } }
        SwiftLogSink(logger, failureLevel: failureLevel).write(
            LogRecord(
                id: ExchangeID(rawValue: 7), at: Timestamp(microsecondsSince1970: 0), elapsed: .zero, event: event))
        return lines.withLock { $0 }
    }

    private static func finished(
        status: Int? = nil, count: Int? = nil, error: LogRecord.Failure? = nil
    ) -> LogRecord.Event {
        .finished(
            LogRecord.Summary(
                method: "PUT", url: "http://h/", requestHeaders: [], requestBody: nil, hops: [], status: status,
                httpVersion: nil, responseHeaders: [], responseBody: nil, responseByteCount: count,
                timings: PhaseTimings(total: .milliseconds(1500)), cache: nil, cachePhrase: nil, revalidates: nil,
                error: error))
    }

    private static func failure(_ category: ErrorCategory, isFull: Bool = false) -> LogRecord.Failure {
        LogRecord.Failure(
            category: category, phase: isFull ? .wait : nil, sentence: "Lost.", hint: "Wait.",
            underlying: isFull ? "curl 7: x" : nil)
    }

    @Test func `steps are traced with what they have`() {
        let events: [LogRecord.Event] = [
            .queued(method: "GET", url: "http://h/"), .hopStarted(index: 1, method: "PUT"), .waitingForConnectivity,
            .nameResolved, .connected, .tlsDone, .uploadProgress(sentBytes: 3, totalBytes: 9), .requestSent,
            .headReceived(status: 200, expectedBodyBytes: 5), .progress(receivedBytes: 4, expectedBytes: 8),
            .cacheDecided(.hit, phrase: "fresh"), .redirected(status: 302),
            .retryScheduled(retry: 2, after: .seconds(1), category: .dns),
        ]
        #expect(
            events.map { Self.written($0) }.joined(separator: "\n") == """
                trace queued exchange=7 method=GET url=http://h/
                trace hop-started exchange=7 hop=1 method=PUT
                trace waiting-for-connectivity exchange=7
                trace name-resolved exchange=7
                trace connected exchange=7
                trace tls-done exchange=7
                trace upload-progress exchange=7 sent-bytes=3
                trace request-sent exchange=7
                trace head-received exchange=7 status=200
                trace progress exchange=7 received-bytes=4
                trace cache-decided cache=hit cache-reason=fresh exchange=7
                trace redirected exchange=7 status=302
                trace retry-scheduled category=dns exchange=7 retry=2
                """)
    }

    @Test func `the end is information, or a warning with the error`() {
        #expect(
            Self.written(Self.finished(status: 200, count: 5))
                == "info request finished duration=1.5 seconds exchange=7 method=PUT response-bytes=5 status=200 url=http://h/"
        )
        let failed = "request failed category=connect duration=1.5 seconds error=Lost. exchange=7 method=PUT"
        #expect(
            Self.written(Self.finished(error: Self.failure(.connect))) == "warning \(failed) url=http://h/")
        #expect(
            Self.written(Self.finished(error: Self.failure(.connect, isFull: true)), failureLevel: .critical)
                == "critical \(failed) phase=wait underlying=curl 7: x url=http://h/")
        #expect(
            Self.written(Self.finished(error: Self.failure(.cancelled)), failureLevel: .critical)
                .hasPrefix("info request failed category=cancelled "))
    }
}

private struct FactHandler: LogHandler {
    let output: @Sendable (String) -> Void
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    init(output: @escaping @Sendable (String) -> Void) { self.output = output }

    func log(event: LogEvent) {
        let facts = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }
        output("\(event.level) \(event.message)" + facts.joined())
    }
}
