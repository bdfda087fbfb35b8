import Base
import HTTPFormat
import TerminalUI
import Workspace

/// Every command that is possible now, found by typing.
struct PaletteOverlay: OverlayPart {
    var field = TextField()
    var list = ListSelection()
    /// What was possible when the palette opened.
    var commands: [Command]
    /// All commands with their keys in the pane that it was opened in.
    var rows: [Command: CommandRow]

    static func open(on model: inout Model) -> [Effect] {
        let all = model.settings.keymap.rows(in: model.window.focus)
        let rows = Dictionary(all.map { ($0.command, $0) }, uniquingKeysWith: { first, _ in first })
        model.overlays.show(PaletteOverlay(commands: model.possibleCommands(), rows: rows))
        return []
    }

    /// The best first; of equal ones in the order of the table.
    var matches: [CommandRow] {
        let (typed, filter) = (FuzzyMatch(field.text), TextFilter(field.text))
        let letters = field.text.utf8.count { $0 != 0x20 }
        let scored = commands.enumerated().compactMap { place, command -> (row: CommandRow, score: Int, place: Int)? in
            guard let row = rows[command] else { return nil }
            /// Letters that are far apart are no match.
            func score(_ text: String, _ weight: Int) -> Int? {
                typed.score(Array(text.utf8)).flatMap { $0 >= 16 * letters ? $0 * weight : nil }
            }
            let best = [score(row.title, 3), score(command.synonyms, 2)].compactMap(\.self).max()
            if let best { return (row, best, place) }
            return filter.matches("\(row.title) \(row.help)") ? (row, 0, place) : nil
        }
        return scored.sorted { ($1.score, $0.place) < ($0.score, $1.place) }.map(\.row)
    }

    var title: SafeText { "Commands" }
    var isTyping: Bool { true }

    var keys: [(String, String)] {
        (matches.isEmpty ? [] : [("Enter", "do it"), ("Up Down", "select")]) + [("Esc", "close")]
    }

    func size(in room: OverlayRoom) -> Size { room.size(columns: min(64, room.width), rows: 18) }
    func content(of inside: Rect) -> Rect { inside.dropping(1) }
    func row(at row: Int, in content: Rect) -> Int? { list.top + row }

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        switch key {
        case .escape: model.overlays.close()
        case .enter:
            let matches = matches
            guard matches.indices.contains(list.index) else { return [] }
            model.overlays.close()
            return model.perform(matches[list.index].command)
        case .up, .control("k"), .control("p"): list.index -= 1
        case .down, .control("n"): list.index += 1
        case .pageUp: list.index -= content(on: model.window.size).height
        case .pageDown: list.index += content(on: model.window.size).height
        default: if field.handle(key) { list.index = 0 }
        }
        return []
    }

    mutating func choose(_ row: Int, on model: inout Model) -> [Effect] {
        if matches.indices.contains(row) { list.index = row }
        return matches.indices.contains(row) ? handle(.enter, on: &model) : []
    }

    mutating func paste(_ text: String, on model: inout Model) -> [Effect] {
        field.paste(text)
        list.index = 0
        return []
    }

    mutating func settle(in content: Rect, at now: MonotonicTime) { list.settle(matches.count, in: content.height) }

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        buffer.draw(":", at: Point(x: inside.x, y: inside.y), style: Style(.key, .bold))
        field.draw(
            in: Rect(x: inside.x + 2, y: inside.y, width: inside.width - 2, height: 1), isFocused: true, on: &buffer)
        let matches = matches
        List(count: matches.count, selection: list, isFocused: true, emptyText: "Nothing matches.") { place in
            let row = matches[place]
            let title = row.title + String(repeating: " ", count: max(1, 20 - row.title.count))
            return Line(
                [Span(SafeText(title), .text, .bold), Span(SafeText(row.help), .dim)],
                trailing: [Span(SafeText(row.keys.first?.label ?? ""), .key)])
        }.draw(in: content, on: &buffer)
    }
}

extension Model {
    /// The commands that would do something now, without those that only move within a pane.
    func possibleCommands() -> [Command] {
        let moving: Set<Command> = [
            .moveUp, .moveDown, .moveLeft, .moveRight, .top, .bottom, .halfPageUp, .halfPageDown, .pageUp, .pageDown,
            .showPalette, .escape, .focusNext, .focusPrevious,
        ]
        let meant = meantRequest
        return Command.table.filter { row in
            guard !moving.contains(row.command), row.scope.includes(window.focus), focused.offers(row.command, self)
            else {
                return false
            }
            return switch row.command {
            case .send, .sendAfresh, .showPlan, .moveRequest, .moveRequestUp, .moveRequestDown, .renameRequest,
                .cloneItem, .deleteItem:
                meant != nil
            case .save: canSave
            case .saveAll: !tree.unsavedPaths.isEmpty
            case .cancelAll: !sending.inFlight.isEmpty
            case .convertCurl: meant.flatMap(tree.request)?.curl != nil
            case .writeCaptures: meant.flatMap(tree.request)?.captures.isEmpty == false
            case .browseCache, .chooseCacheMode: settings.hasCache
            case .clearCookies: jar?.cookies.isEmpty == false
            case .undo: tree.files.values.contains { !$0.undo.isEmpty }
            default: true
            }
        }.map(\.command)
    }
}
