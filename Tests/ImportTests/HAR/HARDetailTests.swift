import NetEngine
import Testing

@testable import Import

/// What of an entry is kept, switched off or left out.
@Suite struct HARDetailTests {
    private let probe = ReaderProbe(reader: HARReader.self)

    private func read(_ entry: String) throws -> ImportedCollection {
        try probe.read("a.har", #"{ "log": { "version": "1.2", "entries": [ \#(entry) ] } }"#)
    }

    @Test func `headers of clients are left out, those of caches and browsers are switched off`() throws {
        let dropped = [
            "Host", "Content-Length", "Connection", "Keep-Alive", "Proxy-Connection", "Transfer-Encoding", "TE",
            "Trailer", "Upgrade", "Upgrade-Insecure-Requests", "Accept-Encoding", "Priority", "DNT", "Expect",
            "Alt-Used", "Sec-Fetch-Mode", ":path",
        ]
        let kept = ["User-Agent", "If-None-Match", "If-Modified-Since", "Accept", "Cookie", "Secret", "Range"]
        let headers = (dropped + kept).map { #"{ "name": "\#($0)", "value": "1" }"# }.joined(separator: ",")
        let collection = try read(
            #"{ "request": { "method": "GET", "url": "http://x.test", "headers": [\#(headers)] } }"#)
        #expect(
            CollectionText.lines(collection) == """
                ### 
                literal GET http://x.test
                # User-Agent: 1
                # If-None-Match: 1
                # If-Modified-Since: 1
                Accept: 1
                Cookie: 1
                Secret: 1
                Range: 1
                """)
        #expect(
            CollectionText.notices(collection) == [
                "changed: Headers that clients add by themselves are left out of the request: :path, accept-encoding, "
                    + "alt-used, connection, content-length, dnt, expect, host, keep-alive, priority, proxy-connection, "
                    + "sec-fetch-mode, te, trailer, transfer-encoding, upgrade, upgrade-insecure-requests."
            ])
    }

    @Test(
        arguments: [
            ("http://x.test/?a=1&b", "http://x.test/?a=1&b", []), ("http://x.test/?=1", "http://x.test/?=1", []),
            ("http://x.test/?", "http://x.test/?", []), ("http://x.test/?a=", "http://x.test/", ["a="]),
            ("http://x.test/?a=1=2&a=3#f?g=1", "http://x.test/", ["a=1=2", "a=3"]),
            ("HTTP://x.test/#?a=1", "HTTP://x.test/", []),
        ] as [(String, String, [String])])
    func `a query becomes rows if each part has a name and a sign`(
        url: String, target: String, rows: [String]
    ) throws {
        let lines = CollectionText.lines(try read(#"{ "request": { "method": "GET", "url": "\#(url)" } }"#))
        #expect(
            lines == (["### ", "literal GET \(target)"] + rows.map { "  ?\($0) (encoded)" }).joined(separator: "\n"))
    }

    private func response(_ members: String, _ more: String = "") throws -> ImportedResponse? {
        let collection = try read(
            #"{ "startedDateTime": "2024-01-01T00:00:00Z", "request": { "method": "GET", "url": "http://x.test" }, "response": { \#(members) }\#(more) }"#
        )
        guard case .request(let request)? = collection.items.first else { return nil }
        return request.responses.first
    }

    @Test func `versions of HTTP have several spellings, and a status three digits`() throws {
        let versions = [
            "h2", "HTTP/2", "http/2.0", "h3", "HTTP/3", "http/3.0", "quic", "HTTP/1.1", "http/1.0", "spdy", "",
        ]
        let read = try versions.map { try response(#""status": 200, "httpVersion": "\#($0)""#)?.httpVersion }
        #expect(
            read == [
                "HTTP/2", "HTTP/2", "HTTP/2", "HTTP/3", "HTTP/3", "HTTP/3", "HTTP/3", "HTTP/1.1", "HTTP/1.0", nil, nil,
            ])
        #expect(
            try [99, 100, 999, 1000, 0].map { try response(#""status": \#($0)"#)?.status } == [nil, 100, 999, nil, nil])
    }

    @Test func `the handshake is taken out of the time to connect, and -1 is no phase`() throws {
        let timings = try response(
            #""status": 200"#,
            #", "time": 30, "timings": { "blocked": -1, "dns": 1.5, "connect": 10, "ssl": 4, "send": 0, "wait": 7, "receive": 2 }"#
        )?.timings
        #expect(timings?.queue == nil && timings?.dns == .microseconds(1500))
        #expect(timings?.connect == .milliseconds(6) && timings?.tls == .milliseconds(4))
        #expect(timings?.send == .zero && timings?.wait == .milliseconds(7) && timings?.receive == .milliseconds(2))
        #expect(timings?.total == .milliseconds(30))
    }

    @Test func `a response without a time cannot be in the history`() throws {
        let collection = try read(
            #"{ "request": { "method": "GET", "url": "http://x.test" }, "response": { "status": 200 } }"#)
        #expect(
            CollectionText.notices(collection)
                == ["lost http://x.test: The recorded response is left out: the entry does not say when."])
    }

    @Test(arguments: [
        ("2024-01-01T00:00:00", 1_704_067_200.0), ("2024-01-01t00:00:00z", 1_704_067_200.0),
        ("2024-01-01T00:00:00.5", 1_704_067_200.5), ("2024-01-01T01:30:00+0130", 1_704_067_200.0),
        ("2023-12-31T23:59:60Z", 1_704_067_200.0),
    ])
    func `a time without a zone is in UTC`(_ text: String, _ seconds: Double) {
        #expect(HARTime.seconds(text) == seconds)
    }

    @Test(arguments: [
        "2024-01-01T24:00:00Z", "2024-00-01T00:00:00Z", "2024-01-00T00:00:00Z", "2024-01-32T00:00:00Z",
        "2024-01-01T00:60:00Z", "2024-01-01T00:00:61Z", "2024-01-01T00:00:00Zx", "2024/01/01T00:00:00Z",
        "2024-01-01T00-00-00Z", "2024-01-01T00:00:00x", "x024-01-01T00:00:00Z", "2024-01-01T00:00:00+1:0",
    ])
    func `what is beside a time is none`(_ text: String) { #expect(HARTime.seconds(text) == nil) }
}
