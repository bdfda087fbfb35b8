import Foundation
import InMemoryTracing
import MetricsTestKit
import NetEngineMetrics
import NetEngineRequestLog
import NetEngineSQLiteCache
import NetEngineTesting
import NetEngineTracing
import Synchronization
import TestSupport
import Tracing

@testable import NetEngine

/// Plays a case of `Cases`: what an engine and its server do, and the text of all that happens. `show` says what is printed beside the
/// exchanges: `fields` that the engine adds, `events` whole, `log`, `record` (of the request log), `database` (of the
/// same, on the disk), `hidden` (without secrets), `spans`, `metrics`.
struct ExchangeScript {
    let clock = WallClock()
    private let pauses = ManualClock()
    let stub: StubTransport
    private let network = ManualReachability()
    let heard = HeardEvents()
    private let tracer = InMemoryTracer()
    private let metrics = TestMetrics()
    private var configuration: EngineConfiguration
    let folder = try? TemporaryFolder()
    private var shows: Set<String> = []
    private var pauseCount = 0
    private var log: RequestLogStore?
    private var jar: CookieJar
    var engine: Engine?
    var text = ""

    private init() {
        let clock = clock
        stub = StubTransport(clock: pauses)
        configuration = EngineConfiguration(
            reachability: network, transport: stub, clock: stub.clock, proxyEnvironment: ProxyEnvironment { _ in nil },
            now: { clock.now })
        jar = CookieJar(now: { clock.seconds })
    }

    static func play(_ body: String) async -> String {
        var script = ExchangeScript()
        let lines = body.split(separator: "\n").map(String.init)
        for (index, line) in lines.enumerated() where !line.hasPrefix("  ") {
            let more = lines[(index + 1)...].prefix { $0.hasPrefix("  ") }.map { ScriptLine(String($0.dropFirst(2))) }
            await script.run(ScriptLine(line), more, line)
        }
        await script.engine?.shutdown()
        if let log = script.log {
            await log.close()
            script.text += (try? script.database()) ?? "the log cannot be read\n"
        }
        script.showAtEnd()
        return script.text
    }

    private mutating func run(_ line: ScriptLine, _ more: [ScriptLine], _ written: String) async {
        switch line.word(0) {
        case "cache":
            let limit = line.number("limit") ?? 64 << 20
            if line.options["disk"] != nil, let folder {
                configuration.cache = SQLiteCacheStore(folder: "\(folder.path)/cache", limit: limit)
            } else {
                configuration.cache = MemoryCacheStore(limit: limit)
            }
            configuration.usesHeuristicFreshness = line.options["no-heuristics"] == nil
            configuration.evaluatesConditions = line.options["no-conditions"] == nil
            configuration.collapsesForwarding = line.options["collapses"] != nil
        case "show": shows = Set(line.words.dropFirst())
        case "use": configuration.interceptors += interceptors(line)
        case "defaults": configuration.options = options(line)
        case "on": answer(line, more)
        case "wait": clock.advance(by: .seconds(Double(line.word(1)) ?? 0))
        case "offline": network.change(to: .offline)
        case "online": network.change(to: .online)
        case "send":
            text += "# \(written)\n"
            await send(line)
        case "fetch":
            text += "# \(written)\n"
            await fetch(line)
        case "stream":
            text += "# \(written)\n"
            await stream(line)
        case "download":
            text += "# \(written)\n"
            await download(line)
        case "batch":
            text += "# \(written)\n"
            await batch(line, more)
        case "stored": await showStored()
        case "lose":
            // The files of bodies, as another program may remove them.
            let bodies = "\(folder?.path ?? "")/cache/bodies"
            for name in (try? FileManager.default.contentsOfDirectory(atPath: bodies)) ?? [] {
                try? FileManager.default.removeItem(atPath: "\(bodies)/\(name)")
            }
        default: text += "not understood: \(written)\n"
        }
    }

    // MARK: The server

    private func answer(_ line: ScriptLine, _ replies: [ScriptLine]) {
        let uses = Counter()
        let clock = clock
        let reply: @Sendable (StubbedRequest) -> StubReply = { _ in
            guard let line = replies.dropFirst(uses.next()).first ?? replies.last else { return .nothing }
            return Self.reply(line, clock)
        }
        if line.word(1) == "*" {
            stub.on(line.word(2), reply: reply)
        } else {
            stub.on(HTTPMethod(line.word(1)) ?? .get, line.word(2), reply: reply)
        }
    }

