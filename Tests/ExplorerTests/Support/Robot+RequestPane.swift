@testable import Base
@testable import Explorer
@testable import TerminalUI

// Places and sizes of panes that a frame shows only in part.
extension Robot {
    /// The rows that the request pane wants for the tab in view.
    var wantedRequestRows: Int { RequestPane.wantedRows(model) }

    /// The rows of the tab in view of the request pane; nil of a body.
    var requestRowCount: Int? {
        guard let request = model.currentRequest else { return nil }
        return model.current?.pane.rowCount(request)
    }

    /// The title of the request pane for a width: its left part and, after `|`, its right one.
    func requestTitle(width: Int) -> String {
        let line = RequestPane.title(model, width: width)
        func text(_ spans: [Span]) -> String { spans.map(\.text.string).joined() }
        return "\(text(line.spans)) | \(text(line.trailing))"
    }
}
