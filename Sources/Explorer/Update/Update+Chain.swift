import HTTPFormat
import NetEngine
import TerminalUI
import Workspace

// The way of a request that needs others: `send` -> resolve -> `planned` -> questions -> step after step, each resolved with
// what those before it were answered.

extension Model {
    /// Takes in a plan: it is shown, asked about, or gone through.
    mutating func planned(_ job: ResolveJob, _ plan: SendPlan) -> [Effect] {
        if job.purpose == .plan {
            overlays.showWhenFree(Message.plan(plan, of: job.request.id))
            return []
        }
        if job.purpose == .step { return spliced(job, plan) }
        guard let open = openRequest(job.owner), open.sendTicket == job.ticket else { return [] }
        modify(job.owner) { $0.sendTicket = nil }
        if let (step, problem) = plan.firstProblem {
            let line = "\(step.file.relativePath):\(problem.line): \(problem.reason)"
            overlays.showWhenFree(Message(title: "Not sent", lines: ["\(step.request.id) cannot be sent.", line]))
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
        guard !plan.prompts.isEmpty else { return begin(plan, of: job, answers: job.answers) }
        overlays.showWhenFree(Form.prompts(plan, job: job))
        return []
    }

    package mutating func begin(_ plan: SendPlan, of job: ResolveJob, answers: [String: String]) -> [Effect] {
        chains.removeAll { $0.owner == job.owner }
        for field in plan.prompts where field.isAskedOnce { askedOnce[field.key] = answers[field.key] }
        chains.append(SendChain(owner: job.owner, plan: plan, answers: answers, cacheMode: job.cacheMode))
        return sendStep(of: job.owner)
    }

    /// Makes the step of a chain ready whose turn it is.
    private mutating func sendStep(of owner: OpenRequest.ID) -> [Effect] {
        guard let place = chains.firstIndex(where: { $0.owner == owner }) else { return [] }
        guard let step = chains[place].step else {
            let count = chains.remove(at: place).plan.steps.count
            if count > 1 { say("\(count) requests were sent.") }
            return []
        }
        let ticket = nextTicket()
        chains[place].ticket = ticket
        chains[place].exchange = nil
        if chains[place].plan.steps.count > 1 { say("Sending \(chains[place].text).") }
        var job = ResolveJob(
            ticket: ticket, purpose: .step, owner: owner, request: step.request, file: step.file, place: tree.place,
            environmentName: environmentName, overrides: overrides, cacheMode: chains[place].cacheMode)
        job.answers = chains[place].answers
        job.turn = step.turn
        complete(&job)
        return [.resolve(job)]
    }

    /// A step whose loop shows only now how often it goes round.
    private mutating func spliced(_ job: ResolveJob, _ plan: SendPlan) -> [Effect] {
        guard let place = chains.firstIndex(where: { $0.owner == job.owner && $0.ticket == job.ticket }) else {
            return []
        }
        if let (step, problem) = plan.firstProblem {
            return end(
                chainAt: place,
                because: Message(
                    title: "Not sent", lines: ["\(step.file.relativePath):\(problem.line): \(problem.reason)"]))
        }
        let reason = chains[place].step?.reason ?? .asked
        let steps = plan.steps.map { step in
            var step = step
            step.reason = reason
            return step
        }
        chains[place].plan.steps.replaceSubrange(chains[place].place...chains[place].place, with: steps)
        return sendStep(of: job.owner)
    }

    /// The step of a chain was made ready, or was not.
    mutating func stepResolved(_ job: ResolveJob, _ outcome: RequestResolver.Outcome, id: ExchangeID) -> [Effect] {
        guard let place = chains.firstIndex(where: { $0.owner == job.owner && $0.ticket == job.ticket }) else {
            return []
        }
        if chains[place].step?.reason == .asked { modify(job.owner) { $0.pane.variables = VariableReport(outcome) } }
        if case .draft(let draft, _) = outcome {
            if let pause = job.request.pauseBefore {
                chains[place].pause = .init(until: now + pause, draft: draft, id: id, job: job)
                return []
            }
            return sendChained(draft, id: id, job: job)
        }
        if case .notLoggedIn(let exchange, _) = outcome {
            guard exchange.error?.category != .cancelled else {
                chains.remove(at: place)
                return end(exchange, as: id, job: job, shownIn: job.owner, isShown: false)
            }
            chains[place].exchange = id
            let shown = chains[place].step?.reason == .asked ? job.owner : paneOwner(of: job)
            return end(exchange, as: id, job: job, shownIn: shown ?? job.owner, isShown: shown != nil)
        }
        let chain = chains.remove(at: place)
        if chain.place > 0 { say("Stopped at \(chain.text).", .failure) }
        tell(outcome, of: job)
        return []
    }

    private mutating func sendChained(_ draft: RequestDraft, id: ExchangeID, job: ResolveJob) -> [Effect] {
        guard let place = chains.firstIndex(where: { $0.owner == job.owner }) else { return [] }
        chains[place].pause = nil
        chains[place].exchange = id
        let isAsked = chains[place].step?.reason == .asked
        let shown = isAsked ? job.owner : paneOwner(of: job)
        return launch(draft, id: id, job: job, shownIn: shown ?? job.owner, isShown: shown != nil)
    }

    /// The open request that a needed request's answer is shown in; it is opened behind the one in view.
    private mutating func paneOwner(of job: ResolveJob) -> OpenRequest.ID? {
        let key = RequestKey(file: job.file.path, index: job.request.index)
        if let known = openRequests.first(where: { $0.key == key }) { return known.id }
        guard let request = tree.request(key), request.id == job.request.id else { return nil }
        let opened = OpenRequest(
            id: OpenRequest.ID(rawValue: nextTicket()), key: key, pane: RequestPaneState(for: request))
        openRequests.insert(opened, at: max(0, openRequests.count - 1))
        return opened.id
    }

    /// Pauses that are over.
    mutating func chainsOn() -> [Effect] {
        var effects: [Effect] = []
        for chain in chains {
            guard let pause = chain.pause, pause.until <= now else { continue }
            effects += sendChained(pause.draft, id: pause.id, job: pause.job)
        }
        return effects
    }

    var nextPauseEnd: MonotonicTime? { chains.compactMap { $0.pause?.until }.min() }

    /// An exchange is over: its answer is kept for those that refer to it, and the chain that it belongs to goes on.
    package mutating func remember(_ exchange: Exchange) -> [Effect] {
        guard let sent = sentRequests.removeValue(forKey: exchange.id) else { return [] }
        let job = sent.job
        if job.turn?.index == 0 {
            memory.forgetRepetitions(of: job.request, file: job.file.path, environment: job.environmentName)
        }
        memory.remember(
            exchange, of: job.request, file: job.file.path, environment: job.environmentName,
            repetition: job.turn?.index)
        var effects = cookieEffects(of: exchange, job)
        if job.request.outputFile != nil, exchange.response != nil {
            var job = job
            job.memory = memory
            effects.append(.writeAnswer(job, exchange))
        }
        guard let place = chains.firstIndex(where: { $0.exchange == exchange.id }) else { return effects }
        guard job.checks.isEmpty else {
            chains[place].unchecked = exchange
            return effects
        }
        return effects + stepEnded(exchange, CheckReport(), chainAt: place)
    }

    /// What the checks of an exchange came to: a chain that waited for it goes on.
    mutating func chainChecked(_ id: ExchangeID, _ report: CheckReport) -> [Effect] {
        guard let place = chains.firstIndex(where: { $0.unchecked?.id == id }), let exchange = chains[place].unchecked
        else { return [] }
        chains[place].unchecked = nil
        return stepEnded(exchange, report, chainAt: place)
    }

    private mutating func stepEnded(_ exchange: Exchange, _ report: CheckReport, chainAt place: Int) -> [Effect] {
        guard report.failed == 0, exchange.error == nil || report.excusesError else {
            let chain = chains.remove(at: place)
            let isLast = chain.place == chain.plan.steps.count - 1
            if exchange.error?.category != .cancelled, !isLast {
                let owner = openRequest(chain.owner).flatMap { tree.request($0.key)?.id } ?? ""
                let failed = chain.step?.request.id ?? ""
                let status = exchange.response.map { " (\($0.status))" } ?? ""
                say("\(failed) failed\(status), so \(owner == failed ? "the rest" : owner) was not sent.", .failure)
            }
            return []
        }
        chains[place].place += 1
        chains[place].exchange = nil
        return sendStep(of: chains[place].owner)
    }

    private mutating func end(chainAt place: Int, because message: Message) -> [Effect] {
        chains.remove(at: place)
        overlays.showWhenFree(message)
        return []
    }

    /// Forgets the chain of a request; the exchange of it that is in flight, to be cancelled.
    mutating func dropChain(of owner: OpenRequest.ID) -> (wasThere: Bool, exchange: ExchangeID?) {
        guard let place = chains.firstIndex(where: { $0.owner == owner }) else { return (false, nil) }
        let chain = chains.remove(at: place)
        return (true, chain.exchange)
    }

    /// Shows what would be sent, and sends nothing.
    mutating func showPlan() -> [Effect] {
        guard let effects = openSelectedToSend() else { return [] }
        guard let finished = finishTyping(), let id = currentID else { return effects }
        guard let job = resolveJob(for: id, .plan) else { return effects + finished }
        return effects + finished + [.resolve(job)]
    }

    /// What the job needs beside the request: what is open of its imports, and what was answered.
    package func complete(_ job: inout ResolveJob) {
        job.memory = memory
        for (key, answer) in askedOnce where job.answers[key] == nil { job.answers[key] = answer }
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
            lines: ["\(job.request.id) uses answers that are not there yet. In this order:"] + SendPlan.lines(plan),
            choices: [
                Choice(key: "s", label: "Send all of them", consequence: .follow(plan, job)),
                Choice(key: "c", label: "Send nothing", consequence: .nothing),
            ])
    }

