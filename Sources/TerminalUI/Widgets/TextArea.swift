import Base

/// Editable text of many lines, with readline's keys and undo. A new line gets the indent of the line before it.
///
/// Lines are stored separately, so a key costs time proportional to a line, not to the text. Lines end at LF; a CR
/// stays in the text and is drawn as an escape. Undo is Ctrl-_ or Alt-u, redo Alt-r (Ctrl-Z is left to the terminal,
/// which suspends with it).
package struct TextArea: Sendable, Hashable {
    /// A position between two graphemes: a line, and an offset into it in UTF-8 bytes, always at a grapheme boundary.
    package struct Position: Sendable, Hashable, Comparable {
        package var line: Int
        package var offset: Int
        package init(line: Int, offset: Int) {
            self.line = line
            self.offset = offset
        }

        package static func < (a: Position, b: Position) -> Bool { (a.line, a.offset) < (b.line, b.offset) }
    }

    /// An edit, with what is needed to undo it.
    private struct Edit: Sendable, Hashable {
        var start: Position
        var removed: String
        var inserted: String
        var cursorBefore: Position
        /// For keys typed or deleted one by one: the next key of that kind may join the edit.
        var kind: Kind
        enum Kind: Sendable, Hashable { case typing, deleting, other }
    }

    package private(set) var lines: [String]
    package private(set) var cursor: Position
    /// Counts changes of the text, including undo.
    package private(set) var revision = 0
    var showsLineNumbers: Bool
    /// Columns from one tab stop to the next: a tab in the text is drawn that wide.
    package var tabWidth: Int
    /// The key Tab inserts spaces up to a multiple of these columns.
    let indentWidth: Int
    /// Whether long lines are shown in several rows; otherwise they run out to the right.
    package var wraps = false
    /// The first visible line as of the last `keepInView`; `firstLine(height:)` returns the current one.
    private var top = 0
    /// The first visible row of that line, where lines wrap.
    private var topRow = 0
    /// The column that up and down aim for.
    private var goalColumn: Int?
    private var done: [Edit] = []
    private var undone: [Edit] = []
    private var killed = ""
    /// The Alt keys that edit text. A text field also accepts those that only a text area uses, so that they do not act
    /// as Esc.
    package static let altKeys: Set<Character> = ["b", "f", "d", "<", ">", "u", "r", "\u{7F}", "\u{8}"]
    /// The number of edits that can be undone.
    package static let undoLimit = 1000

    package init(_ text: String = "", showsLineNumbers: Bool = false, tabWidth: Int = 2, indentWidth: Int? = nil) {
        lines = TextArea.split(text)
        cursor = Position(line: 0, offset: 0)
        self.showsLineNumbers = showsLineNumbers
        self.tabWidth = tabWidth
        self.indentWidth = max(1, indentWidth ?? tabWidth)
    }

    /// The whole text, lines joined with LF. Takes time proportional to its length, so do not read it at every key.
    package var text: String { lines.joined(separator: "\n") }
    var canUndo: Bool { !done.isEmpty }
    var canRedo: Bool { !undone.isEmpty }

    /// Replaces the whole text as one edit that can be undone.
    package mutating func set(_ text: String) {
        let end = Position(line: lines.count - 1, offset: lines[lines.count - 1].utf8.count)
        replace(from: Position(line: 0, offset: 0), to: end, with: text, kind: .other)
        cursor = Position(line: 0, offset: 0)
    }

    /// Moves the cursor to a line (from 0) and grapheme, or to the nearest position in the text.
    package mutating func moveCursor(line: Int, character: Int = 0) {
        let line = min(max(0, line), lines.count - 1)
        let text = lines[line]
        let index = text.index(text.startIndex, offsetBy: max(0, character), limitedBy: text.endIndex) ?? text.endIndex
        cursor = Position(line: line, offset: text.utf8.distance(from: text.startIndex, to: index))
        goalColumn = nil
    }

    /// Moves the cursor to a position from `position(at:in:)`.
    package mutating func moveCursor(to position: Position) {
        let line = min(max(0, position.line), lines.count - 1)
        cursor = roundedUp(Position(line: line, offset: min(max(0, position.offset), lines[line].utf8.count)))
        goalColumn = nil
    }

    /// Inserts text at the cursor; CR LF and CR become LF, because terminals may send either.
    package mutating func paste(_ pasted: String) {
        var clean = ""
        clean.reserveCapacity(pasted.utf8.count)
        for character in pasted { clean.append(character == "\r\n" || character == "\r" ? "\n" : character) }
        replace(from: cursor, to: cursor, with: clean, kind: .other)
    }

    /// Replaces graphemes of the cursor's line before the cursor, as one edit.
    package mutating func replaceBeforeCursor(_ count: Int, with text: String) {
        let prefix = prefixOfCursorLine
        let start = prefix.index(prefix.endIndex, offsetBy: -count, limitedBy: prefix.startIndex) ?? prefix.startIndex
        replace(
            from: Position(line: cursor.line, offset: prefix.utf8.distance(from: prefix.startIndex, to: start)),
            to: cursor, with: text, kind: .other)
    }

    /// Edits or moves. Returns false if the key has no meaning here (Esc, Shift-Tab, function keys…).
    /// - Parameters:
    ///   - height: the number of visible rows, which the page keys move by.
    ///   - columns: of the field; where lines wrap, Up and Down go by rows.
    package mutating func handle(_ key: Key, height: Int = 20, columns: Int = 80) -> Bool {
        let goal = goalColumn
        goalColumn = nil
        switch key {
        case .character(let character): insert(String(character), kind: .typing)
        case .enter: insert("\n" + leadingBlanks, kind: .other)
        case .tab:
            let column = column(after: prefixOfCursorLine)
            insert(String(repeating: " ", count: indentWidth - column % indentWidth), kind: .other)
        case .left, .control("b"): cursor = before(cursor)
        case .right, .control("f"): cursor = after(cursor)
        case .up: moveVertically(by: -1, goal: goal, columns)
        case .down: moveVertically(by: 1, goal: goal, columns)
        case .pageUp: moveVertically(by: -max(1, height - 1), goal: goal, columns)
        case .pageDown: moveVertically(by: max(1, height - 1), goal: goal, columns)
        case .home, .control("a"): cursor.offset = 0
        case .end, .control("e"): cursor.offset = currentLine.utf8.count
        case .alt("<"), .textStart: cursor = Position(line: 0, offset: 0)
        case .alt(">"), .textEnd: cursor = Position(line: lines.count - 1, offset: lines[lines.count - 1].utf8.count)
        case .alt("b"), .wordLeft: cursor = wordStart
        case .alt("f"), .wordRight: cursor = wordEnd
        case .backspace: replace(from: before(cursor), to: cursor, with: "", kind: .deleting)
        case .delete, .control("d"): replace(from: cursor, to: after(cursor), with: "", kind: .deleting)
        case .control("k"): killToLineEnd()
        case .control("u"): kill(from: Position(line: cursor.line, offset: 0), to: cursor)
        case .control("w"): kill(from: blankWordStart, to: cursor)
        case .alt("d"), .deleteWord: kill(from: cursor, to: wordEnd)
        case .alt("\u{7F}"), .alt("\u{8}"): kill(from: wordStart, to: cursor)
        case .control("y"): replace(from: cursor, to: cursor, with: killed, kind: .other)
        case .control("_"), .alt("u"): undo()
        case .alt("r"): redo()
        default:
            goalColumn = goal
            return false
        }
        return true
    }

    package mutating func undo() {
        guard let edit = done.popLast() else { return }
        let end = TextArea.end(of: edit.inserted, from: edit.start)
        rewrite(from: edit.start, to: end, with: edit.removed)
        cursor = edit.cursorBefore
        undone.append(edit)
        revision += 1
    }

    mutating func redo() {
        guard let edit = undone.popLast() else { return }
        let end = TextArea.end(of: edit.removed, from: edit.start)
        cursor = rewrite(from: edit.start, to: end, with: edit.inserted)
        done.append(edit)
        revision += 1
    }

    /// Scrolls a view of `height` rows so that the cursor is visible; call it from `update` once the height is known.
    package mutating func keepInView(height: Int, columns: Int = 80) {
        guard wraps else {
            top = firstLine(height: height)
            return
        }
        let first = firstPlace(height: height, columns: columns)
        (top, topRow) = (first.line, first.row)
    }

    /// The first row to draw, where lines wrap.
    func firstPlace(height: Int, columns: Int) -> Place {
        firstPlace(from: Place(line: top, row: topRow), height: height, width: rowWidth(in: columns))
    }

    /// The first line to draw so that the cursor is visible.
    func firstLine(height: Int) -> Int {
        ListSelection(index: cursor.line, top: top).top(count: lines.count, height: height)
    }

    // MARK: - Editing

    private var currentLine: String { lines[cursor.line] }
    private var prefixOfCursorLine: Substring { currentLine[..<index(cursor)] }
    private var leadingBlanks: String {
        String(prefixOfCursorLine.prefix { $0 == " " || $0 == "\t" })
    }

    private func index(_ position: Position) -> String.Index {
        let line = lines[position.line]
        return line.utf8.index(line.startIndex, offsetBy: min(position.offset, line.utf8.count))
    }

    private func before(_ position: Position) -> Position {
        let line = lines[position.line]
        if position.offset > 0 {
            let index = line.index(before: index(position))
            return Position(line: position.line, offset: line.utf8.distance(from: line.startIndex, to: index))
        }
        guard position.line > 0 else { return position }
        return Position(line: position.line - 1, offset: lines[position.line - 1].utf8.count)
    }

    private func after(_ position: Position) -> Position {
        let line = lines[position.line]
        if position.offset < line.utf8.count {
            let start = index(position)
            return Position(
                line: position.line,
                offset: position.offset + line.utf8.distance(from: start, to: line.index(after: start)))
        }
        guard position.line + 1 < lines.count else { return position }
        return Position(line: position.line + 1, offset: 0)
    }

    private mutating func insert(_ text: String, kind: Edit.Kind) {
        replace(from: cursor, to: cursor, with: text, kind: kind)
    }

    private mutating func kill(from start: Position, to end: Position) {
        guard start < end else { return }
        killed = slice(from: start, to: end)
        replace(from: start, to: end, with: "", kind: .other)
    }

    private mutating func killToLineEnd() {
        let end = Position(line: cursor.line, offset: currentLine.utf8.count)
        kill(from: cursor, to: cursor == end ? after(cursor) : end)
    }

    private mutating func replace(from start: Position, to end: Position, with text: String, kind: Edit.Kind) {
        guard start < end || !text.isEmpty else { return }
        let removed = slice(from: start, to: end)
        let edit = Edit(start: start, removed: removed, inserted: text, cursorBefore: cursor, kind: kind)
        cursor = rewrite(from: start, to: end, with: text)
        record(edit)
        undone = []
        revision += 1
    }

    /// Adds an edit to the history; keys typed or deleted one after the other are joined into words.
    private mutating func record(_ edit: Edit) {
        if var last = done.last, last.kind == edit.kind {
            let joins = !edit.inserted.contains("\n") && !edit.removed.contains("\n")
            if edit.kind == .typing, joins, edit.removed.isEmpty, last.removed.isEmpty,
                TextArea.end(of: last.inserted, from: last.start) == edit.start,
                !(edit.inserted == " " && last.inserted.last != " "), last.inserted.utf8.count < 64
            {
                last.inserted += edit.inserted
                done[done.count - 1] = last
                return
            }
            if edit.kind == .deleting, joins, TextArea.end(of: edit.removed, from: edit.start) == last.start,
                last.removed.utf8.count < 64
            {
                last.start = edit.start
                last.removed = edit.removed + last.removed
                done[done.count - 1] = last
                return
            }
            // Del takes what is after the cursor, which stays where it is.
            if edit.kind == .deleting, joins, !last.removed.contains("\n"), edit.start == last.start,
                last.removed.utf8.count < 64
            {
                last.removed += edit.removed
                done[done.count - 1] = last
                return
            }
        }
        done.append(edit)
        if done.count > TextArea.undoLimit { done.removeFirst(done.count - TextArea.undoLimit) }
    }

    private func slice(from start: Position, to end: Position) -> String {
        guard start < end else { return "" }
        if start.line == end.line { return String(lines[start.line][index(start)..<index(end)]) }
        var parts = [String(lines[start.line][index(start)...])]
        parts += lines[start.line + 1..<end.line]
        parts.append(String(lines[end.line][..<index(end)]))
        return parts.joined(separator: "\n")
    }

    /// The only place that changes `lines`. Returns the end of the inserted text, moved to a grapheme boundary.
    @discardableResult
    private mutating func rewrite(from start: Position, to end: Position, with text: String) -> Position {
        if start.line == end.line, !text.utf8.contains(0x0A) {
            lines[start.line].replaceSubrange(index(start)..<index(end), with: text)
            return roundedUp(Position(line: start.line, offset: start.offset + text.utf8.count))
        }
        let head = String(lines[start.line][..<index(start)])
        let tail = String(lines[end.line][index(end)...])
        var fresh = TextArea.split(text)
        let lastLength = fresh[fresh.count - 1].utf8.count + (fresh.count == 1 ? head.utf8.count : 0)
        fresh[0] = head + fresh[0]
        fresh[fresh.count - 1] += tail
        lines.replaceSubrange(start.line...end.line, with: fresh)
        return roundedUp(Position(line: start.line + fresh.count - 1, offset: lastLength))
    }

    private func roundedUp(_ position: Position) -> Position {
        let line = lines[position.line]
        let wanted = line.utf8.index(line.startIndex, offsetBy: min(position.offset, line.utf8.count))
        guard wanted < line.endIndex else { return Position(line: position.line, offset: line.utf8.count) }
        let edge = line.rangeOfGrapheme(at: wanted)
        let rounded = edge.lowerBound == wanted ? wanted : edge.upperBound
        return Position(line: position.line, offset: line.utf8.distance(from: line.startIndex, to: rounded))
    }

    private static func split(_ text: String) -> [String] {
        text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { String(Substring($0)) }
    }

    private static func end(of text: String, from start: Position) -> Position {
        let breaks = text.utf8.reduce(0) { $0 + ($1 == 0x0A ? 1 : 0) }
        guard breaks > 0 else { return Position(line: start.line, offset: start.offset + text.utf8.count) }
        let last = text.utf8.reversed().prefix { $0 != 0x0A }.count
        return Position(line: start.line + breaks, offset: last)
    }

    // MARK: - Moving

    private mutating func moveVertically(by rows: Int, goal: Int?, _ columns: Int) {
        guard !wraps else { return moveByRows(rows, goal: goal, width: rowWidth(in: columns)) }
        let goal = goal ?? column(after: prefixOfCursorLine)
        let line = min(max(0, cursor.line + rows), lines.count - 1)
        if line == cursor.line {
            cursor.offset = rows < 0 ? 0 : currentLine.utf8.count
            return
        }
        cursor = Position(line: line, offset: offset(ofColumn: goal, inLine: line))
        goalColumn = goal
    }

    private mutating func moveByRows(_ rows: Int, goal: Int?, width: Int) {
        let goal = goal ?? cursorColumn(width: width)
        let start = place(of: cursor, width: width)
        let end = moved(start, by: rows, width: width)
        guard end != start else {
            cursor.offset = rows < 0 ? 0 : currentLine.utf8.count
            return
        }
        cursor = position(at: end, column: goal, width: width)
        goalColumn = goal
    }

    /// The number of columns that the start of a line takes.
    package func column(after prefix: Substring) -> Int {
        DisplayWidth.of(SafeText(TabStops.expand(String(prefix), width: tabWidth)))
    }

    /// The offset of the grapheme that covers a column, or the line's end.
    package func offset(ofColumn column: Int, inLine number: Int) -> Int {
        let line = lines[number]
        var at = 0
        var offset = 0
        for character in line {
            let width = columns(of: character, at: at)
            if at + width > column { break }
            at += width
            offset += character.utf8.count
        }
        return offset
    }

    /// The columns of a grapheme that begins at a column of its line.
    func columns(of character: Character, at column: Int) -> Int {
        character == "\t" ? max(1, tabWidth) - column % max(1, tabWidth) : TextArea.width(character)
    }

    private static func width(_ character: Character) -> Int {
        if character.isASCII, let value = character.asciiValue, value >= 0x20, value < 0x7F { return 1 }
        return DisplayWidth.of(SafeText(String(character)))
    }

    private var wordStart: Position {
        if cursor.offset == 0 { return before(cursor) }
        let prefix = Array(prefixOfCursorLine)
        return Position(line: cursor.line, offset: bytes(prefix.dropLast(TextWords.lengthOfWordBefore(prefix))))
    }
    private var blankWordStart: Position {
        if cursor.offset == 0 { return before(cursor) }
        let prefix = Array(prefixOfCursorLine)
        return Position(line: cursor.line, offset: bytes(prefix.dropLast(TextWords.lengthOfBlankWordBefore(prefix))))
    }
    private var wordEnd: Position {
        if cursor.offset == currentLine.utf8.count { return after(cursor) }
        let suffix = Array(currentLine[index(cursor)...])
        let length = TextWords.lengthOfWordAfter(suffix)
        return Position(line: cursor.line, offset: cursor.offset + bytes(suffix.prefix(length)))
    }

    private func bytes(_ characters: ArraySlice<Character>) -> Int { characters.reduce(0) { $0 + $1.utf8.count } }
}

extension String {
    /// The grapheme that contains an index, from its first scalar to its end.
    fileprivate func rangeOfGrapheme(at index: Index) -> Range<Index> {
        let start = self.index(before: self.index(after: index))
        return start..<self.index(after: start)
    }
}
