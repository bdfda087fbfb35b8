import Synchronization
import TestSupport
import Testing

@testable import NetEngine

/// What the sinks of this library write for each record, to the last byte.
@Suite struct LogSinkTests {
    private static func record(_ event: LogRecord.Event) -> LogRecord {
        LogRecord(
            id: ExchangeID(rawValue: 7), at: Timestamp(microsecondsSince1970: 1_000_123), elapsed: .microseconds(5250),
            event: event)
    }

    private static func written(_ record: LogRecord, by sink: (LogOutput) -> any LogSink) -> String {
        let text = Mutex("")
        sink(LogOutput { more in text.withLock { $0 += more } }).write(record)
        return text.withLock { $0 }
    }

    private static func summary(
        method: String = "POST", url: String = "http://h/it's", headers: [LoggedField] = [], body: String? = nil,
        hops: [LogRecord.Hop] = [], status: Int? = nil, version: HTTPVersion? = .http1_1, answer: [LoggedField] = [],
        answerBody: String? = nil, count: Int? = nil, cache: CacheDecision.Outcome? = nil, revalidates: UInt64? = nil,
        error: LogRecord.Failure? = nil
    ) -> LogRecord.Summary {
        LogRecord.Summary(
            method: method, url: url, requestHeaders: headers, requestBody: body, hops: hops, status: status,
            httpVersion: version, responseHeaders: answer, responseBody: answerBody, responseByteCount: count,
            timings: PhaseTimings(dns: .microseconds(1500), total: .microseconds(2250)), cache: cache,
            cachePhrase: cache.map { _ in "nothing stored" }, revalidates: revalidates.map { ExchangeID(rawValue: $0) },
            error: error)
    }

    private static let failure = LogRecord.Failure(
        category: .connect, phase: .wait, sentence: "Lost.", hint: "Try again.", underlying: "curl 7: x")

    private static let full = summary(
        headers: [
            LoggedField(name: "HOST", value: "h"), LoggedField(name: "Accept", value: "a b"),
            LoggedField(name: "X-Empty", value: ""), LoggedField(name: "content-length", value: "5"),
        ], body: "a'b\nc",
        hops: [
            LogRecord.Hop(method: "POST", url: "http://h/it's", status: 302, heldBack: []),
            LogRecord.Hop(method: "GET", url: "http://o/", status: nil, heldBack: ["Authorization", "X-Key"]),
        ], status: 201, answer: [LoggedField(name: "X", value: "y")], answerBody: "x\n", count: 3, cache: .miss,
        revalidates: 3, error: failure)

