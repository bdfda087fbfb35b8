import GRDB

/// Removes recorded runs with all their parts.
package enum RecordedRunRemoval {
    /// Within a transaction.
    package static func remove(_ ids: [Int64], _ database: Database) throws {
        for id in ids {
            try database.execute(
                sql: "DELETE FROM run_part WHERE id >= ? AND id < ?", arguments: [id << 24, (id + 1) << 24])
            try database.execute(sql: "DELETE FROM run WHERE id = ?", arguments: [id])
        }
    }

    /// Removes runs that are too old or too much, but none with a name: somebody compares with it.
    /// - Parameter now: in seconds since 1970.
    /// - Returns: how many.
    static func removeOld(_ database: Database, _ limits: RequestLogLimits, now: Int64) throws -> Int {
        let cutoff = (now - limits.age.components.seconds) * 1_000_000
        var ids = try Int64.fetchAll(
            database, sql: "SELECT id FROM run WHERE name IS NULL AND started_at < ?", arguments: [cutoff])
        // The newest stays, however large it is.
        let rows = try Row.fetchAll(
            database,
            sql: "SELECT id, sum(bytes) OVER (ORDER BY id DESC) FROM run WHERE name IS NULL ORDER BY id DESC")
        ids += rows.dropFirst().filter { ($0[1] as Int) > limits.runBytes }.map { $0[0] }
        try remove(ids, database)
        return ids.count
    }
}
