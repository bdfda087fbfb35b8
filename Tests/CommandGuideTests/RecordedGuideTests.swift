import TestSupport
import Testing

@testable import CommandGuide

/// What is offered on many command lines, in each shell, and the manual of a small program, as it was recorded (`Recorded`).
@Suite struct RecordedGuideTests {
    private typealias Argument = CommandDefinition.Argument

    // MARK: A program

    private static let program = CommandDefinition(
        words: ["tool"], abstract: "A tool of ~all~ trades.",
        discussion: """
            Does what it does; \\ and "this" too.

            .Begins with a period, and is long enough that it must be broken between its words, at the one place or the other.

            Examples:
              tool send 'a b'
              tool runs
            """,
        arguments: [Argument(.flag, names: ["-h", "--help"], help: "Shows help.")],
        subcommands: [
            CommandDefinition(
                words: ["tool", "send"], abstract: "Sends.",
                discussion: "One.\n\nTwo.\n\n  as it is\n  two lines\n\nThree: é – ^ `x`.",
                arguments: [
                    Argument(
                        .positional, valueName: "url | file[#name]", isOptional: false, help: "What is sent."),
                    Argument(.positional, valueName: "items", isRepeating: true, help: "More of it."),
                    Argument(
                        .option, names: ["--env"], valueName: "name", section: "Values",
                        help: "The environment. And more."),
                    Argument(
                        .option, names: ["-o", "--output"], valueName: "file", isOptional: false, help: "Where.",
                        standard: "-", values: .files),
                    Argument(.option, names: ["--into"], valueName: "folder", values: .folders),
                    Argument(
                        .option, names: ["--to"], valueName: "kind", section: "Values", help: "Its kind.",
                        standard: "curl", values: .list(["curl", "har", "hurl", "\u{1B}[2J", ""])),
                    Argument(.option, names: ["--report"], valueName: "kind=file", isRepeating: true),
                    Argument(.option, names: ["--var"], valueName: "name=value", isRepeating: true),
                    Argument(.option, names: ["-x"], valueName: "x"), Argument(.flag, names: ["-j", "--json"]),
                    Argument(.flag, names: ["-v"], isRepeating: true, help: "Says more."),
                    Argument(.flag, names: ["--secret"], isShown: false),
                ]),
            CommandDefinition(
                words: ["tool", "runs"], abstract: "Runs.", arguments: [Argument(.flag, names: ["--json"])],
                subcommands: [
                    CommandDefinition(
                        words: ["tool", "runs", "list"], abstract: "Lists.",
                        arguments: [Argument(.flag, names: ["--json"])]),
                    CommandDefinition(
                        words: ["tool", "runs", "show"], abstract: "Shows.",
                        discussion: "Examples:\n  tool runs show 1",
                        arguments: [
                            Argument(.positional, valueName: "recorded", isOptional: false),
                            Argument(.positional, valueName: "other", values: .folders),
                            Argument(.flag, names: ["--all", "--whole"], help: "All."),
                        ]),
                    CommandDefinition(
                        words: ["tool", "runs", "merge"],
                        arguments: [Argument(.positional, valueName: "runs", isRepeating: true)]),
                    CommandDefinition(words: ["tool", "runs", "old"], isShown: false),
                ], defaultSubcommand: "list"),
            CommandDefinition(
                words: ["tool", "log"], abstract: "The log.", arguments: [Argument(.positional, valueName: "filter")]),
            CommandDefinition(words: ["tool", "hidden"], isShown: false),
            CommandDefinition(words: ["tool", "bare"], abstract: "Takes nothing."),
        ], defaultSubcommand: "send")

    /// What a line is completed by, and what was asked for on the way.
    private static func said(_ words: [String], _ word: String) -> String {
        var asked = ""
        let result = CommandCompletion(CommandNode(program)) { kind, context in
            let options = context.options.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            let positionals = context.positionals.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            asked += "asked for \(kind) of \(context.command), typed \(context.typed), \(options), \(positionals)\n"
            return ["a.http#x y", "b/", "last", "html=", "$x", "it's", "a\nb", "a.http#x y"].map {
                CompletionCandidate($0, "Of \(kind). More.", isPartial: $0.hasSuffix("/") || $0.hasSuffix("="))
            }
        }.result(after: words, word)
        switch result {
        case .candidates(let all):
            return asked
                + all.map { "\(Printed.quoted($0.value)) \($0.help) \($0.isPartial)" }.joined(separator: "\n")
        case .files(let count): return "\(asked)files after \(count)"
        case .folders(let count): return "\(asked)folders after \(count)"
        }
    }

    // MARK: Completion

