import GRDB
import NetEngineSQLite

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
        ).compactMap { row -> Int64? in
            let process = LogProcess(pid: try row.read(1), startedAt: try row.read(2), machine: try row.read(3))
            if process.isRunning { return nil }
            return try row.read(0)
        }
    }
}
