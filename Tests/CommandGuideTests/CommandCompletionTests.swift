import Testing

@testable import CommandGuide

/// What is offered at each place of a command line.
@Suite struct CommandCompletionTests {
    private typealias Argument = CommandDefinition.Argument

    /// `tool` with `send` (usual), `runs list|show` (list is usual) and one that is hidden.
    private static let program = CommandNode(
        CommandDefinition(
            words: ["tool"],
            subcommands: [
                CommandDefinition(
                    words: ["tool", "send"], abstract: "Sends.",
                    arguments: [
                        Argument(.positional, valueName: "url | file[#name]", isOptional: false),
                        Argument(.option, names: ["--env"], valueName: "name", help: "The environment. And more."),
                        Argument(.option, names: ["-o", "--output"], valueName: "file", values: .files),
                        Argument(.option, names: ["--into"], valueName: "folder", values: .folders),
                        Argument(.option, names: ["--to"], valueName: "kind", values: .list(["curl", "har"])),
                        Argument(.option, names: ["--var"], valueName: "name=value", isRepeating: true),
                        Argument(.flag, names: ["--json"]), Argument(.flag, names: ["--secret"], isShown: false),
                    ]),
                CommandDefinition(
                    words: ["tool", "runs"], abstract: "Runs.",
                    subcommands: [
                        CommandDefinition(
                            words: ["tool", "runs", "list"], arguments: [Argument(.flag, names: ["--json"])]),
                        CommandDefinition(
                            words: ["tool", "runs", "show"],
                            arguments: [Argument(.positional, valueName: "recorded")]),
                        CommandDefinition(
                            words: ["tool", "runs", "merge"],
                            arguments: [Argument(.positional, valueName: "runs", isRepeating: true)]),
                    ], defaultSubcommand: "list"),
                CommandDefinition(words: ["tool", "hidden"], isShown: false),
            ], defaultSubcommand: "send"))

    private func result(_ words: String..., word: String = "") -> CompletionResult {
        CommandCompletion(Self.program) { kind, context in
            switch kind {
            case .request: [CompletionCandidate("a.http#x"), CompletionCandidate("b/", isPartial: true)]
            case .run: [CompletionCandidate("last"), CompletionCandidate("before")]
            case .environment: [CompletionCandidate("dev"), CompletionCandidate("in-\(context.positionals.count)")]
            default: []
            }
        }.result(after: words, word)
    }

    private func values(_ words: String..., word: String = "") -> [String] {
        let completion = CommandCompletion(Self.program) { kind, context in
            switch kind {
            case .request: [CompletionCandidate("a.http#x"), CompletionCandidate("b/", isPartial: true)]
            case .run: [CompletionCandidate("last"), CompletionCandidate("before")]
            case .environment: [CompletionCandidate("dev"), CompletionCandidate("in-\(context.positionals.count)")]
            default: []
            }
        }
        guard case .candidates(let all) = completion.result(after: words, word) else { return ["files"] }
        return all.map(\.value)
    }

    @Test func `commands come first, then what the usual command takes`() {
        #expect(values() == ["send", "runs", "a.http#x", "b/"])
        #expect(values(word: "r") == ["runs"])
        #expect(values(word: "a") == ["a.http#x"])
    }

    @Test func `a command has its own values`() {
        #expect(values("send") == ["a.http#x", "b/"])
        #expect(values("runs") == ["list", "show", "merge"])
        #expect(values("runs", "show") == ["last", "before"])
        #expect(values("runs", "show", word: "la") == ["last"])
    }

    @Test func `an argument is offered as often as it may be given`() {
        #expect(values("runs", "show", "last") == [])
        #expect(values("runs", "merge", "last") == ["last", "before"])
    }

    @Test func `flags are offered once, hidden ones never, those that repeat always`() {
        let all = ["--env", "--output", "--into", "--to", "--var", "--json"]
        #expect(values("send", word: "--") == all)
        #expect(values("send", "--json", "--env", "dev", word: "--") == ["--output", "--into", "--to", "--var"])
        #expect(values("send", "--var", "a=b", word: "--v") == ["--var"])
        #expect(values("send", word: "-") == ["--env", "-o", "--output", "--into", "--to", "--var", "--json"])
        #expect(values("send", "-o", "x", word: "--o") == [], "-o is the same flag")
        #expect(values("runs", word: "--") == ["--json"], "of the usual command")
    }

    @Test func `a flag shows the first sentence of its help`() {
        guard case .candidates(let all) = result("send", word: "--env") else { return }
        #expect(all == [CompletionCandidate("--env", "The environment.")])
    }

    @Test func `the value of an option follows it, also after an equals sign`() {
        #expect(values("send", "--to") == ["curl", "har"])
        #expect(values("send", "--to", word: "h") == ["har"])
        #expect(values("send", word: "--to=h") == ["--to=har"])
        #expect(values("send", "--env", word: "d") == ["dev"])
        #expect(values("--env") == ["dev", "in-0"], "of the usual command, without its name")
        #expect(values("send", word: "--nope=h") == [])
    }

