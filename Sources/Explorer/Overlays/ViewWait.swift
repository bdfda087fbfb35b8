import Base
import TerminalUI

/// A large body is being written to the file that another program will show.
struct ViewWait: OverlayPart {
    private let byteCount: Int
    private let viewer: BodyViewJob.Viewer
    private var written = 0

    init(byteCount: Int, viewer: BodyViewJob.Viewer) {
        self.byteCount = byteCount
        self.viewer = viewer
    }

    var title: SafeText {
        let program = viewer == .pager ? "the pager" : "another program"
        return SafeText("A file for \(program), of a body of \(Formatting.byteCount(byteCount))")
    }
    var keys: [(String, String)] { [("Esc", "stop")] }

    func size(in room: OverlayRoom) -> Size { room.size(columns: room.width, rows: 1) }

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        guard key == .escape else { return [] }
        model.overlays.close()
        model.say("Writing was stopped; no file is left.")
        return [.stopViewing]
    }

    mutating func progressed(to count: Int) { written = count }

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        // Text that is laid out is longer than the body, nobody knows by how much.
        let text = "Writing, \(Formatting.byteCount(written)) so far."
        buffer.draw(SafeText(text), at: Point(x: content.x, y: content.y), style: Style(.pending))
    }
}