    private static func reply(_ line: ScriptLine, _ clock: WallClock) -> StubReply {
        if let wait = line.duration("takes") { clock.advance(by: wait) }
        var reply: StubReply
        if let status = Int(line.word(0)) {
            reply = .exchange(
                ExchangeFixtures.exchange(
                    response: ExchangeFixtures.response(
                        status: status, reason: line.words.dropFirst().joined(separator: " "),
                        headers: line.headers(clock), body: line.bytes, wire: line.number("wire"),
                        codings: line.options["decoded"].map { [$0] } ?? [])))
        } else if line.word(0) == "nothing" {
            reply = .nothing
        } else if line.word(0) == "lost" {
            reply = .failure(
                EngineError(.protocol, phase: .receive, "The connection was lost.", isConnectionLoss: true))
        } else {
            let category = ErrorCategory(rawValue: line.word(0)) ?? .internal
            reply = .failure(category, phase: Phase(rawValue: line.word(1)))
        }
        if let wait = line.duration("delay") { reply = reply.delayed(by: wait) }
        if let count = line.number("breaks") { reply = reply.breaking(after: count) }
        return reply
    }

    // MARK: The requests

    private func interceptors(_ line: ScriptLine) -> [any Interceptor] {
        let scope = line.options["origins"].map { CredentialScope.origins($0.components(separatedBy: ",")) }
        let value = line.word(2)
        switch line.word(1) {
        case "bearer": return [Credential.bearer(value, scope: scope ?? .firstOrigin)]
        case "basic": return [Credential.basic(user: value, password: line.word(3), scope: scope ?? .firstOrigin)]
        case "key": return [Credential.apiKey(value, header: line.word(3), scope: scope ?? .firstOrigin)]
        case "query-key": return [Credential.apiKey(value, query: line.word(3), scope: scope ?? .firstOrigin)]
        case "digest":
            return [DigestAuthentication(user: value, password: line.word(3), scope: scope ?? .firstOrigin)]
        case "fields": return [DefaultHeaders(line.headers(clock))]
        case "agent": return [UserAgent(value)]
        case "rate":
            return [RateLimit(perSecond: Double(value) ?? 1, burst: Int(line.word(3)) ?? 1, clock: pauses)]
        case "oauth":
            let clock = clock
            let client = OAuth2Client(tokenURL: "https://auth.test/token", id: "client", secret: "s3cr3t")
            let grants: [String: OAuth2Grant] = [
                "refresh": .refreshToken("first"), "code": .authorizationCode("c0de"),
            ]
            return [
                OAuth2Authentication(
                    client: client, grant: grants[value] ?? .clientCredentials, scope: scope ?? .firstOrigin,
                    now: { clock.seconds })
            ]
        case "jar": return [jar]
        case "tokens":
            let (tokens, next) = (line.words.dropFirst(3).map { $0 }, Counter())
            return [
                TokenRefresh(token: value == "-" ? nil : value, scope: scope ?? .firstOrigin) { _ in
                    guard let token = tokens.dropFirst(next.next()).first else { throw EngineError.cancelled() }
                    return token
                }
            ]
        default: return []
        }
    }

