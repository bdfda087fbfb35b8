import ArgumentParser
import Base
import DemoServer
import Glibc
import HTTPFormat
import NetEngine
import Workspace

struct SendCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Sends one saved request, or a URL with the flags of curl.",
        discussion: """
            The response body goes to standard output: unchanged into a file or a pipe, with control characters made \
            visible on a terminal. A slow response is printed as it arrives, unless -o names a file or --json is given. A \
            summary goes to standard error. Requests marked '# @disabled' are sent too.

            Requests that this one needs (# @ref) are sent first. Values that it prompts for (# @prompt) are asked on the \
            terminal, or given with --var. On a terminal, it asks before it sends requests with a note (# @note).

            A URL begins with http:// or https://, or with {{a variable}}, localhost or HOST:PORT if no file has that \
            name. -X, -H, -d and the other flags below mean what they mean in curl: redirects are followed only with -L. \
            Variables in them get their values from --var, --env and the environment files of the current folder. Data \
            without variables is sent byte for byte.

            The exit status is 0 for success, 2 for wrong usage or a variable without a value, and one stable number \
            for each category of failure:
            \(ExitStatus.table)

            The results of checks (?? status == 200, # @assert status == 200) go to standard error; the status is 1 if one \
            fails. If a check expects the failure (?? status == 404, ?? error == timeout), the request is a success.

            Examples:
              apitui send https://api.example.com/orders -i
              apitui send openapi.yaml#getPet --server http://localhost:8080
              apitui send localhost:8080/orders -d '{"item": 3}' -H 'Content-Type: application/json'
              apitui send orders.http#createOrder --env staging
              apitui send Collections/Demo/01-shop/products.http#listProducts --demo
              echo 'GET http://127.0.0.1:8080/' | apitui send - --json | jq .timings
            """)

    @Argument(
        help: ArgumentHelp(
            "A URL, or a .http file or OpenAPI description with #NAME, #3 for its third request, or :LINE as 'list' prints it; the file alone if it has one request. - reads a file from standard input.",
            valueName: "url | file[#name]"), completion: .file())
    var request: String

    @OptionGroup(title: "The request of a URL, as in curl") var curl: CurlFlags

    @OptionGroup(title: "Output") var output: SendOutputFlags

    @OptionGroup var flags: RequestFlags

    func validate() throws {
        if let flag = curl.given, !TypedRequest.isURL(request) {
            throw ValidationError("\(flag) describes the request of a URL, and '\(request)' names a saved request.")
        }
    }

    func run() throws {
        let file = try output.file()
        for sentence in curl.unneeded { StandardStreams.live.report(SafeText("apitui: \(sentence)")) }
        try send(to: file)
        try file?.write()
    }

    private func send(to outputFile: OutputFile?) throws {
        let typed = TypedRequest.isURL(request) ? try TypedRequest(request, curl) : nil
        let (loaded, file, saved) = try find(typed)
        loaded.reportTrustProblem()
        // A URL without variables needs no environment.
        if typed.map({ $0.command.contains(bytes: "{{") || flags.env != nil }) ?? true {
            try loaded.checkEnvironment(flags.env)
        }

        let json = output.json
        let environment = flags.env
        let given = flags.overrides
        let planner = SendPlanner(references: flags.references) {
            loaded.context(for: $0, environment: environment, overrides: given)
        }
        let plan = planner.plan(sending: saved, of: file)
        let reveals = flags.reveal
        if flags.plan {
            var output = try PlanOutput(plan.prompts, flags, json: json)
            output.show(plan.steps) {
                loaded.context(for: $0, environment: environment, overrides: given, answers: $1)
            }
            output.end()
            guard output.isSendable, !output.leavesOneOut else { throw CommandFailure([], status: .usage) }
            return
        }
        if let (step, problem) = plan.firstProblem {
            let place = typed == nil ? "\(step.file.relativePath):\(step.file.sourceLine(problem.line)): " : ""
            throw CommandFailure("Nothing was sent. \(place)\(problem.reason)")
        }
        let sent = SentSteps(
            output: SentSteps.Output(
                isTyped: typed != nil, file: outputFile, isJSON: json, hasHeads: output.include || curl.isHead,
                isVerbose: output.verbose, reveals: reveals))
        if let unsendable = RequestResolver().unsendableStep(
            in: plan, later: flags.demo ? DemoServer.variableNames : [],
            context: { loaded.context(for: $0, environment: environment, overrides: given) })
        {
            let step = reveals ? unsendable.step : unsendable.step.printed
            sent.take(.notSent(unsendable.problems), of: step)
            if let failure = sent.failure { throw failure }
        }
        let prompts = PromptReader()
        try prompts.confirm((reveals ? plan.steps : plan.steps.map(\.printed)).toConfirm)
        let answers = try prompts.answers(to: plan.prompts)
        let budget = try OpenFiles.budget(jobs: 1, sharesServer: flags.demo)
        let heads = output.include ? LiveHeads(reveals: reveals) : nil
        let session = try SendSession(
            flags, ProgramSettings.load(), usesCache: true, budget: budget, observers: [heads].compactMap(\.self))
        try session.begin()
        defer { session.end() }
        let overrides = session.overrides
        // The response is available at once; only --json waits for its renewal.
        let renewals = json ? RenewalWatch(session.engine) : nil
        let live = json || curl.isHead ? nil : LiveOutput(to: outputFile, heads: heads)
        session.whenInterrupted { live?.giveUp() }
        let runner = Runner(
            resolver: RequestResolver(),
            send: { [engine = session.engine] in
                let draft = session.prepared(typed?.completed($0) ?? $0)
                guard let observer = live?.observer else { return await engine.send(draft) }
                let id = engine.makeID()
                heads?.expect(id)
                return await engine.send(draft, id: id, observer: observer)
            },
            executors: session.executors, tokens: session.tokens, resolved: { uses, _ in heads?.learn(uses) })
        let ending = try BlockingBridge.wait {
            await runner.send(
                plan,
                context: {
                    live?.expect(isWanted: $0.reason == .asked)
                    return session.completed(
                        loaded.context(for: $0.file, environment: environment, overrides: overrides, answers: answers))
                },
                isStopped: { session.interruption != nil },
                report: { _, step, outcome in
                    session.log?.add(outcome)
                    let renewal = await renewals?.renewal(of: outcome.exchange)
                    var isPrinted = false
                    if let live, let exchange = outcome.exchange { isPrinted = await live.conclude(exchange) }
                    sent.take(
                        outcome, of: reveals ? step : step.printed, renewal: renewal, isPrinted: isPrinted)
                    // In a loop the next response is wanted too.
                    live?.expect(isWanted: step.reason == .asked)
                })
        }
        if let interruption = session.interruption { throw CommandFailure([], status: interruption) }
        guard let failure = sent.failure else { return }
        if failure.sentences.isEmpty, let sentence = ending?.sentence({ (reveals ? $0 : $0.printed).request.id }) {
            StandardStreams.live.report(SafeText("apitui: \(sentence)"))
        }
        // What came with the failure, such as the body of a 404, is written before the command ends with its status.
        do throws(CommandFailure) { try outputFile?.write() } catch {
            throw CommandFailure(failure.sentences + error.sentences, status: failure.status)
        }
        throw failure
    }

    private func find(
        _ typed: TypedRequest?
    ) throws -> (loaded: LoadedCollections, file: CollectionFile, request: SavedRequest) {
        if let typed {
            let loaded = try typed.loaded(isTrusted: flags.trust)
            guard let file = loaded.folders.first?.firstFile, let request = file.document.requests.first else {
                throw CommandFailure("Nothing was sent: \(request) cannot be read as a URL.")
            }
            return (loaded, file, request)
        }
        let reference = RequestReference(request)
        let loaded = try Self.load(reference, flags)
        guard let file = loaded.folders.first?.firstFile else {
            throw CommandFailure("\(reference.path) is not a request file.")
        }
        if let problem = file.problemSentence { throw CommandFailure("\(reference.path): \(problem)") }
        let request = try reference.find(in: file)
        guard file.described != nil else { return (loaded, file, request) }
        let whole = file.expanding([request.index])
        return (loaded, whole, whole.document.requests[request.index])
    }

    private static func load(_ reference: RequestReference, _ flags: RequestFlags) throws -> LoadedCollections {
        if reference.path != "-" {
            var info = stat()
            if stat(reference.path, &info) == 0, info.st_mode & S_IFMT == S_IFDIR {
                throw CommandFailure(
                    "\(reference.path) is a folder; 'send' takes one file. 'apitui run' takes folders.")
            }
            if access(reference.path, F_OK) != 0, !CollectionStore.hasRequestEnding(reference.path) {
                let scheme = reference.path.prefix(while: \.isLetter)
                if reference.path.dropFirst(scheme.count).hasPrefix("://") {
                    throw CommandFailure(SafeText("Nothing was sent: apitui sends http and https, not \(scheme)."))
                }
                throw CommandFailure(
                    "There is no file \(reference.path). If it is a URL, write http:// or https:// before it.")
            }
            return try LoadedCollections(paths: [reference.path], isTrusted: flags.trust, kept: flags.keptChanges) {
                [try reference.find(in: $0).id]
            }
        }
        return try LoadedCollections.standardInput(isTrusted: flags.trust)
    }
}

extension CollectionFolder {
    /// The file, if the folder was made from one.
    fileprivate var firstFile: CollectionFile? {
        if case .file(let file)? = nodes.first { file } else { nil }
    }
}
