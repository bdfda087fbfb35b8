import Foundation
import TestSupport
import Testing

/// What one request object does, and how its result reports it.
@Suite struct BatchExchangeTests {
    @Test func `a request is answered with all that happened`() async throws {
        let behaviour = StubBehaviour.status(
            200, headers: [("Content-Type", "text/plain"), ("X-A", "1"), ("X-A", "2")], body: "text")
        try await StubServer.with(behaviour) { server in
            let answer = try await Batch.send("\(server.url)/x?q=1")
            #expect(answer.id == "x")
            #expect(answer.status == 200)
            #expect(answer.httpVersion == "1.1")
            #expect(
                answer.headers == [
                    ["Content-Type", "text/plain"], ["X-A", "1"], ["X-A", "2"], ["Content-Length", "4"],
                ])
            #expect(answer.body == "text")
            #expect(answer.bodyBase64 == nil)
            #expect(answer.error == nil)
            #expect(answer.attempts == 1)
            #expect(answer.redirects == 0)
            #expect(answer.finalUrl == "\(server.url)/x?q=1")
            #expect(answer.reused == false)
            for phase in ["queue", "dns", "connect", "send", "wait", "receive", "total"] {
                #expect(answer.time(phase) != nil, "\(phase)")
            }
            for phase in ["tls", "redirect", "retryWait"] { #expect(answer.time(phase) == nil, "\(phase)") }
            let parts = ["queue", "dns", "connect", "send", "wait", "receive"].compactMap { answer.time($0) }
            #expect(parts.reduce(0, +) <= (answer.time("total") ?? 0) + 0.01)
        }
    }

    @Test func `only what the engine documents is sent unasked`() async throws {
        try await StubServer.with(.status(200)) { server in
            _ = try await Batch.send(server.url)
            _ = try await Batch.send(server.url, method: "POST", #""headers":[["X-Mine","a"]],"body":"x""#)
            let names = server.received.map { $0.lines.dropFirst().map { String($0.prefix { $0 != ":" }) } }
            #expect(
                names == [
                    ["Host", "User-Agent", "Accept", "Accept-Encoding"],
                    ["Host", "User-Agent", "Accept", "Accept-Encoding", "X-Mine", "Content-Length"],
                ])
        }
    }

