import TerminalUI

/// Everything a user can ask for. One row of `Command.table` gives each its help text, footer word and default keys,
/// so keys, help, footer and palette cannot drift apart.
package enum Command: String, Sendable, Hashable, CaseIterable {
    // Anywhere
    case focusCollections, focusRequest, focusResponse, focusLog, focusHistory, focusRuns, focusNext, focusPrevious
    case send, sendAfresh, showPlan, escape, cancelAll, save, saveAll, reload, chooseEnvironment, showHelp, showPalette
    case zoom, shrink, grow, changeLayout, fold, resetSizes, back, quit, suspend, redraw, toggleMouse, jump
    // Moving
    case moveUp, moveDown, moveLeft, moveRight, top, bottom, halfPageDown, halfPageUp, pageDown, pageUp
    case previousTab, nextTab
    // Lists and rows
    case open, toggle, addItem, cloneItem, deleteItem
    case foldAll, revealOpen, pickRequest, openCollection, openSamples, newFile, newFolder
    case pasteRequest, importFiles, editEnvironments
    case renameRequest, moveRequest, moveRequestUp, moveRequestDown, convertCurl, writeCaptures
    case saveSchema
    // Request
    case editHere, editExternally, editMethod, editURL, formatBody, undo, redo, chooseBodyType
    // Response
    case revalidate, browseCache, chooseCacheMode, browseTokens, toggleLogging, toggleStrictContract, chooseImages,
        chooseTheme
    // Files
    case showFindings, showCoverage
    // Explanations
    case explain, showReasons
    case search, searchNext, searchPrevious, goTo, cycleBodyMode, toggleWrap
    case foldMore, foldLess, unfoldAll, selectLines, lineEnd, toggleLineNumbers
    case olderAttempt, newerAttempt, pinResponse, compareResponses, filterBody, chooseReading
    case showCookieValues, removeCookie, clearCookies
    case yank, writeBody, pageBody, openBody, followLink
    // Log
    case toggleFollow, toggleAll, saveFilter
    // Runs
    case replay, compareRuns
}

/// Where a command works.
enum CommandScope: Sendable, Hashable {
    case anywhere
    case panes([Pane])

    func includes(_ pane: Pane) -> Bool {
        switch self {
        case .anywhere: true
        case .panes(let panes): panes.contains(pane)
        }
    }
}

/// One row of the table: a command and every word and key that the program shows for it.
package struct CommandRow: Sendable, Hashable {
    var command: Command
    /// What the palette and the help list call it.
    var title: String
    /// One sentence for the help.
    var help: String
    /// The sentence in panes where the command acts on something else.
    var helpByPane: [Pane: String]
    /// The word beside the key in the footer; nil if the footer does not show it.
    var footer: String?
    /// While no text is typed. The first is the one that footer and palette show.
    var keys: [Key]
    /// Keys that mean the command also while a text is typed, where printable keys are text.
    var typingKeys: [Key]
    var scope: CommandScope

    init(
        _ command: Command, _ title: String, _ help: String, helpByPane: [Pane: String] = [:],
        footer: String? = nil, keys: [Key], typingKeys: [Key] = [], in scope: CommandScope = .anywhere
    ) {
        self.command = command
        self.title = title
        self.help = help
        self.helpByPane = helpByPane
        self.footer = footer
        self.keys = keys
        self.typingKeys = typingKeys
        self.scope = scope
    }

    /// The sentences of all panes, for lists that do not belong to a pane.
    var helpOfAllPanes: String {
        let others = Pane.allCases.compactMap { pane in helpByPane[pane].map { "\(pane.title): \($0)" } }
        return ([help] + others).joined(separator: " ")
    }

    /// The row as a pane shows it.
    func shown(in pane: Pane) -> CommandRow {
        var row = self
        row.help = helpByPane[pane] ?? help
        return row
    }
}

extension Command {
    /// The one table. The order is the order of help and palette; in the footer, rows of a pane are before those that hold anywhere.
    package static let table: [CommandRow] =
        requestRows + listRows + responseRows + movingRows + placeRows + programRows

