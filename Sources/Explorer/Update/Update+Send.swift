import Base
import HTTPFormat
import NetEngine
import TerminalUI
import Workspace

// A send: `send` -> resolve -> `resolved` -> `SendSequence` -> send -> engine events -> the panes.

extension Model {
    /// Sends what is shown as selected: the request in view, or that of a pane's selected row, which comes into view.
    /// - Parameter cache: how this one send uses the cache; nil means as the request says.
    package mutating func send(cache: CacheMode? = nil) -> [Effect] {
        if let effects = focused.resend(on: &self) { return effects }
        guard var effects = focused.showRequestToSend(on: &self) else { return [] }
        guard let finished = takeTyping() else { return effects }
        effects += finished
        guard let open = current, let request = currentRequest else {
            say("No request is open. Select one in Collections.", .warning)
            return effects
        }
        if request.asksForBodyComments {
            overlays.show(Question.bodyComments(request, id: open.id, cache: cache))
            return effects
        }
        return effects + send(open.id, cache: cache)
    }

    /// Resolves a request in order to send it. A send of the same request that is still being resolved is replaced.
    /// - Parameter confirmed: the requests whose notes are not asked about again.
    package mutating func send(
        _ id: OpenRequest.ID, cache: CacheMode? = nil, confirmed: Set<String> = []
    ) -> [Effect] {
        guard var job = resolveJob(for: id, .send) else { return [] }
        job.cache.send = cache
        job.confirmed = confirmed
        let old = dropChain(of: id, ifSeveral: true)
        modify(id) { $0.sendTicket = job.ticket }
        return (old.exchange.map { [.cancel($0)] } ?? []) + [.resolve(job)]
    }

    /// Looks up the variables of the request in view, for its Vars tab and its title.
    mutating func showVariables() -> [Effect] {
        guard let id = openRequests.currentID, let job = resolveJob(for: id, .show) else { return [] }
        modify(id) { $0.showTicket = job.ticket }
        return [.resolve(job)]
    }

    mutating func resolveJob(for id: OpenRequest.ID, _ purpose: ResolvePurpose) -> ResolveJob? {
        guard let open = openRequest(id), let request = tree.request(open.key),
            let file = tree.files[open.key.file]?.file
        else { return nil }
        var job = ResolveJob(
            ticket: clock.nextTicket(), purpose: purpose, owner: id, request: request, file: file, place: tree.place,
            environmentName: settings.environmentName, overrides: settings.overrides,
            cache: settings.cacheChoice(), defaults: settings.requestDefaults,
            isContractStrict: settings.isContractStrict, askedAt: clock.now)
        complete(&job)
        return job
    }

    mutating func resolved(_ job: ResolveJob, _ outcome: RequestResolver.Outcome, id: ExchangeID) -> [Effect] {
        if case .draft(let draft, let uses) = outcome {
            privates.learn(uses, draft)
        } else {
            // The sentence of a refusal may hold values, too.
            privates.learn(outcome.uses + job.uses)
        }
        var job = job
        job.preparation = clock.now.since(job.askedAt)
        if job.purpose == .step { return stepResolved(job, outcome, id: id) }
        guard let open = openRequest(job.owner) else { return [] }
        let isWanted = job.ticket == (job.purpose == .send ? open.sendTicket : open.showTicket)
        guard isWanted else { return [] }
        let request = tree.request(open.key)
        modify(job.owner) { open in
            open.pane.take(VariableReport(outcome), of: request)
            if job.purpose == .send { open.sendTicket = nil }
        }
        noteLines(job, outcome)
        return job.purpose == .send ? beginResolved(job, outcome, id: id) : []
    }

    /// Puts a request that is ready on its way.
    /// - Parameter isShown: whether a response pane shows it; the log does in any case.
    mutating func launch(
        _ draft: RequestDraft, id: ExchangeID, job: ResolveJob, shownIn owner: OpenRequest.ID, isShown: Bool
    ) -> [Effect] {
        let moment = clock.now
        let label = RequestLabel(
            name: [job.request.title, job.request.name].compactMap(\.self).first { !$0.isEmpty } ?? "",
            method: draft.method, url: draft.url)
        if isShown {
            modify(owner) { open in
                open.exchange = id
                open.response.begin(
                    id: id, label: label, at: moment, after: job.preparation, hasChecks: !job.checks.isEmpty)
            }
        }
        if !job.checks.isEmpty {
            sending.checks[id] = job.checks
            log.awaitChecks(id)
        }
        sending.inFlight[id] = owner
        sending.requests[id] = tree.key(job.file.path, job.request.index)
        return [.send(draft, id: id)]
    }

    /// Shows a request that ended before it was sent.
    mutating func end(
        _ exchange: Exchange, as id: ExchangeID, job: ResolveJob, shownIn owner: OpenRequest.ID, isShown: Bool
    ) -> [Effect] {
        _ = launch(exchange.draft, id: id, job: job, shownIn: owner, isShown: isShown)
        let whole = Exchange(
            id: id, draft: exchange.draft, startedAt: exchange.startedAt, hops: [], timings: exchange.timings,
            error: exchange.error)
        return take(EngineEvent(id: id, at: exchange.startedAt, elapsed: .zero, step: .finished(whole)))
    }

