import NetEngine
import Testing

@testable import Base
@testable import Explorer
@testable import Settings
@testable import TerminalUI

/// How keys are written, what keys of the user's own replace, and how well letters match.
@Suite struct KeyTextTests {
    @Test func `a key has several spellings, and what is none says why`() {
        let name = "it is not the name of a key, such as s, F5, Ctrl-R, Space or PgDn"
        let alt = "a terminal sends Alt with a key as Esc and then the key"
        let unsent = "a terminal does not send it"
        for (text, label) in table(
            """
            s -> s
            S -> S
            ^ -> ^
            + -> +
            - -> -
            f -> f
            é -> é
            F1 -> F1
            f05 -> F5
            f24 -> F24
            F0 -> \(name)
            F25 -> \(name)
            fx -> \(name)
            return -> Enter
            ENTER -> Enter
            Escape -> Esc
            esc -> Esc
            Delete -> Del
            del -> Del
            insert -> Ins
            PageUp -> PgUp
            pgup -> PgUp
            pagedown -> PgDn
            backtab -> Shift-Tab
            Shift+Tab -> Shift-Tab
            shift-tab -> Shift-Tab
            space -> Space
            Ctrl-Space -> Ctrl-Space
            ctrl+left -> Ctrl-Left
            Ctrl-Right -> Ctrl-Right
            ctrl-home -> Ctrl-Home
            ctrl-end -> Ctrl-End
            ctrl-del -> Ctrl-Del
            ^x -> ^X
            ^X -> ^X
            Ctrl-x -> ^X
            CTRL+X -> ^X
            c-x -> ^X
            ^Space -> Ctrl-Space
            c-space -> Ctrl-Space
            ctrl-h -> a terminal sends it as Backspace
            c-i -> a terminal sends it as Tab
            ^J -> a terminal sends it as Enter
            ^m -> a terminal sends it as Enter
            ctrl-[ -> a terminal sends it as Esc
            ^1 -> \(unsent)
            ^^ -> \(unsent)
            ^ä -> \(unsent)
            ^xy -> Ctrl goes with one letter
            ctrl-shift-a -> Ctrl goes with one letter
            ctrl- -> \(name)
            alt-x -> \(alt)
            Meta-x -> \(alt)
            M-x -> \(alt)
            alt- -> \(name)
            Hyper-x -> \(name)
            """)
        {
            let read: String
            do throws(KeyText.Problem) { read = try KeyText.read(text).label } catch { read = error.clause }
            #expect(read == label, "\(text)")
            #expect(KeyText.hinted(text)?.label == (label.contains(" ") ? nil : label), "\(text)")
        }
        for text in ["", "\t", "\n", "  "] { #expect(KeyText.hinted(text) == nil, "\(text.debugDescription)") }
        #expect(KeyText.hinted(" ") == .character(" "))
    }

    // MARK: Keys of the user's own

    private static func binding(
        _ command: String, _ keys: [String], pane: String? = nil, line: Int
    ) -> KeyBinding {
        KeyBinding(
            command, pane: pane,
            keys: keys.enumerated().map { KeyBinding.KeyName($1, FilePlace(line: line, column: 10 + $0)) },
            place: FilePlace(line: line, column: 3))
    }

    private static func problems(_ bindings: [KeyBinding]) -> [String] {
        Keymap.make(bindings).problems.map { $0.text("c") }
    }

    @Test func `what two lines want, or one takes from another command, is said at its place`() {
        let cases: [(bindings: [KeyBinding], problems: [String])] = [
            (
                [Self.binding("undo", ["x"], line: 3), Self.binding("undo", ["y"], line: 5)],
                ["c:5:3: 'undo' has its keys from line 3 already."]
            ),
            (
                [Self.binding("show-findings", ["u"], line: 3)],
                [
                    "c:3:10: u is now 'show-findings' and no longer 'undo', which has none left: name its keys, or none, if that is meant."
                ]
            ),
            ([Self.binding("show-findings", ["u"], line: 3), Self.binding("undo", [], line: 4)], []),
            (
                [
                    Self.binding("show-findings", ["x"], line: 3),
                    Self.binding("yank", ["x"], pane: "response", line: 4),
                ],
                ["c:3:10: x is the key of 'yank' of line 4, so 'show-findings' does not get it."]
            ),
            (
                [Self.binding("yank", ["x"], pane: "zzzzzz", line: 4)],
                ["c:4:3: There is no pane 'zzzzzz'. Panes are collections, request, response, log, history, runs."]
            ),
            ([Self.binding("quit", ["Q", "^X"], line: 3)], []),
            (
                [
                    Self.binding("show-findings", ["y"], line: 3),
                    Self.binding("yank", ["F7"], pane: "response", line: 4),
                ],
                [
                    "c:3:10: y is now 'show-findings' and no longer 'yank', which has keys in Response alone: name its keys, or none, if that is meant."
                ]
            ),
            // The same command in a pane and everywhere are two lines.
            ([Self.binding("yank", ["x"], line: 3), Self.binding("yank", ["F7"], pane: "log", line: 4)], []),
            (
                [Self.binding("undo", ["xx", "^H"], line: 4), Self.binding("redo", ["yy"], line: 3)],
                [
                    "c:3:10: 'yy' cannot be the key of 'redo': it is not the name of a key, such as s, F5, Ctrl-R, Space or PgDn.",
                    "c:4:10: 'xx' cannot be the key of 'undo': it is not the name of a key, such as s, F5, Ctrl-R, Space or PgDn.",
                    "c:4:11: '^H' cannot be the key of 'undo': a terminal sends it as Backspace.",
                ]
            ),
        ]
        for (bindings, problems) in cases { #expect(Self.problems(bindings) == problems) }
    }

    @Test func `while a text is typed a command has only keys that no field takes`() {
        func typing(_ command: String, _ keys: [String]) -> [Key] {
            let keymap = Keymap.make([Self.binding(command, keys, line: 3)]).keymap
            return keymap.row(Command(rawValue: command) ?? .send, in: .request)?.typingKeys ?? []
        }
        #expect(typing("send", ["x", "F2", "^R", "^T", "^N", "^P", "^G", "^A"]) == [.function(2), .control("r")])
        #expect(typing("save", ["F2"]) == [.function(2)])
        #expect(typing("undo", ["F2"]) == [], "it has none by default")
        #expect(typing("escape", ["F2"]) == [.escape, .function(2)])
        #expect(typing("redraw", ["Esc"]) == [.control("l")])
        // A key that another command takes is not its own any more.
        let taken = Keymap.make([Self.binding("save", ["F5"], line: 3)]).keymap
        #expect(taken.row(.send, in: .request)?.typingKeys == [.control("r")])
        #expect(taken.typingLabel(.save) == "F5" && taken.command(for: .function(5), in: .typing) == .save)
    }

    @Test func `the list of keys names what the user chose, and panes where it differs`() throws {
        let listing = KeyListing([
            Self.binding("undo", ["F7"], line: 2), Self.binding("yank", ["x"], pane: "response", line: 3),
            Self.binding("show-findings", ["s"], line: 4), Self.binding("suspend", [], line: 5),
        ])
        func row(_ id: String) throws -> String {
            let row = try #require(listing.rows.first { $0.id == id })
            let others = row.keysByPane.map { " \($0.pane): \($0.keys.joined(separator: " "))" }.joined()
            return "\(row.title) [\(row.panes.joined(separator: " "))] \(row.keys.joined(separator: " "))\(others)"
                + (row.isChosen ? " chosen" : "")
        }
        for (id, text) in table(
            """
            undo -> Undo edit [collections request response] F7 chosen
            yank -> Copy [] y response: x chosen
            show-findings -> Findings [] s chosen
            send -> Send [] F5 ^R chosen
            suspend -> Suspend []  chosen
            redo -> Redo edit [collections request response] U
            new-folder -> Create folder []
            compare-responses -> Compare [response history] d
            """)
        {
            #expect(String(try row(id).trimming(\.isWhitespace)) == text)
        }
        #expect(KeyListing([]).rows.allSatisfy { !$0.isChosen && $0.keysByPane.isEmpty })
        #expect(KeyListing.panes == ["collections", "request", "response", "log", "history", "runs"])
    }

    @Test func `the footer names the keys of a pane, its own before those that work anywhere`() {
        func footer(_ pane: Pane, _ first: [Command]) -> String {
            Keymap.standard.footerRows(for: pane, first: first)
                .map { "\($0.keys.first?.label ?? "") \($0.footer ?? $0.title)" }.joined(separator: ", ")
        }
        let end = "^S save, , env, : command, ? keys"
        #expect(
            footer(.collections, [.open, .send])
                == "Enter open, s send, Space on/off, A add, c clone, D delete, R reload, / search, \(end)")
        #expect(
            footer(.request, [])
                == "e edit, E $EDITOR, m method, i URL, Space on/off, A add, D delete, / search, w wrap, ] tab, s send, \(end)"
        )
        #expect(footer(.response, [.yank]) == "y Copy, / search, b view, w wrap, F follow link, ] tab, s send, \(end)")
        #expect(footer(.log, []) == "/ search, F follow, A all, s send, \(end)")
        #expect(footer(.history, [.send]) == "s send, D delete, A all, \(end)")
        #expect(footer(.runs, []) == "C compare, Space on/off, D delete, R reload, s send, \(end)")
    }

