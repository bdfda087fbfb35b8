import Base
import TerminalUI
import Workspace

/// The kinds of login, to choose the one of the open request.
struct AuthKindPicker: ChoicePicker {
    var list: ListSelection

    static func open(on model: inout Model) -> [Effect] {
        guard let open = model.current, let request = model.currentRequest,
            model.editableDocument(open.key.file) != nil
        else { return [] }
        let kind = AuthKind(RequestLogin.read(request).login)
        let place = kind.flatMap { AuthKind.allCases.firstIndex(of: $0) } ?? 0
        model.overlays.show(AuthKindPicker(list: ListSelection(index: place)))
        return []
    }

    var title: SafeText { "Login of this request" }
    var count: Int { AuthKind.allCases.count }

    func size(in room: OverlayRoom) -> Size { size(columns: room.width, in: room) }

    func take(_ row: Int, on model: inout Model) -> [Effect] {
        let kind = AuthKind.allCases[row]
        return kind == .none ? RequestPane.removeLogin(on: &model) : AuthForm.open(kind, on: &model)
    }

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        let width = (AuthKind.allCases.map(\.title.count).max() ?? 0) + 2
        List(count: count, selection: list, isFocused: true) { place in
            let kind = AuthKind.allCases[place]
            let padded = kind.title + String(repeating: " ", count: width - kind.title.count)
            return [Span(SafeText(padded), .text, .bold), Span(SafeText(kind.explanation), .dim)]
        }.draw(in: content, on: &buffer)
    }
}
