import ArgumentParser
import NetEngine
import Synchronization

struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Sends every request of folders and files, one after another.",
        discussion: """
            The order is that of the tree: folders, then files, by name, and each file from top to bottom. Requests \
            marked '# @disabled' are skipped. One line is printed for each request, then totals.

            The exit status is 0 when all passed, 1 when one failed, 2 for a wrong call or unreadable input, 130 after ^C.

            Examples:
              apitui run Collections/Demo --demo
              apitui run orders.http users.http --env staging
              apitui run . --json | jq '.requests[] | select(.outcome == "failed")'
            """)

    @Argument(help: "Folders, or .http or .rest files.", completion: .file())
    var paths: [String]

    @OptionGroup var flags: RequestFlags

    @Flag(help: "Print one JSON object with all requests and totals at the end instead of lines.")
    var json = false

    func run() throws {
        let loaded = try LoadedCollections(paths: paths)
        try loaded.checkEnvironment(flags.env)
        guard !loaded.plan.steps.isEmpty || !loaded.plan.unreadable.isEmpty else {
            throw CommandFailure("There is no request in \(paths.joined(separator: ", ")).")
        }
        let session = SendSession(flags, usesCache: false)
        try session.begin()
        defer { session.end() }

        let report = RunReport(json: json, steps: loaded.plan.steps)
        let runner = Runner(resolver: RequestResolver()) { [engine = session.engine] in
            await engine.send(session.prepared($0))
        }
        let overrides = session.overrides
        let environment = flags.env
        let start = ContinuousClock.now
        let totals = try BlockingBridge.wait {
            await runner.run(
                loaded.plan.steps,
                context: { loaded.context(for: $0.file, environment: environment, overrides: overrides) },
                isStopped: { session.interruption != nil }, report: { report.add($0, $1) })
        }
        report.finish(totals, elapsed: ContinuousClock.now - start)
        if let interruption = session.interruption { throw CommandFailure([], status: interruption) }
        try ListCommand.complain(about: loaded.plan)
        if totals.failed > 0 { throw CommandFailure([], status: .failed) }
    }
}

/// Prints what a run tells: lines as they come, or one JSON object at the end.
final class RunReport: Sendable {
    private let json: Bool
    private let nameWidth: Int
    private let entries = Mutex<[JSONOutput]>([])

    init(json: Bool, steps: [ReplayPlan.Step]) {
        self.json = json
        nameWidth = min(32, steps.map { DisplayWidth.of(SafeText($0.request.idBesideMethod)) }.max() ?? 0)
    }

    func add(_ step: ReplayPlan.Step, _ outcome: Runner.Outcome) {
        if json {
            let entry = Self.entry(step, outcome)
            entries.withLock { $0.append(entry) }
        } else {
            printLine(step, outcome)
        }
    }

    func finish(_ totals: Runner.Totals, elapsed: Duration) {
        if json {
            let counts: JSONOutput = [
                "requests": .number(totals.count), "passed": .number(totals.passed), "failed": .number(totals.failed),
                "skipped": .number(totals.skipped), "cancelled": .number(totals.cancelled),
                "notReached": .number(totals.notReached),
                "elapsed": .number(DurationText.milliseconds(elapsed, places: 3)),
            ]
            let document: JSONOutput = ["requests": .array(entries.withLock { $0 }), "totals": counts]
            StandardStreams.live.writeBytes(document.bytes + [0x0A])
            return
        }
        var parts = ["\(totals.passed) ok", "\(totals.failed) failed", "\(totals.skipped) skipped"]
        if totals.cancelled > 0 { parts.append("\(totals.cancelled) cancelled") }
        if totals.notReached > 0 { parts.append("\(totals.notReached) not reached") }
        StandardStreams.live.line(
            "\(totals.count) requests: \(parts.joined(separator: ", ")) in \(DurationText.short(elapsed))")
    }

    // MARK: - Lines

    private func printLine(_ step: ReplayPlan.Step, _ outcome: Runner.Outcome) {
        let streams = StandardStreams.live
        let name = SafeText(step.request.idBesideMethod)
        let gap = String(repeating: " ", count: max(1, nameWidth - DisplayWidth.of(name) + 1))
        let method = step.request.method.padded(to: 7)
        let place: SafeText = "         \(step.file.relativePath):"
        switch outcome {
        case .passed(let exchange):
            streams.marked("ok      ", .good, " \(method) \(name)\(gap) \(Self.result(exchange))")
        case .failed(let exchange):
            streams.marked("FAILED  ", .bad, " \(method) \(name)\(gap) \(Self.result(exchange))")
            if let error = exchange.error {
                streams.line(place + "\(step.request.line): " + ExchangeTalk.sentence(error))
            }
        case .notSent(let problems):
            streams.marked("FAILED  ", .bad, " \(method) \(name)\(gap) not sent")
            for problem in problems {
                // The sentence may begin with the place, which stands here already.
                let prefix = "\(step.file.relativePath):\(problem.line): "
                let sentence =
                    problem.sentence.hasPrefix(prefix)
                    ? String(problem.sentence.dropFirst(prefix.count)) : problem.sentence
                streams.line(place + "\(problem.line): \(ErrorCategory.requestBuild.rawValue): \(sentence)")
            }
        case .skipped: streams.marked("skipped ", .plain, " \(method) \(name)")
        case .cancelled: streams.marked("stopped ", .plain, " \(method) \(name)")
        }
    }

    private static func result(_ exchange: Exchange) -> SafeText {
        let status = exchange.response.map { String($0.status) } ?? "---"
        return "\(status)  \(DurationText.short(exchange.timings.total))"
    }

    // MARK: - JSON

    private static func entry(_ step: ReplayPlan.Step, _ outcome: Runner.Outcome) -> JSONOutput {
        let (word, exchange, problems): (String, Exchange?, [(line: Int, sentence: String)]) =
            switch outcome {
            case .passed(let exchange): ("passed", exchange, [])
            case .failed(let exchange): ("failed", exchange, [])
            case .notSent(let problems): ("failed", nil, problems)
            case .skipped: ("skipped", nil, [])
            case .cancelled(let exchange): ("cancelled", exchange, [])
            }
        let error: JSONOutput =
            problems.isEmpty
            ? ExchangeJSON.error(exchange?.error)
            : .object([
                ("category", .string(ErrorCategory.requestBuild.rawValue)), ("phase", .null),
                ("sentence", .string(problems.map { "line \($0.line): \($0.sentence)" }.joined(separator: "; "))),
                ("hint", "Define what is missing, or set it with --var."), ("code", .null),
                ("detail", .null),
            ])
        return .object([
            ("file", .string(step.file.relativePath)), ("line", .number(step.request.line)),
            ("id", .string(step.request.id)), ("method", .string(step.request.method)), ("outcome", .string(word)),
            ("status", .optional(exchange?.response?.status)), ("error", error),
            ("timings", exchange.map { ExchangeJSON.timings($0.timings) } ?? .null),
        ])
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
