import TerminalUI

// The second page of the help: what the screen shows.

extension HelpOverlay {
    /// Terms with what they mean, in sections.
    static func screen(_ glyphs: Glyphs) -> [(title: String, rows: [(String, String)])] {
        [
            (
                "The panes",
                [
                    ("1 Collections", "Folders, files and their requests. A file is a .http file on your disk."),
                    ("2 Request", "The open request as its file has it: tabs for each part. Edits wait for ^S."),
                    ("3 Response", "The result of the last send, with tabs for body, headers, timing, cache and more."),
                    ("4 Log", "What this screen sends; A adds what other programs write to the log."),
                    ("5 History", "Earlier exchanges of the request, or of all. Enter shows one, s sends it again."),
                    ("6 Runs", "Recorded runs, of the screen and of 'apitui run'. It takes the place of the Log."),
                ]
            ),
            (
                "The first line",
                [
                    ("env", "The environment that fills {{variables}}; a click or , chooses another."),
                    ("cache", "How sends use the cache; shown in another colour where it is not as usual."),
                    ("\(glyphs.online) online", "Whether this machine has a route to the network."),
                ]
            ),
            (
                "Marks",
                [
                    ("\(glyphs.open) \(glyphs.closed)", "An open and a closed folder, file or part of JSON."),
                    ("\(glyphs.unsaved)", "Edits that are not saved."),
                    ("\(glyphs.error) \(glyphs.warning)", "Something wrong, something doubtful: L lists all."),
                    ("200, 404", "The status of the last response; a word where there is none: dns, timeout."),
                    ("c", "The last response came from the cache."),
                    ("\(glyphs.checked) \(glyphs.unchecked)", "A row that is sent, and one that is switched off."),
                    ("(hidden)", "A secret; Space on Vars shows it."),
                ]
            ),
            (
                "Layouts",
                [
                    ("up to 99", "Columns: the focused pane grows, the others tell their one fact in a line."),
                    ("100 to 159", "Columns: all panes, request above response."),
                    ("from 160", "Columns: request beside response. | chooses a layout by hand, = resets sizes."),
                ]
            ),
            (
                "Where things are kept",
                [
                    ("your files", "Only ^S writes them, and only the lines that changed."),
                    ("the log", "In $XDG_STATE_HOME/apitui, with secrets hidden: 'apitui log' prints it."),
                    ("the cache", "In $XDG_CACHE_HOME/apitui: B looks into it."),
                    ("settings", "In $XDG_CONFIG_HOME/apitui/config.yaml: 'apitui config' prints all."),
                ]
            ),
        ]
    }

    func screenLines(_ filter: TextFilter) -> [Line] {
        Self.screen(glyphs).flatMap { section -> [Line] in
            let rows = section.rows.filter { filter.matches("\($0.0) \($0.1)") }
                .map { Line.row(keys: $0.0, title: "", help: $0.1) }
            return rows.isEmpty ? [] : [.heading(section.title)] + rows
        }
    }
}
