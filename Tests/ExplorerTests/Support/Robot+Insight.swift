import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

// What a frame does not show, or does not distinguish. When the model's parts move, only this file changes.
extension Robot {
    /// Says a sentence in the footer.
    func say(_ text: String, _ kind: Toast.Kind = .info) { model.say(text, kind) }
    /// Whether a sentence is in the footer.
    var hasToast: Bool { model.toast != nil }

    /// The sentence stays for so many seconds, and goes then without a key.
    func expectToast(lasting seconds: Int, sourceLocation: SourceLocation = #_sourceLocation) {
        wait(.milliseconds(seconds * 1000 - 1))
        tick()
        #expect(hasToast, sourceLocation: sourceLocation)
        wait(.milliseconds(1))
        tick()
        #expect(!hasToast, sourceLocation: sourceLocation)
    }
    var toastText: String? { model.toast?.text }
    /// What the Auth tab says above the login.
    var authNotes: [String] { model.currentRequest.map { RequestPane.authNotes(model, $0) } ?? [] }

    /// A private value that nobody asked to see.
    func learn(private value: String) {
        model.privates.learn([
            VariableUse(name: "key", value: value, source: .dotEnv(file: "/c/.env"), isSecret: true)
        ])
    }

    /// The focused pane.
    var focus: Pane { model.window.focus }

    /// True if a dialog, a list or a message covers the panes.
    var hasDialog: Bool { !model.overlays.isEmpty }

    var dialogCount: Int { model.overlays.count }

    var arrangement: Arrangement { model.window.arrangement }
    /// The size that the screen has.
    var layoutSize: Size { model.window.size }
    /// Where the panes are.
    var layout: PaneLayout { model.window.layout }
    /// What would be kept of the screen now.
    var memory: ScreenMemory { model.memory }
    /// As `--plain` makes it.
    var isPlain: Bool {
        get { model.isPlain }
        set {
            model.isPlain = newValue
            tick()
        }
    }

    var themeName: String { model.themes.choice }

    /// Whether exchanges are logged, as the configuration says.
    var isLogging: Bool {
        get { model.settings.isLogging }
        set { model.settings.isLogging = newValue }
    }

    func keys(of command: Command, in pane: Pane) -> [Key] { model.settings.keymap.row(command, in: pane)?.keys ?? [] }

    /// The keys that the dialog on top names in its frame, with their words.
    var dialogKeys: [(String, String)] { model.overlays.top?.keys ?? [] }

    /// The type of the dialog on top.
    var dialogKind: String? { model.overlays.top.map { String(describing: Swift.type(of: $0)) } }

    /// Whether private values are masked in the dialog on top.
    var isDialogVeiled: Bool { model.overlays.top?.isVeiled ?? false }

    /// Opens a dialog, as a key or an event of the program would.
    func show(_ dialog: any OverlayPart, whenFree: Bool = false) {
        if whenFree { model.overlays.showWhenFree(dialog) } else { model.overlays.show(dialog) }
        tick()
    }

    /// The cells within the border of what covers the panes.
    var dialogContent: Rect { model.overlays.top?.content(on: model.window.size) ?? Rect(model.window.size) }

    /// The text of the focused field; nil while keys are commands.
    var typed: String? {
        switch model.window.focus {
        case .collections: model.collections.filter?.text
        case .request: model.current?.pane.edit?.text
        case .response: model.response.search?.field?.text
        case .log: model.log.filter.field?.text
        case .history, .runs: nil
        }
    }

    /// True if the line of method and URL is selected instead of a row.
    var isTitleSelected: Bool { model.current?.pane.isTitleSelected == true }

    /// True if the palette would offer a command now.
    func offers(_ command: Command) -> Bool {
        model.paletteCommands.contains(command) && model.obstacle(to: command) == nil
    }

    // MARK: Files

    /// The text of a file as it would be saved now; empty without such a file.
    func text(of file: String = "orders.http") -> String {
        String(decoding: model.tree.files["/c/\(file)"]?.file.document.bytes ?? [], as: UTF8.self)
    }

    /// The names of the requests of a file, as other requests refer to them.
    func requestNames(of file: String) -> [String] {
        model.tree.files["/c/\(file)"]?.file.document.requests.map(\.id) ?? []
    }

    /// The paths of all files.
    var files: [String] { model.tree.filePaths }

    /// The paths of files with unsaved edits.
    var unsaved: [String] { model.tree.unsavedPaths }

    /// All rows of the tree, visible or not, indented by their depth.
    var treeRows: [String] {
        model.tree.rows.map { String(repeating: " ", count: $0.depth) + model.tree.name(of: $0) }
    }

    /// What would be kept if the program ended now.
    var recoveryCopies: [RecoveryCopy] { model.recoveryCopies() }

