import TestSupport
import Testing

@testable import Import

@Suite struct HARReaderTests {
    private let probe = ReaderProbe(reader: HARReader.self)

    private func archive(_ entries: String, pages: String = "[]") -> String {
        #"{ "log": { "version": "1.2", "creator": { "name": "Browser", "version": "1" }, "pages": \#(pages), "entries": [ \#(entries) ] } }"#
    }

    static let sample = #"""
        { "log": { "version": "1.2", "creator": { "name": "Browser", "version": "1" }, "entries": [ {
          "startedDateTime": "2024-05-01T10:00:00.500+02:00", "time": 12.5, "serverIPAddress": "127.0.0.1",
          "request": {
            "method": "POST", "url": "https://x.test/items?q=a%20b&n=1#top", "httpVersion": "h2",
            "headers": [ { "name": ":method", "value": "POST" }, { "name": "Accept", "value": "*/*" },
              { "name": "sec-ch-ua", "value": "x" }, { "name": "Content-Length", "value": "3" },
              { "name": "If-None-Match", "value": "\"1\"" }, { "name": "Authorization", "value": "Bearer t" },
              { "name": "Content-Type", "value": "application/json" } ],
            "cookies": [ { "name": "s", "value": "1" }, { "name": "t", "value": "2" } ],
            "postData": { "mimeType": "application/json", "text": "{\"user\": \"ada\", \"password\": \"lovelace\"}" } },
          "response": { "status": 201, "statusText": "Created", "httpVersion": "http/2.0",
            "headers": [ { "name": "Content-Type", "value": "text/plain" } ],
            "content": { "size": 2, "mimeType": "text/plain", "text": "aGk=", "encoding": "base64" } } } ] } }
        """#

    @Test func `an entry is a request with its response`() throws {
        let collection = try probe.read("a.har", Self.sample)
        #expect(
            CollectionText.lines(collection) == """
                $shared: secret password = lovelace
                ### 
                POST https://x.test/items
                  ?q=a%20b (encoded)
                  ?n=1 (encoded)
                Accept: */*
                # If-None-Match: "1"
                Authorization: Bearer t
                Content-Type: application/json
                Cookie: s=1; t=2
                body application/json: {"user": "ada", "password": "{{password}}"}
                < HTTP/2 201 Created hi
                """)
        guard case .request(let request)? = collection.items.first, let response = request.responses.first else {
            Issue.record("There is no response.")
            return
        }
        #expect(response.started == 1_714_550_400.5)
        #expect(response.duration == .microseconds(12_500))
        #expect(response.serverAddress == "127.0.0.1")
        #expect(
            CollectionText.notices(collection) == [
                "changed: Headers that clients add by themselves are left out of the request: :method, content-length, sec-ch-ua."
            ])
    }

    @Test func `two braces are text`() throws {
        let text = try CollectionText.lines(
            probe.read("a.har", archive(#"{ "request": { "method": "GET", "url": "http://x.test/{{a}}" } }"#)))
        #expect(text == "### \n# encodes false\nliteral GET http://x.test/{{a}}")
    }

    @Test(arguments: [
        ("http://[::1]/a?b=c|d", true), ("http://x.test/a^b", true), ("http://[::1]:1/%7C?:@!$&'()*+,;=/?#|", false),
        ("http://x.test/\u{E4}", false), ("http://x.test/a?b=100%", true), ("http://x.test/a%zz/c", true),
        ("http://x.test/a%20b?c=%25", false),
    ])
    func `a URL with characters that its rules want encoded is sent as it was`(url: String, isAsWritten: Bool) throws {
        let files = try ImportedText.of("a.har", archive(#"{ "request": { "method": "GET", "url": "\#(url)" } }"#))
        #expect(ImportedText.text(files).contains("# @no-auto-encoding\n") == isAsWritten)
    }

    @Test func `braces that end no variable are sent as they were`() throws {
        let files = try ImportedText.of(
            "a.har",
            archive(
                #"{ "request": { "method": "POST", "url": "http://x.test/}}", "postData": { "mimeType": "application/json", "text": "{\"a\":{\"b\":{}}}" } } }"#
            ))
        let text = ImportedText.text(files)
        #expect(text.contains("\nPOST http://x.test/}}\n"), "\(text)")
        #expect(text.contains("\n\n{\"a\":{\"b\":{}}}\n"), "\(text)")
    }

    @Test func `bodies of all kinds`() throws {
        func body(_ data: String) throws -> String {
            let entry =
                #"{ "request": { "method": "POST", "url": "http://x.test", "headers": [], "postData": \#(data) } }"#
            return try CollectionText.lines(probe.read("a.har", archive(entry))).split(separator: "\n").dropFirst(2)
                .joined(separator: "\n")
        }
        #expect(try body(#"{ "mimeType": "text/plain", "text": "hi" }"#) == "body text/plain: hi")
        #expect(try body(#"{ "mimeType": "", "text": "" }"#) == "")
        #expect(
            try body(#"{ "mimeType": "application/x-www-form-urlencoded", "text": "a=1&b=x%20y" }"#)
                == "form a=1 (encoded)\nform b=x%20y (encoded)")
        #expect(
            try body(#"{ "mimeType": "application/x-www-form-urlencoded", "text": "a=x y" }"#)
                == "body application/x-www-form-urlencoded: a=x y")
        #expect(
            try body(
                #"{ "mimeType": "application/x-www-form-urlencoded", "params": [{ "name": "a", "value": "x y" }] }"#)
                == "form a=x y")
        #expect(
            try body(
                #"{ "mimeType": "multipart/form-data; boundary=x", "params": [{ "name": "a", "value": "1" }, { "name": "f", "fileName": "a.png", "contentType": "image/png" }] }"#
            ) == "part a - -: 1\npart f image/png a.png: < a.png")
        #expect(try body(#"{ "mimeType": "a/b", "text": "AP8=", "encoding": "base64" }"#) == "bytes a/b: [0, 255]")
    }

    @Test(arguments: [
        (
            "multipart/form-data; boundary=b",
            #"--b\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\nx1\r\n--b--\r\n"#
        ),
        ("application/x-www-form-urlencoded", "a&token=x1&token=x2"),
    ])
    func `a secret of a form that is sent byte by byte is named`(type: String, text: String) throws {
        let collection = try probe.read(
            "a.har",
            archive(
                #"{ "request": { "method": "POST", "url": "http://x.test", "postData": { "mimeType": "\#(type)", "text": "\#(text)" } } }"#
            ))
        #expect(
            CollectionText.notices(collection) == [
                "kept http://x.test: The secret 'token' of the body is written as recorded, because the form is sent byte by byte: look at it before you share the folder."
            ])
    }

    @Test func `files that a browser recorded without their content are named`() throws {
        func part(_ name: String, _ file: String, _ content: String) -> String {
            #"--b\r\nContent-Disposition: form-data; name=\"\#(name)\"; filename=\"\#(file)\"\r\nContent-Type: a/b\r\n\r\n\#(content)\r\n"#
        }
        let text = part("f", "a.png", "") + part("g", "b.txt", "hi") + part("h", "", "") + "--b--\\r\\n"
        let collection = try probe.read(
            "a.har",
            archive(
                #"{ "request": { "method": "POST", "url": "http://x.test", "postData": { "mimeType": "multipart/form-data; boundary=b", "text": "\#(text)" } } }"#
            ))
        #expect(
            CollectionText.notices(collection) == [
                "kept http://x.test: The content of the file a.png is not in the archive: it is sent empty."
            ])
    }

    @Test func `requests are grouped by page, else by host`() throws {
        func entry(_ url: String, _ page: String) -> String {
            #"{ "pageref": "\#(page)", "request": { "method": "GET", "url": "\#(url)" } }"#
        }
        let pages = #"[{ "id": "p1", "title": "Home" }, { "id": "p2" }]"#
        let byPage = try probe.read(
            "a.har",
            archive(
                [entry("http://a.test/1", "p1"), entry("http://b.test/2", "p2"), entry("http://a.test/3", "p1")].joined(
                    separator: ","), pages: pages))
        #expect(
            CollectionText.lines(byPage) == """
                / Home
                ### Home/
                literal GET http://a.test/1
                ### Home/
                literal GET http://a.test/3
                / p2
                ### p2/
                literal GET http://b.test/2
                """)
        let byHost = try probe.read(
            "a.har", archive([entry("http://a.test/1", ""), entry("http://b.test/2", "")].joined(separator: ",")))
        #expect(CollectionText.lines(byHost).hasPrefix("/ a.test\n### a.test/\n"))
    }

    @Test func `broken entries are notices`() throws {
        let collection = try probe.read(
            "a.har",
            archive(
                #"1, {}, { "request": { "method": "GET" } }, { "request": { "url": "ws://x.test" } }, { "request": { "url": "http://x.test" }, "response": { "status": 0 } }"#
            ))
        #expect(CollectionText.lines(collection) == "### \nliteral GET http://x.test")
        #expect(
            CollectionText.notices(collection) == [
                "lost: Entry 1 is left out: it has no request.", "lost: Entry 2 is left out: it has no request.",
                "lost: Entry 3 is left out: its request has no URL.",
                "lost: Entry 4 is left out: ws is not HTTP.",
                "lost http://x.test: The request got no response when it was recorded.",
            ])
        #expect(collection.notices[0].place?.description == "a.har:1:106")
    }

    @Test(arguments: [
        ("1970-01-01T00:00:01Z", 1.0), ("1970-01-01T01:00:00.25+01:00", 0.25), ("1969-12-31T23:30:00-00:30", 0.0),
        ("2000-02-29T00:00:00.000Z", 951_782_400.0),
    ])
    func `times`(_ text: String, _ seconds: Double) { #expect(HARTime.seconds(text) == seconds) }

    @Test(arguments: ["", "2024", "2024-13-01T00:00:00Z", "2024-01-01 00:00:00Z", "2024-01-01T00:00:00+1"])
    func `texts that are no times`(_ text: String) { #expect(HARTime.seconds(text) == nil) }

    @Test func `HAR is recognised by its content`() {
        #expect(probe.recognises("a.json", Self.sample) == .yes)
        #expect(probe.recognises("a.json", #"{"log": 1}"#) == .no)
        #expect(
            probe.recognises("a.json", #"{"log": {"version": "2.0", "entries": []}}"#)
                == .unusable("This is HAR 2.0; 1.1 and 1.2 are read."))
        guard case .unusable = probe.recognises("a.json", #"{"log": {"version": "1.2", "creator": {}}}"#) else {
            Issue.record("An archive without entries was not named.")
            return
        }
    }

    @Test(arguments: [
        (#"{\"password\":\"pw\",\"t\":\"{{x}}\"}"#, "The secret 'password' of the body is written"),
        (
            #"{\"password\":\"pw\",\"token\":\"t\",\"a\":{\"token\":\"{{x}}\"}}"#,
            "The secrets 'password', 'token' of the body are written"
        ), (#"{\"t\":\"{{x}}\"}"#, nil),
    ])
    func `secrets that stay in a body are named`(text: String, sentence: String?) throws {
        let collection = try probe.read(
            "a.har",
            archive(
                #"{ "request": { "method": "POST", "url": "http://x.test/", "postData": { "mimeType": "application/json", "text": "\#(text)" } } }"#
            ))
        let notices = CollectionText.notices(collection)
        let found = notices.filter { $0.hasPrefix("kept http://x.test/: The secret") }
        #expect(found.count == (sentence == nil ? 0 : 1), "\(notices)")
        if let sentence { #expect(found.first?.hasPrefix("kept http://x.test/: \(sentence)") == true, "\(notices)") }
    }

    @Test func `broken JSON says where`() {
        #expect(probe.error("a.har", "{\"log\": {\n  x").map { $0.hasPrefix("a.har:2:") } == true)
    }

    @Test func `any bytes are read without a crash`() { probe.fuzz("a.har", Self.sample) }

    @Test func `the work grows with the text`() {
        let growth = probe.growth("a.har") { count in
            archive(
                Array(
                    repeating:
                        #"{ "request": { "method": "GET", "url": "http://x.test/?a=1", "headers": [{ "name": "A", "value": "{{" }], "postData": { "mimeType": "application/json", "text": "{\"password\": \"x\"}" } } }"#,
                    count: count
                ).joined(separator: ","))
        }
        #expect(growth.isLinear, "\(growth)")
    }
}
