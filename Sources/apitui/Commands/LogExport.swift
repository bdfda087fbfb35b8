import Base
import NetEngine
import NetEngineRequestLog
import RequestLog
import Workspace

/// Writes whole exchanges of the log, the oldest first, one at a time.
struct LogExport {
    let reader: LogReader
    let format: LogCommand.Export

    /// - Parameters:
    ///   - last: how many, the newest; nil for all.
    ///   - output: nil or `-` for standard output.
    func run(_ condition: LogCondition, last: Int?, to output: String?) throws {
        let file = try output.flatMap { StandardDescriptors.isOutput($0) ? nil : $0 }.map {
            path throws(CommandFailure) in
            try StreamedFile(path)
        }
        func write(_ bytes: [UInt8]) throws(CommandFailure) {
            if let file { try file.write(bytes) } else { StandardStreams.live.writeBytes(bytes) }
        }
        var document = HARDocument()
        var (count, leftOut) = (0, 0)
        if format == .har { try write(HARDocument.head) }
        var place = try start(condition, last: last)
        while true {
            let rows = try reader.page(condition, after: place, limit: LogListing.step)
            for row in rows {
                guard !row.isFactOnly, !row.state.isRunning, let exchange = try reader.exchange(row.id) else {
                    leftOut += 1
                    continue
                }
                count += 1
                // Masked before it was stored; what is not is the names of the secrets.
                let secrets = SentSecrets.revealed
                switch format {
                case .har: try write(document.entries(of: exchange, secrets, bodySize: row.responseBytes))
                case .jsonl: try write(LoggedExchangeJSON.document(exchange, row, secrets).bytes + [Byte.lineFeed])
                }
            }
            guard let last = rows.last, rows.count == LogListing.step else { break }
            place = last.id
        }
        if format == .har { try write(HARDocument.tail) }
        try file?.finish()
        let rest = leftOut == 0 ? "" : "; \(leftOut) left out: under way, not logged, or never begun"
        StandardStreams.live.report(SafeText("\(Formatting.count(count, "exchange")) exported\(rest)."))
    }

    /// The id after which the last ones begin.
    private func start(_ condition: LogCondition, last: Int?) throws -> Int64 {
        guard let last else { return 0 }
        guard last > 0 else { return .max - 1 }
        // Step by step, so that memory does not grow with the number.
        var (rest, place): (Int, Int64?) = (last, nil)
        while rest > 0 {
            let rows = try reader.page(condition, before: place, limit: min(rest, LogListing.step))
            guard let oldest = rows.last else { break }
            rest -= rows.count
            place = oldest.id
        }
        return (place ?? 1) - 1
    }
}

/// An exchange of the log as one JSON object: that of `send --json` with the row as one more member.
enum LoggedExchangeJSON {
    static func document(_ exchange: Exchange, _ row: LogRow, _ secrets: SentSecrets) -> JSONOutput {
        let document = ExchangeJSON(secrets: secrets).document(
            exchange, file: row.file, line: row.line ?? 0, id: row.name ?? "", bodySize: row.responseBytes)
        guard case .object(let members) = document else { return document }
        return .object([("row", LogRowJSON.document(row))] + members)
    }
}
