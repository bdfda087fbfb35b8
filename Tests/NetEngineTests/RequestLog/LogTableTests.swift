import GRDB
import NetEngine
import NetEngineSQLite
import TestSupport
import Testing

@testable import NetEngineRequestLog

/// The tables of the log, and the texts that its rows share.
@Suite struct LogTableTests {
    private let folder: TemporaryFolder
    private let files: DatabaseFolder

    init() throws {
        folder = try TemporaryFolder()
        files = LogFolder.files(in: folder.path + "/log")
        try files.prepare()
        try files.makeDatabase(LogDatabase.fill)
    }

    // MARK: The schema

    @Test func `a step of the schema never changes once it was released`() {
        let sums = LogSchema.migrations.map { Checksum.of(Array($0.utf8)) }
        #expect(sums.prefix(2) == [-6_948_400_067_689_493_685, -813_044_804_917_590_719])
    }

    @Test func `a new log has no change, and was looked through when it was made`() throws {
        let state = try LoggedDatabase(folder).fetch(
            "SELECT change, generation, deletion, abs(pruned_at - CAST(strftime('%s', 'now') AS INTEGER)) < 60 FROM state"
        )
        #expect(state.map { row in (0..<4).map { row[$0] as Int } } == [[0, 0, 0, 1]])
    }

    @Test func `a connection waits for other writers, and leaves no large file beside the database`() throws {
        func settings(_ queue: DatabaseQueue) throws -> [Int?] {
            try queue.read { database in
                try ["busy_timeout", "synchronous", "cache_size", "journal_size_limit"].map {
                    try Int.fetchOne(database, sql: "PRAGMA \($0)")
                }
            }
        }
        #expect(try settings(LogDatabase.open(files.databasePath)) == [5000, 1, -8000, 8_388_608])
        #expect(try settings(LogDatabase.open(files.databasePath, patience: 0.5)).first == 500)
    }

    @Test(arguments: [
        "state", "exchange", "detail", "body", "checks", "word", "url", "request", "origin", "run", "run_part",
    ])
    func `a log that lacks one of its tables is damaged`(name: String) throws {
        let queue = try LogDatabase.open(files.databasePath)
        #expect(DatabaseDamage.isSound(queue, probe: LogDatabase.probe))
        try queue.write { try $0.execute(sql: "DROP TABLE \(name)") }
        #expect(!DatabaseDamage.isSound(queue, probe: LogDatabase.probe))
        try queue.close()
    }

    @Test func `a log of a newer program can be read, and one of an older program not without its tables`() throws {
        func error(_ version: Int) throws -> (any Error)? {
            try LoggedDatabase(folder).execute("PRAGMA user_version = \(version)")
            do { try LogDatabase.openToRead(files, because: CancellationError()).close() } catch { return error }
            return nil
        }
        #expect(try error(LogDatabase.version) == nil)
        #expect(try error(LogDatabase.version - 1) is CancellationError)
        #expect(try error(LogDatabase.version + 1) == nil)
    }

    @Test func `a log of a newer program is known as one`() throws {
        func newer(_ version: Int) throws -> NewerDatabase? {
            try LoggedDatabase(folder).execute("PRAGMA user_version = \(version)")
            let queue = try LogDatabase.openToRead(files, because: CancellationError())
            defer { try? queue.close() }
            return try LogDatabase.newer(queue)
        }
        #expect(try newer(LogDatabase.version) == nil)
        let later = LogDatabase.version + 1
        #expect(try newer(later) == NewerDatabase(found: later, known: LogDatabase.version))
    }

    // MARK: Texts

    private func write(_ rows: [LogRow]) throws {
        let tables = LogTables(
            try LogDatabase.open(files.databasePath), LogOwner(program: "tests", source: .library, process: .current))
        defer { tables.close() }
        try tables.write(rows.map { LogTables.Item($0) })
    }

    private static func row(_ change: (inout LogRow) -> Void = { _ in }) -> LogRow {
        var row = LogRow(
            id: 0, startedAt: ExchangeFixtures.start, method: "GET", url: "http://a/x", host: "a", path: "/x",
            name: "n", file: "/f", line: 1, collection: "/c", environment: "e", run: "r", source: .run, process: "p")
        change(&row)
        return row
    }

    private func texts(_ sql: String) throws -> [String] {
        try LoggedDatabase(folder).fetch(sql).map { $0[0] as String? ?? "none" }
    }

