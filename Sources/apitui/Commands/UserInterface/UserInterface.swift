import Base
import Explorer
import Glibc
import NetEngine
import NetEngineRequestLog
import RequestLog
import Runs
import Settings
import Synchronization
import TerminalUI
import Workspace

/// The terminal UI as one program: connects terminal, loop, model, runner and engine.
///
/// Input: keys, engine events and results of effects, each as an `Action`. Output: frames and effects. The loop keeps
/// the calling thread, which sleeps in `poll`; everything else runs in detached tasks.
enum UserInterface {
    /// Opens a folder or file and blocks until the user quits; the terminal is then restored.
    ///
    /// Throws a sentence, before the screen is touched, if the path, the environment or the terminal cannot be used.
    /// - Parameters:
    ///   - environment: a name of `http-client.env.json`, or nil.
    ///   - overrides: variables that beat every other source.
    ///   - cacheMode: how every send uses the cache; nil lets each request decide.
    ///   - keepsTokens: true to keep tokens in private files after the program ends.
    ///   - sharesServer: true if the demo server runs in this process.
    ///   - logs: whether requests are logged from the start.
    ///   - flags: settings that flags of the screen chose, by the flags' names.
    ///   - fetchHeaders: are sent when a description is fetched.
    ///   - greeting: a sentence for the footer of the first frames.
    /// - Returns: the exit status.
    static func run(
        path: String, environment: String?, overrides: [String: String] = [:], cacheMode: CacheMode? = nil,
        keepsTokens: Bool = false, sharesServer: Bool = false, logs: Bool = true,
        flags: [SettingID: (name: String, text: String)] = [:], fetchHeaders: [HeaderField] = [],
        greeting: String? = nil
    ) throws -> Int32 {
        try checkPath(path)
        MemoryRoom.returnFreeMemory()
        let settings = SettingsSource.live(flags)
        let (reading, first) = try firstTheme(settings.read(), flag: flags[.theme]?.text)
        // Requests are sent one by one, but a few of them take long.
        let budget = try OpenFiles.budget(jobs: 8, sharesServer: sharesServer)
        let mailbox = Mailbox<Action>()
        // Problems of the cache are reported after the screen is closed; until then they only make requests slower.
        let cacheReports = Mutex<[String]>([])
        let cache = DiskCache.open { report in cacheReports.withLock { $0.append(report) } }
        let tokens = TokenBank(
            files: try keepsTokens ? AuthCommand.files() : nil, report: { mailbox.post(.token($0)) })
        let engine = Engine(
            configuration: ProgramEngine.configuration(tokens: tokens, cache: cache, limits: budget.connections))
        tokens.connect { await engine.send($0) }
        let recovery = RecoveryStore.live()
        let log = RequestLogStore(
            folder: nil, program: "apitui", source: .screen, limits: reading.settings.logLimits
        ) { mailbox.post(.failed(sentence: $0)) }
        let runner = EffectRunner(
            engine: engine, path: path, recovery: recovery, descriptionEdits: .live(), trash: .live(), cache: cache,
            tokens: tokens, log: log,
            logAccess: RequestLogAccess(), savedFilters: SavedFilters.file(), themeFolder: .live(),
            keptTheme: FirstTheme.file(), screens: ScreenMemories.file(),
            samples: { () async throws(CollectionError) in try await SampleServer.open() },
            fetchHeaders: fetchHeaders, keptSchemas: .live(),
            runStore: try? RunStore(limits: reading.settings.logLimits), settings: settings,
            watch: { InotifyWatch($0) }, post: { mailbox.post($0) })
        // Files are read while the terminal is set up, so that small collections are in the first frame. What is fetched is in the
        // log, which must listen first.
        if !FetchedDescription.isURL(path) { runner.run(.loadCollection) }
        runner.followNetwork()
        if let environment, !FetchedDescription.isURL(path) { try checkEnvironment(environment, path) }
        let terminal = try openTerminal(takesMouse: reading.settings.usesMouse)
        defer { terminal.restore() }
        runner.followEngine()
        if logs { runner.run(.logRequests(true)) }
        if FetchedDescription.isURL(path) { runner.run(.loadCollection) }

        var model = Model(
            size: terminal.size, path: path, environmentName: environment, overrides: overrides, glyphs: terminal.glyphs
        )
        model.clock.advance(to: .current())
        model.clock.noteWall(.now)
        model.settings.zone = LocalTime.zone
        model.settings.hasCache = cache != nil
        model.settings.cacheMode = cacheMode
        model.settings.isLogging = logs
        model.themes = Themes(
            choice: first.choice, user: first.user, depth: terminal.depth, hint: processEnvironment("COLORFGBG"))
        if let greeting { model.say(greeting) }
        let opened =
            FetchedDescription.isURL(path)
            ? path : PathText.normalised(path, workingDirectory: DiskFile.workingDirectory)
        let memories = ScreenMemories.file()
        var isMemoryForeign = false
        do throws(CollectionError) {
            if let memories, let memory = try ScreenMemories.read(memories, of: opened) { model.restore(memory) }
        } catch {
            isMemoryForeign = true
            model.say(error.sentence, .warning)
        }
        if let sentence = first.said { model.say(sentence, .failure) }
        // What is wrong with the configuration goes before the greeting.
        _ = model.take(reading, isFirst: true)
        runner.watchSettings()
        let session = Session(model: model, runner: runner, terminal: terminal)
        session.begin(with: mailbox)
        EventLoop(terminal: terminal, mailbox: mailbox, signals: SignalPipe())
            .run(handle: session.handle, render: session.render)
        // Saved first: a hanging terminal must not prevent that.
        var sentences = session.finishRecovery(recovery)
        runner.descriptionEdits?.flush { sentences.append($0) }
        // Another collection may be open by now. The one that was open last is first among the recent ones.
        let last =
            FetchedDescription.isURL(session.path)
            ? session.path : PathText.normalised(session.path, workingDirectory: DiskFile.workingDirectory)
        if let memories, !isMemoryForeign,
            let sentence = ScreenMemories.keep(session.memory, of: last, in: memories)
        {
            sentences.append(sentence)
        }
        terminal.restore()
        runner.removeFiles()
        runner.finishKeeping()
        for sentence in sentences { StandardStreams.live.report(SafeText("apitui: \(sentence)")) }
        for report in cacheReports.withLock({ $0 }) { StandardStreams.live.report(SafeText("apitui: \(report)")) }
        runner.endReplays()
        try? BlockingBridge.wait {
            await engine.shutdown()
            await log.close()
        }
        return session.exitStatus
    }

