/// Columns and rows of a screen or a part of it.
package struct Size: Sendable, Hashable {
    package var columns: Int
    package var rows: Int

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }
}

/// A cell's position: column and row from the top left, counted from 0.
package struct Point: Sendable, Hashable {
    package var x: Int
    package var y: Int

    package init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }
}

/// A part of the screen. Width and height are never negative.
package struct Rect: Sendable, Hashable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int

    package init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = max(0, width)
        self.height = max(0, height)
    }

    package init(_ size: Size) { self.init(x: 0, y: 0, width: size.columns, height: size.rows) }

    package var maxX: Int { x + width }
    package var maxY: Int { y + height }
    package var isEmpty: Bool { width == 0 || height == 0 }
    package var size: Size { Size(columns: width, rows: height) }

    package func contains(_ point: Point) -> Bool { point.x >= x && point.x < maxX && point.y >= y && point.y < maxY }

    /// The rectangle without a border of `n` cells.
    package func inset(by n: Int = 1) -> Rect { Rect(x: x + n, y: y + n, width: width - 2 * n, height: height - 2 * n) }

    /// The part below the first rows.
    package func dropping(_ rows: Int) -> Rect { Rect(x: x, y: y + rows, width: width, height: height - rows) }

    func intersection(_ o: Rect) -> Rect {
        let left = max(x, o.x)
        let top = max(y, o.y)
        return Rect(x: left, y: top, width: min(maxX, o.maxX) - left, height: min(maxY, o.maxY) - top)
    }

    /// The row at an offset from the top, as a rectangle of height 1.
    package func row(_ offset: Int) -> Rect { Rect(x: x, y: y + offset, width: width, height: 1) }
}
