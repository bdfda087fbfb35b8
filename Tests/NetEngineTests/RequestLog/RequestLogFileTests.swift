import Foundation
import GRDB
import Glibc
import NetEngine
import Synchronization
import TestSupport
import Testing

@testable import NetEngineRequestLog

/// The log's files: damaged, full, old, of another version, and after the end of a program at any moment.
@Suite(.timeLimit(.minutes(5))) struct RequestLogFileTests {
    /// Sends one request per path, logged; returns what was reported.
    private func reports(
        _ folder: String?, limits: RequestLogLimits = RequestLogLimits(), paths: [String] = ["/"],
        between: (Int) async throws -> Void = { _ in }
    ) async throws -> [String] {
        let told = Mutex<[String]>([])
        try await StubServer.with(.status(200, body: String(repeating: "z", count: 100_000))) { server in
            let engine = Engine()
            let store = RequestLogStore(
                folder: folder, program: "tests", limits: limits, report: { text in told.withLock { $0.append(text) } })
            engine.log(to: store)
            for (number, path) in paths.enumerated() {
                let exchange = await engine.send(RequestDraft(url: server.url + path))
                #expect(exchange.isSuccess, "whatever the log does")
                await store.flush()
                try await between(number)
            }
            await engine.shutdown()
            await store.close()
            await store.flush()
        }
        return told.withLock { $0 }
    }

    @Test func `a damaged log is set aside and named, and a new one is begun`() async throws {
        let folder = try TemporaryFolder()
        let damage = String(repeating: "this is not a database. ", count: 500)
        try folder.write(damage, to: "log/log.sqlite")
        let reports = try await reports(folder.path + "/log")
        #expect(reports.count == 1)
        #expect(
            reports.first?.contains("was set aside as \(folder.path)/log/log.sqlite.damaged; a new one was started.")
                == true)
        #expect(try folder.read("log/log.sqlite.damaged") == damage)
        #expect(try LoggedDatabase(folder).rows().count == 1)
    }

    @Test func `damage that shows while it is open is repaired too`() async throws {
        let folder = try TemporaryFolder()
        let reports = try await reports(folder.path + "/log", paths: ["/a", "/b"]) { number in
            guard number == 0 else { return }
            try LoggedDatabase(folder).execute("DROP TABLE exchange")
        }
        #expect(reports.count == 1, "\(reports)")
        #expect(try LoggedDatabase(folder).fetch("SELECT path FROM url").map { $0[0] } == ["/b"])
    }

    @Test func `a log of a newer program is never changed`() async throws {
        let folder = try TemporaryFolder()
        _ = try await reports(folder.path + "/log")
        try LoggedDatabase(folder).execute("PRAGMA user_version = 99")
        let reports = try await reports(folder.path + "/log", paths: ["/", "/"])
        #expect(
            reports.first?.hasPrefix(
                "The request log in \(folder.path)/log cannot be used: a newer version of this program wrote it")
                == true)
        #expect(reports.count == 1, "\(reports)")
        #expect(try LoggedDatabase(folder).rows().count == 1)
    }

    @Test func `a folder that cannot be made is reported once, and sending goes on`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("a file", to: "log")
        let reports = try await reports(folder.path + "/log/inner", paths: ["/a", "/b", "/c"])
        #expect(reports.count == 1, "\(reports)")
        #expect(reports.first?.contains("Nothing is logged.") == true)
    }

    @Test func `a full disk is reported once, and what waited is written when there is room`() async throws {
        let folder = try TemporaryFolder()
        _ = try await reports(folder.path + "/log")
        let tables = LogTables(
            try LogDatabase.open(folder.path + "/log/log.sqlite"),
            LogOwner(program: "tests", source: .library, process: .current))
        try tables.limit(pages: 1)
        let row = LogRow(id: 0, startedAt: .now, method: "GET", url: "http://a/")
        let items = [LogTables.Item(row), LogTables.Item(row)]
        items[1].data = [UInt8](repeating: 1, count: 100_000)
        let error = #expect(throws: DatabaseError.self) { try tables.write(items) }
        #expect(error?.resultCode == .SQLITE_FULL)
        #expect(try LoggedDatabase(folder).rows().count == 1)
        // Another program gets the ids that were rolled back.
        let other = LogTables(
            try LogDatabase.open(folder.path + "/log/log.sqlite"),
            LogOwner(program: "other", source: .library, process: .current))
        let theirs = LogTables.Item(LogRow(id: 0, startedAt: .now, method: "PUT", url: "http://b/"))
        try other.write([theirs])
        try tables.limit(pages: 1_000_000)
        try tables.write(items)
        let database = try LoggedDatabase(folder)
        let rows = try database.rows()
        #expect(
            Set(rows.map { $0["id"] as Int64 }) == Set([1, theirs.row.id] + items.map(\.row.id)) && rows.count == 4)
        #expect(try database.fetch("SELECT id FROM detail").map { $0["id"] as Int64 }.contains(items[1].row.id))
        let place = try #require(rows.first { $0["id"] as Int64 == theirs.row.id })
        #expect(try database.words(place, ["method"]) == ["PUT"])
    }

    @Test func `a row that was deleted meanwhile stays deleted, with all that belongs to it`() async throws {
        let folder = try TemporaryFolder()
        _ = try await reports(folder.path + "/log")
        let tables = LogTables(
            try LogDatabase.open(folder.path + "/log/log.sqlite"),
            LogOwner(program: "tests", source: .library, process: .current))
        let item = LogTables.Item(LogRow(id: 0, startedAt: .now, method: "GET", url: "http://a/"))
        try tables.write([item])
        let id = item.row.id
        let database = try LoggedDatabase(folder)
        try database.execute("DELETE FROM exchange WHERE id = \(id)")
        item.row.state = .done
        item.data = [1]
        item.checkLines = ["failed"]
        item.bodies = [LogTables.Body(slot: 1, size: 1, kept: 1, isCut: false, file: nil, bytes: [1])]
        try tables.write([item])
        #expect(try database.rows().map { $0["id"] as Int64 } == [1])
        for sql in ["SELECT id FROM detail", "SELECT id FROM checks", "SELECT id >> 8 AS id FROM body"] {
            #expect(try !database.fetch(sql).contains { $0["id"] as Int64 == id }, "\(sql)")
        }
    }

    @Test func `while another process holds the database rows wait, are reported once, and are written then`() throws {
        let folder = try TemporaryFolder()
        let told = Mutex<[String]>([])
        let rows = LoggedRows()
        let writer = LogWriter(
            path: folder.path + "/log", LogOwner(program: "tests", source: .library, process: .current),
            RequestLogLimits(), rows, patience: 0, report: { text in told.withLock { $0.append(text) } })
        func write(_ number: UInt64?) {
            var batch = LogInbox.Batch()
            if let number { batch.entries = [.finished(ExchangeFixtures.exchange(number), Redaction(), .all)] }
            writer.write(batch)
        }
        write(1)
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: folder.path + "/log/log.sqlite", configuration: configuration)
        try other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        write(2)
        write(3)
        #expect(
            told.withLock { $0 } == [
                "The request log cannot be written: database is locked. It is tried again; requests are sent as before."
            ])
        #expect(writer.isFailing)
        try other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
        try other.close()
        write(nil)
        #expect(!writer.isFailing)
        #expect(rows.dropped == 0)
        #expect(try LoggedDatabase(folder).rows().count == 3)
        #expect(rows.id(of: ExchangeFixtures.id(3)) == 3)
        #expect(told.withLock { $0.count } == 1)
    }

    @Test func `while nothing can be written bodies are given up first, then the oldest rows`() throws {
        let folder = try TemporaryFolder()
        let told = Mutex<[String]>([])
        let rows = LoggedRows()
        let writer = LogWriter(
            path: folder.path + "/log", LogOwner(program: "tests", source: .library, process: .current),
            RequestLogLimits(), rows, patience: 0, mostWaiting: 20,
            report: { text in told.withLock { $0.append(text) } })
        func write(_ numbers: ClosedRange<UInt64>?) {
            var batch = LogInbox.Batch()
            batch.entries = (numbers.map(Array.init) ?? []).map {
                .finished(ExchangeFixtures.exchange($0), Redaction(), .all)
            }
            writer.write(batch)
        }
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        func blocked(_ work: () -> Void) throws {
            let other = try DatabaseQueue(path: folder.path + "/log/log.sqlite", configuration: configuration)
            try other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
            work()
            try other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
            try other.close()
        }
        write(1...1)
        // A tenth of them waits whole.
        try blocked { write(2...3) }
        write(nil)
        try blocked {
            write(4...6)
            write(7...28)
        }
        #expect(rows.dropped == 5)
        write(nil)
        let database = try LoggedDatabase(folder)
        let stored = try database.rows()
        #expect(stored.count == 23 && stored.count { (try? database.exchange($0["id"])) != nil } == 3)
        #expect(
            stored.count { LogFlags(rawValue: Int($0["flags"] as Int64)).contains(.truncated) } == 20)
        let ids = (1...28).map { rows.id(of: ExchangeFixtures.id($0)) != nil }
        #expect(ids == (1...28).map { !(4...8).contains($0) })
        #expect(told.withLock { $0.count } == 2 && !writer.isFailing)
    }

    @Test func `what a log that cannot be written has lost at the end is counted, and the reason is said once`() throws
    {
        let folder = try TemporaryFolder()
        let told = Mutex<[String]>([])
        let writer = LogWriter(
            path: folder.path + "/log", LogOwner(program: "tests", source: .library, process: .current),
            RequestLogLimits(), LoggedRows(), patience: 0, report: { text in told.withLock { $0.append(text) } })
        func write(_ number: UInt64, isLast: Bool = false) {
            var batch = LogInbox.Batch()
            batch.entries = [.finished(ExchangeFixtures.exchange(number), Redaction(), .all)]
            batch.isClosed = isLast
            writer.write(batch)
        }
        write(1)
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: folder.path + "/log/log.sqlite", configuration: configuration)
        try other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        write(2)
        write(3, isLast: true)
        try other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
        #expect(
            told.withLock { $0 } == [
                "The request log cannot be written: database is locked. It is tried again; requests are sent as before.",
                "2 exchanges were not logged.",
            ])
    }

    @Test func `the last rows are tried again while another process holds the database`() throws {
        let folder = try TemporaryFolder()
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = Mutex<DatabaseQueue?>(nil)
        let told = Mutex<[String]>([])
        let writer = LogWriter(
            path: folder.path + "/log", LogOwner(program: "tests", source: .library, process: .current),
            RequestLogLimits(), LoggedRows(), patience: 0,
            report: { text in
                told.withLock { $0.append(text) }
                // The other process is done after the first attempt.
                let queue = other.withLock { $0 }
                _ = try? queue?.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
            })
        func write(_ number: UInt64, isLast: Bool = false) {
            var batch = LogInbox.Batch()
            batch.entries = [.finished(ExchangeFixtures.exchange(number), Redaction(), .all)]
            batch.isClosed = isLast
            writer.write(batch)
        }
        write(1)
        let queue = try DatabaseQueue(path: folder.path + "/log/log.sqlite", configuration: configuration)
        try queue.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        other.withLock { $0 = queue }
        write(2, isLast: true)
        #expect(
            told.withLock { $0 } == [
                "The request log cannot be written: database is locked. It is tried again; requests are sent as before."
            ])
        #expect(try LoggedDatabase(folder).rows().count == 2)
    }

    @Test func `without a home folder nothing is logged, and it is said once`() async throws {
        let folder = try TemporaryFolder()
        try await StubServer.with(.status(200)) { server in
            func run(_ environment: [String: String]) async throws -> ProgramRun {
                try await ProgramRun.run(
                    BuiltProgram.beside("RequestLogHelper"), ["write", "-", server.url, "3"], environment: environment)
            }
            let homeless = try await run([:])
            #expect(homeless.text == "3\n", "the requests were sent")
            #expect(homeless.errorText == "There is no request log: neither XDG_STATE_HOME nor HOME names a folder.\n")
            #expect(try await run(["HOME": folder.path]).errorText == "")
            #expect(try await run(["HOME": "/", "XDG_STATE_HOME": folder.path + "/state"]).errorText == "")
        }
        for path in [".local/state", "state"] {
            #expect(try folder.permissions("\(path)/apitui/log.sqlite") == 0o600)
        }
    }

    @Test func `a second program writes into the same log`() async throws {
        let folder = try TemporaryFolder()
        try await StubServer.with(.status(200)) { server in
            let run = try await ProgramRun.run(
                BuiltProgram.beside("RequestLogHelper"), ["write", folder.path + "/log", server.url, "3"],
                environment: ["HOME": folder.path])
            #expect(run.status == 0, "\(run.errorText)")
            #expect(run.errorText == "")
        }
        _ = try await reports(folder.path + "/log")
        let database = try LoggedDatabase(folder)
        #expect(try database.rows().count == 4)
        let origins = try database.fetch("SELECT process, pid FROM origin ORDER BY id")
        #expect(origins.map { $0["process"] as String } == ["helper", "tests"])
        #expect((origins[0]["pid"] as Int) != Int(getpid()))
    }

    @Test func `many programs write one log at once, and no row is lost`() async throws {
        let folder = try TemporaryFolder()
        try await StubServer.with(.status(200)) { server in
            try await withThrowingTaskGroup(of: ProgramRun.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        try await ProgramRun.run(
                            BuiltProgram.beside("RequestLogHelper"), ["write", folder.path + "/log", server.url, "25"],
                            environment: ["HOME": folder.path])
                    }
                }
                for try await run in group { #expect(run.errorText == "") }
            }
        }
        let database = try LoggedDatabase(folder)
        let states = try database.rows().map { $0["state"] as Int }
        #expect(states == [Int](repeating: LogRow.State.done.rawValue, count: 100))
        #expect(try database.fetch("SELECT * FROM detail").count == 100)
        #expect(try database.fetch("SELECT * FROM origin").count == 4)
    }

    @Test func `after kill -9 the log is whole, and its pending row is aborted`() async throws {
        let folder = try TemporaryFolder()
        try await StubServer.with(.routes(["/hang": .steps(.waitForRelease)])) { server in
            let run = try await ProgramRun.run(
                BuiltProgram.beside("RequestLogHelper"), ["die", folder.path + "/log", server.url, "10"],
                environment: ["HOME": folder.path])
            #expect(run.status == 128 + SIGKILL, "\(run.text) \(run.errorText)")
        }
        let database = try LoggedDatabase(folder)
        #expect(try database.fetch("PRAGMA integrity_check").map { $0[0] } == ["ok"])
        let rows = try database.rows()
        // The last batch may be missing, nothing before it.
        #expect(rows.count >= 11)
        #expect(rows.prefix(10).allSatisfy { $0["state"] == LogRow.State.done.rawValue })
        let hanging = try database.fetch(
            "SELECT e.state FROM exchange e JOIN url u ON u.id = e.url WHERE u.path = '/hang'")
        #expect(hanging.map { ($0[0] as Int) < LogRow.State.done.rawValue } == [true])
        #expect(try database.read { try LogOrigins.dead($0) }.count == 1)
        #expect(try await reports(folder.path + "/log") == [])
        #expect(
            try database.fetch("SELECT e.state FROM exchange e JOIN url u ON u.id = e.url WHERE u.path = '/hang'").map {
                $0[0]
            }
                == [LogRow.State.aborted.rawValue])
    }

    @Test func `what is too old is removed, but not what is pinned, and the disk is freed`() async throws {
        let folder = try TemporaryFolder()
        _ = try await reports(folder.path + "/log", paths: ["/a", "/b", "/c"])
        let database = try LoggedDatabase(folder)
        try database.execute(
            "UPDATE exchange SET started_at = 1 WHERE id < 3; UPDATE exchange SET flags = 16 WHERE id = 2")
        #expect(try folder.names(in: "log/log-bodies").count == 3)
        let files = LogFolder.files(in: folder.path + "/log")
        try LogRetention(folder: files, limits: RequestLogLimits(), now: Int64(Date.now.timeIntervalSince1970) + 1000)
            .run()
        #expect(try database.rows().map { $0["id"] as Int } == [2, 3])
        #expect(try folder.names(in: "log/log-bodies").count == 2)
        #expect(try database.fetch("PRAGMA freelist_count").map { $0[0] } == [0])
    }

    @Test func `a program that opens the log has what is too old removed`() async throws {
        let folder = try TemporaryFolder()
        _ = try await reports(folder.path + "/log", paths: ["/a", "/b"])
        let database = try LoggedDatabase(folder)
        try database.execute("UPDATE exchange SET started_at = 1 WHERE id = 1; UPDATE state SET pruned_at = 0")
        _ = try await reports(folder.path + "/log", paths: ["/c"])
        // A thread of its own does it.
        while try database.rows().count > 2 { await Task.yield() }
        #expect(try database.rows().map { $0["id"] as Int } == [2, 3])
    }

    @Test func `body files that no row names are removed once they are old`() async throws {
        let folder = try TemporaryFolder()
        _ = try await reports(folder.path + "/log")
        try folder.write("left by a crash", to: "log/log-bodies/old")
        try folder.write("another process is about to name it", to: "log/log-bodies/young")
        var times = [timeval(tv_sec: time(nil) - 3600, tv_usec: 0), timeval(tv_sec: time(nil) - 3600, tv_usec: 0)]
        #expect(utimes(folder.path + "/log/log-bodies/old", &times) == 0)
        try LogRetention(
            folder: LogFolder.files(in: folder.path + "/log"), limits: RequestLogLimits(),
            now: Int64(Date.now.timeIntervalSince1970) + 1000
        ).run()
        let names = try folder.names(in: "log/log-bodies")
        #expect(names.count == 2 && names.contains("young"), "\(names)")
    }

    @Test func `beyond the size the oldest are removed`() async throws {
        let folder = try TemporaryFolder()
        _ = try await reports(folder.path + "/log")
        let tables = LogTables(
            try LogDatabase.open(folder.path + "/log/log.sqlite"),
            LogOwner(program: "tests", source: .library, process: .current))
        let items = (0..<2000).map { number in
            let item = LogTables.Item(LogRow(id: 0, startedAt: .now, method: "GET", url: "http://a/\(number)"))
            item.data = [UInt8](repeating: 1, count: 2000)
            item.isEnded = true
            return item
        }
        try tables.write(items)
        tables.close()
        let size = folder.size("log/log.sqlite") + folder.size("log/log.sqlite-wal")
        let files = LogFolder.files(in: folder.path + "/log")
        try LogRetention(
            folder: files, limits: RequestLogLimits(totalBytes: 2_000_000),
            now: Int64(Date.now.timeIntervalSince1970) + 1000
        ).run()
        let database = try LoggedDatabase(folder)
        let rows = try database.rows()
        #expect(rows.count < 1100 && rows.count > 200, "\(rows.count)")
        #expect(rows.last?["id"] == 2001, "the newest are kept")
        #expect(try database.fetch("SELECT count(*) FROM url").map { $0[0] as Int } == [rows.count])
        #expect(folder.size("log/log.sqlite") < size / 2 + 100_000, "\(size)")
        // No process does it again within ten minutes.
        try database.execute("UPDATE exchange SET started_at = 1")
        try LogRetention(
            folder: files, limits: RequestLogLimits(), now: Int64(Date.now.timeIntervalSince1970) + 1100
        ).run()
        #expect(try database.rows().count == rows.count)
    }

    @Test func `of a thousand exchanges that come at once nothing is left out`() async throws {
        let inbox = LogInbox()
        let response = ExchangeFixtures.response(body: [UInt8](repeating: 1, count: 1300))
        for number in UInt64(1)...1000 {
            let exchange = ExchangeFixtures.exchange(number, response: response)
            for step in [
                EngineEvent.Step.queued(method: "GET", url: "/"), .requestSent,
                .headReceived(status: 200, expectedBodyBytes: nil), .finished(exchange),
            ] {
                inbox.add(
                    EngineEvent(id: exchange.id, at: .now, elapsed: .zero, step: step, draft: exchange.draft),
                    Redaction())
            }
        }
        let batch = inbox.take()
        #expect(batch.dropped == 0)
        #expect(batch.entries.count == 4000)
        let isWhole = batch.entries.allSatisfy { entry in
            if case .finished(_, _, let completeness) = entry { completeness == .all } else { true }
        }
        #expect(isWhole)
    }

    @Test func `what comes after the end is not taken, and nobody waits for it`() async {
        let inbox = LogInbox()
        inbox.add(.sent(ExchangeFixtures.id(1)))
        inbox.end()
        inbox.add(.sent(ExchangeFixtures.id(2)))
        inbox.add(ExchangeFixtures.exchange(2), Redaction())
        await inbox.flush()
        await inbox.close()
        let batch = inbox.take()
        #expect(batch.entries.count == 1 && batch.dropped == 0 && batch.isClosed)
    }

    @Test func `while nothing can be written memory stays bounded, and what is missing is counted`() async throws {
        let inbox = LogInbox(limits: .init(bodyBytes: 1000, entriesWithDetails: 4, entries: 6))
        let exchanges = (1...9).map { number in
            ExchangeFixtures.exchange(
                UInt64(number), response: ExchangeFixtures.response(body: [UInt8](repeating: 1, count: 600)))
        }
        for exchange in exchanges {
            inbox.add(EngineEvent(id: exchange.id, at: .now, elapsed: .zero, step: .finished(exchange)), Redaction())
        }
        // Steps of an exchange are not counted: its end is.
        inbox.add(.sent(ExchangeFixtures.id(10)))
        let batch = inbox.take()
        #expect(batch.dropped == 3)
        let kept = batch.entries.map { entry -> (Int, LogInbox.Completeness)? in
            guard case .finished(let exchange, _, let completeness) = entry else { return nil }
            return (exchange.response?.content.count ?? -1, completeness)
        }
        #expect(kept.map { $0?.0 } == [600, 0, 0, 0, 0, 0])
        #expect(kept.map { $0?.1 } == [.all, .withoutBodies, .withoutBodies, .withoutBodies, .rowOnly, .rowOnly])
        guard case .finished(let second, _, _) = batch.entries[1] else { return }
        #expect(second.response?.bodyByteCount == 600, "the size is known")
    }
}