    package static func trust(_ needs: [TrustNeed], root: String, job: ResolveJob) -> Question {
        Question(
            title: "Trust this collection?",
            lines: ["\(root) is not trusted. To be sent, \(job.request.id) wants to:"]
                + needs.prefix(6).map { "  \($0.clause) (\($0.file):\($0.line))" }
                + ["No script or command in it is run, trusted or not."],
            choices: [
                Choice(
                    key: "t", label: "Trust the folder from now on, and send",
                    consequence: .trust(root: root, owner: job.owner, cache: job.cacheMode)),
                Choice(key: "c", label: "Do not send", consequence: .nothing),
            ], selection: 1)
    }
}

extension Form {
    /// Everything that the requests of a plan ask for, in one form.
    package static func prompts(_ plan: SendPlan, job: ResolveJob) -> Form {
        Form(
            title: "Before the send",
            labels: plan.prompts.map { field in
                field.choices.isEmpty ? field.label : "\(field.label) (\(field.choices.joined(separator: ", ")))"
            },
            fields: plan.prompts.map { TextField($0.initial ?? "", isSecret: $0.isSecret) },
            purpose: .prompts(plan, job))
    }
}

extension SendPlan {
    /// For a person: one line a step.
    package static func lines(_ plan: SendPlan) -> [String] {
        plan.steps.enumerated().flatMap { place, step in
            let turn = step.turnText.isEmpty ? "" : " (\(step.turnText))"
            let problem = step.problem.map { "; cannot be sent: line \($0.line): \($0.reason)" } ?? ""
            return ["\(place + 1). \(step.request.id)\(turn): \(step.reason.text)\(problem)"]
                + step.logins.map { "   \($0)" }
        }
    }
}
