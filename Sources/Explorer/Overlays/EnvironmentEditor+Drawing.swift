import Base
import TerminalUI
import Workspace

extension EnvironmentEditor {
    private static let columnWidth = 18

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        guard !table.names.isEmpty else {
            buffer.drawTruncated(
                "No environment file has a variable, and no request lacks one: a adds one.",
                at: Point(x: inside.x + 1, y: inside.y), width: inside.width - 1, style: Style(.dim))
            return drawLastRow(model, inside, on: &buffer)
        }
        let longest = table.names.map { DisplayWidth.of(SafeText($0)) }.max() ?? 0
        let nameWidth = min(max(10, inside.width / 3), longest + 9)
        let room = max(1, inside.width - nameWidth)
        let count = max(1, min(table.columns.count, room / Self.columnWidth))
        let width = min(room / count, 40)
        let first = max(0, min(column - count + 1 + (count > 2 ? 1 : 0), table.columns.count - count, column))
        let shown = first..<min(first + count, table.columns.count)
        for (offset, place) in shown.enumerated() {
            let more: SafeText = place == shown.lowerBound && first > 0 ? "< " : ""
            let rest: SafeText = place == shown.upperBound - 1 && shown.upperBound < table.columns.count ? " >" : ""
            // A long name leaves room for the marks of further environments.
            let name = SafeText(table.columns[place])
                .cut(toColumns: width - 1 - DisplayWidth.of(more) - DisplayWidth.of(rest), buffer.glyphs.ellipsis)
            buffer.drawTruncated(
                more + name + rest,
                at: Point(x: inside.x + nameWidth + offset * width, y: inside.y), width: width - 1,
                style: Style(place == column ? .titleFocused : .title, .bold))
        }
        for offset in 0..<min(content.height, table.names.count - list.top) {
            let (place, y) = (list.top + offset, content.y + offset)
            drawName(table.names[place], at: Point(x: inside.x, y: y), width: nameWidth - 1, on: &buffer)
            for (step, environment) in shown.enumerated() {
                let point = Point(x: inside.x + nameWidth + step * width, y: y)
                let isSelected = place == list.index && environment == column
                drawCell(
                    table.names[place], table.columns[environment], at: point, width: width - 1,
                    isSelected: isSelected, on: &buffer)
                if isSelected { buffer.selected = point }
            }
        }
        drawLastRow(model, inside, on: &buffer)
    }

    /// The name, and beside it what is special about it if there is room for both.
    private func drawName(_ name: String, at point: Point, width: Int, on buffer: inout CellBuffer) {
        let known: SafeText = table.isUnused(name) ? " unused" : table.isMissing(name) ? " missing" : .empty
        let mark = DisplayWidth.of(SafeText(name)) + DisplayWidth.of(known) <= width ? known : .empty
        let markWidth = DisplayWidth.of(mark)
        buffer.drawTruncated(SafeText(name), at: point, width: width - markWidth, style: Style(.variable))
        buffer.draw(
            mark, at: Point(x: point.x + width - markWidth, y: point.y),
            style: Style(table.isUnused(name) ? .dim : .warning))
    }

    private func drawCell(
        _ name: String, _ environment: String, at point: Point, width: Int, isSelected: Bool,
        on buffer: inout CellBuffer
    ) {
        var (text, role): (SafeText, Role) = (.empty, .text)
        if let variable = table.variable(name, environment) {
            if variable.isPrivate, !isRevealed {
                (text, role) = ("(private)", .dim)
            } else {
                text = SafeText((variable.isPrivate ? "* " : "") + (variable.value ?? "(\(variable.reason ?? "?"))"))
            }
        } else if table.isMissing(name, environment) {
            (text, role) = ("missing", .warning)
        } else if table.variable(name, EnvironmentSet.shared) != nil {
            (text, role) = ("= $shared", .dim)
        } else {
            (text, role) = ("-", .dim)
        }
        if isSelected { buffer.fill(Rect(x: point.x, y: point.y, width: width, height: 1), style: Style(.selection)) }
        buffer.drawTruncated(text, at: point, width: width, style: Style(isSelected ? .selection : role))
    }

    /// The field, or where the selected value is.
    private func drawLastRow(_ model: Model, _ inside: Rect, on buffer: inout CellBuffer) {
        let row = inside.row(inside.height - 1)
        if let (label, field) = field {
            let used = buffer.draw(
                label + "  ", at: Point(x: row.x, y: row.y), width: row.width / 2, style: Style(.key))
            field.draw(
                in: Rect(x: row.x + used, y: row.y, width: row.width - used, height: 1), isFocused: true, on: &buffer)
            if let refusal {
                buffer.drawTruncated(
                    "! \(SafeText(refusal))", at: Point(x: row.x, y: row.y - 1), width: row.width,
                    style: Style(.failure, .bold))
            }
            return
        }
        if let refusal {
            buffer.drawTruncated(
                "! \(SafeText(refusal))", at: Point(x: row.x, y: row.y), width: row.width, style: Style(.failure, .bold)
            )
        } else if let selected {
            let use = selectedName.map(table.isUnused) == true ? ", unused" : ""
            let kind = (selected.isPrivate ? "private" : "public") + use
            buffer.drawTruncated(
                SafeText("\(kind), in \(model.withoutRoot(selected.file))"), at: Point(x: row.x, y: row.y),
                width: row.width, style: Style(.dim))
        }
    }
}