    // MARK: Letters that match

    @Test func `a match counts its letters, where words begin, and its gaps`() {
        for (typed, text, score) in [
            ("", "x", 0), (" ", "x", 0), ("a", "a", 36), ("a", "xa", 16), ("a", " a", 36), ("a", "/a", 34),
            ("a", ",a", 34), ("a", ":a", 34), ("a", ";a", 34), ("a", "|a", 34), ("a", "-a", 32), ("A", "xA", 30),
            ("a", "xA", 30), ("A", "XA", 16), ("1", "x1", 30), ("1", "21", 16), ("ab", "ab", 62), ("ab", "AB", 62),
            ("AB", "ab", nil), ("ab", "axb", 49), ("ab", "axxb", 48), ("ab", "axxxb", 47), ("ab", "a b", 59),
            ("a b", "a b", 72), ("b a", "a b", 72), ("ab", "xab", 36), ("ab", "a a b", 59), ("aB", "aB", 62),
            ("abc", "abc", 88), ("ac", "abc", 49), ("a z", "a b", nil), ("ba", "ab", nil),
        ] as [(String, String, Int?)] {
            #expect(FuzzyMatch(typed).score(Array(text.utf8)) == score, "\(typed) in \(text)")
        }
        #expect(FuzzyMatch("  ").isEmpty && !FuzzyMatch(" a").isEmpty)
        func any(_ typed: String, _ texts: String...) -> Int {
            FuzzyMatch(typed).score(inAny: texts.map { Array($0.utf8) }, missing: 12)
        }
        #expect(any("ab", "xab", "ab") == 62 && any("ab", "ab", "xab") == 62)
        #expect(any("ab zz", "ab") == 62 + 24 && any("zzz", "ab", "b") == 36 && any("", "a") == 0)
    }
}
