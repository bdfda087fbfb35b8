import Dispatch
import Synchronization
import TestSupport
import Testing

/// `send` prints a slow response while it arrives.
@Suite struct SendStreamTests {
    /// Sends a body whose second part leaves the server only after the reader of the program's output has requested
    /// `/go`.
    ///
    /// - Parameters:
    ///   - fields: further headers of the response.
    ///   - script: runs `send` and reads its output; `{go}` is the address of `/go`.
    private func printedAhead(
        type: String, first: String, then: String, status: Int = 200, path: String = "/stream", fields: String = "",
        script: String = "'\(BuiltProgram.path)' send a.http | { read -r line; echo \"<$line>\"; curl -s {go}; cat; }"
    ) async throws -> ProgramRun {
        let box = Box()
        let server = try StubServer(
            StubBehaviour { request in
                guard !String(decoding: request.head, as: UTF8.self).hasPrefix("GET /go") else {
                    box.release()
                    return [.send("HTTP/1.1 204 No Content\r\n\r\n")]
                }
                if String(decoding: request.head, as: UTF8.self).hasPrefix("GET /hop") {
                    return [.send("HTTP/1.1 302 Hop\r\nLocation: /stream\r\nContent-Length: 0\r\n\r\n")]
                }
                let head = "HTTP/1.1 \(status) X\r\nContent-Type: \(type)\r\n\(fields)Connection: close\r\n\r\n"
                return [.send(head + first), .waitForRelease, .send(then), .close]
            })
        box.server.withLock { $0 = server }
        defer { server.stop() }
        let home = try TemporaryFolder()
        try home.write(
            "GET \(server.url)\(path)\nAuthorization: Bearer pa55word\n\n?? body includes end\n?? status == \(status)\n",
            to: "a.http")
        // Blocks forever if nothing is printed before the end.
        return try await ProgramRun.run(
            "/bin/bash", ["-c", script.replacing("{go}", with: "\(server.url)/go")],
            environment: BuiltProgram.environment(home: home), folder: home.path)
    }

    @Test(.timeLimit(.minutes(5))) func `a user can give up while nobody reads what is printed`() async throws {
        let box = Box()
        // More than a pipe holds.
        let rest = String(repeating: "data: more\n\n", count: 50_000)
        let server = try StubServer(
            StubBehaviour { request in
                let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n"
                switch String(decoding: request.head.prefix { $0 != 0x0D }, as: UTF8.self).split(separator: " ")[1] {
                case "/go": box.release()
                case "/taken": box.taken.wait()
                default:
                    let length = "Content-Length: \(6 + rest.utf8.count)\r\n\r\n"
                    return [.send(head + length + "first\n"), .waitForRelease, .send(rest), .untilClosed]
                }
                return [.send("HTTP/1.1 204 No Content\r\n\r\n")]
            })
        box.server.withLock { $0 = server }
        defer { server.stop() }
        let home = try TemporaryFolder()
        try home.write("GET \(server.url)/stream\n", to: "a.http")
        let script = """
            mkfifo out; exec 3<>out; '\(BuiltProgram.path)' send a.http >out & read -r line <&3
            curl -s \(server.url)/go; curl -s \(server.url)/taken; kill -TERM $!; wait $!; echo "<$line> $?"
            """
        async let run = ProgramRun.run(
            "/bin/bash", ["-c", script], environment: BuiltProgram.environment(home: home), folder: home.path)
        // The program has closed its connection: it has the whole response.
        await server.marks(1)
        box.taken.signal()
        #expect(try await run.text == "<first> 143\n")
    }

    /// Gives the server's own script access to the server.
    private final class Box: Sendable {
        let server = Mutex<StubServer?>(nil)
        let taken = DispatchSemaphore(value: 0)
        func release() { server.withLock { $0?.release() } }
    }

    @Test(.timeLimit(.minutes(5))) func `a stream is printed from its first bytes on, and checked at its end`()
        async throws
    {
        let run = try await printedAhead(type: "text/event-stream", first: "data: 1\n\nda", then: "ta: end\n\n")
        #expect(run.text == "<data: 1>\n\ndata: end\n\n")
        #expect(run.errorText.contains("ok      body includes end"))
    }

    @Test(.timeLimit(.minutes(5))) func `any other body is printed once it has been coming for a moment`() async throws
    {
        let run = try await printedAhead(type: "text/plain", first: "first \u{E9}\n\u{E9}", then: "\u{E9} end")
        #expect(run.text == "<first \u{E9}>\n\u{E9}\u{E9} end")
    }

