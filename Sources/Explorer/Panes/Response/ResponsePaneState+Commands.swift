import TerminalUI

extension Viewport {
    /// Columns that one step sideways moves.
    static let sidewaysStep = 8
}

extension ResponsePaneState {
    /// Does what a command asks of this pane. False when it means nothing here.
    ///
    /// - Parameter size: of the pane's inside.
    package mutating func perform(_ command: Command, in size: Size) -> Bool {
        shownBody?.releasePages()
        if moveInChecks(command, in: size) || moveInCookies(command, in: size) || fold(command, in: size) {
            return true
        }
        let page = max(1, layout(in: size).content.height)
        if Self.leavesEnd.contains(command) { awaitedEnd = nil }
        switch command {
        case .moveUp: moveCursor(by: -1, in: size)
        case .moveDown: moveCursor(by: 1, in: size)
        case .moveLeft: scroll = viewport(in: size).shifted(scroll, by: -Viewport.sidewaysStep)
        case .moveRight: scroll = viewport(in: size).shifted(scroll, by: Viewport.sidewaysStep)
        case .top:
            scroll = ScrollPosition()
            cursors[shownTab] = nil
        case .bottom:
            scroll = viewport(in: size).bottom(column: scroll.column)
            moveCursorToLastRow(in: size)
            if let shown, shown.document == nil, shownTab == .body || shownTab == .raw { awaitedEnd = shownTab }
        case .halfPageDown: self.page(by: max(1, page / 2), in: size)
        case .halfPageUp: self.page(by: -max(1, page / 2), in: size)
        case .pageDown: self.page(by: max(1, page - 1), in: size)
        case .pageUp: self.page(by: -max(1, page - 1), in: size)
        case .nextTab: moveTab(by: 1)
        case .previousTab: moveTab(by: -1)
        case .showCookieValues:
            guard showsCookies else { return false }
            showsCookieValues.toggle()
        case .cycleBodyMode: cycleMode(in: size)
        case .lineEnd: moveToLineEnd(in: size)
        case .selectLines: return toggleSelection(in: size)
        case .toggleLineNumbers:
            guard shownTab == .body else { return false }
            showsLineNumbers.toggle()
        case .toggleWrap:
            guard shownTab == .body || shownTab == .raw else { return false }
            wraps.toggle()
            scroll.row = 0
            scroll.column = 0
            cursors[shownTab]?.column = 0
        case .search:
            guard canSearch else { return false }
            beginSearch(in: size)
        case .searchNext:
            guard search != nil else { return false }
            stepSearch(forward: true, in: size)
        case .searchPrevious:
            guard search != nil else { return false }
            stepSearch(forward: false, in: size)
        default: return false
        }
        return true
    }

    /// Scrolls by rows of the mouse wheel.
    mutating func scroll(by rows: Int, in size: Size) {
        shownBody?.releasePages()
        awaitedEnd = nil
        scroll = viewport(in: size).moved(scroll, by: rows)
    }

    /// After these the reader does not wait for the end of the tab.
    private static let leavesEnd: Set<Command> = [
        .moveUp, .moveDown, .top, .halfPageDown, .halfPageUp, .pageDown, .pageUp, .nextTab, .previousTab, .searchNext,
        .searchPrevious,
    ]

    /// Shows a tab if it has something to show.
    package mutating func select(_ tab: ResponseTab) {
        guard tabs.contains(tab), tab != shownTab else { return }
        self.tab = tab
        dropSelections()
        search?.restart()
    }

    private mutating func moveTab(by step: Int) {
        let tabs = tabs
        guard let place = tabs.firstIndex(of: shownTab), tabs.count > 1 else { return }
        select(tabs[(place + step + tabs.count) % tabs.count])
    }

    private mutating func cycleMode(in size: Size) {
        guard shownTab == .body, let modes = shownBody?.modes, modes.count > 1,
            let place = modes.firstIndex(of: bodyMode)
        else { return }
        let (top, cursor) = (topOffset(in: size), cursorOffset(in: size))
        chosenMode = modes[(place + 1) % modes.count]
        dropSelections()
        showBody(from: top, in: size)
        if let cursor { putCursor(onOffset: cursor, in: size) }
        search?.restart(keepsHit: true)
    }

    /// The first byte of the body in the cursor's row, as long as nobody moved it the byte that was meant; nil where the cursor
    /// follows the window.
    private func cursorOffset(in size: Size) -> Int? {
        guard hasCursor, let cursor = cursors[.body], let body = shownBody else { return nil }
        if let cursorAnchor, cursorAnchor.place == cursor { return cursorAnchor.offset }
        guard let place = cursorPlace(in: size) else { return nil }
        let columns = layout(in: size).content.width
        return body.offset(in: bodyMode, columns: columns, line: place.line, column: place.column)
    }

    /// Puts the cursor on the row with a byte of the body, and scrolls if it is out of view.
    private mutating func putCursor(onOffset offset: Int, in size: Size) {
        let window = viewport(in: size)
        guard let body = shownBody, window.size.columns > 0 else { return }
        let place = body.place(ofOffset: offset, in: bodyMode, columns: window.size.columns)
        let line = window.source.shownLine(for: place.line)
        let cursor = Place(line: line, column: window.wraps && line == place.line ? place.column : 0)
        let (anchor, start) = (bodyAnchor, scroll)
        scroll = window.revealing(
            line: line, column: window.wraps ? cursor.column : place.column, width: 1, from: scroll)
        // Also where it had to scroll, the top of the next view is the one that was meant.
        if let anchor, anchor.scroll == start { bodyAnchor = (anchor.offset, scroll) }
        cursors[.body] = cursor
        cursorAnchor = (offset, cursor)
    }

    /// The byte of the body at the top left of the window. Where nobody scrolled since the last change of the view it is the
    /// byte that was meant then, so that going round all views ends where it began.
    func topOffset(in size: Size) -> Int {
        if let bodyAnchor, bodyAnchor.scroll == scroll { return bodyAnchor.offset }
        let window = viewport(in: size)
        let top = window.clamped(scroll)
        guard let body = shownBody, top != ScrollPosition() else { return 0 }
        let column = window.wraps ? top.row * window.rowWidth : top.column
        return body.offset(in: bodyMode, columns: window.size.columns, line: top.line, column: column)
    }

    /// Scrolls so that a byte of the body is in the first row.
    mutating func showBody(from offset: Int, in size: Size) {
        let window = viewport(in: size)
        scroll = ScrollPosition()
        cursors[.body] = nil
        guard offset > 0, window.size.columns > 0, let body = shownBody else { return }
        let place = body.place(ofOffset: offset, in: bodyMode, columns: window.size.columns)
        let isBeside = !window.wraps && place.column >= window.size.columns
        scroll = window.clamped(
            ScrollPosition(
                line: place.line, row: window.wraps ? place.column / window.rowWidth : 0,
                column: isBeside ? place.column : 0))
        bodyAnchor = (offset, scroll)
    }
}
