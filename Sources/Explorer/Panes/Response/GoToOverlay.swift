import Base
import Bodies
import NetEngine
import TerminalUI

/// Asks for a line, a byte or a JSON path of the body, and goes there.
struct GoToOverlay: OverlayPart {
    private var field = TextField(placeholder: "120, @1024 or $.list[3]")
    /// Why what was typed leads nowhere.
    private var problem: String?
    /// The search for a path, the exchange whose body it searches, and how far it is.
    private var running: (id: PlaceJob.ID, owner: ExchangeID?, steps: Int, bytes: Int)?

    static func open(on model: inout Model) -> [Effect] {
        guard model.response.shownBody != nil || model.response.shown != nil else {
            let key = model.keyName(.goTo, in: .response)
            model.say(
                model.response.reasonForNone("\(key) needs a response. \(model.keyName(.send)) sends the request."))
            return []
        }
        model.overlays.show(GoToOverlay())
        return []
    }

    var title: SafeText { "Go to" }
    var isTyping: Bool { running == nil }
    var keys: [(String, String)] { running == nil ? [("Enter", "go"), ("Esc", "close")] : [("Esc", "stop")] }

    func size(in room: OverlayRoom) -> Size {
        room.size(columns: room.width, rows: 1 + WrappedText.lines(note.string, width: room.width).count)
    }

    /// What can be typed, how far the search is, or why what was typed leads nowhere.
    private var note: SafeText {
        if let problem { return SafeText("! \(problem)") }
        guard let running else { return "A line of this view, @ and a byte of the body, or a JSON path." }
        return running.bytes == 0 ? "Looking." : "Looking, \(Formatting.byteCount(running.bytes)) so far."
    }

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        if let running {
            guard key == .escape else { return [] }
            self.running = nil
            return [.stopPlaceSearch(running.id)]
        }
        switch key {
        case .escape: model.overlays.close()
        case .enter: return go(on: &model)
        default: if field.handle(key) { problem = nil }
        }
        return []
    }

    mutating func paste(_ text: String, on model: inout Model) -> [Effect] {
        guard running == nil else { return [] }
        field.paste(text)
        problem = nil
        return []
    }

    private mutating func go(on model: inout Model) -> [Effect] {
        let size = ResponsePane.size(model)
        switch WantedPlace.read(field.text, filterKey: model.keyName(.filterBody, in: .response)) {
        case .failure(let refusal): problem = refusal.sentence
        case .success(.path(let steps)):
            guard let body = model.response.shownBody, body.kind == .json || body.kind == .jsonLines else {
                problem = "The body is not JSON; only JSON has paths."
                return []
            }
            let id = model.clock.nextTicket()
            running = (id, model.response.shownBodyOwner, steps.count, 0)
            return [.searchPlace(PlaceJob(id: id, steps: steps, body: body))]
        case .success(let place):
            problem = model.response.go(to: place, in: size)
            if problem == nil { model.overlays.close() }
        }
        return []
    }

    /// What became of the search for a path. Late news of another one change nothing.
    static func take(_ id: PlaceJob.ID, _ news: PlaceJob.News, on model: inout Model) {
        guard var overlay = model.overlays.parts.lazy.compactMap({ $0 as? GoToOverlay }).first,
            let running = overlay.running, running.id == id
        else { return }
        switch news {
        case .progress(let bytes): overlay.running?.bytes = bytes
        case .ended(.stopped): overlay.running = nil
        case .ended where running.owner != model.response.shownBodyOwner:
            overlay.running = nil
            overlay.problem = "Another response came into view meanwhile: Enter looks in that one."
        case .ended(.found(let offset)):
            model.overlays.remove { $0 is GoToOverlay }
            return model.response.show(textOffset: offset, in: ResponsePane.size(model))
        case .ended(.missing(let steps)):
            overlay.running = nil
            let isAll = model.response.shownBody?.scan.isEnded ?? true
            let part = isAll ? "the body" : "what has come so far"
            let verb = steps == 1 ? "leads" : "lead"
            overlay.problem =
                steps == 0
                ? "The first step leads to nothing in \(part)."
                : "Only \(Formatting.count(steps, "step")) of \(running.steps) \(verb) to something in \(part)."
        }
        model.overlays.modify(GoToOverlay.self) { $0 = overlay }
    }

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        field.draw(in: inside.row(0), isFocused: running == nil, on: &buffer)
        buffer.drawWrapped(
            note, in: inside.dropping(1), style: problem == nil ? Style(.dim) : Style(.failure, .bold))
    }
}
