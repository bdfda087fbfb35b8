import TerminalUI

/// Lines that are longer than the window, and their numbers.
extension ResponsePaneState {
    /// Goes to the end of the cursor's line, and from there back to its beginning.
    mutating func moveToLineEnd(in size: Size) {
        let window = viewport(in: size)
        let line = cursorPlace(in: size)?.line ?? window.clamped(scroll).line
        guard line < window.source.lineCount, window.size.columns > 0 else { return }
        let end = max(0, window.source.columnCount(ofLine: line) - 1)
        guard window.wraps else {
            let last = max(0, end + 1 - window.size.columns)
            scroll.column = scroll.column < last ? last : 0
            return
        }
        let lastRow = window.rowStart(ofColumn: end)
        let column = (cursorPlace(in: size)?.column ?? 0) < lastRow ? lastRow : 0
        scroll = window.revealing(line: line, column: column, width: 1, from: scroll)
        cursors[shownTab] = Place(line: line, column: column)
    }

    /// Whether lines that go on to the left or right are marked.
    var marksLongLines: Bool { (shownTab == .body && !showsErrorView || shownTab == .raw) && !wrapsShownTab }

    /// Columns of the line numbers, with the space after them; 0 if none are shown.
    func gutter(width: Int) -> Int {
        guard showsLineNumbers, shownTab == .body, bodyMode != .hex, !showsErrorView, let body = shownBody else {
            return 0
        }
        let digits = String(max(1, body.lines(bodyMode, columns: width).lineCount)).count
        return width > 2 * digits ? digits + 1 : 0
    }
}
