import Base
import Bodies
import TerminalUI

extension ResponsePaneState {
    /// Whether keys go into the search field.
    var isTyping: Bool { search?.isTyping ?? false }

    /// Opens the field at the bottom of the pane.
    mutating func beginSearch(in size: Size) {
        guard shown != nil else { return }
        search = PaneSearch(from: topPlace(in: size), isPattern: search?.isPattern ?? false)
        searchOrigin = scroll
    }

    /// Handles a key while the field is open. Enter keeps the search, Esc leaves it.
    package mutating func handle(_ key: Key, in size: Size) {
        guard var search else { return }
        let before = search.current
        let outcome = search.handle(key, in: viewport(in: size).source)
        self.search = search
        searchChanged(outcome, from: before, in: size)
    }

    /// Puts pasted text into the open field.
    package mutating func paste(_ text: String, in size: Size) {
        guard isTyping, let outcome = search?.paste(text) else { return }
        searchChanged(outcome, from: search?.current, in: size)
    }

    /// Drops the search and its marks; false when there is none.
    mutating func leaveSearch() -> Bool {
        guard search != nil else { return false }
        search = nil
        return true
    }

    /// Goes to the next or the previous hit.
    mutating func stepSearch(forward: Bool, in size: Size) {
        let (before, source) = (search?.current, viewport(in: size).source)
        search?.step(forward: forward, in: source)
        searchChanged(.stepped, from: before, in: size)
    }

    private mutating func searchChanged(_ outcome: PaneSearch.Outcome, from hit: TextRange?, in size: Size) {
        switch outcome {
        case .nothing: break
        case .left:
            if search?.isTyping == true { scroll = searchOrigin }
            search = nil
        case .changed:
            scroll = searchOrigin
            startSearch(in: size)
        case .stepped: if search?.current != hit { revealHit(in: size) }
        }
    }

    // MARK: In the background

    /// Whether a search has something to be seen to by `searchEffects`.
    func wantsSearchTime(in size: Size) -> Bool {
        guard let search else { return searchJob != nil }
        return searchJob != search.job || (search.isRunning && search.job == nil)
            || search.isOutdated(in: viewport(in: size).source)
    }

    /// Brings the search up to what is shown now, and has what takes longer done in the background.
    /// - Parameter id: fresh.
    mutating func searchEffects(in size: Size, id: SearchJob.ID) -> [Effect] {
        if search != nil, search?.job == nil || search?.isStale == true {
            let source = viewport(in: size).source
            if search?.goOn(in: source) == false { startSearch(in: size) }
        }
        var effects: [Effect] = []
        if let job = searchJob, job != search?.job {
            effects.append(.stopSearch(job))
            searchJob = nil
        }
        if searchJob == nil, let run = search?.run, !run.isComplete {
            search?.job = id
            searchJob = id
            effects.append(.search(SearchJob(id: id, run: run, source: viewport(in: size).source)))
        }
        return effects
    }

    /// Takes what was found in the background; of another search nothing changes.
    mutating func searched(_ id: SearchJob.ID, _ news: BodySearch, in size: Size) {
        guard searchJob == id, search?.job == id, search?.isStale == false else { return }
        let (before, source) = (search?.current, viewport(in: size).source)
        search?.take(news, in: source)
        if news.isComplete { searchJob = nil }
        if let search, search.current != before, !search.isQuiet { revealHit(in: size) }
    }

    private mutating func startSearch(in size: Size) {
        let source = viewport(in: size).source
        let isBody = shownTab == .body && bodyMode != .hex && !showsErrorView
        let isJSON = isBody && (shownBody?.kind == .json || shownBody?.kind == .jsonLines)
        let look = PaneSearch.Look(isJSON: isJSON, isLaidOut: bodyMode == .pretty)
        let top = search?.isStale == true ? topPlace(in: size) : nil
        search?.start(in: source, look, top: top)
        if search?.isQuiet == false { revealHit(in: size) }
    }

    /// What is at the top of the screen.
    private func topPlace(in size: Size) -> TextPlace {
        let window = viewport(in: size)
        let shown = window.rows(from: window.clamped(scroll)).lazy.map {
            window.source.bytes(ofLine: $0.line, columns: $0.columns)
        }
        return shown.first { !$0.bytes.isEmpty }?.start ?? TextPlace()
    }

    private mutating func revealHit(in size: Size) {
        guard let hit = search?.current else { return }
        let place = viewport(in: size).source.place(of: hit.start)
        unfold(line: place.line)
        let window = viewport(in: size)
        let width = window.source.columns(of: hit, inLine: place.line).first?.count ?? 1
        scroll = window.revealing(line: place.line, column: place.column, width: width, from: scroll)
        cursors[shownTab] = Place(line: place.line, column: wrapsShownTab ? place.column : 0)
    }
}
