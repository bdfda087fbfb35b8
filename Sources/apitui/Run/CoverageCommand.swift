import ArgumentParser
import Base
import Contract
import HTTPFormat
import NetEngine
import OpenAPI
import Runs
import Workspace

/// `apitui coverage DESCRIPTION`: what of a description was exercised.
struct CoverageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coverage",
        abstract: "Shows which parts of an OpenAPI description requests or a recorded run exercise.",
        discussion: """
            It counts operations, parameters, documented statuses and media types. With --run it counts what the recorded run \
            sent and received; without it, what the requests of the collection would send, and statuses and media types of \
            responses stay open.

            Requests belong to an operation by method and URL: the URL must begin with a server of the description, or with \
            that of --server.

            The exit status is 0, or 2 if something cannot be read.

            Examples:
              apitui coverage openapi.yaml --run last
              apitui coverage openapi.yaml api/ --env dev
              apitui coverage openapi.yaml --run run.jsonl --json
            """)

    @Argument(help: ArgumentHelp("The description.", valueName: "description"), completion: .file())
    var description: String

    @Argument(
        help: ArgumentHelp("Folders and request files, by default the folder of the description.", valueName: "path"),
        completion: .file())
    var paths: [String] = []

    @Option(
        name: .customLong("run"),
        help: ArgumentHelp(
            "A recorded run as 'apitui runs' lists it, or the file of a recording. May be repeated.", valueName: "run"))
    var runs: [String] = []

    @Option(
        help: ArgumentHelp("The server that requests were sent to, in place of the description's.", valueName: "url"))
    var server: String?

    @OptionGroup var environment: EnvironmentFlags

    @Flag(help: "List each part that was not exercised.")
    var missing = false

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        if !runs.isEmpty, !paths.isEmpty {
            throw ValidationError(
                "--run counts what was sent; folders and files count what would be. Give one of them.")
        }
    }

    func run() throws {
        let described = try DescriptionArgument.api(description)
        let matcher = OperationMatcher(described, server: server)
        var coverage = Coverage(described)
        if runs.isEmpty { try addRequests(to: &coverage, matcher) } else { try addRuns(to: &coverage, matcher) }
        let result = coverage.result()
        let streams = StandardStreams.live
        if json { return streams.writeBytes(result.json.bytes + [Byte.lineFeed]) }
        for line in result.lines(showsMissing: missing) { streams.line(SafeText(line)) }
    }

    private func addRuns(to coverage: inout Coverage, _ matcher: OperationMatcher) throws {
        for run in runs {
            try RecordedExchanges.forEach(of: run) { exchange in
                for hop in exchange.hops {
                    coverage.add(
                        ObservedExchange(
                            matcher.match(hop.request.method.rawValue, hop.request.url),
                            method: hop.request.method.rawValue, url: hop.request.url,
                            requestHeaders: hop.request.headers, status: hop.response?.status,
                            responseHeaders: hop.response?.headers ?? []))
                }
            }
        }
    }

    private func addRequests(to coverage: inout Coverage, _ matcher: OperationMatcher) throws {
        let loaded = try LoadedCollections(paths: paths.isEmpty ? [PathText.folder(of: description)] : paths)
        try loaded.checkEnvironment(environment.env)
        let overrides = environment.overrides()
        var unsent = 0
        for step in loaded.plan.steps where step.file.described == nil {
            let context = loaded.context(for: step.file, environment: environment.env, overrides: overrides)
            guard case .draft(let draft, _) = RequestResolver().resolve(step.request, in: step.file, context: context),
                let url = try? HTTPURL.parse(draft.url)
            else {
                unsent += 1
                continue
            }
            coverage.add(
                ObservedExchange(
                    matcher.match(draft.method, url), method: draft.method, url: url, requestHeaders: draft.headers,
                    status: nil))
        }
        if unsent > 0 {
            StandardStreams.live.report(
                SafeText(
                    "apitui: \(Formatting.count(unsent, "request")) could not be counted: a variable has no value, or the URL is "
                        + "not valid. 'apitui lint' names them."))
        }
    }
}

/// The exchanges of a recorded run.
enum RecordedExchanges {
    static func forEach(of run: String, _ take: (Exchange) -> Void) throws {
        try RunsCommand.reading(status: .usage) { try read(run, take) }
    }

    private static func read(_ run: String, _ take: (Exchange) -> Void) throws {
        let source = try RunsCommand.source(run)
        func read(_ item: RecordingReader.Item) {
            guard case .result(_, let recorded) = item, let exchange = recorded?.exchange else { return }
            take(exchange)
        }
        let damaged = try source.forEach(read)
        if let clause = RunAccount.damagedClause(damaged) {
            StandardStreams.live.report(SafeText("apitui: \(source.name): \(clause)."))
        }
    }
}
