import TestSupport
import Testing

@testable import Base
@testable import TerminalUI

/// What fields, text areas and lists do with a script of keys, as it was recorded (`Recorded`): the state after each key.
@Suite struct ScriptTests {
    /// Keys between spaces: letters, `name` of a key, `_` for the space bar, `~text` for a paste with `\` for each line end, `@301` for
    /// one of a character by its number, `=3:text` for the replacement of three graphemes before the cursor.
    private enum Step {
        case key(Key)
        case paste(String)
        case replace(Int, String)

        init?(_ word: Substring) {
            let rest = String(word.dropFirst()).replacing("\\", with: "\n").replacing("_", with: " ")
            if word.first == "~", word.count > 1 {
                self = .paste(rest)
            } else if word.first == "@", let scalar = UInt32(word.dropFirst(), radix: 16).flatMap(Unicode.Scalar.init) {
                self = .paste(String(scalar))
            } else if word.first == "=", word.count > 2, let count = word.dropFirst().first?.wholeNumberValue {
                self = .replace(count, String(rest.dropFirst(2)))
            } else if let key = Self.keys[String(word)] {
                self = .key(key)
            } else if word.count == 1, let letter = word.first {
                self = .key(.character(letter == "_" ? " " : letter))
            } else if word.hasPrefix("^"), let letter = word.last {
                self = .key(.control(letter == "-" ? "_" : Character(letter.lowercased())))
            } else if word.hasPrefix("M-"), let letter = word.last {
                self = .key(.alt(letter))
            } else {
                return nil
            }
        }

        private static let keys: [String: Key] = {
            let keys: [Key] = [
                .enter, .escape, .tab, .backTab, .backspace, .delete, .insert, .up, .down, .left, .right, .home, .end,
                .pageUp, .pageDown, .wordLeft, .wordRight, .textStart, .textEnd, .deleteWord, .function(5),
            ]
            var named = Dictionary(uniqueKeysWithValues: keys.map { ($0.name, $0) })
            named["M-BS"] = .alt("\u{7F}")
            return named
        }()
    }

    /// Plays each line `start | keys` of a table.
    private func play(
        _ table: String, in file: String, _ start: (String) -> (Step) -> String
    ) throws {
        var parts: [(name: String, text: String)] = []
        for line in table.split(separator: "\n") {
            let halves = line.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
            let act = start(String(halves[0].dropLast()))
            var text = ""
            for word in halves.dropFirst().joined().split(separator: " ") {
                let step = try #require(Step(word), "\(line): \(word)")
                text += "\(word)\t\(act(step))\n"
            }
            parts.append((String(line), text))
        }
        try Recorded.expect(parts, in: file)
    }

    private func escaped(_ text: some StringProtocol) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": escaped += "⏎"
            case "\r": escaped += "␍"
            case "\t": escaped += "⇥"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    @Test func `a text area after each key`() throws {
        let table = """
             | a b _ c Enter d ^- ^- ^- ^- M-r M-r M-r x M-r
            one two.three  four | Ctrl-Right Ctrl-Right Ctrl-Right Ctrl-Right Ctrl-Right Ctrl-Left Ctrl-Left Ctrl-Left Ctrl-Left Ctrl-Left
            one two.three  four | End ^w ^y ^y ^w ^w ^w ^w M-u M-u
            one two.three  four | M-d M-d ^y M-f M-BS ^y Ctrl-Del Ctrl-Del Ctrl-Del
            one two.three  four | ^f ^f ^f ^k ^y ^k ^a ^k ^k ^y
            one⏎  two⏎⏎⇥three⏎four | Down Down End Enter x Up Up End Enter y
            one⏎  two⏎⏎⇥three⏎four | End ^k ^k ^k ^k M-u M-u M-r
            one⏎  two⏎⏎⇥three⏎four | Ctrl-End Up Up Up Up Up Down Down Down Down Down
            a long line⏎b⏎⏎another long line⏎c | End Down Down Down Down Down Up Up Up Left Up F5 Up
            1⏎2⏎3⏎4⏎5⏎6⏎7⏎8⏎9 | PgDn PgDn PgDn PgUp PgUp PgUp PgUp
            abc⏎def | Down Backspace Backspace Backspace Del Del ^d ^d ^d ^d M-u M-u M-u M-u
            abc⏎def | Right Right Right Right Left Left ^b ^b ^b ^b ^b
            abc⏎def | Down Ctrl-Left Ctrl-Left Ctrl-Right Ctrl-Right Ctrl-Right Ctrl-Right M-< M-> ^w ^u ^u ^u
            ab␍⏎cd | End Backspace Down Home x M-u M-u
            日本e👩‍👩‍👧‍👦x | Right Right Right Right Backspace Backspace Left Del M-u M-u
            a⇥b⏎cccccccccc | Right Right Down Up Left Down Tab Tab Home Tab
            x | ~two\\lines\\ M-u M-r =3:new =9:all ^- ^- Esc Shift-Tab F5 Ins q
            word | End a b c Backspace Backspace d Del M-u M-u M-u M-u M-u M-r M-r
            a_b c-d | Ctrl-Right Ctrl-Right Ctrl-Right Ctrl-Left Ctrl-Left M-BS ^w ^u
            """
        try play(table, in: "screen/areas") { start in
            let text = start.replacing("⏎", with: "\n").replacing("⇥", with: "\t").replacing("␍", with: "\r")
            var area = TextArea(text, tabWidth: 4)
            return { step in
                var answer = ""
                switch step {
                case .key(let key): answer = area.handle(key, height: 4) ? "" : " (not a key here)"
                case .paste(let text): area.paste(text)
                case .replace(let count, let text): area.replaceBeforeCursor(count, with: text)
                }
                area.keepInView(height: 4)
                var lines = area.lines.map { escaped($0) }
                let line = area.lines[area.cursor.line].utf8
                let before = String(decoding: line.prefix(area.cursor.offset), as: UTF8.self)
                let after = String(decoding: line.dropFirst(area.cursor.offset), as: UTF8.self)
                lines[area.cursor.line] = escaped(before) + "▌" + escaped(after)
                let marks = "\(area.canUndo ? "u" : "-")\(area.canRedo ? "r" : "-")"
                return "\(marks) \(area.revision) \(area.firstLine(height: 4)) \(lines.joined(separator: "⏎"))\(answer)"
            }
        }
    }

