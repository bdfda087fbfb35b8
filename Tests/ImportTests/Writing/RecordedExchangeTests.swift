import Base
import NetEngine
import TestSupport
import Testing

@testable import Import

/// Recorded responses as exchanges of the requests that were written for them.
@Suite struct RecordedExchangeTests {
    private func files(_ text: String) throws -> ImportedFiles { try ImportedText.of("a.har", text) }

    private func archive(_ entries: String) -> String {
        #"{ "log": { "version": "1.2", "creator": { "name": "B", "version": "1" }, "entries": [ \#(entries) ] } }"#
    }

    private func entry(_ url: String, _ started: String, _ rest: String = "") -> String {
        #"{ "startedDateTime": "\#(started)", "time": 20, "request": { "method": "GET", "url": "\#(url)" }, "response": { "status": 200 } \#(rest) }"#
    }

    @Test func `a recorded response is an exchange of its request`() throws {
        let files = try files(HARReaderTests.sample)
        #expect(ImportedText.notices(files).allSatisfy { !$0.contains("response") })
        let recorded = try #require(files.recorded.first)
        #expect(files.recorded.count == 1 && recorded.name == "post_https_x_test_items")
        let exchange = recorded.exchange(id: ExchangeID(rawValue: 7), file: "/c/a.http", collection: "/c")
        #expect(exchange.id.rawValue == 7 && exchange.startedAt.microsecondsSince1970 == 1_714_550_400_500_000)
        #expect(exchange.networkTime == .microseconds(12_500) && exchange.error == nil)
        let hop = try #require(exchange.hops.first)
        #expect(hop.request.method == .post && hop.request.url.description == "https://x.test/items?q=a%20b&n=1")
        #expect(hop.connection?.remoteAddress == "127.0.0.1" && hop.connection?.remotePort == 443)
        // As they were sent, with what the client added.
        #expect(hop.request.headers["sec-ch-ua"] == "x" && hop.request.headers["Authorization"] == "Bearer t")
        #expect(hop.request.headers["Cookie"] == "s=1; t=2" && hop.request.headers[":method"] == nil)
        #expect(hop.request.body == .bytes(Array(#"{"user": "ada", "password": "lovelace"}"#.utf8)))
        let response = try #require(exchange.response)
        #expect(response.status == 201 && response.reason == Array("Created".utf8) && response.httpVersion == .http2)
        #expect(response.headers["Content-Type"] == "text/plain" && response.body == Array("hi".utf8))
        let log = try #require(exchange.draft.options.log)
        #expect(log.name == "post_https_x_test_items" && log.file == "/c/a.http" && log.collection == "/c")
        let text = try #require(files.files.first { $0.path.hasSuffix(".http") })
        #expect(
            log.line.map {
                String(decoding: text.bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)[
                    $0 - 1]
            } != nil)
        #expect(!log.storesFactOnly)
        #expect(
            Set(log.secrets.map { "\($0.name)=\($0.value)" }) == ["password=lovelace", "token=t", "cookie=s=1; t=2"])
    }

    @Test func `each secret is known once, by the first of its names`() throws {
        var response = ImportedResponse(status: 200, started: 1)
        var request = RecordedRequest(method: "GET", url: try HTTPURL.parse("http://x.test/"))
        request.secrets = [
            ImportedVariable(name: "token", value: "second"), ImportedVariable(name: "other", value: "first"),
        ]
        response.request = request
        let recorded = try #require(
            RecordedExchange(response, path: "a", name: "a", secrets: [.init(name: "token", value: "first")]))
        let exchange = recorded.exchange(id: ExchangeID(rawValue: 1), file: "/a", collection: "/")
        let secrets = exchange.draft.options.log?.secrets ?? []
        #expect(secrets.map { "\($0.name)=\($0.value)" } == ["token=first", "token=second"])
    }

    @Test func `phases, sizes and codings are those of the archive`() throws {
        let recorded = try files(
            archive(
                #"""
                { "startedDateTime": "2024-05-01T10:00:00Z", "time": 100, "request": { "method": "GET", "url": "http://x.test" },
                  "timings": { "blocked": 1, "dns": -1, "connect": 30, "ssl": 20, "send": 2, "wait": 40, "receive": 5 },
                  "response": { "status": 404, "bodySize": 9, "headers": [ { "name": "Content-Encoding", "value": "GZIP, br" } ],
                    "content": { "text": "{}" } } }
                """#)
        ).recorded
        let exchange = try #require(recorded.first).exchange(id: ExchangeID(rawValue: 1), file: "/a", collection: "/")
        #expect(exchange.timings.connect == .milliseconds(10) && exchange.timings.tls == .milliseconds(20))
        #expect(exchange.timings.dns == nil && exchange.timings.wait == .milliseconds(40))
        #expect(exchange.timings.total == .milliseconds(100))
        #expect(exchange.error?.category == .clientError && exchange.error?.status == 404)
        #expect(exchange.response?.decodedCodings == ["gzip", "br"] && exchange.response?.wireBodyByteCount == 9)
    }

    @Test func `they are in the order of their times`() throws {
        let files = try files(
            archive(
                [
                    entry("http://x.test/2", "2024-05-01T10:00:02Z"), entry("http://x.test/1", "2024-05-01T10:00:01Z"),
                    entry("http://x.test/3", "2024-05-01T10:00:02Z"),
                ].joined(separator: ",")))
        let exchanges = files.recorded.map { $0.exchange(id: ExchangeID(rawValue: 1), file: "/a", collection: "/") }
        #expect(exchanges.map { $0.hops.first?.request.url.path } == ["/1", "/2", "/3"])
        #expect(Set(files.recorded.map(\.name)).count == 3)
    }

    @Test func `what cannot be kept is said`() throws {
        let files = try files(
            archive(entry("http://x.test/", "yesterday") + "," + entry("http://a b/", "2024-05-01T10:00:02Z")))
        #expect(files.recorded.isEmpty)
        let notices = ImportedText.notices(files).filter { $0.contains("recorded response") }
        #expect(notices.count == 2 && notices[0].hasSuffix("the entry does not say when."))
    }

    @Test func `examples are no recordings`() throws {
        var request = ImportedRequest(name: "R", method: "GET", url: "https://a.test/")
        request.responses = [ImportedResponse(name: "ok", status: 200, body: Array("1".utf8))]
        let files = ImportedCollection(kind: .postman, name: "c", items: [.request(request)]).files()
        #expect(files.recorded.isEmpty)
        #expect(
            ImportedText.notices(files) == ["changed R: Its example response is a file beside it, without its headers."]
        )
    }

    @Test func `the report says where they go, or that nothing is logged`() throws {
        let files = try files(HARReaderTests.sample)
        func lines(logs: Bool) -> [String] { ImportReport(files, place: "p", logs: logs).lines.map(\.string) }
        #expect(lines(logs: true).contains("1 recorded response goes into the history of its request."))
        #expect(lines(logs: false).contains("1 recorded response is left out: nothing is logged."))
        #expect(
            ImportReport(files, place: "p", logs: true).json(written: [], stored: 1).text.contains(
                #""responses":{"recorded":1,"stored":1}"#))
    }
}
