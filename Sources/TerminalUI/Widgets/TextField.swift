import Base

/// One line of editable text with readline's keys. Every printable key is inserted. Undo is Ctrl-_ or Alt-u, redo Alt-r.
///
/// The edited text is a plain `String`; it is drawn as `SafeText`, so a pasted control character is visible and can be
/// deleted but never reaches the terminal. Line breaks at the end of a paste never enter; the others become spaces, or stay in a
/// field that keeps them.
package struct TextField: Sendable, Hashable {
    package private(set) var text: String
    /// The grapheme before which the cursor is: 0 to the number of graphemes.
    package private(set) var cursor: Int
    /// Shown if the text is empty.
    package var placeholder: SafeText
    /// Draws asterisks instead of the text.
    package var isSecret: Bool
    /// Whether line breaks stay in the text, where they are drawn as escapes.
    package let keepsLineBreaks: Bool
    /// The text last removed by Ctrl-K, Ctrl-U, Ctrl-W or Alt-D, for Ctrl-Y.
    private var killed = ""
    private var history = History()

    package init(
        _ text: String = "", placeholder: SafeText = .empty, isSecret: Bool = false, keepsLineBreaks: Bool = false
    ) {
        self.text = keepsLineBreaks ? text : TextField.oneLine(text)
        self.placeholder = placeholder
        self.isSecret = isSecret
        self.keepsLineBreaks = keepsLineBreaks
        cursor = self.text.count
    }

    /// Replaces the whole text and moves the cursor to its end.
    package mutating func set(_ text: String) {
        history.note(state, .other)
        self.text = keepsLineBreaks ? text : TextField.oneLine(text)
        cursor = self.text.count
    }

    /// Inserts text at the cursor.
    package mutating func paste(_ pasted: String) {
        history.note(state, .other)
        insert(keepsLineBreaks ? TextField.lines(pasted) : pasted)
    }

    /// Whether a paste would become one line in a field that does not keep line breaks.
    package static func hasSeveralLines(_ pasted: String) -> Bool {
        pasted.reversed().drop(while: \.isNewline).contains(where: \.isNewline)
    }

    /// Replaces graphemes before the cursor, as one edit.
    package mutating func replaceBeforeCursor(_ count: Int, with text: String) {
        history.note(state, .other)
        let start = max(0, cursor - count)
        self.text = String(self.text.prefix(start) + self.text.dropFirst(cursor))
        cursor = start
        insert(text)
    }

    private mutating func insert(_ pasted: String) {
        let clean = keepsLineBreaks ? pasted : TextField.oneLine(pasted)
        var head = text.prefix(cursor) + clean
        let position = head.count
        head += text.dropFirst(cursor)
        text = String(head)
        // An inserted mark may join its neighbour, which makes fewer graphemes.
        cursor = min(position, text.count)
    }

    /// Edits or moves. Returns false if the key has no meaning in a text field (Enter, Esc, Tab, up, down…).
    package mutating func handle(_ key: Key) -> Bool {
        switch key {
        case .character(let character):
            history.note(state, character == " " ? .other : .typing)
            insert(String(character))
        case .left, .control("b"): cursor = max(0, cursor - 1)
        case .right, .control("f"): cursor = min(text.count, cursor + 1)
        case .home, .control("a"), .textStart, .alt("<"): cursor = 0
        case .end, .control("e"), .textEnd, .alt(">"): cursor = text.count
        case .alt("b"), .wordLeft: cursor = wordStart
        case .alt("f"), .wordRight: cursor = wordEnd
        case .backspace: delete(cursor - 1..<cursor)
        case .delete, .control("d"): delete(cursor..<cursor + 1)
        case .control("k"): kill(cursor..<text.count)
        case .control("u"): kill(0..<cursor)
        case .control("w"): kill(blankWordStart..<cursor)
        case .alt("d"), .deleteWord: kill(cursor..<wordEnd)
        case .alt("\u{7F}"), .alt("\u{8}"): kill(wordStart..<cursor)
        case .control("y"):
            history.note(state, .other)
            insert(killed)
        case .control("_"), .alt("u"): if let earlier = history.undo(state) { state = earlier }
        case .alt("r"): if let later = history.redo(state) { state = later }
        default: return false
        }
        return true
    }

    /// Puts the cursor before the character that a field of this width shows at a column, or behind the text.
    package mutating func moveCursor(toColumn column: Int, width: Int) {
        var left = column + TextField.scroll(cursorColumn: cursorColumn, width: width)
        var place = 0
        for character in text {
            left -= DisplayWidth.of(piece(character))
            guard left >= 0 else { break }
            place += 1
        }
        cursor = place
    }

    private var cursorColumn: Int { isSecret ? cursor : DisplayWidth.of(SafeText(text.prefix(cursor))) }

    /// Draws the field over the whole row and, if focused, places the terminal's cursor.
    /// Text longer than the row is scrolled to show the cursor; an ellipsis marks where it continues.
    package func draw(in row: Rect, isFocused: Bool, style: Style = Style(.input), on buffer: inout CellBuffer) {
        guard !row.isEmpty else { return }
        let fieldStyle = isFocused ? style : Style(style.role == .input ? .text : style.role, style.emphasis)
        buffer.fill(row.row(0), style: fieldStyle)
        if text.isEmpty {
            buffer.drawTruncated(
                placeholder, at: Point(x: row.x, y: row.y), width: row.width, style: Style(.placeholder))
        }
        let at = text.index(text.startIndex, offsetBy: cursor)
        let cursorColumn = cursorColumn
        let scroll = TextField.scroll(cursorColumn: cursorColumn, width: row.width)
        // Back from the cursor to the first visible grapheme: a long text costs no more to draw than a short one.
        var start = at
        var column = cursorColumn
        while start > text.startIndex, column > scroll {
            start = text.index(before: start)
            column -= DisplayWidth.of(piece(text[start]))
        }
        buffer.clipped(to: row.row(0)) { buffer in
            for character in text[start...] {
                guard column < scroll + row.width else {
                    buffer.draw(buffer.glyphs.ellipsis, at: Point(x: row.maxX - 1, y: row.y), style: Style(.dim))
                    break
                }
                let x = row.x + column - scroll
                column += buffer.draw(piece(character), at: Point(x: x, y: row.y), style: fieldStyle)
            }
            if scroll > 0 { buffer.draw(buffer.glyphs.ellipsis, at: Point(x: row.x, y: row.y), style: Style(.dim)) }
        }
        if isFocused { buffer.cursor = Point(x: row.x + cursorColumn - scroll, y: row.y) }
    }

    private func piece(_ character: Character) -> SafeText { isSecret ? "*" : SafeText(String(character)) }

    /// The first visible column: 0, or a multiple of half the width, so that the text does not move at every key.
    package static func scroll(cursorColumn: Int, width: Int) -> Int {
        guard width > 0, cursorColumn >= width else { return 0 }
        let step = max(1, width / 2)
        return (cursorColumn - width + 1 + step - 1) / step * step + (width > 2 && step == 1 ? 1 : 0)
    }

    /// Drops line breaks at the end, and turns the others into spaces.
    static func oneLine(_ text: String) -> String { trimmed(text) { $0.isNewline ? " " : $0 } }

    /// Drops line breaks at the end; CR LF and CR become LF, because terminals may send either.
    private static func lines(_ text: String) -> String {
        trimmed(text) { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 }
    }

    private static func trimmed(_ text: String, _ change: (Character) -> Character) -> String {
        guard text.contains(where: \.isNewline) else { return text }
        var text = text[...]
        while let last = text.last, last.isNewline { text.removeLast() }
        return String(text.map(change))
    }

    private mutating func remove(_ range: Range<Int>) {
        let range = range.clamped(to: 0..<text.count)
        guard !range.isEmpty else { return }
        text = String(text.prefix(range.lowerBound) + text.dropFirst(range.upperBound))
        cursor = min(range.lowerBound, text.count)
    }

    private mutating func delete(_ range: Range<Int>) {
        guard !range.clamped(to: 0..<text.count).isEmpty else { return }
        history.note(state, .deleting)
        remove(range)
    }

    private mutating func kill(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        history.note(state, .other)
        killed = String(text.dropFirst(range.lowerBound).prefix(range.count))
        remove(range)
    }

    private var state: History.State {
        get { History.State(text: text, cursor: cursor) }
        set { (text, cursor) = (newValue.text, newValue.cursor) }
    }

    private var wordStart: Int {
        let before = Array(text.prefix(cursor))
        return before.count - TextWords.lengthOfWordBefore(before)
    }
    private var blankWordStart: Int {
        let before = Array(text.prefix(cursor))
        return before.count - TextWords.lengthOfBlankWordBefore(before)
    }
    private var wordEnd: Int { cursor + TextWords.lengthOfWordAfter(Array(text.dropFirst(cursor))) }
}

