/// Columns and rows of a screen or a part of it.
struct Size: Sendable, Hashable {
    var columns: Int
    var rows: Int
}

/// A cell's place: column and row from the top left, from 0.
struct Point: Sendable, Hashable {
    var x: Int
    var y: Int
}

/// A part of the screen. Width and height are never negative.
struct Rect: Sendable, Hashable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = max(0, width)
        self.height = max(0, height)
    }

    init(_ size: Size) { self.init(x: 0, y: 0, width: size.columns, height: size.rows) }

    var maxX: Int { x + width }
    var maxY: Int { y + height }
    var isEmpty: Bool { width == 0 || height == 0 }
    var size: Size { Size(columns: width, rows: height) }

    func contains(_ point: Point) -> Bool { point.x >= x && point.x < maxX && point.y >= y && point.y < maxY }

    /// The rectangle without a border of `n` cells.
    func inset(by n: Int = 1) -> Rect { Rect(x: x + n, y: y + n, width: width - 2 * n, height: height - 2 * n) }

    func intersection(_ o: Rect) -> Rect {
        let left = max(x, o.x)
        let top = max(y, o.y)
        return Rect(x: left, y: top, width: min(maxX, o.maxX) - left, height: min(maxY, o.maxY) - top)
    }

    /// The one row at an offset from the top.
    func row(_ offset: Int) -> Rect { Rect(x: x, y: y + offset, width: width, height: 1) }
}
