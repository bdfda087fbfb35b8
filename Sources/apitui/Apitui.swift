import ArgumentParser
import Base
import Glibc
import TerminalUI

@main
struct Apitui: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apitui",
        abstract: "A terminal API explorer: opens .http files, sends their requests, shows what really happened.",
        discussion: """
            Begin with 'apitui demo': it opens sample requests against a small server of its own. Press ? there for \
            the keys.

            Examples:
              apitui demo                                the samples
              apitui api/ --env staging                  the UI on a folder
              apitui send orders.http#create --json      one request, for a script
              apitui run api/                            all of them, for CI
            """,
        version: "0.1.0",
        subcommands: [
            UICommand.self, DemoCommand.self, SendCommand.self, RunCommand.self, BatchCommand.self,
            ListCommand.self, LintCommand.self, QueryCommand.self, CacheCommand.self, AuthCommand.self,
            TrustCommand.self, KeysCommand.self,
        ],
        defaultSubcommand: UICommand.self)

    static func main() {
        // A closed pipe or connection is an error to handle where it happens, never the end of the program.
        signal(SIGPIPE, SIG_IGN)
        TerminalGuard.watchForCrashes()
        StandardDescriptors.hold()
        do {
            try ProgramArguments.check(ProgramArguments.given)
            try refuseUnknownWord(CommandLine.arguments.dropFirst().first)
            var command = try parseAsRoot()
            try command.run()
        } catch let failure as CommandFailure {
            for sentence in failure.sentences { StandardStreams.live.talk("apitui: \(sentence)") }
            for detail in failure.details { StandardStreams.live.talk(detail) }
            Glibc.exit(failure.status.rawValue)
        } catch {
            leave(after: error)
        }
    }

    /// A first word that is neither a command nor a path is most often a mistyped command; the screen would look for a file.
    static func refuseUnknownWord(_ word: String?) throws(CommandFailure) {
        guard let word, !word.isEmpty, !word.hasPrefix("-"), !word.contains("/"), !word.contains("."),
            access(word, F_OK) != 0
        else { return }
        let commands = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        guard !commands.contains(word) else { return }
        let near = NameSuggestion.nearest(to: word, among: commands).map { " Did you mean 'apitui \($0)'?" } ?? ""
        throw CommandFailure(
            "There is no command, file or folder '\(word)'.\(near) 'apitui --help' lists the commands.")
    }

    /// What the argument parser throws: help that was asked for, or a mistake in the command line.
    private static func leave(after error: any Error) -> Never {
        // A status that a command chose itself, such as 143 after SIGTERM; it has said what there is to say.
        if let status = error as? ExitCode { Glibc.exit(status.rawValue) }
        let text = fullMessage(for: error)
        if exitCode(for: error) == .success {
            StandardStreams.live.writeBytes(Array(text.utf8) + [0x0A])
            Glibc.exit(ExitStatus.success.rawValue)
        }
        for line in text.split(separator: "\n") { StandardStreams.live.talk("\(line)") }
        Glibc.exit(ExitStatus.usage.rawValue)
    }
}
