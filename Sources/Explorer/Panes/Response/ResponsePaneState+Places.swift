import Base
import Bodies
import TerminalUI

/// Goes to a place of the body that the user named.
extension ResponsePaneState {
    /// - Returns: a sentence if there is no such place.
    mutating func go(to place: WantedPlace, in size: Size) -> String? {
        switch place {
        case .line(let line):
            let window = viewport(in: size)
            guard line < window.source.lineCount else {
                return "This view has \(Formatting.count(window.source.lineCount, "line"))."
            }
            show(line: line, column: 0, in: size)
        case .byte(let offset):
            guard let body = shownBody, offset < body.byteCount else {
                return "The body has \(Formatting.count(shownBody?.byteCount ?? 0, "byte")), counted from 0."
            }
            select(.body)
            let columns = viewport(in: size).size.columns
            let place = body.place(ofOffset: offset, in: bodyMode, columns: columns)
            show(line: place.line, column: place.column, in: size)
        case .path: break
        }
        return nil
    }

    /// Shows a place of the text of a JSON body.
    mutating func show(textOffset offset: Int, in size: Size) {
        select(.body)
        guard bodyMode != .hex else {
            _ = go(to: .byte(offset), in: size)
            return
        }
        let place = viewport(in: size).source.place(of: TextPlace(offset: offset))
        // With its name, which the row begins with.
        show(line: place.line, column: bodyMode == .pretty ? 0 : place.column, in: size)
    }

    private mutating func show(line: Int, column: Int, in size: Size) {
        unfold(line: line)
        let window = viewport(in: size)
        scroll = window.revealing(line: line, column: column, width: 1, from: scroll)
        cursors[shownTab] = Place(line: line, column: window.rowStart(ofColumn: column))
        awaitedEnd = nil
    }
}
