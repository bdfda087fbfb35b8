import Foundation
import GRDB
import Glibc
import NetEngine
import Synchronization
import TestSupport
import Testing

@testable import NetEngineSQLite

/// How a database is made, opened for reading, and started again after damage.
@Suite struct DatabaseRuleTests {
    private let home: TemporaryFolder
    private let folder: DatabaseFolder

    init() throws {
        home = try TemporaryFolder()
        let names = DatabaseFolder.Names(database: "db", bodies: "bodies", lock: "lock")
        folder = DatabaseFolder(path: home.path + "/a store", names: names)
    }

    private func names() throws -> [String] { try home.names(in: "a store") }

    // MARK: The folder

    @Test func `a folder that is there already becomes its owner's alone`() throws {
        try home.write("x", to: "a store/bodies/x")
        for name in ["a store/bodies", "a store"] { #expect(chmod("\(home.path)/\(name)", 0o755) == 0) }
        try folder.prepare()
        #expect(try home.permissions("a store") == 0o700 && home.permissions("a store/bodies") == 0o700)
    }

    @Test func `below a file there is no database, and what cannot be looked at is an error`() throws {
        try home.write("x", to: "file")
        let names = DatabaseFolder.Names(database: "db", bodies: "bodies", lock: "lock")
        #expect(try !DatabaseFolder(path: home.path + "/file/x", names: names).hasDatabase())
        let long = DatabaseFolder(path: "/" + String(repeating: "x", count: 300), names: names)
        let failure = #expect(throws: DatabaseFolder.Failure.self) { try long.hasDatabase() }
        #expect(failure?.text == "\(long.databasePath): File name too long")
    }

    @Test func `what stands in the way of a folder or a body is named`() throws {
        func told(_ work: () throws -> Void) -> String? {
            do { try work() } catch { return (error as? DatabaseFolder.Failure)?.text.replacing(home.path, with: "~") }
            return nil
        }
        try home.write("x", to: "file")
        let names = DatabaseFolder.Names(database: "db", bodies: "bodies", lock: "lock")
        let below = DatabaseFolder(path: home.path + "/file/x", names: names)
        #expect(told { try below.prepare() } == "~/file/x: Not a directory")
        #expect(
            told { _ = try folder.write([1], name: "b") }
                == "~/a store/bodies/b.\(getpid()).part: No such file or directory")
        #expect(folder.read("b") == nil)
    }

