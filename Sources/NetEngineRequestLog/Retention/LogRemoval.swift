import GRDB
import NetEngineSQLite

/// Removes rows with all that belongs to them, and gives the disk space back.
package enum LogRemoval {
    private static let step = 500

    /// Within a transaction.
    /// - Returns: how many rows there were, and the body files that are no longer needed once the transaction is committed.
    package static func remove(_ ids: [Int64], _ database: Database) throws -> (count: Int, files: [String]) {
        var count = 0
        var files: [String] = []
        for id in ids {
            try database.cachedStatement(sql: "DELETE FROM exchange WHERE id = ?").execute(arguments: [id])
            guard database.changesCount > 0 else { continue }
            count += 1
            try database.cachedStatement(sql: "DELETE FROM detail WHERE id = ?").execute(arguments: [id])
            try database.cachedStatement(sql: "DELETE FROM checks WHERE id = ?").execute(arguments: [id])
            files += try Optional<String>.fetchAll(
                database.cachedStatement(sql: "DELETE FROM body WHERE id >= ? AND id < ? RETURNING file"),
                arguments: [id << 8, (id + 1) << 8]
            ).compactMap(\.self)
        }
        if count > 0 { try database.execute(sql: "UPDATE state SET change = change + 1, deletion = change + 1") }
        return (count, files)
    }

    /// The oldest rows that make the log larger than its limit, without the pinned ones: no more than that needs.
    static func tooMuch(_ database: Database, _ limits: RequestLogLimits, atMost count: Int) throws -> [Int64] {
        var excess = try LogSize(database).excess(over: limits)
        guard excess > 0 else { return [] }
        // `length` of a blob reads only its beginning.
        let oldest = try Row.fetchAll(
            database,
            sql: """
                SELECT e.id, \(rowBytes) + coalesce((SELECT length(data) FROM detail d WHERE d.id = e.id), 0)
                    + coalesce((SELECT sum(kept) FROM body b WHERE b.id >= e.id << 8 AND b.id < (e.id + 1) << 8), 0)
                FROM exchange e WHERE e.flags & \(LogFlags.pinned.rawValue) = 0 AND e.state >= 3
                ORDER BY e.id LIMIT \(count)
                """)
        return oldest.prefix { row in
            defer { excess -= row[1] }
            return excess > 0
        }.map { $0[0] }
    }

    /// What a row takes in its table and the indexes, about.
    private static let rowBytes = 150

    /// Whether that many URLs, or more, are of no row.
    static func unusedURLs(_ queue: DatabaseQueue, atLeast count: Int) throws -> Bool {
        try queue.read { database in
            let found = try Int.fetchOne(
                database,
                sql:
                    "SELECT count(*) FROM (SELECT 1 FROM url WHERE id NOT IN (SELECT url FROM exchange) LIMIT \(count))"
            )
            return (found ?? 0) >= count
        }
    }

    /// Removes the texts that no row needs any more. Within a transaction.
    package static func removeUnusedTexts(_ database: Database) throws {
        try database.execute(
            sql: """
                DELETE FROM url WHERE id NOT IN (SELECT url FROM exchange);
                DELETE FROM request WHERE id NOT IN (SELECT request FROM exchange WHERE request IS NOT NULL);
                DELETE FROM origin WHERE id NOT IN (SELECT origin FROM exchange);
                DELETE FROM word WHERE id NOT IN (
                    SELECT method FROM exchange UNION SELECT host FROM exchange
                    UNION SELECT category FROM exchange WHERE category IS NOT NULL
                    UNION SELECT phase FROM exchange WHERE phase IS NOT NULL
                    UNION SELECT cache FROM exchange WHERE cache IS NOT NULL
                    UNION SELECT type FROM exchange WHERE type IS NOT NULL
                    UNION SELECT tag FROM exchange WHERE tag IS NOT NULL);
                UPDATE state SET generation = generation + 1;
                """)
    }

    /// Gives the pages that are free back to the disk, a few at a time, so that other writers get their turn.
    package static func free(_ queue: DatabaseQueue) throws {
        try queue.writeWithoutTransaction { database in
            while let before = try Int.fetchOne(database, sql: "PRAGMA freelist_count"), before > 0 {
                // The statement does a page a step.
                _ = try Row.fetchAll(database, sql: "PRAGMA incremental_vacuum(\(step))")
                if try Int.fetchOne(database, sql: "PRAGMA freelist_count") == before { break }
            }
            // The file shrinks when the write-ahead log is copied into it; where somebody reads, later.
            database.shortenWriteAheadLog()
        }
    }
}