    /// True while an edit of a large file is in progress.
    var isEditingInBackground: Bool { model.files.largeEdits.isWaiting }

    /// Applies edits of large files at once, like those of small ones.
    func editAtOnce() { model.files.largeEdits.isOn = false }

    // MARK: Exchanges

    /// The id of the open request.
    var openID: OpenRequest.ID? { model.openRequests.currentID }

    /// The target of the open request, as written in its file.
    var openTarget: String? { model.currentRequest?.target }

    /// The number of requests whose state is remembered.
    var openCount: Int { model.openRequests.list.count }

    var inFlight: Set<ExchangeID> { Set(model.sending.inFlight.keys) }

    /// The name of the request that sent an exchange in flight.
    func sender(of id: ExchangeID) -> String? {
        model.sending.inFlight[id].flatMap(model.openRequest).flatMap { model.tree.request($0.key)?.id }
    }

    /// The exchange that the open request waits for, or whose response it shows.
    var shownExchange: ExchangeID? {
        model.response.inFlight?.id ?? model.response.shown?.exchange.id
    }

    /// The exchange whose response is visible.
    var shownResponse: ExchangeID? { model.response.shown?.exchange.id }

    /// True if requests wait for responses to others.
    var hasChain: Bool { !model.chains.isEmpty }

    /// True if checks wait for the end of their exchange.
    var awaitsChecks: Bool { !model.sending.checks.isEmpty }

    // MARK: Variables, cookies, cache

    /// Resolves the variables of the open request with this outcome, and selects the first row of the Vars tab.
    func lookUp(_ uses: [VariableUse], unresolved: [UnresolvedVariable] = []) {
        while tab != nil, tab != "Vars" { press("2", "]") }
        model.current?.pane.variables =
            unresolved.isEmpty ? .uses(uses) : .unresolved(unresolved, uses: uses)
        model.current?.pane.isTitleSelected = false
        model.current?.pane.selection = 0
    }

    /// True if typed values of variables could not be written and are kept for another try.
    var hasUnsavedVariables: Bool { model.current?.pane.unsavedVariables.isEmpty == false }

    /// The jar that the open collection uses in the chosen environment.
    var cookieScope: CookieScope { model.cookieScope }

    /// The cache browser, if it is on top.
    var cacheBrowser: CacheBrowser? { model.overlays.top as? CacheBrowser }

    /// The URLs that the cache browser lists.
    var cachedURLs: [String] { cacheBrowser?.groups(model.clock.now).map(\.key.text) ?? [] }

    /// The lines of the opened entry of the cache browser.
    var cachedLines: [String] { cacheBrowser?.openedLines(model.clock.now).map(\.string) ?? [] }

    // MARK: Comparing

    /// The first place where the model is not as another robot's, apart from the time, the sentence in the footer and what waits.
    func difference(from other: Robot) -> String? {
        let ignored: Set = [
            ".clock.now", ".clock.wakeAt", ".clock.lastInterrupt", ".toast", ".files.largeEdits", ".files.recovery",
            ".tree.revision",
        ]
        func first(_ a: Any, _ b: Any, _ path: String) -> String? {
            if ignored.contains(path) { return nil }
            if let a = a as? AnyHashable, let b = b as? AnyHashable { return a == b ? nil : path }
            let (mine, others) = (Mirror(reflecting: a).children, Mirror(reflecting: b).children)
            guard mine.count == others.count, !mine.isEmpty || "\(a)" == "\(b)" else { return path }
            for (mine, other) in zip(mine, others) {
                if mine.label != other.label { return path }
                if let place = first(mine.value, other.value, "\(path).\(mine.label ?? "")") { return place }
            }
            return nil
        }
        return first(model, other.model, "")
    }
}

extension Robot {
    /// The environments that are known, of all folders.
    var environmentNames: [String] { model.surroundings.environments.values.flatMap(\.names) }
}

extension Robot {
    /// Whether no reading of the whole collection is under way.
    var isRead: Bool { !model.files.disk.isLoading }
}

extension Robot {
    /// What is in the way of a command, as the palette says it; empty if nothing is.
    func obstacle(to command: Command) -> String { model.obstacle(to: command)?.clause ?? "" }

    /// What keys lead to: a row `keys -> sentence` for each row of a table, every time from the same state. The
    /// sentence is `nothing` where nothing is said.
    func sentences(_ table: String) -> String {
        FilledTable(table).filled { keys in
            let robot = copy()
            robot.model.toast = nil
            robot.strike(keys)
            return robot.toastText ?? "nothing"
        }
    }
}

/// Compares what keys lead to, each from the state that the robot is in, with a table of rows `keys -> sentence`.
func expectSentences(_ robot: Robot, _ table: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let got = robot.sentences(table)
    #expect(got == table, sourceLocation: sourceLocation)
}
