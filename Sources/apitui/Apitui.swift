import ArgumentParser
import Base
import CommandGuide
import Glibc
import NetEngine
import TerminalUI
import Workspace

@main
struct Apitui: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apitui",
        abstract: "A terminal API explorer: opens .http files, sends their requests and shows what happened.",
        discussion: """
            Start with 'apitui demo': it opens sample requests and a small demo server. Press ? for the keys.

            Examples:
              apitui demo                                the samples
              apitui api/ --env staging                  a folder in the UI
              apitui send orders.http#create --json      one saved request, for a script
              apitui send https://api.example.com/ -i    a URL, as with curl
              apitui run api/                            all requests, for CI
            """,
        version: VersionText.text,
        subcommands: [
            UICommand.self, GraphQLCommand.self, DemoCommand.self, SendCommand.self, RunCommand.self, BatchCommand.self,
            RunsCommand.self, CompareCommand.self, LogCommand.self, HistoryCommand.self, ListCommand.self,
            LintCommand.self, CoverageCommand.self, DescribeCommand.self, ImportCommand.self, ExportCommand.self,
            QueryCommand.self,
            ExplainCommand.self, CacheCommand.self,
            AuthCommand.self,
            TrustCommand.self, ConfigCommand.self, KeysCommand.self, ThemesCommand.self, DoctorCommand.self,
            CompletionsCommand.self, GenerateCommand.self,
        ],
        defaultSubcommand: UICommand.self)

    static func main() {
        // A closed pipe or connection is an error to handle where it happens; it must never end the program.
        signal(SIGPIPE, SIG_IGN)
        // A file that may not grow (`ulimit -f`) is reported as a full disk is.
        signal(SIGXFSZ, SIG_IGN)
        TerminalGuard.watchForCrashes()
        StandardDescriptors.hold()
        do {
            try MemoryRoom.checkStart()
            try ProgramArguments.check(ProgramArguments.given)
            // Asked at each key of a user: before anything that takes time.
            if let reply = completionReply.text(Array(CommandLine.arguments.dropFirst())) {
                return StandardStreams.live.writeBytes(Array(reply.utf8))
            }
            try refuseUnknownWord(CommandLine.arguments.dropFirst().first)
            try refuseUnknownHelp(Array(CommandLine.arguments.dropFirst()))
            var command = try parseAsRoot(ProgramArguments.forParser(Array(CommandLine.arguments.dropFirst())))
            // Help needs no folder; a command would look for its files in a wrong one.
            if let problem = DiskFile.workingDirectoryProblem, !isHelp(command) {
                throw CommandFailure(SafeText(problem))
            }
            if let describing = command as? any DescribingCommand {
                try describing.run(description())
            } else {
                try command.run()
            }
        } catch let failure as CommandFailure {
            for sentence in failure.sentences { StandardStreams.live.report("apitui: \(sentence)") }
            for detail in failure.details { StandardStreams.live.report(detail) }
            Glibc.exit(failure.status.rawValue)
        } catch {
            leave(after: error)
        }
    }

    /// Whether the parser's own command was asked for, which is in none of our lists.
    private static func isHelp(_ command: any ParsableCommand) -> Bool {
        func holds(_ candidate: any ParsableCommand.Type) -> Bool {
            candidate == type(of: command) || candidate.configuration.subcommands.contains(where: holds)
        }
        return !holds(Apitui.self)
    }

    private static var completionReply: CompletionReply {
        let failures = ErrorCategory.allCases.map { CompletionCandidate($0.rawValue, $0.title) }
        return CompletionReply(
            program: CommandNode(program: Apitui.self),
            lists: [
                .failure: [CompletionCandidate(RecordingFlags.check, "Failed checks.")] + failures,
                .comparisonReportKind: CompareCommand.reportKinds.map {
                    CompletionCandidate("\($0)=", isPartial: true)
                },
            ])
    }

    /// All commands with their arguments.
    static func description() throws(CommandFailure) -> CommandDefinition {
        guard let program = CommandDefinition(dump: _dumpHelp()) else {
            throw CommandFailure("The definitions of the commands cannot be read.", status: .failed)
        }
        return program
    }

    /// Fails if the first word is neither a command nor a path: most often it is a mistyped command, and the screen
    /// would look for a file.
    static func refuseUnknownWord(_ word: String?) throws(CommandFailure) {
        guard let word, !word.isEmpty, !word.hasPrefix("-"), !word.contains(bytes: "/"), !word.contains(bytes: "."),
            access(word, F_OK) != 0
        else { return }
        let commands = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        guard !commands.contains(word) else { return }
        let shown = configuration.subcommands.filter { $0.configuration.shouldDisplay }
        let near =
            NameSuggestion.nearest(to: word, among: shown.compactMap { $0.configuration.commandName } + ["help"]).map {
                " Did you mean 'apitui \($0)'?"
            } ?? ""
        throw CommandFailure(
            "There is no command, file or folder '\(word)'.\(near) 'apitui --help' lists the commands.")
    }

    /// Fails for `help nope`: the argument parser would print the help of the last known command, and succeed.
    static func refuseUnknownHelp(_ words: [String]) throws(CommandFailure) {
        guard words.first == "help" else { return }
        var command: any ParsableCommand.Type = Apitui.self
        for word in words.dropFirst().prefix(while: { !$0.hasPrefix("-") }) {
            let known = command.configuration.subcommands
            guard let next = known.first(where: { $0._commandName == word }) else {
                if word == "help", command == Apitui.self { return }
                let near = NameSuggestion.nearest(to: word, among: known.map { $0._commandName }) ?? ""
                let advice = near.isEmpty ? "" : " Did you mean '\(near)'?"
                throw CommandFailure("There is no command '\(word)'.\(advice) 'apitui --help' lists the commands.")
            }
            command = next
        }
    }

    /// Ends the program after an error of the argument parser: requested help, or a mistake in the command line.
    private static func leave(after error: any Error) -> Never {
        // A status that a command chose itself, such as 143 after SIGTERM; its messages are printed already.
        if let status = error as? ExitCode { Glibc.exit(status.rawValue) }
        let text = fullMessage(for: error)
        if exitCode(for: error) == .success {
            StandardStreams.live.writeBytes(Array(text.utf8) + [Byte.lineFeed])
            Glibc.exit(ExitStatus.success.rawValue)
        }
        let words = Array(CommandLine.arguments.dropFirst())
        for line in text.split(separator: "\n") {
            let problem = line.hasPrefix("Error: ") ? String(line.dropFirst("Error: ".count)) : nil
            StandardStreams.live.report(
                problem.map { "apitui: \(FlagAdvice.sentence($0, words: words))" } ?? "\(line)")
            if let advice = problem.flatMap({ FlagAdvice.advice(for: $0, words: words) }) {
                StandardStreams.live.report("apitui: \(advice)")
            }
        }
        Glibc.exit(ExitStatus.usage.rawValue)
    }
}

extension ProgramArguments {
    /// The words in a form in which the parser does not take terms of a filter and requests of standard input for flags.
    /// - Parameter words: without the program's name.
    static func forParser(_ words: [String]) -> [String] {
        RequestReference.arguments(
            LogFilterFlags.arguments(words),
            of: [SendCommand.self, ExportCommand.self, RunCommand.self, CompareCommand.self])
    }
}
