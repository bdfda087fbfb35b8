import NetEngine
import TerminalUI
import Workspace

/// Something that lies over the panes and has the keys until it is closed. The last one of the stack is on top.
enum Overlay: Sendable {
    case help(HelpOverlay)
    case palette(PaletteOverlay)
    case environments(EnvironmentOverlay)
    case question(Question)
    case message(Message)
    case form(Form)
    case cache(CacheBrowser)
    case cacheMode(CacheModePicker)
    case signIn(SignInWait)
    case tokens(TokenBrowser)
    case findings(FindingsBrowser)
}

extension Overlay {
    /// The requests that it asks about: they are named by their places in their files, which must stay as they are until then.
    package var requests: [RequestKey] {
        switch self {
        case .form(let form):
            switch form.purpose {
            case .newRequest(let after): after.map { [$0] } ?? []
            case .moveRequest(let key), .renameRequest(let key): [key]
            case .prompts: []
            }
        case .question(let question):
            question.choices.compactMap { choice in
                switch choice.consequence {
                case .delete(let key), .giveName(let key, _): key
                default: nil
                }
            }
        case .help, .palette, .environments, .message, .cache, .cacheMode, .signIn, .tokens, .findings: []
        }
    }
}

/// The keys of the focused pane, then all others.
struct HelpOverlay: Sendable {
    var pane: Pane
    var filter = TextField()
    var isTyping = false
    var scroll = 0

    /// A line of the help: a heading, or a command's keys and sentence.
    enum Line: Sendable, Hashable {
        case heading(String)
        case row(keys: String, title: String, help: String)
    }

    /// What the filter lets through.
    var lines: [Line] {
        let filter = TextFilter(filter.text)
        func section(_ title: String, _ rows: [CommandRow]) -> [Line] {
            let lines = rows.compactMap { row -> Line? in
                let keys = row.keys.isEmpty ? "(:)" : row.keys.map(\.label).joined(separator: " ")
                guard filter.matches("\(keys) \(row.title) \(row.help)") else { return nil }
                return .row(keys: keys, title: row.title, help: row.help)
            }
            return lines.isEmpty ? [] : [.heading(title)] + lines
        }
        let own = Command.table.filter { $0.scope != .anywhere && $0.scope.includes(pane) }
        var lines = section(pane.title, own) + section("Everywhere", Command.table.filter { $0.scope == .anywhere })
        for other in Pane.allCases where other != pane {
            let rows = Command.table.filter {
                $0.scope != .anywhere && $0.scope.includes(other) && !$0.scope.includes(pane)
            }
            lines += section(other.title, rows)
        }
        return lines + textLines(filter)
    }

    /// What works in every text field; these keys belong to the field, not to the table.
    private func textLines(_ filter: TextFilter) -> [Line] {
        let rows: [(String, String)] = [
            ("Enter", "Finish a field."), ("Esc", "Leave a field as it was; leave the body with its edits."),
            ("Tab", "Next field."), ("^A ^E", "Start, end of the line."), ("Alt-B Alt-F", "A word back, forward."),
            ("^W", "Delete the word before the cursor."), ("^K ^U", "Delete to the end, to the start of the line."),
            ("Alt-any", "Any other key with Alt is Esc and then the key, everywhere."),
        ]
        let lines = rows.filter { filter.matches("\($0.0) \($0.1)") }
            .map { Line.row(keys: $0.0, title: "", help: $0.1) }
        return lines.isEmpty ? [] : [.heading("While typing")] + lines
    }
}

/// Every command that is possible now, found by typing.
struct PaletteOverlay: Sendable {
    var field = TextField()
    var selection = 0
    var scroll = 0
    /// What was possible when the palette opened.
    var commands: [Command]

    var matches: [CommandRow] {
        let filter = TextFilter(field.text)
        return commands.compactMap(\.row).filter { filter.matches("\($0.title) \($0.help)") }
            .sorted { rank($0) < rank($1) }
    }

    /// Titles that begin with what was typed come first; otherwise the table's order stays.
    private func rank(_ row: CommandRow) -> Int {
        row.title.lowercased().hasPrefix(field.text.lowercased()) ? 0 : 1
    }
}

struct EnvironmentOverlay: Sendable {
    /// nil stands for "no environment".
    var names: [String?]
    var selection: Int
    var scroll = 0
    /// Broken files, shown below the list.
    var problems: [String] = []
}

/// A question with a few answers. Enter takes the selected one, each has a key, Esc takes none.
struct Question: Sendable {
    struct Choice: Sendable {
        var key: Key
        var label: String
        var consequence: Consequence
    }

    var title: String
    var lines: [String]
    var choices: [Choice]
    var selection = 0
}

/// What an answer leads to.
enum Consequence: Sendable {
    case nothing
    case delete(RequestKey)
    case takeFromDisk(path: String, bytes: [UInt8])
    case overwrite(path: String)
    /// What a person chose where the same block changed here and on disk.
    case settle(path: String, bytes: [UInt8], disk: [UInt8])
    case send(OpenRequest.ID, cache: CacheMode?)
    /// Go through a plan.
    case follow(SendPlan, ResolveJob)
    /// Trust a folder, and send again.
    case trust(root: String, owner: OpenRequest.ID, cache: CacheMode?)
    case giveName(RequestKey, String)
    /// Whether body lines that look like comments are sent; written down, then the request is sent.
    case bodyComments(OpenRequest.ID, areSent: Bool, cache: CacheMode?)
    case quit
    case saveAllAndQuit
    /// Put recovery copies back as unsaved edits.
    case restore([RecoveryCopy])
    /// Remove recovery copies, by their places.
    case discard([String])
    /// Remove everything from the cache.
    case clearCache
    /// Empty a cookie jar.
    case clearCookies(CookieScope)
    /// Append a line to a `.gitignore`.
    case addIgnoreEntry(IgnoreEntry)
}

/// Lines to read; any of Enter, Esc and q closes it.
struct Message: Sendable {
    var title: String
    var lines: [String]
    var scroll = 0
}

/// A few text fields, filled in together.
struct Form: Sendable {
    enum Purpose: Sendable {
        /// Fields: file, title, request line. The new request goes after `after`, else to the file's end.
        case newRequest(after: RequestKey?)
        /// Fields: the prompts of the plan, in their order.
        case prompts(SendPlan, ResolveJob)
        /// Fields: file, place in it from 1.
        case moveRequest(RequestKey)
        /// Fields: title, name.
        case renameRequest(RequestKey)
    }

    var title: String
    var labels: [String]
    var fields: [TextField]
    var focus = 0
    var purpose: Purpose
    /// Why the last attempt was refused.
    var refusal: String?
}
