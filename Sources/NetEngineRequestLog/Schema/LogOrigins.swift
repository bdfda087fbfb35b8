import GRDB

/// The processes that wrote rows.
package enum LogOrigins {
    /// The origins of rows that have not ended, whose process has: such rows never end.
    package static func dead(_ database: Database) throws -> [Int64] {
        try Row.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT id, pid, process_start, machine FROM origin
                    WHERE id IN (SELECT origin FROM exchange WHERE state < 3)
                    """)
        ).compactMap { row in
            LogProcess(pid: row[1], startedAt: row[2], machine: row[3]).isRunning ? nil : row[0]
        }
    }
}
