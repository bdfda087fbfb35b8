import Foundation
import GRDB
import Glibc
import NetEngine
import Synchronization
import TestSupport
import Testing

@testable import NetEngineRequestLog
@testable import NetEngineSQLite

/// What the log takes while programs write into it, without a wait for the next time that old rows are looked for.
@Suite(.timeLimit(.minutes(5))) struct RequestLogSizeTests {
    private static let limit = 3_000_000

    private func writer(_ folder: TemporaryFolder, limit: Int = Self.limit) -> LogWriter {
        LogWriter(
            path: folder.path + "/log", LogOwner(program: "tests", source: .library, process: .current),
            RequestLogLimits(totalBytes: limit), LoggedRows(), report: { Issue.record("\($0)") })
    }

    private func write(_ numbers: ClosedRange<UInt64>, bytes: Int, _ writer: LogWriter, isClosed: Bool = false) {
        var batch = LogInbox.Batch()
        let response = ExchangeFixtures.response(body: [UInt8](repeating: 0x61, count: bytes))
        batch.entries = numbers.map {
            .finished(ExchangeFixtures.exchange($0, response: response), Redaction(), .all)
        }
        batch.isClosed = isClosed
        writer.write(batch)
    }

    /// Bytes of the database, without its write-ahead log, and of the body files.
    private func size(_ folder: TemporaryFolder) throws -> Int {
        try folder.names(in: "log/log-bodies").reduce(folder.size("log/log.sqlite")) {
            $0 + folder.size("log/log-bodies/\($1)")
        }
    }

    private func ids(_ folder: TemporaryFolder) throws -> [Int64] {
        try LoggedDatabase(folder).rows().map { $0["id"] }
    }

    @Test(arguments: [20_000, 200_000])
    func `a program that writes many times the limit keeps to it, with the newest rows`(bytes: Int) throws {
        let folder = try TemporaryFolder()
        let writer = writer(folder)
        let batch = 5
        var largest = 0
        for turn in 0..<60 {
            let first = UInt64(turn * batch + 1)
            write(first...first + UInt64(batch) - 1, bytes: bytes, writer)
            largest = max(largest, try size(folder))
        }
        write(1000...1000, bytes: 10, writer, isClosed: true)
        // What is looked at again after 1/64, a batch, and pages that are not full.
        #expect(largest < Self.limit + Self.limit / 64 + batch * bytes + 300_000, "\(largest)")
        let ids = try ids(folder)
        #expect(ids.last == 301)
        #expect(ids == Array((ids.first ?? 0)...301), "only the oldest are missing")
        // Not more than needed.
        #expect(ids.count * bytes > Self.limit / 2, "\(ids.count)")
        let files = try LoggedDatabase(folder).fetch("SELECT file FROM body WHERE file IS NOT NULL").map {
            $0[0] as String
        }
        #expect(try folder.names(in: "log/log-bodies").sorted() == files.sorted())
    }

    @Test func `programs that write one exchange each keep to it, too`() throws {
        let folder = try TemporaryFolder()
        for number in UInt64(1)...40 {
            write(number...number, bytes: 200_000, writer(folder), isClosed: true)
            #expect(try size(folder) < Self.limit + 500_000)
        }
        #expect(try ids(folder).last == 40)
        #expect(try ids(folder).count > 5)
    }

    @Test func `pinned rows stay, though they alone are more than the limit`() throws {
        let folder = try TemporaryFolder()
        let writer = writer(folder)
        write(1...20, bytes: 200_000, self.writer(folder, limit: 100_000_000), isClosed: true)
        try LoggedDatabase(folder).execute("UPDATE exchange SET flags = flags | 16")
        write(21...30, bytes: 10, writer, isClosed: true)
        #expect(try Array(ids(folder).prefix(20)) == Array(1...20))
    }

    @Test func `a smaller limit than before is reached a few hundred rows at a time`() throws {
        let folder = try TemporaryFolder()
        write(1...1200, bytes: 5000, writer(folder, limit: 100_000_000), isClosed: true)
        let writer = writer(folder, limit: 1_000_000)
        write(1201...1201, bytes: 10, writer)
        #expect(try ids(folder).count == 701)
        for number in UInt64(1202)...1206 { write(number...number, bytes: 10, writer) }
        writer.write(
            {
                var batch = LogInbox.Batch()
                batch.isClosed = true
                return batch
            }())
        let left = try LoggedDatabase(folder).read { try LogSize($0) }
        #expect(left.exchanges < 1_000_000 + 1_000_000 / 64)
        #expect(try ids(folder).last == 1206)
    }

    @Test func `recorded runs take their part of the limit, but no more than half`() throws {
        var limits = RequestLogLimits(totalBytes: 1000)
        limits.runBytes = 400
        #expect(LogSize(exchanges: 900, runs: 50).excess(over: limits) == -50)
        #expect(LogSize(exchanges: 900, runs: 350).excess(over: limits) == 250)
        #expect(LogSize(exchanges: 900, runs: 5000).excess(over: limits) == 300)
        limits.runBytes = 5000
        #expect(LogSize(exchanges: 900, runs: 5000).excess(over: limits) == 400)
    }

    /// With rows of 2000 bytes.
    private func tables(_ folder: TemporaryFolder, rows: Int) throws -> LogTables {
        let files = LogFolder.files(in: folder.path + "/log")
        try files.prepare()
        try files.makeDatabase(LogDatabase.fill)
        let tables = LogTables(
            try LogDatabase.open(files.databasePath), LogOwner(program: "tests", source: .library, process: .current))
        try tables.write(
            (0..<rows).map { number in
                let item = LogTables.Item(LogRow(id: 0, startedAt: .now, method: "GET", url: "http://a/\(number)"))
                item.data = [UInt8](repeating: 1, count: 2000)
                item.isEnded = true
                return item
            })
        return tables
    }

    @Test func `no more of the oldest rows are removed than the limit needs`() throws {
        let folder = try TemporaryFolder()
        try tables(folder, rows: 5).close()
        let counts = try LoggedDatabase(folder).read { database in
            let all = try LogSize(database).exchanges
            // A row counts as its data and 150 bytes.
            return try [0, 1, 2150, 2151, 4300, 4301].map { excess in
                try LogRemoval.tooMuch(database, RequestLogLimits(totalBytes: all - excess), atMost: 10).count
            }
        }
        #expect(counts == [0, 1, 1, 2, 2, 3])
    }

    @Test func `the oldest are those that have ended and have no pin, and they count with their bodies`() throws {
        let folder = try TemporaryFolder()
        try tables(folder, rows: 6).close()
        let database = try LoggedDatabase(folder)
        // The bodies of 4 are its first and its last one; 5 has one as well, and 3 too.
        try database.execute(
            """
            UPDATE exchange SET flags = 16 WHERE id = 2; UPDATE exchange SET state = 2 WHERE id = 3;
            INSERT INTO body VALUES (1023, 9000, 0, 9000, NULL, NULL), (1024, 700, 0, 700, NULL, NULL),
                (1279, 300, 0, 300, 'f', NULL), (1280, 9000, 0, 9000, NULL, NULL)
            """)
        func ids(_ excess: Int, atMost count: Int = 10) throws -> [Int64] {
            try database.read { database in
                let all = try LogSize(database).exchanges
                return try LogRemoval.tooMuch(database, RequestLogLimits(totalBytes: all - excess), atMost: count)
            }
        }
        #expect(try ids(2150) == [1] && ids(2151) == [1, 4])
        #expect(try ids(5300) == [1, 4] && ids(5301) == [1, 4, 5])
        #expect(try ids(20_000, atMost: 2) == [1, 4] && ids(20_000, atMost: 3) == [1, 4, 5])
    }

    @Test func `the size is that of the pages in use and of bodies in files, without recorded runs`() throws {
        let folder = try TemporaryFolder()
        try tables(folder, rows: 1).close()
        let database = try LoggedDatabase(folder)
        func sizes() throws -> [Int] {
            try database.read { database in
                let size = try LogSize(database)
                return [size.exchanges, size.runs]
            }
        }
        let first = try sizes()[0]
        try database.execute(
            "INSERT INTO body VALUES (256, 9, 0, 5000, 'f', NULL), (257, 9, 0, 70, NULL, NULL)")
        #expect(try sizes() == [first + 5000, 0])
        try database.execute(
            """
            INSERT INTO run VALUES (NULL, 'a', NULL, 1, 1, 1, 'm', '', NULL, 30),
                (NULL, 'b', 'kept', 1, 1, 1, 'm', '', NULL, 100)
            """)
        #expect(try sizes() == [first + 4870, 30])
        try database.execute("INSERT INTO detail VALUES (9, zeroblob(50000))")
        #expect(try sizes()[0] > first + 4870 + 49_000)
        try database.execute("DELETE FROM detail WHERE id = 9")
        #expect(try sizes() == [first + 4870, 30], "pages that are free are written next")
    }

    @Test func `what the writer removed leaves no URLs behind`() throws {
        let folder = try TemporaryFolder()
        let tables = try tables(folder, rows: 1500)
        let limits = RequestLogLimits(totalBytes: 2_000_000)
        for _ in 0..<4 { _ = try tables.removeTooMuch(limits, atMost: 500) }
        tables.close()
        let database = try LoggedDatabase(folder)
        let left = try database.rows().count
        #expect(left < 1000)
        #expect(try database.fetch("SELECT count(*) FROM url").map { $0[0] } == [1500])
        try LogRetention(
            folder: LogFolder.files(in: folder.path + "/log"), limits: limits,
            now: Int64(Date.now.timeIntervalSince1970) + 1000
        ).run()
        #expect(try database.fetch("SELECT count(*) FROM url").map { $0[0] } == [left])
    }

    #if os(Linux)
        /// Of the thread that asks.
        private static var priority: Int32 { getpriority(Int32(bitPattern: PRIO_PROCESS.rawValue), 0) }

        @Test func `the thread of the log gives way, and keeps its share of the time`() async {
            let found: (policy: Int32, priority: Int32) = await withCheckedContinuation { continuation in
                let code = EngineThread.start {
                    LogThread.giveWay()
                    continuation.resume(returning: (sched_getscheduler(0), Self.priority))
                }
                if code != 0 { continuation.resume(returning: (-1, -1)) }
            }
            #expect(found.policy == LogThread.batch)
            #expect(found.priority == Self.priority)
        }
    #endif
}
