import ArgumentParser
import Base
import HTTPFormat
import NetEngine
import NetEngineRequestLog
import Runs
import Synchronization
import Workspace

/// What `compare` sends in two environments.
struct LiveComparisonFlags: ParsableArguments {
    @Option(help: ArgumentHelp("An environment; give it twice.", valueName: "name"))
    var env: [String] = []

    @Option(
        name: [.customLong("repeat"), .customShort("n")], parsing: .unconditional,
        help: ArgumentHelp(
            "How many times to send each request in each environment; repeats show what is volatile. Default 3.",
            valueName: "count"))
    var `repeat`: Int?

    @Option(
        name: [.customLong("var"), .customLong("variable")],
        help: RequestFlags.variablesHelp)
    var variables: [String] = []

    @OptionGroup var selection: SelectionFlags

    @Flag(help: RequestFlags.noKeptHelp)
    var noKept = false

    @Flag(help: "Start the demo server for this command.")
    var demo = false

    @Flag(help: "Let the collection read your environment and files outside its folder, and write files.")
    var trust = false

    @Flag(help: "Write nothing to the request log, and record no run.")
    var noLog = false

    func validate() throws {
        if let `repeat`, !(1...1000).contains(`repeat`) {
            throw ValidationError("--repeat takes a number from 1 to 1000.")
        }
        try RequestFlags.checkValues(variables)
    }

    /// Without `--env` nothing is sent.
    func checkUnused() throws {
        let isUsed =
            `repeat` != nil || !variables.isEmpty || noKept || demo || trust || noLog || !selection.tags.isEmpty
            || !selection.skippedTags.isEmpty || !selection.filters.isEmpty
        if isUsed {
            throw ValidationError("Two recorded runs are compared without sending; the flags of sending go with --env.")
        }
    }
}

/// Sends the same requests in two environments, each request in one and then in the other, so that what changes with time changes for
/// both.
struct LiveComparison {
    let paths: [String]
    let flags: LiveComparisonFlags

    private static let usualRepeat = 3

    private let targets: RunTargets

    init(paths: [String], flags: LiveComparisonFlags) throws {
        self.paths = paths
        self.flags = flags
        targets = try RunTargets(
            paths, flags.selection, isTrusted: flags.trust, kept: KeptChanges(flags.noKept ? nil : .live()))
    }

    /// Names the files that could not be read; called after the comparison is printed.
    func reportProblems() throws(CommandFailure) { try ListCommand.reportProblems(of: targets.loaded.plan) }

    /// - Returns: the recordings of both.
    func run() throws -> (RecordingSource, RecordingSource) {
        let loaded = targets.loaded
        loaded.reportTrustProblem()
        for name in flags.env { try loaded.checkEnvironment(name) }
        let request = try RequestFlags.parse(
            (flags.demo ? ["--demo"] : []) + (flags.noLog ? ["--no-log"] : []) + (flags.trust ? ["--trust"] : []))
        let overrides = RequestFlags.values(flags.variables)
        let budget = try OpenFiles.budget(jobs: 2, sharesServer: flags.demo)
        let settings = ProgramSettings.load()
        let session = try SendSession(
            request, settings, usesCache: false, cacheMode: .noStore, budget: budget, isRun: true)
        let turns = Turns()
        let sides = try flags.env.enumerated().map { index, environment in
            try Side(
                index, environment, loaded, targets, overrides, paths, rounds: flags.repeat ?? Self.usualRepeat,
                limits: flags.noLog ? nil : settings.logLimits)
        }
        try session.begin()
        defer { session.end() }
        try BlockingBridge.wait {
            await withTaskGroup { group in
                for side in sides { group.addTask { await side.run(session, turns, overrides, loaded) } }
            }
        }
        if let interruption = session.interruption { throw CommandFailure([], status: interruption) }
        return (sides[0].source, sides[1].source)
    }

    /// One environment.
    private final class Side: Sendable {
        private let index: Int
        private let environment: String
        private let steps: [SendPlan.Step]
        private let answers: [String: String]
        private let rounds: Int
        private let recorder: Mutex<RunRecorder>
        private let summary: Mutex<RunSummary>
        let source: RecordingSource

