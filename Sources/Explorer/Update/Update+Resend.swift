import Base
import HTTPFormat
import NetEngine
import NetEngineRequestLog
import RequestLog
import Workspace

/// Sends what was sent before again, exactly as it was.
extension Model {
    /// Makes an exchange ready to be sent again. If its request asks to be confirmed, the user is asked first.
    mutating func resend(_ subject: ResendSubject) -> [Effect] {
        // One that no open file has is looked for in its own file when the exchange is made ready.
        guard let request = self.request(of: subject) else { return sendAgain(subject, isConfirmed: false) }
        guard request.settings.note != nil else { return sendAgain(subject) }
        let method =
            switch subject {
            case .own(let exchange, _): exchange.draft.method
            case .logged(_, let row): row.method
            }
        overlays.showWhenFree(Question.send(request, method: method, then: .resend(subject)))
        return []
    }

    mutating func sendAgain(_ subject: ResendSubject, isConfirmed: Bool = true) -> [Effect] {
        switch subject {
        case .own(let exchange, let owner):
            resend(exchange, shownIn: owner ?? openRequests.currentID, isConfirmed: isConfirmed)
        case .logged(let exchange, let row): resend(exchange, of: row, isConfirmed: isConfirmed)
        }
    }

    /// Asks about a note that is in a file which is not open.
    mutating func resendToConfirm(_ resend: Resend, _ step: SendPlan.Step) {
        var confirmed = resend
        confirmed.isConfirmed = true
        overlays.showWhenFree(Question.confirm([step], then: .resendUnopened(confirmed)))
    }

    /// The request that an exchange is of, as its file has it now; nil if no open file has it.
    private func request(of subject: ResendSubject) -> SavedRequest? {
        switch subject {
        case .own(let exchange, let owner):
            // The owner is also that of requests which it needs.
            let log = exchange.draft.options.log
            let key = self.key(named: log?.name, in: log?.file) ?? owner.flatMap { openRequest($0)?.key }
            return key.flatMap { tree.request($0) }
        case .logged(_, let row): return self.key(named: row.name, in: row.file).flatMap { tree.request($0) }
        }
    }

    private func key(named name: String?, in file: String?) -> RequestKey? {
        guard let file, let name else { return nil }
        return tree.key(named: name, in: file)
    }

    /// Makes an exchange of this process ready to be sent again.
    private func resend(_ exchange: Exchange, shownIn owner: OpenRequest.ID?, isConfirmed: Bool) -> [Effect] {
        let name = owner.flatMap { openRequest($0) }.flatMap { tree.request($0.key) }?.id ?? ""
        let label = RequestLabel(name: name, method: exchange.draft.method, url: exchange.draft.url)
        let resend = Resend(
            exchange: exchange, at: exchange.startedAt, owner: owner, label: label, advice: adviceOnResending,
            isConfirmed: isConfirmed)
        return [.resend(resend)]
    }

    private var adviceOnResending: String {
        "\(keyName(.open, in: window.focus)), then \(keyName(.send)) sends the request as it is now."
    }

    /// Makes an exchange of the request log ready to be sent again.
    private mutating func resend(_ exchange: Exchange, of row: LogRow, isConfirmed: Bool) -> [Effect] {
        var effects: [Effect] = []
        var owner = openRequests.currentID
        let key = self.key(named: row.name, in: row.file)
        if let key {
            // While the user is typing, the request in view stays, with its field.
            if isFree { effects = open(key) }
            owner = openBehind(key)
        }
        let label = RequestLabel(name: row.name ?? "", method: row.method, url: row.url)
        var job = key == nil ? nil : owner.flatMap { resolveJob(for: $0, .show) }
        job?.environmentName = row.environment
        let resend = Resend(
            exchange: exchange, at: row.startedAt, row: row, owner: owner, label: label, job: job,
            advice: job == nil ? nil : adviceOnResending, isConfirmed: isConfirmed)
        return effects + [.resend(resend)]
    }

    /// Opens the request that a row of the request log is of, so that `s` in the response pane sends it as it is now.
    /// - Returns: nil if no file has it.
    mutating func openRequest(of row: LogRow) -> [Effect]? {
        guard let key = self.key(named: row.name, in: row.file) else { return nil }
        return open(key)
    }

    /// Sends what was made ready.
    mutating func launch(_ resend: Resend, _ draft: RequestDraft, id: ExchangeID) -> [Effect] {
        // Nothing else tells the private values of a request that is in no open file.
        privates.learn([], draft)
        let time = settings.zone.clock(resend.at, showsMilliseconds: false)
        say(["Sent exactly as at \(time).", resend.advice].compactMap(\.self).joined(separator: " "))
        let owner = resend.owner.flatMap { openRequest($0) }?.id
        if let owner {
            let now = clock.now
            modify(owner) { open in
                open.exchange = id
                open.response.begin(id: id, label: resend.label, at: now)
            }
            // While the user is typing, the field keeps the keys.
            if isFree { openRequests.currentID = owner }
            sending.inFlight[id] = owner
        }
        return [.send(draft, id: id)]
    }
}
