import TestSupport
import Testing

@testable import Explorer
@testable import Settings
@testable import TerminalUI

/// What is made of keys that a user names and of texts that a user pastes, as it was recorded (`Recorded`).
@Suite struct RecordedInputTests {
    @Test func `names of keys`() throws {
        let names = """
            s S é ? < Space space SPACE enter Return Esc escape tab Shift-Tab backtab BackTab Backspace Del delete Ins insert
            up Down Left right Home End PgUp pageup PgDn PageDown Ctrl-Left ctrl-right Ctrl-Home Ctrl-End Ctrl-Del Ctrl-Space
            F1 f12 F24 F25 F0 F01 F-1 Fx f ^R ^r ^ Ctrl-R ctrl+r C-r Ctrl- Ctrl-RR ^H ^I ^J ^M ^[ ^1 ^é Ctrl-\\ ^Space
            Alt-x alt+X Meta-x M-x Alt- Shift-F5 Shift-x ss Plus + - +- Ctrl-Tab 日 👩‍👩‍👧‍👦 \u{301}
            """
        var text = ""
        for name in names.split(whereSeparator: \.isWhitespace) {
            do throws(KeyText.Problem) {
                let key = try KeyText.read(String(name))
                text += "\(name) is \(key.name), \(key.label)\n"
            } catch { text += "\(name): \(error.clause)\n" }
        }
        for name in ["", " ", "\t", "\n"] {
            text += "\(name.debugDescription) is \(KeyText.hinted(name)?.name ?? "no key")\n"
        }
        try Recorded.expect([("keys", text)], in: "screen/key-names")
    }

    /// The keys of a pane by default, in the order of the table.
    private static let standard = Pane.allCases.map { Keymap.standard.rows(in: $0) }

    /// What holds now and not by default.
    private func changes(_ keymap: Keymap) -> String {
        var text = ""
        for (pane, before) in zip(Pane.allCases, Self.standard) {
            for (row, before) in zip(keymap.rows(in: pane), before) {
                guard row.scope.includes(pane), row.keys != before.keys else { continue }
                text += "\(pane.id): \(row.command.id) \(row.keys.map(\.label).joined(separator: " "))\n"
            }
        }
        for (row, before) in zip(keymap.rows(in: .request), Self.standard[1]) where row.typingKeys != before.typingKeys
        {
            text += "typing: \(row.command.id) \(row.typingKeys.map(\.label).joined(separator: " "))\n"
        }
        return text
    }

    @Test func `keys that a file chooses`() throws {
        let files = [
            "send: x", "send: [x, F6, ^T, ^G, ^K]", "send: none", "undo: s", "send: u\nundo: s",
            "save: F9\nsave-all: ^S",
            "quit: none", "quit: x", "quit: Q", "escape: [F2]", "send: Esc", "send: '?'", "send: [j, nonsense, Alt-x]",
            "send: nonsense",
            "response:\n  yank: s", "response:\n  yank: x\nyank: z", "log:\n  yank: none", "runs:\n  send: x",
            "collections:\n  edit-here: x",
            "nopane:\n  yank: x\n  send: y", "respones:\n  yank: x", "sned: x", "whatever: x", "send: x\nsend: y",
            "yank: j\nsearch: j",
            "response:\n  yank: j\n  search: j", "focus-next: none\nfocus-previous: Tab", "move-up: [k, i]",
            "show-palette: none",
            "cancel-all: F3", "suspend: none\nredraw: ^Z", "toggle: none",
        ]
        var parts: [(name: String, text: String)] = []
        for file in files {
            let lines = file.split(separator: "\n").map { "  \($0)\n" }.joined()
            let read = SettingsFile(bytes: Array("keys:\n\(lines)".utf8))
            let (keymap, problems) = Keymap.make(read.bindings)
            var text = (read.problems + problems).map { $0.text("c") + "\n" }.joined() + changes(keymap)
            // What cannot be understood later keeps what held before.
            let broken = SettingsFile(bytes: Array("keys:\n  send: nonsense\n  response:\n    yank: Alt-x\n".utf8))
            let (later, _) = Keymap.make(broken.bindings, last: keymap)
            let kept = changes(later)
            if !kept.isEmpty { text += "and after a broken file\n\(kept)" }
            parts.append((file.split(separator: "\n").joined(separator: "; "), text))
        }
        try Recorded.expect(parts, in: "screen/chosen-keys")
    }

    @Test func `texts that are pasted as requests`() throws {
        let texts = [
            "http://h.test/a/b?c=d", "HTTPS://h.test", "h.test/a", "localhost:80/x", "{{base}}/x", "ftp://h/x", "word",
            "two words", "",
            "  http://h.test/ \n", "$ curl http://h.test/x", "curl http://h.test/a -d x=1\ncurl http://h.test/b",
            "curl", "curl -X PUT",
            "curl\n  http://h.test/x", "curl http://h/ -d a --data-binary @f.png", "curl http://h/ && rm x",
            "curl http://h/ | jq .",
            "curl -k -L --compressed -s http://h/x", "GET http://h.test/x", "GET /x", "get http://h/x",
            "POST http://h/x HTTP/1.1\r\nA: b\r\n\r\nbody",
            "### one\nGET http://h/1\n### two\nGET http://h/2", "### only a title", "http://h.test/a b",
            "http://h.test/\nhttp://h.test/2",
            "# comment\ncurl http://h/x", "export A=1\ncurl http://h/x", "curl http://h/x#frag", "curl http://h/",
            "curl 'http://h/x?y=z' -H 'A: b' -H 'A: c' -u me:pw",
            "{\"a\": 1}", "a.b", "WEBSOCKET ws://h/x", "GET http://h/x\n###\nnonsense",
        ]
        var parts: [(name: String, text: String)] = []
        for text in texts {
            var result = PastedRequest.isMeant(by: text) ? "meant as a request\n" : ""
            do throws(PastedRequest.Refusal) {
                let request = try PastedRequest(text)
                result += "\(request.count) requests\n\(request.text)\n"
                for notice in request.notices { result += "notice: \(notice)\n" }
            } catch { result += "refused: \(error.sentence)\n" }
            parts.append(
                (
                    text.debugDescription,
                    result.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }.joined(
                        separator: "\n")
                ))
        }
        try Recorded.expect(parts, in: "screen/pasted")
    }
}
