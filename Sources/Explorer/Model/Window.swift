import TerminalUI

/// The size of the screen, and how the panes share it.
package struct Window: Sendable {
    package var size: Size {
        didSet { automatic = Arrangement.automatic(for: size, before: automatic) }
    }
    var focus: Pane = .collections {
        didSet {
            if focus == .log || focus == .runs { lower = focus }
            // A zoomed pane that loses the focus gives the screen back.
            if focus != oldValue { isZoomed = false }
        }
    }
    /// The pane below the response: Log, or Runs; whichever had the focus last.
    private(set) var lower: Pane = .log
    var isZoomed = false
    /// Rows that the request pane needs for what it shows.
    var requestRows = 8
    /// One pane at a time, whatever the size.
    var isPlain = false
    /// nil is by the size of the screen.
    package var chosen: Arrangement?
    private var automatic: Arrangement
    /// Shown as a title only, while they do not have the focus.
    var folded: Set<Pane> = []
    /// What the user changed.
    var sizes: [Arrangement: PaneSizes] = [:]

    package init(size: Size) {
        self.size = size
        automatic = Arrangement.automatic(for: size, before: nil)
    }

    var arrangement: Arrangement { chosen ?? automatic }

    var layout: PaneLayout {
        PaneLayout(
            size: size,
            PaneLayout.Wishes(
                focus: focus, lower: lower, arrangement: arrangement, isZoomed: isZoomed,
                sizes: sizes[arrangement] ?? PaneSizes(), folded: folded, requestRows: requestRows,
                isPlain: isPlain))
    }
}

// MARK: Focus

extension Window {
    /// Where the focus is, and what the pane that has it did to the others.
    struct FocusPlace: Sendable, Hashable {
        let pane: Pane
        fileprivate let lower: Pane
        fileprivate let isZoomed: Bool
    }

    var focusPlace: FocusPlace { FocusPlace(pane: focus, lower: lower, isZoomed: isZoomed) }

    mutating func putFocus(back place: FocusPlace) {
        focus = place.pane
        lower = place.lower
        isZoomed = place.isZoomed
    }
}

// MARK: Sizes

extension Window {
    /// A line between panes that can be moved: the pane whose size it changes, and the way it moves.
    struct Border: Sendable, Hashable {
        var pane: Pane
        /// Between panes beside each other.
        var isVertical: Bool
    }

    /// Makes a pane larger or smaller by a cell; the response moves its border with the request.
    ///
    /// - Parameter keymap: says by which key another layout is chosen.
    /// - Returns: why nothing changed, as a sentence.
    mutating func resize(_ pane: Pane, by step: Int, _ keymap: Keymap = .standard) -> String? {
        let layout = layout
        guard layout.mode == .whole, !isZoomed else { return "One pane has the screen; its size is the screen's." }
        let resized = pane == .response ? Pane.request : pane
        guard let border = border(of: resized, layout), let rect = layout.panes[resized] else {
            return arrangement == .accordion && pane != .collections
                ? "In the accordion the pane with the focus has the room; \(keymap.label(.changeLayout, in: pane)) changes the layout."
                : "\(pane.title) has no border to move here."
        }
        let cells = (border.isVertical ? rect.width : rect.height - 2) + (pane == .response ? -step : step)
        set(border, to: cells)
        return nil
    }

    /// Moves a border to a cell of the screen.
    mutating func move(_ border: Border, to point: Point) {
        guard let rect = layout.panes[border.pane] else { return }
        switch border.pane {
        case .collections, .request: set(border, to: border.isVertical ? point.x - rect.x + 1 : point.y - rect.y - 1)
        case .response, .log, .history, .runs: set(border, to: rect.maxY - point.y - 2)
        }
    }

    /// The border at a cell, if it can be moved.
    func border(at point: Point) -> Border? {
        let layout = layout
        guard layout.mode == .whole, !isZoomed else { return nil }
        for pane in [Pane.collections, .request, .history, lower] {
            guard let rect = layout.panes[pane], let border = border(of: pane, layout) else { continue }
            if border.isVertical {
                let column = pane == .collections ? (layout.panes[.history] ?? rect).maxX - 1 : rect.maxX - 1
                let rows = pane == .collections ? 1..<(size.rows - 1) : rect.y..<rect.maxY
                if point.x == column, rows.contains(point.y) { return border }
            } else if (rect.x..<rect.maxX).contains(point.x),
                point.y == (pane == .request ? rect.maxY - 1 : rect.y)
            {
                return border
            }
        }
        return nil
    }

    /// The border that decides how large a pane is; nil if it has none in this arrangement.
    private func border(of pane: Pane, _ layout: PaneLayout) -> Border? {
        guard layout.panes[pane] != nil, !layout.isFolded(pane) || pane == .collections else { return nil }
        switch pane {
        case .collections: return Border(pane: .collections, isVertical: true)
        case .response: return nil
        case .request:
            guard arrangement != .accordion else { return nil }
            // Beside the response, unless that is folded.
            let isBeside = layout.panes[.response]?.y == layout.panes[.request]?.y
            return Border(pane: .request, isVertical: isBeside)
        case .log, .runs, .history:
            return arrangement == .accordion ? nil : Border(pane: pane, isVertical: false)
        }
    }

    private mutating func set(_ border: Border, to cells: Int) {
        let layout = layout
        let left = layout.panes[.collections] ?? layout.panes[.history]
        let total: Int =
            if border.isVertical {
                border.pane == .collections ? size.columns : size.columns - (left.map { $0.maxX - 1 } ?? 0)
            } else {
                size.rows - 2
            }
        sizes[arrangement, default: PaneSizes()].set(border.pane, to: max(1, cells), of: total)
    }

    /// Gives all panes the sizes again that they have by default, and unfolds them.
    mutating func resetSizes() {
        sizes[arrangement] = nil
        folded = []
    }

    // MARK: Folding

    /// Shows a pane as its title only, or all of it again.
    ///
    /// - Parameter keymap: says by which key it is unfolded.
    /// - Returns: a sentence.
    mutating func toggleFold(_ pane: Pane, _ keymap: Keymap = .standard) -> String {
        if folded.remove(pane) != nil { return "\(pane.title) is unfolded." }
        folded.insert(pane)
        return "\(pane.title) is folded until it has the focus; \(keymap.label(.fold, in: pane)) in it unfolds it."
    }
}
