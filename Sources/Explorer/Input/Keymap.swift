import TerminalUI

/// Finds the command behind a key, and the keys of a command. A pane's own keys come before those that work anywhere.
package struct Keymap: Sendable {
    /// What a key means depends on this alone.
    enum Context: Sendable, Hashable {
        /// The focus is on a pane and nothing is typed.
        case pane(Pane)
        /// A text field or area has the keys: everything printable and readline's keys are text.
        case typing
    }

    private var byContext: [Context: [Key: Command]] = [:]
    /// The rows of the table with the keys and the sentence that they have in a pane; all rows, in the table's order.
    private var rowsByPane: [Pane: [CommandRow]] = [:]
    /// What the user's file says, where it could be understood.
    private(set) var choices: [KeyChoice] = []

    /// The keys of the table.
    package static let standard = Keymap(rows: Command.table)

    init(rows: [CommandRow]) { self.init(choices: [], typing: rows) { _ in rows } }

    /// - Parameters:
    ///   - rows: all rows, with the keys that they have in a pane.
    ///   - typing: the rows with their keys in text fields.
    init(choices: [KeyChoice], typing: [CommandRow], rows: (Pane) -> [CommandRow]) {
        self.choices = choices
        for pane in Pane.allCases {
            let rows = rows(pane)
            var keys: [Key: Command] = [:]
            for row in rows where row.scope == .anywhere { for key in row.keys { keys[key] = row.command } }
            for row in rows where row.scope != .anywhere && row.scope.includes(pane) {
                for key in row.keys { keys[key] = row.command }
            }
            byContext[.pane(pane)] = keys
            rowsByPane[pane] = rows.map { $0.shown(in: pane) }
        }
        var keys: [Key: Command] = [:]
        for row in typing { for key in row.typingKeys { keys[key] = row.command } }
        byContext[.typing] = keys
    }

    func command(for key: Key, in context: Context) -> Command? { byContext[context]?[key] }

    /// All rows of the table, with the keys that they have in a pane.
    func rows(in pane: Pane) -> [CommandRow] { rowsByPane[pane] ?? [] }

    func row(_ command: Command, in pane: Pane) -> CommandRow? { rows(in: pane).first { $0.command == command } }

    /// The first of a command's keys that works while a text is typed, as hints write it.
    func typingLabel(_ command: Command) -> String? { row(command, in: .request)?.typingKeys.first?.label }

    /// The rows of a pane that the footer shows; when room is short the last give way. After the first come the pane's own
    /// keys, then those that work anywhere.
    func footerRows(for pane: Pane, first: [Command]) -> [CommandRow] {
        let rows = rows(in: pane)
        let shown = rows.filter { row in
            row.footer != nil && !row.keys.isEmpty && row.scope.includes(pane) && !first.contains(row.command)
                && row.command != .open
        }
        return first.compactMap { row($0, in: pane) } + shown.filter { $0.scope != .anywhere }
            + shown.filter { $0.scope == .anywhere }
    }
}
