/// A manual page of section 1, for the program or one of its commands. The commands of a command are on its page.
package struct ManualPage: Sendable {
    /// `apitui-send.1`
    package let fileName: String
    /// In the language of man(7).
    package let text: String

    /// The page of the program, and one for each command that is shown.
    package static func all(of program: CommandDefinition, _ facts: ManualFacts) -> [ManualPage] {
        let shown = program.subcommands.filter(\.isShown)
        return [ManualPage(program: program, shown, facts)]
            + shown.map { ManualPage(command: $0, of: program, beside: shown, facts) }
    }

    private init(program: CommandDefinition, _ commands: [CommandDefinition], _ facts: ManualFacts) {
        var writer = ManualWriter(program.name, facts)
        writer.name([program.name], program.abstract)
        writer.heading("SYNOPSIS")
        writer.synopsis(program.line, rest: "[command] [arguments]")
        if let usual = commands.first(where: { $0.name == program.defaultSubcommand }) {
            writer.synopsis(program.line, of: usual)
        }
        let (description, examples) = ManualWriter.parts(program.discussion)
        writer.heading("DESCRIPTION")
        writer.text(description)
        writer.heading("COMMANDS")
        if let usual = program.defaultSubcommand {
            writer.text(["Without the name of a command, '\(usual)' is meant."])
        }
        for command in commands {
            writer.entry("\\fB\(RoffText.escaped("\(program.name)-\(command.name)"))\\fR(1)", command.abstract)
        }
        writer.options(program.arguments)
        writer.list("EXIT STATUS", facts.statuses(""), lead: "The numbers are stable.")
        writer.list("ENVIRONMENT", facts.variables(""))
        writer.list("FILES", facts.files(""))
        writer.examples(examples)
        writer.seeAlso(commands.map { "\(program.name)-\($0.name)" })
        fileName = "\(program.name).1"
        text = writer.out
    }

    private init(
        command: CommandDefinition, of program: CommandDefinition, beside others: [CommandDefinition],
        _ facts: ManualFacts
    ) {
        let title = "\(program.name)-\(command.name)"
        var writer = ManualWriter(title, facts)
        writer.name([title], command.abstract)
        writer.heading("SYNOPSIS")
        let shown = command.subcommands.filter(\.isShown)
        if shown.isEmpty { writer.synopsis(command.line, of: command) }
        for part in shown { writer.synopsis(part.line, of: part) }
        var (description, examples) = ManualWriter.parts(command.discussion)
        writer.heading("DESCRIPTION")
        writer.text(description.isEmpty ? [command.abstract] : description)
        if program.defaultSubcommand == command.name {
            writer.text(["It is what the program does if no command is named."])
        }
        writer.options(command.arguments)
        if !shown.isEmpty {
            let common = Set(command.arguments.map(\.names))
            writer.heading("COMMANDS")
            if let usual = command.defaultSubcommand {
                writer.text(["Without the name of one, '\(usual)' is meant."])
            }
            for part in shown {
                writer.subheading(part.line)
                let (description, more) = ManualWriter.parts(part.discussion)
                writer.text([part.abstract] + description)
                // Those that each command has are above.
                writer.entries(part.arguments.filter { $0.names.isEmpty || !common.contains($0.names) })
                examples += more
            }
        }
        writer.list("EXIT STATUS", facts.statuses(command.name))
        writer.list("ENVIRONMENT", facts.variables(command.name))
        writer.list("FILES", facts.files(command.name))
        writer.examples(examples)
        // The neighbours in the list of commands are about similar things.
        let place = others.firstIndex { $0.name == command.name } ?? 0
        let near = others[max(0, place - 2)..<min(others.count, place + 3)].filter { $0.name != command.name }
        writer.seeAlso([program.name] + near.map { "\(program.name)-\($0.name)" })
        fileName = "\(title).1"
        text = writer.out
    }
}
