import ArgumentParser
import Base
import Glibc
import HTTPFormat
import NetEngine
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
            # @no-cookie-jar do not use. With --jobs a request sends the cookies that are there when it begins; # @ref makes \
            it wait for its login.

            --repeat N repeats the whole plan N times, without a pause between the rounds. Each kind of failure is then \
            printed once for each request when it happens, and each request gets one line with its latency at the end.

            ^C or SIGTERM cancels what is in flight and prints the totals; a second signal ends the program.

            A request with checks (?? status == 200, # @assert status == 200) passes if all of them pass. If a check expects \
            a failure (?? status == 404, ?? error == timeout) and passes, that failure counts as a pass.

            The exit status is 0 if all requests passed, 1 if one failed, 2 for wrong usage or unreadable input, 130 after ^C.

            Examples:
              apitui run Collections/Demo --demo
              apitui run orders.http users.http --env staging
              apitui run health.http --jobs 20 --repeat 1000
              apitui run . --json | jq '.requests[] | select(.outcome == "failed")'
            """)

    @Argument(help: "Folders, .http or .rest files, or only - for standard input.", completion: .file())
    var paths: [String]

    @OptionGroup var flags: RequestFlags

    @Option(name: .shortAndLong, help: ArgumentHelp("How many requests run at a time, 1 to 10000.", valueName: "count"))
    var jobs = 1

    @Option(help: ArgumentHelp("How many times to send the whole plan, 1 to 1000000.", valueName: "count"))
    var `repeat` = 1

    @Flag(help: "Print one JSON object with all requests and totals at the end, instead of lines.")
    var json = false

    private func load() throws -> LoadedCollections {
        if paths == ["-"] { return try LoadedCollections.standardInput(isTrusted: flags.trust) }
        for path in paths where access(path, F_OK) != 0 {
            if TypedRequest.isURL(path) {
                throw CommandFailure("'run' takes files and folders; 'apitui send \(path)' sends a URL.")
            }
            let reference = RequestReference(path)
            guard reference.path != path, access(reference.path, F_OK) == 0 else { continue }
            throw CommandFailure(
                "'run' takes whole files; 'apitui send \(path)' sends one request, and what it needs before it.")
        }
        return try LoadedCollections(paths: paths, isTrusted: flags.trust)
    }

    func validate() throws {
        guard (1...10_000).contains(jobs) else { throw ValidationError("--jobs takes a number from 1 to 10000.") }
        guard (1...1_000_000).contains(`repeat`) else {
            throw ValidationError("--repeat takes a number from 1 to 1000000.")
        }
    }

    func run() throws {
        let loaded = try load()
        loaded.reportTrustProblem()
        try loaded.checkEnvironment(flags.env)
        let environment = flags.env
        let given = flags.overrides
        let plan = ReplayPlan(
            loaded.folders,
            planner: SendPlanner(references: flags.references) {
                loaded.context(for: $0, environment: environment, overrides: given)
            })
        let steps = plan.steps
        guard !steps.isEmpty || !loaded.plan.unreadable.isEmpty else {
            throw ListCommand.nothing(in: paths)
        }
        let printed = flags.reveal ? steps : steps.map(\.printed)
        if flags.plan { return PlanOutput.show(printed, json: json) }
        let answers = try PromptReader().answers(to: plan.prompts)
        let budget = try OpenFiles.budget(jobs: jobs, sharesServer: flags.demo)
        if let note = budget.note { StandardStreams.live.report(SafeText("apitui: \(note)")) }
        let jobs = budget.jobs
        let session = try SendSession(
            flags, usesCache: steps.contains { $0.request.settings.cacheMode != nil }, cacheMode: .noStore,
            budget: budget)
        try session.begin()
        defer { session.end() }

        let report = RunReport(json: json, steps: printed, jobs: jobs, rounds: `repeat`)
        let runner = Runner(
            resolver: RequestResolver(reasons: ReasonBudget()),
            send: { [engine = session.engine] in await engine.send(session.prepared($0)) },
            jobs: jobs, rounds: `repeat`, executors: session.executors,
            tokens: session.tokens)
        let overrides = session.overrides
        let showsPrivate = flags.reveal
        Task.detached {
            let start = ContinuousClock.now
            let totals = await runner.run(
                steps,
                context: {
                    session.completed(
                        loaded.context(for: $0.file, environment: environment, overrides: overrides, answers: answers))
                },
                isStopped: { session.interruption != nil },
                report: { item, step, outcome in
                    await report.add(RunRecord(item, outcome, repetition: step.turn?.index, showsPrivate: showsPrivate))
                })
            report.close(totals, elapsed: ContinuousClock.now - start)
        }
        let totals = report.printUntilClosed()
        if let interruption = session.interruption { throw CommandFailure([], status: interruption) }
        try ListCommand.reportProblems(of: loaded.plan)
        if totals.failed > 0 { throw CommandFailure([], status: .failed) }
    }
}
