import Base
import Explain
import TerminalUI

/// Why: the arithmetic of the cache, and where each header of the request comes from.
struct ReasonsOverlay: OverlayPart {
    let report: [ReportLine]
    var scroll = 0

    static func open(on model: inout Model) -> [Effect] {
        let report = model.focused.reasons(model)
        guard !report.isEmpty else {
            let none = "There is no request or response to give reasons for."
            model.say(model.window.focus == .response ? model.response.reasonForNone(none) : none)
            return []
        }
        model.overlays.show(ReasonsOverlay(report: report))
        return []
    }

    var title: SafeText { "Why" }
    var keys: [(String, String)] { [("Esc", "close")] }

    func size(in room: OverlayRoom) -> Size {
        room.size(columns: room.wideWidth, rows: ReportLines.lines(report, width: room.wideWidth).count)
    }

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        let content = content(on: model.window.size)
        if let step = model.scrollStep(
            key, page: content.height, count: ReportLines.lines(report, width: content.width).count)
        {
            scroll += step
        } else if key == .escape || key == .enter || key == "q" || model.isKey(key, of: .showReasons) {
            model.overlays.close()
        }
        return []
    }

    mutating func settle(in content: Rect, at now: MonotonicTime) {
        scroll = max(0, min(scroll, ReportLines.lines(report, width: content.width).count - content.height))
    }

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        let lines = ReportLines.lines(report, width: content.width)
        for (offset, line) in lines.dropFirst(scroll).prefix(content.height).enumerated() {
            buffer.draw(line, in: content.row(offset))
        }
        if lines.count > content.height {
            Scrollbar(total: lines.count, visible: content.height, first: scroll).draw(
                in: Rect(x: content.maxX - 1, y: content.y, width: 1, height: content.height), on: &buffer)
        }
    }
}
