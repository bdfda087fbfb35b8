import Base
import NetEngine
import NetEngineRequestLog
import Runs
import TerminalUI
import Workspace

/// A question with a few choices. Enter takes the selected one, each has a key, Esc takes none.
struct Question: OverlayPart {
    struct Choice: Sendable {
        var key: Key
        var label: String
        var consequence: Consequence
    }

    var name: String
    var lines: [String]
    var choices: [Choice]
    var selection: Int
    /// Rows of the text above those in view.
    private var scroll = 0

    init(title: String, lines: [String], choices: [Choice], selection: Int = 0) {
        name = title
        self.lines = lines
        self.choices = choices
        self.selection = selection
    }

    /// A line for each of the first `most`, and one that counts the others.
    static func listed<Listed: Collection>(
        _ all: Listed, most: Int, indent: String = "  ", _ line: (Listed.Element) -> String
    ) -> [String] {
        let rest = all.count - most
        return all.prefix(most).map { indent + line($0) } + (rest > 0 ? ["\(indent)and \(rest) more"] : [])
    }

    var title: SafeText { SafeText(name) }
    var keys: [(String, String)] { [("Enter", "take"), ("Esc", choices.count > 2 ? "none" : "neither")] }

    var files: [String] {
        choices.compactMap { choice in
            switch choice.consequence {
            case .delete(let key), .giveName(let key, _): key.file
            default: nil
            }
        }
    }

    func size(in room: OverlayRoom) -> Size {
        let columns = min(60, room.width)
        return room.size(columns: columns, rows: wrapped(columns).count + 1 + choices.count)
    }

    func content(of inside: Rect) -> Rect {
        inside.dropping(rowsInView(of: wrapped(inside.width).count, in: inside) + 1)
    }

    /// How many rows of the text are in view. What Enter takes must be in view, so the choices get their rows first.
    private func rowsInView(of rows: Int, in inside: Rect) -> Int {
        min(rows, max(0, inside.height - 1 - min(choices.count, Self.surelyShown)))
    }

    /// More choices than these scroll where there is little room.
    private static let surelyShown = 3

    func row(at row: Int, in content: Rect) -> Int? {
        row + list.top(count: choices.count, height: content.height)
    }

    private var list: ListSelection { ListSelection(index: selection) }

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        if let choice = choices.first(where: { $0.key == key }) { return take(choice, on: &model) }
        switch key {
        case .escape, "q": model.overlays.close()
        case .enter where choices.indices.contains(selection): return take(choices[selection], on: &model)
        case .up, .left, "k", "h", .backTab: select(selection - 1)
        case .down, .right, "j", "l", .tab: select(selection + 1)
        case .pageUp: turn(-1, on: model.window.size)
        case .pageDown: turn(1, on: model.window.size)
        default: break
        }
        return []
    }

    /// Shows the text above or below what is in view of it. The last row stays in view: an ellipsis may hide its end.
    private mutating func turn(_ pages: Int, on screen: Size) {
        scrollText(on: screen) { inView in pages * max(1, inView - 1) }
    }

    /// The wheel only scrolls the text: the choice that Enter takes may destroy something, and must not change because the wheel
    /// was touched.
    mutating func turnWheel(by rows: Int, on model: inout Model) -> [Effect] {
        scrollText(on: model.window.size) { _ in rows }
        return []
    }

    /// - Parameter step: how many rows, where so many are in view.
    private mutating func scrollText(on screen: Size, by step: (_ inView: Int) -> Int) {
        let inside = inside(on: screen)
        let rows = wrapped(inside.width).count
        let inView = rowsInView(of: rows, in: inside)
        scroll = Self.firstRow(scroll + step(inView), of: rows, inView: inView)
    }

    /// The row nearest to one wished for that the text can begin with, so that no room is left over.
    private static func firstRow(_ wished: Int, of rows: Int, inView: Int) -> Int {
        max(0, min(wished, rows - inView))
    }

    /// Closes it and does what was chosen.
    private func take(_ choice: Choice, on model: inout Model) -> [Effect] {
        if case .compare(let versions) = choice.consequence {
            model.overlays.show(versions.message)
            return []
        }
        model.overlays.close()
        return model.follow(choice.consequence)
    }

    private mutating func select(_ row: Int) { selection = (row + choices.count) % max(1, choices.count) }

    mutating func choose(_ row: Int, on model: inout Model) -> [Effect] {
        choices.indices.contains(row) ? take(choices[row], on: &model) : []
    }

    private func wrapped(_ width: Int) -> [String] { lines.flatMap { WrappedText.lines($0, width: width) } }

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        let all = wrapped(inside.width)
        let text = Rect(
            x: inside.x, y: inside.y, width: inside.width, height: rowsInView(of: all.count, in: inside))
        let first = Self.firstRow(scroll, of: all.count, inView: text.height)
        buffer.drawLines(all.dropFirst(first), in: text, style: .text)
        var hints: [String] = first > 0 ? [Key.pageUp.label] : []
        if text.height > 0, first + text.height < all.count { hints.append(Key.pageDown.label) }
        if !hints.isEmpty {
            let spans = [Span(SafeText(hints.joined(separator: " ")), .key, .bold), Span(" more", .footer)]
            buffer.draw(spans, at: Point(x: text.x, y: text.maxY), width: text.width)
        }
        List(count: choices.count, selection: list, isFocused: true) { place in
            let choice = choices[place]
            return [Span(SafeText("\(choice.key.label)  "), .key, .bold), Span(SafeText(choice.label), .text)]
        }.draw(in: content, on: &buffer)
    }
}