    /// Each command's row; every command has one (a test holds us to it).
    package static let rows: [Command: CommandRow] = Dictionary(uniqueKeysWithValues: table.map { ($0.command, $0) })

    package var row: CommandRow? { Command.rows[self] }

    /// Its name in the configuration file: `send-afresh`. Users write it, so it stays.
    package var id: String {
        rawValue.reduce(into: "") { id, letter in
            // The U of URL belongs to the R and the L.
            if letter.isUppercase, id.last != "-", !(id.hasSuffix("-u") || id.hasSuffix("-ur")) { id.append("-") }
            id += letter.lowercased()
        }
    }

    private static let requestRows: [CommandRow] = [
        CommandRow(
            .send, "Send",
            "Send the open request; in Collections the selected one; in Log and History the row's request again; nothing in Runs.",
            footer: "send",
            keys: ["s", .function(5), .control("r")], typingKeys: [.function(5), .control("r")]),
        CommandRow(
            .sendAfresh, "Send past the cache", "Send without looking into the cache; the response is stored.",
            keys: ["S"]),
        CommandRow(
            .revalidate, "Revalidate", "Send, and ask the server whether the stored response is still valid.",
            keys: ["V"], in: .panes([.response])),
        CommandRow(
            .replay, "Replay",
            "Send the marked requests, a file, a folder or all as one run, which is recorded as 'apitui run' does.",
            keys: ["X"]),
        CommandRow(
            .compareRuns, "Compare runs",
            "Compare the selected run with the marked one, else with the run before it of the same requests.",
            footer: "compare", keys: ["C"], in: .panes([.runs])),
        CommandRow(
            .showPlan, "Show plan", "Show what would be sent before the request, in which order and why.", keys: ["P"],
            in: .panes([.collections, .request])),
        CommandRow(
            .browseCache, "Browse the cache", "List the stored responses; open, filter, delete or clear them.",
            keys: ["B"]),
        CommandRow(
            .chooseCacheMode, "Cache mode", "Choose how every send uses the cache, or leave it to each request.",
            keys: ["M"]),
        CommandRow(
            .browseTokens, "Tokens", "List the tokens of logins ($auth.token): what for, how long; forget them.",
            keys: []),
        CommandRow(
            .toggleLogging, "Request log on or off",
            "Stop storing what is sent in the request log, and begin again; the header shows that it is off.", keys: []),
        CommandRow(
            .toggleStrictContract, "Strict contract on or off",
            "Count what a description only warns of as a failure, as `--contract-strict` does; the header shows it.",
            keys: []),
        CommandRow(
            .chooseImages, "Pictures",
            "Draw pictures as the terminal can, in half blocks, by sixel or by kitty's protocol: each in turn.",
            keys: []),
        CommandRow(
            .showFindings, "Findings",
            "List what is wrong or doubtful in all files, as `apitui lint` does; Enter goes to the request.",
            keys: ["L"]),
        CommandRow(
            .showCoverage, "Show coverage",
            "List what of a description this session and a recorded run exercised: operations, parameters, statuses, media types.",
            keys: []),
        CommandRow(
            .open, "Open",
            "Open what is selected: a folder, a file, a request, a row to edit; in Response fold or unfold JSON.",
            footer: "open", keys: [.enter]),
        CommandRow(
            .editHere, "Edit here", "Edit the selected row or the body in place.", footer: "edit", keys: ["e"],
            in: .panes([.request])),
        CommandRow(
            .editExternally, "Edit in $EDITOR",
            "Open the request's text in $VISUAL or $EDITOR; on the Body tab the body alone.", footer: "$EDITOR",
            keys: ["E"], in: .panes([.request])),
        CommandRow(
            .editMethod, "Edit method", "Change the method; Up and Down walk through the known ones.", footer: "method",
            keys: ["m"], in: .panes([.request])),
        CommandRow(
            .editURL, "Edit URL", "Change the URL as written in the file, variables included.", footer: "URL",
            keys: ["i"], in: .panes([.request])),
        CommandRow(
            .formatBody, "Format body", "Lay out the JSON body; digits, order, repeated names and variables stay.",
            keys: ["F"], in: .panes([.request])),
        CommandRow(
            .chooseBodyType, "Body type",
            "Make the body JSON, XML, a form, a form with files, GraphQL, a file or text, with its Content-Type; or none.",
            keys: ["T"], in: .panes([.request])),
        CommandRow(
            .undo, "Undo edit",
            "Take back the last edit of this file; in Collections also what was done to files and folders last, in Response put a removed cookie back.",
            keys: ["u"],
            in: .panes([.collections, .request, .response])),
        CommandRow(
            .redo, "Redo edit", "Do again what was taken back last: an edit, a file or folder, a cookie.", keys: ["U"],
            in: .panes([.collections, .request, .response])),
        CommandRow(
            .save, "Save", "Write this file's edits; only the lines that changed.", footer: "save",
            keys: [.control("s")], typingKeys: [.control("s")]),
        CommandRow(.saveAll, "Save all", "Write the edits of every changed file.", keys: []),
    ]

