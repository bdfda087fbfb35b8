import Base
import NetEngine
import NetEngineRequestLog
import RequestLog

/// The log by request: how often each was sent, and what came of the last time.
struct RequestHistory {
    /// The newest row.
    var last: LogRow
    var count = 1
    var failed = 0

    /// What makes two rows the same request: its file and name, or its method and URL without the query.
    private struct Key: Hashable {
        var parts: [String]

        init(_ row: LogRow) {
            if let name = row.name {
                parts = [row.file ?? "", name]
            } else {
                parts = [row.method, row.host, row.path]
            }
        }
    }

    /// The request that was sent last is first. Memory grows with the requests, not with the rows.
    /// - Parameter page: the rows before one, the newest first, at most `LogListing.step`.
    static func read(_ page: (_ before: Int64?) throws -> [LogRow]) rethrows -> [RequestHistory] {
        var places: [Key: Int] = [:]
        var all: [RequestHistory] = []
        var before: Int64?
        while true {
            let rows = try page(before)
            for row in rows { add(row, &places, &all) }
            guard let last = rows.last, rows.count == LogListing.step else { return all }
            before = last.id
        }
    }

    private static func add(_ row: LogRow, _ places: inout [Key: Int], _ all: inout [RequestHistory]) {
        let failed = row.isFailed ? 1 : 0
        if let place = places[Key(row)] {
            all[place].count += 1
            all[place].failed += failed
        } else {
            places[Key(row)] = all.count
            all.append(RequestHistory(last: row, failed: failed))
        }
    }

    static func print(_ requests: [RequestHistory], last: Int?, isJSON: Bool) throws {
        let streams = StandardStreams.live
        let shown = requests.prefix(last ?? .max)
        if isJSON {
            for request in shown { streams.writeBytes(request.json.bytes + [Byte.lineFeed]) }
            return
        }
        let countWidth = shown.reduce(1) { max($0, String($1.count).utf8.count) }
        for request in shown { streams.line(request.line(countWidth)) }
        if shown.count < requests.count {
            streams.report(
                SafeText("\(Formatting.count(requests.count - shown.count, "more request")); -n shows more."))
        }
    }

    private var json: JSONOutput {
        .object([("count", .number(count)), ("failed", .number(failed)), ("last", LogRowJSON.document(last))])
    }

    private func line(_ countWidth: Int) -> SafeText {
        let times = String(repeating: " ", count: countWidth - String(count).utf8.count) + "\(count)"
        let ago = Duration.microseconds(Timestamp.now.microsecondsSince1970 - last.startedAt.microsecondsSince1970)
        let place = last.file.map { "  \($0)\(last.line.map { ":\($0)" } ?? "")" } ?? ""
        let failures = failed == 0 ? "" : ", \(failed) failed"
        let status = last.status.map { "\($0) " } ?? ""
        return SafeText(
            "\(times)x  \(last.method) \(last.name ?? last.url)  last \(status)\(LogTable.outcome(last)) \(Formatting.age(ago)) (\(last.id))\(failures)\(place)"
        )
    }
}
