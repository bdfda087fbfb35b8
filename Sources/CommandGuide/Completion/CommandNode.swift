/// A command with those below it, of which only the one that is completed is looked at closely: describing all of them takes longer
/// than a user waits for a key.
package struct CommandNode: Sendable {
    package var name: String
    package var abstract: String
    package var isShown: Bool
    package var defaultSubcommand: String?
    package var subcommands: @Sendable () -> [CommandNode]
    /// Its arguments, without those of the commands below it. Not asked for where a command below it is the usual one.
    package var arguments: @Sendable () -> [CommandDefinition.Argument]
    /// What it takes beside those of the usual command below it.
    package var more: [CommandDefinition.Argument] = []

    package init(
        name: String, abstract: String, isShown: Bool = true, defaultSubcommand: String? = nil,
        subcommands: @escaping @Sendable () -> [CommandNode] = { [] },
        arguments: @escaping @Sendable () -> [CommandDefinition.Argument]
    ) {
        self.name = name
        self.abstract = abstract
        self.isShown = isShown
        self.defaultSubcommand = defaultSubcommand
        self.subcommands = subcommands
        self.arguments = arguments
    }

    /// Of a whole description.
    package init(_ definition: CommandDefinition) {
        self.init(
            name: definition.name, abstract: definition.abstract, isShown: definition.isShown,
            defaultSubcommand: definition.defaultSubcommand,
            subcommands: { definition.subcommands.map { CommandNode($0) } }, arguments: { definition.arguments })
    }
}
