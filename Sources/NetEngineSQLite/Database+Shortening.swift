import GRDB

extension Database {
    /// Copies the write-ahead log into the file and empties it, unless somebody reads what it has.
    ///
    /// Does not wait for readers: it would hold the lock of the writers while it waits
    /// (https://www.sqlite.org/c3ref/wal_checkpoint_v2.html).
    package func shortenWriteAheadLog() {
        let patience = (try? Int.fetchOne(self, sql: "PRAGMA busy_timeout")) ?? 0
        _ = try? execute(sql: "PRAGMA busy_timeout = 0")
        _ = try? checkpoint(.truncate)
        _ = try? execute(sql: "PRAGMA busy_timeout = \(patience)")
    }
}
