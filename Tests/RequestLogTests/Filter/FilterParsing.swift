import NetEngine
import NetEngineRequestLog

@testable import RequestLog

/// A filter read at 2026-11-21 10:15:00 UTC, in a zone two hours east of it.
func filter(
    _ text: String, saved: [String: String] = [:]
) throws(LogFilterError) -> LogFilter {
    try LogFilter(
        parsing: text, now: FilterRows.now, zone: 7200, saved: saved, pid: 4711)
}

/// Why a text is not a filter.
func problem(_ text: String, saved: [String: String] = [:]) -> LogFilterError? {
    do throws(LogFilterError) { _ = try filter(text, saved: saved) } catch { return error }
    return nil
}

enum FilterRows {
    /// 2026-11-21T10:15:00Z.
    static let now = Timestamp(microsecondsSince1970: 1_795_256_100_000_000)

    static func row(
        _ id: Int64 = 1, secondsAgo: Int64 = 0, method: String = "GET", host: String = "api.example.com",
        path: String = "/orders", status: Int? = 200, category: ErrorCategory? = nil, time: Duration = .milliseconds(20)
    ) -> LogRow {
        LogRow(
            id: id, startedAt: Timestamp(microsecondsSince1970: now.microsecondsSince1970 - secondsAgo * 1_000_000),
            method: method, url: "https://\(host)\(path)", host: host, path: path, name: "list orders",
            environment: "dev", source: .send, process: "apitui", pid: 4711, status: status, category: category,
            cache: .miss, duration: time, firstByte: time / 2, requestBytes: 0, responseBytes: 1234,
            contentType: "application/json")
    }
}
