import TerminalUI

// The second page of the help: what the screen shows.

extension HelpOverlay {
    /// Terms with what they mean, in sections.
    private var screen: [(title: String, rows: [(String, String)])] {
        func key(_ command: Command, _ pane: Pane? = nil) -> String { keymap.label(command, in: pane ?? self.pane) }
        return [
            (
                "The panes",
                [
                    (
                        "\(key(.focusCollections)) Collections",
                        "Folders, files and their requests. A file is a .http file on your disk."
                    ),
                    (
                        "\(key(.focusRequest)) Request",
                        "The open request as its file has it: tabs for each part. Edits wait for \(key(.save))."
                    ),
                    (
                        "\(key(.focusResponse)) Response",
                        "The result of the last send, with tabs for body, headers, timing, cache and more."
                    ),
                    (
                        "\(key(.focusLog)) Log",
                        "What this screen sends; \(key(.toggleAll, .log)) adds what other programs write to the log."
                    ),
                    (
                        "\(key(.focusHistory)) History",
                        "Earlier exchanges of the request, or of all. \(key(.open, .history)) shows one, \(key(.send, .history)) sends it again."
                    ),
                    (
                        "\(key(.focusRuns)) Runs",
                        "Recorded runs, of the screen and of 'apitui run'. It takes the place of the Log."
                    ),
                ]
            ),
            (
                "The first line",
                [
                    (
                        "env",
                        "The environment that fills {{variables}}; a click or \(key(.chooseEnvironment)) chooses another."
                    ),
                    ("cache", "How sends use the cache; shown in another colour where it is not as usual."),
                    ("\(glyphs.online) online", "Whether this machine has a route to the network."),
                ]
            ),
            (
                "Marks",
                [
                    ("\(glyphs.open) \(glyphs.closed)", "An open and a closed folder, file or part of JSON."),
                    ("\(glyphs.unsaved)", "Edits that are not saved."),
                    (
                        "\(glyphs.error) \(glyphs.warning)",
                        "Something wrong, something doubtful: \(key(.showFindings)) lists all."
                    ),
                    ("200, 404", "The status of the last response; fail where none came or a check failed."),
                    ("c", "The last response came from the cache."),
                    ("\(glyphs.checked) \(glyphs.unchecked)", "A row that is sent, and one that is switched off."),
                    ("(hidden)", "A secret; \(key(.toggle, .request)) on Vars shows it."),
                ]
            ),
            (
                "Layouts",
                [
                    ("up to 99", "Columns: the focused pane grows, the others tell their one fact in a line."),
                    ("100 to 159", "Columns: all panes, request above response."),
                    (
                        "from 160",
                        "Columns: request beside response. \(key(.changeLayout)) chooses a layout by hand, \(key(.resetSizes)) resets sizes."
                    ),
                ]
            ),
            (
                "Where things are kept",
                [
                    ("your files", "Only \(key(.save)) writes them, and only the lines that changed."),
                    ("the log", "In $XDG_STATE_HOME/apitui, with secrets hidden: 'apitui log' prints it."),
                    ("the cache", "In $XDG_CACHE_HOME/apitui: \(key(.browseCache)) looks into it."),
                    ("settings", "In $XDG_CONFIG_HOME/apitui/config.yaml: 'apitui config' prints all."),
                ]
            ),
        ]
    }

    func screenLines(_ filter: TextFilter) -> [Line] {
        screen.flatMap { section -> [Line] in
            let rows = section.rows.filter { filter.matches("\($0.0) \($0.1)") }
                .map { Line.row(keys: $0.0, title: "", help: $0.1) }
            return rows.isEmpty ? [] : [.heading(section.title)] + rows
        }
    }
}
