import Comparison
import HTTPFormat
import NetEngine
import Runs
import TerminalUI
import Workspace

// A replay: the picker -> `replay` -> plan and run in the background -> `replayBegan` -> `replayed`, again and again.

extension Model {
    /// Says so if a run is going on: there is one at a time.
    mutating func refusesReplay() -> Bool {
        if runs.isSending { say("A run is in progress: Esc in Runs cancels it.") }
        return runs.isSending
    }

    /// Begins to send the requests of a job.
    mutating func replay(_ job: ReplayJob) -> [Effect] {
        guard job.count > 0 || !job.selection.named.isEmpty else {
            say("\(job.title) has no request to replay.", .warning)
            return []
        }
        if refusesReplay() { return [] }
        let old = runs.planning.map { [Effect.stopReplay($0.id)] } ?? []
        var job = job
        job.id = clock.nextTicket()
        // A plan that gives way to this one has moved the focus already.
        job.cameFrom = (window.focus == .runs ? runs.planning?.cameFrom : nil) ?? window.focusPlace
        runs.planning = job
        window.focus = .runs
        return old + [.replay(job)]
    }

    /// Forgets a plan of which nothing is sent yet. The focus goes back, unless the user has moved it.
    private mutating func leavePlanning() {
        let place = runs.planning?.cameFrom
        runs.planning = nil
        guard let place, place.pane != .runs, window.focus == .runs else { return }
        window.putFocus(back: place)
    }

    /// Asks whether requests with notes are sent.
    mutating func replayToConfirm(_ job: ReplayJob, _ steps: [SendPlan.Step]) {
        guard runs.planning?.id == job.id else { return }
        leavePlanning()
        var confirmed = job
        confirmed.isConfirmed = true
        overlays.showWhenFree(Question.confirm(steps, then: .replay(confirmed)))
    }

    /// Asks what the plan must know before anything is sent.
    mutating func replayAsks(_ job: ReplayJob, _ prompts: [PromptField]) {
        guard runs.planning?.id == job.id else { return }
        // The answers begin it anew.
        leavePlanning()
        overlays.showWhenFree(Form.replayPrompts(prompts, job: job))
    }

    mutating func replayBegan(_ id: ReplayJob.ID, _ planned: ReplayPlanned) -> [Effect] {
        // Esc came before the plan was made.
        guard let job = runs.planning, job.id == id else {
            runs.isStale = true
            return [.stopReplay(id)]
        }
        runs.planning = nil
        let keys = planned.places.map { tree.key($0.file, $0.index) }
        runs.begin(LiveRun(id, title: job.title, planned, keys: keys, at: clock.now))
        if job.isOfMarks { collections.marked = [] }
        return []
    }

    mutating func replayed(_ id: ReplayJob.ID, _ news: ReplayNews) -> [Effect] {
        runs.take(id, news)
        if news.end != nil, toast?.text == RunsPane.inProgress { toast = nil }
        for record in news.records where !record.checks.isEmpty {
            guard let exchange = record.exchange else { continue }
            log.checked(exchange, record.checks)
            lastResults.note(record.checks, of: exchange, log.session.labels(exchange))
        }
        let effects = runs.live?.id == id ? observe(news.records) + showSent(news.records) : []
        guard news.end != nil, let run = runs.live, run.id == id, window.layout.panes[.runs] == nil else {
            return effects
        }
        say(
            "\(run.title): \(RunWords.totals(run.account)). Press \(keyName(.focusRuns)) to see it.",
            run.account.totals.failed > 0 ? .failure : .info)
        return effects
    }

    /// Shows what came in the panes of the requests that are open, the last response of each.
    private mutating func showSent(_ records: [RunRecord]) -> [Effect] {
        guard let run = runs.live else { return [] }
        var last: [OpenRequest.ID: RunRecord] = [:]
        for record in records where record.exchange != nil && record.word != .cancelled {
            let step = record.item.step
            guard run.keys.indices.contains(step), let key = run.keys[step], let open = openRequests[key] else {
                continue
            }
            last[open.id] = record
        }
        var effects: [Effect] = []
        for (open, record) in last.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            guard let id = record.exchange, let exchange = log.session.exchange(id) else { continue }
            let request = run.account.head.requests[record.item.step]
            let label = RequestLabel(name: request.id, method: request.method, url: exchange.draft.url)
            var followUp = ResponsePaneState.FollowUp.none
            let finishedAt = log.session.finishedAt(id)
            modify(open) {
                followUp = $0.response.showSentByRun(exchange, label: label, finishedAt: finishedAt, record.checks)
            }
            effects += self.effects(of: followUp)
        }
        return effects
    }

    mutating func replayRefused(_ id: ReplayJob.ID, _ sentence: String) {
        guard runs.planning?.id == id else { return }
        leavePlanning()
        say(sentence, .warning)
    }

    /// Cancels the run that is under way.
    /// - Returns: nil if there is none.
    mutating func stopReplay() -> [Effect]? {
        if let job = runs.planning {
            runs.planning = nil
            say("The run was cancelled before its first request.")
            return [.stopReplay(job.id)]
        }
        guard runs.isSending, let run = runs.live, !run.isStopping else { return nil }
        runs.stopLive()
        say("Cancelling the run.")
        return [.stopReplay(run.id)]
    }

    mutating func runRead(_ entry: RunEntry, _ outcome: Result<RunAccount, RunStoreError>, _ ticket: Int) {
        guard runs.reading == ticket else { return }
        runs.reading = nil
        switch outcome {
        case .success(let account): runs.show(.recorded(entry, account))
        case .failure(let error): say(error.sentence, .failure)
        }
    }

    mutating func recordedRead(_ outcome: Result<RecordedResult, RunStoreError>, _ ticket: Int) -> [Effect] {
        // The user went on to something else.
        guard runs.reading == ticket, window.focus == .runs else { return [] }
        runs.reading = nil
        switch outcome {
        case .success(let result): return RunsPane.opened(result, on: &self)
        case .failure(let error):
            say(error.sentence, .warning)
            return []
        }
    }

    mutating func runsCompared(_ pair: RunPair, _ outcome: Result<ComparisonTable, RunStoreError>) {
        guard runs.comparing == pair else { return }
        runs.comparing = nil
        switch outcome {
        case .success(let compared): overlays.showWhenFree(RunComparisonView(pair, compared, settings.glyphs))
        case .failure(let error): say(error.sentence, .failure)
        }
    }
}

extension Form {
    /// Asks for what a run must know.
    static func replayPrompts(_ prompts: [PromptField], job: ReplayJob) -> Form {
        Form(
            title: "Before \(job.title)", labels: prompts.map(promptLabel), fields: prompts.map(promptField),
            purpose: .replayPrompts(prompts, job))
    }
}
