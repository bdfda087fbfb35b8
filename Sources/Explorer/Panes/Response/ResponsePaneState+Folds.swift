import Bodies
import TerminalUI

/// Folding of JSON: what the cursor is in, or everything below a level.
extension ResponsePaneState {
    /// Whether JSON is in view that can be folded.
    var canFold: Bool { shownTab == .body && bodyMode == .pretty && shownBody?.withJSON { _, _ in true } == true }

    /// Does what a command asks of the folds. False when it means nothing here.
    mutating func fold(_ command: Command, in size: Size) -> Bool {
        let line = cursorPlace(in: size)?.line
        foldsBeforeSearch = nil
        switch command {
        case .open where canFold && hasCursor: toggleFold(in: size)
        case .foldMore where canFold: folds = JSONFolds(depth: folds.depth.map { max(0, $0 - 1) } ?? 1)
        case .foldLess where canFold:
            if let depth = folds.depth { folds = JSONFolds(depth: depth + 1) }
        case .unfoldAll where canFold: folds = JSONFolds()
        default: return false
        }
        if command != .open, let line { show(line: line, in: size) }
        return true
    }

    /// Folds or unfolds what the cursor's row opens or closes, else what it is in.
    private mutating func toggleFold(in size: Size) {
        guard let line = cursorPlace(in: size)?.line else { return }
        let found = shownBody?.withJSON { layout, text in
            layout.innermostOpening(ofLine: line, in: text).map {
                (offset: $0.offset, depth: $0.depth, line: layout.line(atOffset: $0.offset, in: text))
            }
        }
        guard let found else { return }
        if folds.contains(found.offset, depth: found.depth) {
            folds.unfold(found.offset, depth: found.depth)
        } else {
            folds.fold(found.offset, depth: found.depth)
        }
        show(line: found.line, in: size)
    }

    /// Opens all folds that a line is in; all folds there are if it is in very many.
    mutating func unfold(line: Int) {
        guard !folds.isEmpty || foldsBeforeSearch != nil, canFold else { return }
        // What was opened for a hit of fewer letters is folded again.
        if search?.isTyping != true {
            foldsBeforeSearch = nil
        } else if let foldsBeforeSearch {
            folds = foldsBeforeSearch
        } else {
            foldsBeforeSearch = folds
        }
        for _ in 0..<Self.unfoldedLevels {
            let enclosing = shownBody?.withJSON { FoldedLayout($0, folds).enclosingFolds(ofLine: line, in: $1) } ?? []
            guard !enclosing.isEmpty else { return }
            for fold in enclosing { folds.unfold(fold.offset, depth: fold.depth) }
        }
        folds = JSONFolds()
    }

    private static let unfoldedLevels = 64

    /// Puts the cursor on a line, or on the fold that it is in, and scrolls there if it is out of view.
    private mutating func show(line: Int, in size: Size) {
        let window = viewport(in: size)
        let shown = window.source.shownLine(for: line)
        scroll = window.revealing(line: shown, column: 0, width: 0, from: scroll)
        cursors[shownTab] = Place(line: shown, column: 0)
    }

    /// What to say after a command that changed the folds of all.
    func foldNote(after command: Command, _ keymap: Keymap) -> String? {
        func key(_ command: Command) -> String { keymap.label(command, in: .response) }
        switch command {
        case .foldMore, .foldLess:
            guard let depth = folds.depth else {
                return "Nothing is folded by level; \(key(.foldMore)) folds, \(key(.open)) folds one value."
            }
            let (more, all, one) = (key(.foldLess), key(.unfoldAll), key(.open))
            return "Folded from level \(depth) on. \(more) shows a level more, \(all) all, \(one) one value."
        case .unfoldAll: return "All is unfolded."
        default: return nil
        }
    }
}
