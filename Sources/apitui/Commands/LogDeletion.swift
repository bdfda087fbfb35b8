import Base
import RequestLog

/// Deletes rows of the log, after a question.
struct LogDeletion {
    let reader: LogReader

    func run(_ filter: LogFilter, isConfirmed: Bool) throws {
        let isWhole = filter.words.isEmpty
        try run(
            filter.condition, isConfirmed: isConfirmed, which: isWhole ? "of the whole log" : filter.words,
            none: isWhole ? "The log is empty" : "No row fits the filter")
    }

    /// - Parameters:
    ///   - which: what they have in common, in words.
    ///   - none: says that there is no such row, as a clause.
    func run(_ condition: LogCondition, isConfirmed: Bool, which: String, none: SafeText) throws {
        let streams = StandardStreams.live
        let count = try reader.count(condition, upTo: .max >> 1)
        guard count > 0 else { return streams.report("\(none); nothing was deleted.") }
        let rows = Formatting.count(count, "row")
        try Confirmation.ask(
            "Delete \(rows) (\(which))?", otherwise: "\(rows) would be deleted (\(which)).", isGiven: isConfirmed)
        let deleted = try LogEditor(folder: reader.folder).delete(condition)
        streams.report("\(Formatting.count(deleted, "row")) deleted.")
    }
}
