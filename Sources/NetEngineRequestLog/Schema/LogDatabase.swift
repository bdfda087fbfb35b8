import GRDB
import NetEngineSQLite

/// Opens the database and brings its schema up to date.
package enum LogDatabase {
    /// Of the schema that this program writes; `user_version` of the file.
    package static var version: Int { LogSchema.migrations.count }
    private static let largestJournal = 8 << 20
    /// Seconds that a transaction waits for other writers.
    package static let patience: Double = 5
    static let probe =
        "SELECT 1 FROM state, exchange, detail, body, checks, word, url, request, origin, run, run_part LIMIT 0"

    /// Makes an empty file a complete database, which nobody else has open.
    static func fill(_ path: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { database in
            // Before the first table: later it would need a VACUUM.
            try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
            try migrate(database)
            // Last: a write-ahead log would be copied into the file on closing, where a full disk is no error.
            try database.execute(sql: "PRAGMA journal_mode = WAL")
        }
        try queue.close()
    }

    /// Opens the database of a folder for writing; a missing one is made, a damaged one set aside.
    /// - Parameters:
    ///   - consequence: what it means to the user if it cannot be used: `Nothing is logged.`
    ///   - patience: seconds that a transaction waits for other writers.
    package static func opening(
        folder: String, consequence: String, patience: Double = patience, report: @escaping @Sendable (String) -> Void
    ) -> DatabaseOpening<DatabaseQueue> {
        DatabaseOpening(
            LogFolder.files(in: folder), name: "request log", consequence: consequence, probe: probe,
            removesBodies: false, fill: fill, open: { try open($0, patience: patience) }, report: report)
    }

    /// Opens a complete one for writing.
    /// - Parameter patience: seconds that a transaction waits for other writers.
    /// - Throws: `NewerDatabase`, without having changed anything.
    package static func open(_ path: String, patience: Double = patience) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.label = "request log"
        // Set before the first statement. Eight processes with 1,000 writes each: with immediate transactions and this timeout none
        // failed, and the longest write took 438 ms; with deferred ones most failed.
        configuration.busyMode = .timeout(patience)
        configuration.journalMode = .wal
        configuration.prepareDatabase { database in
            // NORMAL: a commit is written to the write-ahead log and not waited for on the disk. A crash of the program, kill -9
            // included, loses nothing that was committed, because the kernel has it; a power failure may lose the last commits,
            // and leaves the database whole. FULL would wait for the disk twenty times a second.
            try database.execute(sql: "PRAGMA synchronous = NORMAL; PRAGMA cache_size = -8000")
            // A transaction that removed much leaves a large write-ahead log, which would stay as long as a program has it open.
            try database.execute(sql: "PRAGMA journal_size_limit = \(largestJournal)")
        }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.writeWithoutTransaction { try migrate($0) }
        return queue
    }

    /// Opens a complete one for reading, where it cannot be opened for writing. One of a newer program may have other tables.
    /// - Throws: `problem` if this program would have to migrate it first.
    package static func openToRead(_ files: DatabaseFolder, because problem: any Error) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.label = "request log"
        configuration.readonly = true
        let queue = try files.openToRead { try DatabaseQueue(path: $0, configuration: configuration) }.base
        guard try queue.read(current) >= version else { throw problem }
        return queue
    }

    /// nil unless a newer program wrote the database.
    package static func newer(_ database: some DatabaseReader) throws -> NewerDatabase? {
        let found = try database.read(current)
        return found > version ? NewerDatabase(found: found, known: version) : nil
    }

    /// Why a database could not be read: `NewerDatabase` where a newer program wrote it, whose other tables and values are no damage;
    /// else the error itself.
    package static func explained(_ error: any Error, _ database: some DatabaseReader) -> any Error {
        guard DatabaseDamage.isDamage(error) || error is RowDecodingError else { return error }
        if let found = try? newer(database) { return found }
        return error
    }

    private static func current(_ database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    }

    /// Costs one read where there is nothing to do.
    private static func migrate(_ database: Database) throws {
        if try current(database) == version { return }
        // Another process may do the same: the transaction decides, and the second one finds it done.
        try database.inTransaction(.immediate) {
            let found = try current(database)
            guard found <= version else { throw NewerDatabase(found: found, known: version) }
            for step in found..<version { try database.execute(sql: LogSchema.migrations[step]) }
            try database.execute(sql: "PRAGMA user_version = \(version)")
            return .commit
        }
    }
}
