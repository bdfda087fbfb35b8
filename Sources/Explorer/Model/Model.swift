import HTTPFormat
import NetEngine
import TerminalUI
import Workspace

/// Everything the program knows. `update` alone changes it, views only read it; it holds no handle to the outside.
package struct Model: Sendable {
    package var size: Size
    /// What to open: a folder or a file, as the person wrote it.
    package var path: String
    package var environmentName: String?
    /// Variables that beat every other source: `base` of the demo.
    package var overrides: [String: String]
    package var glyphs: Glyphs

    package var tree = CollectionTree()
    /// The filter of the tree while it is typed.
    var filterField: TextField?
    /// In the order of their last use, the latest at the end.
    var openRequests: [OpenRequest] = []
    var currentID: OpenRequest.ID?
    /// Shown while no request is open.
    var noResponse = ResponsePaneState()
    var log = LogPaneState()

    var focus: Pane = .collections
    var isZoomed = false
    var adjustments = PaneLayout.Adjustments()
    var overlays = OverlayStack()
    var toast: Toast?

    /// By the folder of the request files they hold for.
    package var environments: [String: EnvironmentSet] = [:]
    /// Folders for whose private files an entry in a `.gitignore` was offered.
    var ignoreOffers: Set<String> = []
    var network: NetworkState = .unknown
    /// Whether the program found a place for its cache.
    package var hasCache = true
    /// How every send uses the cache; nil means as each request says.
    package var cacheMode: CacheMode?
    /// Of the person's zone, east is positive; for the clock times of the log.
    package var utcOffsetSeconds = 0
    /// Exchanges that were sent and are not over, with the request that they are of.
    var inFlight: [ExchangeID: OpenRequest.ID] = [:]
    /// Sends under way, the latest of an open request last.
    var chains: [SendChain] = []
    package var memory = ResponseMemory()
    /// What is hidden on the screen until it is asked for.
    package var privates = PrivateValues()
    /// What the cookie jars held when they were looked into last.
    var jars: [CookieScope: JarContents] = [:]
    /// Answers to prompts that hold until the program ends.
    var askedOnce: [String: String] = [:]
    /// The checks of exchanges that are not over.
    package var checks: [ExchangeID: [PreparedCheck]] = [:]
    /// Exchanges whose checks are being evaluated.
    var checking: Set<ExchangeID> = []
    /// Files that are being written.
    var saving: Set<String> = []
    var quitsAfterSaving = false
    var largeEdits = LargeEdits()
    package var disk = DiskState()
    /// Recovery copies that were restored and whose edits are neither saved nor dropped, by their files' paths.
    package var restored: [String: [String]] = [:]

    /// The latest moment told by an action.
    package var now = MonotonicTime(nanoseconds: 0)
    /// When Ctrl-C was pressed last.
    var lastInterrupt: MonotonicTime?
    /// The earliest wake asked for that has not come.
    var wakeAt: MonotonicTime?
    var lastTicket = 0

    /// Opened requests beyond this many are forgotten, oldest first, unless something of theirs is in flight.
    static let openLimit = 24

    package init(
        size: Size, path: String, environmentName: String? = nil, overrides: [String: String] = [:],
        glyphs: Glyphs = .unicode
    ) {
        self.size = size
        self.path = path
        self.environmentName = environmentName
        self.overrides = overrides
        self.glyphs = glyphs
    }

    var layout: PaneLayout {
        PaneLayout(size: size, focus: focus, isZoomed: isZoomed, adjustments: adjustments)
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
    func openRequest(_ id: OpenRequest.ID) -> OpenRequest? { openRequests.first { $0.id == id } }

    package var current: OpenRequest? {
        get { currentID.flatMap(openRequest) }
        set {
            guard let newValue, let place = openRequests.firstIndex(where: { $0.id == newValue.id }) else { return }
            openRequests[place] = newValue
        }
    }

    /// The request in the request pane, as it stands in its document.
    var currentRequest: SavedRequest? { current.flatMap { tree.request($0.key) } }

    /// The response pane of the open request.
    package var response: ResponsePaneState {
        get { current?.response ?? noResponse }
        set { if currentID != nil { current?.response = newValue } else { noResponse = newValue } }
    }

    /// Whether keys go to a text field or area of a pane (overlays are asked first).
    var isTyping: Bool {
        switch focus {
        case .collections: filterField != nil
        case .request: current?.pane.edit != nil
        case .response: response.isTyping
        case .log: false
        }
    }

    /// Whether keys go to text, in a pane or in an overlay.
    var isTextFocused: Bool { overlays.top?.isTyping ?? isTyping }

    var inFlightKeys: Set<RequestKey> { Set(inFlight.values.compactMap { openRequest($0)?.key }) }

    mutating func modify(_ id: OpenRequest.ID, _ change: (inout OpenRequest) -> Void) {
        guard let place = openRequests.firstIndex(where: { $0.id == id }) else { return }
        change(&openRequests[place])
    }

    mutating func nextTicket() -> Int {
        lastTicket += 1
        return lastTicket
    }

    // MARK: Saying something

    package mutating func say(_ text: String, _ kind: Toast.Kind = .info) {
        toast = Toast(text: text, kind: kind, until: now + (kind == .info ? .seconds(4) : .seconds(8)))
    }
}
