import Testing

@testable import Base
@testable import Explorer
@testable import Settings
@testable import TerminalUI

/// Keys of the user's own: what they replace, and what is refused.
@Suite struct KeyChoiceTests {
    private func make(_ text: String, last: Keymap = .standard) -> (keymap: Keymap, problems: [String]) {
        let lines = text.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
        let file = SettingsFile(bytes: Array("keys:\n\(lines)\n".utf8))
        #expect(file.problems == [], "\(text)")
        let (keymap, problems) = Keymap.make(file.bindings, last: last)
        return (keymap, problems.map { $0.text("c") })
    }

    @Test func `without choices the keys are those of the table`() {
        let (keymap, problems) = make("response:\n  yank: y")
        #expect(problems == [])
        for pane in Pane.allCases {
            for row in Command.table where row.scope.includes(pane) {
                #expect(keymap.row(row.command, in: pane)?.keys == row.keys)
                for key in row.keys { #expect(keymap.command(for: key, in: .pane(pane)) == row.command) }
            }
        }
        for row in Command.table {
            for key in row.typingKeys { #expect(keymap.command(for: key, in: .typing) == row.command) }
        }
    }

    @Test func `a command gets other keys in every pane, and loses its own`() {
        let (keymap, problems) = make("show-findings: [x, F8]\nundo: none")
        #expect(problems == [])
        for pane in Pane.allCases {
            #expect(keymap.command(for: "x", in: .pane(pane)) == .showFindings)
            #expect(keymap.command(for: .function(8), in: .pane(pane)) == .showFindings)
            #expect(keymap.command(for: "L", in: .pane(pane)) == nil)
            #expect(keymap.command(for: "u", in: .pane(pane)) == nil)
        }
    }

    @Test func `two commands change their keys, also in one pane alone`() {
        let (keymap, problems) = make("move-up: [j, Up]\nmove-down: [k, Down]\nresponse:\n  yank: x")
        #expect(problems == [])
        #expect(keymap.command(for: "j", in: .pane(.log)) == .moveUp)
        #expect(keymap.command(for: "k", in: .pane(.log)) == .moveDown)
        #expect(keymap.command(for: "x", in: .pane(.response)) == .yank)
        #expect(keymap.command(for: "y", in: .pane(.response)) == nil)
        #expect(keymap.command(for: "y", in: .pane(.log)) == .yank)
    }

    @Test func `a key that two lines want stays with the first`() {
        let (keymap, problems) = make("show-findings: x\nundo: x")
        #expect(
            problems == ["c:3:9: x is the key of 'show-findings' of line 2, so 'undo' does not get it."])
        #expect(keymap.command(for: "x", in: .pane(.request)) == .showFindings)
        #expect(make("undo: [x, x]").problems == [], "the same key twice is no other wish")
    }

    @Test func `a key that is taken from a command without a line names both`() {
        let (keymap, problems) = make("show-findings: s")
        #expect(
            problems == [
                "c:2:18: s is now 'show-findings' and no longer 'send', which has F5 ^R left: name its keys, or none, if that is meant."
            ])
        for pane in Pane.allCases {
            #expect(keymap.command(for: "s", in: .pane(pane)) == .showFindings)
            #expect(keymap.command(for: .function(5), in: .pane(pane)) == .send)
        }
        #expect(make("show-findings: s\nsend: F5").problems == [])
    }

