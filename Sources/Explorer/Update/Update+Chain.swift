import HTTPFormat
import NetEngine
import TerminalUI
import Workspace

// A send after its plan is made: questions, then step after step as `SendSequence` says. Each step is resolved with the
// responses of those before it.

extension Model {
    /// Takes in a plan: it is shown, asked about, or gone through.
    mutating func planned(_ job: ResolveJob, _ plan: SendPlan) -> [Effect] {
        if job.purpose == .plan {
            overlays.showWhenFree(Message.plan(plan, of: job.request.id))
            return []
        }
        guard let open = openRequest(job.owner), open.sendTicket == job.ticket else { return [] }
        modify(job.owner) { $0.sendTicket = nil }
        if let (step, problem) = plan.firstProblem {
            let line = "\(step.file.relativePath):\(step.file.sourceLine(problem.line)): \(problem.reason)"
            overlays.showWhenFree(Message(title: "Not sent", lines: ["\(step.request.id) cannot be sent.", line]))
            return []
        }
        if let unsendable = plan.unsendable {
            // The sentence of a refusal may hold values.
            privates.learn(unsendable.uses)
            var job = job
            job.file = unsendable.step.file
            tell(unsendable.outcome, of: job)
            return []
        }
        let isUndeclared = plan.steps.contains { if case .reference = $0.reason { true } else { false } }
        if isUndeclared {
            overlays.showWhenFree(Question.sendFirst(plan, job: job))
            return []
        }
        return follow(plan, of: job)
    }

    /// Asks what must be asked, then begins.
    mutating func follow(_ plan: SendPlan, of job: ResolveJob) -> [Effect] {
        let open = plan.steps.toConfirm.filter { !job.confirmed.contains($0.requestKey) }
        guard open.isEmpty else {
            var confirmed = job
            confirmed.confirmed.formUnion(open.map(\.requestKey))
            let consequence = Consequence.follow(plan, confirmed)
            overlays.showWhenFree(
                plan.steps.count == 1
                    ? Question.send(job.request, then: consequence) : Question.confirm(open, then: consequence))
            return []
        }
        guard !plan.prompts.isEmpty else { return begin(plan, of: job, answers: job.answers) }
        overlays.showWhenFree(Form.prompts(plan, job: job))
        return []
    }

    package mutating func begin(_ plan: SendPlan, of job: ResolveJob, answers: [String: String]) -> [Effect] {
        for field in plan.prompts where field.isAskedOnce { sending.askedOnce[field.key] = answers[field.key] }
        let old = dropChain(of: job.owner, ifSeveral: true).exchange
        var job = job
        job.answers = answers
        chains.append(SendChain(owner: job.owner, plan: plan, job: job, pass: clock.nextTicket()))
        return (old.map { [.cancel($0)] } ?? []) + goOn(chains.count - 1)
    }

    /// Begins a send of one request whose variables have been looked up.
    mutating func beginResolved(_ job: ResolveJob, _ outcome: RequestResolver.Outcome, id: ExchangeID) -> [Effect] {
        let step = SendPlan.Step(file: job.file, request: job.request.enabled)
        var chain = SendChain(owner: job.owner, plan: SendPlan(steps: [step]), job: job, pass: clock.nextTicket())
        guard case .begin(let item, _) = chain.sequence.next() else { return [] }
        chain.item = item
        chains.append(chain)
        return stepResolved(job, outcome, id: id)
    }

    /// Begins the next step, or ends the send.
    private mutating func goOn(_ place: Int) -> [Effect] {
        if case .begin(let item, let move) = chains[place].sequence.next() {
            chains[place].item = item
            return perform(move, place)
        }
        let sequence = chains.remove(at: place).sequence
        if let sentence = sequence.ending?.sentence({ $0.request.id }) {
            say(sentence, .failure)
        } else if !sequence.isStopped, sequence.totals.passed > 1 {
            say("\(sequence.totals.passed) requests were sent.")
        }
        return []
    }