    private static let listRows: [CommandRow] = [
        CommandRow(
            .toggle, "Switch off and on, mark",
            "Switch a row off and on; on Vars show a secret; in Collections fold, or mark a request to replay; in Runs a run to compare.",
            footer: "on/off", keys: ["Space"], in: .panes([.collections, .request, .runs])),
        CommandRow(
            .addItem, "Add", "Add a request to the selected file; in Request a parameter or header.", footer: "add",
            keys: ["A"], in: .panes([.collections, .request])),
        CommandRow(
            .cloneItem, "Clone", "Copy the selected request, directly below it.", footer: "clone", keys: ["c"],
            in: .panes([.collections])),
        CommandRow(
            .deleteItem, "Delete",
            "Delete the selected request, file or folder (asks first; files go to a trash); in Request the selected row.",
            helpByPane: [
                .history: "Delete the selected exchange and its bodies from the request log, for good (asks first).",
                .runs: "Delete the recording of the selected run for good (asks first); its requests stay.",
            ],
            footer: "delete", keys: ["D", .delete], in: .panes([.collections, .request, .history, .runs])),
        CommandRow(
            .renameRequest, "Rename",
            "Change title and name of a request, whose references follow, or the name of a file or folder.",
            helpByPane: [
                .history: "Name the selected exchange, or change its name; `tag:` in the filter of the Log finds it.",
                .runs: "Name the selected run, or change its name, which `apitui compare` and `apitui runs` take.",
            ],
            keys: ["r"], in: .panes([.collections, .request, .history, .runs])),
        CommandRow(
            .moveRequest, "Move", "Move the selected request, file or folder to another place.", keys: ["m"],
            in: .panes([.collections])),
        CommandRow(
            .moveRequestUp, "Move up", "Move the selected request one place up in its file.", keys: ["-"],
            in: .panes([.collections])),
        CommandRow(
            .moveRequestDown, "Move down", "Move the selected request one place down in its file.", keys: ["+"],
            in: .panes([.collections])),
        CommandRow(
            .foldAll, "Fold all", "Close all folders and files.", keys: ["&"], in: .panes([.collections])),
        CommandRow(
            .revealOpen, "Show in Collections", "Go to the open request in Collections, and open what hides it.",
            keys: ["O"]),
        CommandRow(
            .pickRequest, "Go to request",
            "Find a request or a file by a part of its name, URL or path, an operation also by tag, parameter or schema.",
            keys: [.control("o")]),
        CommandRow(
            .newFile, "Create file", "Make an empty file for requests, beside the selected one.", keys: ["N"],
            in: .panes([.collections])),
        CommandRow(.newFolder, "Create folder", "Make a folder with its first file.", keys: []),
        CommandRow(
            .openCollection, "Open collection",
            "Open another folder or file in place of this one: one that was open before, or by its path.", keys: []),
        CommandRow(
            .openSamples, "Open the samples",
            "Open the sample requests, with a server inside this program to send them to, as `apitui demo` does.",
            keys: []),
        CommandRow(
            .pasteRequest, "Request from text",
            "Make a request of a curl command or a URL that you paste or type; it is shown first.", keys: ["p"],
            in: .panes([.collections])),
        CommandRow(
            .importFiles, "Import",
            "Make request files of what another tool keeps: Postman, OpenAPI, Insomnia, Bruno, HAR, Hurl or curl; it is shown first, with what is lost.",
            keys: ["i"], in: .panes([.collections])),
        CommandRow(
            .convertCurl, "Convert curl", "Write a curl command of a file as a request that can be edited.", keys: []),
        CommandRow(
            .writeCaptures, "Write captures",
            "Write what a script takes from the response as variable lines, which need no script.", keys: []),
        CommandRow(
            .saveSchema, "Save schema",
            "Write the schema of the GraphQL endpoint to a file, which opens without asking the endpoint again.",
            keys: []),
        CommandRow(
            .reload, "Reload files", "Read all files again; files with unsaved edits are kept.", footer: "reload",
            keys: ["R"], in: .panes([.collections, .runs])),
    ]

