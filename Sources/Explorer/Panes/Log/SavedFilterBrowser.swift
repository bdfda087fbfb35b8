import Base
import TerminalUI

/// The filters of the log that the user saved, to use or to forget one.
struct SavedFilterBrowser: OverlayPart {
    private var filters: [(name: String, text: String)]
    private var list = ListSelection()

    private let none: String

    /// - Parameter none: what to say where no filter is saved.
    init(_ saved: [String: String], none: String) {
        filters = Self.sorted(saved)
        self.none = none
    }

    /// Takes in the filters that were read.
    mutating func take(_ saved: [String: String]) {
        let selected = chosen
        filters = Self.sorted(saved)
        if let selected { list.follow(to: filters.firstIndex { $0.name == selected }) }
    }

    private static func sorted(_ saved: [String: String]) -> [(name: String, text: String)] {
        saved.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private var chosen: String? { filters.indices.contains(list.index) ? filters[list.index].name : nil }

    var title: SafeText { "Saved filters" }

    var keys: [(String, String)] {
        chosen == nil ? [("Esc", "close")] : [("Enter", "use"), ("D", "forget"), ("Esc", "close")]
    }

    func size(in room: OverlayRoom) -> Size {
        let longest = filters.map { $0.name.count + $0.text.count + 2 }.max() ?? none.count
        return room.size(columns: min(room.width, max(40, longest)), rows: max(filters.isEmpty ? 2 : 1, filters.count))
    }

    func row(at row: Int, in content: Rect) -> Int? { list.top + row }

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        let page = content(on: model.window.size).height
        if let step = model.scrollStep(key, page: page, count: filters.count), key != " " {
            list.index += step
            return []
        }
        switch key {
        case .escape, "q": model.overlays.close()
        case .enter, " ":
            guard let name = chosen else { return [] }
            model.overlays.close()
            LogPane.use(saved: name, on: &model)
        case "D", .delete:
            guard let name = chosen else { return [] }
            return [.forgetFilter(name)]
        default:
            // Its key closes the list, too.
            if model.isKey(key, of: .saveFilter) { model.overlays.close() }
        }
        return []
    }

    mutating func choose(_ row: Int, on model: inout Model) -> [Effect] {
        guard filters.indices.contains(row) else { return [] }
        list.index = row
        return handle(.enter, on: &model)
    }

    mutating func settle(in content: Rect, at now: MonotonicTime) { list.settle(filters.count, in: content.height) }

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        guard !filters.isEmpty else {
            return buffer.drawWrapped(SafeText(none), in: content, style: Style(.dim))
        }
        List(count: filters.count, selection: list, isFocused: true) { place in
            let filter = filters[place]
            return Line([Span(SafeText(filter.name), .variable, .bold), Span(SafeText("  \(filter.text)"), .text)])
        }.draw(in: content, on: &buffer)
    }
}