    /// Does what the sequence says, as far as the model can; effects do the rest.
    private mutating func perform(_ move: SendSequence.Move, _ place: Int) -> [Effect] {
        switch move {
        case .resolve(let step):
            chains[place].job.ticket = clock.nextTicket()
            chains[place].job.purpose = .step
            chains[place].job.askedAt = clock.now
            chains[place].job.request = step.request
            chains[place].job.file = step.file
            chains[place].job.turn = step.turn
            chains[place].exchange = nil
            if chains[place].isSeveral { say(chains[place].sentence) }
            complete(&chains[place].job)
            return [.resolve(chains[place].job)]
        case .pause(let duration):
            chains[place].pauseEnd = clock.now + duration
            return []
        case .send(let draft):
            chains[place].pauseEnd = nil
            guard let id = chains[place].id else { return [] }
            chains[place].exchange = id
            // That was for one send: where the question of trust begins all again, it would be sent a second time.
            chains[place].job.confirmed.remove(chains[place].step.requestKey)
            let (job, shown) = (chains[place].job, paneOwner(of: chains[place]))
            let key = tree.key(job.file.path, job.request.index)
            let others = sending.inFlight.keys.count { key != nil && sending.requests[$0] == key }
            if others > 0, shown != nil, shown == openRequests.currentID {
                say("Sent again: \(others + 1) of this request are in flight. Esc cancels the newest.")
            }
            return launch(draft, id: id, job: job, shownIn: shown ?? job.owner, isShown: shown != nil)
        case .conclude(let exchange, let checks, _):
            chains[place].report = checks.isEmpty ? CheckReport() : nil
            chains[place].file = nil
            chains[place].awaitsFile = chains[place].step.request.outputFile != nil && exchange.response != nil
            guard chains[place].awaitsFile else { return concluded(place) }
            chains[place].job.memory = sending.memory
            return [.writeResponse(chains[place].job, exchange)]
        case .end(let step, let outcome):
            if case .failed = outcome {
                let job = chains[place].job
                sending.memory.noteFailure(
                    ResponseMemory.Key(
                        file: job.file.path, environment: job.environmentName, id: step.request.id,
                        repetition: step.turn?.index))
            }
            if let next = chains[place].sequence.end(chains[place].item) { return perform(next, place) }
            return goOn(place)
        }
    }

    /// The step of a send was made ready, or was not.
    mutating func stepResolved(_ job: ResolveJob, _ outcome: RequestResolver.Outcome, id: ExchangeID) -> [Effect] {
        guard let place = chains.firstIndex(where: { $0.job.ticket == job.ticket }) else { return [] }
        if job.purpose == .step, chains[place].step.reason == .asked {
            modify(job.owner) { $0.pane.variables = VariableReport(outcome) }
        }
        chains[place].job = job
        chains[place].id = id
        if case .notLoggedIn(let exchange, _) = outcome, exchange.error?.category == .cancelled {
            chains[place].sequence.stop()
        }
        let move = chains[place].sequence.prepared(
            .resolved(outcome, checks: job.checks, uses: job.uses), of: chains[place].item)
        switch (outcome, move) {
        case (.notLoggedIn(let exchange, _), .conclude):
            // It ended before it was sent, and is shown like one that failed on its way.
            chains[place].exchange = id
            let shown = paneOwner(of: chains[place])
            return end(exchange, as: id, job: job, shownIn: shown ?? job.owner, isShown: shown != nil)
        case (.notLoggedIn, _): say("Sign-in cancelled: nothing was sent.", .warning)
        case (_, .end):
            takeBackSaying(of: chains[place])
            tell(outcome, of: job)
        default: break
        }
        return perform(move, place)
    }

    /// The step of a send is not sent, or its loop turned out to repeat it this often.
    mutating func stepPrepared(_ job: ResolveJob, _ prepared: PreparedStep) -> [Effect] {
        guard let place = chains.firstIndex(where: { $0.job.ticket == job.ticket }) else { return [] }
        if case .unsendable(let problem) = prepared {
            takeBackSaying(of: chains[place])
            let line = "\(job.file.relativePath):\(job.file.sourceLine(problem.line)): \(problem.reason)"
            overlays.showWhenFree(Message(title: "Not sent", lines: [line]))
        }
        return perform(chains[place].sequence.prepared(prepared, of: chains[place].item), place)
    }

    /// That a step is being sent is not said any more where it is not.
    private mutating func takeBackSaying(of chain: SendChain) {
        if toast?.text == chain.sentence { toast = nil }
    }