    @Test func `header values are Latin-1 in both directions`() async throws {
        let head =
            Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-B: ".utf8) + [0xFC, 0x80, 0x61] + Array("\r\n\r\n".utf8)
        try await StubServer.with(.steps(.send(head))) { server in
            let answer = try await Batch.send(server.url, #""headers":[["X-A","\u00e9ÿ"],["X-Empty",""]]"#)
            #expect(answer.headers.last == ["X-B", "ü\u{80}a"])
            let sent = try #require(server.received.first?.head)
            let wanted = Array("X-A: ".utf8) + [0xE9, 0xFF] + Array("\r\nX-Empty:".utf8)
            #expect(Data(sent).range(of: Data(wanted)) != nil)
        }
    }

    @Test func `bodies go out and come back byte for byte`() async throws {
        let echo = StubBehaviour { [.send(StubBehaviour.response(200, body: $0.body))] }
        try await StubServer.with(echo) { server in
            let text = try await Batch.send(server.url, method: "POST", #""body":"é\u0000\n\ud83d\ude00""#)
            #expect(text.body == "é\0\n😀")
            let bytes = try await Batch.send(server.url, method: "POST", #""bodyBase64":"/wCA""#)
            #expect(bytes.body == nil)
            #expect(bytes.bodyBase64 == "/wCA")
            #expect(try await Batch.send(server.url, method: "POST").body == "")
        }
    }

    @Test(arguments: [
        (404, "client-error"), (500, "server-error"), (304, "unexpected-status"), (600, "unexpected-status"),
        (999, "unexpected-status"),
    ])
    func `a status that is not a success has its response and an error beside it`(status: Int, category: String)
        async throws
    {
        try await StubServer.with(.status(status, body: status == 304 ? "" : "why")) { server in
            let answer = try await Batch.send(server.url)
            #expect(answer.status == status)
            #expect(answer.category == category)
            if status != 304 { #expect(answer.body == "why") }
        }
    }

    @Test func `what broke off keeps its status, its fields and the bytes that came`() async throws {
        try await StubServer.with(.cutMidBody) { server in
            let answer = try await Batch.send(server.url)
            #expect(answer.category == "protocol")
            #expect(answer.status == 200)
            #expect(answer.headers == [["Content-Length", "10"]])
            #expect(answer.body == "half")
        }
    }

    @Test func `a connection lost before any byte is connect, and after it protocol`() async throws {
        for (behaviour, category) in [
            (StubBehaviour.closeAfterRequest, "connect"), (.resetAfterRequest, "connect"),
            (.raw("HTTP/1.1 200 OK\r\nX: "), "protocol"), (.raw("H"), "protocol"), (.truncatedChunked, "protocol"),
        ] {
            try await StubServer.with(behaviour) { server in
                let answer = try await Batch.send(server.url, method: "POST")
                #expect(answer.category == category)
                #expect(answer.attempts == 1)
            }
        }
    }

    @Test func `a refused connection, a wrong URL and a missing CA file are reported as such`() async throws {
        let refused = try await Batch.send("http://127.0.0.1:\(try closedPort())/")
        #expect(refused.category == "connect")
        #expect(refused.status == nil)
        #expect(refused.body == nil)
        #expect(refused.headers == [])
        let scheme = try await Batch.send("ftp://127.0.0.1/")
        #expect(scheme.category == "request-build")
        #expect(scheme.attempts == 0)
        #expect(scheme.finalUrl == nil)
    }

    @Test func `a body is decoded unless the caller asked for a coding, and its limit counts decoded bytes`()
        async throws
    {
        // 1000 times "a", compressed with gzip.
        let coded = try #require(Data(base64Encoded: "H4sIAAAAAAACA0tMHAWjYBQMdwAAA9o4mugDAAA="))
        try await StubServer.with(.coded("gzip", [UInt8](coded))) { server in
            #expect(try await Batch.send(server.url).body == String(repeating: "a", count: 1000))
            let raw = try await Batch.send(server.url, #""headers":[["accept-encoding","gzip"]]"#)
            #expect(raw.bodyBase64 == coded.base64EncodedString())
            let limited = try await Batch.send(server.url, #""maxBodyBytes":100"#)
            #expect(limited.category == "too-large")
            #expect(limited.body == String(repeating: "a", count: 100))
            #expect(try await Batch.send(server.url, #""maxBodyBytes":1000"#).error == nil)
        }
    }

    @Test func `trailers are reported`() async throws {
        let text = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-End: 1\r\n\r\n"
        try await StubServer.with(.steps(.send(text))) { server in
            let answer = try await Batch.send(server.url)
            #expect(answer.body == "ok")
            #expect(answer.trailers == [["X-End", "1"]])
        }
    }

    // MARK: - TLS

    @Test func `certificates are checked as the request says`() async throws {
        let nginx = try NginxServer.shared.get()
        let url = nginx.url(.http2)
        let answers = try await Batch.send([
            Batch.line("plain", url), Batch.line("ca", url, #""caFile":"\#(nginx.caFile)""#),
            Batch.line("insecure", url, #""insecure":true"#),
            Batch.line("wrong", nginx.url(.wrongHost), #""caFile":"\#(nginx.caFile)""#),
            Batch.line("expired", nginx.url(.expired), #""caFile":"\#(nginx.caFile)""#),
            Batch.line("gone", url, #""caFile":"/no/such/file.pem""#),
        ])
        let byID = Dictionary(uniqueKeysWithValues: answers.map { ($0.id ?? "", $0) })
        for id in ["ca", "insecure"] {
            #expect(byID[id]?.status == 200)
            #expect(byID[id]?.httpVersion == "2")
            #expect(byID[id]?.body == "hello from http2\n")
        }
        #expect(byID["ca"]?.time("tls") != nil || byID["ca"]?.reused == true)
        for id in ["plain", "wrong", "expired"] {
            #expect(byID[id]?.category == "tls")
            #expect(byID[id]?.status == nil)
        }
        #expect(["tls", "request-build"].contains(byID["gone"]?.category))
    }

    @Test func `connecting, including the handshake, has a separate time limit`() async throws {
        let silent = try SilentListener()
        let answer = try await Batch.send("https://127.0.0.1:\(silent.port)/", #""connectTimeout":2"#)
        #expect(answer.category == "timeout")
        #expect(answer.error?.phase == "tls")
    }

    // MARK: - Proxy

    @Test func `the proxy is the one that the request names, or the environment's, or none`() async throws {
        try await StubServer.with(.status(200)) { proxy in
            let input =
                Batch.line("named", "http://a.test/1", "\"proxy\":\"\(proxy.url)\"") + "\n"
                + Batch.line("env", "http://a.test/2", #""proxy":"env""#) + "\n"
                + Batch.line("none", "\(proxy.url)/3")
            let home = try TemporaryFolder()
            let run = try await ProgramRun.run(
                BuiltProgram.path, ["batch", "--jobs", "1"],
                environment: BuiltProgram.environment(home: home, adding: ["http_proxy": proxy.url]),
                input: Array(input.utf8))
            #expect(try BatchAnswer.decode(run.output).map(\.status) == [200, 200, 200])
            #expect(proxy.received.map(\.target) == ["http://a.test/1", "http://a.test/2", "/3"])
        }
    }

    // MARK: - Cache

    @Test func `the cache answers as the request's mode says, and reports why`() async throws {
        let behaviour = StubBehaviour.status(200, headers: [("Cache-Control", "max-age=60")])
        try await StubServer.with(behaviour) { server in
            let modes = ["only-if-cached", "default", "default", "no-store", "reload", "only-if-cached"]
            let lines = modes.enumerated().map { Batch.line("\($0)", server.url, "\"cache\":\"\($1)\"") }
            let answers = try await Batch.send(lines, ["--jobs", "1"])
            #expect(answers.map { $0.cache?.outcome } == ["miss", "miss", "hit", "bypass", "miss", "hit"])
            #expect(answers.map { $0.cache?.stored } == [false, true, true, false, true, true])
            #expect(answers.map(\.status) == [504, 200, 200, 200, 200, 200])
            #expect(answers.map(\.category) == ["cache", nil, nil, nil, nil, nil])
            #expect(answers.allSatisfy { $0.cache?.reason.isEmpty == false })
            #expect(server.received.count == 3)
        }
    }

    // MARK: - Redirects

    @Test func `a redirect to another origin drops credentials, one to the same origin keeps them`() async throws {
        let secrets =
            #""headers":[["Authorization","a"],["Cookie","b"],["X-Api-Key","c"],["X-Auth-Token","d"],["X-Plain","e"]]"#
        let names = ["Authorization", "Cookie", "X-Api-Key", "X-Auth-Token", "X-Plain"]
        try await StubServer.with(.status(200)) { other in
            let routes = StubBehaviour.routes([
                "/away": .redirect(to: "\(other.url)/"), "/stay": .redirect(to: "/end"), "/end": .status(200),
            ])
            try await StubServer.with(routes) { server in
                let away = try await Batch.send("\(server.url)/away", secrets)
                #expect(away.redirects == 1)
                #expect(away.attempts == 1)
                #expect(away.finalUrl == "\(other.url)/")
                #expect(away.time("redirect") != nil)
                let received = try #require(other.received.first)
                #expect(names.filter { received.field($0) != nil } == ["X-Plain"])
                _ = try await Batch.send("\(server.url)/stay", secrets)
                let stayed = try #require(server.received.last)
                #expect(names.filter { stayed.field($0) != nil } == names)
            }
        }
    }

    @Test func `redirects are followed as far as the request says`() async throws {
        try await StubServer.with(.redirect(to: "/again")) { server in
            let not = try await Batch.send(server.url, #""followRedirects":false"#)
            #expect(not.status == 302)
            #expect(not.category == "unexpected-status")
            #expect(not.redirects == 0)
            let none = try await Batch.send(server.url, #""maxRedirects":0"#)
            #expect(none.category == "redirect")
            #expect(none.status == 302)
        }
        let counting = StubBehaviour {
            [.send(StubBehaviour.response(302, headers: [("Location", "/\($0.index)")], body: []))]
        }
        try await StubServer.with(counting) { server in
            let three = try await Batch.send(server.url, #""maxRedirects":3"#)
            #expect(three.category == "redirect")
            #expect(three.redirects == 3)
            #expect(server.received.count == 4)
        }
    }

    // MARK: - Time

    @Test func `a timeout names the phase in which it struck`() async throws {
        try await StubServer.with(.neverAnswers) { server in
            let answer = try await Batch.send(server.url, #""timeout":2"#)
            #expect(answer.category == "timeout")
            #expect(answer.error?.phase == "first-byte")
            #expect(answer.attempts == 1)
        }
        try await StubServer.with(.slowBody) { server in
            let answer = try await Batch.send(server.url, #""timeout":2"#)
            #expect(answer.error?.phase == "receive")
            #expect(answer.body == "half")
        }
    }

    @Test func `time in the queue does not count towards the timeout, and is reported`() async throws {
        let routes = StubBehaviour.routes(["/hangs": .neverAnswers, "/good": .status(200)])
        try await StubServer.with(routes) { server in
            let answers = try await Batch.send(
                [
                    Batch.line("1", "\(server.url)/hangs", #""timeout":5"#),
                    Batch.line("2", "\(server.url)/good", #""timeout":4"#),
                ], ["--jobs", "1"])
            #expect(answers.map(\.id) == ["1", "2"])
            #expect(answers.first?.category == "timeout")
            let second = try #require(answers.last)
            #expect(second.status == 200)
            #expect((second.time("queue") ?? 0) > 4000)
            #expect((second.time("total") ?? 0) >= (second.time("queue") ?? 0))
        }
    }
}
