import Base
import TerminalUI

/// Letters over the tabs and the fields of the header: a letter does what a click there would.
struct JumpOverlay: OverlayPart {
    struct Target: Sendable, Hashable {
        var letter: Character
        var place: Rect
    }

    static let letters = Array("asdfghjklweruiopqtyzxcvbnm")

    let targets: [Target]

    /// - Parameter places: in the order in which they get letters; more than there are letters get none.
    init(_ places: [Rect]) {
        targets = zip(Self.letters, places).map { Target(letter: $0, place: $1) }
    }

    var title: SafeText { "Jump" }
    var keys: [(String, String)] { [("Esc", "stay")] }
    var isFramed: Bool { false }

    func size(in room: OverlayRoom) -> Size { Size(columns: room.fullWidth, rows: room.height) }

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        model.overlays.close()
        guard case .character(let letter) = key else { return [] }
        if let number = letter.wholeNumberValue, let pane = Pane(rawValue: number) { return model.focus(on: pane) }
        guard let target = targets.first(where: { $0.letter == letter }) else { return [] }
        let point = Point(x: target.place.x, y: target.place.y)
        return [MouseEvent.Kind.press, .release].flatMap { model.take(MouseEvent(kind: $0, at: point)) }
    }

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        for target in targets {
            buffer.draw(
                SafeText(String(target.letter)), at: Point(x: target.place.x, y: target.place.y), width: 1,
                style: Style(.key, [.bold, .reverse]))
        }
        let footer = model.window.layout.footer
        buffer.fill(footer)
        buffer.drawTruncated(
            "A letter goes to its tab or field, 1 to 6 to a pane, Esc stays.",
            at: Point(x: footer.x + 1, y: footer.y), width: footer.width - 1, style: Style(.footer))
    }
}
