import ArgumentParser
import Base
import HTTPFormat
import Workspace

struct LintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Reports what is wrong or doubtful in request files; sends nothing.",
        discussion: """
            Each line is one finding: file, line, severity, id and a sentence. An error prevents a request from being sent \
            or a line from being read. A warning marks what probably does not do what you meant. An info marks what other \
            tools read differently. 'apitui explain E7' explains an id.

            Without --env a variable has a value if any environment defines it.

            The exit status is 0 if there is no error, 1 if there is one, 2 if a file or folder cannot be read.

            Examples:
              apitui lint
              apitui lint api/ --env staging
              apitui lint api/ --json | jq '.[] | select(.severity != "info")'
              apitui lint - < requests.http
            """)

    @Argument(help: "A folder, a .http or .rest file, or - for standard input.", completion: .file())
    var path = "."

    @Option(help: ArgumentHelp("The environment of http-client.env.json to use.", valueName: "name"))
    var env: String?

    @Flag(help: "Print one JSON array with file, line, id, severity and text.")
    var json = false

    func run() throws {
        let streams = StandardStreams.live
        let loaded = try load()
        if loaded.environmentProblems.isEmpty { try loaded.checkEnvironmentName(env) }
        let environment = env
        let lint = CollectionLint(
            context: { loaded.context(for: $0, environment: environment, overrides: [:]) }, environment: environment)
        let files = loaded.folders.flatMap(\.files)
        var findings = loaded.environmentProblems.map { LintFinding($0) }
        findings += lint.findings(in: files)
        findings += lint.environmentFindings(files).map { finding in
            var finding = finding
            finding.file = LoadedCollections.fromHere(finding.file)
            return finding
        }
        var counts: [Notice.Severity: Int] = [:]
        for finding in findings {
            counts[finding.severity, default: 0] += 1
            guard !json else { continue }
            streams.line(
                "\(finding.file):\(finding.line): \(finding.severity.rawValue) \(finding.id): \(finding.sentence)")
        }
        let entries = findings.map { finding in
            JSONOutput.object([
                ("file", .string(finding.file)), ("line", .number(finding.line)), ("id", .string(finding.id)),
                ("severity", .string(finding.severity.rawValue)), ("text", .string(finding.text)),
            ])
        }
        if json { streams.writeBytes(JSONOutput.array(entries).bytes + [Byte.lineFeed]) }
        streams.report(Self.summary(counts, files: files.count))
        if files.contains(where: { $0.problem != nil }) { throw CommandFailure([], status: .usage) }
        if counts[.error] != nil { throw CommandFailure([], status: .failed) }
    }

    private func load() throws -> LoadedCollections {
        guard path == "-" else { return try LoadedCollections(paths: [path]) }
        return try LoadedCollections.standardInput()
    }

    private static func summary(_ counts: [Notice.Severity: Int], files: Int) -> SafeText {
        func part(_ severity: Notice.Severity, _ word: String) -> String {
            let count = counts[severity] ?? 0
            return "\(count) \(word)\(count == 1 ? "" : "s")"
        }
        let what = [part(.error, "error"), part(.warning, "warning"), part(.info, "info")].joined(separator: ", ")
        return "apitui: \(what) in \(files) file\(files == 1 ? "" : "s")."
    }
}