    /// The open request whose pane shows the response of the step under way; that of a needed request is opened behind the
    /// one in view. nil: only the log shows it.
    private mutating func paneOwner(of chain: SendChain) -> OpenRequest.ID? {
        guard chain.step.reason != .asked else { return chain.owner }
        let job = chain.job
        guard let key = tree.key(job.file.path, job.request.index) else { return nil }
        guard openRequests[key] != nil || tree.request(key)?.id == job.request.id else { return nil }
        return openBehind(key)
    }

    /// Pauses that are over.
    mutating func chainsOn() -> [Effect] {
        var effects: [Effect] = []
        for place in chains.indices {
            guard let end = chains[place].pauseEnd, end <= clock.now else { continue }
            effects += perform(chains[place].sequence.paused(chains[place].item), place)
        }
        return effects
    }

    var nextPauseEnd: MonotonicTime? { chains.compactMap(\.pauseEnd).min() }

    /// An exchange is over: later requests can refer to its response, and its send goes on.
    mutating func stepAnswered(_ exchange: Exchange) -> [Effect] {
        guard let place = chains.firstIndex(where: { $0.exchange == exchange.id }) else { return [] }
        let job = chains[place].job
        if let record = ResponseMemory.Record(
            exchange, of: job.request, file: job.file.path, root: job.place.root, environment: job.environmentName,
            repetition: job.turn?.index, pass: chains[place].pass, handlers: job.checks.compactMap(\.handler))
        {
            sending.memory.add(record)
        }
        let effects = cookieEffects(of: exchange, job)
        return effects + perform(chains[place].sequence.answered(exchange, of: chains[place].item), place)
    }

    /// The checks of an exchange were evaluated.
    mutating func chainChecked(_ id: ExchangeID, _ report: CheckReport) -> [Effect] {
        guard let place = chains.firstIndex(where: { $0.exchange == id && $0.report == nil }) else { return [] }
        chains[place].report = report
        return concluded(place)
    }

    /// The response of an exchange was written to the file that its request names, or was not.
    mutating func responseWritten(_ result: ResponseFile.Outcome, of id: ExchangeID) -> [Effect] {
        switch result {
        case .success(let path): say("The response was written to \(withoutRoot(path)).")
        case .failure(let error): say(error.sentence, .failure)
        }
        guard let place = chains.firstIndex(where: { $0.exchange == id && $0.awaitsFile }) else { return [] }
        chains[place].awaitsFile = false
        chains[place].file = result
        return concluded(place)
    }

    /// Goes on once both the checks and the file are known.
    private mutating func concluded(_ place: Int) -> [Effect] {
        guard let report = chains[place].report, !chains[place].awaitsFile else { return [] }
        let conclusion = StepConclusion(checks: report, file: chains[place].file)
        return perform(chains[place].sequence.concluded(conclusion, of: chains[place].item), place)
    }

    /// Lets a request's sends begin nothing more. Sends that wait for nothing in flight are forgotten.
    /// - Parameter ifSeveral: spares a request that is in flight alone.
    /// - Returns: whether one was forgotten, and the exchange in flight, which is to be cancelled.
    mutating func dropChain(
        of owner: OpenRequest.ID, ifSeveral: Bool = false
    ) -> (wasThere: Bool, exchange: ExchangeID?) {
        var exchange: ExchangeID?
        for place in chains.indices where chains[place].owner == owner {
            if ifSeveral, !chains[place].isSeveral, chains[place].exchange != nil { continue }
            chains[place].sequence.stop()
            if let id = chains[place].exchange, sending.inFlight[id] != nil { exchange = id }
        }
        return (dropIdleChains(), exchange)
    }

    /// - Returns: whether there was one.
    mutating func dropIdleChains() -> Bool {
        let count = chains.count
        chains.removeAll { $0.sequence.isStopped && $0.exchange == nil }
        return chains.count < count
    }

    /// No send begins anything more.
    mutating func dropAllChains() {
        for place in chains.indices { chains[place].sequence.stop() }
        _ = dropIdleChains()
    }

    /// Shows what would be sent, and sends nothing.
    mutating func showPlan() -> [Effect] {
        guard let effects = focused.showRequestToSend(on: &self) else { return [] }
        guard let finished = finishTyping(), let id = openRequests.currentID else { return effects }
        guard let job = resolveJob(for: id, .plan) else { return effects + finished }
        return effects + finished + [.resolve(job)]
    }

