import TerminalUI

extension LogPaneState: SearchedState {
    var canSearch: Bool { !rows.isEmpty }

    /// The rows as they are where there is room for all.
    func searchedLines(in size: Size) -> any LineSource {
        RowTexts(lineCount: rows.count, version: version) { [rows, utcOffsetSeconds] index in
            LogPane.line(rows[index], width: 120, utcOffsetSeconds: utcOffsetSeconds, glyphs: .unicode)
        }
    }

    func searchTop(in size: Size) -> TextPlace { TextPlace(text: selectedIndex) }

    mutating func keepPlaceOfSearch() { searchOrigin = (selection, follows) }
    mutating func returnToPlaceOfSearch() { if let searchOrigin { restore(searchOrigin) } }
    mutating func reveal(_ hit: TextRange, in size: Size) { select(row: hit.text, in: size) }
}