    private static let responseRows: [CommandRow] = [
        CommandRow(
            .search, "Search",
            "Search for a text, after ^T for a regular expression; in Collections and Log show only what matches.",
            footer: "search", keys: ["/"], in: .panes([.collections, .request, .response, .log])),
        CommandRow(
            .searchNext, "Next match", "Go to the next match.", keys: ["n"], in: .panes([.request, .response])),
        CommandRow(
            .searchPrevious, "Previous match", "Go to the previous match.", keys: ["N"],
            in: .panes([.request, .response])),
        CommandRow(
            .goTo, "Go to", "Go to a line, a byte (@1024) or a JSON path ($.list[3]) of the body.",
            keys: [.control("g")], in: .panes([.response])),
        CommandRow(
            .cycleBodyMode, "Body view", "Show the body pretty, as it came, or as hex.", footer: "view", keys: ["b"],
            in: .panes([.response])),
        CommandRow(
            .chooseReading, "Read as",
            "Read the body in another charset, or its binary data in another format.", keys: ["r"],
            in: .panes([.response])),
        CommandRow(
            .toggleWrap, "Wrap", "Wrap long lines or let them run out to the right.", footer: "wrap", keys: ["w"],
            in: .panes([.request, .response])),
        CommandRow(
            .foldMore, "Fold by a level", "Fold JSON below the first level; again, a level more.", keys: ["-"],
            in: .panes([.response])),
        CommandRow(
            .foldLess, "Unfold by a level", "Show one more level of folded JSON.", keys: ["+"],
            in: .panes([.response])),
        CommandRow(
            .unfoldAll, "Unfold all", "Show all of the JSON; in Collections open all folders and files.", keys: ["*"],
            in: .panes([.collections, .response])),
        CommandRow(
            .selectLines, "Select lines", "Select lines from here on, to copy them: move to extend.",
            keys: ["m"], in: .panes([.response])),
        CommandRow(
            .lineEnd, "End of line", "Go to the end of a long line, and from there back.", keys: ["$"],
            in: .panes([.response])),
        CommandRow(
            .toggleLineNumbers, "Line numbers", "Show the numbers of the body's lines, or hide them.", keys: ["#"],
            in: .panes([.response])),
        CommandRow(
            .yank, "Copy",
            "Copy the body, a header, the URL, the curl command or a report of the response; in Collections export requests.",
            keys: ["y"]),
        CommandRow(
            .writeBody, "Write body", "Write the exact bytes of the body to a file.", keys: ["W"],
            in: .panes([.response])),
        CommandRow(
            .pageBody, "Page body", "Read the body in $PAGER, as it is shown here.", keys: ["v"],
            in: .panes([.response])),
        CommandRow(
            .openBody, "Open body", "Open the body in a program for its media type; APITUI_OPEN names programs.",
            keys: ["o"], in: .panes([.response])),
        CommandRow(
            .followLink, "Follow link",
            "Open the operation that a documented link of the response leads to, with its values filled in.",
            footer: "follow link", keys: ["F"], in: .panes([.response])),
        CommandRow(
            .filterBody, "Filter",
            "Show what a JSONPath, an XPath or a shell command makes of the body, while it is typed.",
            keys: ["f"], in: .panes([.response])),
        CommandRow(
            .olderAttempt, "Older response", "Show the response before this one of the same request.", keys: ["{"],
            in: .panes([.response])),
        CommandRow(
            .newerAttempt, "Newer response", "Show the response after this one of the same request.", keys: ["}"],
            in: .panes([.response])),
        CommandRow(
            .pinResponse, "Pin response",
            "Compare other responses with this one, in History keep this row; again drops the pin.", keys: ["p"],
            in: .panes([.response, .history])),
        CommandRow(
            .compareResponses, "Compare",
            "List what differs from the pinned response, or from the one before; in History, from the row.",
            keys: ["d"], in: .panes([.response, .history])),
        CommandRow(
            .showCookieValues, "Show cookie values",
            "Show the values of cookies on the tabs Cookies, Headers and Raw, or hide them again.",
            keys: ["Space"], in: .panes([.response])),
        CommandRow(
            .removeCookie, "Remove cookie", "Take the selected cookie of the Cookies tab out of the jar.",
            keys: ["D", .delete], in: .panes([.response])),
        CommandRow(
            .clearCookies, "Clear the cookie jar",
            "Forget the cookies of this collection and environment (asks first).", keys: []),
        CommandRow(
            .toggleFollow, "Follow", "Keep the newest line in view, or stay where you are.", footer: "follow",
            keys: ["F"], in: .panes([.log])),
        CommandRow(
            .toggleAll, "All or own",
            "In Log the exchanges of all processes, or those of this screen; in History those of all requests, or of this one.",
            footer: "all",
            keys: ["A"], in: .panes([.log, .history])),
        CommandRow(
            .saveFilter, "Save filter",
            "Save the filter under a name; saved:NAME finds the same rows, also in apitui log. Without a filter: the saved ones, to use or forget one.",
            keys: ["W"], in: .panes([.log])),
    ]

