import Base
import TerminalUI

/// An overlay that is a list, to choose one of its rows: keys, clicks, scrolling, and problems below the list.
protocol ChoicePicker: OverlayPart {
    var list: ListSelection { get set }
    var count: Int { get }
    /// Chooses a row. The picker is closed already.
    func take(_ row: Int, on model: inout Model) -> [Effect]

    // The rest has a default.

    /// Its key closes the picker, too.
    var openingCommand: Command? { get }
    /// Sentences below the list. The default is none.
    var problems: [String] { get }
    /// Called when another row is selected by a key.
    mutating func selected(_ model: Model)
}

extension ChoicePicker {
    var openingCommand: Command? { nil }
    var problems: [String] { [] }
    mutating func selected(_ model: Model) {}

    var keys: [(String, String)] { [("Enter", "choose"), ("Esc", "close")] }

    func row(at row: Int, in content: Rect) -> Int? { list.top + row }

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] { handleChoice(key, on: &model) }

    /// What a key does in every picker.
    mutating func handleChoice(_ key: Key, on model: inout Model) -> [Effect] {
        let page = content(on: model.window.size).height
        if key != " ", let step = model.scrollStep(key, page: page, count: count) {
            let row = max(0, min(count - 1, list.index + step))
            guard row != list.index else { return [] }
            list.index = row
            selected(model)
            return []
        }
        switch key {
        case .escape, "q": model.overlays.close()
        case .enter, " ": return takeSelected(on: &model)
        default: if let openingCommand, model.isKey(key, of: openingCommand) { model.overlays.close() }
        }
        return []
    }

    mutating func takeSelected(on model: inout Model) -> [Effect] {
        guard (0..<count).contains(list.index) else { return [] }
        model.overlays.close()
        return take(list.index, on: &model)
    }

    mutating func choose(_ row: Int, on model: inout Model) -> [Effect] {
        guard (0..<count).contains(row) else { return [] }
        list.index = row
        return takeSelected(on: &model)
    }

    mutating func settle(in content: Rect, at now: MonotonicTime) { list.settle(count, in: content.height) }

    // MARK: Problems

    private var markedProblems: [String] { problems.map { "! " + $0 } }

    private func problemLines(_ width: Int) -> [String] {
        markedProblems.flatMap { WrappedText.lines($0, width: width) }
    }

    /// Room for the list and what is below it.
    func size(columns: Int, in room: OverlayRoom) -> Size {
        let columns = min(columns, room.width)
        return room.size(columns: columns, rows: count + problemLines(columns).count)
    }

    func content(of inside: Rect) -> Rect {
        let height = max(1, inside.height - problemLines(inside.width).count)
        return Rect(x: inside.x, y: inside.y, width: inside.width, height: height)
    }

    func drawProblems(below content: Rect, in inside: Rect, on buffer: inout CellBuffer) {
        buffer.drawWrapped(markedProblems, in: inside.dropping(content.maxY - inside.y), style: Style(.failure))
    }
}