extension TextField {
    /// What the field held before its edits; letters typed or deleted one after the other are one edit.
    fileprivate struct History: Sendable, Hashable {
        struct State: Sendable, Hashable {
            var text: String
            var cursor: Int
        }

        enum Kind: Sendable, Hashable { case typing, deleting, other }

        private static let limit = 100
        private var earlier: [State] = []
        private var later: [State] = []
        /// Of the last edit, and where the cursor must be for another one to join it.
        private var kind = Kind.other
        private var next: Int?

        /// An edit of this state comes.
        mutating func note(_ state: State, _ kind: Kind) {
            let joins = kind != .other && kind == self.kind && (kind == .deleting || next == state.cursor)
            if !joins { earlier.append(state) }
            if earlier.count > Self.limit { earlier.removeFirst() }
            later = []
            self.kind = kind
            next = state.cursor + 1
        }

        mutating func undo(_ state: State) -> State? {
            guard let found = earlier.popLast() else { return nil }
            later.append(state)
            kind = .other
            return found
        }

        mutating func redo(_ state: State) -> State? {
            guard let found = later.popLast() else { return nil }
            earlier.append(state)
            kind = .other
            return found
        }
    }
}

/// Word boundaries, as readline defines them.
enum TextWords {
    private static func isWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }

    /// The number of graphemes back to the start of the word (letters and digits) before the end.
    static func lengthOfWordBefore(_ text: [Character]) -> Int {
        let rest = text.reversed().drop { !isWord($0) }
        return text.count - rest.drop(while: isWord).count
    }

    /// The same for words separated by whitespace only.
    static func lengthOfBlankWordBefore(_ text: [Character]) -> Int {
        let rest = text.reversed().drop { $0.isWhitespace }
        return text.count - rest.drop { !$0.isWhitespace }.count
    }

    static func lengthOfWordAfter(_ text: [Character]) -> Int {
        let rest = text.drop { !isWord($0) }
        return text.count - rest.drop(while: isWord).count
    }
}