    @Test func `each line is completed as it was recorded`() throws {
        let before = [
            "", "send", "runs", "runs show", "runs show 1", "runs show 1 2", "runs merge", "runs merge 1 2",
            "runs list",
            "runs x", "log", "log a", "bare", "bare x", "hidden", "help", "help runs", "help runs show", "help x", "x",
            "x y z", "-", "--", "send --", "send -- -x", "send --env", "send --env dev", "send --env=dev",
            "send --env=",
            "--env", "--env x send", "send -o", "send -o f", "send --to", "send --to=har --to", "send --report",
            "send --json", "send -j -v", "send --nope", "send u --env a --var b=c --env d", "runs --json",
            "runs --json show", "runs show --all", "send --secret", "send --into", "send -x", "send u",
        ]
        let last = [
            "", "s", "r", "a", "-", "--", "--e", "--env=", "--env=l", "--env=h", "--to=h", "--output=x", "--into=/a",
            "--report=h", "--report=html=", "--report=html=f", "--json=", "--nope=", "-v", "-o=", "html", "h", "b",
        ]
        try Recorded.expect(
            before.flatMap { line in
                let words = line.split(separator: " ").map(String.init)
                let said = last.map { (name: Printed.quoted($0), text: Self.said(words, $0)) }
                return groupedTexts(said, between: ", ").map { ("\(line) + \($0.names)", $0.text) }
            }, in: "guide/lines")
    }

    @Test func `the table of kinds is the recorded one`() throws {
        let table = CompletionKind.table.map {
            "\($0.key): \($0.value)\($0.value.isBeforeFile ? ", before a file" : "")"
        }
        try Recorded.expect([("kinds", table.sorted().joined(separator: "\n"))], in: "guide/kinds")
    }

    @Test func `each shell gets the recorded lines`() throws {
        let long = String(repeating: "word ", count: 40)
        let results: [(String, CompletionResult)] = [
            ("nothing", .nothing), ("files", .files(after: 0)), ("files after", .files(after: 14)),
            ("folders", .folders(after: 0)), ("folders after", .folders(after: 7)),
            (
                "words",
                .candidates([
                    CompletionCandidate("plain"), CompletionCandidate("a b", "Help."),
                    CompletionCandidate("x$(y)", "A\tB\n\u{1B}[2J"), CompletionCandidate("it's", long),
                ])
            ), ("parts", .candidates([CompletionCandidate("dir/", "A folder.", isPartial: true)])),
        ]
        let lines = ["tool x", "tool 'x", "tool \"x", "tool a:b"]
        var parts = Shell.allCases.map { ("script of \($0)", $0.script(of: "tool")) }
        for (name, result) in results {
            for shell in Shell.allCases { parts.append(("\(name), \(shell)", shell.output(result))) }
            for line in lines {
                parts.append(("\(name), \(line)", Shell.bash.output(result, ShellWords(line: line, breaks: " :="))))
            }
        }
        try Recorded.expect(parts, in: "guide/shells")
    }

    @Test func `lines of bash are read as it was recorded`() throws {
        let breaks = " \t\n\"'><=;|&(:"
        let lines = [
            "", " ", "tool", "tool ", "tool a", "tool  a\tb\nc", "tool 'a b", "tool 'a b'", "tool 'a b' ",
            "tool a'b c'd",
            "tool \"a b", "tool \"a\\\"b\\c\\$\\`\\\\", "tool a\\ b", "tool a\\", "tool \"a\\", "tool 'a\\' b",
            "tool ''",
            "tool '' ", "tool \"\"", "tool --a=b", "tool --a='b c", "tool --a=\"b c", "tool a:b:c", "tool a: b",
            "tool x:'y",
            "tool é=ü", "tool a|b", "tool a;b", "tool e\u{301}:x", "tool \\'a", "tool ~/a", "tool a\\=b",
        ]
        let words = [
            "", "a", "a b", "it's", "say \"hi\"", "$x`y`!", "~/a b", "~x", "#a", "a#b", "a\\b", "é", "e\u{301}'",
            "a*?[]",
            "a;b|c&d", "--a=b c", "a:b:c d", "(x)", "{x}", "a\tb", "😀", "%+@,",
        ]
        try Recorded.expect(
            lines.flatMap { line in
                ["", breaks].map { breaks in
                    let read = ShellWords(line: line, breaks: breaks)
                    let before = read.before.map { Printed.quoted($0) }
                    let replaced = words.map { "\(Printed.quoted($0)): \(Printed.quoted(read.replacement($0)))" }
                    return (
                        "\(Printed.quoted(line)), \(breaks.isEmpty ? "no breaks" : "breaks")",
                        "\(before.joined(separator: " ")) + \(Printed.quoted(read.last)), \(read.quote), \(read.keptCount)\n"
                            + replaced.joined(separator: "\n")
                    )
                }
            }, in: "guide/words")
    }

    // MARK: The manual

    @Test func `the pages of the manual are the recorded ones`() throws {
        let facts = ManualFacts(
            version: "1.2-3", date: "2026-11-25",
            statuses: { $0 == "bare" ? [] : [.init("0", "Good."), .init("1", "Of '\($0)'.")] },
            variables: { $0.isEmpty ? [.init("NO_COLOR", "No colours.")] : [] },
            files: { command in
                let files: [ManualFacts.Entry] = [
                    .init("~/.config/tool", "The \"configuration\"."), .init(".http", "Requests."),
                ]
                return command.isEmpty ? files : command == "send" ? [files[1]] : []
            })
        var none = Self.program
        (none.defaultSubcommand, none.discussion) = (nil, "")
        var pages = ManualPage.all(of: Self.program, facts).map { ($0.fileName, $0.text) }
        pages += ManualPage.all(of: none, facts).map { ("no usual command: \($0.fileName)", $0.text) }
        try Recorded.expect(pages, in: "guide/manual")
    }
}
