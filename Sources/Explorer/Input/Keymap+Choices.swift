import Base
import Settings
import TerminalUI

/// The keys that the user gave to a command.
struct KeyChoice: Sendable, Hashable {
    var command: Command
    /// The pane in which alone they hold.
    var pane: Pane?
    /// Each with its place in the file; empty for none.
    var keys: [Key]
    var places: [FilePlace]
    var line: Int
}

// Rules. Keys of a choice take the place of the command's own. A key that two choices want in one pane stays with the first. A key
// that a choice takes from a command without a choice is taken, and both are named. Esc, ^C, Q and ? keep their meaning.

extension Keymap {
    /// These commands keep their keys, and can be given more: without them nobody finds the way out.
    static let protected: [Command] = [.escape, .cancelAll, .quit, .showHelp]

    /// The keys with what the user's file says of them.
    /// - Parameter last: what held before: a choice whose line cannot be understood now keeps its keys.
    /// - Returns: the keys, with a sentence for each line that cannot be done, and for each key that was another command's.
    package static func make(
        _ bindings: [KeyBinding], last: Keymap = .standard
    ) -> (keymap: Keymap, problems: [SettingsProblem]) {
        var reader = KeyChoiceReader(last: last)
        for binding in bindings { reader.read(binding) }
        var problems = reader.problems
        var keysByPane: [Pane: [Command: [Key]]] = [:]
        var told: Set<String> = []
        for pane in Pane.allCases {
            keysByPane[pane] = divide(reader.choices, in: pane) { place, sentence in
                // The same in several panes is said once.
                if told.insert("\(place.line):\(place.column)").inserted {
                    problems.append(SettingsProblem(place, sentence))
                }
            }
        }
        let typing = typingRows(reader.choices)
        let keymap = Keymap(choices: reader.choices, typing: typing) { pane in
            typing.map { row in
                var row = row
                if row.scope.includes(pane) { row.keys = keysByPane[pane]?[row.command] ?? [] }
                return row
            }
        }
        return (keymap, problems.sorted { ($0.place ?? .start) < ($1.place ?? .start) })
    }

    /// Gives each key of a pane to one command.
    private static func divide(
        _ choices: [KeyChoice], in pane: Pane, tell: (FilePlace, String) -> Void
    ) -> [Command: [Key]] {
        var owners: [Key: Command] = [:]
        var keys: [Command: [Key]] = [:]
        var takers: [Key: (place: FilePlace, command: Command)] = [:]
        func give(_ key: Key, to command: Command) {
            owners[key] = command
            keys[command, default: []].append(key)
        }
        let rows = Command.table.filter { $0.scope.includes(pane) }
        for row in rows where protected.contains(row.command) { for key in row.keys { give(key, to: row.command) } }
        // What is said of this pane goes before what is said of all.
        let mine = choices.filter { $0.pane == pane }
        let all = choices.filter { choice in
            choice.pane == nil && rows.contains { $0.command == choice.command }
                && !mine.contains { $0.command == choice.command }
        }
        for choice in mine + all {
            for (key, place) in zip(choice.keys, choice.places) {
                if let owner = owners[key] {
                    guard owner != choice.command else { continue }
                    let line = takers[key].map { " of line \($0.place.line)" } ?? ""
                    tell(
                        place,
                        "\(key.label) is the key of '\(owner.id)'\(line), so '\(choice.command.id)' does not get it.")
                    continue
                }
                takers[key] = (place, choice.command)
                give(key, to: choice.command)
            }
        }
        let chosen = Set((mine + all).map(\.command)).union(protected)
        for row in rows where !chosen.contains(row.command) {
            for key in row.keys {
                guard let taker = takers[key] else {
                    give(key, to: row.command)
                    continue
                }
                let left = row.keys.filter { takers[$0] == nil }.map(\.label)
                let rest = left.isEmpty ? noneLeft(row, choices) : "which has \(left.joined(separator: " ")) left"
                tell(
                    taker.place,
                    "\(key.label) is now '\(taker.command.id)' and no longer '\(row.command.id)', \(rest): name its keys, or none, if that is meant."
                )
            }
        }
        return keys
    }

    /// A clause about a command without keys in a pane: a choice may give it some in other panes.
    private static func noneLeft(_ row: CommandRow, _ choices: [KeyChoice]) -> String {
        let panes = choices.filter { $0.command == row.command && !$0.keys.isEmpty }.compactMap(\.pane?.title)
        return panes.isEmpty ? "which has none left" : "which has keys in \(panes.joined(separator: " and ")) alone"
    }