    @Test(.timeLimit(.minutes(5)), arguments: ["/stream", "/hop"])
    func `with -i the headers are printed before the body has come, with their secrets hidden`(path: String)
        async throws
    {
        // Nothing of the body comes before the reader has the last header.
        let run = try await printedAhead(
            type: "text/plain", first: "", then: "the end\n", path: path, fields: "X-Echo: pa55word\r\n",
            script: """
                '\(BuiltProgram.path)' send a.http -i | {
                  until [[ $line == Connection* ]]; do read -r line || break; echo "$line"; done; curl -s {go}; cat; }
                """)
        let hop = "HTTP/1.1 302 Hop\r\nLocation: /stream\r\nContent-Length: 0\r\n\r\n"
        let head = "HTTP/1.1 200 X\r\nContent-Type: text/plain\r\nX-Echo: [redacted]\r\nConnection: close\r\n\r\n"
        #expect(run.text == (path == "/hop" ? hop : "") + head + "the end\n")
    }

    @Test(.timeLimit(.minutes(5))) func `-o writes to a pipe while the response arrives`() async throws {
        let run = try await printedAhead(
            type: "text/event-stream", first: "data: 1\n\nda", then: "ta: end\n\n",
            script: """
                mkfifo out; '\(BuiltProgram.path)' send a.http -o out & exec 3<out
                read -r line <&3; echo "<$line>"; curl -s {go}; cat <&3; wait $!; echo $?
                """)
        #expect(run.text == "<data: 1>\n\ndata: end\n\n0\n")
    }

    @Test func `a quick body is printed whole, below what is reported about it`() async throws {
        let home = try TemporaryFolder()
        try await StubServer.with(.status(200, body: "quick\n")) { server in
            try home.write("GET \(server.url)/\n", to: "a.http")
            let run = try await ProgramRun.run(
                "/bin/bash", ["-c", "'\(BuiltProgram.path)' send a.http 2>&1"],
                environment: BuiltProgram.environment(home: home), folder: home.path)
            #expect(run.text.hasSuffix("\nquick\n"))
            #expect(run.text.hasPrefix("GET http"))
        }
    }

    @Test(.timeLimit(.minutes(5)), arguments: ["", "-o /dev/stdout"])
    func `a reader that leaves is no error`(output: String) async throws {
        let home = try TemporaryFolder()
        // More than a pipe holds.
        let body = String(repeating: "x", count: 1 << 20)
        try await StubServer.with(.status(200, body: body)) { server in
            try home.write("GET \(server.url)/\n", to: "a.http")
            let run = try await ProgramRun.run(
                "/bin/bash", ["-c", "'\(BuiltProgram.path)' send a.http \(output) | head -c 1; echo ${PIPESTATUS[0]}"],
                environment: BuiltProgram.environment(home: home), folder: home.path)
            #expect(run.text == "x141\n" && !run.errorText.contains("apitui: "), "\(run.errorText)")
        }
    }

    @Test(.timeLimit(.minutes(5)), arguments: ["", "-o /dev/stdout"])
    func `a reader that leaves ends a stream that has no end`(output: String) async throws {
        let home = try TemporaryFolder()
        let events = (1...64).map { "data: \($0)\n\n" }.joined()
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
        let server = try StubServer(.steps(.send(head), .sendForever(Array(events.utf8))))
        defer { server.stop() }
        try home.write("GET \(server.url)/\n", to: "a.http")
        let run = try await ProgramRun.run(
            "/bin/bash", ["-c", "'\(BuiltProgram.path)' send a.http \(output) | head -n 3; echo ${PIPESTATUS[0]}"],
            environment: BuiltProgram.environment(home: home), folder: home.path)
        #expect(run.text == "data: 1\n\ndata: 2\n141\n")
    }

    @Test(.timeLimit(.minutes(5)))
    func `a device that takes no more ends a stream that has no end`() async throws {
        let home = try TemporaryFolder()
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
        let server = try StubServer(.steps(.send(head), .sendForever(Array("data: 1\n\n".utf8))))
        defer { server.stop() }
        try home.write("GET \(server.url)/\n", to: "a.http")
        let run = try await ProgramRun.run(
            BuiltProgram.path, ["send", "a.http", "-o", "/dev/full"], environment: BuiltProgram.environment(home: home),
            folder: home.path)
        #expect(run.status == 1)
        #expect(
            run.errorText.contains("apitui: /dev/full was not written: No space left on device."), "\(run.errorText)")
    }
}
