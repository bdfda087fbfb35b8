import Base
import HTTPFormat
import TerminalUI
import Workspace

/// The kinds of body, to choose the one of the open request.
struct BodyTypePicker: OverlayPart {
    var selection: Int

    static func open(on model: inout Model) -> [Effect] {
        guard let open = model.current, let request = model.currentRequest,
            model.editableDocument(open.key.file) != nil
        else { return [] }
        model.overlays.show(
            BodyTypePicker(selection: BodyType.allCases.firstIndex(of: BodyType(of: request)) ?? 0))
        return []
    }

    var title: SafeText { "Body of this request" }
    var keys: [(String, String)] { [("Enter", "choose"), ("Esc", "close")] }

    func size(in room: OverlayRoom) -> Size {
        room.size(columns: min(64, room.width), rows: BodyType.allCases.count)
    }

    func row(at row: Int, in content: Rect) -> Int? { row }

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        let count = BodyType.allCases.count
        if let step = model.scrollStep(key, page: count, count: count), key != " " {
            selection = max(0, min(count - 1, selection + step))
            return []
        }
        switch key {
        case .escape, "q", "T": model.overlays.close()
        case .enter, " ":
            model.overlays.close()
            return model.setBodyType(BodyType.allCases[selection])
        default: break
        }
        return []
    }

    mutating func choose(_ row: Int, on model: inout Model) -> [Effect] {
        guard BodyType.allCases.indices.contains(row) else { return [] }
        selection = row
        return handle(.enter, on: &model)
    }

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        let width = (BodyType.allCases.map(\.title.count).max() ?? 0) + 2
        List(count: BodyType.allCases.count, selection: ListSelection(index: selection), isFocused: true) { place in
            let type = BodyType.allCases[place]
            let padded = type.title + String(repeating: " ", count: width - type.title.count)
            return [
                Span(SafeText(padded), .text, .bold),
                Span(SafeText(type.mediaType.map { "Content-Type: \($0)" } ?? "no body, no Content-Type"), .dim),
            ]
        }.draw(in: content, on: &buffer)
    }
}

extension Model {
    /// Changes the body's kind, and shows it for editing.
    mutating func setBodyType(_ type: BodyType) -> [Effect] {
        guard let key = current?.key, let request = currentRequest else { return [] }
        do throws(EditStop) {
            for change in type.edits(of: request) {
                guard let index = tree.index(of: key) else { return [] }
                try edit(key.file, by: .edit(change, request: index))
            }
        } catch {
            return stop(error)
        }
        modifyCurrentPane { pane in
            pane.show(.body)
            pane.isTitleSelected = false
        }
        window.focus = .request
        say(type == .none ? "The request has no body. u takes it back." : "The body is \(type.title). e edits it.")
        return showVariables()
    }
}
