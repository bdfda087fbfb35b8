import Base
import RequestLog

/// Deletes rows of the log, after a question.
struct LogDeletion {
    let reader: LogReader

    func run(_ filter: LogFilter, isConfirmed: Bool) throws {
        try run(
            filter.condition, isConfirmed: isConfirmed, which: filter.words.isEmpty ? "of the whole log" : filter.words)
    }

    /// - Parameter which: what they have in common, in words.
    func run(_ condition: LogCondition, isConfirmed: Bool, which: String) throws {
        let streams = StandardStreams.live
        let count = try reader.count(condition, upTo: .max >> 1)
        guard count > 0 else { return streams.report("No row fits the filter; nothing was deleted.") }
        let rows = Formatting.count(count, "row")
        try Confirmation.ask(
            "Delete \(rows) (\(which))?", otherwise: "\(rows) would be deleted (\(which)).", isGiven: isConfirmed)
        let deleted = try LogEditor(folder: reader.folder).delete(condition)
        streams.report("\(Formatting.count(deleted, "row")) deleted.")
    }
}
