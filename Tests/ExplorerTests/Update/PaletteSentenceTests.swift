import NetEngine
import Testing

@testable import Base
@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// Why a command of the palette is not possible, which keys a field names, and what the help says.
@Suite struct PaletteSentenceTests {
    /// Chooses the command in the palette, also one that is not possible.
    /// - Returns: the words of its row.
    private static func choose(_ title: String, _ robot: Robot) -> String {
        robot.press(":")
        robot.type(title)
        func selected() -> String { robot.dialog.first { $0.hasPrefix("›") } ?? "" }
        let padded = "›" + title + String(repeating: " ", count: max(1, 20 - title.count))
        for _ in 0..<40 where !selected().hasPrefix(padded) { robot.press(.down) }
        let row = selected().dropFirst(1 + title.count).split(separator: " ").filter { $0 != "│" && $0 != "█" }
            .joined(separator: " ")
        robot.press(.enter)
        return row
    }

    @Test(arguments: [
        (
            "shop",
            """
            g | Send | s -> no request is selected
            g | Send past the cache | S -> no request is selected
            g | Show plan | P -> no request is selected
            g | Move up | - -> no request is selected
            g | Move down | + -> no request is selected
            g | Clone | c -> no request is selected
            1 | Save | ^S -> this file has no unsaved edit
            1 | Save all | -> no file has an unsaved edit
            1 | Cancel all | ^C -> nothing is in flight
            1 | Convert curl | -> the request is not a curl command
            1 | Write captures | -> no script takes a value
            1 | Save schema | -> no GraphQL endpoint was asked for its schema
            1 | Clear the cookie jar | -> the jar is empty
            1 | Undo edit | u -> nothing was edited
            1 | Redo edit | U -> nothing was taken back
            1 | Show coverage | -> no OpenAPI description is here
            2 | Format body | F -> nothing for it in Request now
            3 | Write body | W -> there is no response
            3 | Page body | v -> there is no response
            3 | Open body | o -> there is no response
            """
        ),
        (
            "empty",
            """
            1 | Rename | r -> nothing is selected for it
            1 | Move | m -> nothing is selected for it
            1 | Delete | D -> nothing is selected for it
            1 | Show in Collections | O -> no request is open
            2 | Edit here | e -> no request is open
            2 | Edit in $EDITOR | E -> no request is open
            2 | Edit method | m -> no request is open
            2 | Edit URL | i -> no request is open
            2 | Body type | T -> no request is open
            1 | Browse the cache | B -> there is no cache
            1 | Cache mode | M -> there is no cache
            """
        ),
    ])
    func `what is in the way of a command is in its row, and said when it is chosen`(name: String, rows: String) {
        for (input, clause) in table(rows) {
            let parts = input.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
            let robot = name == "shop" ? Robot() : Robot(files: [], hasCache: false)
            robot.script(parts[0])
            let row = Self.choose(parts[1], robot)
            #expect(row == (parts.count > 2 ? "\(clause) \(parts[2])" : clause), "\(input)")
            #expect(robot.toastText == "\(parts[1]): \(clause).", "\(input)")
            #expect(!robot.hasDialog)
        }
    }

    @Test func `a command of another pane goes there first, and says what is in its way there`() {
        for (title, pane, key, toast) in [
            ("Write body", Pane.response, "W", "Write body: there is no response."),
            ("Edit method", .request, "m", nil),
        ] as [(String, Pane, String, String?)] {
            let robot = Robot()
            let row = Self.choose(title, robot)
            #expect(row == "in \(pane.title): Enter goes there first \(key)")
            #expect(robot.focus == pane && robot.toastText == toast, "\(title)")
        }
        let robot = Robot()
        _ = robot.send()
        robot.press("3")
        #expect(Self.choose("Page body", robot) == "the response has not ended v")
        #expect(robot.toastText == "Page body: the response has not ended.")
    }

    @Test func `a field names its keys, those that end it first`() {
        let always = "F5 send ^S save"
        let more = "\(always) ^N complete Alt-U undo"
        for (keys, words) in table(
            """
            2 i -> Enter apply ^G drop Tab method \(more)
            2 m -> Enter apply ^G drop Up Down known methods Tab URL \(always)
            @Params e -> Enter apply ^G drop Tab name, value \(more)
            @Params A -> Enter value ^G drop Tab name, value \(more)
            @Headers A Tab -> Enter apply ^G drop Tab name, value \(more)
            j @Body e -> Esc keep ^G drop \(always) ^T format ^N complete Alt-U undo Alt-R redo ^K ^Y cut, paste
            @Body e -> Esc keep ^G drop \(more) Alt-R redo ^K ^Y cut, paste
            @Options Enter -> Enter apply ^G drop \(more)
            @Options j j j j Enter -> Enter apply Up Down choose ^G drop \(always)
            2 m ^U pat -> Tab accept Up Down choose Esc close the list \(always)
            2 i {{ -> Up Down choose Esc close the list \(always)
            / ord -> Enter keep filter Esc clear Up Down select
            """)
        {
            let robot = Robot(140, 40)
            robot.script(keys)
            #expect(robot.footer.split(separator: " ").joined(separator: " ") == words, "\(keys)")
        }
    }

