import Base
import NetEngine
import NetEngineRequestLog
import RequestLog

/// Prints rows that are in the log.
struct LogListing {
    /// Rows that are read at a time.
    static let step = 500

    let reader: LogReader
    let isJSON: Bool

    /// - Parameter last: how many, the newest; nil for all.
    func run(_ condition: LogCondition, last: Int?) throws {
        let printer = LogPrinter(isJSON: isJSON)
        var count = 0
        if condition.needsExchange {
            // One by one, as they are found: it may take a while.
            try reader.search(
                condition,
                onHit: {
                    printer.print([$0])
                    count += 1
                }, isStopped: { count >= last ?? .max })
        } else if let last {
            let rows = try reader.page(condition, before: nil, limit: last)
            printer.print(rows.reversed())
            count = rows.count
        } else {
            var place: Int64 = 0
            while true {
                let rows = try reader.page(condition, after: place, limit: Self.step)
                printer.print(rows)
                count += rows.count
                guard let last = rows.last, rows.count == Self.step else { break }
                place = last.id
            }
        }
        if count == 0, last != 0 { try Self.reportNone(in: reader) }
    }

    /// Says why no row is listed.
    static func reportNone(in reader: LogReader) throws {
        let isEmpty = try reader.count(.all([]), upTo: 1) == 0
        StandardStreams.live.report(isEmpty ? "Nothing was logged yet." : "No row fits the filter.")
    }
}

/// Prints rows as lines or as JSON; the first ones decide how wide the columns are.
final class LogPrinter {
    private let isJSON: Bool
    private let streams = StandardStreams.live
    private var table: LogTable?

    init(isJSON: Bool) { self.isJSON = isJSON }

    func print(_ rows: [LogRow]) {
        guard !rows.isEmpty else { return }
        var out: [UInt8] = []
        for row in rows {
            if isJSON {
                out += LogRowJSON.document(row).bytes + [Byte.lineFeed]
            } else {
                out += LogScreen.bytes(line(row, like: rows), usesColor: streams.usesColor) + [Byte.lineFeed]
            }
        }
        streams.writeBytes(out)
    }

    private func line(_ row: LogRow, like rows: [LogRow]) -> [LogTable.Span] {
        let made =
            table
            ?? LogTable(
                for: rows, width: streams.outputSize?.columns, now: .now, zone: LocalTime.zone)
        table = made
        return made.line(row)
    }
}
