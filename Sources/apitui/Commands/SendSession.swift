import Base
import DemoServer
import Explorer
import Glibc
import NetEngine
import NetEngineRequestLog
import Settings
import Synchronization
import Workspace

/// The state that `send` and `run` share while they run: one engine, the demo server if wanted, and the handling of ^C.
final class SendSession: Sendable {
    let engine: Engine
    /// Resolves `{{$auth.token("name")}}`.
    let tokens: TokenBank
    /// The engine's own threads, where many small requests cost least. Empty if the cache on disk is used, which would
    /// block them.
    let executors: [any TaskExecutor]
    /// nil with `--no-log`.
    let log: ProgramLog?
    /// nil with `--no-cookies`.
    private let cookies: SessionCookies?
    private let flags: RequestFlags
    /// Whether a flag says how requests are sent. Reading the flags themselves for each request costs more.
    private let flagsChangeRequests: Bool
    private let cacheChoice: CacheChoice
    private let contracts: ContractChoice
    private let isContractStrict: Bool
    private let defaults: RequestDefaults
    private let demo: DemoServer?
    /// Identifies the run in request logs; nil if it is not one.
    let run: String?
    /// Of each request; nil if the requests decide.
    private let timeout: Duration?
    private let watch = Mutex<SignalWatch?>(nil)
    private let isOver: SessionEnd

    /// - Parameters:
    ///   - settings: the defaults, where neither a flag nor a request says otherwise.
    ///   - usesCache: whether the cache on disk is opened though neither a flag nor a setting says how it is used.
    ///   - cacheMode: the mode of requests for which nothing names one.
    ///   - budget: requests in flight, and open connections.
    ///   - isRun: whether the requests belong together in request logs.
    ///   - observers: see each request as it is sent.
    init(
        _ flags: RequestFlags, _ settings: EffectiveSettings, usesCache: Bool, cacheMode: CacheMode = .default,
        budget: OpenFiles.Budget,
        isRun: Bool = false, timeout: Duration? = nil, observers: [any Interceptor] = []
    ) throws {
        self.timeout = timeout
        self.flags = flags
        flagsChangeRequests = !flags.connection.isEmpty || flags.maxBody != nil || timeout != nil
        run = isRun ? RunName.new() : nil
        cacheChoice = CacheChoice(session: flags.cacheMode, standard: settings.cache ?? cacheMode)
        defaults = RequestDefaults(settings)
        contracts = flags.contracts
        isContractStrict = flags.contractStrict
        if case .file(let path) = contracts, case .failure(let error) = DescriptionLibrary.shared.description(path) {
            throw CommandFailure(SafeText("Nothing was sent: \(error.sentence)"))
        }
        cookies = try flags.noCookies ? nil : SessionCookies(file: flags.cookies)
        let isOver = SessionEnd()
        self.isOver = isOver
        let typed = TypedAddress()
        tokens = TokenBank(
            files: try flags.keepTokens ? AuthCommand.files() : nil,
            canAsk: { isatty(STDERR_FILENO) == 1 || BrowserOpener.isAvailable },
            canPaste: { isatty(STDIN_FILENO) == 1 },
            isStopped: { isOver.isOver },
            report: { news in
                switch news {
                case .signIn(let signIn):
                    for line in signIn.sentence.split(separator: "\n") {
                        StandardStreams.live.report(SafeText("apitui: \(line)"))
                    }
                    if case .browser(_, _?) = signIn.way { typed.begin() }
                case .signInEnded(_, let isDone): if isDone { StandardStreams.live.report("apitui: Signed in.") }
                case .problem(let sentence): StandardStreams.live.report(SafeText("apitui: \(sentence)"))
                }
            })
        let cache =
            usesCache || flags.cacheMode != nil || settings.cache.map { $0 != .noStore } ?? false
            ? DiskCache.open { StandardStreams.live.report(SafeText("apitui: \($0)")) } : nil
        var configuration = ProgramEngine.configuration(
            tokens: tokens, cache: cache, limits: budget.connections, threads: JobThreads.count(jobs: budget.jobs))
        configuration.interceptors += observers
        let engine = Engine(configuration: configuration)
        self.engine = engine
        log = ProgramLog(engine, isRun ? .run : .send, isOff: flags.noLog, limits: settings.logLimits)
        // Flags that cannot be read were refused before, when the call was checked.
        tokens.connect(
            { [timeout] draft in
                var draft = draft
                // A request for a token is one of the run's.
                if let timeout {
                    draft.options.timeouts.total = min(timeout, draft.options.timeouts.total ?? timeout)
                }
                return await engine.send(draft)
            }, flags: { [connection = flags.connection] in try? connection.apply(to: &$0) })
        typed.connect(tokens)
        executors = cache == nil ? engine.executors : []
        demo = flags.demo ? DemoServer() : nil
    }

