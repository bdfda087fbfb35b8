import Glibc
import NetEngine

@testable import NetEngineRequestLog
@testable import NetEngineSQLite
@testable import RequestLog

/// `LogBenchmark FOLDER [ROWS]`: fills a request log, asks it, follows it, and prints what that took. ROWS is a million by default.
@main
struct LogBenchmark {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let folder = arguments.first else {
            print("usage: LogBenchmark FOLDER [ROWS]")
            exit(2)
        }
        let count = arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
        if count > 0 {
            try insertRows(folder, count)
            try ask(folder)
        }
        try insertExchanges(folder + "-exchanges", 50_000)
        try searchBodies(folder + "-exchanges")
        try await follow(folder + "-follow")
    }

    private static func seconds(_ body: () throws -> Void) rethrows -> Double {
        let begin = ContinuousClock.now
        try body()
        return (ContinuousClock.now - begin) / .seconds(1)
    }

    /// Of this thread, which other load on the machine does not change.
    private static func processorSeconds(_ body: () throws -> Void) rethrows -> Double {
        func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
        let begin = now()
        try body()
        return now() - begin
    }

    private static func milliseconds(_ seconds: Double) -> String { "\((seconds * 10_000).rounded() / 10) ms" }

    /// Of this process, in MiB.
    private static var resident: Int {
        var buffer = [UInt8](repeating: 0, count: 200)
        let file = open("/proc/self/statm", O_RDONLY)
        defer { close(file) }
        let count = read(file, &buffer, buffer.count)
        let pages = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self).split(separator: " ").dropFirst()
            .first
        return (pages.flatMap { Int($0) } ?? 0) * 4096 / 1_048_576
    }

    private static func size(_ path: String) -> Int {
        var facts = stat()
        return stat(path, &facts) == 0 ? Int(facts.st_size) : 0
    }

    // MARK: Writing

    private static func tables(_ folder: String) throws -> LogTables {
        let files = LogFolder.files(in: folder)
        try files.prepare()
        try files.makeDatabase(LogDatabase.fill)
        return LogTables(
            try LogDatabase.open(files.databasePath),
            LogOwner(program: "benchmark", source: .run, process: .current))
    }

    /// The columns alone, as for exchanges whose details are not kept, in batches as a busy run makes them.
    private static func insertRows(_ folder: String, _ count: Int) throws {
        let tables = try tables(folder)
        defer { tables.close() }
        var random = SystemRandomNumberGenerator()
        let before = resident
        var written = 0
        let taken = try seconds {
            while written < count {
                let items = (0..<min(2000, count - written)).map { number -> LogTables.Item in
                    let item = LogTables.Item(row(written + number, &random))
                    item.isEnded = true
                    return item
                }
                try tables.write(items)
                written += items.count
            }
        }
        let bytes = size(folder + "/log.sqlite")
        print(
            "insert rows", "\(Int(Double(count) / taken)) rows/s",
            "\(bytes / 1_000_000) MB, \(bytes / count) bytes a row",
            "memory +\(resident - before) MiB", separator: "\t")
    }

    private static func row(_ number: Int, _ random: inout SystemRandomNumberGenerator) -> LogRow {
        let host = "h\(number % 20).example.com"
        let path = "/orders/\(number % 3000)"
        let status = [200, 200, 200, 201, 204, 304, 404, 500].randomElement(using: &random) ?? 200
        return LogRow(
            id: 0, startedAt: Timestamp(microsecondsSince1970: 1_795_000_000_000_000 + Int64(number) * 1000),
            method: ["GET", "GET", "POST", "PUT"].randomElement(using: &random) ?? "GET",
            url: "https://\(host)\(path)?page=\(number % 7)", host: host, path: path, name: "request \(number % 200)",
            file: "/home/user/shop/\(number % 20).http", line: number % 200, collection: "/home/user/shop",
            environment: "dev", run: "r\(number / 50_000)", source: .run, process: "apitui", pid: 4711, status: status,
            category: status >= 500 ? .serverError : status >= 400 ? .clientError : nil, cache: .miss,
            duration: .microseconds(Int.random(in: 1000...90_000, using: &random)), firstByte: .microseconds(900),
            requestBytes: 0, responseBytes: Int.random(in: 0...50_000, using: &random), contentType: "application/json",
            isReused: true)
    }

    /// Whole exchanges with a body of 1.3 KB: events in, masked, packed and written.
    private static func insertExchanges(_ folder: String, _ count: Int) throws {
        let writer = LogWriter(
            path: folder, LogOwner(program: "benchmark", source: .run, process: .current), RequestLogLimits(),
            LoggedRows(), report: { print($0) })
        let before = resident
        var (number, all, processor, masking, packing) = (UInt64(0), 0.0, 0.0, 0.0, 0.0)
        while number < count {
            var batch = LogInbox.Batch()
            var exchanges: [Exchange] = []
            for _ in 0..<500 {
                number += 1
                let exchange = exchange(number)
                exchanges.append(exchange)
                batch.entries.append(.queued(exchange.id, exchange.draft, at: exchange.startedAt, Redaction()))
                batch.entries.append(.sent(exchange.id))
                batch.entries.append(.head(exchange.id, status: 200, elapsed: .milliseconds(1)))
                batch.entries.append(.finished(exchange, Redaction(), .all))
            }
            all += seconds { processor += processorSeconds { writer.write(batch) } }
            // Parts of it once more, for a while.
            guard number <= 5000 else { continue }
            var redactors: [StoringRedactor] = []
            masking += processorSeconds { redactors = exchanges.map { StoringRedactor(Redaction(), storing: $0) } }
            packing += processorSeconds {
                for (exchange, redactor) in zip(exchanges, redactors) {
                    _ = StoredExchange(exchange, redactor, bodyLimit: 1 << 20)
                }
            }
        }
        let bytes = size(folder + "/log.sqlite")
        print(
            "insert whole exchanges", "\(Int(Double(count) / all)) rows/s",
            "\(bytes / 1_000_000) MB, \(bytes / count) bytes each", "memory +\(resident - before) MiB", separator: "\t")
        print(
            "CPU of one, microseconds", "finding secrets \(Int(masking * 200))",
            "masking and packing \(Int(packing * 200))", "all \(Int(processor * 1e6 / Double(count)))", separator: "\t")
    }

    private static func exchange(_ number: UInt64) -> Exchange {
        let draft = RequestDraft(
            url: "http://127.0.0.1:8080/items/\(number % 500)", headers: [HeaderField("Accept", "*/*")])
        let body = Array("[{\"id\": \(number), \"name\": \"\(String(repeating: "item ", count: 240))\"}]".utf8)
        let request = PreparedRequest(
            method: .get,
            url: HTTPURL(
                scheme: .http, userInfo: nil, host: "127.0.0.1", explicitPort: 8080, path: "/items/\(number % 500)",
                query: nil),
            headers: [
                HeaderField("Accept", "*/*"), HeaderField("Host", "127.0.0.1:8080", origin: .engine),
                HeaderField("User-Agent", "NetEngine/1.0", origin: .engine),
                HeaderField("Accept-Encoding", "gzip, deflate, br, zstd", origin: .engine),
            ], body: .none, options: draft.options)
        let fields: HeaderFields = [
            HeaderField("Server", "nginx"), HeaderField("Date", "Mon, 23 Nov 2026 02:00:00 GMT"),
            HeaderField("Content-Type", "application/json"), HeaderField("Content-Length", "\(body.count)"),
            HeaderField("Connection", "keep-alive"), HeaderField("ETag", "\"65f0\""),
        ]
        let head = "HTTP/1.1 200 OK\r\n" + fields.map { "\($0.name): \($0.value)\r\n" }.joined() + "\r\n"
        let response = Response(
            status: 200, reason: Array("OK".utf8), httpVersion: .http1_1, headers: fields, rawHead: Array(head.utf8),
            body: body, wireBodyByteCount: body.count, isComplete: true)
        let timings = PhaseTimings(
            queue: .microseconds(20), send: .microseconds(10), wait: .microseconds(300), receive: .microseconds(5),
            total: .microseconds(350))
        let sent = "GET /items/\(number % 500) HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nAccept: */*\r\n\r\n"
        let hop = Hop(
            cause: .first, request: request, sentHead: Array(sent.utf8), sentBodyByteCount: 0, response: response,
            connection: ConnectionFacts(remoteAddress: "127.0.0.1", remotePort: 8080, localPort: 40000, isReused: true),
            startOffset: .zero, timings: timings)
        return Exchange(
            id: ExchangeID(rawValue: number), draft: draft, startedAt: .now, hops: [hop], timings: timings, error: nil)
    }

    // MARK: Reading

    private static func ask(_ folder: String) throws {
        let reader = try LogReader(folder: folder)
        let before = resident
        let filters: [(String, LogCondition)] = [
            ("first page", .all([])), ("status:404", .number(.status, .init(404...404))),
            ("status:599 (none)", .number(.status, .init(599...599))),
            ("time>10s (none)", .number(.duration, .init(10_000_000...Int64.max))),
            ("size>1GB (none)", .number(.size, .init(1_000_000_000...Int64.max))),
            ("until: before the first (none)", .number(.startedAt, .init(0...1))),
            ("method:DELETE (none)", .text(.method, .equals("DELETE"))),
            ("host:h7.*", .text(.host, .glob("h7.*"))),
            ("path:/orders/2999", .text(.path, .equals("/orders/2999"))),
            ("path:/nowhere (none)", .text(.path, .contains("/nowhere"))),
            (
                "url contains page=6, status:500",
                .all([.text(.url, .contains("page=6")), .number(.status, .init(500...500))])
            ),
            ("name:\"request 17\" -is:failed", .all([.text(.name, .equals("request 17")), .not(.flag(.failed))])),
            ("run:r0", .text(.run, .equals("r0"))), ("is:pending (none)", .flag(.pending)),
            ("is:pinned (none)", .flag(.pinned)), ("is:truncated (none)", .flag(.truncated)),
            ("is:slow (none)", .flag(.slow)),
            ("category:tls (none)", .text(.category, .equals("tls"))), ("tag:x (none)", .text(.tag, .equals("x"))),
            (
                "status:599 OR category:dns (none)",
                .any([.number(.status, .init(599...599)), .text(.category, .equals("dns"))])
            ),
        ]
        for (name, condition) in filters {
            var found = 0
            let times = try (0..<3).map { _ in
                try seconds { found = try reader.page(condition, limit: 50).count }
            }
            print("\(name)\t\(milliseconds(times.min() ?? 0))\tfirst time \(milliseconds(times[0]))\t\(found) rows")
        }
        var pages = 0
        let taken = try seconds {
            var place: Int64?
            while pages < 100, let last = try reader.page(.all([]), before: place, limit: 100).last {
                place = last.id
                pages += 1
            }
        }
        print(
            "a page of 100 while scrolling", milliseconds(taken / 100), "",
            "memory +\(resident - before) MiB, mapped pages of the file included", separator: "\t")
    }

    private static func searchBodies(_ folder: String) throws {
        let reader = try LogReader(folder: folder)
        var first: Double?
        let begin = ContinuousClock.now
        var hits = 0
        try reader.search(
            .body(.response, .contains("\"id\": 12")),
            onHit: { _ in
                hits += 1
                if first == nil { first = (ContinuousClock.now - begin) / .seconds(1) }
            }, isStopped: { false })
        let all = (ContinuousClock.now - begin) / .seconds(1)
        print(
            "body search, 50,000 exchanges", "first hit \(milliseconds(first ?? 0))", "all \(milliseconds(all))",
            "\(hits) hits", separator: "\t")
    }

    // MARK: Following

    /// From an event of the engine to the row in a follower's hands.
    private static func follow(_ folder: String) async throws {
        let engine = Engine()
        let store = RequestLogStore(folder: folder, program: "benchmark")
        engine.log(to: store)
        // Watched before the first row makes it.
        try LogFolder.files(in: folder).prepare()
        let watch = try LogWatch(folder: folder)
        let reader = try LogReader(folder: folder)
        var latencies: [Double] = []
        var change: Int64 = 0
        for _ in 0..<200 {
            let sent = Task.detached { await engine.send(RequestDraft(url: "http://127.0.0.1:1/")) }
            var isSeen = false
            while !isSeen {
                var poll = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
                _ = Glibc.poll(&poll, 1, -1)
                guard watch.takeChanges() else { continue }
                for row in try reader.changes(after: change, limit: 100) {
                    change = max(change, row.change)
                    guard row.state == .done else { continue }
                    let end = row.startedAt.microsecondsSince1970 + (row.duration.map { $0.microseconds } ?? 0)
                    latencies.append(Double(Timestamp.now.microsecondsSince1970 - end) / 1e6)
                    isSeen = true
                }
            }
            _ = await sent.value
        }
        let sorted = latencies.sorted()
        print(
            "follow: from the end of an exchange to its row", "median \(milliseconds(sorted[sorted.count / 2]))",
            "p99 \(milliseconds(sorted[sorted.count * 99 / 100]))", "worst \(milliseconds(sorted[sorted.count - 1]))",
            separator: "\t")
        await engine.shutdown()
        await store.close()
    }
}