    private func options(_ line: ScriptLine) -> RequestOptions {
        var options = RequestOptions()
        if let mode = line.options["mode"] { options.cacheMode = CacheMode(rawValue: mode) ?? .default }
        if line.options["nofollow"] != nil { options.followRedirects = false }
        if let count = line.number("redirects") { options.maxRedirects = count }
        if let count = line.number("max") { options.maxBodyBytes = count }
        if line.options["coded"] != nil { options.decodesContent = false }
        if line.options["secret"] != nil { options.bodyIsSecret = true }
        if line.options["waits"] != nil { options.waitsForConnectivity = true }
        if line.options["jar"] != nil { options.cookieJar = jar }
        if line.options["cancels"] != nil { options.timeouts.total = nil }
        if let proxy = line.options["proxy"] { options.proxy = .url(proxy) }
        if let path = line.options["socket"] { options.connection.unixSocket = path }
        if let password = line.options["password"] {
            options.tls.clientCertificate = ClientCertificate(file: "/c.pem", password: password)
        }
        if let name = line.options["name"] {
            options.log = RequestLogOptions(
                name: name.isEmpty ? nil : name, file: line.options["file"], line: line.number("line"),
                collection: line.options["collection"], environment: line.options["environment"],
                run: line.options["run"], resendOf: line.number("resend").map { Int64($0) },
                secrets: line.options["hides"].map { [RequestLogOptions.Secret(name: "own", value: $0)] } ?? [],
                storesFactOnly: line.options["fact"] != nil)
        }
        if let limit = line.duration("total") { options.timeouts.total = limit }
        if let limit = line.duration("first") { options.timeouts.firstByte = limit }
        if let ends = line.options["statuses"]?.split(separator: "-").compactMap({ Int($0) }), ends.count == 2 {
            options.successStatuses = ends[0]...ends[1]
        }
        let expectations: [String: BodyExpectation] = [
            "json": .json, "xml": .xml, "text": .text, "form": .form, "image": .image, "graphql": .graphQL,
        ]
        options.expects = line.options["expects"].flatMap { expectations[$0] } ?? .anything
        if let retries = line.number("retries") {
            var policy = RetryPolicy(
                maxRetries: retries, retriesConnectionLoss: line.options["losses"] != nil,
                retriesUnsafeMethods: line.options["unsafe"] != nil, backoff: Backoff(hasJitter: false),
                honoursRetryAfter: line.options["deaf"] == nil, deadline: line.duration("deadline"))
            if let limit = line.duration("longest") { policy.maxRetryAfter = limit }
            if let names = line.options["categories"]?.split(separator: ",") {
                policy.categories = Set(names.compactMap { ErrorCategory(rawValue: String($0)) })
            }
            options.retry = policy
        }
        return options
    }

    func draft(_ line: ScriptLine) -> RequestDraft {
        var draft = RequestDraft(
            method: line.word(1), url: line.word(2), target: line.options["server"] == nil ? .resource : .server,
            headers: line.headers(clock), options: options(line))
        if line.body != nil || line.options["fill"] != nil { draft.body = .bytes(line.bytes) }
        if line.options["once"] != nil {
            let bytes = line.bytes
            draft.body = .stream(
                BodyStream(
                    AsyncStream { continuation in
                        continuation.yield(bytes)
                        continuation.finish()
                    }))
        }
        return draft
    }

    private mutating func send(_ line: ScriptLine) async {
        let engine = started()
        let before = stub.received.count
        let draft = draft(line)
        let exchange: Exchange
        if line.options["cancels"] != nil {
            // A reply that never comes, so that it is waited for.
            async let sending = engine.send(draft)
            await stub.requests(before + 1)
            engine.cancelAll()
            exchange = await sending
        } else if line.options["progress"] != nil {
            let told = Mutex<[TransferProgress]>([])
            exchange = await engine.send(draft) { progress in told.withLock { $0.append(progress) } }
            for progress in told.withLock({ $0 }) {
                switch progress {
                case .sent(let count, let total): text += "sent \(count) of \(total.map { "\($0)" } ?? "?")\n"
                case .received(let count, let total):
                    text += "received \(count) of \(total.map { "\($0)" } ?? "?")\n"
                }
            }
        } else {
            exchange = await engine.send(draft)
        }
        await report(from: before, exchange.id, tellsSteps: line.options["cancels"] == nil)
    }

