import Settings

/// The commands with their keys as they hold, for commands of the program that have no screen.
package struct KeyListing: Sendable {
    package struct Row: Sendable {
        package var id: String
        package var title: String
        package var help: String
        /// Where it works; empty for everywhere.
        package var panes: [String]
        /// As the screen writes them. Where panes differ, those of the first.
        package var keys: [String]
        /// Keys in panes where they are others, by the pane's name.
        package var keysByPane: [(pane: String, keys: [String])]
        /// Whether the user's file has a part in it.
        package var isChosen: Bool
    }

    package let rows: [Row]
    package let problems: [SettingsProblem]

    package static let panes = Pane.allCases.map(\.id)

    package init(_ bindings: [KeyBinding]) {
        let (keymap, problems) = Keymap.make(bindings)
        self.problems = problems
        let changed = Set(keymap.choices.map(\.command))
        rows = Command.table.map { row in
            let panes = Pane.allCases.filter(row.scope.includes)
            let keys = panes.map { keymap.row(row.command, in: $0)?.keys.map(\.label) ?? [] }
            let own = keymap.choices.contains { $0.command == row.command && $0.pane != nil }
            // The keys of most panes first; where one differs it is named.
            let usual = keys.max { a, b in keys.count { $0 == a } < keys.count { $0 == b } } ?? []
            let others = zip(panes, keys).filter { $0.1 != usual }.map { (pane: $0.0.id, keys: $0.1) }
            return Row(
                id: row.command.id, title: row.title, help: row.helpOfAllPanes,
                panes: row.scope == .anywhere ? [] : panes.map(\.id), keys: usual, keysByPane: others,
                isChosen: own || changed.contains(row.command) || usual != row.keys.map(\.label) || !others.isEmpty)
        }
    }

    /// For the schema of the file.
    package var schemaCommands: [SettingsSchema.KeyCommand] {
        rows.map { SettingsSchema.KeyCommand(id: $0.id, help: $0.help, panes: $0.panes) }
    }
}
