import Foundation
import GRDB
import NetEngineSQLite

/// Removes what is too old or too much, and gives the disk space back. Has its thread and its connection, and short transactions,
/// so that neither a request nor another writer waits for it.
struct LogRetention {
    let folder: DatabaseFolder
    let limits: RequestLogLimits
    /// In seconds since 1970.
    var now = Int64(Date.now.timeIntervalSince1970)

    /// Of all processes together.
    static let interval: Int64 = 600
    /// Rows that one transaction removes.
    private static let step = 500

    /// The process may end at any time meanwhile.
    func run() throws {
        let queue = try LogDatabase.open(folder.databasePath)
        defer { try? queue.close() }
        guard try isDue(queue) else { return }
        var removed = 0
        while let ids = try unwanted(queue), !ids.isEmpty {
            removed += try remove(ids, queue)
        }
        removed += try queue.immediately { try RecordedRunRemoval.removeOld($0, limits, now: now) }
        // A full look at the rows; what a few rows leave behind can wait. Writers remove rows as well (`LogWriter`), but no texts.
        if try removed >= Self.step || LogRemoval.unusedURLs(queue, atLeast: Self.step) { try removeTexts(queue) }
        if removed > 0 { LogFolder.signal(in: folder.path) }
        try LogRemoval.free(queue)
        let files = try queue.read { try Set(String.fetchAll($0, sql: "SELECT file FROM body WHERE file IS NOT NULL")) }
        folder.sweep(keeping: files)
    }

    /// Whether no process did it lately. A time in the future is of a clock that was set back.
    private func isDue(_ queue: DatabaseQueue) throws -> Bool {
        try queue.immediately { database in
            try database.execute(
                sql: "UPDATE state SET pruned_at = ? WHERE pruned_at <= ? OR pruned_at > ?",
                arguments: [now, now - Self.interval, now])
            return database.changesCount > 0
        }
    }

    /// The oldest rows, if they are too old or all are too much; none if nothing is.
    private func unwanted(_ queue: DatabaseQueue) throws -> [Int64]? {
        try queue.read { database in
            let pinned = LogFlags.pinned.rawValue
            // Rows are in the order of time, imported ones aside: the oldest are among the first ones, without the pinned ones.
            let oldest = try Row.fetchAll(
                database,
                sql: """
                    SELECT e.id, e.started_at, o.source = '\(LogRow.Source.imported.rawValue)'
                    FROM exchange e JOIN origin o ON o.id = e.origin
                    WHERE e.flags & \(pinned) = 0 AND e.state >= 3 ORDER BY e.id LIMIT \(Self.step)
                    """)
            let cutoff = (now - limits.age.components.seconds) * 1_000_000
            let old = try Self.old(oldest, before: cutoff, database)
            return try old.isEmpty ? LogRemoval.tooMuch(database, limits, atMost: Self.step) : old
        }
    }

    /// The ids of rows that are too old. The time of an imported row says nothing of how long it has been in the log: it is kept
    /// as long as the next row that was sent after the import.
    /// - Parameter rows: id, time, and whether it is imported; in the order of the ids.
    private static func old(_ rows: [Row], before cutoff: Int64, _ database: Database) throws -> [Int64] {
        guard let last = rows.last else { return [] }
        var next = Int64.max
        if last[2] as Bool {
            next =
                try Int64.fetchOne(
                    database,
                    sql: """
                        SELECT e.started_at FROM exchange e JOIN origin o ON o.id = e.origin
                        WHERE e.id > ? AND o.source <> '\(LogRow.Source.imported.rawValue)' ORDER BY e.id LIMIT 1
                        """, arguments: [last[0] as Int64]) ?? .max
        }
        var old: [Int64] = []
        for row in rows.reversed() {
            if !(row[2] as Bool) { next = row[1] }
            if next < cutoff { old.append(row[0]) }
        }
        return old.reversed()
    }

    private func remove(_ ids: [Int64], _ queue: DatabaseQueue) throws -> Int {
        let removed = try queue.immediately { try LogRemoval.remove(ids, $0) }
        folder.remove(removed.files)
        return removed.count
    }

    private func removeTexts(_ queue: DatabaseQueue) throws {
        try queue.immediately { try LogRemoval.removeUnusedTexts($0) }
    }
}
