import Base
import HTTPFormat
import TerminalUI
import Workspace

/// Every command, found by typing: first those that are possible now, then the others with what is in their way.
struct PaletteOverlay: OverlayPart {
    var field = TextField()
    var list = ListSelection()
    private let commands: [Command]
    /// What was in their way when the palette opened.
    private let obstacles: [Command: Obstacle]
    /// All commands with their keys in the pane that it was opened in.
    private let rows: [Command: CommandRow]
    /// What matches the text: what is possible first, and of that the best; of equal ones in the order of the table.
    private(set) var matches: [CommandRow] = []

    private init(_ model: Model) {
        let all = model.settings.keymap.rows(in: model.window.focus)
        rows = Dictionary(all.map { ($0.command, $0) }, uniquingKeysWith: { first, _ in first })
        commands = model.paletteCommands
        obstacles = Dictionary(
            commands.compactMap { command in model.obstacle(to: command).map { (command, $0) } },
            uniquingKeysWith: { first, _ in first })
        find()
    }

    static func open(on model: inout Model) -> [Effect] {
        model.overlays.show(PaletteOverlay(model))
        return []
    }

    private mutating func find() {
        let (typed, filter) = (FuzzyMatch(field.text), TextFilter(field.text))
        let letters = field.text.utf8.count { $0 != 0x20 }
        let scored = commands.enumerated().compactMap { place, command -> (row: CommandRow, score: Int, place: Int)? in
            // A command of another pane has the keys that it has there.
            guard let row = rows[command] ?? command.row else { return nil }
            /// Letters that are far apart are no match.
            func score(_ text: String, _ weight: Int) -> Int? {
                typed.score(Array(text.utf8)).flatMap { $0 >= 16 * letters ? $0 * weight : nil }
            }
            let best = [score(row.title, 3), score(command.synonyms, 2)].compactMap(\.self).max()
            if let best { return (row, best, place) }
            return filter.matches("\(row.title) \(row.help)") ? (row, 0, place) : nil
        }
        let sorted = scored.sorted { ($1.score, $0.place) < ($0.score, $1.place) }
        // What is meant by its name and not possible goes before what only mentions the words.
        let named = sorted.filter { $0.score > 0 || field.text.isEmpty }
        let mentioned = sorted.filter { $0.score == 0 && !field.text.isEmpty }
        matches = [named, mentioned].flatMap { rows in
            rows.filter { obstacles[$0.row.command] == nil } + rows.filter { obstacles[$0.row.command] != nil }
        }.map(\.row)
    }

    var title: SafeText { "Commands" }
    var isTyping: Bool { true }

    var keys: [(String, String)] {
        (matches.isEmpty ? [] : [("Enter", "do it"), ("Up Down", "select")]) + [("Esc", "close")]
    }

    /// On a wide screen the sentences are whole.
    func size(in room: OverlayRoom) -> Size {
        guard room.fullWidth > room.wideWidth else { return room.size(columns: min(64, room.width), rows: 18) }
        let longest = commands.map { rows[$0]?.help.count ?? 0 }.max() ?? 0
        // The title before a sentence, the key after it, the bar.
        return room.size(columns: min(room.fullWidth, 20 + longest + 12), rows: 18)
    }
    func content(of inside: Rect) -> Rect { inside.dropping(1) }
    func row(at row: Int, in content: Rect) -> Int? { list.top + row }

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        switch key {
        case .escape: model.overlays.close()
        case .enter:
            guard matches.indices.contains(list.index) else { return [] }
            model.overlays.close()
            return perform(matches[list.index], on: &model)
        default:
            let height = content(on: model.window.size).height
            if list.handleBesideText(key, height: height) { return [] }
            if field.handle(key) {
                list.index = 0
                find()
            }
        }
        return []
    }

    /// Goes to the pane where the command works, if that is another one; says what is in the way.
    private func perform(_ row: CommandRow, on model: inout Model) -> [Effect] {
        var effects: [Effect] = []
        if case .elsewhere(let pane) = obstacles[row.command] {
            effects = model.focus(on: pane)
            guard model.window.focus == pane else { return effects }
        }
        if let obstacle = model.obstacle(to: row.command) {
            model.say("\(row.title): \(obstacle.clause).")
            return effects
        }
        return effects + model.perform(row.command)
    }

    mutating func choose(_ row: Int, on model: inout Model) -> [Effect] {
        if matches.indices.contains(row) { list.index = row }
        return matches.indices.contains(row) ? handle(.enter, on: &model) : []
    }

    mutating func paste(_ text: String, on model: inout Model) -> [Effect] {
        field.paste(text)
        list.index = 0
        find()
        return []
    }

    mutating func settle(in content: Rect, at now: MonotonicTime) { list.settle(matches.count, in: content.height) }

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        buffer.draw(":", at: Point(x: inside.x, y: inside.y), style: Style(.key, .bold))
        field.draw(
            in: Rect(x: inside.x + 2, y: inside.y, width: inside.width - 2, height: 1), isFocused: true, on: &buffer)
        List(count: matches.count, selection: list, isFocused: true, emptyText: "Nothing matches.") { place in
            let row = matches[place]
            let title = row.title + String(repeating: " ", count: max(1, 20 - row.title.count))
            if let obstacle = obstacles[row.command] {
                return Line(
                    [Span(SafeText(title), .dim), Span(SafeText(obstacle.clause), .dim)],
                    trailing: [Span(SafeText(row.keys.first?.label ?? ""), .dim)])
            }
            return Line(
                [Span(SafeText(title), .text, .bold), Span(SafeText(row.help), .dim)],
                trailing: [Span(SafeText(row.keys.first?.label ?? ""), .key)])
        }.draw(in: content, on: &buffer)
    }
}
