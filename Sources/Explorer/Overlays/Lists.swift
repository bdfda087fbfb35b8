import TerminalUI

extension ListSelection {
    /// Brings selection and scroll position into range.
    mutating func settle(_ count: Int, in height: Int) {
        index = max(0, min(index, count - 1))
        top = top(count: count, height: height)
    }
}

extension Rect {
    /// The part below the first rows.
    func dropping(_ rows: Int) -> Rect { Rect(x: x, y: y + rows, width: width, height: height - rows) }
}
