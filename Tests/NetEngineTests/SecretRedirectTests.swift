import NetEngine
import Synchronization
import TestSupport
import Testing

/// What a redirect to another origin must not carry along (RFC 9110 §15.4): fields and bodies that the caller marked as
/// secret, and fields with names of secrets.
@Suite(.timeLimit(.minutes(5))) struct SecretRedirectTests {
    /// Sends a request to a server that redirects to another one; returns the exchange and what the other server
    /// received.
    private func send(
        status: Int = 302, _ change: @Sendable (inout RequestDraft) -> Void, interceptors: [any Interceptor] = []
    ) async throws -> (exchange: Exchange, other: StubServer) {
        let other = try StubServer(.status(200))
        defer { other.stop() }
        return try await StubServer.with(.redirect(status, to: other.url + "/there")) { server in
            var draft = RequestDraft(url: server.url)
            change(&draft)
            let engine = Engine(configuration: EngineConfiguration(interceptors: interceptors))
            return (await engine.send(draft), other)
        }
    }

    @Test(arguments: [
        ("X-Thing", true, true), ("Ocp-Apim-Subscription-Key", false, true), ("x-functions-key", false, true),
        ("X_API_KEY", false, true), ("X-Thing", false, false), ("Idempotency-Key", false, false),
    ])
    func `a field with a secret is held back from another origin and named`(
        name: String, isMarked: Bool, isHeldBack: Bool
    ) async throws {
        let (exchange, other) = try await send { draft in
            draft.headers = [HeaderField(name, "v4lue", isSecret: isMarked), HeaderField("X-Plain", "p")]
        }
        #expect(exchange.isSuccess)
        let received = try #require(other.received.first)
        #expect((received.field(name) == nil) == isHeldBack)
        #expect(received.field("X-Plain") == "p")
        #expect(exchange.hops.map(\.heldBack) == [[], isHeldBack ? [name] : []])
    }

    @Test func `a marked field stays with its origin`() async throws {
        try await StubServer.with(.routes(["/": .redirect(to: "/b"), "/b": .status(200)])) { server in
            let exchange = await Engine().send(
                RequestDraft(url: server.url, headers: [HeaderField("X-Thing", "v4lue", isSecret: true)]))
            #expect(server.received.last?.field("X-Thing") == "v4lue")
            #expect(exchange.hops.map(\.heldBack) == [[], []])
        }
    }

    @Test(arguments: [(307, "POST"), (308, "POST"), (301, "PUT"), (302, "PATCH")])
    func `a secret body is not sent to another origin`(status: Int, method: String) async throws {
        let (exchange, other) = try await send(status: status) { draft in
            draft.method = method
            draft.body = .bytes(Array("pin=1234".utf8))
            draft.options.bodyIsSecret = true
        }
        #expect(other.received.isEmpty)
        let error = try #require(exchange.error)
        #expect(error.category == .redirect)
        #expect(error.sentence.contains("status \(status)") && error.sentence.contains(other.url))
        #expect(error.hint.contains("write \(other.url) into the URL"))
        // The first server's response is kept.
        #expect(exchange.response?.status == status)
        #expect(exchange.hops.count == 1)
    }

    @Test(arguments: [
        (307, "POST", false, "POST", "pin=1234"), (303, "POST", true, "GET", ""), (302, "POST", true, "GET", ""),
    ])
    func `a redirect without a secret body is followed`(
        status: Int, method: String, isSecret: Bool, next: String, body: String
    ) async throws {
        let (exchange, other) = try await send(status: status) { draft in
            draft.method = method
            draft.body = .bytes(Array("pin=1234".utf8))
            draft.options.bodyIsSecret = isSecret
        }
        #expect(exchange.isSuccess)
        let received = try #require(other.received.first)
        #expect(received.method == next)
        #expect(String(decoding: received.body, as: UTF8.self) == body)
    }

    @Test func `a secret body is sent again to its own origin`() async throws {
        try await StubServer.with(.routes(["/": .redirect(307, to: "/b"), "/b": .status(200)])) { server in
            var options = RequestOptions()
            options.bodyIsSecret = true
            let exchange = await Engine().send(
                RequestDraft(method: "POST", url: server.url, body: .bytes([65]), options: options))
            #expect(exchange.isSuccess)
            #expect(server.received.last?.body == [65])
        }
    }

    private struct Marking: Interceptor {
        func adapt(
            _ request: RequestDraft, context: InterceptorContext
        ) async throws(EngineError) -> RequestDraft {
            var request = request
            request.headers.append(HeaderField("X-Thing", "v4lue", isSecret: true))
            return request
        }
    }

    @Test func `a marked field of an interceptor does not reach another origin`() async throws {
        let (exchange, other) = try await send({ _ in }, interceptors: [Marking()])
        #expect(exchange.hops.first?.request.headers["X-Thing"] == "v4lue")
        #expect(other.received.first?.field("X-Thing") == nil)
    }

    /// Concerned only with what is asked for at a path.
    private final class MarkingThere: Interceptor {
        let contexts = Mutex<[String]>([])

        func mayConcern(_ request: RequestDraft) -> Bool { request.url.hasSuffix("/there") }

        func adapt(
            _ request: RequestDraft, context: InterceptorContext
        ) async throws(EngineError) -> RequestDraft {
            contexts.withLock { $0.append("\(context.firstURL.origin) \(context.isOtherOrigin)") }
            var request = request
            request.headers.append(HeaderField("X-Thing", "v4lue", isSecret: true))
            return request
        }
    }

    @Test func `an interceptor that is concerned only after a redirect knows where the exchange began`() async throws {
        let there = MarkingThere()
        let (exchange, other) = try await send({ _ in }, interceptors: [there])
        #expect(other.received.first?.field("X-Thing") == nil)
        let first = try #require(exchange.hops.first?.request.url.origin)
        #expect(there.contexts.withLock { $0 } == ["\(first) true"])
        // At the origin itself it adds its field.
        try await StubServer.with(.routes(["/": .redirect(to: "/there"), "/there": .status(200)])) { server in
            let engine = Engine(configuration: EngineConfiguration(interceptors: [MarkingThere()]))
            #expect(await engine.send(RequestDraft(url: server.url)).isSuccess)
            #expect(server.received.map { $0.field("X-Thing") } == [nil, "v4lue"])
        }
    }

    @Test func `logs name what was held back and hide its value`() async throws {
        try await StubServer.with(.status(200)) { other in
            try await StubServer.with(.redirect(to: other.url)) { server in
                let lines = Mutex("")
                let output = LogOutput { text in lines.withLock { $0 += text } }
                let engine = Engine()
                let log = engine.log(
                    to: [JSONLinesSink(output), ConsoleSink(.pretty, output: output)], bodyLimit: 1000)
                var draft = RequestDraft(
                    method: "POST", url: server.url, headers: [HeaderField("X-Thing", "v4lue-9", isSecret: true)],
                    body: .bytes(Array("b0dy-9".utf8)))
                draft.options.bodyIsSecret = true
                _ = await engine.send(draft)
                await engine.shutdown()
                await log.finished()
                let text = lines.withLock { $0 }
                #expect(text.contains(#""heldBack":["X-Thing"]"#))
                #expect(text.contains("200, without X-Thing\n"))
                #expect(!text.contains("v4lue-9") && !text.contains("b0dy-9"))
            }
        }
    }

    @Test func `a stored response that varies by a marked field does not reveal its value`() async throws {
        let vary = StubBehaviour.status(200, headers: [("Vary", "X-Thing"), ("Cache-Control", "max-age=60")])
        try await StubServer.with(vary) { server in
            let engine = Engine(configuration: EngineConfiguration(cache: MemoryCacheStore()))
            var phrases: [String] = []
            for value in ["first-v4lue", "second-v4lue", "second-v4lue"] {
                let exchange = await engine.send(
                    RequestDraft(url: server.url, headers: [HeaderField("X-Thing", value, isSecret: true)]))
                let decision = try #require(exchange.cacheDecision)
                phrases.append(decision.phrase)
                for variant in decision.considered { #expect(!variant.why.contains("v4lue")) }
            }
            #expect(phrases.allSatisfy { !$0.contains("v4lue") })
            #expect(server.received.count == 2)
        }
    }
}

/// The only list of names that mean a secret.
struct SecretNamesTests {
    @Test(arguments: [
        "Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "X-Api-Key", "X-Auth-Token",
        "Ocp-Apim-Subscription-Key", "X-Functions-Key", "X-Master-Key", "X-CSRF-Token", "X-Amz-Security-Token",
        "api_key", "APIKEY",
    ])
    func `a header is a credential`(name: String) { #expect(SecretNames.isField(name)) }

    @Test(arguments: ["Accept", "Idempotency-Key", "Sec-WebSocket-Key", "WWW-Authenticate", "X-Request-Id", "ETag"])
    func `a header is not a credential`(name: String) { #expect(!SecretNames.isField(name)) }

    @Test(arguments: ["password", "client_secret", "clientSecret", "access_token", "pwd", "code-verifier", "jwt"])
    func `a member is a secret`(name: String) { #expect(SecretNames.isMember(name)) }

    @Test(arguments: ["token_type", "token-type", "key", "code", "sig", "id", "author"])
    func `a member is not a secret`(name: String) { #expect(!SecretNames.isMember(name)) }

    @Test(arguments: [
        "api_key", "access_token", "token", "password", "sig", "client_secret", "key", "auth", "code",
        "X-Amz-Signature", "subscription-key",
    ])
    func `a query item is a secret`(name: String) { #expect(SecretNames.isQueryItem(name)) }

    @Test(arguments: ["q", "page", "token_type", "keyword", "signed"])
    func `a query item is not a secret`(name: String) { #expect(!SecretNames.isQueryItem(name)) }
}
