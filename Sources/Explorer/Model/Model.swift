import HTTPFormat
import NetEngine
import TerminalUI
import Workspace

/// Everything the program knows. Only `update` changes it, views only read it; it holds no handle to anything outside.
package struct Model: Sendable {
    package var settings: SessionSettings
    package var window: Window
    package var clock = ModelClock()
    package var pictures = TerminalPictures()
    package var themes = Themes()

    package var tree = CollectionTree()
    var openRequests = OpenRequests()
    var panes = PaneStates()
    var overlays = OverlayStack()
    /// Indexes of descriptions.
    var searches = OperationSearches()
    var coverages = DescriptionCoverages()
    /// Descriptions that are not in the tree.
    var nearby = NearbyDescriptions()
    var toast: Toast?
    /// What was kept of the collection when the program ended last.
    var wanted: ScreenMemory?
    /// What the mouse moves.
    var drag: Drag?

    package var sending = Sending()
    /// Sends under way, the latest of an open request last.
    var chains: [SendChain] = []
    package var files = FileWork()
    var lastResults = LastResults()
    var surroundings = Surroundings()
    /// Masked on the screen until the user asks for them.
    package var privates = PrivateValues()

    package init(
        size: Size, path: String, environmentName: String? = nil, overrides: [String: String] = [:],
        glyphs: Glyphs = .unicode
    ) {
        settings = SessionSettings(
            path: path, environmentName: environmentName, overrides: overrides, terminalGlyphs: glyphs)
        window = Window(size: size)
    }
}

extension Model {
    /// Whether the screen is for who does not see it.
    package var isPlain: Bool {
        get { settings.isPlain }
        set { (settings.isPlain, window.isPlain) = (newValue, newValue) }
    }
}

/// A sentence in the footer for a few seconds.
package struct Toast: Sendable, Hashable {
    package enum Kind: Sendable, Hashable { case info, warning, failure }
    var text: String
    var kind: Kind
    var until: MonotonicTime
}

// MARK: The open request

extension Model {
    func openRequest(_ id: OpenRequest.ID) -> OpenRequest? { openRequests[id] }

    package var current: OpenRequest? {
        get { openRequests.current }
        set {
            openRequests.current = newValue
        }
    }

    /// The request in the request pane, as it is in its document.
    var currentRequest: SavedRequest? { current.flatMap { tree.request($0.key) } }

    mutating func modify(_ id: OpenRequest.ID, _ change: (inout OpenRequest) -> Void) {
        openRequests.modify(id, change)
    }

    var inFlightKeys: Set<RequestKey> {
        Set(sending.inFlight.values.compactMap { openRequests[$0]?.key })
    }

    // MARK: Messages

    package mutating func say(_ text: String, _ kind: Toast.Kind = .info) {
        // A long sentence stays for as long as it takes to read: some 20 characters a second.
        let seconds = max(kind == .info ? 4 : 8, text.utf8.count / 20)
        toast = Toast(text: text, kind: kind, until: clock.now + .seconds(min(seconds, 30)))
    }
}

extension Model {
    /// The key of a command in a pane, for a sentence.
    func keyName(_ command: Command, in pane: Pane = .request) -> String { settings.keymap.label(command, in: pane) }

    /// Whether a key means that command in the focused pane. The key that opened an overlay closes it.
    func isKey(_ key: Key, of command: Command) -> Bool {
        settings.keymap.command(for: key, in: .pane(window.focus)) == command
    }
}
