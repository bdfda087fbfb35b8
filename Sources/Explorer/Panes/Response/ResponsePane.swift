import Base
import Descriptions
import Explain
import HTTPFormat
import NetEngine
import TerminalUI

/// The response of the open request, or an exchange of the log.
enum ResponsePane: SearchedPane {
    static let pane = Pane.response

    // MARK: Keys and clicks

    static func perform(_ command: Command, on model: inout Model) -> [Effect] {
        switch command {
        case .clearCookies: return clearCookies(on: &model)
        case .removeCookie: return removeCookie(on: &model)
        case .undo: return takeBackRemoval(on: &model)
        case .redo: return removeAgain(on: &model)
        case .writeBody: return BodySaver.open(on: &model)
        case .filterBody: return FilterView.open(on: &model)
        case .goTo: return GoToOverlay.open(on: &model)
        case .pageBody: return model.viewBody(.pager)
        case .openBody: return model.viewBody(.opener)
        case .olderAttempt: return showAttempt(by: -1, on: &model)
        case .newerAttempt: return showAttempt(by: 1, on: &model)
        case .pinResponse: return pin(on: &model)
        case .compareResponses: return compare(on: &model)
        case .followLink: return LinkPicker.open(on: &model)
        default: break
        }
        if let refusal = refusal(of: command, model) {
            model.say(refusal)
            return []
        }
        if model.response.perform(command, in: size(model)) {
            if let note = model.response.foldNote(after: command, model.settings.keymap) { model.say(note) }
            if model.response.selection != nil {
                let copy = model.keyName(.yank, in: .response)
                model.say("Selecting lines: move to extend, \(copy) copies them, Esc leaves.")
            }
            return []
        }
        if performSearch(command, on: &model) { return [] }
        switch command {
        case .showCookieValues:
            model.say("\(model.keyName(command, in: .response)) shows hidden values on the Cookies tab.")
        case .open where model.response.arrivingBody != nil && model.response.canFold:
            model.say(
                "A value folds when all has arrived. \(model.keyName(.foldMore, in: .response)) folds by level.")
        case .open, .foldMore, .foldLess, .unfoldAll: model.say("Only JSON folds, in the pretty view of the Body tab.")
        default: break
        }
        return []
    }

    static func scroll(by rows: Int, on model: inout Model) -> [Effect] {
        model.response.scroll(by: rows, in: size(model))
        return []
    }

    static func click(_ mouse: MouseEvent, inside: Rect, on model: inout Model) -> [Effect] {
        if let tab = tab(model.response, at: mouse.at, in: inside) {
            model.response.select(tab)
        } else {
            model.response.click(at: Point(x: mouse.at.x - inside.x, y: mouse.at.y - inside.y), in: inside.size)
        }
        return []
    }

    static func escape(on model: inout Model) -> Bool {
        model.response.leaveSelection() || model.response.leaveSearch()
    }
    static func escapeWord(_ model: Model) -> String? {
        if model.response.selection != nil || model.response.textSelection != nil { return "leave selection" }
        return model.response.search == nil ? nil : "leave search"
    }

    // MARK: Explanations

    static func explanations(_ model: Model) -> [Explanation] {
        let state = model.response
        guard let exchange = state.exportedExchange else { return [] }
        var found = Subjects.of(exchange, at: state.shownTab.subjects, now: ExchangeReasons.end(of: exchange))
        guard let cursor = state.cursorPlace(in: size(model))?.line else { return found }
        let source = state.viewport(in: size(model)).source
        func text(_ line: Int) -> String {
            source.line(line, columns: 0..<200).spans.map(\.text.string).joined()
        }
        let whole = source.line(cursor, columns: 0..<WebTokens.mostColumns)
        let tokens = WebTokens.explanations(
            in: whole.spans.map(\.text.string).joined(), of: exchange, at: state.shownTab)
        let earlier = (max(0, cursor - 200)..<cursor).map(text)
        if let place = Subjects.place(of: text(cursor), after: earlier, in: found) {
            found.insert(found.remove(at: place), at: 0)
        }
        return tokens + described(at: cursor, model) + found
    }

    static func reasons(_ model: Model) -> [ReportLine] {
        model.response.exportedExchange.map { ExchangeReasons.lines($0) } ?? []
    }

    // MARK: Search

    static func searched(_ model: Model) -> ResponsePaneState { model.response }

    static func modifySearched<R>(_ model: inout Model, _ change: (inout ResponsePaneState) -> R) -> R {
        change(&model.response)
    }

    static func searchedSize(_ model: Model) -> Size { size(model) }

    // MARK: Drawing

    static func title(_ model: Model, width: Int) -> Line {
        Line(ResponseStatusLine.spans(model.response, width: width, now: model.clock.now))
    }

    static func draw(_ model: Model, inside: Rect, on buffer: inout CellBuffer) {
        if model.response.isIdle { return drawBeforeSend(model, in: inside, on: &buffer) }
        draw(
            model.response, in: inside, isFocused: hasFocus(model),
            stopKey: model.focused.escapeWord(model) == nil ? "Esc" : "Esc twice", keymap: model.settings.keymap,
            now: model.clock.now, on: &buffer)
        placePicture(model, on: &buffer)
    }

    /// Response bodies are never masked, but an error in the place of one is, and what is said above one. Cookies are, on their
    /// tabs.
    static func mask(_ veil: PrivateVeil, _ model: Model, frame: Rect, inside: Rect, on buffer: inout CellBuffer) {
        let isScrolled = model.response.scroll.column > 0
        veil.cover(frame.row(0), of: &buffer)
        if model.response.shownTab != .body || model.response.showsErrorView {
            veil.cover(inside, of: &buffer, isScrolled: isScrolled)
        } else {
            veil.cover(model.response.layout(in: inside.size).notices.moved(by: inside), of: &buffer)
        }
        PrivateVeil(model.response.hiddenCookieTexts).cover(inside, of: &buffer, isScrolled: isScrolled)
    }
}

// MARK: Reaching its state

extension OpenRequest {
    /// Its response, or the exchange of the log that is shown in its place.
    package var response: ResponsePaneState {
        get { panes[ResponsePaneState.self] }
        _modify { yield &panes[ResponsePaneState.self] }
    }
}

extension OpenRequests {
    /// Changes all response panes, also the one that is shown while no request is open.
    mutating func modifyResponses(_ change: (inout ResponsePaneState) -> Void) {
        modifyPanes { change(&$0[ResponsePaneState.self]) }
    }
}

extension Model {
    /// The response pane of the open request.
    package var response: ResponsePaneState {
        get { openRequests.panes[ResponsePaneState.self] }
        _modify { yield &openRequests.panes[ResponsePaneState.self] }
    }
}

// MARK: Explanations

extension ResponseTab {
    /// What the user looks at on this tab.
    fileprivate var subjects: Subjects.Place {
        switch self {
        case .body, .raw, .checks: .body
        case .error: .error
        case .headers: .headers
        case .timing: .timing
        case .cache: .cache
        case .cookies: .cookies
        case .tls: .tls
        }
    }
}

extension Model {
    /// Seconds since 1970 at the end of the exchange in view; 0 before the first. The model has no other wall clock.
    var wallSeconds: Int64 { response.shown.map { ExchangeReasons.end(of: $0.exchange) } ?? 0 }
}
