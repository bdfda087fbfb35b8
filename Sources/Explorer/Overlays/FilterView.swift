import Base
import Bodies
import NetEngine
import TerminalUI

/// A part of the shown body, chosen while it is typed: JSONPath, XPath, or a `|command`.
struct FilterView: OverlayPart {
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

    static func open(on model: inout Model) -> [Effect] {
        guard let shown = model.response.shown, let response = shown.exchange.response, !response.content.isEmpty else {
            model.say("Only a response with a body can be filtered.")
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
            case .none: "|command"
            }
    }

    private static func language(of response: Response) -> BodyFilter.Language {
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
    }

    // MARK: Keys

    var isTyping: Bool { isEditing }
    var title: SafeText { "Filter" }

    var keys: [(String, String)] {
        if state.running?.isFinal == true { return [("Esc", "stop")] }
        guard isEditing else {
            return (canScroll ? [("j k", "scroll")] : []) + [("f", "change the filter"), ("Esc", "close")]
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
        return isEditing ? type(key, on: &model) : browse(key, on: &model)
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

    mutating func paste(_ text: String, on model: inout Model) -> [Effect] {
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
        case .escape, "q": model.overlays.close()
        case "f", "e", "/": isEditing = true
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

    mutating func tick(_ model: inout Model) -> [Effect] { start(on: &model) }

    /// Starts what is due.
    private mutating func start(on model: inout Model) -> [Effect] {
        state.start(id: model.clock.nextTicket(), at: model.clock.now).map { [.filter($0, exchange)] } ?? []
    }

    func wake(at now: MonotonicTime) -> MonotonicTime? { state.due }

    // MARK: History

    private mutating func remember(_ text: String, on model: inout Model) {
        past = [text] + past.filter { $0 != text }.prefix(History.limit - 1)
        back = 0
        model.panes[History.self].texts[owner] = past
    }

    private mutating func recall(_ step: Int) {
        back = max(0, min(past.count, back + step))
        field.set(back == 0 ? "" : past[back - 1])
    }

    // MARK: Drawing

    func size(in room: OverlayRoom) -> Size { Size(columns: room.fullWidth, rows: room.height) }
    func content(of inside: Rect) -> Rect { inside.dropping(2) }

    private var canScroll: Bool { viewport.bottom() != ScrollPosition() }

    private var viewport: Viewport {
        let source: any LineSource =
            document.map { $0.lines($0.modes.first ?? .raw, columns: page.columns) } ?? StaticLines()
        return Viewport(source: source, size: page, wraps: true)
    }

    mutating func settle(in content: Rect, at now: MonotonicTime) {
        page = Size(columns: max(1, content.width - 1), rows: content.height)
        scroll = viewport.clamped(scroll)
    }

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        field.draw(in: inside.row(0), isFocused: isEditing, on: &buffer)
        let isProblem = state.message != nil && state.message != "incomplete"
        buffer.drawTruncated(
            SafeText(state.note), at: Point(x: inside.x, y: inside.y + 1), width: inside.width,
            style: Style(isProblem ? .warning : .dim))
        let window = viewport
        for (offset, row) in window.rows(from: scroll).enumerated() {
            var x = content.x
            for span in window.source.line(row.line, columns: row.columns, matching: nil).spans {
                // What belongs to an earlier filter is pale.
                let style = state.isOutdated ? Style(.dim) : span.style
                x += buffer.draw(span.text, at: Point(x: x, y: content.y + offset), style: style)
            }
        }
        let count = window.source.lineCount
        if count > content.height {
            Scrollbar(total: count, visible: content.height, first: scroll.line).draw(
                in: Rect(x: content.maxX - 1, y: content.y, width: 1, height: content.height), on: &buffer)
        }
    }
}
