import Base
import Bodies
import NetEngine
import TerminalUI
import Workspace

/// A part of the shown body, chosen while it is typed: JSONPath, XPath, or a `|command`.
struct FilterView: OverlayPart, SearchedState {
    /// Filters that were used before, by request.
    struct History: PaneState {
        fileprivate static let limit = 50
        fileprivate var texts: [OpenRequest.ID?: [String]] = [:]
    }

    private let exchange: Exchange
    private let owner: OpenRequest.ID?
    private var field = TextField()
    private var state: FilterState
    private var isEditing = true
    /// What was used before, the newest first, and how far back in it the field is.
    private var past: [String]
    private var back = 0
    private var document: BodyDocument?
    private var scroll = ScrollPosition()
    private var page = Size(columns: 1, rows: 1)
    var search: PaneSearch?
    var searchJob: SearchJob.ID?
    private var searchOrigin = ScrollPosition()

    static func open(on model: inout Model) -> [Effect] {
        guard let shown = model.response.inView, let response = shown.exchange.response, !response.content.isEmpty
        else {
            let kept = model.response.exportedExchange?.response?.keptSentence
            model.say(kept ?? model.response.reasonForNone("Only a response with a body can be filtered."))
            return []
        }
        let state = FilterState(language: language(of: response), byteCount: response.content.count)
        let owner = model.openRequests.currentID
        let past = model.panes[History.self].texts[owner] ?? []
        model.overlays.show(FilterView(exchange: shown.exchange, owner: owner, state: state, past: past))
        return []
    }

    private init(exchange: Exchange, owner: OpenRequest.ID?, state: FilterState, past: [String]) {
        self.past = past
        self.exchange = exchange
        self.owner = owner
        self.state = state
        field.placeholder =
            switch state.language {
            case .jsonPath: "$.path or |command"
            case .xPath: "/path or |command"
            case .none, .cut: "|command"
            }
    }

    private static func language(of response: Response) -> BodyFilter.Language {
        guard response.isBodyKept else { return .cut }
        let type = ContentType(response.headers["Content-Type"] ?? "")
        if type.isJSON { return .jsonPath }
        switch response.content.bytes(in: 0..<1024).first(where: { !JSONText.isSpace($0) }) {
        case UInt8(ascii: "{"), UInt8(ascii: "["): return type.isJSONLines ? .none : .jsonPath
        case UInt8(ascii: "<"): return .xPath
        default: return .none
        }
    }

    // MARK: Results

    mutating func take(_ id: Int, _ outcome: Result<FilteredBody, BodyFilter.Failure>, after time: Duration) {
        state.finished(id, outcome, after: time)
        guard let shown = state.shown else {
            document = nil
            return
        }
        guard shown.text == state.text, !state.isOutdated else { return }
        document = BodyDocument(bytes: shown.body.bytes, contentType: shown.body.contentType)
        scroll = ScrollPosition()
        search?.restart()
    }

    // MARK: Keys

    var isTyping: Bool { isEditing || isTypingSearch }
    var title: SafeText { "Filter" }

