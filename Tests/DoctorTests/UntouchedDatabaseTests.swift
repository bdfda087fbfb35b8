import GRDB
import TestSupport
import Testing

@testable import UntouchedSQLite

/// A look into databases that leaves everything as it is.
@Suite struct UntouchedDatabaseTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func failure(_ path: String) -> UntouchedDatabase.Failure? {
        do throws(UntouchedDatabase.Failure) {
            _ = try UntouchedDatabase(path: path).rows("SELECT * FROM t")
            return nil
        } catch { return error }
    }

    private func filled(_ name: String) throws -> DatabaseQueue {
        let queue = try DatabaseQueue(path: "\(folder.path)/\(name)")
        try queue.write { database in
            try database.execute(sql: "CREATE TABLE t(a, b); INSERT INTO t VALUES (7, NULL), ('ä', 'x')")
        }
        return queue
    }

    @Test func `rows are read as texts, and no file comes to be`() throws {
        let name = "a?b#c %41.sqlite"
        try filled(name).close()
        let before = try folder.names()
        let database = try UntouchedDatabase(path: "\(folder.path)/\(name)")
        #expect(before == [name])
        #expect(try database.rows("SELECT a, b FROM t ORDER BY rowid") == [["7", nil], ["ä", "x"]])
        #expect(try database.rows("SELECT b FROM t WHERE a = ?", "ä") == [["x"]])
        #expect(try database.rows("SELECT a FROM t WHERE a = ?", "'; DROP TABLE t") == [])
        #expect(try database.number("SELECT count(*) FROM t") == 2)
        #expect(try database.number("SELECT a FROM t WHERE a = 'ä'") == nil)
        #expect(try database.number("SELECT a FROM t WHERE a = 8") == nil)
        #expect(try database.damage() == nil)
        #expect(try folder.names() == before)
    }

    @Test func `a database cannot be changed through it`() throws {
        try filled("a.sqlite").close()
        let database = try UntouchedDatabase(path: "\(folder.path)/a.sqlite")
        let failure = #expect(throws: UntouchedDatabase.Failure.self) { try database.rows("DELETE FROM t") }
        #expect(failure == .init(clause: "attempt to write a readonly database", isDamage: false))
        #expect(try database.number("SELECT count(*) FROM t") == 2)
    }

    @Test func `what is no database says what it is`() throws {
        let text = try folder.write("This is not a database, and it is longer than its header is.", to: "a.txt")
        #expect(failure(text) == .init(clause: "file is not a database", isDamage: true))
        #expect(failure(folder.path) == .init(clause: "it is not a regular file", isDamage: false))
        #expect(failure("/dev/null") == .init(clause: "it is not a regular file", isDamage: false))
        #expect(
            failure("\(folder.path)/none") == .init(clause: "No such file or directory", isDamage: false))
        let empty = try folder.write("", to: "empty.sqlite")
        #expect(failure(empty) == .init(clause: "no such table: t", isDamage: false))
    }

    @Test func `a database in use shows what was written last`() throws {
        let pool = try DatabasePool(path: "\(folder.path)/a.sqlite")
        try pool.write { try $0.execute(sql: "CREATE TABLE t(a); INSERT INTO t VALUES (1)") }
        let database = try UntouchedDatabase(path: "\(folder.path)/a.sqlite")
        #expect(try database.number("SELECT a FROM t") == 1)
        try pool.write { try $0.execute(sql: "UPDATE t SET a = 2") }
        #expect(try database.number("SELECT a FROM t") == 2)
        try pool.close()
    }
}