        init(
            _ index: Int, _ environment: String, _ loaded: LoadedCollections, _ targets: RunTargets,
            _ overrides: [String: String], _ paths: [String], rounds: Int, limits: RequestLogLimits?
        ) throws {
            self.index = index
            self.environment = environment
            self.rounds = rounds
            var planner = SendPlanner(references: .first) {
                loaded.context(for: $0, environment: environment, overrides: overrides)
            }
            planner.repeats = rounds > 1
            let plan = ReplayPlan(loaded.folders, planner: planner, selection: targets.selection)
            guard !plan.steps.isEmpty else {
                try ListCommand.reportProblems(of: plan)
                throw targets.nothing(plan) ?? ListCommand.nothing(in: paths)
            }
            steps = plan.steps
            answers = try PromptReader().answers(to: plan.prompts)
            var head = RunHead(
                id: RunName.new(), startedAt: .now, program: ProgramVersion.number, paths: paths,
                environment: environment, requests: steps.map { RunHead.Request($0.printed) })
            head.settings.rounds = rounds
            head.unreadable = plan.unreadable.count
            let temporary = try TemporaryRecording()
            source = temporary.named(environment)
            var places: [any RecordingPlace] = [temporary]
            if let limits, let place = RunRecording.stored(head, limits) { places.append(place) }
            recorder = Mutex(RunRecorder(head, to: places, report: { RunRecording.report($0) }))
            summary = Mutex(RunSummary(stepCount: steps.count, rounds: rounds))
        }

        func run(
            _ session: SendSession, _ turns: Turns, _ overrides: [String: String], _ loaded: LoadedCollections
        ) async {
            let (index, environment, answers) = (index, environment, answers)
            let sampling = RunSampling(requests: steps.count)
            let runner = Runner(
                resolver: RequestResolver(reasons: ReasonBudget()),
                send: { draft in
                    await turns.begin(index)
                    let exchange = await session.engine.send(session.prepared(draft))
                    turns.end(index)
                    return exchange
                }, rounds: rounds, tokens: session.tokens)
            let given = session.overrides.merging(overrides) { _, given in given }
            let start = ContinuousClock.now
            let totals = await runner.run(
                steps,
                context: {
                    session.completed(
                        loaded.context(for: $0.file, environment: environment, overrides: given, answers: answers))
                }, isStopped: { session.interruption != nil },
                report: { [self] item, step, outcome in
                    session.log?.add(outcome)
                    var record = RunRecord(item, outcome, repetition: step.turn?.index)
                    let stored = sampling.sample(&record, outcome.sent)
                    summary.withLock { $0.add(record) }
                    recorder.withLock { $0.add(record, stored) }
                })
            turns.leave(index)
            let isInterrupted = session.interruption != nil
            let latency = summary.withLock { $0.latency }
            recorder.withLock {
                $0.close(
                    RunEnd(
                        elapsed: ContinuousClock.now - start, reason: isInterrupted ? .interrupted : .complete,
                        notReached: totals.notReached), totals: totals, latency: latency)
            }
        }
    }
}

/// Lets two senders send in turns. One that has nothing left to send is not waited for.
private final class Turns: Sendable {
    private struct State {
        var counts = [0, 0]
        var hasLeft = [false, false]
        var waiting: [(side: Int, continuation: CheckedContinuation<Void, Never>)] = []

        func mayBegin(_ side: Int) -> Bool { hasLeft[1 - side] || counts[side] <= counts[1 - side] - side }

        /// Those that need not wait any more.
        mutating func free() -> [CheckedContinuation<Void, Never>] {
            let state = self
            waiting.removeAll { state.mayBegin($0.side) }
            return state.waiting.filter { state.mayBegin($0.side) }.map(\.continuation)
        }
    }

    private let state = Mutex(State())

    /// Returns when it is this side's turn: the first side begins, and neither is more than one request ahead.
    func begin(_ side: Int) async {
        await withCheckedContinuation { continuation in
            let mayBegin = state.withLock { state in
                let mayBegin = state.mayBegin(side)
                if !mayBegin { state.waiting.append((side, continuation)) }
                return mayBegin
            }
            if mayBegin { continuation.resume() }
        }
    }

    func end(_ side: Int) { change { $0.counts[side] += 1 } }
    func leave(_ side: Int) { change { $0.hasLeft[side] = true } }

    private func change(_ body: (inout State) -> Void) {
        let ready = state.withLock { state in
            body(&state)
            return state.free()
        }
        for continuation in ready { continuation.resume() }
    }
}
