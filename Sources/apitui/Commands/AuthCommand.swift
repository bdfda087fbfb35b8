import ArgumentParser
import Base
import NetEngine
import TerminalUI
import Workspace

struct AuthCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "auth",
        abstract: "Lists and deletes login tokens that are kept on disk.",
        discussion: """
            A request gets a token with {{$auth.token("name")}}, from a login under Security.Auth of an environment file. \
            Tokens are kept in memory. --keep-tokens keeps them in $XDG_STATE_HOME/apitui/tokens too, in files that only you \
            can read. This command lists those. Forgetting a token does not revoke it on the server.

            Examples:
              apitui send api.http#me --keep-tokens
              apitui auth list
              apitui auth forget shop
              apitui auth forget --all
            """, subcommands: [List.self, Forget.self], defaultSubcommand: List.self)

    static func files() throws(CommandFailure) -> TokenFiles {
        guard let files = TokenFiles.live else {
            throw CommandFailure(missing: .state, "There is no place for tokens")
        }
        return files
    }

    /// Fails if files could not be read, so that an unreadable file does not look like a missing one.
    fileprivate static func failIfUnreadable(_ problems: [String]) throws(CommandFailure) {
        guard problems.isEmpty else { throw CommandFailure(problems.map { SafeText($0) }, status: .failed) }
    }

    /// Names files that were set aside, which 'auth forget' does not delete.
    fileprivate static func reportSetAside(_ files: TokenFiles) {
        let paths = files.setAside()
        guard let first = paths.first else { return }
        let what =
            paths.count == 1
            ? "A damaged token file was set aside as \(first): a token in it"
            : "\(paths.count) damaged token files were set aside, such as \(first): tokens in them"
        StandardStreams.live.report(SafeText("\(what) may still be valid. Delete what you do not need."))
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists kept tokens, one per line: the login, how it was obtained, when it expires.")

        @Flag(help: "Print one JSON array.")
        var json = false

        @Flag(help: "Print the tokens themselves as well.")
        var reveal = false

        func run() throws {
            let files = try AuthCommand.files()
            let (tokens, problems) = files.kept()
            let now = Timestamp.secondsNow()
            let streams = StandardStreams.live
            defer { AuthCommand.reportSetAside(files) }
            if json {
                let list = JSONOutput.array(tokens.map { entry($0, now) })
                streams.writeBytes(list.bytes + [Byte.lineFeed])
                return try AuthCommand.failIfUnreadable(problems)
            }
            let width = min(24, tokens.map { DisplayWidth.of(SafeText($0.login)) }.max() ?? 0)
            for token in tokens {
                let gap = String(repeating: " ", count: max(0, width - DisplayWidth.of(SafeText(token.login))))
                var line: SafeText = "\(token.login)\(gap)  \(token.grant) from \(token.server)  \(token.life(at: now))"
                if token.hasRefreshToken { line.append(", can be renewed") }
                line.append(SafeText("  \(token.root)"))
                if reveal { line.append(SafeText("  \(token.secret)")) }
                streams.line(line)
            }
            try AuthCommand.failIfUnreadable(problems)
            if tokens.isEmpty {
                streams.report("No token is kept. The flag --keep-tokens of 'send', 'run' and 'open' keeps them.")
            }
        }

        private func entry(_ token: KeptToken, _ now: Int64) -> JSONOutput {
            var members: [(String, JSONOutput)] = [
                ("login", .string(token.login)), ("collection", .string(token.root)), ("grant", .string(token.grant)),
                ("server", .string(token.server)), ("client", .string(token.client)),
                ("scope", token.scope.map(JSONOutput.string) ?? .null), ("obtained", .number(Int(token.obtained))),
                ("expires", token.expires.map { .number(Int($0)) } ?? .null),
                ("isExpired", .bool(token.expires.map { $0 <= now } ?? false)),
                ("canBeRenewed", .bool(token.hasRefreshToken)),
                ("file", token.path.map(JSONOutput.string) ?? .null),
            ]
            if reveal { members.append(("token", .string(token.secret))) }
            return .object(members)
        }
    }

    struct Forget: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Deletes tokens, by the names of their logins.")

        @Argument(help: "Logins, as 'apitui auth list' prints them.")
        var logins: [String] = []

        @Option(help: ArgumentHelp("Only tokens of the collection in this folder.", valueName: "path"))
        var collection: String?

        @Flag(help: "Delete all tokens.")
        var all = false

        func validate() throws {
            guard all != !logins.isEmpty else {
                throw ValidationError("'auth forget' takes the names of logins, or --all.")
            }
        }

        func run() throws {
            let folder = collection.map { DiskFile.realPath($0) ?? $0 }
            let files = try AuthCommand.files()
            let (tokens, problems) = files.kept()
            let kept = tokens.filter { token in
                (all || logins.contains(token.login)) && (folder.map { token.root == $0 } ?? true)
            }
            let missing = logins.filter { login in !kept.contains { $0.login == login } }
            let failures = TokenFiles.forget(kept.compactMap(\.path))
            guard failures.isEmpty else {
                throw CommandFailure(failures.map { SafeText($0.sentence) }, status: .failed)
            }
            if !kept.isEmpty || missing.isEmpty {
                StandardStreams.live.report(SafeText("\(Formatting.count(kept.count, "token")) forgotten."))
            }
            if all { AuthCommand.reportSetAside(files) }
            try AuthCommand.failIfUnreadable(problems)
            if let first = missing.first {
                throw CommandFailure([SafeText("No token is kept for the login '\(first)'.")], status: .failed)
            }
        }
    }
}