/// What a choice leads to.
enum Consequence: Sendable {
    case nothing
    case delete(RequestKey)
    case takeFromDisk(path: String, bytes: [UInt8])
    case overwrite(path: String)
    /// Forget a file that is no longer on disk.
    case forget(path: String)
    /// What the user chose where the same block changed here and on disk; a save that asked goes on.
    case settle(path: String, bytes: [UInt8], disk: [UInt8], saves: Bool)
    /// Show what is different between both sides; the question stays.
    case compare(VersionDifferences)
    /// Go through a plan.
    case follow(SendPlan, ResolveJob)
    /// Send an exchange again as it was.
    case resend(ResendSubject)
    /// The same of an exchange whose request no open file has.
    case resendUnopened(Resend)
    /// Begin a run.
    case replay(ReplayJob)
    /// Trust a folder or an address, and send again, without another question about the notes that were confirmed.
    case trust(TrustSubject, owner: OpenRequest.ID, cache: CacheMode?, confirmed: Set<String>)
    case giveName(RequestKey, String)
    /// Whether body lines that look like comments are sent: written to the file, then the request is sent.
    case bodyComments(OpenRequest.ID, areSent: Bool, cache: CacheMode?)
    case quit
    case saveAllAndQuit
    /// Open another collection, without the unsaved edits of this one.
    case openCollection(String)
    case saveAllAndOpen(String)
    case changeEnvironment(EnvironmentChange)
    /// Move or delete a file or folder.
    case changeFiles(FileJob)
    /// Put recovery copies back as unsaved edits.
    case restore([RecoveryCopy])
    /// Remove recovery copies, by their paths.
    case discard([String])
    /// Remove everything from the cache.
    case clearCache
    /// Empty a cookie jar.
    case clearCookies(CookieScope)
    /// Append a line to a `.gitignore`.
    case addIgnoreEntry(IgnoreEntry)
    /// Delete a row of the request log, with its bodies.
    case deleteLogged(LogRow)
    /// Delete a recorded run.
    case deleteRun(RunEntry)
}

/// A change of environment files that is asked about.
enum EnvironmentChange: Sendable {
    case moveSecret(SecretMove)
    case removeVariable(EnvironmentFileEdit)

    var effect: Effect {
        switch self {
        case .moveSecret(let move): .moveSecret(move)
        case .removeVariable(let edit): .removeVariable(edit)
        }
    }
}
