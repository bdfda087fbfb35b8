import ArgumentParser
import Base
import Glibc
import HTTPFormat
import NetEngine
import Workspace

struct SendCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Sends one saved request.",
        discussion: """
            The body goes to standard output, byte for byte into a file or a pipe, made harmless on a terminal; what takes \
            its time is printed while it arrives. What happened goes to standard error. A request that is disabled for runs can be sent here.

            What the request needs (# @ref) is sent first. What it asks for (# @prompt) is asked on the terminal, or given \
            with --var.

            The exit status is 0 for success, 2 for a wrong call or a variable without a value, and one stable number \
            for each category of failure:
            \(ExitStatus.table)

            Checks of the request (?? status == 200, # @assert status == 200) are told on standard error; 1 when one does \
            not hold. A check that asks for the failure (?? status == 404, ?? error == timeout) and holds makes it a success.

            Examples:
              apitui send orders.http#createOrder --env staging
              apitui send Collections/Demo/01-shop/products.http#listProducts --demo
              echo 'GET http://127.0.0.1:8080/' | apitui send - --json | jq .timings
            """)

    @Argument(
        help: ArgumentHelp(
            "A .http file and a request in it: #NAME, #3 for the third, or :LINE as 'list' prints it; nothing if there is only one. - reads standard input.",
            valueName: "file[#name]"), completion: .file())
    var request: String

    @OptionGroup var flags: RequestFlags

    @Flag(help: "Print the whole exchange as one JSON object instead of the body.")
    var json = false

    func run() throws {
        let reference = RequestReference(request)
        let loaded = try Self.load(reference, isTrusted: flags.trust)
        guard let file = loaded.folders.first?.firstFile else {
            throw CommandFailure("\(reference.path) is no .http file.")
        }
        if let problem = file.problem { throw CommandFailure("\(reference.path): \(problem)") }
        let saved = try reference.find(in: file)
        loaded.tellTrustProblem()
        try loaded.checkEnvironment(flags.env)

        let environment = flags.env
        let given = flags.overrides
        let planner = SendPlanner(references: flags.references) {
            loaded.context(for: $0, environment: environment, overrides: given)
        }
        // Whoever names a disabled request wants it sent.
        var wanted = saved
        wanted.settings.isDisabled = false
        wanted.disabledCondition = nil
        let plan = planner.plan([(file, wanted)])
        let reveals = flags.reveal
        if flags.plan { return PlanTalk.show(reveals ? plan.steps : plan.steps.map(\.printed), json: json) }
        if let (step, problem) = plan.firstProblem {
            throw CommandFailure("Nothing was sent. \(step.file.relativePath):\(problem.line): \(problem.reason)")
        }
        let answers = try PromptReader().answers(to: plan.prompts)
        let budget = try OpenFiles.budget(jobs: 1, sharesServer: flags.demo)
        let session = try SendSession(flags, usesCache: true, budget: budget)
        try session.begin()
        defer { session.end() }
        let overrides = session.overrides
        let sent = SentSteps(reveals: reveals)
        // The answer is there at once; only who wants the whole story waits for its renewal.
        let renewals = json ? RenewalWatch(session.engine) : nil
        let live = json ? nil : LiveOutput()
        session.whenInterrupted { live?.giveUp() }
        let runner = Runner(
            resolver: RequestResolver(),
            send: { [engine = session.engine] in
                let draft = session.prepared($0)
                guard let observer = live?.observer else { return await engine.send(draft) }
                return await engine.send(draft, observer: observer)
            },
            executors: session.executors, tokens: session.tokens)
        let path = reference.path
        let json = json
        _ = try BlockingBridge.wait {
            await runner.run(
                plan.steps,
                context: {
                    live?.expect(isWanted: $0.reason == .asked)
                    return session.completed(
                        loaded.context(for: $0.file, environment: environment, overrides: overrides, answers: answers))
                },
                isStopped: { session.interruption != nil || sent.isOver },
                report: { _, step, outcome in
                    let renewal = await renewals?.renewal(of: outcome.exchange)
                    var isPrinted = false
                    if let live, let exchange = outcome.exchange { isPrinted = await live.conclude(exchange) }
                    sent.take(
                        outcome, of: reveals ? step : step.printed, path: path, json: json, renewal: renewal,
                        isPrinted: isPrinted)
                    // In a loop the next answer is wanted too.
                    live?.expect(isWanted: step.reason == .asked)
                })
        }
        if let interruption = session.interruption { throw CommandFailure([], status: interruption) }
        if let failure = sent.failure { throw failure }
    }

    private static func load(_ reference: RequestReference, isTrusted: Bool) throws -> LoadedCollections {
        if reference.path != "-" {
            var info = stat()
            if stat(reference.path, &info) == 0, info.st_mode & S_IFMT == S_IFDIR {
                throw CommandFailure(
                    "\(reference.path) is a folder; 'send' takes one file. 'apitui run' takes folders.")
            }
            return try LoadedCollections(paths: [reference.path], isTrusted: isTrusted)
        }
        return try LoadedCollections.standardInput(isTrusted: isTrusted)
    }
}

extension CollectionFolder {
    /// The file, when the folder was made from one.
    fileprivate var firstFile: CollectionFile? {
        if case .file(let file)? = nodes.first { file } else { nil }
    }
}
