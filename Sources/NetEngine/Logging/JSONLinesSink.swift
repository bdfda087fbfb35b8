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

extension Duration {
    /// Milliseconds with three decimals: `1.250`.
    var millisecondsText: String {
        let (seconds, attoseconds) = components
        let microseconds = max(0, seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
        let digits = String(microseconds % 1000)
        return "\(microseconds / 1000).\(String(repeating: "0", count: 3 - digits.count))\(digits)"
    }
}

extension Timestamp {
    /// In UTC, to the microsecond: `2026-11-21T13:05:09.000123Z` (RFC 3339 §5.6).
    public var rfc3339: String {
        func padded(_ number: Int64, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        func floor(_ a: Int64, _ b: Int64) -> (Int64, Int64) {
            let rest = ((a % b) + b) % b
            return ((a - rest) / b, rest)
        }
        let (seconds, micros) = floor(microsecondsSince1970, 1_000_000)
        let (days, second) = floor(seconds, 86_400)
        // Days since 0000-03-01, in eras of 400 years.
        let (era, dayOfEra) = floor(days + 719_468, 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let day = dayOfYear - (153 * shifted + 2) / 5 + 1
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(padded(second / 3600, 2)):"
            + "\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2)).\(padded(micros, 6))Z"
    }
}
