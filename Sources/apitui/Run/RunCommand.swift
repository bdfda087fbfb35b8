import ArgumentParser
import Base
import Glibc
import HTTPFormat
import NetEngine
import Runs
import Settings
import Synchronization
import Workspace

struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Sends every request of folders and files, one after another or several at a time.",
        discussion: """
            Requests are sent in the order of the tree: folders before files, by name, and each file from top to bottom. A \
            request that another one needs (# @ref) is sent before it. Later requests can use earlier responses: \
            {{login.response.body.token}}. Requests marked '# @disabled' are skipped. Each request gets one line; totals and \
            latency follow.

            --jobs N runs up to N requests at a time, from one file or many. A request begins as soon as a job is free and \
            the requests it needs have ended. Lines are printed as requests end; --json keeps the order of the plan.

            Cookies that a response sets are sent with later requests. The whole run has one jar, which requests with \
            # @no-cookie-jar do not use. With --jobs a request sends the cookies that have arrived when it begins; # @ref makes \
            it wait for its login.

            --repeat N repeats the whole plan N times, without a pause between the rounds; --data FILE does so once for each \
            row, --duration T until that time has passed. Each kind of failure is then printed once for each request when it \
            happens, and each request gets one line with its latency at the end.

            --rate R starts requests at planned moments, whether earlier ones have ended or not. Latency is then counted from \
            the planned moment, so a slow server cannot hide its delays; late starts are counted.

            Every run is recorded in the request log: 'apitui runs' lists and shows them, 'apitui compare' compares two. \
            --no-log records nothing.

            ^C, SIGTERM or SIGHUP cancels what is in flight and prints the totals; a second ^C or SIGTERM, 300 ms \
            or more after the first, ends the program.

            A request with checks (?? status == 200, # @assert status == 200) passes if all of them pass. If a check expects \
            a failure (?? status == 404, ?? error == timeout) and passes, that failure counts as a pass.

            The exit status is 0 if all requests passed, 1 if one failed or could not be sent, 2 for wrong usage or unreadable \
            input, 130 after ^C.

            Examples:
              apitui run Collections/Demo --demo
              apitui run orders.http users.http --env staging
              apitui run orders.http#create --tag smoke
              apitui run users.http --data users.csv --fail-fast
              apitui run health.http --jobs 20 --repeat 1000
              apitui run health.http --rate 50/s --duration 30s --as before
              apitui run api --junit junit.xml --report html=report.html
              apitui run . --json | jq '.requests[] | select(.outcome == "failed")'
            """)

    @Argument(
        help:
            "Folders, .http or .rest files, FILE#NAME for one request of a file, or only - or -#NAME for standard input.",
        completion: .file())
    var paths: [String]

    @OptionGroup var flags: RequestFlags
    @OptionGroup(title: "What is sent") var selection: SelectionFlags
    @OptionGroup(title: "When") var pace: PaceFlags
    @OptionGroup(title: "Parts") var shards: ShardFlags
    @OptionGroup(title: "The recording") var recording: RecordingFlags
    @OptionGroup(title: "Reports") var reports: ReportFlags

    @Flag(help: "Print one JSON object with all requests and totals at the end, instead of lines.")
    var json = false

    func validate() throws {
        if pace.data == "-", paths.contains(where: { RequestReference($0).path == "-" }) {
            throw ValidationError(
                "The requests and --data cannot both come from standard input; name a file for one of them.")
        }
        if recording.name != nil, recording.out == nil, flags.noLog {
            throw ValidationError(
                "--as names a recording, and --no-log keeps none; leave out one of them, or add --out FILE.")
        }
        if let out = recording.out { try ReportArgument.check(reports.chosen(), beside: [out]) }
        let flagged = [
            pace.data, flags.contractFile, flags.cookies, flags.connection.key, flags.connection.cacert,
            flags.connection.clientCertificate?.file,
        ]
        let inputs = paths.map { RequestReference($0).path } + flagged.compactMap(\.self)
        if let sentence = try refusal(reading: inputs) { throw ValidationError(sentence) }
        if json, try reports.chosen().contains(where: { $0.path == "-" }) {
            throw ValidationError(
                "--json and a report would both be written to standard output; name a file for the report.")
        }
    }

    /// A sentence about a file that the run reads and would replace; nil if there is none.
    private func refusal(reading inputs: [String]) throws -> String? {
        if let out = recording.out,
            let sentence = RequestFilePath.refusal(of: out, flag: "--out", what: "a recording", reading: inputs)
        {
            return sentence
        }
        return ReportArgument.refusal(of: try reports.chosen(), reading: inputs)
    }

    func run() throws {
        let targets = try RunTargets(paths, selection, isTrusted: flags.trust, kept: flags.keptChanges)
        let loaded = targets.loaded
        // A description in a folder may have any name.
        if let sentence = try refusal(reading: loaded.folders.flatMap(\.files).map(\.path)) {
            throw CommandFailure(SafeText(sentence))
        }
        loaded.reportTrustProblem()
        try loaded.checkEnvironment(flags.env)
        let environment = flags.env
        let rows = try RunRows(pace.data, overrides: flags.overrides)
        let given = flags.overrides
        let references = flags.references
        let rounds = pace.rounds(rows: rows.values.count)
        func planner(_ row: [String: String]) -> SendPlanner {
            let overrides = row.merging(given) { $1 }
            var planner = SendPlanner(references: references) {
                loaded.context(for: $0, environment: environment, overrides: overrides)
            }
            planner.repeats = rounds > 1
            return planner
        }
        let plan: ReplayPlan
        do throws(CollectionError) {
            plan = try ReplayPlan(loaded.folders, rows: rows.values, selection: targets.selection, planner: planner)
        } catch {
            throw CommandFailure(SafeText("--data: \(error.sentence)"))
        }
        guard !plan.steps.isEmpty || !loaded.plan.unreadable.isEmpty else {
            throw targets.nothing(plan) ?? ListCommand.nothing(in: paths)
        }
        let part = try shards.part(of: plan.steps)
        let steps = part?.steps ?? plan.steps
        if flags.plan {
            var output = try PlanOutput(plan.prompts, flags, json: json)
            if rows.values.isEmpty {
                output.show(steps) {
                    loaded.context(for: $0, environment: environment, overrides: given, answers: $1)
                }
            }
            for (index, row) in rows.values.enumerated() {
                // Planned by itself, a row has the elements of its loops.
                let own = ReplayPlan(loaded.folders, planner: planner(row), selection: targets.selection).steps
                let variant = plan.variants.isEmpty ? nil : plan.variants[index]
                let overrides = row.merging(given) { $1 }
                output.show(part == nil ? own : RunShards.steps(of: own, in: steps, variant: variant), row: index + 1) {
                    loaded.context(for: $0, environment: environment, overrides: overrides, answers: $1)
                }
            }
            output.end()
            try ListCommand.reportProblems(of: loaded.plan)
            guard output.isSendable else { throw CommandFailure([], status: .failed) }
            return
        }
        let printed = flags.reveal ? steps : steps.map(\.printed)
        let answers = try PromptReader().answers(to: plan.prompts, leavesOut: true)
        let budget = try OpenFiles.budget(jobs: pace.width, sharesServer: flags.demo)
        if let note = budget.note { StandardStreams.live.report(SafeText("apitui: \(note)")) }
        let jobs = budget.jobs
        let settings = ProgramSettings.load()
        let session = try SendSession(
            flags, settings, usesCache: steps.contains { $0.request.settings.cacheMode != nil }, cacheMode: .noStore,
            budget: budget, isRun: true, timeout: pace.timeout.flatMap(FlagTime.read))
        let head = RunHead(
            id: session.run ?? RunName.new(), name: recording.name, paths: paths, environment: environment,
            steps: steps.map(\.printed), pace: pace, jobs: jobs, rounds: rounds,
            rows: rows.values.count, cache: flags.cache ?? settings.cache?.rawValue, shard: part?.shard,
            unreadable: loaded.plan.unreadable.count)
        // What cannot be written is said before anything is sent.
        let files = try reports.begin()
        let recorder = try RunRecording.begin(
            head, recording, limits: flags.noLog ? nil : settings.logLimits, hasReports: !files.isEmpty)
        try session.begin()
        defer { session.end() }

        let report = RunReport(
            json: json, steps: printed, settings: head.settings, jobs: jobs, rounds: rounds,
            count: pace.duration == nil
                ? RoundSteps(steps, variants: plan.variants).count(rounds: rounds) : pace.pace.planned,
            recorder: recorder, counts: recording.counts, writesFiles: files.writesFiles || recording.out != nil,
            linesToErrors: files.fillsOutput)
        var runner = Runner(
            resolver: RequestResolver(reasons: ReasonBudget()),
            send: { [engine = session.engine] in await engine.send(session.prepared($0)) },
            jobs: jobs, rounds: rounds, executors: session.executors,
            tokens: session.tokens)
        runner.rows = rows.values
        runner.variants = plan.variants
        runner.retries = pace.retry ?? 0
        runner.retryInterval = pace.retryInterval.flatMap(FlagTime.read) ?? .seconds(1)
        runner.failsFast = pace.failFast
        let overrides = session.overrides
        let showsPrivate = flags.reveal
        let sampling = RunSampling(requests: steps.count, isOn: recorder != nil)
        let pace = pace
        Task.detached { [runner] in
            var runner = runner
            runner.pace = pace.pace
            let end = RunDeadline(pace) { session.engine.cancelAll() }
            let start = ContinuousClock.now
            let totals = await runner.run(
                steps,
                context: {
                    session.completed(
                        loaded.context(for: $0.file, environment: environment, overrides: overrides, answers: answers))
                },
                isStopped: { session.interruption != nil || end.isOver },
                report: { item, step, outcome in
                    session.log?.add(outcome)
                    var record = RunRecord(
                        item, outcome, repetition: step.turn?.index, showsPrivate: showsPrivate)
                    let stored = sampling.sample(&record, outcome.sent)
                    var recorded: RunRecord?
                    if showsPrivate, recorder != nil {
                        // What --reveal prints is in no recording.
                        recorded = RunRecord(item, outcome, repetition: step.turn?.index)
                        recorded?.bodyDigest = record.bodyDigest
                    }
                    await report.add(record, recorded: recorded, stored)
                })
            end.cancel()
            report.close(
                totals, elapsed: ContinuousClock.now - start,
                reason: {
                    if session.interruption != nil { return .interrupted }
                    if pace.failFast, totals.failed > 0 { return .failure }
                    return pace.duration == nil ? .complete : .duration
                }())
        }
        let result = report.printUntilClosed()
        // Also of a run that was interrupted.
        if let recorder, let source = recorder.source {
            try files.write(source, namesPlaces: true, reference: recorder.reference)
        }
        if let interruption = session.interruption { throw CommandFailure([], status: interruption) }
        if let ended = result.outputEnded { throw ended }
        try ListCommand.reportProblems(of: loaded.plan)
        if result.counted > 0 || recorder?.isIncomplete == true { throw CommandFailure([], status: .failed) }
    }
}