    private static let movingRows: [CommandRow] = [
        CommandRow(.moveUp, "Up", "One row up.", keys: ["k", .up]),
        CommandRow(.moveDown, "Down", "One row down.", keys: ["j", .down]),
        CommandRow(.moveLeft, "Left", "Close a folder; previous tab; scroll left.", keys: ["h", .left]),
        CommandRow(.moveRight, "Right", "Open a folder; next tab; scroll right.", keys: ["l", .right]),
        CommandRow(.top, "Top", "First row.", keys: ["g", .home]),
        CommandRow(.bottom, "Bottom", "Last row.", keys: ["G", .end]),
        CommandRow(.halfPageDown, "Half page down", "Half a page down.", keys: [.control("d")]),
        CommandRow(.halfPageUp, "Half page up", "Half a page up.", keys: [.control("u")]),
        CommandRow(.pageDown, "Page down", "A page down.", keys: [.pageDown]),
        CommandRow(.pageUp, "Page up", "A page up.", keys: [.pageUp]),
        CommandRow(
            .previousTab, "Previous tab", "The tab to the left.", keys: ["["], in: .panes([.request, .response])),
        CommandRow(
            .nextTab, "Next tab", "The tab to the right.", footer: "tab", keys: ["]"],
            in: .panes([.request, .response])),
    ]

