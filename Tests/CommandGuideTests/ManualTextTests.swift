import Testing

@testable import CommandGuide

/// Whole pages, and the edges of what a page can say of an argument.
@Suite struct ManualTextTests {
    private typealias Argument = CommandDefinition.Argument

    private static let facts = ManualFacts(
        version: "1.2.3", date: "2026-01-02",
        statuses: { $0.isEmpty ? [ManualFacts.Entry("0", "Success.")] : [] },
        variables: { $0.isEmpty ? [ManualFacts.Entry("HOME", "The home.")] : [] },
        files: { $0.isEmpty ? [ManualFacts.Entry("~/.x", "Its file.")] : [] })

    private static let json = Argument(.flag, names: ["--json"], help: "As JSON.")

    private static let program = CommandDefinition(
        words: ["tool"], abstract: "A tool.", discussion: "It does things.\n\nExamples:\n  tool go x\n    more",
        arguments: [Argument(.flag, names: ["-h"], help: "Help.")],
        subcommands: [
            CommandDefinition(
                words: ["tool", "go"], abstract: "Goes", arguments: [Argument(.positional, valueName: "place")]),
            CommandDefinition(
                words: ["tool", "runs"], abstract: "Runs.",
                subcommands: [
                    CommandDefinition(
                        words: ["tool", "runs", "list"], abstract: "Lists.", discussion: "Newest first.",
                        arguments: [Self.json, Argument(.option, names: ["--most"], valueName: "n", help: "How many.")]),
                    CommandDefinition(
                        words: ["tool", "runs", "show"], abstract: "Shows.",
                        discussion: "Examples:\n  tool runs show last",
                        arguments: [
                            Argument(.positional, valueName: "run", isOptional: false, isRepeating: true), Self.json,
                        ]),
                    CommandDefinition(words: ["tool", "runs", "hidden"], isShown: false),
                ], defaultSubcommand: "list"),
            CommandDefinition(words: ["tool", "hidden"], isShown: false),
        ], defaultSubcommand: "go")

    private func page(_ name: String) -> String {
        ManualPage.all(of: Self.program, Self.facts).first { $0.fileName == name }?.text ?? ""
    }

