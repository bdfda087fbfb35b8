import NetEngine
import TestSupport
import Testing

@testable import Import

/// Limits and spellings of archives.
@Suite struct HAREdgeTests {
    private let probe = ReaderProbe(reader: HARReader.self)

    private func collection(_ entries: String...) throws -> ImportedCollection {
        try probe.read("a.har", #"{"log":{"entries":[\#(entries.joined(separator: ","))]}}"#)
    }

    /// The lines of the requests without their empty names.
    private func lines(_ entries: String) throws -> [String] {
        try CollectionText.lines(collection(entries)).split(separator: "\n").map(String.init).filter { $0 != "### " }
    }

    private func request(_ members: String, url: String = "http://a.test/", _ more: String = "") -> String {
        #"{"request":{"method":"GET","url":"\#(url)"\#(members.isEmpty ? "" : ",\(members)")}\#(more)}"#
    }

    @Test(arguments: [
        ("patch", ["lost http://a.test/: The method is patch; a request line sends PATCH."]),
        ("graphql", ["lost http://a.test/: The method is graphql; a request line sends POST."]),
        ("foo", ["kept http://a.test/: The request cannot be written as a request; it is kept as a comment."]),
        ("PURGE", []),
    ])
    func `a method that a request line sends otherwise is named`(_ method: String, notices: [String]) throws {
        let entry = #"{"request":{"method":"\#(method)","url":"http://a.test/"}}"#
        let files = try ImportedText.of("a.har", #"{"log":{"version":"1.2","entries":[\#(entry)]}}"#)
        #expect(ImportedText.notices(files) == notices)
    }

    @Test func `a query of names and values is rows, and any other stays`() throws {
        let rows = """
            http://a.test/x?a=1&b=2#f -> literal GET http://a.test/x|  ?a=1 (encoded)|  ?b=2 (encoded)
            http://a.test/x?a=b=c&d= -> literal GET http://a.test/x|  ?a=b=c (encoded)|  ?d= (encoded)
            http://a.test/x?a=1&b -> literal GET http://a.test/x?a=1&b
            http://a.test/x?=1 -> literal GET http://a.test/x?=1
            http://a.test/x? -> literal GET http://a.test/x?
            http://a.test/x#f?a=1 -> literal GET http://a.test/x
            HTTPS://a.test -> literal GET HTTPS://a.test
            """
        #expect(FilledTable(rows).filled { try lines(request("", url: $0)).joined(separator: "|") } == rows)
    }

    @Test func `a form is one if it was sent as one`() throws {
        let rows = """
            a=1&b=2 -> form a=1 (encoded)|form b=2 (encoded)
            a=b=c&=d -> form a=b=c (encoded)|form =d (encoded)
            a=1&b -> body application/x-www-form-urlencoded; charset=utf-8: a=1&b
            a=1 2 -> body application/x-www-form-urlencoded; charset=utf-8: a=1 2
            a=é -> body application/x-www-form-urlencoded; charset=utf-8: a=é
            {1} -> body application/x-www-form-urlencoded; charset=utf-8: {1}
            """
        let found = FilledTable(rows).filled { text in
            let data = #""mimeType":"application/x-www-form-urlencoded; charset=utf-8","text":"\#(text)""#
            return try lines(request(#""postData":{\#(data)}"#)).filter { !$0.hasPrefix("literal ") }
                .joined(separator: "|")
        }
        #expect(found == rows)
    }

    @Test func `fields that are no text of a form are encoded when they are written`() throws {
        let rows = """
            a|b -> form a=b (encoded)
            a|%20 -> form a=%20 (encoded)
            a|b c -> form a=b c
            a|b&c -> form a=b&c
            a=|b -> form a==b
            ä|b -> form ä=b
            | -> form = (encoded)
            """
        let found = FilledTable(rows).filled { text in
            let parts = text.split(separator: "|", omittingEmptySubsequences: false)
            let params = #"{"name":"\#(parts[0])","value":"\#(parts[1])"}"#
            return try lines(request(#""postData":{"mimeType":"text/plain","params":[\#(params)]}"#)).last
        }
        #expect(found == rows)
    }

    @Test func `a body in parts has a content type of its own, the other headers stay`() throws {
        let type = #""mimeType":"multipart/form-data; boundary=x""#
        let headers =
            #""headers":[{"name":"A","value":"1"},{"name":"content-Type","value":"multipart/form-data; boundary=x"}]"#
        let found = try lines(request(#"\#(headers),"postData":{\#(type),"params":[{"name":"f","value":"v"}]}"#))
        #expect(Array(found.dropFirst()) == ["A: 1", "part f - -: v"])
    }

    @Test func `the fields of a recorded form are encoded as they were sent`() throws {
        let params = #"{"name":"a","value":"%20"},{"name":"b=","value":"1&2"}"#
        let sent = #""postData":{"mimeType":"text/plain","params":[\#(params)]}"#
        let timed = #","startedDateTime":"2026-11-20T10:00:00Z","response":{"status":200}"#
        guard case .request(let read)? = try collection(request(sent, timed)).items.first else {
            Issue.record("There is no request.")
            return
        }
        let body = try #require(read.responses.first?.request?.body)
        #expect(String(decoding: body, as: UTF8.self) == "a=%20&b%3D=1%262")
    }

    @Test func `the versions of HTTP have several spellings`() throws {
        let rows = """
            h2 -> HTTP/2
            H2 -> HTTP/2
            http/2 -> HTTP/2
            HTTP/2.0 -> HTTP/2
            h3 -> HTTP/3
            http/3 -> HTTP/3
            HTTP/3.0 -> HTTP/3
            quic -> HTTP/3
            HTTP/1.1 -> HTTP/1.1
            http/1.0 -> HTTP/1.0
            HTTP/0.9 -> HTTP
            unknown -> HTTP
            """
        let found = FilledTable(rows).filled { text in
            let response = #","response":{"status":200,"httpVersion":"\#(text)"}"#
            return try lines(request("", response)).last?.split(separator: " ").dropFirst().first.map(String.init)
        }
        #expect(found == rows)
    }

    @Test(arguments: [(99, false), (100, true), (999, true), (1_000, false), (0, false)])
    func `a status has three digits`(status: Int, isResponse: Bool) throws {
        let found = try collection(request("", #","response":{"status":\#(status)}"#))
        #expect(CollectionText.lines(found).contains("\n< HTTP \(status)") == isResponse)
        let said = CollectionText.notices(found).contains { $0.hasSuffix("got no response when it was recorded.") }
        #expect(said != isResponse)
    }

    @Test func `times are from nothing to what a computer can count`() throws {
        let timed = #""startedDateTime":"2026-11-20T10:00:00Z","#
        func response(_ more: String) throws -> ImportedResponse {
            let entry = request("", #",\#(timed)"response":{"status":200,"bodySize":-1}\#(more)"#)
            guard case .request(let read)? = try collection(entry).items.first else { throw ImportError("none") }
            return try #require(read.responses.first)
        }
        let usual = try response(
            #","time":1.5,"timings":{"blocked":0,"dns":-1,"connect":3,"ssl":5,"send":1e12,"wait":2.5,"receive":7}"#)
        #expect(usual.duration == .microseconds(1_500) && usual.wireBodyByteCount == nil)
        #expect(usual.timings.queue == .zero && usual.timings.dns == nil && usual.timings.connect == .zero)
        #expect(usual.timings.tls == .milliseconds(5) && usual.timings.send == nil)
        #expect(usual.timings.wait == .microseconds(2_500) && usual.timings.receive == .milliseconds(7))
        #expect(usual.timings.total == .microseconds(1_500))
        let odd = try response(#","time":1e12,"serverIPAddress":"""#)
        #expect(odd.duration == nil && odd.timings.total == .zero && odd.serverAddress == nil)
        #expect(try response(#","time":-1,"serverIPAddress":"::1""#).serverAddress == "::1")
    }

    @Test func `requests are in folders by page, else by host`() throws {
        func names(_ entries: String, pages: String = "") throws -> [String] {
            let text = #"{"log":{"pages":[\#(pages)],"entries":[\#(entries)]}}"#
            return try CollectionText.lines(probe.read("a.har", text)).split(separator: "\n").map(String.init).filter {
                $0.hasPrefix("/ ")
            }
        }
        func entry(_ url: String, page: String? = nil) -> String {
            request("", url: url, page.map { #","pageref":"\#($0)""# } ?? "")
        }
        let one = entry("http://a.test/1")
        #expect(try names([one, entry("http://a.test/2")].joined(separator: ",")) == [])
        #expect(
            try names([one, entry("http://b.test:8/2"), entry("https://a.test?x")].joined(separator: ","))
                == ["/ a.test", "/ b.test:8"])
        let pages = #"{"id":"p1","title":"First"},{"id":"p2"}"#
        let paged = [
            entry("http://a.test/1", page: "p2"), entry("http://a.test/2", page: "p1"), entry("http://b.test"),
        ]
        #expect(
            try names((paged + [entry("http://a.test/3", page: "p9")]).joined(separator: ","), pages: pages)
                == ["/ p2", "/ First", "/ Without a page", "/ p9"])
        #expect(try names(paged[0] + "," + paged[0], pages: pages) == [], "one page needs no folder")
    }

    @Test func `secrets of a JSON body are variables, equal ones the same`() throws {
        func posted(_ json: String) -> String {
            let quoted = json.replacing(bytes: "\\", with: "\\\\").replacing(bytes: "\"", with: "\\\"")
            return request(#""postData":{"mimeType":"application/json","text":"\#(quoted)"}"#)
        }
        let found = try collection(
            posted(#"{"token":"a","x":{"token":"a","password":"b"}}"#), posted(#"[{"token":"c","password":"b"}]"#),
            posted(#"{"token":"","password":5,"secret":"a\"b","name":"n"}"#), posted(#"{"token":"{{d}}"}"#),
            posted(#""token""#))
        let bodies = CollectionText.lines(found).split(separator: "\n").filter { $0.hasPrefix("body") }
        #expect(
            bodies == [
                #"body application/json: {"token":"{{token}}","x":{"token":"{{token}}","password":"{{password}}"}}"#,
                #"body application/json: [{"token":"{{token_2}}","password":"{{password}}"}]"#,
                #"body application/json: {"token":"","password":5,"secret":"{{secret}}","name":"n"}"#,
                #"body application/json: {"token":"{{d}}"}"#, #"body application/json: "token""#,
            ])
        let variables = found.environments.flatMap(\.variables)
        #expect(
            variables.map { "\($0.name)=\($0.value)" }
                == ["token=a", "password=b", "token_2=c", #"secret=a\"b"#])
        #expect(variables.allSatisfy(\.isSecret) && found.environments.map(\.name) == [nil])
        let kept = CollectionText.notices(found).filter { $0.hasPrefix("kept") }
        #expect(kept.count == 1 && kept[0].contains("The secret 'token' of the body is written as recorded"))
    }

    @Test func `a recorded request is as the archive has it, on lines of its own`() throws {
        var response = ImportedResponse(status: 204, started: -5)
        var sent = RecordedRequest(method: "PUT", url: try HTTPURL.parse("http://a.test/x?y"))
        sent.headers = [ImportedRow("A", "b\r\nC: d"), ImportedRow("E", "")]
        response.request = sent
        response.headers = [ImportedRow("Content-Encoding", " gzip , identity,,BR")]
        response.timings.total = .seconds(3)
        func exchange(_ response: ImportedResponse) throws -> Exchange {
            let recorded = RecordedExchange(response, path: "p", name: "n", secrets: [])
            return try #require(recorded).exchange(id: ExchangeID(rawValue: 1), file: "/f", collection: "/c")
        }
        let first = try exchange(response)
        let hop = try #require(first.hops.first)
        #expect(String(decoding: hop.sentHead, as: UTF8.self) == "PUT /x?y HTTP/1.1\r\nA: bC: d\r\nE: \r\n\r\n")
        #expect(first.startedAt.microsecondsSince1970 == 0 && hop.request.body == .none && hop.connection == nil)
        #expect(hop.response?.decodedCodings == ["gzip", "br"] && hop.response?.httpVersion == nil)
        #expect(first.timings.total == .seconds(3))

        response.started = 1e15
        response.duration = .seconds(1)
        response.httpVersion = "HTTP/2"
        let second = try exchange(response)
        #expect(second.startedAt.microsecondsSince1970 == 4_000_000_000_000_000 && second.timings.total == .seconds(1))
        #expect(String(decoding: second.hops[0].sentHead, as: UTF8.self).hasPrefix("PUT /x?y HTTP/2\r\n"))
        response.started = nil
        #expect(RecordedExchange(response, path: "p", name: "n", secrets: []) == nil)
    }
}
