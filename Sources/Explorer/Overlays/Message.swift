import Base
import TerminalUI

/// Lines to read; any of Enter, Esc and q closes it.
struct Message: OverlayPart {
    var name: String
    var lines: [String]
    var scroll = 0

    init(title: String, lines: [String]) {
        name = title
        self.lines = lines
    }

    var title: SafeText { SafeText(name) }
    var keys: [(String, String)] { [("Esc", "close")] }

    func size(in room: OverlayRoom) -> Size {
        room.size(columns: room.width, rows: wrapped(room.width).count)
    }

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        let content = content(on: model.window.size)
        if let step = model.scrollStep(key, page: content.height, count: wrapped(content.width).count) {
            scroll += step
            return []
        }
        switch key {
        case .escape, .enter, "q": model.overlays.close()
        default:
            // The file that it is about can be written meanwhile; the message stays.
            if model.isKey(key, of: .save) { return model.perform(.save) }
            if model.isKey(key, of: .saveAll) { return model.perform(.saveAll) }
            // Of a name without a value the message says that another environment may have one.
            guard model.isKey(key, of: .chooseEnvironment) else { return [] }
            model.overlays.close()
            return model.perform(.chooseEnvironment)
        }
        return []
    }

    mutating func settle(in content: Rect, at now: MonotonicTime) {
        scroll = max(0, min(scroll, wrapped(content.width).count - content.height))
    }

    private func wrapped(_ width: Int) -> [String] { lines.flatMap { WrappedText.lines($0, width: width) } }

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        for (offset, line) in wrapped(content.width).dropFirst(scroll).prefix(content.height).enumerated() {
            let spans = VariableNames.spans(of: line, role: .text) { _ in true }
            buffer.draw(spans, at: Point(x: content.x, y: content.y + offset), width: content.width)
        }
    }
}
