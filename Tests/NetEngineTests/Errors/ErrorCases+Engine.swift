import NetEngine
import TestSupport

extension ErrorCase {
    private struct Item: Codable, Sendable { var id: Int }

    /// A transport that breaks its contract.
    private struct EmptyTransport: Transport {
        func start(_ job: TransportJob) { job.completion(TransportResult()) }
        func cancel(_ token: UInt64) {}
        func resume(_ token: UInt64) {}
        func shutdown() async {}
    }

    private static func build(
        _ name: String, _ draft: RequestDraft, _ sentence: String, underlying: String? = nil
    ) -> ErrorCase {
        self.draft(name, draft, .requestBuild, sentence, underlying: underlying)
    }

    /// Requests that cannot be built.
    static let building: [ErrorCase] = [
        build("no URL", RequestDraft(url: ""), "URL: the URL is empty."),
        build("another scheme", RequestDraft(url: "ftp://127.0.0.1/"), "URL: "),
        build("a file for a URL", RequestDraft(url: "file:///etc/passwd"), "URL: "),
        build(
            "a method with a space", RequestDraft(method: "GE T", url: "http://a/"),
            "Method: \"GE T\" is not a method token."),
        build(
            "a line break in a method", RequestDraft(method: "GET\r\nX: y", url: "http://a/"),
            "Method: \"GET\r\nX: y\" is not a method token."),
        build(
            "a line break in a field", RequestDraft(url: "http://a/", headers: [HeaderField("X", "a\r\nY: b")]),
            "Header \"X\": the value contains a line break or a NUL character."),
        build(
            "a body file that is missing",
            RequestDraft(method: "POST", url: "http://a/", body: .file(path: MissingPath.file())), "Body: ",
            underlying: "errno 2"),
        build(
            "a wrong length",
            RequestDraft(
                method: "POST", url: "http://a/", headers: [HeaderField("Content-Length", "3")], body: .bytes([1])),
            "Header \"Content-Length\": 3 is not the length of the body, which is 1."),
        stub(
            "a stream that is too short", .status(200), .requestBuild, phase: nil,
            "Body: the stream gave fewer bytes than the 9 it promised.", method: "PUT",
            sending: .stream(BodyStream(length: 9) { AsyncStream<[UInt8]> { $0.finish() } })),
    ]

    private static func fetching(
        _ name: String, _ body: String, _ category: ErrorCategory, _ sentence: String,
        _ fetch: @escaping @Sendable (Engine, RequestDraft) async -> Exchange
    ) -> ErrorCase {
        ErrorCase(name: name, category: category, sentence: sentence, status: 200, body: body) {
            try await StubServer.with(.status(200, headers: [("Content-Type", "application/json")], body: body)) {
                let engine = Engine()
                let exchange = await fetch(engine, RequestDraft(url: $0.url))
                await engine.shutdown()
                return (exchange, "127.0.0.1:\($0.port)")
            }
        }
    }

    /// Bodies that are not what the request expects.
    static let decoding: [ErrorCase] = [
        fetching("a body that is not JSON", "nonsense", .decoding, "The body is not") {
            await $0.fetchExchange($1, as: Item.self).exchange
        },
        fetching("a body of another shape", #"{"id":"one"}"#, .decoding, "The body is not") {
            await $0.fetchExchange($1, as: Item.self).exchange
        },
        fetching("an envelope that says failure", #"{"status":"error","message":"sold out"}"#, .api, "The API") {
            await $0.fetchExchange($1, decoder: .envelope(of: Item.self)).exchange
        },
        fetching("an envelope without a status", #"{"data":{"id":1}}"#, .api, "The") {
            await $0.fetchExchange($1, decoder: .envelope(of: Item.self)).exchange
        },
    ]

    /// Cancellation by the caller, and errors of the engine.
    static let ending: [ErrorCase] = [
        ErrorCase(
            name: "cancelled", category: .cancelled, sentence: "The request was cancelled.", isRetryable: true
        ) {
            try await StubServer.with(.neverAnswers) { server in
                let engine = Engine()
                let id = engine.makeID()
                async let sending = engine.send(RequestDraft(url: server.url), id: id)
                _ = await server.requests(1)
                engine.cancel(id)
                return (await sending, "")
            }
        },
        ErrorCase(
            name: "sent after the end", category: .cancelled, sentence: "The request was cancelled.", isRetryable: true
        ) {
            let engine = Engine()
            await engine.shutdown()
            return (await engine.send(RequestDraft(url: "http://127.0.0.1/")), "")
        },
        draft(
            "nothing stored", RequestDraft(url: "http://127.0.0.1/", options: RequestOptions(cacheMode: .onlyIfCached)),
            .cache, "Nothing that is stored may be used"
        ) { Engine(configuration: EngineConfiguration(cache: MemoryCacheStore())) },
        ErrorCase(
            name: "a proxy that refuses", category: .proxy, phase: .connect,
            sentence: "The proxy", underlying: "curl 7", isRetryable: true
        ) {
            let proxy = "http://127.0.0.1:\(try closedPort())"
            let exchange = await Engine().send(
                RequestDraft(url: "http://example.invalid/", options: RequestOptions(proxy: .url(proxy))))
            return (exchange, "")
        },
        draft(
            "a transport that brings nothing", RequestDraft(url: "http://127.0.0.1/"), .internal,
            "The transport returned neither a response nor an error."
        ) { Engine(configuration: EngineConfiguration(transport: EmptyTransport())) },
    ]
}
