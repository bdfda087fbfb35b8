import Base
import HTTPFormat
import TerminalUI

extension RequestPaneState: SearchedState {
    /// Where the user was when a search began.
    struct Place: Sendable {
        var isTitleSelected = false
        var selection = 0
        var scroll = 0
        var bodyScroll = ScrollPosition()
    }

    var searchRefusal: String? {
        if tab == .body { return bodyLines.lineCount == 0 ? "There are no lines to search here." : nil }
        return keptRowCount == 0 ? "There are no rows to search here." : nil
    }

    func searchedLines(in size: Size) -> any LineSource {
        guard tab != .body else { return bodyLines }
        let lines = StaticLines(searchedRows)
        return RowTexts(lineCount: searchedRows.count, version: lines.version) { lines.lines[$0] }
    }

    func searchTop(in size: Size) -> TextPlace {
        switch tab {
        case .params, .headers, .auth, .variables, .options, .docs: TextPlace(text: selection)
        case .body: bodyWindow(in: size).topPlace(bodyScroll)
        }
    }

    mutating func keepPlaceOfSearch() {
        searchOrigin = Place(
            isTitleSelected: isTitleSelected, selection: selection, scroll: scroll, bodyScroll: bodyScroll)
    }

    mutating func returnToPlaceOfSearch() {
        (isTitleSelected, selection) = (searchOrigin.isTitleSelected, searchOrigin.selection)
        (scroll, bodyScroll) = (searchOrigin.scroll, searchOrigin.bodyScroll)
    }

    mutating func reveal(_ hit: TextRange, in size: Size) {
        isTitleSelected = false
        switch tab {
        case .params, .headers, .auth, .variables, .options, .docs: selection = hit.text
        case .body: bodyScroll = bodyWindow(in: size).revealing(hit, from: bodyScroll)
        }
    }

    /// The rows of the tab in view, as they are shown: hidden values are not searched.
    mutating func keepSearchedRows(of request: SavedRequest) {
        guard search != nil else { return }
        switch tab {
        case .params:
            searchedRows = request.parameters.map {
                Line(SafeText("\(request.shown($0.name))  \(request.shown($0.value))"))
            }
        case .headers: searchedRows = request.headers.map { Line(SafeText("\($0.name)  \($0.value)")) }
        case .variables:
            searchedRows = variableRows(request).map {
                RequestPane.line($0, width: 0, isRevealed: revealed.contains($0.name))
            }
        case .auth:
            searchedRows = AuthRow.rows(of: request).map {
                Line(SafeText("\($0.label)  \($0.isSecret ? "" : $0.value)"))
            }
        case .options: searchedRows = optionRows.map(\.row)
        case .docs: searchedRows = docs?.shown.map(\.line) ?? []
        case .body: searchedRows = []
        }
    }
}
