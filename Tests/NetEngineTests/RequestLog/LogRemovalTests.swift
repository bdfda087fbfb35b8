import GRDB
import NetEngine
import NetEngineSQLite
import TestSupport
import Testing

@testable import NetEngineRequestLog

/// What is removed of the log, and what of it stays.
@Suite struct LogRemovalTests {
    private let folder: TemporaryFolder
    private let files: DatabaseFolder

    init() throws {
        folder = try TemporaryFolder()
        files = LogFolder.files(in: folder.path + "/log")
        try files.prepare()
        try files.makeDatabase(LogDatabase.fill)
    }

    private func write(_ rows: [LogRow], parts: Bool = false) throws {
        let tables = LogTables(
            try LogDatabase.open(files.databasePath), LogOwner(program: "tests", source: .library, process: .current))
        try tables.write(
            rows.map { row in
                let item = LogTables.Item(row)
                guard parts else { return item }
                item.data = [1]
                item.checkLines = ["a"]
                item.bodies = [0, 255].map { slot in
                    LogTables.Body(slot: slot, size: 1, kept: 1, isCut: false, file: slot == 0 ? nil : "f", bytes: nil)
                }
                return item
            })
        tables.close()
    }

    private static func row(_ path: String, startedAt: Timestamp = .now, _ change: (inout LogRow) -> Void = { _ in })
        -> LogRow
    {
        var row = LogRow(id: 0, startedAt: startedAt, method: "GET", url: "http://a\(path)", host: "a", path: path)
        change(&row)
        return row
    }

    private var database: LoggedDatabase { get throws { try LoggedDatabase(folder) } }

    private func change<Value>(_ body: (Database) throws -> Value) throws -> Value {
        let queue = try LogDatabase.open(files.databasePath)
        defer { try? queue.close() }
        return try queue.write(body)
    }