    @Test(arguments: [
        ("undo: Esc", "c:2:9: 'Esc' cannot be the key of 'undo': it always is 'escape'."),
        ("undo: ^C", "c:2:9: '^C' cannot be the key of 'undo': it always is 'cancel-all'."),
        ("undo: '?'", "c:2:9: '?' cannot be the key of 'undo': it always is 'show-help'."),
        ("undo: Q", "c:2:9: 'Q' cannot be the key of 'undo': it always is 'quit'."),
        ("quit: none", "c:2:3: 'quit' always has its key Q; it can be given more."),
        ("undo: Ctrl-H", "c:2:9: 'Ctrl-H' cannot be the key of 'undo': a terminal sends it as Backspace."),
        ("undo: ^I", "c:2:9: '^I' cannot be the key of 'undo': a terminal sends it as Tab."),
        ("undo: ^j", "c:2:9: '^j' cannot be the key of 'undo': a terminal sends it as Enter."),
        ("undo: Ctrl+M", "c:2:9: 'Ctrl+M' cannot be the key of 'undo': a terminal sends it as Enter."),
        ("undo: ^[", "c:2:9: '^[' cannot be the key of 'undo': a terminal sends it as Esc."),
        ("undo: Ctrl-1", "c:2:9: 'Ctrl-1' cannot be the key of 'undo': a terminal does not send it."),
        ("undo: Ctrl-Shift-A", "c:2:9: 'Ctrl-Shift-A' cannot be the key of 'undo': Ctrl goes with one letter."),
        (
            "undo: Alt-x",
            "c:2:9: 'Alt-x' cannot be the key of 'undo': a terminal sends Alt with a key as Esc and then the key."
        ),
        (
            "undo: xx",
            "c:2:9: 'xx' cannot be the key of 'undo': it is not the name of a key, such as s, F5, Ctrl-R, Space or PgDn."
        ),
        ("unde: x", "c:2:3: There is no command 'unde'. Did you mean 'undo'?"),
        ("sendAfresh: x", "c:2:3: There is no command 'sendAfresh'. Did you mean 'send-afresh'?"),
        ("delete: x", "c:2:3: There is no command 'delete'. Did you mean 'delete-item'?"),
        ("zzzzzzz: x", "c:2:3: There is no command 'zzzzzzz'. 'apitui config --keys' lists them."),
        ("respnse:\n  yank: x", "c:2:3: There is no pane 'respnse'. Did you mean 'response'?"),
        ("log:\n  undo: x", "c:3:5: 'undo' does nothing in Log."),
        ("undo: x\nresponse:\n  yank: [F7]\n  yank2: F8", "c:5:5: There is no command 'yank2'. Did you mean 'yank'?"),
    ])
    func `what cannot be is said with its place, and the command keeps its keys`(text: String, sentence: String) {
        let (keymap, problems) = make(text)
        #expect(problems == [sentence])
        if !text.contains("undo: x\n") { #expect(keymap.command(for: "u", in: .pane(.request)) == .undo) }
        #expect(keymap.command(for: .escape, in: .pane(.request)) == .escape)
        #expect(keymap.command(for: .control("c"), in: .typing) == .cancelAll)
        #expect(keymap.command(for: "Q", in: .pane(.request)) == .quit)
    }

    @Test func `of a list the good keys are taken`() {
        let (keymap, problems) = make("undo: [^H, x]")
        #expect(problems.count == 1)
        #expect(keymap.row(.undo, in: .request)?.keys == ["x"])
    }

    @Test func `a line that became wrong keeps what held before`() {
        let first = make("undo: x").keymap
        let (keymap, problems) = make("undo: ^H", last: first)
        #expect(problems.count == 1)
        #expect(keymap.row(.undo, in: .request)?.keys == ["x"])
    }

    @Test func `the way out can be given more keys`() {
        let (keymap, problems) = make("show-help: [F1, '?']\nquit: ^X")
        #expect(problems == [])
        #expect(keymap.row(.showHelp, in: .log)?.keys == ["?", .function(1)])
        #expect(keymap.command(for: .control("x"), in: .pane(.log)) == .quit)
        #expect(keymap.command(for: "Q", in: .pane(.log)) == .quit)
    }

    @Test func `every name of a key is read as that key`() throws {
        let keys: [Key] = [
            .enter, .tab, .backTab, .backspace, .delete, .insert, .up, .down, .left, .right, .home, .end, .pageUp,
            .pageDown, .function(1), .function(12), .control("a"), .control("z"), .control(" "), " ", "s", "S", "#",
            "^",
            .wordLeft, .textEnd, .deleteWord,
        ]
        for key in keys {
            #expect(try KeyText.read(key.name) == key)
            #expect(try KeyText.read(key.label) == key)
        }
    }

    @Test func `the names of commands are words with hyphens, each its own`() {
        let ids = Command.allCases.map(\.id)
        #expect(Set(ids).count == ids.count)
        for id in ids {
            let isName = id.split(separator: "-").allSatisfy { $0.allSatisfy { $0.isASCII && $0.isLowercase } }
            #expect(isName, "\(id)")
        }
        #expect(Command.editURL.id == "edit-url" && Command.send.id == "send" && Command.goTo.id == "go-to")
        #expect(Set(ids).isDisjoint(with: Pane.allCases.map(\.id)))
    }

    /// Whatever is chosen, nothing that a field types is a command, and the way out is open.
    @Test(arguments: 0..<6)
    func `no choice breaks text fields or closes the way out`(seed: UInt64) {
        var dice = SampleDice(seed: seed)
        let names = [
            "a", "k", "^A", "^B", "^D", "^W", "^Y", "^T", "^R", "^X", "F2", "F6", "Enter", "Tab", "Esc", "^C", "Q",
            "Left",
        ]
        for _ in 0..<15 {
            let bindings = (0..<12).map { line in
                KeyBinding(
                    Command.allCases.randomElement(using: &dice)?.id ?? "send",
                    pane: Bool.random(using: &dice) ? nil : Pane.allCases.randomElement(using: &dice)?.id,
                    keys: (0..<Int.random(in: 0...2, using: &dice)).map { place in
                        KeyBinding.KeyName(
                            names.randomElement(using: &dice) ?? "a", FilePlace(line: line + 1, column: place + 1))
                    }, place: FilePlace(line: line + 1, column: 1))
            }
            let (keymap, _) = Keymap.make(bindings)
            for name in names {
                guard let key = try? KeyText.read(name), keymap.command(for: key, in: .typing) != nil else { continue }
                var (field, area) = (TextField("a text"), TextArea("a text"))
                #expect(!field.handle(key) && !area.handle(key), "\(name)")
            }
            for pane in Pane.allCases {
                #expect(keymap.command(for: .escape, in: .pane(pane)) == .escape)
                #expect(keymap.command(for: .control("c"), in: .pane(pane)) == .cancelAll)
                #expect(keymap.command(for: "Q", in: .pane(pane)) == .quit)
                #expect(keymap.command(for: "?", in: .pane(pane)) == .showHelp)
                // What help shows is what keys do.
                for row in keymap.rows(in: pane) where row.scope.includes(pane) {
                    for key in row.keys { #expect(keymap.command(for: key, in: .pane(pane)) == row.command) }
                }
            }
            #expect(keymap.command(for: .escape, in: .typing) == .escape)
            #expect(keymap.command(for: .control("c"), in: .typing) == .cancelAll)
        }
    }
}

/// Always the same numbers for a seed.
private struct SampleDice: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let mixed = (state ^ (state >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        return mixed ^ (mixed >> 29)
    }
}