    // MARK: Help

    private static func text(_ lines: [HelpOverlay.Line]) -> String {
        lines.map { line in
            switch line {
            case .heading(let title): "# \(title)"
            case .row(let keys, _, let help): "\(keys): \(help)"
            }
        }.joined(separator: "\n")
    }

    @Test func `the second page of the help says what the screen shows, with the keys`() {
        var help = HelpOverlay(pane: .collections)
        help.isAboutScreen = true
        #expect(
            Self.text(help.lines) == """
                # The panes
                1 Collections: Folders, files and their requests. A file is a .http file on your disk.
                2 Request: The open request as its file has it: tabs for each part. Edits wait for ^S.
                3 Response: The result of the last send, with tabs for body, headers, timing, cache and more.
                4 Log: What this screen sends; A adds what other programs write to the log.
                5 History: Earlier exchanges of the request, or of all. Enter shows one, s sends it again.
                6 Runs: Recorded runs, of the screen and of 'apitui run'. It takes the place of the Log.
                # The first line
                env: The environment that fills {{variables}}; a click or , chooses another.
                cache: How sends use the cache; shown in another colour where it is not as usual.
                ● online: Whether this machine has a route to the network.
                # Marks
                ▾ ▸: An open and a closed folder, file or part of JSON.
                ●: Edits that are not saved.
                ! ▵: Something wrong, something doubtful: L lists all.
                200, 404: The status of the last response; fail where none came or a check failed.
                c: The last response came from the cache.
                ✓ ·: A row that is sent, and one that is switched off.
                (hidden): A secret; Space on Vars shows it.
                # Layouts
                up to 99: Columns: the focused pane grows, the others tell their one fact in a line.
                100 to 159: Columns: all panes, request above response.
                from 160: Columns: request beside response. | chooses a layout by hand, = resets sizes.
                # Where things are kept
                your files: Only ^S writes them, and only the lines that changed.
                the log: In $XDG_STATE_HOME/apitui, with secrets hidden: 'apitui log' prints it.
                the cache: In $XDG_CACHE_HOME/apitui: B looks into it.
                settings: In $XDG_CONFIG_HOME/apitui/config.yaml: 'apitui config' prints all.
                """)
        help.filter = TextField("cache from")
        #expect(Self.text(help.lines) == "# Marks\nc: The last response came from the cache.")
        help.filter = TextField("no such words")
        #expect(help.lines.isEmpty)
    }

    @Test func `the first page begins with the pane's own keys and ends with those of fields and the mouse`() {
        var help = HelpOverlay(pane: .log)
        let lines = help.lines
        let headings = lines.compactMap { if case .heading(let title) = $0 { title } else { nil } }
        #expect(
            headings == [
                "Log", "Everywhere", "Collections", "Request", "Response", "History", "Runs", "While typing",
                "The mouse",
            ])
        let end = Self.text(Array(lines.suffix(13)))
        #expect(
            end == """
                # While typing
                Enter: Finish a field.
                Esc: Leave a field; Request keeps what was typed, a dialog drops it.
                ^G: In Request drop what was typed.
                Alt-U Alt-R: Undo, redo what was typed.
                Tab: Next field.
                ^A ^E: Start, end of the line.
                Alt-B Alt-F: A word back, forward.
                ^W: Delete the word before the cursor.
                ^K ^U: Delete to the end, to the start of the line.
                Alt-any: Any other key with Alt is Esc and then the key, everywhere.
                # The mouse
                Shift-drag: Select text by the terminal itself, also while the screen takes the mouse.
                """)
        help.filter = TextField("samples demo")
        let samples =
            "Open the sample requests, with a server inside this program to send them to, as `apitui demo` does."
        #expect(Self.text(help.lines) == "# Everywhere\n(:): \(samples)")
    }

    @Test func `keys of the help turn its page, search in it and leave it`() {
        for (keys, title, hints) in [
            ("?", "Keys", ["search", "the screen", "scroll", "close"]),
            ("? Tab", "The screen", ["search", "keys", "scroll", "close"]),
            ("? Tab Tab", "Keys", ["search", "the screen", "scroll", "close"]),
            ("? Shift-Tab", "The screen", ["search", "keys", "scroll", "close"]),
            ("? / x", "Keys", ["keep the search", "clear it"]),
            ("? / cache Enter", "Keys", ["search", "the screen", "scroll", "all"]),
            ("? / cache Enter Esc", "Keys", ["search", "the screen", "scroll", "close"]),
            ("? / cache Esc", "Keys", ["search", "the screen", "scroll", "close"]),
        ] {
            let robot = Robot()
            robot.script(keys)
            #expect(robot.screen.contains("┏ \(title) ") && robot.dialogKeys.map(\.1) == hints, "\(keys)")
        }
        for keys in ["? Esc", "? q", "? ?", "? / cache Enter Esc Esc"] {
            let robot = Robot()
            robot.script(keys)
            #expect(!robot.hasDialog, "\(keys)")
        }
    }
}
