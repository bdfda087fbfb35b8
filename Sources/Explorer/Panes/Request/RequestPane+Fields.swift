import Base
import HTTPFormat
import TerminalUI

// Where the single-line fields of what is typed are: they are drawn there, and a click there moves their cursor.

extension RequestPane {
    /// The fields: of a row of Params or Headers that of the name and that of the value, else one. None where they are out of view.
    ///
    /// - Parameters:
    ///   - frame: of the pane.
    ///   - rows: the part of the content that holds the rows of the tab.
    static func fieldPlaces(
        _ pane: RequestPaneState, _ request: SavedRequest, frame: Rect, rows: Rect
    ) -> [Rect] {
        switch pane.edit {
        case .method?: return [methodField(in: titleRow(of: frame))]
        case .url?: return [urlField(request, in: titleRow(of: frame))]
        case .row(let edit)?:
            let all = tableRows(request, edit.table == .parameter ? .params : .headers)
            let row = fieldRow(edit.index ?? all.count, of: all.count + (edit.index == nil ? 1 : 0), pane, in: rows)
            let fields = row.map { rowFields(in: $0, nameWidth: nameWidth(all, in: rows.width)) }
            return fields.map { [$0.name, $0.value] } ?? []
        case .variable(let edit)?:
            let all = pane.variableRows(request)
            return fieldRow(pane.selection, of: all.count, pane, in: listRect(in: rows))
                .map { [variableField(edit, nameWidth: nameWidth(all), in: $0)] } ?? []
        case .option?:
            return fieldRow(pane.selection, of: pane.optionRows.count, pane, in: listRect(in: rows))
                .map { [optionField(in: $0)] } ?? []
        case .body?, nil: return []
        }
    }

    /// The row that has fields in its place; the one after the last while a row is added.
    static func editedRow(_ pane: RequestPaneState, _ count: Int) -> Int? {
        switch pane.edit {
        case .row(let row)?: row.index ?? count
        case .variable?, .option?: pane.selection
        case .method?, .url?, .body?, nil: nil
        }
    }

    /// Where that row is; nil if it is out of view.
    static func fieldRow(_ index: Int, of count: Int, _ pane: RequestPaneState, in list: Rect) -> Rect? {
        let offset = index - ListSelection(index: index, top: pane.scroll).top(count: count, height: list.height)
        return offset >= 0 && offset < list.height ? list.row(offset) : nil
    }

    /// Where the rows of Vars and Options are: a column free of the frame, as on the other tabs.
    static func listRect(in rows: Rect) -> Rect {
        Rect(x: rows.x, y: rows.y, width: rows.width - 1, height: rows.height)
    }

    // MARK: Method and URL

    /// The part of the border that holds method and URL.
    static func titleRow(of frame: Rect) -> Rect { Rect(x: frame.x + 1, y: frame.y, width: frame.width - 2, height: 1) }

    /// Columns of a method beside the field for the URL.
    static func methodWidth(_ request: SavedRequest) -> Int { min(16, DisplayWidth.of(SafeText(request.method))) }

    static func methodField(in row: Rect) -> Rect {
        Rect(x: row.x + 1, y: row.y, width: min(16, row.width - 2), height: 1)
    }

    static func urlField(_ request: SavedRequest, in row: Rect) -> Rect {
        let x = row.x + methodWidth(request) + 2
        return Rect(x: x, y: row.y, width: row.maxX - x - 1, height: 1)
    }

    // MARK: Rows

    static func rowFields(in row: Rect, nameWidth: Int) -> (name: Rect, value: Rect) {
        let name = Rect(x: row.x + 3, y: row.y, width: min(max(nameWidth, 20), max(4, row.width / 3)), height: 1)
        return (name, Rect(x: name.maxX + 2, y: row.y, width: row.maxX - name.maxX - 3, height: 1))
    }

    /// Columns of the names of variables.
    static func nameWidth(_ rows: [VariableRow]) -> Int {
        min(24, rows.map { DisplayWidth.of(SafeText($0.name)) }.max() ?? 0)
    }

    static func variableField(_ edit: RequestEdit.VariableEdit, nameWidth: Int, in row: Rect) -> Rect {
        let name = max(nameWidth, min(row.width / 2, DisplayWidth.of(SafeText(edit.row.name))))
        return field(at: row.x + 1 + name + 2, in: row)
    }

    static func optionField(in row: Rect) -> Rect { field(at: row.x + OptionRow.titleWidth + 3, in: row) }

    private static func field(at x: Int, in row: Rect) -> Rect {
        Rect(x: x, y: row.y, width: max(4, row.maxX - x - 1), height: 1)
    }
}