    @Test func `the page of the program has its commands, and the synopsis of the usual one`() {
        #expect(
            page("tool.1") == #"""
                .\" Made by 'apitui generate manual'.
                .TH "TOOL" 1 "2026-01-02" "apitui 1.2.3" "apitui manual"
                .SH "NAME"
                tool \- a tool
                .SH "SYNOPSIS"
                \fBtool\fR \fI[command] [arguments]\fR
                .br
                \fBtool\fR \fI[place]\fR
                .SH "DESCRIPTION"
                It does things.
                .SH "COMMANDS"
                Without the name of a command, \(aqgo\(aq is meant.
                .TP
                \fBtool\-go\fR(1)
                Goes
                .TP
                \fBtool\-runs\fR(1)
                Runs.
                .SH "OPTIONS"
                .TP
                \fB\-h\fR
                Help.
                .SH "EXIT STATUS"
                The numbers are stable.
                .TP
                \fB0\fR
                Success.
                .SH "ENVIRONMENT"
                .TP
                \fBHOME\fR
                The home.
                .SH "FILES"
                .TP
                \fB\(ti/.x\fR
                Its file.
                .SH "EXAMPLES"
                .EX
                tool go x
                  more
                .EE
                .SH "SEE ALSO"
                \fBtool\-go\fR(1),
                \fBtool\-runs\fR(1)

                """#)
    }

    @Test func `a short page has no section without content`() {
        #expect(
            page("tool-go.1") == #"""
                .\" Made by 'apitui generate manual'.
                .TH "TOOL\-GO" 1 "2026-01-02" "apitui 1.2.3" "apitui manual"
                .SH "NAME"
                tool\-go \- goes
                .SH "SYNOPSIS"
                \fBtool go\fR \fI[place]\fR
                .SH "DESCRIPTION"
                Goes
                .PP
                It is what the program does if no command is named.
                .SH "OPTIONS"
                .TP
                \fIplace\fR
                \&
                .SH "SEE ALSO"
                \fBtool\fR(1),
                \fBtool\-runs\fR(1)

                """#)
    }

    @Test func `examples of the commands below come together at the end, and hidden ones are nowhere`() {
        let page = page("tool-runs.1")
        #expect(page.contains("\\fBtool runs show\\fR \\fI[options] run...\\fR\n"), "\(page)")
        #expect(page.contains("Without the name of one, \\(aqlist\\(aq is meant.\n"))
        #expect(page.contains(".SS \"tool runs list\"\nLists.\n.PP\nNewest first.\n"))
        #expect(page.contains(".SH \"EXAMPLES\"\n.EX\ntool runs show last\n.EE\n"))
        #expect(!page.contains("hidden"))
    }

    @Test func `a synopsis has a place for options only if one of them is shown`() {
        func synopsis(_ arguments: Argument...) -> String {
            var writer = ManualWriter("x", Self.facts)
            let start = writer.out.count
            writer.synopsis("tool x", of: CommandDefinition(words: ["tool", "x"], arguments: arguments))
            return String(writer.out.dropFirst(start))
        }
        let place = Argument(.positional, valueName: "place", isOptional: false)
        let hidden = Argument(.flag, names: ["--old"], isShown: false)
        let hiddenOption = Argument(.option, names: ["--older"], valueName: "n", isShown: false)
        let hiddenPlace = Argument(.positional, valueName: "other", isShown: false)
        #expect(synopsis(place, hidden, hiddenOption, hiddenPlace) == ".br\n\\fBtool x\\fR \\fIplace\\fR\n")
        #expect(synopsis(place, hidden, Self.json) == ".br\n\\fBtool x\\fR \\fI[options] place\\fR\n")
    }

    // MARK: Arguments

    private func entries(_ arguments: Argument...) -> String {
        var writer = ManualWriter("x", Self.facts)
        let start = writer.out.count
        writer.entries(arguments)
        return String(writer.out.dropFirst(start))
    }

    @Test func `an argument has its default and its values, unless its help says them`() {
        #expect(
            entries(
                Argument(.option, names: ["--a"], valueName: "n", help: "A.", standard: "1"),
                Argument(.option, names: ["--b"], valueName: "n", help: "B. Default: 2.", standard: "2"),
                Argument(.option, names: ["--c"], valueName: "n", standard: "3"),
                Argument(.option, names: ["--d"], valueName: "n", help: "D.", standard: ""),
                Argument(.flag, names: ["--e"], help: "E.", standard: "false"),
                Argument(.option, names: ["--f"], valueName: "k", help: "x or y.", values: .list(["x", "y"])),
                Argument(.option, names: ["--g"], valueName: "k", help: "x or more.", values: .list(["x", "y"])),
                Argument(.option, names: ["--h"], valueName: "k", help: "H.", values: .list([])))
                    == #"""
                    .TP
                    \fB\-\-a\fR \fIn\fR
                    A. Default: 1.
                    .TP
                    \fB\-\-b\fR \fIn\fR
                    B. Default: 2.
                    .TP
                    \fB\-\-c\fR \fIn\fR
                    Default: 3.
                    .TP
                    \fB\-\-d\fR \fIn\fR
                    D.
                    .TP
                    \fB\-\-e\fR
                    E.
                    .TP
                    \fB\-\-f\fR \fIk\fR
                    x or y.
                    .TP
                    \fB\-\-g\fR \fIk\fR
                    x or more. Values: x, y.
                    .TP
                    \fB\-\-h\fR \fIk\fR
                    H.

                    """#)
    }

    @Test func `positional arguments come first, then those without a heading, then each heading once`() {
        #expect(
            entries(
                Argument(.flag, names: ["--one"], section: "B", help: "1."),
                Argument(.flag, names: ["--two"], section: "A", help: "2."), Argument(.flag, names: ["-t"], help: "3."),
                Argument(.positional, valueName: "p", section: "A", help: "4."),
                Argument(.flag, names: ["-f"], section: "B", help: "5."),
                Argument(.flag, names: ["--no"], section: "C", isShown: false))
                    == #"""
                    .TP
                    \fIp\fR
                    4.
                    .TP
                    \fB\-t\fR
                    3.
                    .PP
                    \fIB\fR
                    .TP
                    \fB\-\-one\fR
                    1.
                    .TP
                    \fB\-f\fR
                    5.
                    .PP
                    \fIA\fR
                    .TP
                    \fB\-\-two\fR
                    2.

                    """#)
    }

    @Test func `prose and tables of one paragraph stay in their order`() {
        var writer = ManualWriter("x", Self.facts)
        let start = writer.out.count
        writer.text(["a\nb\n1  one\n 2\nc", "d"])
        #expect(
            String(writer.out.dropFirst(start)) == """
                .PP
                a b
                .RS 4
                .EX
                1  one
                 2
                .EE
                .RE
                c
                .PP
                d

                """)
        let (text, examples) = ManualWriter.parts(
            "One.\n \nTwo.\nExamples:\n\nExamples:\n  a\n\nThree.\n\nExamples:\n  b")
        #expect(text == ["One.", "Two.\nExamples:", "Three."] && examples == ["  a", "  b"])
    }
}
