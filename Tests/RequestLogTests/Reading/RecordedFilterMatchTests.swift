import NetEngine
import NetEngineRequestLog
import TestSupport
import Testing

@testable import RequestLog

/// Which rows many filters find, in memory and in the database, as it was recorded (`Recorded`).
@Suite struct RecordedFilterMatchTests {
    private typealias F = ExchangeFixtures

    /// Each with something that no other has.
    private static var rows: [LogRow] {
        [
            LogFixture.row("https://api.example.com:8443/orders?page=2#x") {
                ($0.name, $0.file, $0.line, $0.collection) = ("list orders", "/work/api/orders.http", 3, "/work/api")
                ($0.environment, $0.run, $0.source, $0.tag) = ("dev", "abc2345", .run, "smoke")
                ($0.firstByte, $0.requestBytes, $0.responseBytes) = (.milliseconds(10), 0, 1000)
                ($0.contentType, $0.cache, $0.checksPassed, $0.checksFailed) = ("application/json", .hit, 2, 0)
            },
            LogFixture.row("http://b.example/Orders/1") {
                ($0.method, $0.status, $0.category, $0.phase) = ("POST", 404, .clientError, .receive)
                ($0.name, $0.environment, $0.source) = ("404 page", "Dev", .send)
                ($0.duration, $0.responseBytes, $0.requestBytes) = (.milliseconds(500), 1024, 1)
                ($0.contentType, $0.checksFailed) = ("application/problem+json", 1)
            },
            LogFixture.row("http://[::1]/a%20b/*") {
                ($0.method, $0.status, $0.attempts, $0.redirects) = ("M-SEARCH", 500, 3, 2)
                ($0.duration, $0.cache, $0.contentType) = (.microseconds(500_001), .stale, "text/html")
                ($0.isTruncated, $0.isSlow, $0.isUnverified, $0.isReused) = (true, true, true, true)
                $0.category = .serverError
            },
            LogFixture.row("http://down.example/") {
                ($0.status, $0.category, $0.phase, $0.duration) = (nil, .connect, .connect, .seconds(1))
                ($0.process, $0.source, $0.resendOf, $0.isPinned) = ("batch job", .batch, 1, true)
            },
            LogFixture.row("http://a.example/x?q=ä") {
                ($0.state, $0.status, $0.duration, $0.isFactOnly) = (.sent, nil, nil, true)
                ($0.cache, $0.tag, $0.name) = (.revalidated, "a b", "none")
            },
            LogFixture.row("http://a.example/bodies") { ($0.status, $0.method) = (599, "PUT") },
            LogFixture.row("http://a.example/empty") { ($0.status, $0.name) = (100, "") },
        ]
    }

