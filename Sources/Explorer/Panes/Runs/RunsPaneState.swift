import NetEngine
import Runs
import TerminalUI
import Workspace

/// What the pane keeps: the list of recorded runs, and the run in view.
struct RunsPaneState: PaneState {
    /// The run of this screen that is under way, or was the last.
    private(set) var live: LiveRun?
    /// Recorded runs, the newest first.
    private(set) var entries: [RunEntry] = []
    /// Why they cannot be read.
    private(set) var problem: String?
    private(set) var hasRead = false
    /// Whether the list is to be read (again).
    var isStale = true
    /// A replay that is being planned.
    var planning: ReplayJob?
    /// The run that another one is compared with.
    var marked: RunEntry?
    /// A comparison that is being made.
    var comparing: RunPair?
    /// The run or the exchange that is being read; anything else that comes is dropped.
    var reading: Int?

    /// A run in view; nil while the list is.
    private(set) var view: View?
    private var list = ListSelection()
    private var results = ListSelection()
    /// Of the run in view.
    private var runRows = RunRows()
    /// What the visible rows of requests say of latencies, by the index of the request and the number of its results.
    private(set) var figures: [Int: (count: Int, text: String)] = [:]

    var rows: [RunRow] { runRows.rows }

    enum View: Sendable {
        case live
        case recorded(RunEntry, RunAccount)
    }

    /// A row of the list.
    enum Entry: Sendable {
        /// The run of this screen, as far as it is not among the recorded ones.
        case live(LiveRun)
        case recorded(RunEntry)

        var key: String {
            switch self {
            case .live(let run): run.key
            case .recorded(let entry): entry.key
            }
        }
    }

    // MARK: The list

    private var showsLive: Bool {
        isSending || live.map { live in !entries.contains { $0.key == live.key } } ?? false
    }

    var listed: [Entry] {
        guard showsLive, let live else { return entries.map { .recorded($0) } }
        return [.live(live)] + entries.filter { $0.key != live.key }.map { .recorded($0) }
    }

    var selectedEntry: Entry? {
        let listed = listed
        return view == nil && listed.indices.contains(list.index) ? listed[list.index] : nil
    }

    /// The recorded run that the selection means, or that is in view.
    var meantEntry: RunEntry? {
        switch (view, selectedEntry) {
        case (.recorded(let entry, _)?, _), (nil, .recorded(let entry)?): return entry
        case (.live?, _), (nil, .live?): return entries.first { $0.key == live?.key }
        case (nil, nil): return nil
        }
    }

    /// Keeps the selected run selected when runs are added before it or removed, unless it is the first.
    private mutating func changeList(_ change: (inout RunsPaneState) -> Void) {
        let before = listed
        let selected = list.index > 0 && before.indices.contains(list.index) ? before[list.index].key : nil
        change(&self)
        if let selected { list.follow(to: listed.firstIndex { $0.key == selected }) }
    }

    mutating func take(_ outcome: Result<[RunEntry], RunStoreError>) { changeList { $0.takeRead(outcome) } }

    private mutating func takeRead(_ outcome: Result<[RunEntry], RunStoreError>) {
        hasRead = true
        switch outcome {
        case .success(let read):
            let gone = Set(entries.map(\.key)).subtracting(read.map(\.key))
            (entries, problem) = (read, nil)
            if let live, live.isOver, gone.contains(live.key) {
                self.live = nil
                if case .live? = view { showList() }
            }
            if case .recorded(let entry, let account)? = view {
                if let new = read.first(where: { $0.key == entry.key }) {
                    view = .recorded(new, account)
                } else if gone.contains(entry.key) {
                    showList()
                }
            }
        case .failure(let error): problem = error.sentence
        }
    }

    // MARK: The run of this screen

    mutating func begin(_ run: LiveRun) {
        changeList { $0.live = run }
        show(.live)
        // The list has it from now on.
        isStale = true
    }

    /// Whether a run of this screen sends requests.
    var isSending: Bool { live.map { !$0.isOver } ?? false }
    /// Whether it does, or is being planned.
    var isUnderWay: Bool { planning != nil || isSending }
    /// Whether it is the run of this screen, going on or over.
    func isOwn(_ account: RunAccount) -> Bool { account.head.id == live?.key }
    /// Whether Esc cancels it: not while a recorded run is in view, which Esc leaves.
    var escCancels: Bool {
        if case .recorded? = view { return false }
        return planning != nil || isSending && live?.isStopping == false
    }

    mutating func take(_ id: ReplayJob.ID, _ news: ReplayNews) {
        guard live?.id == id else { return }
        live?.take(news)
        if news.end != nil { isStale = true }
        if case .live? = view { settleRows() }
    }

    mutating func stopLive() { live?.stop() }

    // MARK: The run in view

    var account: RunAccount? {
        switch view {
        case .live?: live?.account
        case .recorded(_, let account)?: account
        case nil: nil
        }
    }

    mutating func show(_ view: View) {
        self.view = view
        reading = nil
        results = ListSelection()
        runRows = RunRows()
        figures = [:]
        settleRows()
    }

    mutating func showList() {
        view = nil
        reading = nil
        runRows = RunRows()
    }

    /// Keeps the selected row where rows come before it, unless it is the first.
    private mutating func settleRows() {
        let selected = rows.indices.contains(results.index) && results.index > 0 ? rows[results.index] : nil
        guard let account else { return }
        var running: [Int: Int] = [:]
        if case .live? = view, let live { running = live.running }
        runRows.update(account, running: running)
        if let selected { results.follow(to: rows.firstIndex(of: selected)) }
    }

    var selectedRow: RunRow? { view != nil && rows.indices.contains(results.index) ? rows[results.index] : nil }

    // MARK: Moving

    var count: Int { view == nil ? listed.count : rows.count }
    var selection: ListSelection { view == nil ? list : results }

    mutating func changeSelection(_ change: (inout ListSelection, _ count: Int) -> Void) {
        let count = count
        if view == nil { change(&list, count) } else { change(&results, count) }
    }

    mutating func settle(height: Int) {
        changeSelection { $0.settle($1, in: max(1, height)) }
        guard let account else { return }
        for row in rows.dropFirst(selection.top).prefix(max(1, height)) {
            guard case .request(let index) = row, account.requests.indices.contains(index) else { continue }
            let request = account.requests[index]
            guard figures[index]?.count != request.totals.count else { continue }
            figures[index] = (request.totals.count, RunWords.latency(request.latency))
        }
    }
}

extension Model {
    var runs: RunsPaneState {
        get { panes[RunsPaneState.self] }
        _modify { yield &panes[RunsPaneState.self] }
    }
}