    private static func checkPath(_ path: String) throws {
        if FetchedDescription.isURL(path) { return }
        if let problem = OddName.problem(with: path) { throw CommandFailure(SafeText(problem)) }
        var info = stat()
        guard stat(path, &info) == 0 else {
            if TypedRequest.isURL(path) {
                throw CommandFailure(
                    "The screen opens a folder, a file, or a description at http:// or https://; 'apitui send \(path)' sends a URL."
                )
            }
            throw CommandFailure(
                errno == ENOENT || errno == ENOTDIR
                    ? "There is no file or folder \(path)."
                    : "\(path) cannot be read: \(SystemError.clause(errno)).")
        }
        let isFolder = info.st_mode & S_IFMT == S_IFDIR
        guard access(path, isFolder ? R_OK | X_OK : R_OK) == 0 else {
            throw CommandFailure(
                "The \(isFolder ? "folder" : "file") \(path) cannot be read: \(SystemError.clause(errno)).")
        }
    }

    /// Most names are defined at the root; only if one is not, every folder is searched.
    private static func checkEnvironment(_ name: String, _ path: String) throws {
        let folder = PathText.normalised(path, workingDirectory: DiskFile.workingDirectory)
        let root = CollectionRoot.find(forFolder: folder, home: processEnvironment("HOME"))
        if CollectionStore().environments(forFolder: folder, root: root).names.contains(name) { return }
        try LoadedCollections(paths: [path]).checkEnvironment(name)
    }

    private static func firstTheme(
        _ reading: SettingsReading, flag: String?
    ) throws -> (reading: SettingsReading, theme: FirstTheme) {
        do throws(FirstTheme.Unknown) {
            return try reading.withFirstTheme(flag: flag)
        } catch {
            throw CommandFailure(SafeText(error.sentence))
        }
    }

    private static func openTerminal(takesMouse: Bool) throws -> CursesTerminal {
        do throws(TerminalError) {
            return try CursesTerminal(takesMouse: takesMouse)
        } catch {
            throw CommandFailure(SafeText(error.sentence))
        }
    }

    /// State shared by the loop's two closures. Used on the loop's thread only.
    private final class Session {
        private var model: Model
        private let runner: EffectRunner
        private let terminal: any Terminal
        private var editing: (job: EditorJob, editor: ExternalEditor, session: ExternalEditor.Session)?
        private var viewed: ViewedFile?
        private(set) var exitStatus: Int32 = 0
        var memory: ScreenMemory { model.memory }
        var path: String { model.settings.path }
        private var wasEndedBySignal = false
        /// Wake-up times requested before the loop runs.
        private var earlyWakes: [MonotonicTime] = []

