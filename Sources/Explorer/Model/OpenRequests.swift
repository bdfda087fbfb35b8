import HTTPFormat
import NetEngine
import Workspace

/// The requests that were opened, in the order of their last use, the latest at the end.
struct OpenRequests: Sendable {
    private(set) var list: [OpenRequest] = []
    /// The one in the request pane.
    var currentID: OpenRequest.ID?
    /// What panes show while no request is open.
    private var noPanes = PaneStates()

    /// More than this many are not remembered.
    private static let limit = 24

    subscript(id: OpenRequest.ID) -> OpenRequest? { list.first { $0.id == id } }
    subscript(key: RequestKey) -> OpenRequest? { list.first { $0.key == key } }

    var current: OpenRequest? {
        get { currentID.flatMap { self[$0] } }
        set { if let newValue { modify(newValue.id) { $0 = newValue } } }
    }

    /// What panes keep of the current request.
    var panes: PaneStates {
        get { current?.panes ?? noPanes }
        _modify {
            if let place = list.firstIndex(where: { $0.id == currentID }) {
                yield &list[place].panes
            } else {
                yield &noPanes
            }
        }
    }

    mutating func modify(_ id: OpenRequest.ID, _ change: (inout OpenRequest) -> Void) {
        guard let place = list.firstIndex(where: { $0.id == id }) else { return }
        change(&list[place])
    }

    mutating func modifyAll(_ change: (inout OpenRequest) -> Void) {
        for place in list.indices { change(&list[place]) }
    }

    /// Changes what panes keep of all requests, also what they show while none is open.
    mutating func modifyPanes(_ change: (inout PaneStates) -> Void) {
        modifyAll { change(&$0.panes) }
        change(&noPanes)
    }

    // MARK: Opening and forgetting

    /// Makes an open request the current one.
    mutating func bring(_ id: OpenRequest.ID) {
        guard let place = list.firstIndex(where: { $0.id == id }) else { return }
        list.append(list.remove(at: place))
        currentID = id
    }

    /// Adds a request as the current one. Beyond the limit the oldest is forgotten, unless it is busy.
    mutating func add(_ opened: OpenRequest, isBusy: (OpenRequest.ID) -> Bool) {
        list.append(opened)
        currentID = opened.id
        guard list.count > Self.limit else { return }
        if let place = list.firstIndex(where: { !isBusy($0.id) && $0.id != currentID }) {
            list.remove(at: place)
        }
    }

    /// Adds a request behind the current one.
    mutating func addBehind(_ opened: OpenRequest) { list.insert(opened, at: max(0, list.count - 1)) }

    /// Forgets requests. If the current one is among them, the one used before it takes its place.
    mutating func remove(where isGone: (OpenRequest) -> Bool) {
        list.removeAll(where: isGone)
        if current == nil { currentID = currentID.flatMap { _ in list.last?.id } }
    }

    // MARK: Requests that go to another file

    mutating func moved(_ key: RequestKey, to new: RequestKey) {
        modifyAll { if $0.key == key { $0.key = new } }
    }

    mutating func renamed(file old: String, to new: String) {
        modifyAll { if $0.key.file == old { $0.key.file = new } }
    }
}

/// A request that was opened: it keeps its place, what is typed, and its response while others are in view.
package struct OpenRequest: Sendable {
    package struct ID: Sendable, Hashable { package let rawValue: Int }

    let id: ID
    var key: RequestKey
    /// What panes keep of it.
    var panes = PaneStates()
    /// The exchange that the response pane shows, in flight or over; events of any other do not touch it.
    var exchange: ExchangeID?
    /// The ticket of a send that is being resolved.
    var sendTicket: Int?
    /// The ticket of the last job that looks up variables.
    var showTicket: Int?
    /// Shown only because it is selected in the tree: the next one that is selected takes its place.
    var isPreview = false
}