    /// `--var` overrides the demo's addresses, which override everything else.
    var overrides: [String: String] {
        (demo?.variables ?? [:]).merging(flags.overrides) { _, override in override }
    }

    /// The signal with which the user stopped the work, or nil.
    var interruption: ExitStatus? { watch.withLock { $0?.received } }

    /// The context of a file, completed with the state of the session.
    func completed(_ context: RequestResolver.Context) -> RequestResolver.Context {
        var context = context
        context.cookies = cookies?.jar
        context.cache = cacheChoice
        context.defaults = defaults
        context.run = run
        context.contracts = contracts
        context.isContractStrict = isContractStrict
        return context
    }

    /// Starts the demo server if wanted; from now on ^C cancels what is in flight.
    func begin() throws {
        if let demo { _ = try BlockingBridge.wait { try await DemoCommand.start(demo) } }
        let new = try SignalWatch { [engine, isOver] in
            isOver.end()
            engine.cancelAll()
        }
        watch.withLock { $0 = new }
    }

    /// Runs the action as soon as the user stops the work.
    func whenInterrupted(_ action: @escaping @Sendable () -> Void) { isOver.whenOver(action) }

    /// The draft with what the flags say of its connection and its response.
    func prepared(_ draft: RequestDraft) -> RequestDraft {
        guard flagsChangeRequests else { return draft }
        var draft = draft
        if let timeout { draft.options.timeouts.total = timeout }
        if let limit = flags.maxBodyBytes { draft.options.maxBodyBytes = limit }
        // They were read before, when the call was checked.
        try? flags.connection.apply(to: &draft.options)
        return draft
    }

    /// Closes connections and the demo server.
    func end() {
        try? BlockingBridge.wait { [engine, demo, log] in
            // Stale responses are renewed before the program ends.
            await engine.finishBackgroundWork()
            await engine.shutdown()
            await log?.close()
            await demo?.stop()
        }
        if let problem = cookies?.save() { StandardStreams.live.report(SafeText("apitui: \(problem)")) }
        watch.withLock { $0?.end() }
    }
}

/// Records that the user gave up, for waits that are not an exchange.
private final class SessionEnd: Sendable {
    private struct State {
        var isOver = false
        var actions: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    var isOver: Bool { state.withLock(\.isOver) }

    func end() {
        let actions = state.withLock { state in
            state.isOver = true
            defer { state.actions = [] }
            return state.actions
        }
        for action in actions { action() }
    }

    /// Runs the action at once if the session is over already.
    func whenOver(_ action: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if !state.isOver { state.actions.append(action) }
            return state.isOver
        }
        if isOver { action() }
    }
}

/// Passes a line that the user pastes into the terminal to the sign-in that waits for it.
private final class TypedAddress: Sendable {
    private let bank = Mutex<TokenBank?>(nil)

    func connect(_ tokens: TokenBank) { bank.withLock { $0 = tokens } }

    /// Reads on a separate thread that lives until the program ends.
    func begin() {
        _ = BackgroundThread.start { [self] in
            while let line = readLine() {
                guard !line.isEmpty else { continue }
                bank.withLock { $0 }?.paste(line)
                return
            }
        }
    }
}
