/// The lines of several frames that share cells. Each cell knows where its lines lead, so corners, tees and crossings come by
/// themselves, also between a frame that has the focus and its neighbours.
package struct FrameLines: Sendable {
    private struct Lines {
        var light: FrameGlyphs.Arms = []
        var heavy: FrameGlyphs.Arms = []

        var isEmpty: Bool { light.isEmpty && heavy.isEmpty }
    }

    private let area: Rect
    private var cells: [Lines]
    /// The places in `cells` that have lines: of a screen, a few hundred of thousands.
    private var drawn: [Int] = []

    /// - Parameter area: lines outside are left out.
    package init(in area: Rect) {
        self.area = area
        cells = Array(repeating: Lines(), count: area.width * area.height)
    }

    /// Adds the outline of a rectangle. Of one that is a row high, that is a line.
    package mutating func add(_ rect: Rect, isFocused: Bool = false) {
        guard rect.width >= 2, rect.height >= 1 else { return }
        let (right, bottom) = (rect.maxX - 1, rect.maxY - 1)
        for y in Set([rect.y, bottom]) {
            for x in rect.x...right {
                if x > rect.x { add(.left, x, y, isFocused) }
                if x < right { add(.right, x, y, isFocused) }
            }
        }
        for x in [rect.x, right] {
            for y in rect.y...bottom {
                if y > rect.y { add(.up, x, y, isFocused) }
                if y < bottom { add(.down, x, y, isFocused) }
            }
        }
    }

    private mutating func add(_ arm: FrameGlyphs.Arms, _ x: Int, _ y: Int, _ isFocused: Bool) {
        guard area.contains(Point(x: x, y: y)) else { return }
        let index = (y - area.y) * area.width + x - area.x
        if cells[index].isEmpty { drawn.append(index) }
        if isFocused { cells[index].heavy.insert(arm) } else { cells[index].light.insert(arm) }
    }

    package func draw(on buffer: inout CellBuffer) {
        for index in drawn {
            let lines = cells[index]
            buffer.draw(
                buffer.glyphs.frame[light: lines.light, heavy: lines.heavy],
                at: Point(x: area.x + index % area.width, y: area.y + index / area.width),
                style: Style(lines.heavy.isEmpty ? .border : .borderFocused))
        }
    }
}