    @Test func `each step is one line of JSON with what it has`() {
        let events: [LogRecord.Event] = [
            .queued(method: "GET", url: "http://h/"), .waitingForConnectivity, .hopStarted(index: 1, method: "PUT"),
            .nameResolved, .connected, .tlsDone, .uploadProgress(sentBytes: 3, totalBytes: 9),
            .uploadProgress(sentBytes: 3, totalBytes: nil), .requestSent,
            .headReceived(status: 200, expectedBodyBytes: 5), .headReceived(status: 200, expectedBodyBytes: nil),
            .progress(receivedBytes: 4, expectedBytes: 8), .cacheDecided(.hit, phrase: "fresh"),
            .redirected(status: 302), .retryScheduled(retry: 2, after: .seconds(1), category: .dns),
        ]
        let lines = events.map { Self.written(Self.record($0)) { JSONLinesSink($0) } }
        let start = #"{"id":"7","at":"1970-01-01T00:00:01.000123Z","elapsedMs":5.250,"event":"#
        #expect(lines.filter { !$0.hasPrefix(start) || !$0.hasSuffix("}\n") } == [])
        #expect(
            lines.map { $0.dropFirst(start.utf8.count).dropLast(2) }.joined(separator: "\n") == """
                "queued","method":"GET","url":"http://h/"
                "waiting-for-connectivity"
                "hop-started","hop":1,"method":"PUT"
                "name-resolved"
                "connected"
                "tls-done"
                "upload-progress","sentBytes":3,"totalBytes":9
                "upload-progress","sentBytes":3
                "request-sent"
                "head-received","status":200,"expectedBytes":5
                "head-received","status":200
                "progress","receivedBytes":4,"expectedBytes":8
                "cache-decided","cache":"hit","cacheReason":"fresh"
                "redirected","status":302
                "retry-scheduled","retry":2,"category":"dns"
                """)
        #expect(
            events.map { Self.written(Self.record($0)) { ConsoleSink(.pretty, output: $0) } }.filter { $0 != "" } == [])
    }

    @Test func `a finished exchange is one object`() {
        let text = Self.written(Self.record(.finished(Self.full))) { JSONLinesSink($0) }
        let members = [
            #"{"id":"7","at":"1970-01-01T00:00:01.000123Z","elapsedMs":5.250,"event":"finished""#,
            #""method":"POST","url":"http://h/it's","status":201,"httpVersion":"1.1""#,
            #""requestHeaders":[["HOST","h"],["Accept","a b"],["X-Empty",""],["content-length","5"]]"#,
            #""requestBody":"a'b\nc","responseHeaders":[["X","y"]],"responseBody":"x\n","responseBytes":3"#,
            #""cache":"miss","cacheReason":"nothing stored","revalidates":3"#,
            #""hops":[{"method":"POST","url":"http://h/it's","status":302}"#,
            #"{"method":"GET","url":"http://o/","heldBack":["Authorization","X-Key"]}]"#,
            #""timingsMs":{"dns":1.500,"total":2.250}"#,
            #""error":{"category":"connect","phase":"wait","sentence":"Lost.","hint":"Try again.","underlying":"curl 7: x"}}"#,
        ]
        #expect(text == members.joined(separator: ",") + "\n")
        let bare = Self.written(Self.record(.finished(Self.summary(version: nil)))) { JSONLinesSink($0) }
        #expect(
            bare.hasSuffix(
                #""method":"POST","url":"http://h/it's","requestHeaders":[],"responseHeaders":[],"hops":[],"timingsMs":{"dns":1.500,"total":2.250}}"#
                    + "\n"))
    }

    @Test func `the console has one line, many, or a command`() {
        let record = Self.record(.finished(Self.full))
        let line = "00:00:01.000 #7 POST http://h/it's 201 connect: Lost. 2.250 ms 3 bytes miss renews #3"
        #expect(Self.written(record) { ConsoleSink(output: $0) } == line + "\n")
        #expect(
            Self.written(record) { ConsoleSink(.pretty, output: $0) } == """
                #7 1970-01-01T00:00:01.000123Z
                > POST http://h/it's
                > HOST: h
                > Accept: a b
                > X-Empty:\u{20}
                > content-length: 5
                >
                > a'b
                > c
                = then GET http://o/, without Authorization, X-Key
                < HTTP/1.1 201
                < X: y
                <
                < x
                <\u{20}
                = dns 1.500, total 2.250 ms
                ! connect (wait): Lost. Try again.
                ! curl 7: x

                """)
        #expect(
            Self.written(record) { ConsoleSink(.curl, output: $0) } == """
                # \(line)
                curl -X POST 'http://h/it'\\''s' -H 'Accept: a b' -H 'X-Empty;' --data-binary 'a'\\''b
                c'

                """)
    }

    /// Method, whether there is a body, and the URL.
    private static let commands: FilledTable = """
        GET | - | http://h/ -> curl http://h/
        GET | body | http://h/ -> curl -X GET http://h/ --data-binary body
        HEAD | - | http://h/ -> curl --head http://h/
        get | - | http://h/ -> curl -X get http://h/
        DELETE | - | http://h/?a -> curl -X DELETE 'http://h/?a'
        """

    @Test func `a command says a method where curl would choose another`() {
        let text = Self.commands.filled { row in
            let columns = row.columns
            let summary = Self.summary(
                method: columns[0], url: columns[2], body: columns[1] == "-" ? nil : columns[1])
            let lines = Self.written(Self.record(.finished(summary))) { ConsoleSink(.curl, output: $0) }
            return lines.split(separator: "\n").last.map { String($0) }
        }
        #expect(text == Self.commands.text)
    }

    @Test func `what a terminal obeys is written out, and a failure without a phase has none`() {
        let failure = LogRecord.Failure(
            category: .internal, phase: nil, sentence: "A\u{1B}[2J\u{202E}\u{2028}b.", hint: "C.", underlying: nil)
        let record = Self.record(.finished(Self.summary(version: nil, error: failure)))
        let line = Self.written(record) { ConsoleSink(output: $0) }
        #expect(
            line == "00:00:01.000 #7 POST http://h/it's internal: A\\u{1b}[2J\\u{202e}\\u{2028}b. 2.250 ms\n")
        let pretty = Self.written(record) { ConsoleSink(.pretty, output: $0) }
        #expect(pretty.hasSuffix("! internal: A\\u{1b}[2J\\u{202e}\\u{2028}b. C.\n"))
        let unknown = Self.record(.finished(Self.summary(status: 200, version: nil)))
        #expect(Self.written(unknown) { ConsoleSink(.pretty, output: $0) }.contains("\n< HTTP/? 200\n"))
    }
}