    /// What the job needs beside the request: what is open of its imports, and what was answered.
    package func complete(_ job: inout ResolveJob) {
        job.memory = sending.memory
        for (key, answer) in sending.askedOnce where job.answers[key] == nil {
            job.answers[key] = answer
        }
        guard !job.file.document.imports.isEmpty else { return }
        job.known = tree.files.compactMapValues { $0.file.problem == nil ? $0.file : nil }
    }
}

// MARK: The questions

extension Message {
    package static func plan(_ plan: SendPlan, of id: String) -> Message {
        Message(title: "Plan of \(id)", lines: SendPlan.lines(plan))
    }
}

extension Question {
    /// Something is referred to that was not sent yet.
    static func sendFirst(_ plan: SendPlan, job: ResolveJob) -> Question {
        let others = plan.steps.filter { $0.reason != .asked }.count
        return Question(
            title: others == 1 ? "Send another request first?" : "Send \(others) requests first?",
            lines: ["\(job.request.id) uses responses that are not there yet. In this order:"] + SendPlan.lines(plan),
            choices: [
                Choice(key: "s", label: "Send all of them", consequence: .follow(plan, job)),
                Choice(key: "c", label: "Send nothing", consequence: .nothing),
            ])
    }

    /// Requests of a plan or a run ask to be confirmed: all in one question.
    static func confirm(_ steps: [SendPlan.Step], then consequence: Consequence) -> Question {
        let (who, label) =
            steps.count == 1
            ? ("This request asks", "Send it") : ("\(steps.count) requests ask", "Send all of them")
        return Question(
            title: "Send?",
            lines: ["\(who) to be confirmed before anything is sent:"] + listed(steps, most: 6, \.confirmation),
            choices: [
                Choice(key: "s", label: label, consequence: consequence),
                Choice(key: "c", label: "Send nothing", consequence: .nothing),
            ])
    }

    package static func trust(_ needs: [TrustNeed], _ subject: TrustSubject, job: ResolveJob) -> Question {
        let shown = listed(needs, most: 6) { need in
            let isHere = need.file == job.file.relativePath
            return "\(need.clause) (\(need.file):\(isHere ? job.file.sourceLine(need.line) : need.line))"
        }
        let title: String
        let reach: [String]
        let label: String
        switch subject {
        case .folder: (title, reach, label) = ("Trust this collection?", [], "Trust the folder from now on, and send")
        case .address:
            title = "Trust this address?"
            reach = [
                "If you trust it, requests of every description that is fetched from there may use your private values, "
                    + "logins and certificates, and what a trusted folder may."
            ]
            label = "Trust the address from now on, and send"
        }
        return Question(
            title: title,
            lines: ["\(subject.text) is not trusted. To be sent, \(job.request.id) wants to:"] + shown + reach + [
                "No script or command in it is run, trusted or not."
            ],
            choices: [
                Choice(
                    key: "t", label: label,
                    consequence: .trust(
                        subject, owner: job.owner, cache: job.cache.send, confirmed: job.confirmed)),
                Choice(key: "c", label: "Do not send", consequence: .nothing),
            ], selection: 1)
    }
}

extension Form {
    /// Everything that the requests of a plan ask for, in one form.
    package static func prompts(_ plan: SendPlan, job: ResolveJob) -> Form {
        Form(
            title: "Before the send",
            labels: plan.prompts.map(promptLabel), fields: plan.prompts.map(promptField),
            purpose: .prompts(plan, job))
    }

    static func promptLabel(_ field: PromptField) -> String {
        field.choices.isEmpty ? field.label : "\(field.label) (\(field.choices.joined(separator: ", ")))"
    }

    static func promptField(_ field: PromptField) -> TextField {
        TextField(field.initial ?? "", isSecret: field.isSecret)
    }
}

extension SendPlan {
    /// For the user: one line a step.
    package static func lines(_ plan: SendPlan) -> [String] {
        plan.steps.enumerated().flatMap { place, step in
            let turn = step.turnText.isEmpty ? "" : " (\(step.turnText))"
            let problem = step.problem.map { "; cannot be sent: line \($0.line): \($0.reason)" } ?? ""
            return ["\(place + 1). \(step.request.id)\(turn): \(step.reason.text)\(problem)"]
                + step.logins.map { "   \($0)" }
        }
    }
}
