import TestSupport
import Testing

/// What a result line says about the hops of a redirect.
@Suite struct BatchRedirectTests {
    @Test func `the connection of the last hop is reported, not that of the first`() async throws {
        let answer = try await StubServer.with(.routes(["/a": .redirect(to: "/b"), "/b": .status(200)])) { server in
            try await Batch.send(server.url + "/a")
        }
        #expect(answer.redirects == 1)
        #expect(answer.reused, "the second hop goes over the connection of the first")
        #expect(answer.finalUrl?.hasSuffix("/b") == true)
    }

    @Test func `a last hop to another server is a new connection`() async throws {
        try await StubServer.with(.status(200)) { other in
            let routes: [String: StubBehaviour] = ["/": .status(200), "/a": .redirect(to: other.url + "/b")]
            try await StubServer.with(.routes(routes)) { server in
                let answers = try await Batch.send(
                    [Batch.line("warm", server.url + "/"), Batch.line("x", server.url + "/a")], ["--jobs", "1"])
                let answer = try #require(answers.first { $0.id == "x" })
                #expect(answer.redirects == 1)
                #expect(!answer.reused)
                #expect(server.connectionCount == 1, "the first hop went over a connection that was there")
            }
        }
    }
}
