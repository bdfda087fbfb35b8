import Base
import HTTPFormat
import NetEngine
import NetEngineRequestLog
import RequestLog
import Workspace

/// Sends what was sent before again, exactly as it was.
extension Model {
    /// Makes an exchange of this process ready to be sent again.
    func resend(_ exchange: Exchange, shownIn owner: OpenRequest.ID?) -> [Effect] {
        let name = owner.flatMap { openRequest($0) }.flatMap { tree.request($0.key) }?.id ?? ""
        let label = RequestLabel(name: name, method: exchange.draft.method, url: exchange.draft.url)
        let resend = Resend(
            exchange: exchange, at: exchange.startedAt, owner: owner, label: label, advice: adviceOnResending)
        return [.resend(resend)]
    }

    private var adviceOnResending: String {
        "\(keyName(.open, in: window.focus)), then \(keyName(.send)) sends the request as it is now."
    }

    /// Makes an exchange of the request log ready to be sent again.
    mutating func resend(_ exchange: Exchange, of row: LogRow) -> [Effect] {
        let effects = openRequest(of: row)
        let label = RequestLabel(name: row.name ?? "", method: row.method, url: row.url)
        let owner = openRequests.currentID
        var job = effects == nil ? nil : owner.flatMap { resolveJob(for: $0, .show) }
        job?.environmentName = row.environment
        let resend = Resend(
            exchange: exchange, at: row.startedAt, row: row, owner: owner, label: label, job: job,
            advice: job == nil ? nil : adviceOnResending)
        return (effects ?? []) + [.resend(resend)]
    }

    /// Opens the request that a row of the request log is of, so that `s` in the response pane sends it as it is now.
    /// - Returns: nil if no file has it.
    mutating func openRequest(of row: LogRow) -> [Effect]? {
        guard let file = row.file, let name = row.name,
            let index = tree.files[file]?.requests.firstIndex(where: { $0.id == name }), let key = tree.key(file, index)
        else { return nil }
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
            openRequests.currentID = owner
            sending.inFlight[id] = owner
        }
        return [.send(draft, id: id)]
    }
}