/// Ends a run some time after the end of `--duration`: what is still in flight is cancelled, what is late does not start.
private final class RunDeadline: Sendable {
    private let hasPassed = Atomic(false)
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(_ pace: PaceFlags, _ cancelAll: @escaping @Sendable () -> Void) {
        guard let duration = pace.duration.flatMap(FlagTime.read) else { return }
        let limit = duration + pace.grace
        task.withLock { task in
            task = Task.detached { [weak self] in
                guard (try? await Task.sleep(for: limit)) != nil else { return }
                self?.hasPassed.store(true, ordering: .releasing)
                cancelAll()
            }
        }
    }

    var isOver: Bool { hasPassed.load(ordering: .acquiring) }

    func cancel() { task.withLock { $0?.cancel() } }
}

/// The rows of `--data`.
private struct RunRows {
    let values: [[String: String]]

    /// - Parameter overrides: of `--var`, which go before the columns.
    init(_ path: String?, overrides: [String: String]) throws(CommandFailure) {
        guard let path else {
            values = []
            return
        }
        let (isInput, limit) = (path == "-", 256 << 20)
        let bytes: [UInt8]
        if isInput {
            bytes = try StandardInput.readAll(limit: limit)
        } else if let piped = try StandardInput.readAll(pipe: path, limit: limit) {
            // As of `--data <(jq …)` in a shell.
            bytes = piped
        } else {
            switch DiskFile.read(path, limit: limit) {
            case .success(let content): bytes = content
            case .failure(let error): throw CommandFailure("--data \(path): \(error.clause).")
            }
        }
        do throws(CollectionError) {
            values = try RunData(bytes, path: isInput ? "standard input" : path).rows.map { row in
                row.values.filter { overrides[$0.key] == nil }
            }
        } catch {
            throw CommandFailure(SafeText("--data: \(error.sentence)"))
        }
    }
}
