import GRDB
import GRDBSQLite
import NetEngine

/// A prepared statement whose values go to SQLite without intermediate values, copies or a look-up by its text: a busy run writes tens
/// of thousands of rows a second. For one thread.
final class LogStatement {
    private let statement: Statement
    /// Of the value that is bound next, from 1.
    private var place: Int32 = 1

    init(_ sql: String, _ database: Database) throws {
        statement = try database.makeStatement(sql: sql)
    }

    // MARK: Values, in the order of the statement

    func add(_ value: Int64?) {
        if let value {
            sqlite3_bind_int64(statement.sqliteStatement, place, value)
        } else {
            sqlite3_bind_null(statement.sqliteStatement, place)
        }
        place += 1
    }

    func add(_ value: Int?) { add(value.map { Int64($0) }) }

    func add(_ value: String?) {
        if var value {
            value.withUTF8 { bytes in
                let text = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
                sqlite3_bind_text64(
                    statement.sqliteStatement, place, text, UInt64(bytes.count), Self.copied, UInt8(SQLITE_UTF8))
            }
        } else {
            sqlite3_bind_null(statement.sqliteStatement, place)
        }
        place += 1
    }

    /// - Parameter bytes: must stay where they are until the statement has run.
    func add(_ bytes: UnsafeRawBufferPointer) {
        if let start = bytes.baseAddress, !bytes.isEmpty {
            sqlite3_bind_blob64(statement.sqliteStatement, place, start, UInt64(bytes.count), nil)
        } else {
            sqlite3_bind_zeroblob(statement.sqliteStatement, place, 0)
        }
        place += 1
    }

    /// SQLite's SQLITE_TRANSIENT.
    private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

    // MARK: Running

    func run() throws { _ = try number() }

    /// The first value of the first row; nil without a row.
    func number() throws -> Int64? {
        place = 1
        let code = sqlite3_step(statement.sqliteStatement)
        let number = code == SQLITE_ROW ? sqlite3_column_int64(statement.sqliteStatement, 0) : nil
        guard code == SQLITE_ROW || code == SQLITE_DONE else {
            let message = String(cString: sqlite3_errmsg(sqlite3_db_handle(statement.sqliteStatement)))
            sqlite3_reset(statement.sqliteStatement)
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
        }
        sqlite3_reset(statement.sqliteStatement)
        return number
    }
}
