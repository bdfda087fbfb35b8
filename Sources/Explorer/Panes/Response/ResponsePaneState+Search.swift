import Base
import TerminalUI

/// The search in the tab in view: what is typed, what was found, which hit is the current one.
struct ResponseSearch: Sendable {
    /// While it is typed.
    var field: TextField?
    /// Where the reader stood when the search began; hits are looked for from there.
    var origin: ScrollPosition
    fileprivate(set) var run: BodySearch?
    /// The current hit's number among `run.hits`.
    fileprivate(set) var current: Int?
    /// Whether the last step went past an end of the body and on at the other.
    fileprivate(set) var hasWrapped = false
    /// Whether to jump to the first hit at or after the origin as soon as there is one.
    fileprivate var seeksOrigin = true
    /// Whether `next` waits for a further hit.
    fileprivate var seeksNext = false

    init(from origin: ScrollPosition) {
        field = TextField()
        self.origin = origin
    }

    var query: String { field?.text ?? run?.needle.text ?? "" }

    var currentHit: BodySearch.Hit? {
        guard let run, let current, run.hits.indices.contains(current) else { return nil }
        return run.hits[current]
    }

    /// Starts again with the same words: the lines to search in are different.
    mutating func restart() {
        run = run.map { BodySearch($0.needle) }
        current = nil
        seeksOrigin = run != nil
        seeksNext = false
        hasWrapped = false
    }

    fileprivate mutating func setNeedle(_ text: String) {
        guard text != run?.needle.text else { return }
        run = SearchNeedle(text).map { BodySearch($0) }
        current = nil
        seeksOrigin = run != nil
        seeksNext = false
        hasWrapped = false
    }
}

extension ResponsePaneState {
    /// Bytes searched while a key is handled, and at each further step.
    static let searchStep = 1 << 20

    /// Whether keys go into the search field.
    var isTyping: Bool { search?.field != nil }

    /// Whether a search has more to look through: call `advanceSearch` soon (some milliseconds), until this is false.
    var wantsSearchTime: Bool { search?.run.map { !$0.isComplete } ?? false }

    /// Opens the field at the bottom of the pane.
    mutating func beginSearch() {
        guard shown != nil else { return }
        var begun = ResponseSearch(from: scroll)
        begun.field?.set("")
        search = begun
    }

    /// Takes a key while the field is open. Enter keeps the search, Esc leaves it.
    package mutating func handle(_ key: Key, in size: Size) {
        guard search?.field != nil else { return }
        switch key {
        case .escape:
            if let origin = search?.origin { scroll = origin }
            search = nil
        case .enter:
            search?.field = nil
            if search?.run == nil { search = nil }
        case .up: stepSearch(forward: false, in: size)
        case .down: stepSearch(forward: true, in: size)
        default:
            guard search?.field?.handle(key) == true else { return }
            needleChanged(in: size)
        }
    }

    /// Puts pasted text into the open field.
    package mutating func paste(_ text: String, in size: Size) {
        guard search?.field != nil else { return }
        search?.field?.paste(text)
        needleChanged(in: size)
    }

    /// Drops the search and its marks; false when there is none.
    mutating func leaveSearch() -> Bool {
        guard search != nil else { return false }
        search = nil
        return true
    }

    /// Looks through some more of the body: a step takes a few milliseconds.
    mutating func advanceSearch(in size: Size, budget: Int = searchStep) {
        guard var search, var run = search.run, !run.isComplete else { return }
        let source = viewport(in: size).source
        // No second owner while it grows.
        search.run = nil
        run.advance(in: source, budget: budget)
        search.run = run
        if search.seeksOrigin, search.current == nil {
            let origin = search.origin
            let place = run.hits.partitioningIndex { source.place(of: $0).line >= origin.line }
            search.current = place < run.hits.count ? place : nil
            if search.current == nil, run.isComplete, !run.hits.isEmpty {
                search.current = 0
                search.hasWrapped = true
            }
            if search.current != nil {
                search.seeksOrigin = false
                self.search = search
                return revealHit(in: size)
            }
        } else if search.seeksNext, let current = search.current {
            if current + 1 < run.hits.count {
                search.current = current + 1
                search.seeksNext = false
            } else if run.isComplete {
                search.current = 0
                search.seeksNext = false
                search.hasWrapped = true
            }
            self.search = search
            return revealHit(in: size)
        }
        self.search = search
    }

    /// Goes to the next or the previous hit; past the last one it goes on at the other end.
    mutating func stepSearch(forward: Bool, in size: Size) {
        guard let run = search?.run, !run.hits.isEmpty else { return }
        let current = search?.current ?? (forward ? -1 : run.hits.count)
        search?.hasWrapped = false
        if forward {
            if current + 1 < run.hits.count {
                search?.current = current + 1
            } else if run.isComplete {
                search?.current = 0
                search?.hasWrapped = true
            } else {
                search?.seeksNext = true
                return advanceSearch(in: size)
            }
        } else if current > 0 {
            search?.current = current - 1
        } else if run.isComplete {
            search?.current = run.hits.count - 1
            search?.hasWrapped = true
        }
        revealHit(in: size)
    }

    private mutating func needleChanged(in size: Size) {
        guard let text = search?.field?.text else { return }
        search?.setNeedle(text)
        if let origin = search?.origin { scroll = origin }
        advanceSearch(in: size)
    }

    private mutating func revealHit(in size: Size) {
        guard let search, let hit = search.currentHit else { return }
        let window = viewport(in: size)
        let place = window.source.place(of: hit)
        let width = search.run?.needle.bytes.count ?? 1
        scroll = window.revealing(line: place.line, column: place.column, width: width, from: scroll)
        cursors[shownTab] = Place(line: place.line, column: wrapsShownTab ? place.column : 0)
    }
}
