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
        return try remove(database) { $0.startedAt < cutoff } + removeTooMuch(database, limits)
    }

    /// Removes the oldest runs without a name as long as all are too much. The newest stays, however large it is.
    /// - Returns: how many.
    @discardableResult
    package static func removeTooMuch(_ database: Database, _ limits: RequestLogLimits) throws -> Int {
        let all = try Int.fetchOne(database, sql: "SELECT sum(bytes) FROM run WHERE name IS NULL") ?? 0
        guard all > limits.largestRuns else { return 0 }
        var bytes = 0
        var isNewest = true
        return try remove(database) { run in
            bytes += run.bytes
            defer { isNewest = false }
            return bytes > limits.largestRuns && !isNewest
        }
    }

    /// - Parameter isUnwanted: is asked about the runs without a name, the newest first. One that is still recorded stays.
    private static func remove(
        _ database: Database, _ isUnwanted: ((startedAt: Int64, bytes: Int)) -> Bool
    ) throws -> Int {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT id, started_at, bytes, summary IS NULL, pid, process_start, machine FROM run WHERE name IS NULL
                ORDER BY id DESC
                """)
        let unwanted = rows.filter { row in
            guard isUnwanted((row[1], row[2])) else { return false }
            return !(row[3] as Bool) || !LogProcess(pid: row[4], startedAt: row[5], machine: row[6]).isRunning
        }
        try remove(unwanted.map { $0[0] }, database)
        return unwanted.count
    }
}
