import Base
import NetEngine
import Settings
import TerminalUI
import Workspace

// Taking things out of a response: to the clipboard, a file, a pager or another program.

extension Model {
    mutating func copied(_ name: String, _ text: ClipboardText, _ outcome: ClipboardOutcome) -> [Effect] {
        var sentence = outcome.sentence(name)
        if text.hazards.total > 0 {
            let count = Formatting.count(text.hazards.total, "unsafe character")
            sentence += " \(count) \(text.hazards.total == 1 ? "is" : "are") in it as escapes."
        }
        say(sentence, outcome.isDone ? (outcome.way == .file ? .warning : .info) : .failure)
        return outcome.way == .terminal ? [.copyByTerminal(text)] : []
    }

    /// Says what is on the clipboard, and shows what is not in it.
    mutating func exported(_ outcome: ExportOutcome) -> [Effect] {
        let effects = copied(outcome.name, outcome.text, outcome.clipboard)
        if !outcome.losses.isEmpty {
            let title = outcome.losses.count == 1 ? "Copied, but for this" : "Copied, but for these"
            overlays.showWhenFree(Message(title: title, lines: outcome.losses))
        }
        return effects
    }

    /// What the key for copying means: the response in view if it is that of the request in question, else saved requests.
    mutating func copySomething() -> [Effect] {
        let isOfResponse: Bool
        switch window.focus {
        case .collections: isOfResponse = tree.selectedRequest != nil && tree.selectedRequest == current?.key
        default: isOfResponse = true
        }
        let isRequest = window.focus == .collections || window.focus == .request
        if isOfResponse, response.exportedExchange != nil || !isRequest { return YankMenu.open(on: &self) }
        return ExportMenu.open(on: &self)
    }

    mutating func bodyWritten(_ outcome: BodyFileWriter.Outcome) {
        switch outcome {
        case .written(let path, let count):
            var sentence: String?
            overlays.modify(BodySaver.self) { sentence = $0.written(to: path, count) }
            overlays.remove { $0 is BodySaver }
            if let sentence { say(sentence) }
        case .exists, .failed: overlays.modify(BodySaver.self) { $0.refused(outcome) }
        case .stopped: break
        }
    }

    /// Shows the body in another program.
    mutating func viewBody(_ viewer: BodyViewJob.Viewer) -> [Effect] {
        guard let exchange = response.exportedExchange, exchange.response != nil else {
            say(response.reasonForNone("There is no body to show. \(keyName(.send)) sends the request."))
            return []
        }
        if viewer == .pager, response.shownBody == nil || response.shown?.document == nil {
            say("The body is still being prepared.")
            return []
        }
        let count = exchange.response?.content.count ?? 0
        if count > BodyViewJob.longBytes { overlays.show(ViewWait(byteCount: count, viewer: viewer)) }
        return [
            .viewBody(
                BodyViewJob(
                    viewer: viewer, exchange: exchange, document: viewer == .pager ? response.shownBody : nil,
                    mode: response.bodyMode, pager: settings.configured.pager))
        ]
    }
}
