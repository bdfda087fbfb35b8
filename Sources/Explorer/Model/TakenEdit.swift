import HTTPFormat
import Workspace

/// What an edit was about that was taken back, or made again.
enum TakenEdit {
    case changed(RequestKey)
    /// A request is there again.
    case returned(RequestKey)
    /// A request is no longer there; `above` is what was above it.
    case gone(RequestKey, SavedRequest, above: RequestKey?)
    /// The order, or what is outside of all requests.
    case file

    init(from old: FileState, to new: FileState) {
        if let place = new.ids.indices.first(where: { old.index(of: new.ids[$0]) == nil }), let key = new.key(place) {
            self = .returned(key)
        } else if let place = old.ids.indices.first(where: { new.index(of: old.ids[$0]) == nil }) {
            let above = old.ids[..<place].last { new.index(of: $0) != nil }
            let key = above.flatMap { new.index(of: $0) }.flatMap(new.key) ?? new.key(0)
            self = .gone(
                RequestKey(file: old.file.path, id: old.ids[place]), old.requests[place], above: key)
        } else {
            let changed = new.ids.indices.first { place in
                guard let before = old.index(of: new.ids[place]) else { return false }
                return old.text(of: before) != new.text(of: place)
            }
            self = changed.flatMap(new.key).map { .changed($0) } ?? .file
        }
    }

    /// Where the user sees what became of it.
    /// - Parameter open: the request that was in view before. While it is there, one that is gone leaves the view where it is.
    func place(from open: RequestKey?) -> RequestKey? {
        switch self {
        case .changed(let key), .returned(let key): key
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
        case .gone(_, let request, _): return "\(request.method) \(request.label) is gone again."
        case .file: return "The edit of \(state.file.relativePath) \(end)"
        }
    }

    private static func name(_ key: RequestKey, _ state: FileState) -> String {
        guard let place = state.index(of: key.id) else { return state.file.relativePath }
        return "\(state.requests[place].method) \(state.requests[place].label)"
    }
}

extension FileState {
    fileprivate func text(of place: Int) -> String { file.document.text(ofLines: requests[place].lines) }
}