    /// Says why a request was not sent, or asks for what is missing.
    package mutating func tell(_ outcome: RequestResolver.Outcome, of job: ResolveJob) {
        switch outcome {
        case .draft, .notLoggedIn: break
        case .unresolved(let names, _):
            let problems =
                surroundings.environments[job.file.environmentKey]?.problems.map { withoutRoot($0.sentence) }
                ?? []
            overlays.showWhenFree(
                Message.unresolved(
                    names, file: job.file, environment: settings.environmentName,
                    chooseKey: keyName(.chooseEnvironment, in: window.focus), editKey: keyName(.editHere),
                    problems: problems))
        case .refused(let sentence, let line):
            let text = job.file.withoutPlace(sentence, line: line)
            let place = text == sentence ? "" : "\(job.file.relativePath):\(job.file.sourceLine(line)): "
            overlays.showWhenFree(Message(title: "Not sent", lines: [place + text]))
        case .untrusted(let needs, _):
            overlays.showWhenFree(Question.trust(needs, job.place.trustSubject, job: job))
        case .asks(let fields, _):
            // Found only now, in a file that the body takes in.
            let step = SendPlan.Step(file: job.file, request: job.request.enabled)
            overlays.showWhenFree(Form.prompts(SendPlan(steps: [step], prompts: fields), job: job))
        }
    }

    /// Keeps what is wrong beyond the request's own lines: with the definitions it uses, logins, and why it cannot be sent.
    private mutating func noteLines(_ job: ResolveJob, _ outcome: RequestResolver.Outcome) {
        let document = job.file.document
        // Only a look at the request compares it with its description: a send keeps what the last look found.
        if job.purpose == .show { modify(job.owner) { $0.pane.contractNotices = job.contractNotices } }
        var notices = [job.notice].compactMap(\.self) + (openRequest(job.owner)?.pane.contractNotices ?? [])
        let used = outcome.uses.compactMap { use in if case .file = use.source { use.name } else { nil } }
        if let environments = surroundings.environments[job.file.environmentKey],
            !used.isEmpty
        {
            notices += EnvironmentNotices.notices(
                document, environments, environment: job.environmentName, names: Set(used))
        }
        if case .unresolved(let variables, _) = outcome { notices += LoginNotices.notices(variables) }
        if case .refused(let sentence, let line) = outcome,
            !(document.notices(of: job.request) + notices).contains(where: { $0.line == line && $0.severity == .error })
        {
            notices.append(
                Notice(id: "", severity: .error, line: line, text: job.file.withoutPlace(sentence, line: line)))
        }
        modify(job.owner) { $0.pane.foundNotices = notices }
    }

    /// A step of an exchange: its log row always, the response pane only of the request that still shows it.
    package mutating func take(_ event: EngineEvent) -> [Effect] {
        if sending.abandoned.contains(event.id) {
            if case .finished = event.step { sending.abandoned.remove(event.id) }
            return []
        }
        let owner = sending.inFlight[event.id]
        log.apply(event, at: clock.now, owner: owner)
        var effects: [Effect] = []
        if case .finished(let exchange) = event.step {
            sending.inFlight[event.id] = nil
            lastResults.note(exchange)
            effects = stepAnswered(exchange) + observe(exchange, isOfRun: owner == nil && runs.isSending)
            if let checks = sending.checks.removeValue(forKey: event.id) {
                sending.checking.insert(event.id)
                effects.append(.check(checks, exchange))
            }
        }
        guard let owner, openRequest(owner)?.exchange == event.id else { return effects }
        var followUp = ResponsePaneState.FollowUp.none
        modify(owner) { followUp = $0.response.apply(event) }
        if case .finished(let exchange) = event.step, owner == openRequests.currentID {
            announce(exchange)
        }
        return effects + self.effects(of: followUp)
    }

    /// The pane that shows the exchange shows what is there of its body.
    mutating func bodyArrived(_ id: ExchangeID, _ news: BodyNews) {
        guard let owner = sending.inFlight[id], openRequest(owner)?.exchange == id else { return }
        let (size, moment) = (window.layout.inside(.response).size, clock.now)
        modify(owner) { $0.response.bodyArrived(id, news, at: moment, in: size) }
    }

    /// The log row and every pane that shows the exchange take what its checks came to.
    package mutating func checked(_ id: ExchangeID, _ report: CheckReport) -> [Effect] {
        sending.checking.remove(id)
        log.checked(id, report)
        lastResults.note(report, of: id, log.session.labels(id))
        openRequests.modifyResponses { $0.checked(id, report) }
        return chainChecked(id, report)
    }

    /// Where the response pane is not on the screen (small terminal, zoom), the footer says how the request ended.
    private mutating func announce(_ exchange: Exchange) {
        guard window.layout.panes[.response] == nil else { return }
        let kind: Toast.Kind = exchange.isSuccess ? .info : .failure
        if let response = exchange.response {
            let status = "\(response.status) \(String(decoding: response.reason, as: UTF8.self))"
            let problem = exchange.error.map { ", \($0.category.rawValue)" } ?? ""
            say("\(status)\(problem). Press \(keyName(.focusResponse)) for the response.", kind)
        } else if let error = exchange.error {
            say("\(error.category.rawValue): no response. Press \(keyName(.focusResponse)) for what happened.", kind)
        }
    }

    func effects(of followUp: ResponsePaneState.FollowUp) -> [Effect] {
        switch followUp {
        case .none: []
        case .prepareBody(let exchange, let scan): [.prepareBody(exchange, scan, response.reading)]
        }
    }

    mutating func bodyRead(_ id: ExchangeID, _ body: BodyDocument) {
        let size = window.layout.inside(.response).size
        openRequests.modifyResponses { $0.bodyRead(id, body, in: size) }
    }

    /// Every pane that shows the exchange takes the document; the others know that it is not theirs.
    mutating func bodyPrepared(_ document: ExchangeDocument) {
        let size = window.layout.inside(.response).size
        openRequests.modifyResponses { $0.bodyPrepared(document, in: size) }
    }
}