    @Test func `requests that differ in one thing are others, and a row may have none`() throws {
        let rows = [
            Self.row(), Self.row { $0.name = nil }, Self.row { $0.file = nil }, Self.row { $0.line = nil },
            Self.row { $0.collection = nil }, Self.row { $0.name = "m" }, Self.row { $0.file = "/g" },
            Self.row { $0.line = 2 }, Self.row { $0.collection = "/d" },
            Self.row { ($0.file, $0.line, $0.collection) = (nil, nil, nil) },
            Self.row { ($0.name, $0.line, $0.collection) = (nil, nil, nil) },
            Self.row { ($0.name, $0.file, $0.collection) = (nil, nil, nil) },
            Self.row { ($0.name, $0.file, $0.line) = (nil, nil, nil) },
            Self.row { ($0.name, $0.file, $0.line, $0.collection) = (nil, nil, nil, nil) },
        ]
        let expected = rows.map { row in
            let line = row.line.map { String($0) }
            return [row.name, row.file, line, row.collection].map { $0 ?? "-" }.joined(separator: " ")
        }
        for _ in 0..<2 { try write(rows) }
        let found = try texts(
            """
            SELECT ifnull(r.name, '-') || ' ' || ifnull(r.file, '-') || ' ' || ifnull(r.line, '-') || ' ' ||
                ifnull(r.collection, '-') FROM exchange e LEFT JOIN request r ON r.id = e.request ORDER BY e.id
            """)
        #expect(found == expected + expected)
        #expect(try texts("SELECT CAST(count(*) AS TEXT) FROM request") == ["13"])
        #expect(try texts("SELECT CAST(count(*) AS TEXT) FROM exchange WHERE request IS NULL") == ["2"])
    }

    @Test func `origins that differ in one thing are others`() throws {
        let rows = [
            Self.row(), Self.row { $0.environment = nil }, Self.row(), Self.row { $0.run = nil },
            Self.row { $0.source = .batch }, Self.row { $0.process = "q" }, Self.row { $0.environment = "f" },
            Self.row { $0.run = "s" }, Self.row(),
        ]
        let expected = rows.map { row in
            "\(row.source.rawValue) \(row.process) \(row.environment ?? "-") \(row.run ?? "-")"
        }
        for _ in 0..<2 { try write(rows) }
        let found = try texts(
            """
            SELECT o.source || ' ' || o.process || ' ' || ifnull(o.environment, '-') || ' ' || ifnull(o.run, '-')
            FROM exchange e JOIN origin o ON o.id = e.origin ORDER BY e.id
            """)
        #expect(found == expected + expected)
        #expect(try texts("SELECT CAST(count(*) AS TEXT) FROM origin") == ["7"])
    }

    @Test func `an empty text is a text, and only what a row lacks is none`() throws {
        try write([
            Self.row(), Self.row { $0.contentType = "" }, Self.row { ($0.method, $0.host) = ("", "") },
            Self.row { ($0.contentType, $0.cache, $0.category, $0.phase) = ("a/b", .hit, .tls, .connect) },
        ])
        let database = try LoggedDatabase(folder)
        let columns = ["method", "host", "type", "cache", "category", "phase"]
        let words = try database.rows().map { try database.words($0, columns) }
        #expect(words == [["GET", "a"], ["GET", "a", ""], ["", ""], ["GET", "a", "a/b", "hit", "tls", "connect"]])
    }

    @Test func `a URL is kept once, and one with the same hash beside it`() throws {
        let hash = Checksum.of(Array("http://a/x".utf8))
        try LoggedDatabase(folder).execute("INSERT INTO url VALUES (7, \(hash), 'http://other/', '/')")
        try write([Self.row(), Self.row { ($0.url, $0.path) = ("http://a/y", "/y") }, Self.row()])
        try write([Self.row { ($0.url, $0.path) = ("http://other/", "/") }, Self.row()])
        #expect(
            try texts("SELECT text || ' ' || path FROM url ORDER BY id")
                == ["http://other/ /", "http://a/x /x", "http://a/y /y", "http://other/ /"])
        #expect(
            try texts("SELECT u.text FROM exchange e JOIN url u ON u.id = e.url ORDER BY e.id")
                == ["http://a/x", "http://a/y", "http://a/x", "http://other/", "http://a/x"])
        #expect(try texts("SELECT text FROM word ORDER BY id") == ["GET", "a"])
    }
}
