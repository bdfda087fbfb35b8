import Base
import HTTPFormat
import TerminalUI
import Workspace

/// The kinds of body, to choose the one of the open request.
struct BodyTypePicker: ChoicePicker {
    var list: ListSelection

    static func open(on model: inout Model) -> [Effect] {
        guard let open = model.current, let request = model.currentRequest,
            model.editableDocument(open.key.file) != nil
        else { return [] }
        let kind = BodyType.allCases.firstIndex(of: BodyType(of: request)) ?? 0
        model.overlays.show(BodyTypePicker(list: ListSelection(index: kind)))
        return []
    }

    var title: SafeText { "Body of this request" }
    var count: Int { BodyType.allCases.count }
    var openingCommand: Command? { .chooseBodyType }

    func size(in room: OverlayRoom) -> Size { size(columns: 64, in: room) }
    func take(_ row: Int, on model: inout Model) -> [Effect] { model.setBodyType(BodyType.allCases[row]) }

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        let width = (BodyType.allCases.map(\.title.count).max() ?? 0) + 2
        List(count: count, selection: list, isFocused: true) { place in
            let type = BodyType.allCases[place]
            let padded = type.title + String(repeating: " ", count: width - type.title.count)
            return [
                Span(SafeText(padded), .text, .bold),
                Span(SafeText(type.mediaType ?? "no body, no Content-Type"), .dim),
            ]
        }.draw(in: content, on: &buffer)
    }
}

extension Model {
    /// Changes the body's kind, and shows it for editing.
    mutating func setBodyType(_ type: BodyType) -> [Effect] {
        guard let key = current?.key, let request = currentRequest else { return [] }
        // Body and header are one edit.
        do throws(EditStop) { try edit(key, by: type.edits(of: request)) } catch { return stop(error) }
        modifyCurrentPane { pane in
            pane.show(.body)
            pane.isTitleSelected = false
        }
        window.focus = .request
        say(
            type == .none
                ? "The request has no body. \(keyName(.undo)) takes it back."
                : "The body is \(type.title). \(keyName(.editHere)) edits it.")
        return showVariables()
    }
}
