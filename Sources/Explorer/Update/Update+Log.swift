import NetEngine
import TerminalUI

// The response and log panes know their own keys; here stands only what reaches beyond them.

extension Model {
    mutating func performInResponse(_ command: Command) -> [Effect] {
        if response.perform(command, in: window.layout.inside(.response).size) { return [] }
        switch command {
        case .searchNext, .searchPrevious: say("Nothing is searched for. / begins a search.")
        case .toggleWrap: say("Only bodies wrap: the Body tab and the Raw tab.")
        case .showCookieValues: say("Space shows hidden values on the Cookies tab.")
        default: break
        }
        return []
    }

    mutating func performInLog(_ command: Command) -> [Effect] {
        switch log.perform(command, in: window.layout.inside(.log).size) {
        case .ignored, .done: return []
        case .open(let exchange): return show(exchange)
        case .dropped:
            say("That response was dropped to save memory; send the request again.", .warning)
        case .stillRunning(let id):
            guard let owner = sending.inFlight[id], let open = openRequest(owner), open.exchange == id
            else {
                say("That exchange is still running.")
                return []
            }
            openRequests.currentID = open.id
            window.focus = .response
        }
        return []
    }

    /// Shows an exchange of the log in the response pane of the request that sent it, or of the one in view.
    private mutating func show(_ exchange: Exchange) -> [Effect] {
        if let open = openRequests.list.last(where: { $0.response.exchangeID == exchange.id }) {
            openRequests.currentID = open.id
            window.focus = .response
            return showVariables()
        }
        let label = RequestLabel(method: exchange.draft.method, url: exchange.draft.url)
        let followUp = response.show(
            exchange, label: label, finishedAt: log.finishedAt(exchange.id), isFromLog: true)
        if let report = log.checks(exchange.id) { response.checked(exchange.id, report) }
        window.focus = .response
        return effects(of: followUp)
    }

    /// Gives a running search in a large body its next few milliseconds.
    mutating func searchOn() {
        guard response.wantsSearchTime else { return }
        response.advanceSearch(in: window.layout.inside(.response).size)
    }
}
