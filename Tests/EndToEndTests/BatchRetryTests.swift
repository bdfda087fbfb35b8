import TestSupport
import Testing

/// Which failures `retries` repeats, on real connections.
@Suite struct BatchRetryTests {
    private static let good = StubBehaviour.status(200)

    private static func status(_ status: Int) -> StubBehaviour {
        // No test waits for a backoff.
        .status(status, headers: [("Retry-After", "0")])
    }

    private func attempts(
        _ first: StubBehaviour, method: String = "GET", _ members: String = #""retries":2"#
    ) async throws -> BatchAnswer {
        try await StubServer.with(.sequence(first, Self.good)) { server in
            try await Batch.send(server.url, method: method, members)
        }
    }

    @Test(arguments: [429, 500, 502, 503, 504])
    func `these statuses are tried again`(status: Int) async throws {
        let answer = try await attempts(Self.status(status))
        #expect(answer.status == 200)
        #expect(answer.attempts == 2)
    }

    @Test(arguments: [400, 404, 408, 425, 501, 505])
    func `other statuses are not tried again`(status: Int) async throws {
        let answer = try await attempts(Self.status(status))
        #expect(answer.status == status)
        #expect(answer.attempts == 1)
    }

    @Test func `a lost connection is tried again, whenever it was lost`() async throws {
        for behaviour in [
            StubBehaviour.closeAfterRequest, .resetAfterRequest, .cutMidBody, .truncatedChunked,
            .raw("HTTP/1.1 200 OK\r\nX-A: "),
        ] {
            let answer = try await attempts(behaviour)
            #expect(answer.status == 200)
            #expect(answer.attempts == 2)
        }
    }

    @Test func `a malformed response is not`() async throws {
        for behaviour in [StubBehaviour.badChunk, .twoContentLengths, .malformedStatusLine, .coded("gzip", [1, 2, 3])] {
            let answer = try await attempts(behaviour)
            #expect(answer.category == "protocol")
            #expect(answer.attempts == 1)
        }
    }

    @Test func `a refused connection and a timeout are not`() async throws {
        let refused = try await Batch.send("http://127.0.0.1:\(try closedPort())/", #""retries":2"#)
        #expect(refused.category == "connect")
        #expect(refused.attempts == 1)
        try await StubServer.with(.slowBody) { server in
            let late = try await Batch.send(server.url, #""retries":2,"timeout":2"#)
            #expect(late.category == "timeout")
            #expect(late.attempts == 1)
        }
    }

    @Test(arguments: ["POST", "PATCH", "CUSTOM"])
    func `methods that are not idempotent are repeated only where that was asked for`(method: String) async throws {
        let once = try await attempts(Self.status(503), method: method)
        #expect(once.status == 503)
        #expect(once.attempts == 1)
        let twice = try await attempts(Self.status(503), method: method, #""retries":1,"retryUnsafe":true,"body":"x""#)
        #expect(twice.status == 200)
        #expect(twice.attempts == 2)
    }

    @Test(arguments: ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"])
    func `idempotent methods are repeated`(method: String) async throws {
        #expect(try await attempts(Self.status(503), method: method).attempts == 2)
    }

    @Test func `after the last retry the last response is the result`() async throws {
        try await StubServer.with(Self.status(503)) { server in
            let answer = try await Batch.send(server.url, #""retries":3"#)
            #expect(answer.attempts == 4)
            #expect(answer.category == "server-error")
            #expect(server.received.count == 4)
            #expect(try await Batch.send(server.url).attempts == 1)
        }
    }

    @Test func `a Retry-After beyond the timeout ends it at once`() async throws {
        try await StubServer.with(.status(503, headers: [("Retry-After", "1000")])) { server in
            let answer = try await Batch.send(server.url, #""retries":3,"timeout":300"#)
            #expect(answer.status == 503)
            #expect(answer.attempts == 1)
            #expect(answer.time("retryWait") == nil)
        }
    }

    @Test func `the wait is reported`() async throws {
        let answer = try await attempts(.status(503, headers: [("Retry-After", "1")]))
        #expect(answer.attempts == 2)
        #expect((answer.time("retryWait") ?? 0) >= 999)
        #expect((answer.time("total") ?? 0) >= (answer.time("retryWait") ?? 0))
    }
}
