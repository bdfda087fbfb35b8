import GRDB

/// Distinguishes damage of a database from other failures.
package enum DatabaseDamage {
    /// Whether the file is not, or no longer, a database.
    package static func isDamage(_ error: DatabaseError) -> Bool {
        error.resultCode == .SQLITE_CORRUPT || error.resultCode == .SQLITE_NOTADB
            // A table is missing.
            || (error.resultCode == .SQLITE_ERROR && error.message?.hasPrefix("no such") == true)
    }

    /// The same for any error.
    package static func isDamage(_ error: any Error) -> Bool { (error as? DatabaseError).map(isDamage) == true }

    /// Whether something could not be written: the database, or the files that SQLite makes beside it.
    package static func isUnwritable(_ error: any Error) -> Bool {
        guard let error = error as? DatabaseError else { return false }
        return error.resultCode == .SQLITE_READONLY || error.resultCode == .SQLITE_CANTOPEN
    }

    /// Whether another program held the lock for longer than the statement waits.
    package static func isLocked(_ error: any Error) -> Bool { (error as? DatabaseError)?.resultCode == .SQLITE_BUSY }

    /// Whether all of it can be read. Without descriptors or memory to check it, it counts as undamaged.
    /// - Parameter probe: a query that needs the schema.
    package static func isSound(_ database: some DatabaseReader, probe: String) -> Bool {
        do {
            return try database.read { database in
                _ = try Row.fetchOne(database, sql: probe)
                return try String.fetchOne(database, sql: "PRAGMA quick_check(1)") == "ok"
            }
        } catch {
            return !isDamage(error)
        }
    }

    /// The error in a clause.
    package static func clause(_ error: any Error) -> String {
        if let error = error as? DatabaseError { return error.message ?? "SQLite \(error.resultCode.rawValue)" }
        if let error = error as? DatabaseFolder.Failure { return error.text }
        // Its own text has the row and the statement.
        if error is RowDecodingError { return "a value in it is of another kind than expected" }
        return "\(error)"
    }
}
