import GRDB

/// How much of its limit the log takes. It looks at no row, so that it costs the same at any size, but for the large bodies.
struct LogSize {
    /// Bytes of the exchanges, with their bodies in files. Pages that are free do not count: they are written next.
    let exchanges: Int
    /// Bytes of the recorded runs without a name. Runs with a name are kept until they are deleted, and count nowhere.
    let runs: Int

    /// Bytes of exchanges beyond the limit. Runs take their part of it, but no more than that.
    func excess(over limits: RequestLogLimits) -> Int {
        exchanges - (limits.totalBytes - min(runs, limits.largestRuns))
    }
}

extension LogSize {
    init(_ database: Database) throws {
        func number(_ sql: String) throws -> Int { try Int.fetchOne(database, sql: sql) ?? 0 }
        let pages = try number("PRAGMA page_count") - number("PRAGMA freelist_count")
        let files = try number("SELECT sum(kept) FROM body WHERE file IS NOT NULL")
        self.init(
            exchanges: try pages * number("PRAGMA page_size") + files - number("SELECT sum(bytes) FROM run"),
            runs: try number("SELECT sum(bytes) FROM run WHERE name IS NULL"))
    }
}

extension RequestLogLimits {
    /// Bytes of recorded runs that have no name: half of all at most, so that there is room for exchanges.
    package var largestRuns: Int { min(runBytes, totalBytes / 2) }
}
