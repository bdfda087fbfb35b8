import Base
import TerminalUI

/// Something that may be written at the cursor.
struct CompletionEntry: Sendable, Hashable {
    /// What stands beside it in the list.
    enum Note: Sendable, Hashable {
        case text(String)
        /// A variable's value, if it may be shown, and where it comes from.
        case value(String?, isHidden: Bool, source: String)
        /// An example of what is in a response.
        case example(String)
    }

    var text: String
    var note: Note
    /// Whether more must follow, so that braces are not closed.
    var continues = false

    var noteText: String {
        switch note {
        case .text(let text), .example(let text): text
        case .value(_, isHidden: true, let source): "(private)  \(source)"
        case .value(let value?, _, let source): "\(Self.oneLine(value))  \(source)"
        case .value(nil, _, let source): source
        }
    }

    /// Names in a folder; those of folders end with a slash.
    static func files(_ names: [String]) -> [CompletionEntry] {
        names.map { name in
            let isFolder = name.hasSuffix("/")
            return CompletionEntry(text: name, note: .text(isFolder ? "folder" : ""), continues: isFolder)
        }
    }

    /// The beginning of a value.
    private static func oneLine(_ value: String) -> String {
        let start = value.prefix(120)
        return start.count < value.count ? start + "…" : String(start)
    }
}

/// The list of what may be written at the cursor, narrowed by what is typed.
struct Completion: Sendable {
    /// Where the cursor is.
    private(set) var place: CompletionPlace
    /// All that fits the place, without what is typed.
    private(set) var entries: [CompletionEntry]
    /// The bytes of their texts, in which what is typed is looked for.
    private var texts: [[UInt8]]
    /// Those that match, the best first, as indices of `entries`.
    private(set) var shown: [Int] = []
    /// The highlighted row of `shown`; nil if there is none.
    private(set) var selection: Int?
    /// Whether the user chose the row: then Enter takes it too.
    private(set) var hasMoved = false
    private(set) var top = 0

    init(_ place: CompletionPlace, _ entries: [CompletionEntry] = []) {
        self.place = place
        self.entries = entries
        texts = entries.map { Array($0.text.utf8) }
        narrow()
    }

    /// False if nothing matches, or what matches is typed already.
    var isVisible: Bool {
        guard let first = shown.first else { return false }
        return shown.count > 1 || entries[first].text != place.typed || place.wantsClosing
    }

    var selected: CompletionEntry? { selection.flatMap { shown.indices.contains($0) ? entries[shown[$0]] : nil } }

    func entry(_ row: Int) -> CompletionEntry? { shown.indices.contains(row) ? entries[shown[row]] : nil }

    /// The cursor is elsewhere in the same place: other letters are typed.
    mutating func take(_ place: CompletionPlace) {
        let isSame = place.typed == self.place.typed
        self.place = place
        if !isSame { narrow() }
    }

    /// The entries have been read.
    mutating func take(_ entries: [CompletionEntry]) {
        self = Completion(place, entries)
    }

    /// By a key: with no row highlighted the first or the last one.
    mutating func move(by step: Int) {
        guard !shown.isEmpty else { return }
        hasMoved = true
        let next = selection.map { $0 + step } ?? (step > 0 ? 0 : shown.count - 1)
        selection = (next + shown.count) % shown.count
        keepInView()
    }

    private mutating func keepInView() {
        top = ListSelection(index: selection ?? 0, top: top)
            .top(count: shown.count, height: CompletionList.mostRows)
    }

    private mutating func narrow() {
        countWork(entries.count)
        hasMoved = false
        top = 0
        guard !place.typed.isEmpty else {
            shown = Array(entries.indices)
            selection = nil
            return
        }
        let match = FuzzyMatch(place.typed.lowercased())
        guard !match.isEmpty else {
            shown = []
            selection = nil
            return
        }
        let typed = Array(place.typed.lowercased().utf8)
        var found: [(score: Int, index: Int)] = []
        for (index, text) in texts.enumerated() {
            guard var score = match.score(text) else { continue }
            // Whose beginning is typed comes first, and what is typed whole before all.
            if Self.begins(text, with: typed) { score += text.count == typed.count ? 2000 : 1000 }
            found.append((score, index))
        }
        found.sort { ($1.score, $0.index) < ($0.score, $1.index) }
        shown = found.map(\.index)
        selection = shown.isEmpty ? nil : 0
    }

    private static func begins(_ text: [UInt8], with typed: [UInt8]) -> Bool {
        text.count >= typed.count && zip(text, typed).allSatisfy { LineText.lower($0) == $1 }
    }

    /// The rows in view.
    var list: CompletionList {
        let rows = shown.dropFirst(top).prefix(CompletionList.mostRows).map { index in
            let entry = entries[index]
            return CompletionList.Row(
                SafeText(entry.text), Style(place.role, .bold), note: SafeText(entry.noteText))
        }
        return CompletionList(rows: rows, first: top, count: shown.count, selection: selection)
    }
}
