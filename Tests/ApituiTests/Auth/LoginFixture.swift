import NetEngine
import Synchronization
import TestSupport
import Testing

@testable import Workspace
@testable import apitui

/// A collection with logins, an engine that renews tokens, and the reported events of sign-ins.
final class LoginFixture: Sendable {
    let folder: TemporaryFolder
    let engine: Engine
    let bank: TokenBank
    /// The events that the bank reported.
    let told: AsyncStream<TokenNews>
    private let stopped = SignInControl()

    init(files: TokenFiles? = nil, canAsk: Bool = true, canPaste: Bool = true) throws {
        let (told, tell) = AsyncStream<TokenNews>.makeStream()
        self.told = told
        let stopped = stopped
        bank = TokenBank(
            files: files, canAsk: { canAsk }, canPaste: { canPaste }, isStopped: { stopped.isStopped },
            report: { tell.yield($0) })
        engine = Engine(
            configuration: EngineConfiguration(interceptors: [ShorthandAuthentication(), TokenRenewal(bank)]))
        folder = try TemporaryFolder()
        let engine = engine
        bank.connect { await engine.send(LongestWait.patient($0)) }
    }

    /// Stops as ^C does.
    func stop() { stopped.stop() }

    /// Writes a login `shop` with these keys under `Security.Auth`, and a request with its token.
    func write(_ entry: [String: String], privately: [String: String] = [:], request: String) throws {
        func object(_ entry: [String: String]) -> String {
            let members = entry.sorted { $0.key < $1.key }.map { key, value in
                "\"\(key)\": \(value == "true" || value == "false" || value.hasPrefix("{") ? value : "\"\(value)\"")"
            }
            return #"{ "dev": { "Security": { "Auth": { "shop": {"#
                + "\n" + members.joined(separator: ",\n") + "\n} } } } }"
        }
        try folder.write(object(entry), to: "http-client.env.json")
        if !privately.isEmpty { try folder.write(object(privately), to: "http-client.private.env.json") }
        try folder.write(request, to: "a.http")
    }

    func file() throws -> (CollectionFile, RequestResolver.Context) {
        let loaded = LoadedCollections(
            folders: [try CollectionStore().load(path: folder.path)], isTrusted: false, trust: nil)
        let step = try #require(loaded.plan.steps.first)
        return (step.file, loaded.context(for: step.file, environment: "dev", overrides: [:]))
    }

    /// The outcome of the first request.
    func run() async throws -> Runner.Outcome {
        let loaded = LoadedCollections(
            folders: [try CollectionStore().load(path: folder.path)], isTrusted: false, trust: nil)
        let outcomes = Mutex<[Runner.Outcome]>([])
        let (engine, stopped) = (engine, stopped)
        let runner = Runner(
            resolver: RequestResolver(), send: { await engine.send(LongestWait.patient($0)) }, tokens: bank)
        _ = await runner.run(
            loaded.plan.steps, context: { loaded.context(for: $0.file, environment: "dev", overrides: [:]) },
            isStopped: { stopped.isStopped }, report: { _, _, outcome in outcomes.withLock { $0.append(outcome) } })
        return outcomes.withLock { $0 }.first ?? .skipped("nothing was sent")
    }

    /// The error with which the first request ended before it was sent.
    func failure() async throws -> EngineError? { try await run().exchange?.error }

    /// Waits for the next sign-in.
    func signIn() async -> SignIn? {
        for await news in told { if case .signIn(let signIn) = news { return signIn } }
        return nil
    }

    static func answer(_ token: String, _ more: String = "") -> StubBehaviour {
        .status(
            200, headers: [("Content-Type", "application/json")],
            body: #"{"access_token":"\#(token)","token_type":"Bearer"\#(more)}"#)
    }
}