    private static var exchange: Exchange {
        let request = F.request("/bodies", method: "PUT", body: .bytes(Array(#"{"k":"caf\u00e9 two"}"#.utf8)))
        let moved = F.response(
            status: 302, reason: "Found", headers: [HeaderField("Location", "/Next"), HeaderField("X-Only", "moved")],
            body: Array("first hop".utf8))
        let last = F.response(
            status: 599, reason: "Odd",
            headers: [HeaderField("Content-Type", "text/plain"), HeaderField("ETag", "\"v1\"")],
            body: Array("Größe <b> \\u00e9\nlast".utf8))
        return F.exchange(
            6, hops: [F.hop(request: request, response: moved), F.hop(cause: .redirect(status: 302), response: last)])
    }

    /// Of a request without a connection: what was to be sent is all that there is of it.
    private static var neverSent: Exchange {
        let draft = RequestDraft(
            method: "POST", url: "http://down.example/", headers: [HeaderField("X-Draft", "Kept here")],
            body: .bytes(Array("drafted \\u00e9\nend".utf8)))
        return F.exchange(4, draft: draft, hops: [], response: nil)
    }

    private static let filters = """
        status:404
        status:4xx
        status>404
        status>=404
        status<404
        status<=404
        status:100..404
        status:none
        status:any
        status!=404
        -status:404
        status:404,500,599
        method:post
        method:P*
        method:P?T
        method:M-*
        method*=o
        method!=GET
        url:example
        url="http://down.example/"
        url:"a%20b"
        url~/EXAMPLE/
        url~/EXAMPLE/c
        url~/EXAMPLE/i
        url~/EXAMPLE/x
        url~/example/ci
        url~//
        path~/orders
        host:api
        host:api.example.com
        host:*.example
        host="[::1]"
        host:8443
        path:orders
        path:/orders
        path:/orders*
        path="/"
        path:*
        path:page
        name:orders
        name:none
        name="none"
        name:"list orders"
        name=orders
        env:dev
        env:none
        env!=dev
        env:d*
        run:abc2345
        run:abc
        run:none
        source:run
        source:run,batch
        process:batch
        process:tests
        category:connect
        category:client-error
        category:none
        phase:connect
        phase:none
        cache:hit
        cache:none
        cache:hit,stale
        type:json
        type:application/*
        type:text/html
        tag:smoke
        tag:"a b"
        tag:none
        file:orders.http
        file:/work
        file:none
        collection:/work/api
        line:3
        line:4
        time:500ms
        time>500ms
        time>=500ms
        time<500ms
        time<=500ms
        time:20ms..500ms
        time:none
        time:any
        time>0.5s
        time:0.5s
        ttfb:10ms
        ttfb<10ms
        ttfb:any
        size:1KB
        size:1k
        size>1000
        size>=1KiB
        size:1000..1023
        size:none
        req.size:0
        req.size>0
        larger-than:1000
        smaller-than:1001
        smaller-than:1000
        attempts>1
        attempts:1
        redirects:2
        redirects:0
        id:1..3
        id>6
        started:2026-11-21
        started<2026-11-21
        since:2026-11-21T10:32:01Z
        until:2026-11-21T10:32Z
        before:2026-11-21T10:32:01Z
        before:2026-11-21T10:32:02Z
        since:2026-11-21T10:32:02Z
        is:failed
        is:pending
        is:cached
        is:redirected
        is:resent
        is:pinned
        is:truncated
        is:unverified
        is:unlogged
        is:slow
        is:aborted
        is:checks-failed
        -is:failed
        orders
        404
        4045
        none
        "two words"
        page OR x
        page x
        (orders OR down) -is:failed
        NOT (is:failed OR is:pending)
        header.location:next
        header.location="/Next"
        header.x-only
        header.x-only:none
        header.content-type:json
        req.header.content-type:json
        res.header.content-type:json
        res.header.etag:v1
        header:"etag: \\"v1\\""
        header:moved
        header.nope
        -header.etag
        body:last
        body:LAST
        body:"first hop"
        body:größe
        body:GRÖSSE
        body:café
        body:"café two"
        body:u00e9
        req.body:two
        res.body:two
        req.body:last
        res.body:last
        body~/^last$/
        body~/L.ST/c
        body:*
        -body:last
        header.x-draft
        req.header.x-draft:kept
        res.header.x-draft
        header:"x-draft: kept"
        ~hq kept
        ~hs kept
        body:drafted
        body:"drafted é"
        body~/^END$/
        req.body:drafted
        res.body:drafted
        -body:drafted
        body:last OR is:pinned
        body:last status:404
        ~bq two
        ~bs two
        ~hs moved
        ~hq json
        ~t plain
        ~q
        ~s
        ~e
        """

    @Test func `each filter finds the rows that were recorded`() throws {
        let log = try LogFixture()
        try log.add(Self.rows, exchanges: [5: Self.exchange, 3: Self.neverSent])
        let reader = try log.reader()
        let rows = try reader.page(.all([]), after: 0, limit: 100)
        let stored: [Int64: Exchange?] = [4: try reader.exchange(4), 6: try reader.exchange(6)]
        var parts: [(name: String, text: String)] = []
        for line in Self.filters.split(separator: "\n").map(String.init) {
            let condition: LogCondition
            do throws(LogFilterError) { condition = try filter(line).condition } catch {
                parts.append((line, "\(error.range): \(error.sentence)"))
                continue
            }
            let found = rows.filter { condition.matches($0, exchange: stored[$0.id].flatMap(\.self)) }.map(\.id)
            let ids = found.isEmpty ? "none" : found.map(String.init).joined(separator: " ")
            parts.append((line, ids + (condition.needsExchange ? ", by the exchange" : "")))
            // The database finds the same.
            #expect(try reader.page(condition, after: 0, limit: 100).map(\.id) == found, "\(line)")
            #expect(try reader.page(condition, limit: 100).map(\.id) == found.reversed(), "\(line)")
            #expect(try reader.count(condition, upTo: 100) == found.count, "\(line)")
        }
        try Recorded.expect(parts, in: "log-matches")
    }
}