    @Test func `a flag takes no value after an equals sign, whatever its definition lists`() {
        let flag = Argument(.flag, names: ["--colour"], values: .list(["always", "never"]))
        let command = CommandDefinition(
            words: ["tool"], subcommands: [CommandDefinition(words: ["tool", "run"], arguments: [flag])])
        let completion = CommandCompletion(CommandNode(command)) { _, _ in [] }
        #expect(completion.result(after: ["run"], "--colour=a") == .nothing)
        #expect(completion.result(after: ["run"], "--c") == .candidates([CompletionCandidate("--colour")]))
    }

    @Test func `what was given is known where a value is completed`() {
        #expect(values("send", "a.http", "--env") == ["dev", "in-1"])
    }

    @Test func `files are the shell's to complete`() {
        #expect(result("send", "-o", word: "x") == .files(after: 0))
        #expect(result("send", word: "--output=x") == .files(after: 9))
        #expect(result("send", "--into") == .folders(after: 0))
    }

    @Test func `where a command or a file may come, files are offered only if no command begins so`() {
        let command = CommandDefinition(
            words: ["tool"],
            subcommands: [
                CommandDefinition(
                    words: ["tool", "read"], arguments: [Argument(.positional, valueName: "file", values: .files)]),
                CommandDefinition(words: ["tool", "write"], abstract: "Writes."),
            ], defaultSubcommand: "read")
        let completion = CommandCompletion(CommandNode(command)) { _, _ in [] }
        #expect(completion.result(after: [], "w") == .candidates([CompletionCandidate("write", "Writes.")]))
        #expect(completion.result(after: [], "x") == .files(after: 0))
        #expect(completion.result(after: ["read"], "w") == .files(after: 0))
        #expect(completion.result(after: ["--"], "w") == .files(after: 0), "no command comes behind it")
    }

    @Test func `after the kind of a report comes its file`() {
        let command = CommandDefinition(
            words: ["tool"],
            subcommands: [
                CommandDefinition(
                    words: ["tool", "run"],
                    arguments: [Argument(.option, names: ["--report"], valueName: "kind=file", isRepeating: true)])
            ])
        let completion = CommandCompletion(CommandNode(command)) { _, _ in
            [CompletionCandidate("html=", isPartial: true)]
        }
        #expect(completion.result(after: ["run", "--report"], "html=r") == .files(after: 5))
        #expect(completion.result(after: ["run"], "--report=html=r") == .files(after: 14))
        let kinds = CompletionResult.candidates([CompletionCandidate("html=", isPartial: true)])
        #expect(completion.result(after: ["run", "--report"], "h") == kinds)
    }

    @Test func `after two hyphens a word is no flag`() {
        #expect(values("send", "--", word: "--") == [])
        #expect(values("send", "--", word: "a") == ["a.http#x"])
        #expect(values("send", "--", "a.http") == [], "nor where nothing else is left")
        #expect(values("send", "--", "--") == [], "the second one is an argument")
        #expect(values("send", "--", "--env") == [])
    }

    @Test func `where all arguments are there, flags are offered`() {
        let all = ["--env", "--output", "--into", "--to", "--var", "--json"]
        #expect(values("send", "a.http") == all)
        #expect(values("send", "-") == all, "a hyphen alone is an argument")
        #expect(values("a.http") == all, "of the usual command, without its name")
        #expect(values("send", "--json", "a.http") == Array(all.dropLast()))
        #expect(values("send", "a.http", word: "x") == [])
    }

    @Test func `the value of an option is none of the arguments, whatever it looks like`() {
        #expect(values("send", "--env", "--to") == ["a.http#x", "b/"])
        #expect(values("send", "--env=dev") == ["a.http#x", "b/"])
        #expect(values("send", "--env=", word: "--e") == [], "given, with an empty value")
        #expect(values("send", "--env", "--", word: "--e") == [])
        #expect(values("send", "--env", "--", word: "--t") == ["--to"], "there it ends no flags")
    }

    @Test func `after a flag no command is named`() {
        #expect(values("--json") == ["a.http#x", "b/"])
        #expect(values("--json", word: "r") == [])
        #expect(values("runs", "--json") == [])
    }

    @Test func `help takes the names of commands`() {
        #expect(values("help", word: "r") == ["runs"])
        #expect(values("help", "runs", word: "s") == ["show"])
        #expect(values("help", "nope") == [])
    }

    @Test func `what would move the cursor of a terminal is not offered`() {
        let completion = CommandCompletion(Self.program) { _, _ in
            ["good", "bad\u{1B}[2J", "line\nbreak", "rtl\u{202E}", ""].map { CompletionCandidate($0) }
        }
        #expect(completion.result(after: ["send"], "") == .candidates([CompletionCandidate("good")]))
    }

    @Test func `an unknown command and flags without a meaning offer nothing that is wrong`() {
        #expect(values("send", "--nope", word: "--t") == ["--to"])
        #expect(values("hidden", word: "-") == [])
    }
}
