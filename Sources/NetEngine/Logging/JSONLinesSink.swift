/// One JSON object a line for each record: `id`, `at`, `elapsedMs`, `event`, then what the event has.
///
/// Members that are not known are absent, never null. Times are milliseconds; `at` is RFC 3339 in UTC.
public struct JSONLinesSink: LogSink {
    private let output: LogOutput

    /// Writes every record as one line, with the line break.
    public init(_ output: LogOutput) { self.output = output }

    /// Writes the record at once, in one call of the output.
    public func write(_ record: LogRecord) {
        var line = JSONWriter()
        line.object { Self.add(record, to: &$0) }
        output(line.text + "\n")
    }

    private static func add(_ record: LogRecord, to line: inout JSONWriter) {
        line.member("id", record.id.description)
        line.member("at", record.at.rfc3339)
        line.member("elapsedMs", milliseconds: record.elapsed)
        line.member("event", record.name)
        switch record.event {
        case .queued(let method, let url):
            line.member("method", method)
            line.member("url", url)
        case .hopStarted(let index, let method):
            line.member("hop", index)
            line.member("method", method)
        case .waitingForConnectivity, .nameResolved, .connected, .tlsDone, .requestSent: break
        case .uploadProgress(let sent, let total):
            line.member("sentBytes", sent)
            line.member("totalBytes", total)
        case .headReceived(let status, let expected):
            line.member("status", status)
            line.member("expectedBytes", expected)
        case .progress(let received, let expected):
            line.member("receivedBytes", received)
            line.member("expectedBytes", expected)
        case .cacheDecided(let outcome, let phrase):
            line.member("cache", outcome.rawValue)
            line.member("cacheReason", phrase)
        case .redirected(let status): line.member("status", status)
        case .retryScheduled(let retry, _, let category):
            line.member("retry", retry)
            line.member("category", category.rawValue)
        case .finished(let summary): add(summary, to: &line)
        }
    }

    private static func add(_ summary: LogRecord.Summary, to line: inout JSONWriter) {
        line.member("method", summary.method)
        line.member("url", summary.url)
        line.member("status", summary.status)
        line.member("httpVersion", summary.httpVersion?.rawValue)
        add("requestHeaders", summary.requestHeaders, to: &line)
        line.member("requestBody", summary.requestBody)
        add("responseHeaders", summary.responseHeaders, to: &line)
        line.member("responseBody", summary.responseBody)
        line.member("responseBytes", summary.responseByteCount)
        if let cache = summary.cache {
            line.member("cache", cache.rawValue)
            line.member("cacheReason", summary.cachePhrase)
        }
        line.member("revalidates", summary.revalidates?.rawValue)
        line.key("hops")
        line.array(summary.hops) { line, hop in line.object { add(hop, to: &$0) } }
        line.key("timingsMs")
        line.object { line in
            for phase in Phase.allCases {
                if let time = summary.timings[phase] { line.member(phase.rawValue, milliseconds: time) }
            }
        }
        guard let error = summary.error else { return }
        line.key("error")
        line.object { line in
            line.member("category", error.category.rawValue)
            line.member("phase", error.phase?.rawValue)
            line.member("sentence", error.sentence)
            line.member("hint", error.hint)
            line.member("underlying", error.underlying)
        }
    }

    private static func add(_ hop: LogRecord.Hop, to line: inout JSONWriter) {
        line.member("method", hop.method)
        line.member("url", hop.url)
        line.member("status", hop.status)
        guard !hop.heldBack.isEmpty else { return }
        line.key("heldBack")
        line.array(hop.heldBack) { $0.string($1) }
    }

    private static func add(_ name: String, _ fields: [LoggedField], to line: inout JSONWriter) {
        line.key(name)
        line.array(fields) { line, field in line.array([field.name, field.value]) { $0.string($1) } }
    }
}

extension Timestamp {
    /// In UTC, to the microsecond: `2026-11-21T13:05:09.000123Z` (RFC 3339 §5.6).
    public var rfc3339: String {
        let micros = CivilTime.modulo(microsecondsSince1970, 1_000_000)
        let time = CivilTime(secondsSince1970: (microsecondsSince1970 - micros) / 1_000_000)
        return "\(time.date)T\(time.clock).\(CivilTime.padded(micros, 6))Z"
    }
}
