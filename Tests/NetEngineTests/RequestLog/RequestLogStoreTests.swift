import Foundation
import GRDB
import NetEngine
import Synchronization
import TestSupport
import Testing

@testable import NetEngineRequestLog
@testable import NetEngineSQLite

/// What the log's store writes, read by SQL.
@Suite(.timeLimit(.minutes(5))) struct RequestLogStoreTests {
    /// Sends by an engine whose exchanges are logged into a folder.
    private func logged(
        _ folder: TemporaryFolder, limits: RequestLogLimits = RequestLogLimits(), redaction: Redaction = Redaction(),
        _ body: (Engine, RequestLogStore) async throws -> Void
    ) async throws {
        let engine = Engine()
        let store = RequestLogStore(folder: folder.path + "/log", program: "tests", limits: limits)
        engine.log(to: store, redaction: redaction)
        try await body(engine, store)
        await engine.shutdown()
        await store.close()
    }

    @Test func `an exchange is one row with all that it did`() async throws {
        let folder = try TemporaryFolder()
        try await StubServer.with(.status(404, headers: [("Content-Type", "Text/Plain; charset=utf-8")], body: "gone"))
        {
            server in
            try await logged(folder) { engine, store in
                var draft = RequestDraft(
                    method: "POST", url: server.url + "/orders/7?a=1", body: .bytes(Array("hello".utf8)))
                draft.options.log = RequestLogOptions(
                    name: "order", file: "/x/a.http", line: 3, collection: "/x", environment: "dev", run: "r1",
                    resendOf: 12)
                let exchange = await engine.send(draft)
                await store.flush()
                #expect(store.rowID(of: exchange.id) == 1)
                #expect(store.droppedCount == 0)
            }
        }
        let database = try LoggedDatabase(folder)
        let row = try #require(try database.rows().first)
        #expect(try database.rows().count == 1)
        #expect(row["state"] == LogRow.State.done.rawValue)
        #expect(row["status"] == 404)
        #expect(row["request_bytes"] == 5)
        #expect(row["response_bytes"] == 4)
        #expect(row["resend_of"] == 12)
        #expect((row["duration"] as Int? ?? 0) > 0)
        #expect(
            try database.words(row, ["method", "host", "category", "type"]) == [
                "POST", "127.0.0.1", "client-error", "text/plain",
            ])
        let origin = try #require(try database.fetch("SELECT * FROM origin").first)
        #expect(origin["process"] == "tests")
        #expect(origin["source"] == "library")
        #expect(origin["environment"] == "dev")
        #expect(origin["run"] == "r1")
        #expect(origin["pid"] == Int(getpid()))
        let request = try #require(try database.fetch("SELECT * FROM request").first)
        #expect(request["name"] == "order")
        #expect(request["line"] == 3)
    }

    @Test func `a row is there while the request runs, and is completed at its end`() async throws {
        let folder = try TemporaryFolder()
        try await StubServer.with(.steps(.waitForRelease, .send("HTTP/1.1 204 No Content\r\n\r\n"))) { server in
            try await logged(folder) { engine, store in
                async let exchange = engine.send(RequestDraft(url: server.url + "/slow"))
                _ = await server.requests(1)
                await store.flush()
                let database = try LoggedDatabase(folder)
                let running = try #require(try database.rows().first)
                #expect((running["state"] as Int? ?? 9) < LogRow.State.done.rawValue)
                #expect((running["status"] as Int?) == nil)
                #expect(try database.fetch("SELECT * FROM detail").count == 1, "what was asked for is known")
                server.release()
                _ = await exchange
                await store.flush()
                let ended = try #require(try database.rows().first)
                #expect((ended["id"] as Int64?) == running["id"])
                #expect(ended["status"] == 204)
                #expect((ended["change"] as Int? ?? 0) > (running["change"] as Int? ?? 0))
            }
        }
    }

    @Test func `failed and cancelled requests are rows too`() async throws {
        let folder = try TemporaryFolder()
        try await logged(folder) { engine, store in
            _ = await engine.send(RequestDraft(url: "http://127.0.0.1:1/"))
            _ = await engine.send(RequestDraft(method: "a b", url: "http://127.0.0.1/"))
        }
        let database = try LoggedDatabase(folder)
        let rows = try database.rows()
        #expect(try rows.map { try database.words($0, ["category"]).first } == ["connect", "request-build"])
    }

    @Test func `a stored exchange gives back what every pane shows`() async throws {
        let folder = try TemporaryFolder()
        try await StubServer.with(
            .status(200, headers: [("Content-Type", "application/json"), ("X-A", "b")], body: #"{"a":[1,2]}"#)
        ) { server in
            try await logged(folder) { engine, store in
                let sent = await engine.send(
                    RequestDraft(
                        method: "PUT", url: server.url + "/x", headers: [HeaderField("X-C", "d")], body: .bytes([1, 2]))
                )
                await store.flush()
                let stored = try #require(try LoggedDatabase(folder).exchange(1))
                #expect(stored.startedAt == sent.startedAt)
                #expect(stored.timings == sent.timings)
                #expect(stored.draft.url == sent.draft.url)
                #expect(stored.draft.body == .bytes([1, 2]))
                let (a, b) = (try #require(stored.hops.first), try #require(sent.hops.first))
                #expect(a.request.method == b.request.method)
                #expect(a.request.url == b.request.url)
                #expect(a.request.headers == b.request.headers)
                #expect(a.sentHead == b.sentHead)
                #expect(a.sentBodyByteCount == b.sentBodyByteCount)
                #expect(a.connection == b.connection)
                #expect(a.timings == b.timings)
                #expect(a.response?.rawHead == b.response?.rawHead)
                #expect(a.response?.headers == b.response?.headers)
                #expect(a.response?.content == b.response?.content)
                #expect(a.response?.isBodyKept == true)
                #expect(a.response?.isComplete == true)
                #expect(a.response?.httpVersion == b.response?.httpVersion)
            }
        }
    }

    @Test func `a body beyond the limit is cut and keeps its size`() async throws {
        let folder = try TemporaryFolder()
        try await StubServer.with(.status(200, body: String(repeating: "x", count: 5000))) { server in
            try await logged(folder, limits: RequestLogLimits(bodyBytes: 100)) { engine, _ in
                _ = await engine.send(RequestDraft(url: server.url))
            }
        }
        let database = try LoggedDatabase(folder)
        let response = try #require(try database.exchange(1)?.response)
        #expect(response.bodyByteCount == 5000)
        #expect(response.content.count == 100)
        let flags = LogFlags(rawValue: try #require(try database.rows().first)["flags"])
        #expect(flags.contains(.truncated))
    }

    @Test func `a large body is a file of its own, for its owner only`() async throws {
        let folder = try TemporaryFolder()
        let body = String(repeating: "0123456789", count: 20_000)
        try await StubServer.with(.status(200, body: body)) { server in
            try await logged(folder) { engine, _ in _ = await engine.send(RequestDraft(url: server.url)) }
        }
        let database = try LoggedDatabase(folder)
        #expect(try database.exchange(1)?.response?.body == Array(body.utf8))
        let file: String = try #require(try database.fetch("SELECT file FROM body").first)[0]
        #expect(try folder.permissions("log/log-bodies/\(file)") == 0o600)
        #expect(try folder.permissions("log/log-bodies") == 0o700)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path + "/log")
        where name.hasPrefix("log.") {
            #expect(try folder.permissions("log/\(name)") == 0o600, "\(name)")
        }
        #expect(try folder.permissions("log") == 0o700)
    }

    @Test func `nothing is opened before the first row`() async throws {
        let folder = try TemporaryFolder()
        try await logged(folder) { _, store in await store.flush() }
        #expect(try folder.names() == [])
    }

    @Test func `a request that is not to be logged leaves only that it happened`() async throws {
        let folder = try TemporaryFolder()
        try await StubServer.with(.status(200, headers: [("X-Private", "private-9")], body: "private-1")) { server in
            try await logged(folder) { engine, _ in
                var draft = RequestDraft(
                    url: server.url + "/private-2?a=private-3", headers: [HeaderField("X-Private", "private-4")])
                draft.options.log = RequestLogOptions(name: "quiet", storesFactOnly: true)
                _ = await engine.send(draft)
            }
        }
        let database = try LoggedDatabase(folder)
        let row = try #require(try database.rows().first)
        #expect(row["status"] == 200)
        #expect(LogFlags(rawValue: row["flags"]).contains(.factOnly))
        #expect(try database.exchange(1) == nil)
        #expect(try database.fetch("SELECT name FROM request").map { $0[0] } == ["quiet"])
        for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            let bytes = (try? Data(contentsOf: URL(filePath: folder.path).appending(path: file))) ?? Data()
            #expect(bytes.range(of: Data("private".utf8)) == nil, "\(file)")
        }
    }

    @Test func `secrets are masked before they are written`() async throws {
        let folder = try TemporaryFolder()
        try await StubServer.with(
            .status(401, headers: [("X-Echo", "sesame-42")], body: #"{"token":"sesame-43","n":1}"#)
        ) {
            server in
            try await logged(folder, redaction: Redaction(secrets: ["sesame-44"])) { engine, _ in
                var draft = RequestDraft(
                    method: "POST", url: server.url + "/sesame-44?api_key=sesame-45",
                    headers: [HeaderField("Authorization", "Bearer sesame-42"), HeaderField("X-Own", "sesame-46")],
                    body: .bytes(Array(#"{"password":"sesame-47"}"#.utf8)))
                draft.options.log = RequestLogOptions(secrets: [.init(name: "own", value: "sesame-46")])
                _ = await engine.send(draft)
            }
        }
        for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            let bytes = (try? Data(contentsOf: URL(filePath: folder.path).appending(path: file))) ?? Data()
            #expect(bytes.range(of: Data("sesame".utf8)) == nil, "\(file)")
        }
        #expect(try LoggedDatabase(folder).exchange(1)?.response?.status == 401)
    }

    @Test func `a body in a file is copied up to the limit`() async throws {
        let folder = try TemporaryFolder()
        let body = String(repeating: "y", count: 300_000)
        try await StubServer.with(.status(200, body: body)) { server in
            try await logged(folder, limits: RequestLogLimits(bodyBytes: 200_000)) { engine, _ in
                var draft = RequestDraft(url: server.url)
                draft.options.spooling = BodySpooling(folders: [folder.path], threshold: 1000)
                let exchange = await engine.send(draft)
                #expect(exchange.response?.content.array == nil, "it is not in memory")
            }
        }
        let response = try #require(try LoggedDatabase(folder).exchange(1)?.response)
        #expect(response.content.count == 200_000)
        #expect(response.bodyByteCount == 300_000)
    }

    @Test func `outcomes of checks are added to the row`() async throws {
        let folder = try TemporaryFolder()
        try await StubServer.with(.status(200)) { server in
            try await logged(folder) { engine, store in
                let exchange = await engine.send(RequestDraft(url: server.url))
                store.setChecks(
                    exchange.id, passed: 2, failed: 1, isErrorExpected: true,
                    lines: ["status is 200", "body is empty"])
            }
        }
        let database = try LoggedDatabase(folder)
        let row = try #require(try database.rows().first)
        #expect(row["checks_passed"] == 2)
        #expect(row["checks_failed"] == 1)
        #expect(LogFlags(rawValue: row["flags"]).contains(.errorExpected))
        #expect(try database.fetch("SELECT lines FROM checks").map { $0[0] } == ["status is 200\nbody is empty"])
    }

    @Test func `many stores write one log at once, and no row is lost`() async throws {
        let folder = try TemporaryFolder()
        try await StubServer.with(.status(200)) { server in
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<6 {
                    group.addTask {
                        try? await logged(folder) { engine, store in
                            for _ in 0..<20 {
                                _ = await engine.send(RequestDraft(url: server.url))
                                await store.flush()
                            }
                            #expect(store.droppedCount == 0)
                        }
                    }
                }
            }
        }
        let rows = try LoggedDatabase(folder).rows()
        #expect(rows.count == 120)
        #expect(rows.allSatisfy { $0["state"] == LogRow.State.done.rawValue })
        #expect(Set(rows.map { $0["change"] as Int }).count == 120)
    }

    @Test func `a row is slow beside the same request's earlier ones, or over a second without any`() throws {
        let folder = try TemporaryFolder()
        let files = LogFolder.files(in: folder.path + "/log")
        try files.prepare()
        try files.makeDatabase(LogDatabase.fill)
        func slow(_ times: [(path: String, milliseconds: Int)]) throws -> [Bool] {
            let tables = LogTables(
                try LogDatabase.open(files.databasePath),
                LogOwner(program: "tests", source: .library, process: .current))
            defer { tables.close() }
            let items = times.map { path, milliseconds in
                let item = LogTables.Item(
                    LogRow(
                        id: 0, startedAt: .now, method: "GET", url: "http://a\(path)", path: path, process: "tests",
                        duration: .milliseconds(milliseconds)))
                item.isEnded = true
                return item
            }
            try tables.write(items)
            return items.map(\.row.isSlow)
        }
        #expect(
            try slow([("/a", 1100), ("/b", 900), ("/b", 9100), ("/a", 10_000)])
                == [true, false, true, false])
        // Another process knows what was stored.
        #expect(try slow([("/b", 80_000), ("/b", 95_000), ("/c", 1001)]) == [false, true, true])
    }

    @Test func `while a retry is waited for a row is queued again, and has the last status`() async throws {
        let folder = try TemporaryFolder()
        let store = RequestLogStore(folder: folder.path + "/log", program: "tests")
        store.startOnce()
        func take(_ step: EngineEvent.Step, _ draft: RequestDraft? = nil) {
            let id = ExchangeFixtures.id(1)
            store.take(EngineEvent(id: id, at: .now, elapsed: .zero, step: step, draft: draft), Redaction())
        }
        func states() async throws -> [LogRow.State?] {
            await store.flush()
            return try LoggedDatabase(folder).rows().map { LogRow.State(rawValue: $0["state"]) }
        }
        take(.queued(method: "GET", url: "http://h/"), RequestDraft(url: "http://h/"))
        take(.requestSent)
        take(.headReceived(status: 503, expectedBodyBytes: nil))
        #expect(try await states() == [.receiving])
        take(.retryScheduled(retry: 1, after: .seconds(60), reason: ExchangeFixtures.timeout))
        #expect(try await states() == [.queued])
        let row = try #require(try LoggedDatabase(folder).rows().first)
        #expect(row["attempts"] == 2)
        #expect(row["status"] == 503)
        take(.requestSent)
        #expect(try await states() == [.sent])
        await store.close()
    }

    @Test func `the pending rows of a process that is gone become aborted, however far they were`() async throws {
        let folder = try TemporaryFolder()
        try await StubServer.with(.status(200)) { server in
            try await logged(folder) { engine, _ in
                for _ in 0..<3 { _ = await engine.send(RequestDraft(url: server.url)) }
            }
            // Queued, sent and receiving.
            try LoggedDatabase(folder).execute(
                "UPDATE exchange SET state = id - 1; UPDATE origin SET process_start = process_start + 1")
            try await logged(folder) { engine, _ in _ = await engine.send(RequestDraft(url: server.url)) }
        }
        let rows = try LoggedDatabase(folder).rows()
        let states = rows.map { LogRow.State(rawValue: $0["state"]) }
        #expect(states == [.aborted, .aborted, .aborted, .done])
        // Each is a change of its own, so that followers see it.
        let changes = rows.map { $0["change"] as Int }
        #expect(changes == changes.sorted() && Set(changes).count == 4)
        #expect(try LoggedDatabase(folder).fetch("SELECT change FROM state").map { $0[0] as Int? } == [changes.last])
    }
}

/// The database of a store in the folder `log` of a temporary folder.
struct LoggedDatabase {
    private let queue: DatabaseQueue
    private let folder: String

    init(_ folder: TemporaryFolder) throws {
        self.folder = folder.path + "/log"
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        queue = try DatabaseQueue(path: self.folder + "/log.sqlite", configuration: configuration)
    }

    func fetch(_ sql: String) throws -> [Row] { try queue.read { try Row.fetchAll($0, sql: sql) } }
    func rows() throws -> [Row] { try fetch("SELECT * FROM exchange ORDER BY id") }
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value { try queue.read(body) }
    func execute(_ sql: String) throws { try queue.write { try $0.execute(sql: sql) } }

    func words(_ row: Row, _ columns: [String]) throws -> [String] {
        try columns.flatMap { column -> [String] in
            guard let id = row[column] as Int64? else { return [] }
            return try fetch("SELECT text FROM word WHERE id = \(id)").map { $0[0] }
        }
    }

    func exchange(_ id: Int64) throws -> Exchange? {
        guard let data = try fetch("SELECT data FROM detail WHERE id = \(id)").first?[0] as Data? else { return nil }
        let rows = try fetch("SELECT * FROM body WHERE id >> 8 = \(id)")
        return StoredExchange.decode([UInt8](data)) { slot in
            guard let row = rows.first(where: { ($0["id"] as Int64) & 255 == slot }) else { return nil }
            var bytes = (row["bytes"] as Data?).map { [UInt8]($0) } ?? []
            if let file = row["file"] as String? {
                bytes = (try? [UInt8](Data(contentsOf: URL(filePath: "\(folder)/log-bodies/\(file)")))) ?? []
            }
            return (BodyBytes(bytes), row["size"], row["is_cut"])
        }
    }
}

extension TemporaryFolder {
    func size(_ name: String) -> Int {
        ((try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)"))?[.size] as? Int) ?? 0
    }

    func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)").sorted()
    }
}
