import Base
import HTTPFormat
import NetEngine
import RequestLog
import TerminalUI

/// A response that others are compared with.
struct PinnedResponse: PaneState {
    var side: CompareJob.Side?
}

/// Going through the responses that a request had in this session, pinning one, and comparing.
extension ResponsePane {
    /// Shows the response before the one in view, or the one after it.
    static func showAttempt(by step: Int, on model: inout Model) -> [Effect] {
        let attempts = attempts(model)
        guard let shown = model.response.inView else {
            let isHidden = model.response.shown != nil || model.response.arrivingBody != nil
            if step < 0, model.current != nil, !isHidden { return showLogged(before: nil, on: &model) }
            model.say(
                model.response.reasonForNone("This request has no response yet: \(model.keyName(.send)) sends it."))
            return []
        }
        let place = attempts.firstIndex(of: shown.exchange.id) ?? attempts.count
        guard !shown.exchange.id.isLogged, attempts.indices.contains(place + step),
            let exchange = model.log.session.exchange(attempts[place + step])
        else {
            let moment = shown.exchange.startedAt
            return step < 0 ? showLogged(before: moment, on: &model) : showLogged(after: moment, on: &model)
        }
        let isNewest = place + step == attempts.count - 1
        let followUp = model.response.show(
            exchange, label: shown.label, finishedAt: model.log.session.finishedAt(exchange.id), isFromLog: !isNewest)
        if let report = model.log.session.checks(exchange.id) { model.response.checked(exchange.id, report) }
        model.say("Response \(place + step + 1) of \(attempts.count) of this request.")
        return model.effects(of: followUp)
    }

    /// Goes on in the request log, which has those of earlier sessions.
    private static func showLogged(before: Timestamp? = nil, after: Timestamp? = nil, on model: inout Model) -> [Effect]
    {
        var conditions: [LogCondition] = []
        if let before { conditions.append(startedBefore(before)) }
        if let after { conditions.append(.number(.startedAt, .init(after.microsecondsSince1970 + 1 ... .max))) }
        return openFirstLogged(
            conditions, page: after == nil ? .newest : .oldest,
            orSay: after == nil
                ? "This is the oldest response of this request that is kept." : "This is the newest response.",
            for: .show, on: &model)
    }

    private static func startedBefore(_ moment: Timestamp) -> LogCondition {
        .number(.startedAt, .init(0...max(0, moment.microsecondsSince1970 - 1)))
    }

    /// Asks the request log for the first exchange of the open request for which all of this is true.
    private static func openFirstLogged(
        _ conditions: [LogCondition], page: LogReading.Page, orSay sentence: String,
        for purpose: HistoryPaneState.Purpose, on model: inout Model
    ) -> [Effect] {
        guard let key = model.current?.key, let request = model.currentRequest else { return [] }
        let ofRequest: [LogCondition] = [
            .text(.file, .equals(key.file)), .text(.name, .equals(request.id)), .not(.flag(.pending)),
        ]
        let reading = LogReading(
            id: model.clock.nextTicket(), condition: .all(ofRequest + conditions), page: page, limit: 1)
        return model.history.openFirst(reading, orSay: sentence, for: purpose)
    }

    /// The exchanges of the request in view whose responses are kept, the oldest first.
    private static func attempts(_ model: Model) -> [ExchangeID] {
        model.response.attempts.filter { model.log.session.exchange($0) != nil }
    }

    /// Sets the response in view aside, or drops it if it is the one.
    static func pin(on model: inout Model) -> [Effect] {
        guard let shown = model.response.inView, shown.exchange.response != nil else {
            model.say(
                model.response.reasonForNone(
                    "Only a response can be pinned: \(model.keyName(.send)) sends the request."))
            return []
        }
        if model.panes[PinnedResponse.self].side?.exchange.id == shown.exchange.id {
            model.panes[PinnedResponse.self].side = nil
            model.say("No longer pinned.")
        } else {
            model.panes[PinnedResponse.self].side = side(shown.exchange, shown.label, "pinned")
            model.say("Pinned: \(model.keyName(.compareResponses, in: .response)) compares other responses with it.")
        }
        return []
    }

    /// Compares the response in view with the pinned one, else with the one before it: of this session, else of the log.
    static func compare(on model: inout Model) -> [Effect] {
        guard let shown = model.response.inView, shown.exchange.response != nil else {
            model.say(
                model.response.reasonForNone(
                    "Only a response can be compared: \(model.keyName(.send)) sends the request."))
            return []
        }
        if let other = other(than: shown, model) { return compare(other, with: shown, on: &model) }
        let key = model.keyName(.pinResponse, in: .response)
        let sentence = "There is nothing to compare with: send again, or pin a response with \(key)."
        // One of the log may be of a request that is gone, and be shown all the same.
        let log = shown.exchange.draft.options.log
        guard log == nil || log?.file == model.current?.key.file && log?.name == model.currentRequest?.id else {
            model.say(sentence)
            return []
        }
        let effects = openFirstLogged(
            [startedBefore(shown.exchange.startedAt), .number(.status, .init(0 ... .max))], page: .newest,
            orSay: sentence, for: .compare(with: shown.exchange.id, comesBefore: true), on: &model)
        if effects.isEmpty { model.say(sentence) }
        return effects
    }

    /// Compares an exchange of the request log with the response that was in view when it was asked for, if that still is.
    static func compare(
        _ exchange: Exchange, with asked: ExchangeID, method: String, name: String, role: String,
        on model: inout Model
    ) -> [Effect] {
        guard let shown = model.response.inView else {
            model.say(model.response.reasonForNone("There is no response in view to compare with."))
            return []
        }
        guard shown.exchange.id == asked else {
            model.say(
                "Not shown, because another response came into view meanwhile: ask for the exchange again.", .warning)
            return []
        }
        return compare(
            CompareJob.Side(exchange: exchange, method: method, name: name, role: role), with: shown, on: &model)
    }

    private static func compare(
        _ other: CompareJob.Side, with shown: ResponsePaneState.ShownExchange, on model: inout Model
    ) -> [Effect] {
        let job = CompareJob(
            id: model.clock.nextTicket(), first: other, second: side(shown.exchange, shown.label, "shown"))
        model.overlays.show(ComparisonView(job))
        return [.compare(job)]
    }

    /// What the response in view is compared with, as far as this session has it.
    private static func other(than shown: ResponsePaneState.ShownExchange, _ model: Model) -> CompareJob.Side? {
        if let pinned = model.panes[PinnedResponse.self].side, pinned.exchange.id != shown.exchange.id { return pinned }
        let attempts = attempts(model)
        // What is before one of the log is in the log, too, with those of other sessions between.
        guard let place = attempts.firstIndex(of: shown.exchange.id) else { return nil }
        let exchanges = attempts[..<place].reversed().lazy.compactMap { model.log.session.exchange($0) }
        return exchanges.first { $0.response != nil }.map { side($0, shown.label, "the one before") }
    }

    private static func side(_ exchange: Exchange, _ label: RequestLabel, _ role: String) -> CompareJob.Side {
        CompareJob.Side(
            exchange: exchange, method: label.method, name: label.name.isEmpty ? label.url : label.name, role: role)
    }
}
