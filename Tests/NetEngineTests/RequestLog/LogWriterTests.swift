import Foundation
import GRDB
import NetEngine
import NetEngineSQLite
import Synchronization
import TestSupport
import Testing

@testable import NetEngineRequestLog

/// What the log's thread makes of what comes to it, batch by batch.
@Suite struct LogWriterTests {
    private typealias F = ExchangeFixtures
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func writer(_ report: @escaping @Sendable (String) -> Void = { Issue.record("\($0)") }) -> LogWriter {
        LogWriter(
            path: folder.path + "/log", LogOwner(program: "tests", source: .library, process: .current),
            RequestLogLimits(), LoggedRows(), patience: 0, report: report)
    }

    private func queued(_ number: UInt64, _ url: String = "http://h/a") -> LogInbox.Entry {
        .queued(F.id(number), RequestDraft(url: url), at: F.start, Redaction())
    }

    private func rows() throws -> [Row] { try LoggedDatabase(folder).rows() }

    // MARK: Steps

    @Test func `steps that come in another order change nothing back`() throws {
        let writer = writer()
        writer.write(
            LogInbox.Batch(entries: [
                queued(1), .head(F.id(1), status: 200, elapsed: .milliseconds(7)), .sent(F.id(1)), queued(2),
                .sent(F.id(2)),
                .sent(F.id(3)),
            ]))
        let rows = try rows()
        #expect(rows.map { LogRow.State(rawValue: $0["state"]) } == [.receiving, .sent])
        #expect(
            rows.map { $0["first_byte"] as Int? } == [7000, nil] && rows.map { $0["status"] as Int? } == [200, nil])
        #expect(rows.map { $0["started_at"] as Int64 } == [F.start, F.start].map(\.microsecondsSince1970))
        #expect(try LoggedDatabase(folder).words(rows[0], ["method", "host"]) == ["GET", "h"])
    }

    @Test func `checks that come before the end of their exchange are kept for it`() throws {
        let writer = writer()
        let checks = LogInbox.Entry.checks(F.id(1), passed: 3, failed: 0, isErrorExpected: true, lines: ["one", "two"])
        writer.write(LogInbox.Batch(entries: [queued(1), checks]))
        #expect(try rows().map { $0["checks_passed"] as Int? } == [nil])
        writer.write(LogInbox.Batch(entries: [.finished(F.exchange(1), Redaction(), .all)]))
        let row = try #require(try rows().first)
        #expect(row["checks_passed"] == 3)
        #expect(row["checks_failed"] == 0)
        #expect(LogFlags(rawValue: row["flags"]).contains(.errorExpected))
        #expect(try LoggedDatabase(folder).fetch("SELECT lines FROM checks").map { $0[0] } == ["one\ntwo"])
    }

    @Test func `checks of a thousand exchanges wait for the ends of these, one more replaces them all`() throws {
        let writer = writer()
        func check(_ numbers: ClosedRange<UInt64>) {
            writer.write(
                LogInbox.Batch(
                    entries: numbers.map {
                        .checks(F.id($0), passed: 7, failed: 0, isErrorExpected: false, lines: [])
                    }))
        }
        func passed(_ number: UInt64) throws -> Int? {
            writer.write(LogInbox.Batch(entries: [.finished(F.exchange(number), Redaction(), .all)]))
            return try #require(try rows().last)["checks_passed"]
        }
        check(1...1000)
        #expect(try passed(1000) == 7)
        // One has left, so there is room for another one.
        check(1001...1001)
        #expect(try passed(1) == 7)
        check(1002...1003)
        #expect(try passed(2) == nil)
        #expect(try passed(1002) == nil)
        #expect(try passed(1003) == 7)
    }

    @Test func `checks that come late are added to the rows of the 256 exchanges that ended last, or more`() throws {
        let writer = writer()
        func finish(_ numbers: ClosedRange<UInt64>) {
            writer.write(
                LogInbox.Batch(entries: numbers.map { .finished(F.exchange($0), Redaction(), .rowOnly) }))
        }
        /// The ids of the rows are the numbers of the exchanges.
        func areAdded(_ passed: Int, to numbers: UInt64...) throws -> [Bool] {
            writer.write(
                LogInbox.Batch(
                    entries: numbers.map {
                        .checks(F.id($0), passed: passed, failed: 0, isErrorExpected: false, lines: [])
                    }))
            let database = try LoggedDatabase(folder)
            return try numbers.map { number in
                let rows = try database.fetch("SELECT checks_passed FROM exchange WHERE id = \(number)")
                return try #require(rows.first)[0] as Int? == passed
            }
        }
        finish(1...256)
        let first = try areAdded(1, to: 1, 256)
        #expect(first == [true, true])
        finish(257...511)
        let second = try areAdded(2, to: 1, 256, 511)
        #expect(second == [true, true, true])
        // With this one the older half is forgotten.
        finish(512...512)
        let third = try areAdded(3, to: 256, 257, 512)
        #expect(third == [false, true, true])
    }

    @Test func `of a fact alone the checks are counted, and their lines are not kept`() throws {
        let writer = writer()
        var draft = RequestDraft(url: "http://h/a")
        draft.options.log = RequestLogOptions(storesFactOnly: true)
        writer.write(
            LogInbox.Batch(entries: [
                .finished(F.exchange(1, draft: draft), Redaction(), .all),
                .checks(F.id(1), passed: nil, failed: 2, isErrorExpected: false, lines: ["private"]),
            ]))
        let row = try #require(try rows().first)
        #expect(row["checks_failed"] == 2)
        #expect((row["checks_passed"] as Int?) == nil)
        #expect(try LoggedDatabase(folder).fetch("SELECT * FROM checks").isEmpty)
        #expect(try LoggedDatabase(folder).fetch("SELECT * FROM detail").isEmpty)
    }

    @Test func `an exchange that was left out in part says so`() throws {
        let completeness: [LogInbox.Completeness] = [.all, .withoutBodies, .rowOnly]
        let entries = completeness.enumerated().map { index, kind in
            LogInbox.Entry.finished(F.exchange(UInt64(index + 1)), Redaction(), kind)
        }
        writer().write(LogInbox.Batch(entries: entries))
        #expect(try rows().map { LogFlags(rawValue: $0["flags"]).contains(.truncated) } == [false, true, true])
        #expect(try LoggedDatabase(folder).fetch("SELECT id FROM detail ORDER BY id").map { $0[0] } == [1, 2])
    }

    @Test func `of a fact alone nothing is kept while it runs either`() throws {
        var draft = RequestDraft(url: "http://h/private")
        draft.options.log = RequestLogOptions(name: "n", storesFactOnly: true)
        writer().write(LogInbox.Batch(entries: [.queued(F.id(1), draft, at: F.start, Redaction())]))
        let database = try LoggedDatabase(folder)
        #expect(try rows().map { LogRow.State(rawValue: $0["state"]) } == [.queued])
        #expect(try database.fetch("SELECT * FROM detail").isEmpty)
        #expect(try database.fetch("SELECT text FROM url").map { $0[0] } == [""])
    }

    @Test func `old rows are due where nobody looked for them in ten minutes, or the clock was set back`() throws {
        let writer = writer()
        #expect(writer.dueRetention() == nil, "it is not open")
        writer.write(LogInbox.Batch(entries: [queued(1)]))
        #expect(writer.dueRetention() == nil, "there are none")
        func isDue(_ seconds: Int, _ number: UInt64) throws -> Bool {
            try LoggedDatabase(folder).execute(
                "UPDATE state SET pruned_at = CAST(strftime('%s', 'now') AS INTEGER) + \(seconds)")
            writer.write(LogInbox.Batch(entries: [queued(number)]))
            return writer.dueRetention() != nil
        }
        #expect(try [isDue(-700, 2), isDue(-500, 3), isDue(3600, 4)] == [true, false, true])
    }

    // MARK: Bodies

    @Test func `a body of 64 KiB is in the database, and a larger one beside it`() throws {
        let sizes = [64 << 10, (64 << 10) + 1]
        let entries = sizes.enumerated().map { index, size in
            let response = F.response(headers: [], body: [UInt8](repeating: 0x61, count: size))
            return LogInbox.Entry.finished(F.exchange(UInt64(index + 1), response: response), Redaction(), .all)
        }
        writer().write(LogInbox.Batch(entries: entries))
        let bodies = try LoggedDatabase(folder).fetch("SELECT file IS NULL, bytes IS NULL, kept FROM body ORDER BY id")
        #expect(bodies.map { [$0[0], $0[1], $0[2]] as [Int] } == [[1, 0, sizes[0]], [0, 1, sizes[1]]])
    }

    @Test func `the bodies of the first 128 answers of an exchange are kept`() {
        let hops = (0..<130).map { F.hop(response: F.response(body: [UInt8(48 + $0 % 10)])) }
        let exchange = F.exchange(1, hops: hops)
        let stored = StoredExchange(exchange, StoringRedactor(Redaction(), storing: exchange), bodyLimit: 100)
        #expect(stored.bodies.map(\.slot) == (0..<128).map { 1 + 2 * $0 })
        #expect(stored.bodies.last?.size == 1)
    }

    @Test func `a body that cannot be written beside the database is missing, and its size is known`() throws {
        let writer = writer()
        writer.write(LogInbox.Batch(entries: [queued(9)]))
        try FileManager.default.removeItem(atPath: folder.path + "/log/log-bodies")
        let response = F.response(headers: [], body: [UInt8](repeating: 0x61, count: 100_000))
        writer.write(LogInbox.Batch(entries: [.finished(F.exchange(1, response: response), Redaction(), .all)]))
        let body = try #require(try LoggedDatabase(folder).fetch("SELECT * FROM body").first)
        #expect(body["size"] == 100_000)
        #expect(body["kept"] == 0)
        #expect(body["is_cut"] == 1)
        #expect((body["file"] as String?) == nil)
        #expect((body["bytes"] as Data?) == nil)
        #expect(LogFlags(rawValue: try #require(try rows().last)["flags"]).contains(.truncated))
    }

    @Test func `a body beside the database is removed when it is given up`() throws {
        let writer = LogWriter(
            path: folder.path + "/log", LogOwner(program: "tests", source: .library, process: .current),
            RequestLogLimits(), LoggedRows(), patience: 0, mostWaiting: 10, report: { _ in })
        writer.write(LogInbox.Batch(entries: [queued(9)]))
        let response = F.response(headers: [], body: [UInt8](repeating: 0x61, count: 100_000))
        func files(after number: UInt64) throws -> Int {
            writer.write(
                LogInbox.Batch(entries: [.finished(F.exchange(number, response: response), Redaction(), .all)]))
            return try folder.names(in: "log/log-bodies").count
        }
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: folder.path + "/log/log.sqlite", configuration: configuration)
        try other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        // A tenth of ten waits whole.
        let counts = try [files(after: 1), files(after: 2)]
        try other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
        writer.write(LogInbox.Batch())
        #expect(counts == [1, 0])
        #expect(try rows().map { LogFlags(rawValue: $0["flags"]).contains(.truncated) } == [false, true, true])
        #expect(try LoggedDatabase(folder).fetch("SELECT * FROM body").isEmpty)
    }

    @Test func `the database gives room back, and can be read while it is written`() throws {
        writer().write(LogInbox.Batch(entries: [queued(1)]))
        let database = try LoggedDatabase(folder)
        let vacuum: Int? = try database.fetch("PRAGMA auto_vacuum").first?[0]
        #expect(vacuum == 2, "incremental")
        let journal: String? = try database.fetch("PRAGMA journal_mode").first?[0]
        #expect(journal == "wal")
    }

    // MARK: What is missing

    @Test func `that exchanges are missing is said once, and one that was lost at the end alone`() throws {
        let told = Mutex<[String]>([])
        let rows = LoggedRows()
        let writer = LogWriter(
            path: folder.path + "/log", LogOwner(program: "tests", source: .library, process: .current),
            RequestLogLimits(), rows, patience: 0, report: { text in told.withLock { $0.append(text) } })
        for _ in 0..<2 { writer.write(LogInbox.Batch(entries: [queued(1)], dropped: 3)) }
        #expect(rows.dropped == 6)
        writer.write(LogInbox.Batch(entries: [queued(2)], dropped: 1))
        #expect(
            told.withLock { $0 } == [
                "The request log cannot keep up with what is sent: exchanges are missing in it."
            ])
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: folder.path + "/log/log.sqlite", configuration: configuration)
        try other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        writer.write(LogInbox.Batch(entries: [.finished(F.exchange(3), Redaction(), .all)], isClosed: true))
        try other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
        #expect(told.withLock { $0.last } == "1 exchange was not logged." && rows.dropped == 8)
    }

    @Test func `the row of an exchange is known for twenty thousand later ones`() {
        let rows = LoggedRows()
        func remember(_ numbers: ClosedRange<UInt64>) {
            rows.remember(
                numbers.map { number in
                    let item = LogTables.Item(LogRow(id: Int64(number), startedAt: F.start, method: "", url: ""))
                    item.exchange = F.id(number)
                    return item
                })
        }
        remember(1...39_999)
        #expect(rows.id(of: F.id(1)) == 1)
        remember(40_000...40_000)
        #expect(rows.id(of: F.id(20_000)) == nil && rows.id(of: F.id(20_001)) == 20_001)
    }

    // MARK: The inbox

    private static func kept(_ inbox: LogInbox) -> [LogInbox.Completeness] {
        inbox.take().entries.compactMap { entry in
            if case .finished(_, _, let completeness) = entry { completeness } else { nil }
        }
    }

    @Test func `bodies wait whole up to their limit, and a first one whatever its size`() {
        let inbox = LogInbox(limits: .init(bodyBytes: 1000))
        func kept(_ sizes: Int...) -> [LogInbox.Completeness] {
            for (index, size) in sizes.enumerated() {
                let response = F.response(body: [UInt8](repeating: 1, count: size))
                inbox.add(F.exchange(UInt64(index), response: response), Redaction())
            }
            return Self.kept(inbox)
        }
        #expect(kept(500, 500, 1) == [.all, .all, .withoutBodies])
        #expect(kept(5000, 0, 1) == [.all, .all, .withoutBodies], "what was taken waits no longer")
    }

    @Test func `without details an exchange keeps its last request`() {
        let inbox = LogInbox(limits: .init(entriesWithDetails: 0))
        let hops = [F.hop(response: F.response()), F.hop(cause: .retry, response: F.response(status: 503))]
        inbox.add(F.exchange(hops: hops), Redaction())
        guard case .finished(let exchange, _, .rowOnly)? = inbox.take().entries.first else {
            Issue.record("It is not there.")
            return
        }
        #expect(exchange.hops.map(\.cause) == [.retry] && exchange.response?.status == 503)
        #expect(exchange.response?.content.count == 0 && exchange.response?.bodyByteCount == 58)
    }

    @Test func `a thousand exchanges may wait whole, a hundred thousand entries in all, and 6 MiB of bodies`() {
        let inbox = LogInbox()
        func add(_ count: Int) { for _ in 0..<count { inbox.add(.sent(F.id(1))) } }
        add(3999)
        for number in UInt64(1)...2 { inbox.add(F.exchange(number), Redaction()) }
        #expect(Self.kept(inbox) == [.all, .rowOnly])
        add(99_999)
        for number in UInt64(1)...2 { inbox.add(F.exchange(number), Redaction()) }
        add(1)
        let batch = inbox.take()
        #expect(batch.entries.count == 100_000 && batch.dropped == 1)
        for size in [3 << 20, 3 << 20, 1] {
            inbox.add(F.exchange(response: F.response(body: [UInt8](repeating: 1, count: size))), Redaction())
        }
        #expect(Self.kept(inbox) == [.all, .all, .withoutBodies])
    }

    @Test func `without its bodies an exchange keeps all else, and a body that was confirmed counts as one`() throws {
        let inbox = LogInbox(limits: .init(bodyBytes: 1000))
        let confirmed = F.response(body: [UInt8](repeating: 1, count: 1000))
        let hop = Hop(
            cause: .first, request: F.request(), sentHead: [], sentBodyByteCount: 0, response: F.response(body: []),
            connection: nil, startOffset: .zero, timings: PhaseTimings(), validation: confirmed)
        let exchange = try LoggedFormTests.full()
        for exchange in [F.exchange(2, hops: [hop]), exchange] { inbox.add(exchange, Redaction()) }
        guard case .finished(let bare, _, .withoutBodies)? = inbox.take().entries.last else {
            Issue.record("It has its bodies.")
            return
        }
        func stored(_ exchange: Exchange) -> StoredExchange {
            StoredExchange(exchange, StoringRedactor(Redaction(), storing: exchange), bodyLimit: 1 << 20)
        }
        #expect(stored(bare).data == stored(exchange).data)
        #expect(stored(exchange).bodies.map(\.slot) == [1] && stored(bare).bodies.isEmpty)
        #expect(bare.response?.bodyByteCount == 9 && bare.response?.isComplete == true)
    }

    @Test func `of the steps of an exchange those wait that change its row`() {
        let inbox = LogInbox()
        let draft = RequestDraft(url: "http://h/")
        let steps: [EngineEvent.Step] = [
            .queued(method: "GET", url: "http://h/"), .waitingForConnectivity,
            .hopStarted(index: 0, method: "GET", url: "http://h/"), .nameResolved, .connected, .tlsDone,
            .uploadProgress(sentBytes: 1, totalBytes: 1), .requestSent,
            .headReceived(status: 302, expectedBodyBytes: nil), .progress(receivedBytes: 1, expectedBytes: nil),
            .redirected(status: 302, to: "http://h/b"),
            .retryScheduled(retry: 1, after: .seconds(1), reason: F.timeout), .finished(F.exchange()),
        ]
        func words(_ draft: RequestDraft?) -> [String] {
            for step in steps {
                inbox.add(
                    EngineEvent(id: F.id(1), at: F.start, elapsed: .seconds(2), step: step, draft: draft), Redaction())
            }
            return inbox.take().entries.map { entry in
                switch entry {
                case .queued(_, let draft, let at, _): "queued \(draft.url) \(at == F.start)"
                case .sent(let id): "sent \(id == F.id(1))"
                case .head(_, let status, let elapsed): "head \(status) after \(elapsed)"
                case .retry: "retry"
                case .finished: "finished"
                case .checks: "checks"
                }
            }
        }
        let all = ["queued http://h/ true", "sent true", "head 302 after 2.0 seconds", "retry", "finished"]
        #expect(words(draft) == all)
        #expect(words(nil) == Array(all.dropFirst()), "a request of which nothing is known")
    }

    @Test func `what came before the wait is not waited for`() {
        let bell = LogBell()
        for _ in 0..<2 { bell.ring() }
        let rung = [bell.wait(milliseconds: -1), bell.wait(milliseconds: 0)]
        #expect(rung == [true, false], "two rings are heard as one")
        let inbox = LogInbox()
        var isWoken = [inbox.waitForEntries(atMost: 0)]
        inbox.add(.sent(F.id(1)))
        isWoken.append(inbox.waitForEntries(atMost: 0))
        _ = inbox.take()
        inbox.end()
        isWoken.append(inbox.waitForEntries(atMost: 0))
        #expect(isWoken == [false, true, true])
    }

    // MARK: Slowness

    @Test func `earlier times are looked for in the log, of four requests at once and in the last 20,000 rows`() throws
    {
        let files = LogFolder.files(in: folder.path + "/log")
        try files.prepare()
        try files.makeDatabase(LogDatabase.fill)
        /// As a program that has just begun.
        func slow(_ rows: [(path: String, milliseconds: Int)], category: ErrorCategory? = nil) throws -> [Bool] {
            let tables = LogTables(
                try LogDatabase.open(files.databasePath),
                LogOwner(program: "tests", source: .library, process: .current))
            defer { tables.close() }
            let items = rows.map { path, milliseconds in
                let item = LogTables.Item(
                    LogRow(
                        id: 0, startedAt: .now, method: "GET", url: "http://a\(path)", path: path, category: category,
                        duration: .milliseconds(milliseconds)))
                item.isEnded = true
                return item
            }
            try tables.write(items)
            return items.map(\.row.isSlow)
        }
        let paths = ["/1", "/2", "/3", "/4", "/5"]
        #expect(try slow(paths.map { ($0, 10) }) == [false, false, false, false, false])
        #expect(try slow(paths.map { ($0, 500) }) == [true, true, true, true, false])
        #expect(try slow([("/failed", 10)], category: .timeout) == [false])
        #expect(try slow([("/failed", 500)]) == [false], "a failure is no measure")
        func isFound(_ path: String, after distance: Int) throws -> Bool {
            #expect(try slow([(path, 10)]) == [false])
            try LoggedDatabase(folder).execute(
                """
                UPDATE sqlite_sequence SET seq = (SELECT max(id) FROM exchange) + \(distance - 1)
                WHERE name = 'exchange'
                """)
            return try slow([("/next", 10), (path, 500)])[1]
        }
        #expect(try isFound("/near", after: 19_999))
        #expect(try !isFound("/far", after: 20_000))
    }

    @Test func `an exchange is slow beyond ten times the median of its own request's`() throws {
        let files = LogFolder.files(in: folder.path + "/log")
        try files.prepare()
        try files.makeDatabase(LogDatabase.fill)
        let tables = LogTables(
            try LogDatabase.open(files.databasePath), LogOwner(program: "tests", source: .library, process: .current))
        func slow(_ rows: [(what: String, milliseconds: Int)]) throws -> [Bool] {
            let items = rows.map { what, milliseconds in
                let words = what.split(separator: " ").map(String.init)
                let item = LogTables.Item(
                    LogRow(
                        id: 0, startedAt: .now, method: words[0], url: "http://a\(words[1])", path: words[1],
                        name: words.count > 2 ? words[2] : nil, category: words.last == "failed" ? .serverError : nil,
                        duration: .milliseconds(milliseconds)))
                item.isEnded = true
                return item
            }
            try tables.write(items)
            return items.map(\.row.isSlow)
        }
        #expect(try slow([("GET /one", 1000), ("GET /one", 10_001)]) == [false, true])
        #expect(try slow([("GET /ten", 100), ("GET /ten", 1000), ("GET /ten", 10_000)]) == [false, false, false])
        #expect(try slow([("GET /m", 100), ("PUT /m", 1000)]) == [false, false], "another method is another request")
        #expect(try slow([("GET /f x failed", 10), ("GET /f x", 900)]) == [false, false], "a failure is no measure")
        #expect(
            try slow([("GET /1 named", 10), ("GET /2 named", 101)]) == [false, true], "a request may change its URL")
        #expect(try slow([("GET /1 other", 101)]) == [false])
        // The fifty last ones are its measure.
        let old = [(what: String, milliseconds: Int)](repeating: ("GET /long", 1), count: 60)
        let new = [(what: String, milliseconds: Int)](repeating: ("GET /long", 9), count: 49)
        #expect(try slow(old + new + [("GET /long", 90), ("GET /long", 91)]).suffix(2) == [false, true])
    }
}
