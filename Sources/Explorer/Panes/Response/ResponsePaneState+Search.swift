import Base
import Bodies
import TerminalUI

extension ResponsePaneState: SearchedState {
    /// What is still on its way is searched as it arrives.
    var searchRefusal: String? {
        guard arrivingBody == nil else { return nil }
        guard let shown else { return "There is nothing to search yet." }
        return shown.document == nil || hasLines ? nil : "There are no lines to search here."
    }

    func searchedLines(in size: Size) -> any LineSource { viewport(in: size).source }

    var searchLook: PaneSearch.Look {
        let isBody = shownTab == .body && bodyMode != .hex && !showsErrorView
        let isJSON = isBody && (shownBody?.kind == .json || shownBody?.kind == .jsonLines)
        return PaneSearch.Look(isJSON: isJSON, isLaidOut: bodyMode == .pretty)
    }

    func searchTop(in size: Size) -> TextPlace { viewport(in: size).topPlace(scroll) }

    mutating func keepPlaceOfSearch() {
        searchOrigin = scroll
        foldsBeforeSearch = nil
    }

    mutating func returnToPlaceOfSearch() {
        scroll = searchOrigin
        // What was opened for a hit is folded again.
        if let foldsBeforeSearch { folds = foldsBeforeSearch }
        foldsBeforeSearch = nil
    }

    mutating func reveal(_ hit: TextRange, in size: Size) {
        unfold(line: viewport(in: size).source.place(of: hit.start).line)
        let window = viewport(in: size)
        scroll = window.revealing(hit, from: scroll)
        let place = window.source.place(of: hit.start)
        cursors[shownTab] = Place(line: place.line, column: window.rowStart(ofColumn: place.column))
    }
}

extension Viewport {
    /// The first byte on the screen.
    func topPlace(_ scroll: ScrollPosition) -> TextPlace {
        let shown = rows(from: clamped(scroll)).lazy.map { source.bytes(ofLine: $0.line, columns: $0.columns) }
        return shown.first { !$0.bytes.isEmpty }?.start ?? TextPlace()
    }

    /// The first column of the row that shows a column of a line; 0 if lines are not wrapped.
    func rowStart(ofColumn column: Int) -> Int {
        wraps ? column / rowWidth * rowWidth : 0
    }

    /// The position scrolled so that the beginning of some bytes is visible.
    func revealing(_ bytes: TextRange, from scroll: ScrollPosition) -> ScrollPosition {
        let place = source.place(of: bytes.start)
        let width = source.columns(of: bytes, inLine: place.line).first?.count ?? 1
        return revealing(line: place.line, column: place.column, width: width, from: scroll)
    }
}
