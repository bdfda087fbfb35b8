import NetEngine
import TerminalUI
import Workspace

// One step out of whatever is deepest, and out of the program.

extension Model {
    /// Esc: one step out of whatever is deepest; with nothing to leave it cancels the request in view.
    mutating func escape() -> [Effect] {
        if isTyping { return focused.leaveTyping(on: &self) }
        if window.focus == .runs, runs.escCancels, let effects = stopReplay() { return effects }
        if focused.escape(on: &self) { return [] }
        if window.focus == .collections, let effects = stopReading() { return effects }
        if let open = current, open.sendTicket != nil {
            modify(open.id) { $0.sendTicket = nil }
            say("Send cancelled.")
            return []
        }
        if let id = openRequests.currentID {
            let chain = dropChain(of: id)
            if let exchange = chain.exchange { return [.cancel(exchange)] }
            if chain.wasThere {
                say("Send cancelled.")
                return []
            }
        }
        if let exchange = current?.exchange, sending.isInFlight(exchange) { return [.cancel(exchange)] }
        if let exchange = current?.exchange, sending.checking.contains(exchange) {
            say("Checks stopped.")
            return [.stopChecks(exchange)]
        }
        toast = nil
        return []
    }

    /// Whether something of the request in view is under way that Esc cancels: also an earlier send of it.
    var isInFlight: Bool {
        guard let open = current else { return false }
        if sending.isInFlight(open.exchange) { return true }
        return chains.contains { $0.owner == open.id && ($0.pauseEnd != nil || sending.isInFlight($0.exchange)) }
    }

    /// Ctrl-C: cancels all in flight; again within a second it quits.
    mutating func cancelAll() -> [Effect] {
        if clock.isSecondInterrupt() {
            if let question = overlays.top as? Question, question.asksToQuit { return [.quit] }
            return quit(asksAboutSends: false)
        }
        let reading = stopReading()
        let hadSignIns = dropSignIns()
        let run = stopReplay()
        let waiting = openRequests.list.filter { $0.sendTicket != nil }.count
        openRequests.modifyAll { $0.sendTicket = nil }
        dropAllChains()
        let count = sending.inFlight.count + waiting
        let stopped = sending.checking.sorted { $0.rawValue < $1.rawValue }.map { Effect.stopChecks($0) }
        let key = keyName(.cancelAll)
        // Files that are no longer read are named, unless there is more to say.
        if reading == nil || count > 0 || run != nil || !stopped.isEmpty {
            say(
                count == 0 && run != nil
                    ? "Cancelling the run. \(key) again quits."
                    : count == 0 && !stopped.isEmpty
                        ? "Checks stopped. \(key) again quits."
                        : count == 0
                            ? "Nothing is in flight. \(key) again quits."
                            : "Cancelling \(count) \(count == 1 ? "request" : "requests"). \(key) again quits.")
        }
        return (sending.inFlight.isEmpty ? [] : [.cancelAll]) + stopped + (run ?? [])
            + (hadSignIns ? [.stopSignIns] : []) + (reading ?? [])
    }

    /// One step back: out of the zoom, to Collections, out of the filter, out of the program.
    mutating func back() -> [Effect] {
        if window.isZoomed {
            window.isZoomed = false
        } else if window.focus != .collections {
            return focus(on: .collections)
        } else if !focused.escape(on: &self) {
            return quit()
        }
        return []
    }

    /// Quits, after asking when edits would be lost, or what is being sent.
    /// - Parameter asksAboutSends: false once the user has cancelled all of them.
    mutating func quit(asksAboutSends: Bool = true) -> [Effect] {
        guard let effects = finishTyping() else { return [] }
        let unsaved = tree.unsavedPaths.compactMap { tree.files[$0]?.file.relativePath }
        let sends = asksAboutSends ? sentenceOnSends : nil
        if !unsaved.isEmpty {
            var question = Question.quit(unsaved: unsaved)
            if let sends { question.lines += ["", sends] }
            overlays.show(question)
        } else if let sends {
            overlays.show(Question.quit(sends: sends))
        } else {
            return effects + [.quit]
        }
        return effects
    }

    /// A clause about what the end of the program would lose or break off; nil if it can be left without a question.
    var reasonToStay: String? {
        if !tree.unsavedPaths.isEmpty { return "edits are not saved" }
        if isTextFocused { return "a text is being typed" }
        return sentenceOnSends == nil ? nil : "requests are in flight"
    }

    /// What the end of the program would break off; nil if nothing is under way.
    private var sentenceOnSends: String? {
        if runs.isSending { return "A run is in progress; leaving cancels it." }
        let count = sending.inFlight.count
        guard count > 0 else { return nil }
        return count == 1
            ? "A request is in flight; leaving cancels it." : "\(count) requests are in flight; leaving cancels them."
    }
}
