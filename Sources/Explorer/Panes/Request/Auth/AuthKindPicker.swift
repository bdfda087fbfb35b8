import Base
import TerminalUI
import Workspace

/// The kinds of login, to choose the one of the open request.
struct AuthKindPicker: OverlayPart {
    var selection: Int

    static func open(on model: inout Model) -> [Effect] {
        guard let open = model.current, let request = model.currentRequest,
            model.editableDocument(open.key.file) != nil
        else { return [] }
        let kind = AuthKind(RequestLogin.read(request).login)
        model.overlays.show(AuthKindPicker(selection: kind.flatMap { AuthKind.allCases.firstIndex(of: $0) } ?? 0))
        return []
    }

    var title: SafeText { "Login of this request" }
    var keys: [(String, String)] { [("Enter", "choose"), ("Esc", "close")] }

    func size(in room: OverlayRoom) -> Size { room.size(columns: room.width, rows: AuthKind.allCases.count) }
    func row(at row: Int, in content: Rect) -> Int? { row }

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        let count = AuthKind.allCases.count
        if let step = model.scrollStep(key, page: count, count: count), key != " " {
            selection = max(0, min(count - 1, selection + step))
            return []
        }
        switch key {
        case .escape, "q": model.overlays.close()
        case .enter, " ":
            model.overlays.close()
            let kind = AuthKind.allCases[selection]
            return kind == .none ? RequestPane.removeLogin(on: &model) : AuthForm.open(kind, on: &model)
        default: break
        }
        return []
    }

    mutating func choose(_ row: Int, on model: inout Model) -> [Effect] {
        guard AuthKind.allCases.indices.contains(row) else { return [] }
        selection = row
        return handle(.enter, on: &model)
    }

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        let width = (AuthKind.allCases.map(\.title.count).max() ?? 0) + 2
        List(count: AuthKind.allCases.count, selection: ListSelection(index: selection), isFocused: true) { place in
            let kind = AuthKind.allCases[place]
            let padded = kind.title + String(repeating: " ", count: width - kind.title.count)
            return [Span(SafeText(padded), .text, .bold), Span(SafeText(kind.explanation), .dim)]
        }.draw(in: content, on: &buffer)
    }
}
