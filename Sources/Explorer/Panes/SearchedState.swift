import Bodies
import TerminalUI

/// The state of a pane that can be searched with `/`.
protocol SearchedState: Sendable {
    var search: PaneSearch? { get set }
    /// The search that runs in the background, perhaps for an earlier one than `search`.
    var searchJob: SearchJob.ID? { get set }

    /// Why there is nothing to be searched; nil if there is something.
    var searchRefusal: String? { get }
    func searchedLines(in size: Size) -> any LineSource
    var searchLook: PaneSearch.Look { get }
    /// What is at the top of the screen, or selected.
    func searchTop(in size: Size) -> TextPlace
    /// Remembers where the user is when a search begins; Esc goes back there.
    mutating func keepPlaceOfSearch()
    mutating func returnToPlaceOfSearch()
    /// Brings a hit into view.
    mutating func reveal(_ hit: TextRange, in size: Size)
}

extension SearchedState {
    var searchLook: PaneSearch.Look { PaneSearch.Look() }

    var canSearch: Bool { searchRefusal == nil }

    /// Whether keys go into the search field.
    var isTypingSearch: Bool { search?.isTyping ?? false }

    /// Those that mean something in the field.
    var searchKeys: [(String, String)] {
        [
            ("Enter", "find"), ("Up Down", "other matches"), ("^T", search?.isPattern == true ? "text" : "pattern"),
            ("Esc", "leave"),
        ]
    }

    /// Opens the field at the bottom of the pane.
    mutating func beginSearch(in size: Size) {
        guard canSearch else { return }
        search = PaneSearch(from: searchTop(in: size), isPattern: search?.isPattern ?? false)
        keepPlaceOfSearch()
    }

    /// Handles a key while the field is open. Enter keeps the search, Esc leaves it.
    mutating func handle(_ key: Key, in size: Size) {
        guard var search else { return }
        let before = search.current
        let outcome = search.handle(key, in: searchedLines(in: size))
        self.search = search
        searchChanged(outcome, from: before, in: size)
    }

    /// Puts pasted text into the open field.
    mutating func paste(_ text: String, in size: Size) {
        guard isTypingSearch, let outcome = search?.paste(text) else { return }
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
        let (before, source) = (search?.current, searchedLines(in: size))
        search?.step(forward: forward, in: source)
        searchChanged(.stepped, from: before, in: size)
    }

    private mutating func searchChanged(_ outcome: PaneSearch.Outcome, from hit: TextRange?, in size: Size) {
        switch outcome {
        case .nothing: break
        case .left:
            if search?.isTyping == true { returnToPlaceOfSearch() }
            search = nil
        case .changed:
            returnToPlaceOfSearch()
            startSearch(in: size)
        case .stepped: if search?.current != hit { revealHit(in: size) }
        }
    }

    // MARK: In the background

    /// Whether a search has something to be seen to by `searchEffects`.
    func wantsSearchTime(in size: Size) -> Bool {
        guard let search else { return searchJob != nil }
        return searchJob != search.job || (search.isRunning && search.job == nil)
            || search.isOutdated(in: searchedLines(in: size))
    }

    /// Brings the search up to what is shown now, and has what takes longer done in the background.
    /// - Parameter id: fresh.
    mutating func searchEffects(in size: Size, id: SearchJob.ID) -> [Effect] {
        if search != nil, search?.job == nil || search?.isStale == true {
            let source = searchedLines(in: size)
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
            effects.append(.search(SearchJob(id: id, run: run, source: searchedLines(in: size))))
        }
        return effects
    }

    /// Takes what was found in the background; of another search nothing changes.
    mutating func searched(_ id: SearchJob.ID, _ news: BodySearch, in size: Size) {
        guard searchJob == id, search?.job == id, search?.isStale == false else { return }
        let (before, source) = (search?.current, searchedLines(in: size))
        search?.take(news, in: source)
        if news.isComplete { searchJob = nil }
        if let search, search.current != before, !search.isQuiet { revealHit(in: size) }
    }

    private mutating func startSearch(in size: Size) {
        let source = searchedLines(in: size)
        let (look, top) = (searchLook, search?.isStale == true ? searchTop(in: size) : nil)
        search?.start(in: source, look, top: top)
        if search?.isQuiet == false { revealHit(in: size) }
    }

    private mutating func revealHit(in size: Size) {
        if let hit = search?.current { reveal(hit, in: size) }
    }
}