    @Test func `a row goes with all its parts, and its neighbours keep theirs`() throws {
        try write((1...3).map { Self.row("/\($0)") }, parts: true)
        let before = try #require(try database.fetch("SELECT change FROM state").first?[0] as Int?)
        let removed = try change { try LogRemoval.remove([2, 9], $0) }
        #expect(removed.count == 1 && removed.files == ["f"])
        for table in ["exchange", "detail", "checks"] {
            #expect(try database.fetch("SELECT id FROM \(table) ORDER BY id").map { $0[0] } == [1, 3], "\(table)")
        }
        #expect(try database.fetch("SELECT id FROM body ORDER BY id").map { $0[0] } == [256, 511, 768, 1023])
        #expect(
            try database.fetch("SELECT change, deletion FROM state").map { [$0[0], $0[1]] } == [
                [before + 1, before + 1]
            ])
        let nothing = try change { try LogRemoval.remove([2], $0) }
        #expect(nothing.count == 0 && nothing.files == [])
        #expect(try database.fetch("SELECT change FROM state").map { $0[0] } == [before + 1])
    }

    @Test func `texts that a row needs stay, and all others go`() throws {
        try write([
            Self.row("/1") { row in
                row.category = .timeout
                row.phase = .wait
                row.cache = .hit
                row.contentType = "text/plain"
                row.name = "n"
                row.environment = "e"
            },
            Self.row("/2") { row in
                (row.method, row.host, row.name, row.environment) = ("PUT", "b", "other", "f")
                row.contentType = "a/b"
            },
            // Of which nothing else is known.
            Self.row("/3"),
        ])
        try database.execute("INSERT INTO word (text) VALUES ('tagged'), ('nobody''s')")
        try database.execute(
            "UPDATE exchange SET tag = (SELECT id FROM word WHERE text = 'tagged') WHERE id = 1; DELETE FROM exchange WHERE id = 2"
        )
        func unused(_ count: Int) throws -> Bool {
            let queue = try LogDatabase.open(files.databasePath)
            defer { try? queue.close() }
            return try LogRemoval.unusedURLs(queue, atLeast: count)
        }
        #expect(try [1, 2].map(unused) == [true, false])
        let generation = try #require(try database.fetch("SELECT generation FROM state").first?[0] as Int?)
        try change { try LogRemoval.removeUnusedTexts($0) }
        #expect(
            try database.fetch("SELECT text FROM word ORDER BY text").map { $0[0] }
                == ["GET", "a", "hit", "tagged", "text/plain", "timeout", "wait"])
        #expect(try database.fetch("SELECT path FROM url ORDER BY id").map { $0[0] } == ["/1", "/3"])
        #expect(try database.fetch("SELECT name FROM request").map { $0[0] } == ["n"])
        #expect(
            try database.fetch("SELECT environment FROM origin ORDER BY id").map { $0[0] as String? } == ["e", nil])
        #expect(try database.fetch("SELECT generation FROM state").map { $0[0] } == [generation + 1])
        #expect(try !unused(1))
    }

    @Test func `texts that are removed while a program writes are added again for its next row`() throws {
        let tables = LogTables(
            try LogDatabase.open(files.databasePath), LogOwner(program: "tests", source: .library, process: .current))
        defer { tables.close() }
        let row = Self.row("/1") { row in
            (row.contentType, row.name, row.environment) = ("text/plain", "n", "e")
        }
        try tables.write([LogTables.Item(row)])
        try change { database in
            _ = try LogRemoval.remove([1], database)
            try LogRemoval.removeUnusedTexts(database)
        }
        // Another program takes the numbers that are free now.
        try write([
            Self.row("/2") { row in
                (row.method, row.host, row.contentType) = ("PUT", "b", "a/b")
                (row.name, row.environment) = ("other", "f")
            }
        ])
        try tables.write([LogTables.Item(row)])
        let texts = try database.fetch(
            """
            SELECT method.text, host.text, type.text, url.text, request.name, origin.environment FROM exchange
            LEFT JOIN word method ON method.id = exchange.method LEFT JOIN word host ON host.id = exchange.host
            LEFT JOIN word type ON type.id = exchange.type LEFT JOIN url ON url.id = exchange.url
            LEFT JOIN request ON request.id = exchange.request LEFT JOIN origin ON origin.id = exchange.origin
            ORDER BY exchange.id
            """
        ).map { row in (0..<6).map { row[$0] as String? } }
        #expect(
            texts == [
                ["PUT", "b", "a/b", "http://a/2", "other", "f"], ["GET", "a", "text/plain", "http://a/1", "n", "e"],
            ])
    }

    @Test func `rows are looked at every ten minutes, also when the clock was set back`() throws {
        let now: Int64 = 1_800_000_000
        let limits = RequestLogLimits(age: .seconds(1000))
        func left(pruned: Int64, startedAt: Int64) throws -> Int {
            try database.execute("DELETE FROM exchange; UPDATE state SET pruned_at = \(pruned)")
            try write([Self.row("/1", startedAt: Timestamp(microsecondsSince1970: startedAt))])
            try database.execute("UPDATE exchange SET state = 3")
            try LogRetention(folder: files, limits: limits, now: now).run()
            return try database.rows().count
        }
        #expect(try left(pruned: now - 600, startedAt: 1) == 0)
        #expect(try database.fetch("SELECT pruned_at FROM state").map { $0[0] } == [now])
        #expect(try left(pruned: now - 599, startedAt: 1) == 1)
        #expect(try left(pruned: now + 1, startedAt: 1) == 0)
        #expect(try left(pruned: now, startedAt: 1) == 1)
        // The age to the microsecond.
        let oldest = (now - 1000) * 1_000_000
        #expect(try left(pruned: 0, startedAt: oldest) == 1 && left(pruned: 0, startedAt: oldest - 1) == 0)
    }

    @Test func `a row that has not ended is not too old`() throws {
        try write([Self.row("/1", startedAt: Timestamp(microsecondsSince1970: 1)) { $0.state = .receiving }])
        try database.execute("UPDATE state SET pruned_at = 0")
        try LogRetention(folder: files, limits: RequestLogLimits()).run()
        #expect(try database.rows().count == 1)
    }

    @Test func `texts are looked through once five hundred rows are removed, or as many URLs are of no row`() throws {
        func left(rows: Int, unused: Int) throws -> Int {
            try database.execute("DELETE FROM exchange; DELETE FROM url; UPDATE state SET pruned_at = 0")
            let old = Timestamp(microsecondsSince1970: 1)
            try write([LogRow](repeating: Self.row("/same", startedAt: old), count: rows))
            if unused > 0 {
                try database.execute(
                    """
                    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(unused))
                    INSERT INTO url (hash, text, path) SELECT i, 'http://u/' || i, '/' FROM n
                    """)
            }
            try LogRetention(folder: files, limits: RequestLogLimits()).run()
            #expect(try database.rows().isEmpty)
            return try #require(try database.fetch("SELECT count(*) FROM url").first)[0]
        }
        #expect(try left(rows: 499, unused: 0) == 1)
        #expect(try left(rows: 500, unused: 0) == 0)
        #expect(try left(rows: 0, unused: 499) == 499)
        #expect(try left(rows: 0, unused: 500) == 0)
    }

    @Test func `followers are woken where something was removed, be it a run alone`() throws {
        func run() throws -> Bool {
            try database.execute("UPDATE state SET pruned_at = 0")
            try LogRetention(folder: files, limits: RequestLogLimits()).run()
            return try folder.names(in: "log").contains("log.changed")
        }
        #expect(try !run())
        try runs([("-", 1, 1, "ended")], now: 1000)
        #expect(try run())
        #expect(try database.fetch("SELECT id FROM run").isEmpty)
        LogFolder.signal(in: files.path)
        #expect(folder.size("log/log.changed") == 1, "it does not grow")
    }

    // MARK: Recorded runs

    /// Name or `-`, age in seconds, bytes, and whether it is still recorded by this process or by one that has ended.
    private func runs(_ runs: [(name: String, age: Int64, bytes: Int, state: String)], now: Int64) throws {
        let own = LogProcess.current
        try change { database in
            for (index, run) in runs.enumerated() {
                try database.execute(
                    sql: "INSERT INTO run VALUES (NULL, ?, ?, ?, ?, ?, ?, '', ?, ?)",
                    arguments: [
                        "\(run.age) \(index)", run.name == "-" ? nil : run.name, (now - run.age) * 1_000_000, own.pid,
                        run.state == "dead" ? own.startedAt + 1 : own.startedAt, own.machine,
                        run.state == "ended" ? "{}" : nil, run.bytes,
                    ])
                let id = database.lastInsertedRowID
                for part in [0, 1] {
                    try database.execute(
                        sql: "INSERT INTO run_part VALUES (?, x'00')", arguments: [id << 24 | Int64(part)])
                }
            }
        }
    }

    @Test func `old runs are removed with their parts, but for those with a name and the one that is recorded`() throws
    {
        let now: Int64 = 1_800_000_000
        try runs(
            [
                ("-", 1001, 1, "ended"), ("kept", 1001, 1, "ended"), ("-", 1001, 1, "running"), ("-", 1001, 1, "dead"),
                ("-", 1000, 1, "ended"),
            ], now: now)
        let removed = try change {
            try RecordedRunRemoval.removeOld($0, RequestLogLimits(age: .seconds(1000)), now: now)
        }
        #expect(removed == 2)
        #expect(try database.fetch("SELECT id FROM run ORDER BY id").map { $0[0] } == [2, 3, 5])
        #expect(try database.fetch("SELECT id >> 24 FROM run_part ORDER BY id").map { $0[0] } == [2, 2, 3, 3, 5, 5])
    }

    @Test func `the oldest runs are removed beyond the limit, and the newest never is`() throws {
        var limits = RequestLogLimits(totalBytes: 1000)
        limits.runBytes = 100
        let (all, now) = (limits, Int64(1000))
        func left() throws -> [Int64] { try database.fetch("SELECT id FROM run ORDER BY id").map { $0[0] } }
        try runs([("-", 4, 60, "ended"), ("named", 3, 900, "ended"), ("-", 2, 40, "ended")], now: now)
        #expect(try change { try RecordedRunRemoval.removeTooMuch($0, all) } == 0, "exactly the limit")
        try runs([("-", 1, 1, "ended")], now: now)
        #expect(try change { try RecordedRunRemoval.removeTooMuch($0, all) } == 1)
        #expect(try left() == [2, 3, 4])
        try runs([("-", 0, 500, "ended")], now: now)
        #expect(try change { try RecordedRunRemoval.removeTooMuch($0, all) } == 2)
        #expect(try left() == [2, 5])
    }
}
