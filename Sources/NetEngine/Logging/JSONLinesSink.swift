/// One JSON object a line for each record: `id`, `at`, `elapsedMs`, `event`, then what the event has.
///
/// Members that are not known are absent, never null. Times are milliseconds; `at` is RFC 3339 in UTC.
public struct JSONLinesSink: LogSink {
    private let output: LogOutput

    /// Writes every record as one line, with the line break.
    public init(_ output: LogOutput) { self.output = output }

    /// Writes the record at once, in one call of the output.
    public func write(_ record: LogRecord) {
        var line = JSONLine()
        line.add("id", record.id.description)
        line.add("at", record.at.rfc3339)
        line.add("elapsedMs", milliseconds: record.elapsed)
        line.add("event", record.name)
        switch record.event {
        case .queued(let method, let url):
            line.add("method", method)
            line.add("url", url)
        case .hopStarted(let index, let method):
            line.add("hop", index)
            line.add("method", method)
        case .waitingForConnectivity, .nameResolved, .connected, .tlsDone, .requestSent: break
        case .uploadProgress(let sent, let total):
            line.add("sentBytes", sent)
            line.add("totalBytes", total)
        case .headReceived(let status, let expected):
            line.add("status", status)
            line.add("expectedBytes", expected)
        case .progress(let received, let expected):
            line.add("receivedBytes", received)
            line.add("expectedBytes", expected)
        case .cacheDecided(let outcome, let phrase):
            line.add("cache", outcome.rawValue)
            line.add("cacheReason", phrase)
        case .redirected(let status): line.add("status", status)
        case .retryScheduled(let retry, _, let category):
            line.add("retry", retry)
            line.add("category", category.rawValue)
        case .finished(let summary): Self.add(summary, to: &line)
        }
        output(line.text + "\n")
    }

    private static func add(_ summary: LogRecord.Summary, to line: inout JSONLine) {
        line.add("method", summary.method)
        line.add("url", summary.url)
        line.add("status", summary.status)
        line.add("httpVersion", summary.httpVersion?.rawValue)
        line.add("requestHeaders", pairs: summary.requestHeaders)
        line.add("requestBody", summary.requestBody)
        line.add("responseHeaders", pairs: summary.responseHeaders)
        line.add("responseBody", summary.responseBody)
        line.add("responseBytes", summary.responseByteCount)
        if let cache = summary.cache {
            line.add("cache", cache.rawValue)
            line.add("cacheReason", summary.cachePhrase)
        }
        if let revalidates = summary.revalidates { line.add("revalidates", Int(revalidates.rawValue)) }
        line.add(
            "hops",
            raw: JSONLine.list(
                summary.hops.map { hop in
                    var item = JSONLine()
                    item.add("method", hop.method)
                    item.add("url", hop.url)
                    item.add("status", hop.status)
                    return item.text
                }))
        var timings = JSONLine()
        for phase in Phase.allCases {
            if let time = summary.timings[phase] { timings.add(phase.rawValue, milliseconds: time) }
        }
        line.add("timingsMs", raw: timings.text)
        guard let error = summary.error else { return }
        var failure = JSONLine()
        failure.add("category", error.category.rawValue)
        failure.add("phase", error.phase?.rawValue)
        failure.add("sentence", error.sentence)
        failure.add("hint", error.hint)
        failure.add("underlying", error.underlying)
        line.add("error", raw: failure.text)
    }
}

/// Writes one JSON object, member by member, in order.
struct JSONLine {
    private var members: [String] = []

    var text: String { "{\(members.joined(separator: ","))}" }

    mutating func add(_ name: String, raw: String) { members.append("\(Self.quoted(name)):\(raw)") }
    mutating func add(_ name: String, _ text: String?) { if let text { add(name, raw: Self.quoted(text)) } }
    mutating func add(_ name: String, _ number: Int?) { if let number { add(name, raw: String(number)) } }
    mutating func add(_ name: String, milliseconds: Duration) { add(name, raw: milliseconds.millisecondsText) }
    mutating func add(_ name: String, pairs: [LoggedField]) {
        add(name, raw: Self.list(pairs.map { Self.list([Self.quoted($0.name), Self.quoted($0.value)]) }))
    }

    static func list(_ items: [String]) -> String { "[\(items.joined(separator: ","))]" }
    static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

    /// RFC 8259 §7; also the controls that terminals obey (U+007F to U+009F) and the line ends of JavaScript.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default:
                let value = scalar.value
                if value < 0x20 || (0x7F...0x9F).contains(value) || value == 0x2028 || value == 0x2029 {
                    let digits = String(value, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result
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
