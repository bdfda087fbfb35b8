import GRDBSQLite

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Looks into a database that may be in use, damaged or somebody else's. Nothing is created or changed beside it, which SQLite does
/// even for a connection that only reads: a database without a write-ahead log is opened as one that nobody changes.
package final class UntouchedDatabase {
    /// The error in a clause.
    package struct Failure: Error, Hashable {
        package var clause: String
        /// The file is not, or no longer, a database.
        package var isDamage: Bool
    }

    private let handle: OpaquePointer

    /// - Parameter patience: milliseconds to wait for a writer.
    package init(path: String, patience: Int32 = 200) throws(Failure) {
        // SQLite would wait for the writer of a pipe.
        var facts = stat()
        guard stat(path, &facts) == 0 else {
            throw Failure(clause: String(cString: strerror(errno)), isDamage: false)
        }
        guard facts.st_mode & S_IFMT == S_IFREG else {
            throw Failure(clause: "it is not a regular file", isDamage: false)
        }
        let isQuiet = access(path + "-wal", F_OK) != 0
        let name = "file:" + Self.encoded(path) + (isQuiet ? "?immutable=1" : "?mode=ro")
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(name, &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let handle = opened else {
            let failure = Self.failure(code, opened)
            sqlite3_close_v2(opened)
            throw failure
        }
        self.handle = handle
        sqlite3_busy_timeout(handle, patience)
    }

    deinit { sqlite3_close_v2(handle) }

    /// The version of SQLite.
    package static var sqliteVersion: String { sqlite3_libversion().map { String(cString: $0) } ?? "?" }

    /// The rows of a query, each column as text; nil is NULL.
    /// - Parameter text: replaces the `?`, if the query has one.
    package func rows(_ sql: String, _ text: String? = nil) throws(Failure) -> [[String?]] {
        var prepared: OpaquePointer?
        var code = sqlite3_prepare_v2(handle, sql, -1, &prepared, nil)
        guard code == SQLITE_OK, let statement = prepared else { throw Self.failure(code, handle) }
        defer { sqlite3_finalize(statement) }
        if let text {
            // The text is copied: it need not live as long as the statement.
            let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
            sqlite3_bind_text(statement, 1, text, -1, transient)
        }
        var rows: [[String?]] = []
        while true {
            code = sqlite3_step(statement)
            guard code == SQLITE_ROW else { break }
            rows.append(
                (0..<sqlite3_column_count(statement)).map { column in
                    sqlite3_column_text(statement, column).map { String(cString: $0) }
                })
        }
        guard code == SQLITE_DONE else { throw Self.failure(code, handle) }
        return rows
    }

    /// The first column of the first row as a number.
    package func number(_ sql: String) throws(Failure) -> Int? {
        try rows(sql).first?.first?.flatMap { Int($0) }
    }

    /// Looks at all pages.
    /// - Returns: what is wrong, in SQLite's words; nil if nothing is.
    package func damage() throws(Failure) -> String? {
        guard let report = try rows("PRAGMA quick_check(1)").first?.first ?? nil else { return "it cannot be checked" }
        return Self.damage(in: report)
    }

    /// - Parameter report: a row of a check: `ok`, or what is wrong, after a line that only names the database.
    /// - Returns: what is wrong, as a clause; nil if nothing is.
    package static func damage(in report: String) -> String? {
        guard report != "ok" else { return nil }
        return report.split(separator: "\n").first { !$0.hasPrefix("***") }.map(String.init)
            ?? "it cannot be read as one"
    }

    private static func failure(_ code: Int32, _ handle: OpaquePointer?) -> Failure {
        let text = handle.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? "SQLite \(code)"
        return Failure(clause: text, isDamage: [SQLITE_CORRUPT, SQLITE_NOTADB].contains(code & 0xFF))
    }

    /// As the path of a URI.
    private static func encoded(_ path: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "."):
                bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
