import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import HTTPFormat
@testable import Workspace

/// A copied curl command, run by the real curl, sends what the engine sent.
@Suite(.timeLimit(.minutes(5))) struct CopiedCurlTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// With the URL from the path on.
        var draft: RequestDraft

        init(
            _ name: String, _ method: String = "GET", _ target: String = "/", _ headers: [(String, String)] = [],
            body: RequestBody = .none, change: (inout RequestDraft) -> Void = { _ in }
        ) {
            testDescription = name
            draft = RequestDraft(
                method: method, url: target, headers: HeaderFields(headers.map { HeaderField($0.0, $0.1) }), body: body)
            change(&draft)
        }
    }

    private static func text(_ text: String) -> RequestBody { .bytes(Array(text.utf8)) }

    static let samples = [
        Sample("nothing but a URL"),
        Sample("query and odd characters", "GET", "/a%20b/c'd?x=1&y=%7B%7D&z=[1]{2}&e=$HOME`id`"),
        Sample("dot segments", "GET", "/a/./b/../c"),
        Sample(
            "headers in order, twice the same, and an empty one", "GET", "/",
            [
                ("X-B", "1"), ("Accept", "text/plain"), ("X-A", "it's \"quoted\" $(id) `id` \\n %s"), ("X-B", "2"),
                ("X-E", ""),
            ]),
        Sample("a typed Host", "GET", "/", [("X-A", "1"), ("Host", "other.test")]),
        Sample(
            "a typed User-Agent and Accept-Encoding", "GET", "/",
            [
                ("User-Agent", "me/1"), ("Accept-Encoding", "identity"),
            ]),
        Sample("a login in the URL", "GET", "USER:pa%20ss@/"),
        Sample("cookies and a token", "GET", "/", [("Cookie", "a=1; b=2"), ("Authorization", "Bearer t.o-k_e~n==")]),
        Sample(
            "a header that is not UTF-8",
            change: { draft in
                draft.headers.append(HeaderField(nameBytes: Array("X-L".utf8), valueBytes: [0x63, 0x61, 0x66, 0xE9]))
            }),
        Sample("JSON", "POST", "/", [("Content-Type", "application/json")], body: text("{\n\t\"a\": \"it's\"\n}\n")),
        Sample("a body without a type", "POST", "/", body: text("@file")),
        Sample("a form", "POST", "/", [("Content-Type", "application/x-www-form-urlencoded")], body: text("a=1&b=%20")),
        Sample("PUT", "PUT", "/x", body: text("é\u{1F468}\u{200D}\u{1F469}")),
        Sample("GET with a body", "GET", "/", body: text("q")),
        Sample("DELETE", "DELETE", "/x"), Sample("OPTIONS", "OPTIONS", "/x"), Sample("HEAD", "HEAD", "/x"),
        Sample("an unusual method", "PURGE!", "/x"),
        Sample("OPTIONS *", "OPTIONS", "", change: { $0.target = .server }),
        Sample("POST without a body", "POST"), Sample("PATCH with an empty body", "PATCH", "/", body: .bytes([])),
        Sample("bytes", "POST", "/", body: .bytes(Array(0...255))),
        Sample("a body that begins with dashes and ends a line", "POST", "/", body: text("--b\r\n\r\n")),
        Sample("control characters", "POST", "/", body: text("a\u{1B}]52;c;eA==\u{7}b\u{202E}c")),
        Sample("a typed length", "POST", "/", [("Content-Length", "3"), ("X-A", "1")], body: text("abc")),
        Sample(
            "a body beyond one argument", "POST", "/", body: text(String(repeating: "0123456789abcde\n", count: 9000))),
        Sample(
            "a body for which curl would ask first", "POST", "/", body: .bytes([UInt8](repeating: 7, count: 1_100_000))),
        Sample("HTTP/1.0", change: { $0.options.httpVersion = .http1_0 }),
        Sample("HTTP/1.1", change: { $0.options.httpVersion = .http1_1 }),
        Sample(
            "without decoding and redirects",
            change: {
                $0.options.decodesContent = false
                $0.options.followRedirects = false
            }),
        Sample(
            "another address",
            change: { draft in
                draft.options.connection.connectTo = [ConnectOverride(host: "name.test", targetHost: "127.0.0.1")]
                draft.url = "http://name.test:PORT/x"
            }),
        Sample(
            "a multipart form", "POST", "/", [("Content-Type", "multipart/form-data; boundary=b")],
            body: .pieces([
                .bytes(Array("--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x\"\r\n\r\n".utf8)),
                .file(path: "FILE"), .bytes(Array("\r\n--b--\r\n".utf8)),
            ])),
        Sample("a file", "POST", "/", body: .file(path: "FILE")),
    ]

    @Test(arguments: samples) func `curl sends the same bytes`(_ sample: Sample) async throws {
        let server = try StubServer(.status(200, body: ""))
        defer { server.stop() }
        let home = try TemporaryFolder()
        try home.write("\u{0}\r\nin a file\n", to: "it's a file")
        let file = home.path + "/it's a file"
        var draft = sample.draft
        draft.url =
            draft.url.hasPrefix("http")
            ? draft.url.replacing("PORT", with: String(server.port))
            : draft.url.hasPrefix("USER")
                ? "http://\(draft.url.replacing("@", with: "@127.0.0.1:\(server.port)"))"
                : server.url + draft.url
        switch draft.body {
        case .file: draft.body = .file(path: file)
        case .pieces(let pieces):
            draft.body = .pieces(pieces.map { if case .file = $0 { .file(path: file) } else { $0 } })
        default: break
        }
        let engine = Engine()
        let exchange = await engine.send(draft)
        let command = try #require(
            ExchangeCopies(exchange, showsSecrets: true).curlCommand(), "\(exchange.error as Any)")
        // As it would be pasted.
        let pasted = ClipboardText(command)
        #expect(pasted.hazards.total == 0)
        let run = try await ProgramRun.run(
            "/bin/sh", [], environment: ["PATH": "/usr/bin:/bin", "HOME": home.path], input: Array(pasted.string.utf8))
        #expect(run.status == 0, "\(run.errorText)\n\(command)")
        let received = server.received
        try #require(received.count == 2, "\(exchange.error as Any)\n\(command)")
        let heads = received.map { String(decoding: $0.head, as: UTF8.self) }
        #expect(heads[0] == heads[1], "\(command)")
        #expect(received[0].head == received[1].head)
        #expect(received[0].body == received[1].body)
        await engine.shutdown()
    }

    @Test func `through a proxy, with its login`() async throws {
        let server = try StubServer(.status(200, body: ""))
        defer { server.stop() }
        let engine = Engine()
        var draft = RequestDraft(url: "http://name.test/x")
        draft.options.proxy = .url("http://me:p%20w@127.0.0.1:\(server.port)")
        let exchange = await engine.send(draft)
        let copies = ExchangeCopies(exchange, showsSecrets: true)
        let run = try await ProgramRun.run(
            "/bin/sh", ["-c", try #require(copies.curlCommand())], environment: ["PATH": "/usr/bin:/bin"])
        #expect(run.status == 0, "\(run.errorText)")
        let received = server.received
        try #require(received.count == 2)
        #expect(Set(lines(received[0].head)) == Set(lines(received[1].head)))
        let hidden = try #require(ExchangeCopies(exchange).curlCommand())
        #expect(hidden.contains("--proxy-user 'me:[redacted]'"), "\(hidden)")
        await engine.shutdown()
    }

    @Test func `a proxy of the environment is not used by curl if the engine did not`() async throws {
        let server = try StubServer(.status(200, body: ""))
        defer { server.stop() }
        let engine = Engine()
        let exchange = await engine.send(RequestDraft(url: server.url + "/x"))
        let command = try #require(ExchangeCopies(exchange).curlCommand(environmentNamesProxy: true))
        let run = try await ProgramRun.run(
            "/bin/sh", ["-c", command],
            environment: ["PATH": "/usr/bin:/bin", "http_proxy": "http://127.0.0.1:1"])
        #expect(run.status == 0, "\(run.errorText)")
        #expect(server.received.count == 2)
        await engine.shutdown()
    }

    @Test func `secrets are in it only if they were asked for`() async throws {
        let server = try StubServer(.status(200, body: ""))
        defer { server.stop() }
        let engine = Engine()
        let draft = RequestDraft(
            method: "POST", url: server.url + "/x?api_key=k-12345678",
            headers: [
                HeaderField("Authorization", "Bearer t-12345678"), HeaderField("Cookie", "sid=c-12345678"),
                HeaderField("Content-Type", "application/json"),
            ], body: .bytes(Array(#"{"user": "ada", "password": "p-12345678"}"#.utf8)))
        let exchange = await engine.send(draft)
        let shown = try #require(ExchangeCopies(exchange, showsSecrets: true).curlCommand())
        let hidden = try #require(ExchangeCopies(exchange).curlCommand())
        let secrets = ["k-12345678", "t-12345678", "c-12345678", "p-12345678"]
        #expect(secrets.allSatisfy { shown.contains($0) }, "\(shown)")
        #expect(secrets.allSatisfy { !hidden.contains($0) }, "\(hidden)")
        #expect(hidden.contains(#"{"user": "ada", "password": "[redacted]"}"#), "\(hidden)")
        await engine.shutdown()
    }

    private func lines(_ head: [UInt8]) -> [String] {
        String(decoding: head, as: UTF8.self).split(separator: "\r\n").map(String.init)
    }
}
