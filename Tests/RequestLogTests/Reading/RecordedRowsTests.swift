import GRDB
import NetEngine
import TestSupport
import Testing

@testable import NetEngineRequestLog
@testable import NetEngineSQLite
@testable import RequestLog

/// Exchanges that another tool recorded, in the log.
@Suite(.timeLimit(.minutes(5))) struct RecordedRowsTests {
    private func exchange(_ number: UInt64, at seconds: Int64, body: [UInt8] = Array("hi".utf8)) throws -> Exchange {
        let headers: HeaderFields = ["Authorization": "Bearer top-secret"]
        let log = RequestLogOptions(name: "r\(number)", file: "/c/a.http", line: 3, collection: "/c")
        let request = PreparedRequest(
            method: .get, url: try HTTPURL.parse("http://x.test/\(number)"), headers: headers, body: .none,
            options: RequestOptions(log: log))
        let response = Response(
            status: 200, reason: [], httpVersion: .http1_1, headers: ["Content-Type": "text/plain"], rawHead: [],
            body: body, wireBodyByteCount: nil, isComplete: true)
        let timings = PhaseTimings(total: .milliseconds(20))
        return Exchange(
            id: ExchangeID(rawValue: number),
            draft: RequestDraft(
                url: "http://x.test/\(number)", headers: headers, options: RequestOptions(log: log)),
            startedAt: Timestamp(microsecondsSince1970: seconds * 1_000_000),
            hops: [
                Hop(
                    cause: .first, request: request, sentHead: [], sentBodyByteCount: 0, response: response,
                    connection: nil, startOffset: .zero, timings: timings)
            ], timings: timings, error: nil)
    }

    private func record(_ exchanges: [Exchange], in fixture: LogFixture) async throws -> Int {
        let store = RequestLogStore(folder: fixture.folder, program: "tests", source: .screen)
        let beside = store.beside(source: .imported)
        let stored = await beside.record(exchanges)
        await beside.close()
        await store.close()
        return stored
    }

    @Test func `they are rows with their own times, without secrets`() async throws {
        let fixture = try LogFixture()
        #expect(try await record([exchange(1, at: 1000), exchange(2, at: 2000)], in: fixture) == 2)
        let reader = try fixture.reader()
        let rows = try reader.page(.all([]), limit: 10)
        #expect(rows.map(\.name) == ["r2", "r1"] && rows.allSatisfy { $0.source == .imported })
        #expect(rows[1].startedAt.microsecondsSince1970 == 1_000_000_000 && rows[1].duration == .milliseconds(20))
        #expect(rows[1].status == 200 && rows[1].file == "/c/a.http" && rows[1].line == 3 && rows[1].collection == "/c")
        let stored = try #require(try reader.exchange(1))
        #expect(stored.response?.body == Array("hi".utf8))
        #expect(stored.draft.headers["Authorization"]?.contains("top-secret") == false)
        #expect(try reader.count(.text(.source, .equals("import")), upTo: 10) == 2)
    }

    @Test func `none of many is left out, nor a body of them`() async throws {
        let fixture = try LogFixture()
        let body = [UInt8](repeating: 0x61, count: 200_000)
        let exchanges = try (1...60).map { try exchange($0, at: Int64($0), body: body) }
        #expect(try await record(exchanges, in: fixture) == 60)
        let reader = try fixture.reader()
        for id in Int64(1)...60 { #expect(try reader.exchange(id)?.response?.content.count == body.count) }
    }

    @Test(arguments: [(50, 0), (2, 501)])
    func `more of them than are looked at together are kept as long as the row after them`(
        daysAgo: Int64, left: Int
    ) throws {
        let fixture = try LogFixture()
        let now = Timestamp.now
        func row(_ source: LogRow.Source, daysAgo: Int64) -> LogRow {
            LogFixture.row { row in
                row.source = source
                row.startedAt = Timestamp(microsecondsSince1970: now.microsecondsSince1970 - daysAgo * 86_400_000_000)
            }
        }
        try fixture.add([LogRow](repeating: row(.imported, daysAgo: 900), count: 500) + [row(.run, daysAgo: daysAgo)])
        try LogRetention(
            folder: LogFolder.files(in: fixture.folder), limits: RequestLogLimits(),
            now: now.microsecondsSince1970 / 1_000_000 + 1000
        ).run()
        #expect(try fixture.reader().count(.all([]), upTo: 999) == left)
    }

    @Test func `they are kept as long as what was sent after the import`() throws {
        let fixture = try LogFixture()
        let now = Timestamp.now
        func row(_ source: LogRow.Source, daysAgo: Int64) -> LogRow {
            LogFixture.row("http://a.example/\(source.rawValue)\(daysAgo)") { row in
                row.source = source
                row.startedAt = Timestamp(microsecondsSince1970: now.microsecondsSince1970 - daysAgo * 86_400_000_000)
            }
        }
        try fixture.add([
            row(.imported, daysAgo: 900), row(.run, daysAgo: 50), row(.imported, daysAgo: 800), row(.run, daysAgo: 2),
            row(.imported, daysAgo: 700),
        ])
        try LogRetention(
            folder: LogFolder.files(in: fixture.folder), limits: RequestLogLimits(),
            now: now.microsecondsSince1970 / 1_000_000 + 1000
        ).run()
        #expect(try fixture.reader().page(.all([]), limit: 10).map(\.path) == ["/import700", "/run2", "/import800"])
    }
}
