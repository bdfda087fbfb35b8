import TerminalUI

/// Finds the command behind a key. A pane's own keys come before those that work anywhere.
struct Keymap: Sendable {
    /// What a key means depends on this alone.
    enum Context: Sendable, Hashable {
        /// The focus is on a pane and nothing is typed.
        case pane(Pane)
        /// A text field or area has the keys: everything printable and readline's keys are text.
        case typing
    }

    private var byContext: [Context: [Key: Command]] = [:]

    /// The keys of the table.
    static let standard = Keymap(rows: Command.table)

    init(rows: [CommandRow]) {
        for pane in Pane.allCases {
            var keys: [Key: Command] = [:]
            for row in rows where row.scope == .anywhere { for key in row.keys { keys[key] = row.command } }
            for row in rows where row.scope != .anywhere && row.scope.includes(pane) {
                for key in row.keys { keys[key] = row.command }
            }
            byContext[.pane(pane)] = keys
        }
        var typing: [Key: Command] = [:]
        for row in rows { for key in row.typingKeys { typing[key] = row.command } }
        byContext[.typing] = typing
    }

    func command(for key: Key, in context: Context) -> Command? { byContext[context]?[key] }

    /// The rows of a pane that the footer shows; when room is short the last give way. After the first come the pane's own
    /// keys, then those that work anywhere.
    static func footerRows(for pane: Pane, first: [Command]) -> [CommandRow] {
        let shown = Command.table.filter { row in
            row.footer != nil && !row.keys.isEmpty && row.scope.includes(pane) && !first.contains(row.command)
                && row.command != .open
        }
        return first.compactMap(\.row) + shown.filter { $0.scope != .anywhere }
            + shown.filter { $0.scope == .anywhere }
    }
}