    /// The rows with the keys that they have while a text is typed: those that no field takes, of commands that have such keys by
    /// default.
    private static func typingRows(_ choices: [KeyChoice]) -> [CommandRow] {
        var taken = Set(protected.flatMap { $0.row?.typingKeys ?? [] })
        let chosen = choices.filter { $0.pane == nil }
        return Command.table.map { row in
            guard !row.typingKeys.isEmpty, let choice = chosen.first(where: { $0.command == row.command }) else {
                return row
            }
            var row = row
            let more = choice.keys.filter { isFree($0) && taken.insert($0).inserted }
            row.typingKeys = protected.contains(row.command) ? row.typingKeys + more : more
            return row
        }.withoutShared(chosen)
    }

    /// Whether a field makes nothing of a key.
    private static func isFree(_ key: Key) -> Bool {
        switch key {
        case .function: return true
        // ^T chooses how a search reads its text; ^N and ^P move in lists below a field.
        case .control(let letter) where !"tnpg".contains(letter):
            var (field, area) = (TextField("a text"), TextArea("a text"))
            return !field.handle(key) && !area.handle(key)
        default: return false
        }
    }
}

extension [CommandRow] {
    /// A choice's key is no longer that of a command without a choice.
    fileprivate func withoutShared(_ choices: [KeyChoice]) -> [CommandRow] {
        let chosen = Set(choices.map(\.command))
        let taken = Set(choices.flatMap(\.keys))
        return map { row in
            guard !chosen.contains(row.command), !Keymap.protected.contains(row.command) else { return row }
            var row = row
            row.typingKeys.removeAll(where: taken.contains)
            return row
        }
    }
}

extension FilePlace {
    fileprivate static let start = FilePlace(line: 0, column: 0)
}

/// Reads what the file says of keys, line by line.
private struct KeyChoiceReader {
    let last: Keymap
    private(set) var choices: [KeyChoice] = []
    private(set) var problems: [SettingsProblem] = []

    init(last: Keymap) { self.last = last }

    mutating func read(_ binding: KeyBinding) {
        guard problems.count < SettingsFile.mostProblems, let target = target(of: binding) else { return }
        let (row, pane) = target
        if let first = choices.first(where: { $0.command == row.command && $0.pane == pane }) {
            return note(binding.place, "'\(row.command.id)' has its keys from line \(first.line) already.")
        }
        var choice = KeyChoice(command: row.command, pane: pane, keys: [], places: [], line: binding.place.line)
        let isProtected = Keymap.protected.contains(row.command)
        if isProtected, binding.keys.isEmpty {
            return note(
                binding.place,
                "'\(row.command.id)' always has its key \(row.keys.first?.label ?? ""); it can be given more.")
        }
        for name in binding.keys {
            do throws(KeyText.Problem) {
                let key = try KeyText.read(name.text)
                if let owner = Keymap.protected.first(where: { $0.row?.keys.contains(key) == true }) {
                    guard owner != row.command else { continue }
                    throw KeyText.Problem(clause: "it always is '\(owner.id)'")
                }
                choice.keys.append(key)
                choice.places.append(name.place)
            } catch {
                note(name.place, "'\(name.text.prefix(40))' cannot be the key of '\(row.command.id)': \(error.clause).")
            }
        }
        if choice.keys.isEmpty, !binding.keys.isEmpty {
            // Nothing of the line can be done: what held before goes on.
            guard let kept = last.choices.first(where: { $0.command == row.command && $0.pane == pane }) else { return }
            choice = kept
            choice.places = kept.keys.map { _ in binding.place }
        }
        choices.append(choice)
    }

    /// The row and the pane that a line means.
    private mutating func target(of binding: KeyBinding) -> (CommandRow, Pane?)? {
        var pane: Pane?
        if let name = binding.pane {
            pane = Pane.allCases.first { $0.id == name }
            guard pane != nil else {
                // Said once, though several lines may be below the name.
                let names = Pane.allCases.map(\.id)
                let near = NameSuggestion.nearest(to: name, among: names).map { " Did you mean '\($0)'?" }
                let place = binding.panePlace ?? binding.place
                if !problems.contains(where: { $0.place == place }) {
                    note(
                        place,
                        "There is no pane '\(name.prefix(80))'.\(near ?? " Panes are \(names.joined(separator: ", ")).")"
                    )
                }
                return nil
            }
        }
        guard let row = Command.table.first(where: { $0.command.id == binding.command }) else {
            let names = Command.allCases.map(\.id)
            // `delete` means `delete-item`.
            let near =
                NameSuggestion.nearest(to: binding.command, among: names)
                ?? names.first { $0.hasPrefix(binding.command.lowercased() + "-") }
            let advice = near.map { " Did you mean '\($0)'?" } ?? " 'apitui config --keys' lists them."
            note(binding.place, "There is no command '\(binding.command.prefix(80))'.\(advice)")
            return nil
        }
        if let pane, !row.scope.includes(pane) {
            note(binding.place, "'\(row.command.id)' does nothing in \(pane.title).")
            return nil
        }
        return (row, pane)
    }

    private mutating func note(_ place: FilePlace, _ sentence: String) {
        problems.append(SettingsProblem(place, sentence))
    }
}
