import ArgumentParser
import Base
import Comparison
import NetEngine
import Runs
import Workspace

struct CompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compares two recorded runs, or one collection in two environments.",
        discussion: """
            A is the earlier run, or the one that you trust. Runs are named as in 'apitui runs': by id, name, 'last', or the \
            path of a file. Status, checks, headers, bodies, the shape of JSON, the cache and latency are compared request by \
            request. Values that change from one response to the next are found from repeats within each run, or named by \
            --ignore or by a file of rules; the report lists what was left out. A file compare.rules in the current folder, \
            beside PATHS or at the root of their collection is read without being named. docs/compare.md has the details.

            With --env twice, PATHS are sent in both environments, one request after the other in turns, recorded, and compared.

            The exit status is 0 if nothing got worse, 1 if something did, 2 for wrong usage or unreadable files.

            Examples:
              apitui compare before last
              apitui compare before after --ignore '$..updatedAt' --report html=diff.html
              apitui compare before after --report rules=compare.rules
              apitui compare --env staging --env production api/ --repeat 3
            """)

    @Argument(help: "The two runs; with --env the folders and files to send.", completion: .file())
    var runs: [String]

    @Option(
        name: .customLong("ignore"),
        help: ArgumentHelp("Do not compare what this JSONPath selects. May be repeated.", valueName: "jsonpath"))
    var ignored: [String] = []

    @Option(
        help: ArgumentHelp(
            "A file of rules, as the report suggests them. Default \(ComparisonRules.usualFileName), where there is one.",
            valueName: "file"), completion: .file())
    var rules: String?

    @Flag(help: "Read no file of rules.")
    var noRules = false

    @Option(
        name: [.customLong("threshold"), .customLong("noise-threshold")], parsing: .unconditional,
        help: ArgumentHelp("How much the median of a latency may change, in percent. Default 10.", valueName: "percent")
    )
    var threshold: Double?

    @Option(
        help: ArgumentHelp(
            "What counts as worse: \(CompareCommand.kinds), separated by commas. Default \(CompareCommand.usualKinds).",
            valueName: "kinds"))
    var failOn: String?

    @Flag(help: "Print the comparison as JSON.")
    var json = false

    @Option(
        name: .customLong("report"),
        help: ArgumentHelp(
            "Write a report: html, json, markdown or text; or rules for what was left out. May be repeated.",
            valueName: "kind=file"))
    var reports: [String] = []

    @OptionGroup(title: "Sending in two environments") var live: LiveComparisonFlags

    private static let kinds = Worsening.Kind.allCases.map(\.rawValue).joined(separator: ", ")
    private static let usualKinds = Worsening.Kind.allCases.filter(Worsening.Kind.usual.contains).map(\.rawValue)
        .joined(separator: ",")

    func validate() throws {
        if live.env.isEmpty {
            guard runs.count == 2 else { throw ValidationError("Name two runs: apitui compare before after.") }
            try live.checkUnused()
        } else if live.env.count != 2 {
            throw ValidationError("Give --env twice: the environment that you trust, then the other one.")
        }
        if let threshold, !(threshold > 0 && threshold < 1000) {
            throw ValidationError("--threshold takes a percentage above 0 and below 1000.")
        }
        if noRules, rules != nil {
            throw ValidationError("--rules and --no-rules exclude each other: leave one out.")
        }
        _ = try chosenKinds()
        let inputs = runs.map { RequestReference($0).path } + [rules].compactMap(\.self)
        if let sentence = ReportArgument.refusal(of: try chosenReports(), reading: inputs) {
            throw ValidationError(sentence)
        }
    }

    private func chosenKinds() throws -> Set<Worsening.Kind> {
        guard let failOn else { return Worsening.Kind.usual }
        return try Set(
            failOn.split(separator: ",").map { word in
                let word = word.trimmingWhitespace()
                guard let kind = Worsening.Kind(rawValue: word) else {
                    let names = Worsening.Kind.allCases.map(\.rawValue)
                    let near = NameSuggestion.question(for: word, among: names)
                    throw ValidationError("--fail-on takes \(Self.kinds); not '\(word)'.\(near)")
                }
                return kind
            })
    }

    private enum Form: String, CaseIterable { case html, json, markdown, text, rules }

    /// The kinds of `--report`.
    static var reportKinds: [String] { Form.allCases.map(\.rawValue) }

    private func chosenReports() throws(ValidationError) -> [ReportArgument<Form>] {
        var all: [ReportArgument<Form>] = []
        for text in reports {
            all.append(try .read(text, kind: { Form(rawValue: $0 == "md" ? "markdown" : $0) }, usualPath: { _ in nil }))
        }
        try ReportArgument.check(all)
        let printed = all.filter { $0.path == "-" }
        guard printed.isEmpty || (printed.count == 1 && !json) else {
            throw ValidationError(
                json
                    ? "--json and a report would both be written to standard output; name a file for the report."
                    : "Two reports would be written to standard output; name a file for one of them.")
        }
        return all
    }

    func run() throws {
        let options = try options()
        // Said before anything is sent.
        let files = try chosenReports().map { report in
            if report.kind == .rules, DiskFile.info(report.path) != nil {
                // Written over, the rules that somebody chose would be lost.
                throw CommandFailure(
                    SafeText(
                        "--report rules=\(report.path): there is such a file. Name a new one, and copy the rules that you "
                            + "agree with."))
            }
            return (report.kind, try ReportTarget(report.path, flag: report.flag))
        }
        let sent = live.env.isEmpty ? nil : try LiveComparison(paths: runs, flags: live)
        let comparison = try comparing { () throws -> RunComparison in
            let (a, b) = try sent?.run() ?? (try RunsCommand.source(runs[0]), try RunsCommand.source(runs[1]))
            return try RunComparison(a: a, b: b, options: options)
        }
        let streams = StandardStreams.live
        var out: [UInt8] = []
        if json {
            out = ComparisonJSON.bytes(comparison) + [Byte.lineFeed]
        } else {
            for line in ComparisonText.lines(comparison, width: streams.outputSize?.columns ?? 100) {
                streams.append(line, to: &out)
            }
        }
        // A report on standard output takes the place of the comparison there.
        var failure = files.contains { $0.1.isStandardOutput } ? nil : streams.failureWriting(out)
        for (form, target) in files {
            let bytes: [UInt8] =
                switch form {
                case .html: Array(ComparisonHTML.text(comparison).utf8)
                case .json: ComparisonJSON.bytes(comparison) + [Byte.lineFeed]
                case .markdown: Array(ComparisonMarkdown.text(comparison).utf8)
                case .rules: Array(comparison.rulesText.utf8)
                case .text: ComparisonText.lines(comparison).flatMap { Array($0.string.utf8) + [Byte.lineFeed] }
                }
            // The others are written all the same.
            do throws(CommandFailure) {
                try target.write(bytes, form.rawValue)
                try target.finish()
            } catch {
                failure = error.after(failure)
            }
        }
        do throws(CommandFailure) { try sent?.reportProblems() } catch { failure = error.after(failure) }
        if let failure { throw failure }
        if comparison.isWorse { throw CommandFailure([], status: .failed) }
    }

    private func options() throws -> ComparisonOptions {
        do {
            var file = ComparisonRulesFile()
            if let rules {
                file = try ComparisonRulesFile(named: rules)
            } else if !noRules {
                file = try ComparisonRulesFile(besides: live.env.isEmpty ? [] : runs)
            }
            file.rules.rules += try ComparisonRules(ignoring: ignored).rules
            return ComparisonOptions(
                threshold: (threshold ?? 10) / 100, failOn: try chosenKinds(), rules: file.rules, rulesFile: file.path)
        } catch let error as ComparisonError {
            throw CommandFailure(SafeText(error.sentence))
        }
    }

    private func comparing<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try RunsCommand.reading(status: .usage, body)
        } catch let error as ComparisonError {
            throw CommandFailure(SafeText(error.sentence))
        }
    }
}