    private static let placeRows: [CommandRow] = [
        CommandRow(.focusCollections, "Go to Collections", "Move the focus to Collections.", keys: ["1"]),
        CommandRow(.focusRequest, "Go to Request", "Move the focus to Request.", keys: ["2"]),
        CommandRow(.focusResponse, "Go to Response", "Move the focus to Response.", keys: ["3"]),
        CommandRow(.focusLog, "Go to Log", "Move the focus to Log.", keys: ["4"]),
        CommandRow(.focusHistory, "Go to History", "Move the focus to History.", keys: ["5"]),
        CommandRow(
            .focusRuns, "Go to Runs", "Move the focus to Runs, which takes the place of the Log.", keys: ["6"]),
        CommandRow(.focusNext, "Next pane", "Move the focus to the next pane.", keys: [.tab]),
        CommandRow(.focusPrevious, "Previous pane", "Move the focus to the previous pane.", keys: [.backTab]),
        CommandRow(
            .toggleMouse, "Mouse on or off",
            "Leave the mouse to the terminal, whose own selection then works, or take it back. Shift-drag selects at any time.",
            keys: [.function(9)]),
        CommandRow(
            .jump, "Jump", "Show a letter on each tab and field of the header; type the letter to go there.",
            keys: ["'"]),
        CommandRow(.zoom, "Zoom", "Give the focused pane the whole screen, or give it back.", keys: ["z"]),
        CommandRow(.shrink, "Shrink pane", "Make the focused pane smaller.", keys: ["<"]),
        CommandRow(.grow, "Grow pane", "Make the focused pane larger.", keys: [">"]),
        CommandRow(
            .changeLayout, "Layout",
            "Accordion, classic, request beside response, or by the size of the screen: each in turn.", keys: ["|"]),
        CommandRow(
            .fold, "Fold pane", "Show only the title of the focused pane until it has the focus; again: unfold it.",
            keys: ["_"]),
        CommandRow(
            .resetSizes, "Usual sizes", "Give all panes their usual sizes, and unfold them.", keys: ["="]),
    ]

    private static let programRows: [CommandRow] = [
        CommandRow(
            .chooseEnvironment, "Environment", "Choose the environment that fills the {{variables}}.", footer: "env",
            keys: [","]),
        CommandRow(
            .editEnvironments, "Edit environments",
            "All variables of the environment files: change, add, copy, delete, move between public and private files.",
            keys: []),
        CommandRow(
            .chooseTheme, "Theme",
            "Choose the colours of the screen, which shows each as you move; Enter keeps it, Esc returns to the old one.",
            keys: ["t"]),
        CommandRow(
            .showPalette, "Command palette", "Every command that is possible now, found by typing.",
            footer: "command", keys: [":", .control("p")], typingKeys: [.control("p")]),
        CommandRow(
            .explain, "Explain",
            "Explain the words in view: status, headers with their values, error, phase, TLS; or any word you type.",
            keys: ["K"]),
        CommandRow(
            .showReasons, "Why",
            "Show why: the cache's arithmetic, and where each header of the request comes from, also before it is sent.",
            keys: ["a"]),
        CommandRow(.showHelp, "Help", "All keys; those of the focused pane first.", footer: "keys", keys: ["?"]),
        CommandRow(
            .escape, "Leave or cancel", "Leave the field, close the dialog, cancel the request in view.",
            keys: [.escape], typingKeys: [.escape]),
        CommandRow(
            .cancelAll, "Cancel all", "Cancel every request in flight; again within a second: quit.",
            keys: [.control("c")], typingKeys: [.control("c")]),
        CommandRow(
            .redraw, "Redraw", "Paint the whole screen again.", keys: [.control("l")], typingKeys: [.control("l")]),
        CommandRow(
            .suspend, "Suspend", "Give the terminal back to the shell; `fg` returns.", keys: [.control("z")],
            typingKeys: [.control("z")]),
        CommandRow(.back, "Back", "Leave zoom, filter or pane; from Collections quit.", keys: ["q"]),
        CommandRow(.quit, "Quit", "Leave the program; asks when something is unsaved or in flight.", keys: ["Q"]),
    ]
}

extension Key: ExpressibleByStringLiteral {
    /// A key from its character; `Space` is the space bar. Anything else that is not one character is Escape,
    /// which the test of the table would find.
    package init(stringLiteral value: String) {
        if value == "Space" {
            self = .character(" ")
        } else if value.count == 1, let character = value.first {
            self = .character(character)
        } else {
            self = .escape
        }
    }

    /// As help, footer and palette write it: `^S` where the full name says `Ctrl-S`, because room is short there.
    package var label: String {
        if case .control(let character) = self, character != " " { return "^\(character.uppercased())" }
        return name
    }
}
