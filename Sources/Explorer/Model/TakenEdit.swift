import HTTPFormat
import Workspace

/// What an edit was about that was taken back, or made again.
enum TakenEdit {
    case changed(RequestKey)
    /// A request is there again.
    case returned(RequestKey)
    /// A request is no longer there; `above` is what was above it.
    case gone(RequestKey, SavedRequest, above: RequestKey?)
    /// A request has another place in its file.
    case moved(RequestKey)
    /// The order, or what is outside of all requests.
    case file

    /// - Parameter open: the request in view, which is meant where either of two may have been moved past the other.
    init(from old: FileState, to new: FileState, open: RequestKey? = nil) {
        if let place = new.ids.indices.first(where: { old.index(of: new.ids[$0]) == nil }), let key = new.key(place) {
            self = .returned(key)
        } else if let place = old.ids.indices.first(where: { new.index(of: old.ids[$0]) == nil }) {
            let above = old.ids[..<place].last { new.index(of: $0) != nil }
            let key = above.flatMap { new.index(of: $0) }.flatMap(new.key) ?? new.key(0)
            self = .gone(
                RequestKey(file: old.file.path, id: old.ids[place]), old.requests[place], above: key)
        } else if let key = Self.moved(from: old, to: new, open: open) {
            // The lines at the ends of the file may change with it.
            self = .moved(key)
        } else {
            let changed = new.ids.indices.first { place in
                guard let before = old.index(of: new.ids[place]) else { return false }
                return old.text(of: before) != new.text(of: place)
            }
            self = changed.flatMap(new.key).map { .changed($0) } ?? .file
        }
    }

    /// The request whose move makes one order the other; both have the same requests.
    private static func moved(from old: FileState, to new: FileState, open: RequestKey?) -> RequestKey? {
        let places = new.ids.indices.filter { old.ids.indices.contains($0) && old.ids[$0] != new.ids[$0] }
        guard let first = places.first, let last = places.last else { return nil }
        let isDown = old.ids[first] == new.ids[last]
        let isUp = old.ids[last] == new.ids[first]
        if isDown, isUp, new.ids[last] != open?.id { return new.key(first) }
        return new.key(isDown ? last : first)
    }

    /// Where the user sees what became of it.
    /// - Parameter open: the request that was in view before. While it is there, one that is gone leaves the view where it is.
    func place(from open: RequestKey?) -> RequestKey? {
        switch self {
        case .changed(let key), .returned(let key), .moved(let key): key
        case .gone(let key, _, let above): key == open ? above : nil
        case .file: nil
        }
    }

    /// - Parameter again: whether the edit was made again.
    func sentence(of state: FileState, again: Bool) -> String {
        let end = again ? "is made again." : "is taken back."
        switch self {
        case .changed(let key): return "The edit of \(Self.name(key, state)) \(end)"
        case .returned(let key): return "\(Self.name(key, state)) is there again."
        case .gone(_, let request, _): return "\(Self.name(request)) is gone again."
        case .moved(let key): return "The move of \(Self.name(key, state)) \(end)"
        case .file: return "The edit of \(state.file.relativePath) \(end)"
        }
    }

    private static func name(_ key: RequestKey, _ state: FileState) -> String {
        guard let place = state.index(of: key.id) else { return state.file.relativePath }
        return name(state.requests[place])
    }

    /// With the method once: the title of a pasted request begins with it.
    private static func name(_ request: SavedRequest) -> String {
        let label = request.label
        return label.hasPrefix("\(request.method) ") ? label : "\(request.method) \(label)"
    }
}

extension FileState {
    fileprivate func text(of place: Int) -> String { file.document.text(ofLines: requests[place].lines) }
}
