import Base
import NetEngine
import TerminalUI
import Workspace

/// Opens another collection: one that was open before, or a folder or file whose path is typed.
struct CollectionPicker: OverlayPart {
    private var field: TextField
    private var list = ListSelection()
    /// Absolute paths, the latest first; nil until they are read.
    private var recent: [String]?

    /// A row of the list.
    private enum Row: Hashable {
        /// What was typed.
        case typed(String)
        case recent(String)

        var path: String {
            switch self {
            case .typed(let path), .recent(let path): path
            }
        }
    }

    static func open(on model: inout Model) -> [Effect] { open(on: &model, typed: "") }

    /// - Parameter text: what was typed before it was opened.
    static func open(on model: inout Model, typed text: String) -> [Effect] {
        model.overlays.show(
            CollectionPicker(field: TextField(text, placeholder: "part of a name, or the path of a folder or file")))
        return [.readRecentCollections]
    }

    private init(field: TextField) { self.field = field }

    mutating func take(_ recent: [String]) { self.recent = recent }

    /// A path comes first, other letters first look for a collection that is known.
    private var rows: [Row] {
        let text = field.text
        let query = FuzzyMatch(text)
        let known = (recent ?? []).enumerated().compactMap { place, path in
            query.isEmpty ? (0, place, path) : query.score(Array(path.utf8)).map { ($0, place, path) }
        }.sorted { ($1.0, $0.1) < ($0.0, $1.1) }.map { Row.recent($0.2) }
        guard !text.allSatisfy(\.isWhitespace) else { return known }
        let isPath = text.contains(bytes: "/") || text.hasPrefix("~") || text.hasPrefix(".")
        return isPath ? [.typed(text)] + known.filter { $0.path != text } : known + [.typed(text)]
    }

    // MARK: Keys

    var title: SafeText { "Open collection" }
    var isTyping: Bool { true }
    var keys: [(String, String)] {
        (rows.isEmpty ? [] : [("Enter", "open"), ("Up Down", "select")]) + [("Esc", "close")]
    }

    func size(in room: OverlayRoom) -> Size { room.size(columns: room.wideWidth, rows: 18) }
    func content(of inside: Rect) -> Rect { inside.dropping(1) }
    func row(at row: Int, in content: Rect) -> Int? { list.top + row }

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        switch key {
        case .escape: model.overlays.close()
        case .enter: return open(list.index, on: &model)
        default:
            let height = content(on: model.window.size).height
            if list.handleBesideText(key, height: height) { return [] }
            let before = field.text
            if field.handle(key), field.text != before { list = ListSelection() }
        }
        return []
    }

    private func open(_ place: Int, on model: inout Model) -> [Effect] {
        let rows = rows
        guard rows.indices.contains(place) else { return [] }
        model.overlays.close()
        return model.leave(for: rows[place].path)
    }

    mutating func choose(_ row: Int, on model: inout Model) -> [Effect] { open(row, on: &model) }

    mutating func paste(_ text: String, on model: inout Model) -> [Effect] {
        field.paste(text)
        list = ListSelection()
        return []
    }

    mutating func settle(in content: Rect, at now: MonotonicTime) { list.settle(rows.count, in: content.height) }

    // MARK: Drawing

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        field.draw(in: inside.row(0), isFocused: true, on: &buffer)
        let rows = rows
        List(
            count: rows.count, selection: list, isFocused: true,
            emptyText: recent == nil
                ? "Reading the list. Type the path of a folder or file."
                : "No other collection was opened yet. Type the path of a folder or file."
        ) { place in
            switch rows[place] {
            case .typed(let text): [Span("Open ", .key), Span(SafeText(text), .text)]
            case .recent(let path): Self.line(path)
            }
        }.draw(in: content, on: &buffer)
    }

    /// The name of a collection, with its folder. That of a folder ends in a slash.
    static func line(_ path: String) -> Line {
        let name = PathText.name(of: path)
        let isFile = DescribedFile.mayBeOpenedAlone(path)
        return Line(
            [Span(SafeText(name.isEmpty ? path : isFile ? name : name + "/"), .title)],
            trailing: [Span(SafeText("  \(PathText.folder(of: path))"), .dim)])
    }
}
