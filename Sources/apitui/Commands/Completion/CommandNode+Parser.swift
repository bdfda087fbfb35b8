import ArgumentParser
import CommandGuide

extension CommandNode {
    /// A command of the argument parser. Its arguments are described when they are asked for.
    init(_ type: any ParsableCommand.Type) {
        let configuration = type.configuration
        self.init(
            name: type._commandName, abstract: configuration.abstract, isShown: configuration.shouldDisplay,
            defaultSubcommand: configuration.defaultSubcommand?._commandName,
            subcommands: { configuration.subcommands.map { CommandNode($0) } },
            arguments: { CommandDefinition(dump: type._dumpHelp())?.arguments ?? [] })
    }

    /// The program itself, which has commands that the parser adds.
    init(program type: any ParsableCommand.Type) {
        self.init(type)
        more = [
            CommandDefinition.Argument(
                .flag, names: ["--version"], help: "Show the version, and those of the libraries.")
        ]
        let commands = subcommands
        subcommands = {
            commands() + [
                CommandNode(name: "help", abstract: "Show the help of a command.", arguments: { [] })
            ]
        }
    }
}