    @Test func `a field after each key`() throws {
        let table = """
             | a b _ c ^- ^- ^- ^- M-r M-r M-r x M-r ^-
            one two.three  four | Ctrl-Left Ctrl-Left Ctrl-Left Ctrl-Left Ctrl-Left Ctrl-Right Ctrl-Right Ctrl-Right Ctrl-Right Ctrl-Right
            one two.three  four | ^w ^y ^y ^w ^w ^w ^w ^w M-u M-u
            one two.three  four | Home M-d M-d ^y M-f M-BS ^y Ctrl-Del Ctrl-Del Ctrl-Del
            one two.three  four | Ctrl-Left ^k ^y ^u ^u ^y ^a ^k ^k
            abc | Home Left Backspace Del ^d ^d ^d M-u M-u M-r
            abc | Left Left ^b ^b ^f ^f ^f ^f ^e ^a M-> M-< Ctrl-End Ctrl-Home
            word | a b c Backspace Backspace d Left Del M-u M-u M-u M-u M-u M-r M-r
            日本e👩‍👩‍👧‍👦 | Left Backspace Left x Right Del Del
            e | @301 Left @20 Right @301 ~a\\b\\\\ M-u =1:é =9:all =0:! ^- ^- M-r
            a b | Enter Esc Tab Shift-Tab Up Down F5 Ins PgUp ^t
            """
        for keeps in [false, true] {
            try play(table, in: keeps ? "screen/fields-with-lines" : "screen/fields") { start in
                var field = TextField(start, keepsLineBreaks: keeps)
                return { step in
                    var answer = ""
                    switch step {
                    case .key(let key): answer = field.handle(key) ? "" : " (not a key here)"
                    case .paste(let text): field.paste(text)
                    case .replace(let count, let text): field.replaceBeforeCursor(count, with: text)
                    }
                    return
                        "\(escaped(field.text.prefix(field.cursor)))▌\(escaped(field.text.dropFirst(field.cursor)))\(answer)"
                }
            }
        }
    }

    @Test func `a list after each key`() throws {
        let table = """
            10 4 | Down Down Down Down Down k k k k G g PgDn PgDn PgDn PgUp ^d ^u End Home PgUp ^u x Enter
            3 4 | Down Down Down Down PgDn Up g G ^d ^u
            0 4 | Down G PgDn Up
            5 0 | Down G PgUp
            7 1 | Down PgDn ^d PgUp ^u G Up
            9 2 | PgDn ^d G PgUp ^u k
            """
        try play(table, in: "screen/lists") { start in
            let numbers = start.split(separator: " ").compactMap { Int($0) }
            let (count, height) = (numbers.first ?? 0, numbers.last ?? 0)
            var list = ListSelection()
            return { step in
                guard case .key(let key) = step else { return "" }
                let isKnown = list.handle(key, count: count, height: height)
                return "row \(list.index), first \(list.top)\(isKnown ? "" : " (not a key here)")"
            }
        }
    }

    @Test func `a list after each turn of the wheel, each click and each change of its rows`() throws {
        var text = ""
        for (count, height) in [(10, 4), (3, 4), (0, 3), (5, 1)] {
            var list = ListSelection(index: 1)
            for rows in [3, 3, 3, -1, -3, -9] {
                list.scroll(by: rows, count: count, height: height)
                let rect = Rect(x: 2, y: 1, width: 5, height: height)
                let clicks = [(2, 1), (6, height), (7, 2), (1, 1), (3, 0), (3, height + 1)].map {
                    list.row(at: Point(x: $0.0, y: $0.1), in: rect, count: count).map(String.init) ?? "-"
                }
                text +=
                    "\(count) in \(height), \(rows): row \(list.index), first \(list.top), clicks \(clicks.joined(separator: " "))\n"
            }
            for (index, top, rows, high) in [(9, 6, 5, 4), (-3, 0, 5, 4), (4, 0, 5, 2), (2, 9, 20, 3), (0, 0, 0, 0)] {
                list = ListSelection(index: index, top: top)
                list.settle(rows, in: high)
                text += "settled \(index) \(top) of \(rows) in \(high): row \(list.index), first \(list.top)\n"
            }
        }
        try Recorded.expect([("wheel", text)], in: "screen/list-moves")
    }
}
