import NetEngine
import Synchronization
import TestSupport
import Testing

/// A sequence of requests and what a private cache does with each, run with an engine that has a cache and a real
/// server.
struct CacheScenario: Sendable, CustomTestStringConvertible {
    let name: String
    let steps: [CacheStep]

    init(_ name: String, _ steps: CacheStep...) {
        self.name = name
        self.steps = steps
    }

    var testDescription: String { name }

    func run(store: any CacheStore = MemoryCacheStore()) async throws {
        let clock = WallClock()
        let script = Script(steps: steps, clock: clock)
        try await StubServer.with(StubBehaviour { script.answer($0) }) { server in
            let engine = Engine(configuration: EngineConfiguration(cache: store, now: { clock.now }))
            for (index, step) in steps.enumerated() {
                let exchange = await engine.send(step.draft(server.url, index: index, clock: clock))
                check(step, exchange, index, script, clock)
                // A background exchange belongs to its step.
                if exchange.cacheDecision?.background != nil { await script.waitForRequest(of: index) }
                clock.advance(by: step.wait)
            }
            await engine.shutdown()
        }
    }

    private func check(
        _ step: CacheStep, _ exchange: Exchange, _ index: Int, _ script: Script, _ clock: WallClock
    ) {
        let place: Comment = "step \(index + 1): \(exchange.cacheDecision?.phrase ?? "no decision")"
        let servedBy = exchange.response?.headers["Served-By"].flatMap { Int($0) }
        let sent = script.received(index)
        switch step.expected {
        case nil: break
        case .cached:
            #expect(exchange.cacheDecision?.isFromCache == true, place)
            if exchange.response?.status != 304 { #expect(servedBy.map { $0 < index } == true, place) }
        case .asked:
            #expect(servedBy == index || (servedBy == nil && !sent.isEmpty), place)
            #expect(exchange.cacheDecision?.isFromCache != true, place)
        case .validated(let field):
            #expect(sent.first?.field(field) != nil, place)
            #expect(exchange.cacheDecision?.outcome == .revalidated || step.status == 304, place)
        case .failed(let category):
            #expect(exchange.error?.category == category, place)
            #expect(servedBy == nil, place)
        case .unmet:
            #expect(exchange.error?.category == .cache, place)
            #expect(exchange.response?.status == 504, place)
            #expect(sent.isEmpty, place)
        }
        if step.expected == .cached, exchange.cacheDecision?.background == nil,
            exchange.cacheDecision?.hiddenError == nil
        {
            #expect(sent.isEmpty, place)
            // RFC 9111 §4: every reused response has an Age.
            #expect(exchange.response?.headers.values("Age").count == 1, place)
        }
        if let status = step.expectedStatus { #expect(exchange.response?.status == status, place) }
        for (name, value) in step.expectedFields {
            let expected = clock.filled(value, since: step.wait)
            #expect(exchange.response?.headers.values(name).joined(separator: ", ") == expected, place)
        }
        for name in step.missingFields { #expect(exchange.response?.headers.contains(name) == false, place) }
        if let body = step.expectedBody {
            #expect(exchange.response.map { String(decoding: $0.body, as: UTF8.self) } == body, place)
        }
        for (name, value) in step.expectedInRequest {
            #expect(sent.first?.field(name) == value, place)
        }
        if let text = step.expectedPhrase { #expect(exchange.cacheDecision?.phrase == text) }
    }
}

/// One request of a scenario, the server's response to it, and the expected outcome.
struct CacheStep: Sendable {
    enum Expected: Sendable, Equatable {
        case cached
        case asked
        /// The named field was sent, and a 304 was received.
        case validated(by: String)
        case failed(ErrorCategory)
        /// only-if-cached: the outcome is 504, and nothing is sent.
        case unmet
    }

    typealias Field = (String, String)

    var method = "GET"
    var path = "/resource"
    var headers: [Field] = []
    var body: String?
    var mode = CacheMode.default
    /// What the server sends if it gets the request. A value `@+60` is the date 60 seconds after that moment, `@0` the
    /// moment itself.
    var status = 200
    var fields: [Field] = []
    var content: String?
    var dropsConnection = false
    /// Whether the server sends 304 if the request names the validator of `fields`.
    var knowsConditions = false
    /// Time between the request and its response.
    var delay = Duration.zero
    var expected: Expected?
    var expectedStatus: Int?
    var expectedFields: [Field] = []
    var missingFields: [String] = []
    var expectedBody: String?
    var expectedInRequest: [(String, String?)] = []
    var expectedPhrase: String?
    /// Time after the response.
    var wait = Duration.zero

    func draft(_ server: String, index: Int, clock: WallClock) -> RequestDraft {
        var fields = headers.map { HeaderField($0.0, clock.filled($0.1, since: .zero)) }
        fields.append(HeaderField("Step", String(index)))
        return RequestDraft(
            method: method, url: server + path, headers: HeaderFields(fields),
            body: body.map { .bytes(Array($0.utf8)) } ?? .none,
            options: RequestOptions(followRedirects: false, cacheMode: mode))
    }
}

extension CacheStep {
    /// The server sends this response, and 3 seconds pass.
    static func store(_ fields: Field..., status: Int = 200, wait: Duration = .seconds(3)) -> CacheStep {
        CacheStep(status: status, fields: fields, expected: .asked, wait: wait)
    }

    static let cached = CacheStep(expected: .cached)
    static let asked = CacheStep(expected: .asked)

    func with(_ change: (inout CacheStep) -> Void) -> CacheStep {
        var step = self
        change(&step)
        return step
    }

    func sending(_ headers: Field...) -> CacheStep { with { $0.headers = headers } }
}

extension WallClock {
    /// Replaces `@+60` by a date.
    func filled(_ value: String, since wait: Duration) -> String {
        guard value.hasPrefix("@"), let offset = Int64(value.dropFirst()) else { return value }
        return HTTPDate.text(seconds + offset)
    }
}

/// The server in a scenario.
private final class Script: Sendable {
    private struct State {
        var received: [Int: [StubRequest]] = [:]
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        /// Dates count from the moment at which the server got the request.
        var lastFields: [(String, String)] = []
    }

    private let steps: [CacheStep]
    private let clock: WallClock
    private let state = Mutex(State())

    init(steps: [CacheStep], clock: WallClock) {
        self.steps = steps
        self.clock = clock
    }

    func received(_ index: Int) -> [StubRequest] { state.withLock { $0.received[index] ?? [] } }

    func waitForRequest(of index: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.received[index] == nil { state.waiters[index] = continuation }
                return state.received[index] != nil
            }
            if isThere { continuation.resume() }
        }
    }

    func answer(_ request: StubRequest) -> [StubStep] {
        let index = Int(request.field("Step") ?? "") ?? 0
        let step = steps[index]
        clock.advance(by: step.delay)
        var fields = step.fields.map { ($0.0, clock.filled($0.1, since: .zero)) }
        let (waiter, before) = state.withLock { state in
            state.received[index, default: []].append(request)
            let before = state.lastFields
            if !fields.isEmpty { state.lastFields = fields }
            return (state.waiters.removeValue(forKey: index), before)
        }
        defer { waiter?.resume() }
        if step.dropsConnection { return [.close] }
        func value(_ name: String, _ fields: [(String, String)]) -> String? {
            fields.first { $0.0.lowercased() == name.lowercased() }?.1
        }
        var status = step.status
        if step.knowsConditions {
            let isSame =
                request.field("If-None-Match").map { tags in
                    value("ETag", before).map { tags.split(separator: ", ").contains(Substring($0)) } ?? false
                }
                ?? request.field("If-Modified-Since").map { $0 == value("Last-Modified", before) } ?? false
            if isSame { status = 304 }
        }
        fields.append(("Served-By", String(index)))
        let body = Array((step.content ?? "body \(index)").utf8)
        let hasNoBody = status == 304 || status == 204
        var head = "HTTP/1.1 \(status) Status\r\n"
        for (name, value) in fields { head += "\(name): \(value)\r\n" }
        if !hasNoBody, value("Content-Length", fields) == nil { head += "Content-Length: \(body.count)\r\n" }
        let answer = StubStep.send(
            Array((head + "\r\n").utf8) + (hasNoBody || request.method == "HEAD" ? [] : body))
        let isCut = value("Content-Length", fields).flatMap { Int($0) }.map { $0 > body.count } ?? false
        return isCut && !hasNoBody ? [answer, .close] : [answer]
    }
}
