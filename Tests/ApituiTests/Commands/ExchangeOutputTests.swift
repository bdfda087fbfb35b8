import Base
import NetEngine
import NetEngineRequestLog
import TestSupport
import Testing

@testable import Workspace
@testable import apitui

/// What is printed of an exchange: as JSON, as heads, in a few lines, and as a row of the log.
@Suite struct ExchangeOutputTests {
    private typealias F = ExchangeFixtures

    private static func text(_ parts: String...) -> String { parts.joined() }

    // MARK: JSON

    private static let phases =
        #"{"queue":0.100,"dns":0.400,"connect":1.100,"tls":null,"send":0.050,"wait":120.000,"receive":10.397,"total":132.047}"#
    private static let fields =
        #"[["Content-Type","application/json"],["X-Set-Item","a=1"],["X-Set-Item","b=2"]]"#

    private static func hop(
        _ cause: String, url: String = "http://127.0.0.1:8080/orders", connection: String, heldBack: String = ""
    ) -> String {
        Self.text(
            #"{"cause":"\#(cause)","method":"POST","url":"\#(url)","heldBack":[\#(heldBack)],"#,
            #""sentHead":"POST /orders HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n","sentBodyBytes":12,"interimHeads":[],"#,
            #""status":201,"headers":\#(fields),"offset":0.000,"timings":\#(phases),"connection":\#(connection),"#,
            #""cache":null,"validationStatus":null}"#)
    }

    @Test func `an exchange as JSON has each member in its place`() {
        let connection =
            #"{"remoteAddress":"127.0.0.1","remotePort":8080,"localPort":null,"reused":false,"tlsVersion":null,"tlsCipher":null,"alpn":null,"certificates":[]}"#
        let expected =
            Self.text(
                #"{"file":"a.http","line":3,"id":"create","startedAt":"2026-11-21T10:32:01.123Z","#,
                #""request":{"method":"POST","url":"http://127.0.0.1:8080/orders","#,
                #""headers":[["Content-Type","application/json"],["Host","127.0.0.1:8080"]]},"#,
                #""status":201,"reason":"Created","httpVersion":"1.1","headers":\#(Self.fields),"trailers":[],"#,
                #""body":"{\"id\":9007199254740993,\"price\":1.00,\"tags\":[\"new\",\"paid\"]}","bodyBase64":null,"#,
                #""bodyBytes":58,"wireBodyBytes":58,"contentCodings":[],"complete":true,"error":null,"checks":[],"logs":[],"#,
                #""responseFile":null,"timings":\#(Self.phases),"networkTime":132.047,"redirects":0,"#,
                #""finalUrl":"http://127.0.0.1:8080/orders","reused":false,"cache":null,"#,
                #""hops":[\#(Self.hop("first", connection: connection))],"renewal":null}"#)
        #expect(ExchangeJSON().document(F.exchange(), file: "a.http", line: 3, id: "create").text == expected)
        let typed = ExchangeJSON().document(F.exchange(), file: nil, line: 3, id: "create").text
        #expect(typed.hasPrefix(#"{"file":null,"line":null,"id":"create","#), "a URL has no place in a file")
    }

    @Test func `JSON says why each request was sent, over which connection, and what was held back`() {
        let certificate = CertificateFacts(
            subject: "CN=h", issuer: "CN=ca", notBefore: "May 1", notAfter: "May 2", alternativeNames: "DNS:h")
        let facts = ConnectionFacts(
            remoteAddress: "::1", remotePort: 443, localPort: 9, isReused: true, tlsVersion: "TLSv1.3",
            tlsCipher: "TLS_A", alpn: "h2", certificates: [certificate])
        let connection =
            Self.text(
                #"{"remoteAddress":"::1","remotePort":443,"localPort":9,"reused":true,"tlsVersion":"TLSv1.3","tlsCipher":"TLS_A","alpn":"h2","#,
                #""certificates":[{"subject":"CN=h","issuer":"CN=ca","notBefore":"May 1","notAfter":"May 2","alternativeNames":"DNS:h"}]}"#
            )
        let exchange = F.exchange(hops: [
            F.hop(response: F.response(), connection: facts),
            F.hop(
                cause: .redirect(status: 307), response: F.response(), connection: facts, heldBack: ["Authorization"]),
            F.hop(cause: .retry, response: F.response(), connection: facts),
        ])
        let text = ExchangeJSON().document(exchange, file: "a", line: 1, id: "a").text
        let hops = [
            Self.hop("first", connection: connection),
            Self.hop("redirect 307", connection: connection, heldBack: #""Authorization""#),
            Self.hop("retry", connection: connection),
        ]
        #expect(text.contains("\"hops\":[\(hops.joined(separator: ","))],"))
        #expect(text.contains(#""networkTime":396.141,"redirects":1,"#) && text.contains(#""reused":true,"#))
    }

    @Test func `JSON has null for what did not happen`() {
        let draft = RequestDraft(method: "PUT", url: "http://h/x", headers: [HeaderField("A", "b")])
        let error = EngineError(
            category: .timeout, phase: .wait, sentence: "Late.", hint: "Wait.",
            underlying: UnderlyingCode(domain: .curl, code: 28, text: "t"))
        let exchange = F.exchange(draft: draft, hops: [], error: error, timings: PhaseTimings(total: .milliseconds(5)))
        let text = ExchangeJSON().document(
            exchange, file: "a", line: 1, id: "a", responseFile: .failure(CollectionError(sentence: "No room."))
        ).text
        #expect(
            text.hasSuffix(
                Self.text(
                    #""request":{"method":"PUT","url":"http://h/x","headers":[["A","b"]]},"#,
                    #""status":null,"reason":null,"httpVersion":null,"headers":null,"trailers":null,"#,
                    #""body":null,"bodyBase64":null,"bodyBytes":null,"wireBodyBytes":null,"contentCodings":null,"complete":null,"#,
                    #""error":{"category":"timeout","phase":"first-byte","sentence":"Late.","hint":"Wait.","code":"curl 28: t","detail":null},"#,
                    #""checks":[],"logs":[],"responseFile":{"path":null,"error":"No room."},"#,
                    #""timings":{"queue":null,"dns":null,"connect":null,"tls":null,"send":null,"wait":null,"receive":null,"total":5.000},"#,
                    #""networkTime":5.000,"redirects":0,"finalUrl":null,"reused":null,"cache":null,"hops":[],"renewal":null}"#
                )
            ), "\(text)")
        let bytes = F.exchange(response: F.response(body: [0xFF, 0], wire: 9, codings: ["gzip"], isComplete: false))
        #expect(
            ExchangeJSON().document(bytes, renewal: F.exchange(hops: []), file: "a", line: 1, id: "a").text.contains(
                #""body":null,"bodyBase64":"/wA=","bodyBytes":2,"wireBodyBytes":9,"contentCodings":["gzip"],"complete":false,"#
            ))
    }

    @Test func `of a body that is kept in part, JSON has the size that was received`() {
        let cut = Response(
            status: 200, reason: [], httpVersion: .http1_1, headers: [], rawHead: [], body: Array("a".utf8),
            bodyByteCount: 9, wireBodyByteCount: 9, isComplete: true)
        let text = ExchangeJSON().document(F.exchange(response: cut), file: "a", line: 1, id: "a").text
        #expect(text.contains(#""body":"a","bodyBase64":null,"bodyBytes":9,"wireBodyBytes":9,"#), "\(text)")
    }

    @Test func `a row of the log as JSON has all of its members`() {
        #expect(
            LogRowJSON.document(LogTableTests.row(3)).text
                == Self.text(
                    #"{"id":3,"state":"done","startedAt":"2026-11-21T10:15:00.000000Z","method":"GET","#,
                    #""url":"https://api.example.com/orders?page=2","host":"api.example.com","path":"/orders","#,
                    #""status":200,"category":null,"phase":null,"networkTime":132.000,"firstByte":null,"requestBytes":null,"#,
                    #""bodyBytes":1234,"contentType":null,"cache":"miss","attempts":1,"redirects":0,"reused":false,"#,
                    #""unverified":false,"truncated":false,"unlogged":false,"name":null,"file":null,"line":null,"#,
                    #""collection":null,"environment":null,"run":null,"source":"library","process":"apitui","pid":7,"#,
                    #""resendOf":null,"tag":null,"pinned":false,"checksPassed":null,"checksFailed":null,"errorExpected":false}"#
                ))
        let row = LogRow(
            id: 1, state: .receiving, startedAt: LogTableTests.now, method: "A", url: "B", host: "C", path: "D",
            name: "E", file: "F", line: 2, collection: "G", environment: "H", run: "I", source: .imported, process: "J",
            pid: 3, status: 4, category: .dns, phase: .tls, cache: .stale, duration: .milliseconds(5),
            firstByte: .milliseconds(6), requestBytes: 7, responseBytes: 8, contentType: "K", attempts: 9,
            redirects: 10,
            isReused: true, isUnverified: true, isTruncated: true, isFactOnly: true, resendOf: 11, tag: "L",
            isPinned: true, checksPassed: 12, checksFailed: 13,
            isErrorExpected: true)
        #expect(
            LogRowJSON.document(row).text
                == Self.text(
                    #"{"id":1,"state":"receiving","startedAt":"2026-11-21T10:15:00.000000Z","method":"A","url":"B","#,
                    #""host":"C","path":"D","status":4,"category":"dns","phase":"tls","networkTime":5.000,"firstByte":6.000,"#,
                    #""requestBytes":7,"bodyBytes":8,"contentType":"K","cache":"stale","attempts":9,"redirects":10,"#,
                    #""reused":true,"unverified":true,"truncated":true,"unlogged":true,"name":"E","file":"F","line":2,"#,
                    #""collection":"G","environment":"H","run":"I","source":"import","process":"J","pid":3,"resendOf":11,"#,
                    #""tag":"L","pinned":true,"checksPassed":12,"checksFailed":13,"errorExpected":true}"#))
        let logged = LoggedExchangeJSON.document(F.exchange(), row, .revealed).text
        #expect(
            logged.hasPrefix(#"{"row":{"id":1,"#) && logged.contains(#"},"file":"F","line":2,"id":"E","startedAt":"#))
    }

    // MARK: Heads

    private static let head = [
        "> POST /orders HTTP/1.1", "> Host: 127.0.0.1:8080", "> ", "* 12 bytes of body sent",
    ]
    private static let response = [
        "< HTTP/1.1 201 Created", "< Content-Type: application/json", "< X-Set-Item: a=1", "< X-Set-Item: b=2", "< ",
    ]

    private static func verbose(_ exchange: Exchange) -> [String] {
        ExchangeHeads.verbose(exchange, .revealed).map(\.string)
    }

    @Test func `-v tells the connection, what was sent and what came`() {
        #expect(Self.verbose(F.exchange()) == ["* Connected to 127.0.0.1 port 8080"] + Self.head + Self.response)
        let certificate = CertificateFacts(subject: "CN=h", issuer: "CN=ca", notBefore: "May 1", notAfter: "May 2")
        let tls = ConnectionFacts(
            remoteAddress: "::1", remotePort: 443, isReused: true, tlsVersion: "TLSv1.3", tlsCipher: "TLS_A",
            certificates: [certificate, certificate], proxy: "http://p:1")
        #expect(
            Self.verbose(F.exchange(hops: [F.hop(cause: .redirect(status: 302), response: nil, connection: tls)]))
                == [
                    "* Redirected by status 302", "* Reused the connection to ::1 port 443",
                    "* Through the proxy http://p:1", "* TLSv1.3, TLS_A", "* Server certificate: CN=h; issuer: CN=ca",
                    "* Valid from May 1 to May 2",
                ] + Self.head)
        let socket = ConnectionFacts(tlsVersion: "TLSv1.2", unixSocket: "/s")
        #expect(
            Self.verbose(F.exchange(hops: [F.hop(cause: .retry, response: nil, connection: socket)]))
                == ["* Sent again", "* Connected to /s", "* TLSv1.2"] + Self.head)
        #expect(
            Self.verbose(F.exchange(hops: [F.hop(response: nil, connection: ConnectionFacts())])).first
                == "* Connected to unknown port 0")
    }

    @Test func `trailers come after the header, and the cache before the connection`() throws {
        let response = Response(
            status: 204, reason: [], httpVersion: nil, headers: [HeaderField("A", "1")],
            trailers: [HeaderField("T", "2")], rawHead: [], body: [], wireBodyByteCount: 0, isComplete: true)
        let hop = Hop(
            cause: .first, request: F.request(), sentHead: [], sentBodyByteCount: 5, response: response,
            connection: nil, startOffset: .zero, timings: PhaseTimings())
        #expect(Self.verbose(F.exchange(hops: [hop])) == ["< HTTP/1.1 204 ", "< A: 1", "< ", "< T: 2"])
        let two = String(decoding: ExchangeHeads.of([response, response], .revealed), as: UTF8.self)
        #expect(two == "HTTP/1.1 204 \r\nA: 1\r\n\r\nHTTP/1.1 204 \r\nA: 1\r\n\r\n")
    }

    // MARK: A few lines

    private static func lines(_ exchange: Exchange) -> [String] {
        ExchangeSummary.lines(exchange, .revealed).map(\.string)
    }

    @Test func `a response is told in two lines`() {
        #expect(
            Self.lines(F.exchange()) == [
                "POST http://127.0.0.1:8080/orders: 201 Created",
                "132 ms, first byte after 122 ms, 58 bytes, HTTP/1.1, from 127.0.0.1:8080",
            ])
        let times = PhaseTimings(wait: .milliseconds(10), receive: .milliseconds(2), total: .milliseconds(12))
        let tls = ConnectionFacts(remoteAddress: "::1", tlsVersion: "TLSv1.3")
        func hops(_ response: Response) -> [Hop] {
            [
                F.hop(response: response, timings: times),
                F.hop(cause: .redirect(status: 302), response: response, timings: times),
                F.hop(cause: .retry, response: response, connection: tls, timings: times),
            ]
        }
        let cut = F.response(reason: "", body: [1, 2, 3], isComplete: false, version: .http2)
        func told(_ total: Duration) -> [String] {
            Self.lines(F.exchange(hops: hops(cut), timings: PhaseTimings(total: total)))
        }
        let rest = """
            first byte after 34 ms, 3 bytes of an incomplete body, HTTP/2, from ::1:0, TLSv1.3, 2 attempts, after 1 redirect
            """
        #expect(told(.milliseconds(40)).last == "36 ms, 40 ms with our own work, \(rest)")
        #expect(told(.milliseconds(37)).last == "36 ms, 37 ms with our own work, \(rest)")
        #expect(told(.microseconds(36_999)).last == "36 ms, \(rest)", "less than a millisecond is not told")
        #expect(told(.milliseconds(40)).first == "POST http://127.0.0.1:8080/orders: 201")
    }

    @Test func `when the first byte came is told where the time of the network has room for it`() {
        func told(_ receive: Duration?, _ total: Duration) -> String? {
            let times = PhaseTimings(receive: receive, total: total)
            return Self.lines(F.exchange(hops: [F.hop(response: F.response(), timings: times)], timings: times)).last
        }
        let rest = "58 bytes, HTTP/1.1, from 127.0.0.1:8080"
        #expect(told(.milliseconds(18), .milliseconds(30)) == "30 ms, first byte after 12 ms, \(rest)")
        #expect(told(.milliseconds(30), .milliseconds(30))?.hasPrefix("30 ms, first byte after 0") == true)
        #expect(told(.milliseconds(31), .milliseconds(30)) == "30 ms, \(rest)")
        #expect(told(nil, .milliseconds(30)) == "30 ms, \(rest)")
    }

    @Test func `an exchange of the log has the size that was received, not that of its masked body`() {
        // The row says 1234 bytes, and 58 are kept.
        let shown = ShownExchange(
            row: LogTableTests.row(1), exchange: F.exchange(), checks: [], secrets: .revealed)
        #expect(
            shown.summary.last?.string
                == "132 ms, first byte after 122 ms, 1234 bytes, HTTP/1.1, from 127.0.0.1:8080")
        let json = LoggedExchangeJSON.document(F.exchange(), LogTableTests.row(1), .revealed).text
        #expect(json.contains(#""bodyBytes":1234,"wireBodyBytes":58,"#))
    }

    @Test func `an exchange of the log says which request it was, and who sent it when`() {
        func told(_ change: (inout LogRow) -> Void) -> [String] {
            var row = LogTableTests.row(3)
            change(&row)
            let shown = ShownExchange(row: row, exchange: F.exchange(), checks: [], secrets: .revealed)
            return shown.summary.prefix(2).map(\.string)
        }
        let facts = "3, 2026-11-21T10:15:00.000000Z, apitui"
        let whole = told {
            ($0.name, $0.file, $0.line, $0.source) = ("Orders", "a.http", 4, .run)
            ($0.environment, $0.run, $0.resendOf, $0.tag, $0.isTruncated) = ("staging", "abc2345", 2, "red", true)
        }
        #expect(
            whole == [
                "Orders (a.http:4)",
                "\(facts) run, pid 7, environment staging, run abc2345, resend of 2, tag red, a body is cut",
            ])
        let few = told { ($0.name, $0.file, $0.source) = ("Orders", "a.http", .send) }
        #expect(few == ["Orders (a.http)", "\(facts) send, pid 7"])
    }

    @Test func `the wait before retries is named, and is not our own work`() {
        let times = PhaseTimings(wait: .milliseconds(3), total: .milliseconds(3))
        let hops = [
            F.hop(response: F.response(status: 503), timings: times),
            F.hop(cause: .retry, response: F.response(), timings: times),
        ]
        func told(_ total: Duration) -> String {
            let exchange = Exchange(
                id: F.id(1), draft: RequestDraft(url: "http://h/"), startedAt: F.start, hops: hops,
                timings: PhaseTimings(total: total), retryWait: .milliseconds(2000), error: nil)
            return Self.lines(exchange).last ?? ""
        }
        #expect(told(.milliseconds(2006)).hasPrefix("6.0 ms, 2.01 s with 2.00 s of waiting before retries, "))
        let long = told(.milliseconds(2050))
        #expect(long.hasPrefix("6.0 ms, 2.05 s with 2.00 s of waiting before retries and our own work, "))
        #expect(long.contains("2 attempts"))
    }

    @Test func `a failure is told with its category, its phase and what to do`() {
        func told(_ error: EngineError) -> [String] {
            Self.lines(
                F.exchange(
                    draft: RequestDraft(method: "PUT", url: "http://h/x"), hops: [], error: error,
                    timings: PhaseTimings(total: .milliseconds(1234))))
        }
        #expect(
            told(F.timeout) == [
                "PUT http://h/x: no response after 1.23 s",
                "apitui: timeout (first-byte): The server sent no answer within 5 s. "
                    + "Raise the timeout with `# @timeout`, or look at the server. (curl 28: Timeout was reached)",
            ])
        func last(_ category: ErrorCategory, _ phase: Phase?) -> String? {
            told(EngineError(category: category, phase: phase, sentence: "No.", hint: "Look.")).last
        }
        #expect(last(.dns, .dns) == "apitui: dns: No. Look.", "the same word is not told twice")
        #expect(last(.protocol, .wait) == "apitui: protocol (wait): No. Look.")
        #expect(last(.tls, nil) == "apitui: tls: No. Look.")
    }

    @Test func `that a certificate was not checked is told after the response`() {
        var options = RequestOptions()
        options.verifiesTLS = false
        let url = HTTPURL(scheme: .https, userInfo: nil, host: "h", explicitPort: nil, path: "/", query: nil)
        let request = PreparedRequest(method: .get, url: url, headers: [], body: .none, options: options)
        let exchange = F.exchange(
            draft: RequestDraft(url: "https://h/", options: options),
            hops: [F.hop(request: request, response: F.response())])
        #expect(Self.lines(exchange).dropFirst(2) == ["warning: the server's certificate was not checked."])
    }

    @Test func `what happened again is compared with the row of the first time`() {
        var row = LogTableTests.row(7, status: nil, category: .dns)
        (row.duration, row.responseBytes) = (nil, nil)
        #expect(
            ResendSession.difference(row, F.exchange()).string
                == "Exchange 7 was dns; now 201 in 132 ms, 58 B.")
        row.category = nil
        #expect(ResendSession.difference(row, F.exchange()).string.hasPrefix("Exchange 7 was without a response; now "))
        row = LogTableTests.row(7, status: 503, category: .serverError)
        #expect(
            ResendSession.difference(row, F.exchange()).string.hasPrefix(
                "Exchange 7 was 503 server-error in 132 ms, 1.2 KB; now "))
    }

    // MARK: Rows

    @Test func `the outcome of a row is its error, how far it is, or ok`() {
        func outcome(_ change: (inout LogRow) -> Void) -> String {
            var row = LogTableTests.row(1)
            change(&row)
            return LogTable.outcome(row)
        }
        #expect(outcome { _ in } == "ok" && outcome { $0.checksFailed = 0 } == "ok")
        #expect(outcome { $0.checksFailed = 1 } == "checks-failed")
        #expect(outcome { ($0.checksFailed, $0.category) = (1, .tls) } == "tls")
        #expect(outcome { ($0.category, $0.isErrorExpected) = (.clientError, true) } == "ok client-error")
        #expect(
            outcome { ($0.checksFailed, $0.category, $0.isErrorExpected) = (1, .clientError, true) } == "client-error")
        let states = [LogRow.State.queued, .sent, .receiving, .aborted].map { state in outcome { $0.state = state } }
        #expect(states == ["queued", "sent", "receiving", "aborted"])
        #expect(outcome { ($0.state, $0.category) = (.aborted, .cancelled) } == "cancelled")
    }

    @Test func `the log is read page by page for the requests in it`() {
        var asked: [Int64?] = []
        let requests = RequestHistory.read { before in
            asked.append(before)
            guard before == nil else {
                return [LogTableTests.row(2, category: .tls), LogTableTests.row(1, path: "/new")]
            }
            return (0..<Int64(LogListing.step)).map { LogTableTests.row(600 - $0) }
        }
        #expect(asked == [nil, 101])
        #expect(requests.map { "\($0.last.id) \($0.count) \($0.failed)" } == ["600 502 1"], "the path is the same")
        var (expected, checked) = (LogTableTests.row(2, category: .clientError), LogTableTests.row(1))
        (expected.isErrorExpected, checked.checksFailed) = (true, 1)
        #expect(RequestHistory.read { _ in [expected] }.map(\.failed) == [0], "an expected error is no failure")
        #expect(RequestHistory.read { _ in [checked] }.map(\.failed) == [1])
        func count(_ change: (inout LogRow) -> Void) -> Int {
            var (one, other) = (LogTableTests.row(2), LogTableTests.row(1))
            (one.name, one.file) = ("list", "a.http")
            (other.name, other.file) = ("list", "a.http")
            change(&other)
            return RequestHistory.read { _ in [one, other] }.count
        }
        #expect(count { _ in } == 1 && count { $0.method = "PUT" } == 1 && count { $0.host = "x" } == 1)
        #expect(count { $0.name = "show" } == 2 && count { $0.file = "b.http" } == 2 && count { $0.name = nil } == 2)
        var (get, put) = (LogTableTests.row(2), LogTableTests.row(1))
        put.method = "PUT"
        #expect(RequestHistory.read { _ in [get, put] }.count == 2)
        (put.method, get.host) = ("GET", "x")
        #expect(RequestHistory.read { _ in [get, put] }.count == 2)
    }
}
