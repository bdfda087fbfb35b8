import Base
import TerminalUI
import Workspace

/// Selected lines: from a line to the one that the cursor is on.
extension ResponsePaneState {
    struct LineSelection: Sendable, Hashable {
        var tab: ResponseTab
        var start: Int
    }

    /// The selected lines of the tab in view.
    func selectedLines(in size: Size) -> ClosedRange<Int>? {
        guard let selection, selection.tab == shownTab, let cursor = cursorPlace(in: size)?.line else { return nil }
        return min(selection.start, cursor)...max(selection.start, cursor)
    }

    /// Begins at the cursor's line; a second time it ends. False where there is no cursor.
    mutating func toggleSelection(in size: Size) -> Bool {
        guard hasCursor, let line = cursorPlace(in: size)?.line else { return false }
        selection = selectedLines(in: size) == nil ? LineSelection(tab: shownTab, start: line) : nil
        return true
    }

    mutating func dropSelections() { (selection, textSelection) = (nil, nil) }

    /// Drops the selection; false when there is none.
    mutating func leaveSelection() -> Bool {
        defer { dropSelections() }
        return selection?.tab == shownTab || textSelection?.tab == shownTab
    }

    /// The selected lines as they are shown, to be copied; nil when none are selected.
    func selectionToCopy(in size: Size) -> CopyJob? {
        guard let lines = selectedLines(in: size), let exchange = exportedExchange else { return nil }
        let source = viewport(in: size).source
        let content = CopyJob.Content.made {
            ClipboardText(source.text(ofLines: lines, limit: CopyJob.maxBytes + 1))
        }
        return CopyJob("The selection", content, exchange: exchange)
    }
}

extension LineSource {
    /// What lines show, up to about a number of bytes; folded ones are left out.
    fileprivate func text(ofLines lines: ClosedRange<Int>, limit: Int) -> String {
        var text = ""
        var line = lines.lowerBound
        while line <= lines.upperBound, line < lineCount, text.utf8.count < limit {
            forEachPart(ofLine: line) { part in
                text += part
                return text.utf8.count < limit
            }
            text += "\n"
            line = nextLine(after: line)
        }
        return text
    }
}
