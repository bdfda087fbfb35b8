import NetEngine
import Synchronization
import TestSupport
import Testing

/// Which challenge is used when a server sends different ones for different places.
@Suite(.timeLimit(.minutes(5))) struct DigestSessionTests {
    private static func challenge(_ parameters: String) -> StubBehaviour {
        .status(401, headers: [("WWW-Authenticate", "Digest \(parameters)")])
    }

    /// Sends 200 if the credentials contain all of the words, else the challenge.
    private static func place(_ parameters: String, _ words: String...) -> StubBehaviour {
        StubBehaviour { request in
            let field = request.field("Authorization") ?? ""
            let isGood = !field.isEmpty && words.allSatisfy { field.contains($0) }
            return (isGood ? .status(200) : challenge(parameters)).answer(request)
        }
    }

    private static let md5 = place(
        #"realm="r", qop="auth", algorithm=MD5, nonce="m", opaque="om""#, "algorithm=MD5,", #"nonce="m""#,
        #"opaque="om""#)
    private static let sha = place(
        #"realm="r", qop="auth", algorithm=SHA-256, nonce="s", opaque="os""#, "algorithm=SHA-256,", #"nonce="s""#,
        #"opaque="os""#)
    private static let otherRealm = place(
        #"realm="q", qop="auth-int", algorithm=MD5, nonce="o""#, #"realm="q""#, "qop=auth-int", #"nonce="o""#)

    private func engine(_ others: any Interceptor...) -> Engine {
        Engine(
            configuration: EngineConfiguration(
                interceptors: others + [DigestAuthentication(user: "u", password: "p")]))
    }

    @Test func `each 401 is answered by its own challenge, whatever others were asked meanwhile`() async throws {
        let places = ["/md5": Self.md5, "/sha": Self.sha, "/other": Self.otherRealm]
        try await StubServer.with(.routes(places)) { server in
            let engine = engine(RetryBarrier(places.count))
            let statuses = await withTaskGroup(of: (String, Int?, Int).self) { group in
                for path in places.keys {
                    group.addTask {
                        let exchange = await engine.send(RequestDraft(url: server.url + path))
                        return (path, exchange.response?.status, exchange.hops.count)
                    }
                }
                var statuses: [String: [Int?]] = [:]
                for await (path, status, hops) in group { statuses[path] = [status, hops] }
                return statuses
            }
            #expect(statuses == ["/md5": [200, 2], "/sha": [200, 2], "/other": [200, 2]])
        }
    }

    @Test func `each place is answered ahead by what it asked for, and a wrong guess costs one request`() async throws {
        let places = ["/a": Self.md5, "/a?sha": Self.sha, "/b/1": Self.otherRealm, "/b/2": Self.otherRealm]
        try await StubServer.with(.routes(places)) { server in
            let engine = engine()
            func retries(_ path: String) async -> Int? {
                let exchange = await engine.send(RequestDraft(url: server.url + path))
                return exchange.isSuccess ? exchange.retryCount : nil
            }
            for path in ["/a", "/a?sha", "/b/1"] { #expect(await retries(path) == 1, "\(path)") }
            for path in ["/a", "/a?sha", "/b/2", "/a"] { #expect(await retries(path) == 0, "\(path)") }
        }
    }

    @Test func `a redirect to a place that asks for something else is answered there`() async throws {
        let start = StubBehaviour { request in
            request.field("Authorization") == nil
                ? Self.md5.answer(request) : StubBehaviour.redirect(to: "/sha").answer(request)
        }
        try await StubServer.with(.routes(["/": start, "/sha": Self.sha])) { server in
            let exchange = await engine().send(RequestDraft(url: server.url))
            #expect(exchange.response?.status == 200)
            #expect(exchange.hops.map { $0.response?.status } == [401, 302, 401, 200])
        }
    }

    @Test func `nothing is sent ahead outside the places that a challenge names`() async throws {
        let server = try StubServer(
            StubBehaviour { request in
                let field = #"realm="r", qop="auth", nonce="n", domain="/a /b/ http://elsewhere.test/c""#
                return (request.field("Authorization") == nil ? Self.challenge(field) : .status(200)).answer(request)
            })
        defer { server.stop() }
        let engine = engine()
        func retries(_ path: String) async -> Int { await engine.send(RequestDraft(url: server.url + path)).retryCount }
        #expect(await retries("/a") == 1)
        for path in ["/a", "/a/x", "/a?x", "/b/", "/b/x"] { #expect(await retries(path) == 0, "\(path)") }
        for path in ["/", "/ab", "/b", "/c", "/c"] { #expect(await retries(path) == 1, "\(path)") }
    }

    @Test func `no two responses with one nonce have the same count`() async throws {
        let behaviour = Self.place(#"realm="r", qop="auth", nonce="n""#, #"nonce="n""#)
        try await StubServer.with(behaviour) { server in
            let engine = engine(RetryBarrier(8))
            for _ in 0..<2 {
                await withTaskGroup(of: Void.self) { group in
                    for _ in 0..<8 {
                        group.addTask { _ = await engine.send(RequestDraft(url: server.url)) }
                    }
                }
            }
            let counts = server.received.compactMap { request -> String? in
                request.field("Authorization")?.split(separator: " nc=").last.map { String($0.prefix(8)) }
            }
            #expect(counts.sorted() == (1...16).map { "000000" + ($0 < 16 ? "0" : "") + String($0, radix: 16) })
        }
    }

    @Test func `what was refused is not sent ahead, nor what is refused later`() async throws {
        let isRefused = Mutex(true)
        let behaviour = StubBehaviour { request in
            let isGood = request.field("Authorization") != nil && !isRefused.withLock(\.self)
            return (isGood ? .status(200) : Self.challenge(#"realm="r", qop="auth", nonce="n""#)).answer(request)
        }
        try await StubServer.with(behaviour) { server in
            let engine = engine()
            func answered() async -> [Bool] {
                await engine.send(RequestDraft(url: server.url)).hops.map {
                    $0.request.headers.contains("Authorization")
                }
            }
            for _ in 0..<2 { #expect(await answered() == [false, true]) }
            isRefused.withLock { $0 = false }
            #expect(await answered() == [false, true])
            #expect(await answered() == [true])
            isRefused.withLock { $0 = true }
            #expect(await answered() == [true])
            #expect(await answered() == [false, true])
        }
    }
}

/// Holds each repeated request until this many are about to be sent.
private final class RetryBarrier: Interceptor {
    private struct State {
        var left: Int
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    init(_ count: Int) { state = Mutex(State(left: count)) }

    func adapt(_ request: RequestDraft, context: InterceptorContext) async throws(EngineError) -> RequestDraft {
        guard context.cause == .retry else { return request }
        await withCheckedContinuation { continuation in
            let waiters = state.withLock { state in
                state.left -= 1
                state.waiters.append(continuation)
                guard state.left <= 0 else { return [CheckedContinuation<Void, Never>]() }
                defer { state.waiters = [] }
                return state.waiters
            }
            for waiter in waiters { waiter.resume() }
        }
        return request
    }
}