    /// What was received and what happened since.
    /// - Parameter tellsSteps: not where two tasks report them at the same time.
    mutating func report(from before: Int, _ main: ExchangeID?, tellsSteps: Bool = true) async {
        await engine?.finishBackgroundWork()
        // What is left of a limit counts real time.
        let waits = pauses.sleeps.dropFirst(pauseCount).filter {
            $0.components.attoseconds % 1_000_000_000_000_000 == 0
        }
        pauseCount = pauses.sleeps.count
        if !waits.isEmpty { text += "waited \(waits.map { "\($0)" }.joined(separator: ", "))\n" }
        for request in stub.received.dropFirst(before) {
            text += ExchangeText.received(request, isWhole: shows.contains("fields"))
        }
        for group in heard.drain() {
            text += main == nil || group.id == main ? "" : "another exchange:\n"
            text +=
                !tellsSteps
                ? ""
                : shows.contains("events")
                    ? group.events.map { "event \(ExchangeText.event($0.step))\n" }.joined()
                    : "events \(ExchangeText.names(group.events))\n"
            guard case .finished(let whole)? = group.events.last?.step else { continue }
            text += ExchangeText.exchange(whole)
            if shows.contains("log") { text += ExchangeLogText.text(group.events, whole) }
            if shows.contains("record") { text += ExchangeLogText.stored(whole) }
            if shows.contains("hidden") { text += ExchangeLogText.hidden(whole) }
        }
    }

    mutating func started() -> Engine {
        let engine = engine ?? start()
        self.engine = engine
        return engine
    }

    private mutating func start() -> Engine {
        let engine =
            shows.contains("spans")
            ? Engine(configuration: configuration, tracing: EngineTracing(tracer: tracer))
            : Engine(configuration: configuration)
        if shows.contains("metrics") { EngineMetrics(factory: metrics, servers: ["a.test"]).measure(engine) }
        if shows.contains("database"), let folder {
            let log = RequestLogStore(folder: "\(folder.path)/log", program: "script")
            engine.log(to: log, redaction: Redaction(names: ["pin"]))
            self.log = log
        }
        let heard = heard
        engine.tap { heard.take($0) }
        return engine
    }

    // MARK: What is kept

    private mutating func showStored() async {
        text += "# stored\n"
        let all = await configuration.cache?.contents() ?? []
        for stored in all.sorted(by: { ($0.key.text, $0.bodyByteCount) < ($1.key.text, $1.bodyByteCount) }) {
            text += "  \(stored.status) \(stored.key.text), \(stored.bodyByteCount) bytes"
            text += "\(stored.part.map { ", \($0.text)" } ?? "")\(stored.authorization == nil ? "" : ", authorized")\n"
            text += stored.vary.fields.map { "    for \($0.name): \($0.written ?? "absent")\n" }.joined()
            text += stored.headers.fields.map { "    \($0.name): \(Printed.escaped($0.value))\n" }.joined()
        }
        for cookie in jar.cookies {
            text += "  cookie \(cookie.name)=\(cookie.value); Domain=\(cookie.domain); Path=\(cookie.path)\n"
        }
    }

    private mutating func showAtEnd() {
        for span in tracer.finishedSpans {
            text += "span \(span.spanContext.spanID) in \(span.spanContext.parentSpanID ?? "-"): "
            text +=
                "\(span.operationName), \(span.kind)\(span.status.map { ", \($0.code) \($0.message ?? "")" } ?? "")\n"
            text += Self.lines(span.attributes)
            for event in span.events { text += "  event \(event.name)\n\(Self.lines(event.attributes))" }
        }
        var lines: [String] = []
        for timer in metrics.timers {
            lines.append("timer \(timer.label) \(Self.words(timer.dimensions)): \(timer.values.count) times")
        }
        for recorder in metrics.recorders {
            lines.append("recorder \(recorder.label) \(Self.words(recorder.dimensions)): \(recorder.values)")
        }
        for counter in metrics.counters {
            lines.append("counter \(counter.label) \(Self.words(counter.dimensions)): \(counter.totalValue)")
        }
        for meter in metrics.meters { lines.append("meter \(meter.label): \(meter.values)") }
        text += lines.sorted().map { "\($0)\n" }.joined()
    }

    private static func words(_ dimensions: [(String, String)]) -> String {
        dimensions.map { "\($0.0)=\($0.1)" }.joined(separator: " ")
    }

    private static func lines(_ attributes: SpanAttributes) -> String {
        var lines: [String] = []
        func add(_ name: String, _ value: SpanAttribute) { lines.append("    \(name): \(value)\n") }
        attributes.forEach(add)
        return lines.sorted().joined()
    }
}

/// Counts from 0.
private final class Counter: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
        count.withLock { count in
            defer { count += 1 }
            return count
        }
    }
}
