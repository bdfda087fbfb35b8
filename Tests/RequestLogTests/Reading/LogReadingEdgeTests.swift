import NetEngine
import TestSupport
import Testing

@testable import NetEngineRequestLog
@testable import RequestLog

/// Where pages, counts and searches of the log end, and what is offered of each of its texts.
@Suite(.timeLimit(.minutes(5))) struct LogReadingEdgeTests {
    @Test func `a page has no more rows than its limit, none included`() throws {
        let log = try LogFixture()
        try log.add((0..<3).map { _ in LogFixture.row() })
        let reader = try log.reader()
        for (limit, ids) in [(-1, []), (0, []), (1, [3]), (3, [3, 2, 1]), (9, [3, 2, 1])] as [(Int, [Int64])] {
            #expect(try reader.page(.all([]), limit: limit).map(\.id) == ids, "\(limit)")
        }
        #expect(try reader.page(.all([]), after: 0, limit: 2).map(\.id) == [1, 2])
        #expect(try reader.page(.all([]), after: 3, limit: 2) == [] && reader.page(.all([]), before: 1, limit: 2) == [])
        for (limit, count) in [(-1, 0), (0, 0), (2, 2), (3, 3), (9, 3)] {
            #expect(try reader.count(.all([]), upTo: limit) == count)
        }
    }

    @Test func `pages by bodies and headers begin and end where they are told`() throws {
        let log = try LogFixture()
        func exchange(_ text: String) -> Exchange {
            let response = ExchangeFixtures.response(
                headers: [HeaderField("Content-Type", "text/plain"), HeaderField("X-Mark", text)],
                body: Array(text.utf8))
            return ExchangeFixtures.exchange(response: response)
        }
        let texts = ["a", "b", "a", "a", "b"]
        try log.add(
            texts.map { _ in LogFixture.row() },
            exchanges: Dictionary(uniqueKeysWithValues: texts.enumerated().map { ($0.offset, exchange($0.element)) }))
        let reader = try log.reader()
        let body = LogCondition.body(.response, .equals("a"))
        #expect(try reader.page(body, limit: 2).map(\.id) == [4, 3])
        #expect(try reader.page(body, before: 4, limit: 9).map(\.id) == [3, 1])
        #expect(try reader.page(body, after: 1, limit: 9).map(\.id) == [3, 4])
        #expect(try reader.count(body, upTo: 2) == 2 && reader.count(body, upTo: 9) == 3)
        #expect(try reader.page(.header(.response, name: "x-mark", .equals("b")), limit: 9).map(\.id) == [5, 2])
        #expect(try reader.page(.header(.request, name: "x-mark", nil), limit: 9) == [])
        #expect(try reader.page(.not(body), limit: 9).map(\.id) == [5, 2])
        #expect(try reader.page(.any([body, .number(.id, .init(2...2))]), limit: 9).map(\.id) == [4, 3, 2, 1])
        var hits: [Int64] = []
        try reader.search(body, from: 4, onHit: { hits.append($0.id) }, isStopped: { false })
        #expect(hits == [3, 1])
        hits = []
        try reader.search(body, onHit: { hits.append($0.id) }, isStopped: { !hits.isEmpty })
        #expect(hits == [4])
        hits = []
        try reader.search(body, onHit: { hits.append($0.id) }, isStopped: { true })
        #expect(hits == [])
    }

    @Test func `each text of a row is offered by its own key`() throws {
        let log = try LogFixture()
        try log.add([
            LogFixture.row("http://h.example/p?q=1") { row in
                (row.method, row.name, row.file, row.collection) = ("PUT", "list", "/c/a.http", "/c")
                (row.environment, row.run, row.source, row.process) = ("dev", "r1", .run, "prog")
                (row.category, row.phase, row.cache) = (.tls, .connect, .stale)
                (row.contentType, row.tag) = ("text/plain", nil)
            }
        ])
        let reader = try log.reader()
        #expect(try LogEditor(folder: log.folder).setTag("mine", of: 1))
        let expected: [(LogCondition.Text, [String])] = [
            (.method, ["PUT"]), (.url, ["http://h.example/p?q=1"]), (.host, ["h.example"]), (.path, ["/p"]),
            (.name, ["list"]), (.file, ["/c/a.http"]), (.collection, ["/c"]), (.environment, ["dev"]), (.run, ["r1"]),
            (.source, ["run"]), (.category, ["tls"]), (.phase, ["connect"]), (.cache, ["stale"]),
            (.contentType, ["text/plain"]), (.tag, ["mine"]),
        ]
        for (text, values) in expected {
            #expect(try reader.values(of: text, prefix: "", limit: 9) == values, "\(text)")
            #expect(try reader.values(of: text, prefix: "", limit: 0) == [], "\(text)")
            #expect(try reader.values(of: text, prefix: "zz", limit: 9) == [], "\(text)")
            #expect(try reader.row(1)?.text(text) == values[0], "\(text)")
        }
        #expect(try LogEditor(folder: log.folder).setTag(nil, of: 1))
        #expect(try reader.values(of: .tag, prefix: "", limit: 9) == [] && reader.row(1)?.tag == nil)
    }

    @Test func `the last finished row of each request below a folder is found`() throws {
        let log = try LogFixture()
        func row(_ file: String?, _ name: String, _ state: LogRow.State = .done) -> LogRow {
            LogFixture.row { row in
                (row.file, row.name, row.state) = (file, name, state)
                if state != .done { row.duration = nil }
            }
        }
        try log.add([
            row("/a/x.http", "one"), row("/a/x.http", "one"), row("/a/x.http", "two"), row("/ab/x.http", "one"),
            row("/a/sub/y.http", "one"), row("/a/x.http", "two", .sent), row(nil, "one"),
            row("/a/x.http", "three", .sent),
        ])
        let reader = try log.reader()
        func ids(_ folder: String) throws -> [Int64] { try reader.lastRows(under: folder).map(\.id).sorted() }
        #expect(try ids("/a") == [2, 3, 5] && ids("/a/") == [2, 3, 5])
        #expect(try ids("/a/sub") == [5] && ids("/no") == [] && ids("/") == [2, 3, 4, 5])
    }

    @Test func `of a body in pieces its own bytes are searched, of each piece by itself, and no file`() throws {
        let body = RequestBody.pieces([
            .bytes(Array("one tw".utf8)), .file(path: "/x/three"), .bytes(Array("o caf\\u00e9".utf8)),
        ])
        let request = ExchangeFixtures.request("/x", body: body)
        let hop = ExchangeFixtures.hop(request: request, response: nil)
        let exchange = ExchangeFixtures.exchange(hops: [hop], response: nil)
        func isFound(_ text: String) throws -> Bool {
            try filter(text).condition.matches(LogFixture.row(), exchange: exchange)
        }
        #expect(try isFound("req.body:one") && isFound("body:café"))
        #expect(try !isFound("body:two") && !isFound("body:three") && !isFound("res.body:one"))
        for other in [RequestBody.none, .file(path: "/x/one")] {
            let hop = ExchangeFixtures.hop(request: ExchangeFixtures.request("/x", body: other), response: nil)
            let exchange = ExchangeFixtures.exchange(hops: [hop], response: nil)
            #expect(try !filter("body:one").condition.matches(LogFixture.row(), exchange: exchange))
        }
    }

    @Test func `a condition that asks for an exchange is looked up by what the row alone says`() {
        let body = LogCondition.body(.either, .contains("x"))
        let flag = LogCondition.flag(.slow)
        #expect(LogCondition.all([body, flag]).withoutExchange == .all([.all([]), flag]))
        #expect(LogCondition.any([body, flag]).withoutExchange == .any([.all([]), flag]))
        #expect(
            LogCondition.not(body).withoutExchange == .all([]) && LogCondition.not(flag).withoutExchange == .not(flag))
        #expect(LogCondition.header(.request, name: "a", nil).withoutExchange == .all([]))
        #expect(flag.withoutExchange == flag && !flag.needsExchange && LogCondition.not(body).needsExchange)
        #expect(LogCondition.all([flag, body]).needsExchange && !LogCondition.any([flag, flag]).needsExchange)
    }
}
