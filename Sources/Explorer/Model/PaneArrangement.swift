import TerminalUI

/// Gives each pane its rectangle: a column for tree and history, beside it request, response and log.
struct PaneArrangement {
    private let wishes: PaneLayout.Wishes
    private let focus: Pane
    private let lower: Pane

    init(_ wishes: PaneLayout.Wishes) {
        self.wishes = wishes
        focus = wishes.focus
        lower = wishes.lower
    }

    /// Inside rows that a pane has at least, unless it is folded.
    static let fewestRows = 3
    private static let leastColumns = 18
    /// Columns that request and response keep for themselves.
    private static let leastRight = 40
    /// From this height on, all panes of the left column have room.
    private static let heightForHistory = 28

    func split(_ body: Rect) -> [Pane: Rect] {
        let left = leftWidth(body.width)
        // The line between both columns belongs to both.
        let rightX = left == 0 ? body.x : body.x + left - 1
        let right = Rect(x: rightX, y: body.y, width: body.maxX - rightX, height: body.height)
        var panes = wishes.arrangement == .wide ? splitWide(right) : splitRight(right)
        if left > 0 {
            let column = Rect(x: body.x, y: body.y, width: left, height: body.height)
            panes.merge(splitLeft(column)) { first, _ in first }
        }
        return panes
    }

    private func isFolded(_ pane: Pane) -> Bool { wishes.folded.contains(pane) && focus != pane }

    // MARK: Columns

    /// With its frame; 0 if all in it is folded.
    private func leftWidth(_ width: Int) -> Int {
        if isFolded(.collections), isFolded(.history) { return 0 }
        let wanted = wishes.sizes.cells(of: .collections, in: width) ?? min(40, width * 3 / 10)
        return min(max(Self.leastColumns, wanted), max(Self.leastColumns, width - Self.leastRight))
    }

    private func splitLeft(_ column: Rect) -> [Pane: Rect] {
        var history: Int
        if isFolded(.history) {
            history = 0
        } else if wishes.arrangement == .accordion {
            history = focus == .history ? .max : 1
        } else if let own = wishes.sizes.cells(of: .history, in: column.height) {
            history = max(1, own)
        } else if column.height >= Self.heightForHistory {
            history = max(3, column.height / 4 - 1)
        } else {
            history = focus == .history ? max(4, column.height / 4) : 1
        }
        let tree = isFolded(.collections) ? 0 : 1
        return Self.stack(
            [(.collections, tree), (.history, history)], growing: isFolded(.collections) ? .history : .collections,
            keeping: wishes.arrangement == .accordion ? 1 : Self.fewestRows, in: column)
    }

    private func splitRight(_ column: Rect) -> [Pane: Rect] {
        // Four frame lines; the rest is shared.
        let inner = column.height - 4
        if wishes.arrangement == .accordion, [.request, .response, lower].contains(focus) {
            let rows = [Pane.request, .response, lower].map { ($0, isFolded($0) ? 0 : 1) }
            return Self.stack(rows, growing: focus, keeping: 1, in: column)
        }
        let below = isFolded(lower) ? 0 : lowerRows(column.height)
        let own = wishes.sizes.cells(of: .request, in: column.height)
        let needed = own ?? min(wishes.requestRows, inner * 2 / 5)
        let request = isFolded(.request) ? 0 : max(wishes.arrangement == .accordion ? 1 : Self.fewestRows, needed)
        return Self.stack(
            [(.request, request), (.response, isFolded(.response) ? 0 : 1), (lower, below)], growing: grownOnRight,
            keeping: Self.fewestRows, in: column)
    }

    /// The pane that gets what the others leave.
    private var grownOnRight: Pane {
        [Pane.response, .request, lower].first { !isFolded($0) } ?? .response
    }

    private func splitWide(_ area: Rect) -> [Pane: Rect] {
        guard !isFolded(.request), !isFolded(.response) else { return splitRight(area) }
        let below = isFolded(lower) ? 0 : lowerRows(area.height)
        // The upper part ends with the line that carries the title of the lower one.
        let stack = Self.stack(
            [(.response, 1), (lower, below)], growing: .response, keeping: Self.fewestRows, in: area)
        guard let upper = stack[.response] else { return stack }
        let least = min(72, area.width / 2)
        let own = wishes.sizes.cells(of: .request, in: area.width)
        let width = min(max(24, own ?? max(least, area.width * 2 / 5)), area.width - 24)
        var panes = stack
        panes[.request] = Rect(x: upper.x, y: upper.y, width: width, height: upper.height)
        panes[.response] = Rect(
            x: upper.x + width - 1, y: upper.y, width: upper.width - width + 1, height: upper.height)
        return panes
    }

    private func lowerRows(_ height: Int) -> Int {
        if wishes.arrangement == .accordion { return 1 }
        if let own = wishes.sizes.cells(of: lower, in: height) { return max(1, own) }
        let inner = height - 4
        // A run has more to show than the log, at least while it is looked at.
        if lower == .runs { return max(2, focus == .runs ? inner * 2 / 5 : inner / 4) }
        return max(2, inner / 7)
    }

    // MARK: Stacks

    /// Panes above each other.
    ///
    /// - Parameters:
    ///   - rows: that each pane wants inside its frame; 0 is its title alone.
    ///   - growing: gets what is left.
    ///   - least: rows that the growing one keeps; the others give them up, the last one first.
    private static func stack(
        _ rows: [(pane: Pane, rows: Int)], growing: Pane, keeping least: Int, in column: Rect
    ) -> [Pane: Rect] {
        var wanted = rows
        // A title that is the last line of the column needs no other line below it.
        let isLastFolded = wanted.last?.rows == 0 && wanted.last?.pane != growing
        let inner = max(0, column.height - wanted.count - (isLastFolded ? 0 : 1))
        for index in wanted.indices where wanted[index].pane == growing { wanted[index].rows = 0 }
        for index in wanted.indices { wanted[index].rows = min(wanted[index].rows, inner) }
        var over = wanted.reduce(0) { $0 + $1.rows } - max(0, inner - least)
        for index in wanted.indices.reversed() where over > 0 && wanted[index].rows > 1 {
            let given = min(over, wanted[index].rows - 1)
            wanted[index].rows -= given
            over -= given
        }
        let rest = max(0, inner - wanted.reduce(0) { $0 + $1.rows })
        var panes: [Pane: Rect] = [:]
        var y = column.y
        for (index, entry) in wanted.enumerated() {
            let height = entry.pane == growing ? rest : entry.rows
            let isTitleOnly = index == wanted.count - 1 && isLastFolded
            panes[entry.pane] = Rect(x: column.x, y: y, width: column.width, height: isTitleOnly ? 1 : height + 2)
            y += height + 1
        }
        return panes
    }
}
