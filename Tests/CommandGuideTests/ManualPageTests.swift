import Testing

@testable import CommandGuide

/// Manual pages as text of man(7).
@Suite struct ManualPageTests {
    private static let facts = ManualFacts(
        version: "1.2.3", date: "2026-01-02",
        statuses: { _ in [ManualFacts.Entry("0", "Success."), ManualFacts.Entry("1", "It failed.")] },
        variables: { $0 == "send" ? [] : [ManualFacts.Entry("HOME", "The home.")] },
        files: { ["", "send"].contains($0) ? [ManualFacts.Entry("~/.config/tool", "The settings.")] : [] })

    private static let program = CommandDefinition(
        words: ["tool"], abstract: "A tool.",
        discussion: "Say what.\n\nExamples:\n  tool send x   sends x\n  tool runs",
        arguments: [CommandDefinition.Argument(.flag, names: ["-h", "--help"], help: "Show help.")],
        subcommands: [
            CommandDefinition(
                words: ["tool", "send"], abstract: "Sends it.",
                discussion: """
                    First line
                    goes on.

                    The table:
                    0    good
                    1    bad

                    Examples:
                      tool send 'a b' --to .x
                    """,
                arguments: [
                    CommandDefinition.Argument(.positional, valueName: "request", isOptional: false, help: "What."),
                    CommandDefinition.Argument(
                        .option, names: ["-t", "--to"], valueName: "kind", section: "Output", help: "The kind.",
                        standard: "curl", values: .list(["curl", "har"])),
                    CommandDefinition.Argument(.flag, names: ["--hidden"], isShown: false),
                ]),
            CommandDefinition(
                words: ["tool", "runs"], abstract: "Runs.",
                subcommands: [
                    CommandDefinition(words: ["tool", "runs", "list"], abstract: "Lists."),
                    CommandDefinition(
                        words: ["tool", "runs", "show"], abstract: "Shows.",
                        arguments: [CommandDefinition.Argument(.flag, names: ["--json"], help: "As JSON.")]),
                ], defaultSubcommand: "list"),
            CommandDefinition(words: ["tool", "secret"], isShown: false),
        ], defaultSubcommand: "send")

    private static let pages = ManualPage.all(of: program, facts)

    private func page(_ name: String) -> String { Self.pages.first { $0.fileName == name }?.text ?? "" }

    @Test func `there is a page for the program and for each command that is shown`() {
        #expect(Self.pages.map(\.fileName) == ["tool.1", "tool-send.1", "tool-runs.1"])
    }

    @Test func `the page of a command says what it takes`() {
        #expect(
            page("tool-send.1") == #"""
                .\" Made by 'apitui generate manual'.
                .TH "TOOL\-SEND" 1 "2026-01-02" "apitui 1.2.3" "apitui manual"
                .SH "NAME"
                tool\-send \- sends it
                .SH "SYNOPSIS"
                \fBtool send\fR \fI[options] request\fR
                .SH "DESCRIPTION"
                First line goes on.
                .PP
                The table:
                .RS 4
                .EX
                0    good
                1    bad
                .EE
                .RE
                .PP
                It is what the program does if no command is named.
                .SH "OPTIONS"
                .TP
                \fIrequest\fR
                What.
                .PP
                \fIOutput\fR
                .TP
                \fB\-t\fR, \fB\-\-to\fR \fIkind\fR
                The kind. Default: curl. Values: curl, har.
                .SH "EXIT STATUS"
                .TP
                \fB0\fR
                Success.
                .TP
                \fB1\fR
                It failed.
                .SH "FILES"
                .TP
                \fB\(ti/.config/tool\fR
                The settings.
                .SH "EXAMPLES"
                .EX
                tool send \(aqa b\(aq \-\-to .x
                .EE
                .SH "SEE ALSO"
                \fBtool\fR(1),
                \fBtool\-runs\fR(1)

                """#)
    }

    @Test func `an argument that may be left out is in brackets`() {
        let open = CommandDefinition(
            words: ["tool", "open"], abstract: "Opens.",
            arguments: [CommandDefinition.Argument(.positional, valueName: "file", isOptional: true, help: "What.")])
        let tool = CommandDefinition(words: ["tool"], abstract: "Does it.", subcommands: [open])
        let page = ManualPage.all(of: tool, Self.facts).first { $0.fileName == "tool-open.1" }
        #expect(page?.text.contains("\\fBtool open\\fR \\fI[file]\\fR\n") == true, "\(page?.text ?? "none")")
    }

    @Test func `the commands of a command are on its page`() {
        let page = page("tool-runs.1")
        #expect(!page.contains("FILES"), "it has none")
        #expect(page.contains(".SS \"tool runs show\"\nShows.\n.TP\n\\fB\\-\\-json\\fR\nAs JSON.\n"))
        #expect(page.contains("\\fBtool runs list\\fR \\fI\\fR\n.br\n\\fBtool runs show\\fR \\fI[options]\\fR\n"))
    }

    @Test func `the page of the program lists commands, statuses, variables and files`() {
        let page = page("tool.1")
        for text in ["\\fBtool\\-runs\\fR(1)\nRuns.", "\\fBHOME\\fR\nThe home.", "\\(ti/.config/tool", "EXIT STATUS"] {
            #expect(page.contains(text))
        }
        #expect(!page.contains("secret"))
    }

    @Test func `what roff would read otherwise is escaped`() {
        #expect(RoffText.literal(".x 'y' \\z ~ ^ ` \"") == #"\&.x \(aqy\(aq \ez \(ti \(ha \(ga \(dq"#)
        #expect(RoffText.paragraph("a… §2") == #"a\[u2026] \[u00A7]2"#)
        #expect(RoffText.escaped("\u{1B}\u{1F600}") == #" \[u1F600]"#)
        #expect(RoffText.escaped("\u{1F}}\u{7F}\u{80}\u{FFF}\u{1000}") == #" }\[u007F]\[u0080]\[u0FFF]\[u1000]"#)
    }

    @Test func `long paragraphs are broken between words, and no line begins with a period`() {
        let lines = RoffText.paragraph(String(repeating: ".http ", count: 60)).split(separator: "\n")
        #expect(lines.count > 3)
        for line in lines { #expect(line.count <= 82 && line.hasPrefix("\\&.http")) }
        let word = String(repeating: "x", count: 70)
        #expect(RoffText.paragraph("\(word) 2345678\n9") == "\(word) 2345678\n9", "78 columns are one line")
        #expect(RoffText.paragraph("\(word) 23456789") == "\(word)\n23456789")
        #expect(RoffText.paragraph(" a\n\n b ") == "a b" && RoffText.paragraph("") == "")
    }
}
