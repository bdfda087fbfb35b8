import Testing

@testable import Explorer
@testable import TerminalUI

/// The help as a reader has it: what is not in the table of commands, sentence by sentence.
@Suite struct HelpPageTests {
    private func text(_ lines: [HelpOverlay.Line]) -> String {
        lines.map { line in
            switch line {
            case .heading(let title): "# \(title)"
            case .row(let keys, _, let help): "\(keys) | \(help)"
            }
        }.joined(separator: "\n")
    }

    @Test func `the second page says what the screen shows, with the keys that lead there`() {
        #expect(
            text(HelpOverlay(pane: .collections, isAboutScreen: true).lines) == """
                # The panes
                1 Collections | Folders, files and their requests. A file is a .http file on your disk.
                2 Request | The open request as its file has it: tabs for each part. Edits wait for ^S.
                3 Response | The result of the last send, with tabs for body, headers, timing, cache and more.
                4 Log | What this screen sends; A adds what other programs write to the log.
                5 History | Earlier exchanges of the request, or of all. Enter shows one, s sends it again.
                6 Runs | Recorded runs, of the screen and of 'apitui run'. It takes the place of the Log.
                # The first line
                env | The environment that fills {{variables}}; a click or , chooses another.
                cache | How sends use the cache; shown in another colour where it is not as usual.
                ● online | Whether this machine has a route to the network.
                # Marks
                ▾ ▸ | An open and a closed folder, file or part of JSON.
                ● | Edits that are not saved.
                ! ▵ | Something wrong, something doubtful: L lists all.
                200, 404 | The status of the last response; fail where none came or a check failed.
                c | The last response came from the cache.
                ✓ · | A row that is sent, and one that is switched off.
                (hidden) | A secret; Space on Vars shows it.
                # Layouts
                up to 99 | Columns: the focused pane grows, the others tell their one fact in a line.
                100 to 159 | Columns: all panes, request above response.
                from 160 | Columns: request beside response. | chooses a layout by hand, = resets sizes.
                # Where things are kept
                your files | Only ^S writes them, and only the lines that changed.
                the log | In $XDG_STATE_HOME/apitui, with secrets hidden: 'apitui log' prints it.
                the cache | In $XDG_CACHE_HOME/apitui: B looks into it.
                settings | In $XDG_CONFIG_HOME/apitui/config.yaml: 'apitui config' prints all.
                """)
    }

    @Test func `the keys of text fields and of the mouse come last`() {
        let lines = HelpOverlay(pane: .request).lines
        let start = lines.firstIndex(of: .heading("While typing")) ?? 0
        #expect(
            text(Array(lines[start...])) == """
                # While typing
                Enter | Finish a field.
                Esc | Leave a field; Request keeps what was typed, a dialog drops it.
                ^G | In Request drop what was typed.
                Alt-U Alt-R | Undo, redo what was typed.
                Tab | Next field.
                ^A ^E | Start, end of the line.
                Alt-B Alt-F | A word back, forward.
                ^W | Delete the word before the cursor.
                ^K ^U | Delete to the end, to the start of the line.
                Alt-any | Any other key with Alt is Esc and then the key, everywhere.
                # The mouse
                Shift-drag | Select text by the terminal itself, also while the screen takes the mouse.
                """)
    }

    @Test func `the focused pane comes first, then what works everywhere, then the other panes in their order`() {
        func headings(_ pane: Pane) -> [String] {
            HelpOverlay(pane: pane).lines.compactMap { if case .heading(let title) = $0 { title } else { nil } }
        }
        #expect(
            headings(.log) == [
                "Log", "Everywhere", "Collections", "Request", "Response", "History", "Runs", "While typing",
                "The mouse",
            ])
        #expect(headings(.collections).prefix(3) == ["Collections", "Everywhere", "Request"])
        // A command of the focused pane is not listed with another one again.
        let rows = HelpOverlay(pane: .response).lines.filter {
            if case .row(_, "Next match", _) = $0 { true } else { false }
        }
        #expect(rows.count == 1)
    }

    @Test func `a search goes over both pages, with headings only where something is below them`() {
        func found(_ text: String, onScreen: Bool) -> String {
            self.text(HelpOverlay(pane: .log, filter: TextField(text), isAboutScreen: onScreen).lines)
        }
        #expect(
            found("terminal itself", onScreen: false) == """
                # The mouse
                Shift-drag | Select text by the terminal itself, also while the screen takes the mouse.
                """)
        #expect(found("WORD back", onScreen: false) == "# While typing\nAlt-B Alt-F | A word back, forward.")
        #expect(
            found("xdg cache", onScreen: true)
                == "# Where things are kept\nthe cache | In $XDG_CACHE_HOME/apitui: B looks into it.")
        #expect(found("no such thing", onScreen: true).isEmpty && found("no such thing", onScreen: false).isEmpty)
    }

    @Test func `Tab turns the page to its top, and the frame says what the keys do there`() {
        let robot = Robot(100, 24)
        func words() -> String { robot.dialogKeys.map { "\($0.0) \($0.1)" }.joined(separator: ", ") }
        robot.press("?")
        #expect(words() == "/ search, Tab the screen, j k scroll, Esc close")
        robot.press(.pageDown, .tab)
        #expect(words() == "/ search, Tab keys, j k scroll, Esc close")
        #expect(robot.dialog.first?.hasPrefix("The panes") == true)
        robot.press("/")
        #expect(words() == "Enter keep the search, Esc clear it")
        robot.type("marks")
        robot.press(.backspace, .backspace, .backspace, .backspace, .backspace)
        robot.type("zzz")
        #expect(robot.dialog.first?.hasPrefix("Nothing matches.") == true)
        robot.press(.escape)
        #expect(robot.dialog.first?.hasPrefix("The panes") == true, "Esc clears the search, and leaves the page")
        robot.press("?")
        #expect(!robot.hasDialog)
        robot.press("?", "q")
        #expect(!robot.hasDialog)
    }

    @Test func `the arrows move the lines while a search is typed, and another letter goes back to the first`() {
        let robot = Robot(100, 24)
        robot.press("?", "/")
        let top = robot.dialog[0]
        robot.press(.down, .down)
        let second = robot.dialog[0]
        robot.press(.up)
        let first = robot.dialog[0]
        robot.press(.up)
        #expect(top != first && first != second && top != second)
        #expect(robot.dialog[0] == top)
        robot.press(.down, "e", .backspace)
        #expect(robot.dialog[0] == top && robot.dialogKind == "HelpOverlay")
    }
}
