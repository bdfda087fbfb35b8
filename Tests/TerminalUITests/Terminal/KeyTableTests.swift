import TestSupport
import Testing

@testable import TerminalUI

/// Every key by its names, its sequences and its codes.
@Suite struct KeyTableTests {
    /// Reads rows `left -> name` and says where the result is another one.
    private func expectRows(
        _ table: String, sourceLocation: SourceLocation = #_sourceLocation, _ read: (String) -> Key?
    ) {
        #expect(FilledTable(table).filled { read($0)?.name ?? "nothing" } == table, sourceLocation: sourceLocation)
    }

    @Test func `each key has the name that users know`() {
        let keys: [Key] = [
            .character("a"), .character("Z"), .character(" "), .control(" "), .control("a"), .control("_"), .alt("b"),
            .alt(" "), .alt("\u{7F}"),
            .wordLeft, .wordRight, .textStart, .textEnd, .deleteWord, .function(1), .function(12), .enter, .escape,
            .tab, .backTab, .backspace, .delete, .insert, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown,
        ]
        #expect(
            keys.map(\.name) == [
                "a", "Z", "Space", "Ctrl-Space", "Ctrl-A", "Ctrl-_", "Alt-b", "Alt-Space", "Alt-Backspace",
                "Ctrl-Left", "Ctrl-Right", "Ctrl-Home", "Ctrl-End", "Ctrl-Del", "F1", "F12", "Enter", "Esc", "Tab",
                "Shift-Tab", "Backspace", "Del", "Ins", "Up", "Down", "Left", "Right", "Home", "End", "PgUp", "PgDn",
            ])
    }

    @Test func `keys with a number and a tilde are those of xterm, rxvt and the Linux console`() {
        expectRows(
            """
            1 -> Home
            2 -> Ins
            3 -> Del
            4 -> End
            5 -> PgUp
            6 -> PgDn
            7 -> Home
            8 -> End
            9 -> nothing
            10 -> nothing
            11 -> F1
            12 -> F2
            13 -> F3
            14 -> F4
            15 -> F5
            16 -> nothing
            17 -> F6
            18 -> F7
            19 -> F8
            20 -> F9
            21 -> F10
            22 -> nothing
            23 -> F11
            24 -> F12
            25 -> nothing
            1;5 -> Ctrl-Home
            4;3 -> Ctrl-End
            7;6 -> Ctrl-Home
            3;2 -> Del
            3;8 -> Ctrl-Del
            5;5 -> PgUp
            27;5;97 -> Ctrl-A
            27;5 -> nothing
            27;3;98 -> Alt-b
            27;1;98 -> b
            """
        ) { EscapeSequences.key(parameters: $0, final: "~") }
    }

    @Test func `letters after CSI and after a single shift are the same keys, but for Enter`() {
        expectRows(
            """
            A -> Up
            B -> Down
            C -> Right
            D -> Left
            E -> nothing
            F -> End
            H -> Home
            P -> F1
            Q -> F2
            R -> F3
            S -> F4
            T -> nothing
            Z -> Shift-Tab
            M -> nothing
            """
        ) { EscapeSequences.key(parameters: "", final: $0.unicodeScalars.first ?? "?") }
        expectRows("A -> Up\nH -> Home\nM -> Enter\nS -> F4\nE -> nothing\nZ -> nothing") {
            $0.unicodeScalars.first.flatMap(EscapeSequences.key(singleShift:))
        }
        expectRows("C -> Ctrl-Right\nD -> Ctrl-Left\nF -> Ctrl-End\nH -> Ctrl-Home\nA -> Up\nP -> F1\nR -> nothing") {
            EscapeSequences.key(parameters: "1;5", final: $0.unicodeScalars.first ?? "?")
        }
    }

    @Test func `a character that comes as a number is that key, and one that no keyboard has is none`() {
        expectRows(
            """
            32 -> Space
            97 -> a
            228 -> ä
            128512 -> 😀
            9 -> Tab
            9;2 -> Shift-Tab
            9;5 -> Tab
            13 -> Enter
            27 -> Esc
            8 -> Backspace
            127 -> Backspace
            8;3 -> Alt-Backspace
            127;7 -> Alt-Backspace
            0 -> nothing
            31 -> nothing
            57343 -> nothing
            57344 -> nothing
            63743 -> nothing
            63744 -> 豈
            32;5 -> Ctrl-Space
            73;5 -> Tab
            77;5 -> Enter
            74;5 -> Enter
            72;5 -> Backspace
            91;5 -> Esc
            95;5 -> Ctrl-_
            97;3 -> Alt-a
            97;7 -> Ctrl-A
            97;2 -> a
            """
        ) { EscapeSequences.key(parameters: $0, final: "u") }
    }

    @Test func `terminfo's extended names are keys, with the number of their modifiers`() {
        expectRows(
            """
            kUP -> Up
            kDN -> Down
            kLFT -> Left
            kRIT -> Right
            kHOM -> Home
            kEND -> End
            kPRV -> PgUp
            kNXT -> PgDn
            kDC -> Del
            kIC -> Ins
            kLFT2 -> Left
            kLFT3 -> Ctrl-Left
            kRIT5 -> Ctrl-Right
            kHOM5 -> Ctrl-Home
            kEND7 -> Ctrl-End
            kDC6 -> Ctrl-Del
            kUP5 -> Up
            kXX5 -> nothing
            5 -> nothing
            """
        ) { EscapeSequences.key(extendedName: $0) }
        #expect(
            EscapeSequences.extendedNames == [
                "kDC", "kDN", "kEND", "kHOM", "kIC", "kLFT", "kNXT", "kPRV", "kRIT", "kUP",
            ])
    }

    @Test func `curses' codes are keys, those with Shift and of the keypad too`() {
        // The numbers of curses.h, in octal.
        expectRows(
            """
            402 -> Down
            403 -> Up
            404 -> Left
            405 -> Right
            406 -> Home
            407 -> Backspace
            410 -> nothing
            411 -> F1
            424 -> F12
            507 -> F63
            512 -> Del
            513 -> Ins
            520 -> Down
            521 -> Up
            522 -> PgDn
            523 -> PgUp
            527 -> Enter
            534 -> Home
            535 -> PgUp
            536 -> nothing
            537 -> End
            540 -> PgDn
            541 -> Shift-Tab
            550 -> End
            552 -> Home
            577 -> Del
            601 -> End
            602 -> End
            607 -> Home
            611 -> Left
            614 -> PgDn
            616 -> PgUp
            622 -> Right
            """
        ) { Int32($0, radix: 8).flatMap(CursesKeys.key(forCode:)) }
    }

    @Test func `each control character is a key`() {
        let names = (0...0x20).map { CursesKeys.key(for: Unicode.Scalar(UInt8($0))).name }
        #expect(
            names == [
                "Ctrl-Space", "Ctrl-A", "Ctrl-B", "Ctrl-C", "Ctrl-D", "Ctrl-E", "Ctrl-F", "Ctrl-G", "Backspace", "Tab",
                "Enter", "Ctrl-K", "Ctrl-L", "Enter", "Ctrl-N", "Ctrl-O", "Ctrl-P", "Ctrl-Q", "Ctrl-R", "Ctrl-S",
                "Ctrl-T", "Ctrl-U", "Ctrl-V", "Ctrl-W", "Ctrl-X", "Ctrl-Y", "Ctrl-Z", "Esc", "Ctrl-\\", "Ctrl-]",
                "Ctrl-^", "Ctrl-_", "Space",
            ])
    }

    @Test func `the older form of the mouse has three characters, each 32 more than its number`() {
        func event(_ text: String) -> String {
            MouseEvent(characters: Array(text.unicodeScalars)).map { "\($0.kind) \($0.at.x),\($0.at.y)" } ?? "nothing"
        }
        let rows = [
            " !!", " *%", "#*%", "@*%", "`*%", "a*%", "b*%", "!*%", "\"*%", "C*%", "0*%", "  !", " ! ", " !", " !!!",
        ]
        .map { "\($0) -> \(event($0))" }
        #expect(
            rows.joined(separator: "\n") == """
                 !! -> press 0,0
                 *% -> press 9,4
                #*% -> release 9,4
                @*% -> drag 9,4
                `*% -> scrollUp 9,4
                a*% -> scrollDown 9,4
                b*% -> nothing
                !*% -> nothing
                "*% -> nothing
                C*% -> release 9,4
                0*% -> press 9,4
                  ! -> nothing
                 !  -> nothing
                 ! -> nothing
                 !!! -> nothing
                """)
    }
}