        /// How long the first frame waits for a small collection, so that it does not flash `reading`.
        private static let firstFrameMilliseconds: Int32 = 12

        init(model: Model, runner: EffectRunner, terminal: any Terminal) {
            self.model = model
            self.runner = runner
            self.terminal = terminal
        }

        /// Applies what is available before the first frame.
        func begin(with mailbox: Mailbox<Action>) {
            let deadline = MonotonicTime.current() + .milliseconds(Int(Self.firstFrameMilliseconds))
            while model.tree.phase == .reading, MonotonicTime.current() < deadline {
                var descriptor = pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)
                _ = poll(&descriptor, 1, Self.firstFrameMilliseconds)
                for action in mailbox.drain() { earlyWakes += take(action).wakes }
            }
            // With the first message the loop asks for the wakes.
            mailbox.post(.tick)
            mailbox.post(.screenShown)
        }

        func render(_ size: Size) -> CellBuffer {
            if model.window.size != size { _ = update(&model, .input(.resize(size)), at: .current()) }
            return RootView.draw(model)
        }

        func handle(_ input: LoopInput<Action>) -> LoopDirective {
            switch input {
            case .input(let event, let time): return take(.input(event), at: time)
            case .message(let action):
                var directive = take(action)
                directive.wakes += earlyWakes
                earlyWakes = []
                return directive
            case .wake(let time): return take(.tick, at: time)
            case .signal(let signal):
                exitStatus = signal.exitStatus
                wasEndedBySignal = true
                return .quit
            case .external(_, let outcome):
                if let viewed {
                    self.viewed = nil
                    return viewed.finish(outcome).map { take(.failed(sentence: $0)) } ?? .proceed
                }
                guard let (job, editor, session) = editing else { return .proceed }
                editing = nil
                return take(.editedExternally(job, editor.finish(session, outcome)))
            }
        }

        /// If a signal ended the program, saves unsaved edits; if the user did, deletes the copies of this run. Deletes the recovered
        /// ones.
        ///
        /// Returns sentences for the user.
        func finishRecovery(_ store: RecoveryStore?) -> [String] {
            let copies = wasEndedBySignal ? model.recoveryCopies() : []
            guard let store, let writer = runner.recoveryWriter else {
                return copies.isEmpty
                    ? [] : ["Unsaved edits are lost. " + UserFolder.state.missing("There is no place for them")]
            }
            let failures = writer.finish(copies)
            guard failures.isEmpty else { return failures }
            store.remove(model.files.restored.values.flatMap(\.self))
            guard !copies.isEmpty else { return [] }
            let names = copies.map { model.tree.relativePath(of: $0.path) }.joined(separator: ", ")
            return ["Unsaved edits of \(names) are kept in \(store.folder) and offered at the next start."]
        }

        func take(_ action: Action, at time: MonotonicTime = .current()) -> LoopDirective {
            var directive = LoopDirective.proceed
            for effect in update(&model, action, at: time) { perform(effect, &directive) }
            return directive
        }

        /// Terminal effects become the loop's next directive; all others go to the runner.
        private func perform(_ effect: Effect, _ directive: inout LoopDirective) {
            switch effect {
            case .quit: directive.step = .quit
            case .suspend:
                // All threads stop with the program, the one that writes the copies too.
                runner.recoveryWriter?.flush { directive.wakes += take(.failed(sentence: $0)).wakes }
                directive.step = .suspend
            case .redraw: terminal.redrawWhole()
            case .ask(let questions): terminal.ask(questions)
            case .takeMouse(let isOn): terminal.takeMouse(isOn)
            case .copyByTerminal(let text): terminal.copy(text)
            case .show(let file):
                viewed = file
                directive.step = .run(file.program)
            case .wake(let moment): directive.wakes.append(moment)
            case .editExternally(let job):
                let editor = ExternalEditor.live(model.settings.configured.editor)
                do throws(ExternalEditor.Problem) {
                    let session = try editor.begin(job.text, fileExtension: job.fileExtension)
                    editing = (job, editor, session)
                    directive.step = .run(session.program)
                } catch {
                    directive.wakes += take(.failed(sentence: error.sentence)).wakes
                }
            default: runner.run(effect)
            }
        }
    }
}