    var keys: [(String, String)] {
        if state.running?.isFinal == true { return [("Esc", "stop")] }
        if isTypingSearch { return searchKeys.filter { $0.0 != "Up Down" } }
        guard isEditing else {
            let result = canSearch ? [("/", "search"), ("y", "copy"), ("W", "write")] : []
            let steps = search == nil ? [] : [("n N", "matches")]
            return (canScroll ? [("j k", "scroll")] : []) + result + steps
                + [("f", "change the filter"), ("Esc", search == nil ? "close" : "leave the search")]
        }
        return (state.isReady ? [("Enter", "apply to all")] : [])
            + (past.isEmpty ? [] : [("Up Down", "earlier filters")])
            + [("Esc", "close")]
    }

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        if let running = state.running, running.isFinal {
            guard key == .escape else { return [] }
            state.stop()
            isEditing = true
            return [.stopFilter(running.id)]
        }
        if isTypingSearch {
            handle(key, in: page)
        } else {
            let effects = isEditing ? type(key, on: &model) : browse(key, on: &model)
            return effects + searchOn(&model)
        }
        return searchOn(&model)
    }

    private mutating func type(_ key: Key, on model: inout Model) -> [Effect] {
        switch key {
        case .escape:
            model.overlays.close()
            return state.running.map { [.stopFilter($0.id)] } ?? []
        case .enter:
            let stopped = state.running.map { [Effect.stopFilter($0.id)] } ?? []
            guard let run = state.enter(id: model.clock.nextTicket()) else { return stopped }
            remember(run.text, on: &model)
            isEditing = false
            return stopped + [.filter(run, exchange)]
        case .up: recall(1)
        case .down: recall(-1)
        default: guard field.handle(key) else { return [] }
        }
        return changed(on: &model)
    }

    /// Scrolls the result, even while Up and Down belong to the field.
    mutating func scroll(by rows: Int, on model: inout Model) -> [Effect] {
        scroll = viewport.moved(scroll, by: rows)
        return []
    }

    mutating func paste(_ text: String, on model: inout Model) -> [Effect] {
        if isTypingSearch {
            paste(text, in: page)
            return searchOn(&model)
        }
        guard isEditing else { return [] }
        field.paste(text)
        return changed(on: &model)
    }

    private mutating func browse(_ key: Key, on model: inout Model) -> [Effect] {
        if let step = model.scrollStep(key, page: page.rows, count: viewport.source.lineCount) {
            scroll = viewport.moved(scroll, by: step)
            return []
        }
        switch key {
        case .escape, "q": if !leaveSearch() { model.overlays.close() }
        case "f", "e": isEditing = true
        case "/": beginSearch(in: page)
        case "n", "N": stepSearch(forward: key == "n", in: page)
        case "y": return result.map { [.copy(CopyJob("The filtered body", BodyBytes($0.bytes)))] } ?? []
        case "W": if let result { BodySaver.open(result, on: &model) }
        default: break
        }
        return []
    }

    private mutating func changed(on model: inout Model) -> [Effect] {
        guard field.text != state.text else { return [] }
        // The run that is under way looks for what is not wanted any more.
        let stopped = state.running.map { [Effect.stopFilter($0.id)] } ?? []
        state.typed(field.text, at: model.clock.now)
        if state.shown == nil { document = nil }
        return stopped + start(on: &model)
    }

    mutating func tick(_ model: inout Model) -> [Effect] { start(on: &model) + searchOn(&model) }

    /// Starts what is due.
    private mutating func start(on model: inout Model) -> [Effect] {
        state.start(id: model.clock.nextTicket(), at: model.clock.now).map { [.filter($0, exchange)] } ?? []
    }

    func wake(at now: MonotonicTime) -> MonotonicTime? { wantsSearchTime(in: page) ? now : state.due }

    // MARK: The result

    /// What can be taken out: all that the filter in the field selected.
    private var result: FilteredBody? {
        guard let shown = state.shown, !state.isOutdated, shown.body.sampledBytes == nil else { return nil }
        return shown.body
    }

    var searchRefusal: String? { result == nil ? "There is nothing to search yet." : nil }
    func searchedLines(in size: Size) -> any LineSource { viewport.source }
    var searchLook: PaneSearch.Look {
        let isJSON = document?.kind == .json || document?.kind == .jsonLines
        return PaneSearch.Look(isJSON: isJSON, isLaidOut: isJSON)
    }
    func searchTop(in size: Size) -> TextPlace { viewport.topPlace(scroll) }
    mutating func keepPlaceOfSearch() { searchOrigin = scroll }
    mutating func returnToPlaceOfSearch() { scroll = searchOrigin }
    mutating func reveal(_ hit: TextRange, in size: Size) { scroll = viewport.revealing(hit, from: scroll) }

    private mutating func searchOn(_ model: inout Model) -> [Effect] {
        wantsSearchTime(in: page) ? searchEffects(in: page, id: model.clock.nextTicket()) : []
    }

    mutating func searched(_ id: SearchJob.ID, _ run: BodySearch) { searched(id, run, in: page) }

    // MARK: History

    private mutating func remember(_ text: String, on model: inout Model) {
        past = [text] + past.filter { $0 != text }.prefix(History.limit - 1)
        back = 0
        model.panes[History.self].texts[owner] = past
    }

    private mutating func recall(_ step: Int) {
        let place = max(0, min(past.count, back + step))
        // If there is no other filter, what is typed stays.
        guard place != back else { return }
        back = place
        field.set(back == 0 ? "" : past[back - 1])
    }

    // MARK: Drawing

    func size(in room: OverlayRoom) -> Size { Size(columns: room.fullWidth, rows: room.height) }
    func content(of inside: Rect) -> Rect { inside.dropping(2) }

    /// How far the result goes, and how much of the body was kept if not all of it.
    private var note: String {
        guard let response = exchange.response, let kept = response.keptSentence else { return state.note }
        return state.note.isEmpty ? kept : "\(state.note) (\(response.bodySizeText) were kept)"
    }

    private var canScroll: Bool { viewport.bottom() != ScrollPosition() }

    private var viewport: Viewport {
        let source: any LineSource =
            document.map { $0.lines($0.modes.first ?? .raw, columns: page.columns) } ?? StaticLines()
        return Viewport(source: source, size: page, wraps: true)
    }

    mutating func settle(in content: Rect, at now: MonotonicTime) {
        let rows = SearchRow.places(in: content, isSearching: search != nil).content.height
        page = Size(columns: max(1, content.width), rows: rows)
        scroll = viewport.clamped(scroll)
    }

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        field.draw(in: inside.row(0), isFocused: isEditing, on: &buffer)
        let isProblem = state.message == nil ? result?.remark != nil : state.message != "incomplete"
        buffer.drawTruncated(
            SafeText(note), at: Point(x: inside.x, y: inside.y + 1), width: inside.width,
            style: Style(isProblem ? .warning : .dim))
        let window = viewport
        let rows = window.rows(from: scroll)
        for (offset, row) in rows.enumerated() {
            var x = content.x
            for span in window.source.line(row.line, columns: row.columns).spans {
                // What belongs to an earlier filter is pale.
                let style = state.isOutdated ? Style(.dim) : span.style
                x += buffer.draw(span.text, at: Point(x: x, y: content.y + offset), style: style)
            }
        }
        let (list, searchRow) = SearchRow.places(in: content, isSearching: search != nil)
        if let search {
            if !search.isStale {
                search.run?.mark(rows, of: window.source, current: search.current, in: list, on: &buffer)
            }
            SearchRow.draw(search, in: searchRow, isFocused: true, on: &buffer)
        }
        let count = window.source.lineCount
        if count > list.height {
            Scrollbar(total: count, visible: list.height, first: scroll.line).draw(
                in: Rect(x: list.maxX - 1, y: list.y, width: 1, height: list.height), on: &buffer)
        }
    }
}