    @Test func `an empty body is a file too, and a long one is read whole`() throws {
        try folder.prepare()
        let long: [UInt8] = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 5) }
        let rows: [(String, [UInt8])] = [("empty", []), ("long", long)]
        for (name, bytes) in rows {
            #expect(try folder.write(bytes, name: name) == name)
            #expect(folder.read(name) == bytes)
        }
        #expect(try home.names(in: "a store/bodies").sorted() == ["empty", "long"])
    }

    @Test func `a database gets its name when it is filled, and nothing else stays`() throws {
        try folder.prepare()
        try folder.makeDatabase { draft in
            #expect(draft.hasPrefix("\(folder.databasePath).\(getpid()).") && draft.hasSuffix(".new"))
            for suffix in ["", "-wal", "-shm", "-journal"] {
                #expect(FileManager.default.createFile(atPath: draft + suffix, contents: nil))
            }
        }
        #expect(try names() == ["bodies", "db"])
        #expect(chmod(folder.databasePath, 0o644) == 0)
        try folder.makeDatabase { _ in Issue.record("It is there already.") }
        #expect(try home.permissions("a store/db") == 0o600)
    }

    @Test func `of two that fill a database the first wins, and one that fails leaves nothing`() throws {
        try folder.prepare()
        #expect(throws: CancellationError.self) { try folder.makeDatabase { _ in throw CancellationError() } }
        #expect(try names() == ["bodies"])
        try folder.makeDatabase { _ in try home.write("theirs", to: "a store/db") }
        #expect(try home.read("a store/db") == "theirs")
        #expect(try names() == ["bodies", "db"])
    }

    @Test(arguments: ["-wal", "-journal"])
    func `a database of which a part is beside its file gets no name`(suffix: String) throws {
        try folder.prepare()
        let failure = #expect(throws: DatabaseFolder.Failure.self) {
            // What closing a database on a full disk leaves.
            try folder.makeDatabase { draft in try Data([1]).write(to: URL(filePath: draft + suffix)) }
        }
        #expect(failure?.text == "\(folder.databasePath): it could not be written to its end")
        #expect(try names() == ["bodies"])
    }

    @Test func `a body takes the place of what a crash left of it`() throws {
        try folder.prepare()
        try home.write("longer than the body", to: "a store/bodies/b.\(getpid()).part")
        #expect(try folder.write([1, 2], name: "b") == "b")
        #expect(folder.read("b") == [1, 2])
        #expect(try home.names(in: "a store/bodies") == ["b"])
    }

    @Test func `a file without a row is swept away after ten minutes`() throws {
        try folder.prepare()
        for (name, age) in [("nine", 540.0), ("eleven", 660)] {
            _ = try folder.write([1], name: name)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: "\(folder.path)/bodies/\(name)")
        }
        folder.sweep(keeping: [])
        #expect(try home.names(in: "a store/bodies") == ["nine"])
    }

    @Test func `a database is set aside with both files beside it, and work goes on without a lock`() throws {
        #expect(folder.locked(.alone) { 7 } == 7, "there is no folder for its lock")
        for name in ["db", "db-wal", "db-shm", "db.damaged"] { try home.write(name, to: "a store/\(name)") }
        #expect(folder.setDatabaseAside() == "\(folder.databasePath).damaged")
        #expect(try names() == ["db.damaged"])
        #expect(try home.read("a store/db.damaged") == "db")
    }

    @Test func `where nothing can be written it is opened as one that nobody changes`() throws {
        func opened(_ first: ResultCode?) throws -> String {
            var paths: [String] = []
            let (path, isUnchanging) = try folder.openToRead { path in
                paths.append(path)
                if paths.count == 1, let first { throw DatabaseError(resultCode: first) }
                return path
            }
            return "\(path.replacing(home.path, with: "~")) \(isUnchanging)"
        }
        #expect(try opened(nil) == "~/a store/db false")
        for code in [ResultCode.SQLITE_CANTOPEN, .SQLITE_READONLY] {
            #expect(try opened(code) == "file:~/a%20store/db?immutable=1 true")
        }
        #expect(throws: DatabaseError.self) { try opened(.SQLITE_BUSY) }
        // A program has it open.
        try home.write("x", to: "a store/db-wal")
        #expect(throws: DatabaseError.self) { try opened(.SQLITE_CANTOPEN) }
    }

    // MARK: The write-ahead log

    @Test func `the write-ahead log is emptied, but not waited for while somebody reads it`() throws {
        let path = home.path + "/log.sqlite"
        let waits = Mutex(0)
        var configuration = Configuration()
        configuration.journalMode = .wal
        configuration.busyMode = .callback { _ in
            waits.withLock { $0 += 1 }
            return false
        }
        let writer = try DatabaseQueue(path: path, configuration: configuration)
        try writer.write { try $0.execute(sql: "CREATE TABLE a (b); INSERT INTO a VALUES (1)") }
        func walSize() throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
        }
        var reading = Configuration()
        reading.allowsUnsafeTransactions = true
        let reader = try DatabaseQueue(path: path, configuration: reading)
        try reader.writeWithoutTransaction { database in
            try database.execute(sql: "BEGIN")
            _ = try Int.fetchOne(database, sql: "SELECT b FROM a")
        }
        try writer.write { try $0.execute(sql: "INSERT INTO a VALUES (2)") }
        writer.inDatabase { $0.shortenWriteAheadLog() }
        #expect(waits.withLock { $0 } == 0)
        let left = try writer.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM a") }
        #expect(left == 2)
        #expect(try walSize() ?? 0 > 0)
        try reader.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
        writer.inDatabase { $0.shortenWriteAheadLog() }
        #expect(try walSize() == 0)
    }

    @Test func `statements wait for the lock as long as before once the write-ahead log is emptied`() throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(7)
        let queue = try DatabaseQueue(path: home.path + "/log.sqlite", configuration: configuration)
        let patience = try queue.writeWithoutTransaction { database in
            database.shortenWriteAheadLog()
            return try Int.fetchOne(database, sql: "PRAGMA busy_timeout")
        }
        #expect(patience == 7000)
    }

    // MARK: Damage

    @Test func `a database is sound if its tables are there and whole`() throws {
        let queue = try DatabaseQueue()
        try queue.write { try $0.execute(sql: "CREATE TABLE a (b INTEGER)") }
        #expect(DatabaseDamage.isSound(queue, probe: "SELECT b FROM a"))
        #expect(!DatabaseDamage.isSound(queue, probe: "SELECT b FROM gone"))
        #expect(DatabaseDamage.isSound(queue, probe: "SELECT )"), "a fault of the query is no damage")
    }

    /// Opens a folder whose database opens as the steps say, one after the other: nil for well.
    private func opened(
        _ steps: [any Error], removesBodies: Bool = false, damage: (any Error)? = nil,
        tryingAgain triesAgain: (any Error) -> Bool = { _ in false }
    ) throws -> (isOpen: Bool, reports: [String]) {
        let told = Mutex<[String]>([])
        let left = Mutex(steps)
        let opening = DatabaseOpening<DatabaseQueue>(
            folder, name: "shelf", consequence: "It stays empty.", probe: "SELECT 1", removesBodies: removesBodies,
            fill: { path in
                try DatabaseQueue(path: path).writeWithoutTransaction { try $0.execute(sql: "CREATE TABLE a (b)") }
            },
            open: { path in
                if let error = left.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { throw error }
                return try DatabaseQueue(path: path)
            }, report: { text in told.withLock { $0.append(text) } })
        let database = damage.map { opening.startOver(because: $0) } ?? opening.open(tryingAgain: triesAgain)
        try database?.close()
        return (database != nil, told.withLock { $0 }.map { $0.replacing(home.path, with: "~") })
    }

    private static let damaged = DatabaseError(resultCode: .SQLITE_CORRUPT, message: "it is torn")

    @Test func `one that another program has locked is opened when it is free, if that is asked for`() throws {
        let locked = DatabaseError(resultCode: .SQLITE_BUSY, message: "it is locked")
        let full = DatabaseError(resultCode: .SQLITE_FULL, message: "it is full")
        let unusable = "The shelf in ~/a store cannot be used: it is locked. It stays empty."
        let once = try opened([locked])
        #expect(!once.isOpen && once.reports == [unusable])
        let freed = try opened([locked, locked]) { DatabaseDamage.isLocked($0) }
        #expect(freed.isOpen && freed.reports == [])
        var attempts = 2
        let givenUp = try opened([locked, locked]) { _ in
            attempts -= 1
            return attempts > 0
        }
        #expect(!givenUp.isOpen && givenUp.reports == [unusable] && attempts == 0)
        #expect(try !opened([locked, full]) { DatabaseDamage.isLocked($0) }.isOpen)
    }

    @Test func `what cannot be opened is reported with what that means, and kept`() throws {
        let (isOpen, reports) = try opened([DatabaseFolder.Unusable()])
        #expect(!isOpen && reports == ["The shelf in ~/a store cannot be used: Unusable(). It stays empty."])
        #expect(try names().contains("db"))
    }

    @Test func `a damaged database is started again once, and its bodies go where they shall`() throws {
        for removesBodies in [false, true] {
            try folder.prepare()
            _ = try folder.write([1], name: "body")
            let (isOpen, reports) = try opened([Self.damaged, Self.damaged], removesBodies: removesBodies)
            #expect(isOpen)
            #expect(
                reports == [
                    "The shelf in ~/a store was damaged (it is torn) and was set aside as ~/a store/db.damaged; a new one was started."
                ])
            #expect(try home.names(in: "a store/bodies") == (removesBodies ? [] : ["body"]))
        }
        let (isOpen, reports) = try opened([Self.damaged, Self.damaged, Self.damaged])
        #expect(!isOpen && reports.count == 2)
        #expect(reports.last == "The shelf in ~/a store cannot be started again: it is torn. It stays empty.")
    }

    @Test func `what another program has mended is used, and what cannot be opened meanwhile is kept`() throws {
        #expect(try opened([]).isOpen)
        let mended = try opened([], damage: Self.damaged)
        #expect(mended.isOpen && mended.reports == [])
        let locked = DatabaseError(resultCode: .SQLITE_BUSY, message: "it is locked")
        let (isOpen, reports) = try opened([locked], damage: Self.damaged)
        #expect(!isOpen && reports == ["The shelf in ~/a store cannot be used: it is locked. It stays empty."])
        #expect(try !names().contains("db.damaged"))
    }
}
