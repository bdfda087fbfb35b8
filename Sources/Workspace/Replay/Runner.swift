import Base
import HTTPFormat
import NetEngine
import Synchronization

/// Sends the requests of a plan, one after another or several at once, and reports the outcome of each.
///
/// An exchange is dropped once it was reported, so memory use stays flat however long the plan is.
package struct Runner: Sendable {
    /// What happened to one request.
    package enum Outcome: Sendable {
        /// It got a successful response and all checks passed; or it failed as its checks expect.
        case passed(Exchange, CheckReport, SentDetails = SentDetails())
        /// It was sent and failed: see the exchange's error, the checks or the output file.
        case failed(Exchange, CheckReport, SentDetails = SentDetails())
        /// It was not sent: variables have no value, or something is missing.
        case notSent([Problem])
        /// `# @disabled`; or, with a clause that says so, a step that it needs did not succeed.
        case skipped(String?)
        /// The run was stopped while this request was in flight.
        case cancelled(Exchange, SentDetails = SentDetails())

        /// nil if nothing was sent.
        package var sent: Exchange? {
            switch self {
            case .passed(let exchange, _, _), .failed(let exchange, _, _), .cancelled(let exchange, _): exchange
            case .notSent, .skipped: nil
            }
        }
    }

    /// Why a request was not sent.
    package struct Problem: Sendable {
        /// Line in the request's file.
        package var line: Int
        package var sentence: String
        /// Private values that the sentence may contain and that must not be printed.
        package var privates = PrivateValues()

        package init(line: Int, sentence: String, privates: PrivateValues = PrivateValues()) {
            self.line = line
            self.sentence = sentence
            self.privates = privates
        }
    }

    /// Details of a request that was sent.
    package struct SentDetails: Sendable {
        /// What happened to the file that the request names for its response (`>> path`); nil if it names none.
        package var file: ResponseFile.Outcome?
        /// Private values that must not be printed.
        package var privates = PrivateValues()
        /// How much later than planned it started; nil without a rate.
        package var delay: Duration?
        /// How often it was sent again because it failed.
        package var resends = 0

        /// A copy that also knows the private values of these variables.
        func learning(_ uses: [VariableUse]) -> SentDetails {
            var details = self
            details.privates.learn(uses)
            return details
        }
    }

    package struct Totals: Sendable, Hashable {
        package var passed = 0
        package var failed = 0
        package var skipped = 0
        package var cancelled = 0
        /// Steps of the plan that never started, because the run was stopped.
        package var notReached = 0

        package var count: Int { passed + failed + skipped + cancelled + notReached }

        package init(
            passed: Int = 0, failed: Int = 0, skipped: Int = 0, cancelled: Int = 0, notReached: Int = 0
        ) {
            self.passed = passed
            self.failed = failed
            self.skipped = skipped
            self.cancelled = cancelled
            self.notReached = notReached
        }

        /// Counts a request of a recorded run.
        package mutating func count(_ record: RunRecord) {
            switch record.word {
            case .passed: passed += 1
            case .failed: failed += 1
            case .skipped: skipped += 1
            case .cancelled: cancelled += 1
            }
        }

        mutating func count(_ outcome: Outcome) {
            switch outcome {
            case .passed: passed += 1
            case .failed, .notSent: failed += 1
            case .skipped: skipped += 1
            case .cancelled: cancelled += 1
            }
        }
    }

    package let resolver: RequestResolver
    package let send: @Sendable (RequestDraft) async -> Exchange
    /// How many requests run at a time, at least 1.
    package var jobs = 1
    /// How many times the whole plan is sent.
    package var rounds = 1
    /// Executors for the jobs, each job on one of them; empty means the shared thread pool.
    package var executors: [any TaskExecutor] = []
    /// When requests start, and when no further one does.
    package var pace = RunPace()
    /// One for each round, over and over: variables of the round, over all sources but `--var`.
    package var rows: [[String: String]] = []
    /// For each row the variant of the plan that is sent (`ReplayPlan.variants`); empty if all rows send all steps.
    package var variants: [Int] = []
    /// How often a request that failed is sent again.
    package var retries = 0
    /// The pause before such a request is sent again.
    package var retryInterval = Duration.seconds(1)
    /// Whether no further request starts after one that failed.
    package var failsFast = false
    /// Whether sentences of what was not sent name flags that would help.
    package var namesFlags = true
    /// Called as each step begins.
    package var began: (@Sendable (RunSchedule.Item) -> Void)?
    /// Called with the values of a request's variables, and the request, before it is sent.
    package var resolved: (@Sendable ([VariableUse], RequestDraft?) -> Void)?
    /// Where the tokens of `{{$auth.token("name")}}` come from.
    package var tokens: TokenBank?

    package init(
        resolver: RequestResolver, send: @escaping @Sendable (RequestDraft) async -> Exchange, jobs: Int = 1,
        rounds: Int = 1, executors: [any TaskExecutor] = [], tokens: TokenBank? = nil,
        resolved: (@Sendable ([VariableUse], RequestDraft?) -> Void)? = nil
    ) {
        self.resolver = resolver
        self.send = send
        self.jobs = jobs
        self.rounds = rounds
        self.executors = executors
        self.tokens = tokens
        self.resolved = resolved
    }

    package typealias Report = @Sendable (RunSchedule.Item, SendPlan.Step, Outcome) async -> Void

    /// Runs the steps. With one job they run in order; with more, a step starts as soon as a job is free and the steps
    /// it needs have ended. `context` is called for each step, but once for one that is the same in each round;
    /// `isStopped` is called before each step; `report` is called as each step ends, and its job waits until it returns.
    package func run(
        _ steps: [SendPlan.Step], context: @escaping @Sendable (SendPlan.Step) -> RequestResolver.Context,
        isStopped: @escaping @Sendable () -> Bool, report: @escaping Report
    ) async -> Totals {
        var totals = await work(
            through: SendSequence(
                steps, rounds: rounds, variants: variants, endsAtFailure: false, failsFast: failsFast), context,
            isStopped, report
        ).totals
        // A run that time ends has as many requests as it sends, or as its rate plans.
        if pace.duration != nil {
            totals.notReached = 0
            totals.notReached = max(0, (pace.planned ?? 0) - totals.count)
        }
        return totals
    }

    /// Sends the requests that one request needs, then itself. Ends at the first that does not succeed.
    /// - Returns: that step.
    package func send(
        _ plan: SendPlan, context: @escaping @Sendable (SendPlan.Step) -> RequestResolver.Context,
        isStopped: @escaping @Sendable () -> Bool, report: @escaping Report
    ) async -> SendSequence.Ending? {
        await work(through: SendSequence(plan.steps, endsAtFailure: true), context, isStopped, report).ending
    }

    private func work(
        through sequence: SendSequence, _ context: @escaping @Sendable (SendPlan.Step) -> RequestResolver.Context,
        _ isStopped: @escaping @Sendable () -> Bool, _ report: @escaping Report
    ) async -> SendSequence {
        var sequence = sequence
        sequence.namesFlags = namesFlags
        let desk = RunDesk(
            sequence, pace, isStopped, rows.isEmpty ? ConstantSteps(sequence.steps, rounds: rounds) : nil)
        await withTaskGroup { group in
            for job in 0..<max(1, min(jobs, sequence.count)) {
                group.addTask(executorPreference: executors.isEmpty ? nil : executors[job % executors.count]) {
                    while let (item, move, delay) = await desk.begin() {
                        began?(item)
                        await work(on: item, move, delay, desk, context, isStopped, report)
                        await pace.pause(isStopped)
                    }
                }
            }
        }
        return desk.sequence
    }

    /// Does what the sequence says until a step is over.
    private func work(
        on item: RunSchedule.Item, _ first: SendSequence.Move, _ delay: Duration?, _ desk: RunDesk,
        _ context: @Sendable (SendPlan.Step) -> RequestResolver.Context, _ isStopped: @escaping @Sendable () -> Bool,
        _ report: Report
    ) async {
        var move: SendSequence.Move? = first
        var current: ResolvedStep?
        var sent: (draft: RequestDraft, resends: Int)?
        while let next = move {
            switch next {
            case .resolve(let step):
                let known: ResolvedStep
                if let constant = desk.constants?[item.step] {
                    known = constant
                } else {
                    var place = context(step)
                    place.memory = desk.responses(round: item.round)
                    if !rows.isEmpty { place.overrides.merge(rows[item.round % rows.count]) { $1 } }
                    place.isStopped = isStopped
                    let outcome = await resolver.prepare(step, &place, tokens: tokens)
                    known = ResolvedStep(step, place, outcome)
                    desk.constants?.add(known, at: item.step)
                }
                current = known
                if let resolved, case .resolved(let outcome, _, let uses) = known.prepared {
                    if case .draft(let draft, _) = outcome { resolved(uses, draft) } else { resolved(uses, nil) }
                }
                move = desk.change { $0.prepared(known.prepared, of: item) }
            case .pause(let duration):
                // A stop ends it early; nothing is sent then.
                try? await StoppableClock(isStopped: isStopped).sleep(for: duration)
                move = desk.change { $0.paused(item) }
            case .send(let draft):
                let exchange = isStopped() ? Self.cancelled(draft) : await send(draft)
                if retries > 0 { sent = (draft, 0) }
                if let current { desk.remember(exchange, of: current, item) }
                move = desk.change { $0.answered(exchange, of: item) }
            case .conclude(let exchange, let checks, let uses):
                var conclusion = StepConclusion()
                if let current, let written = write(exchange, of: current, uses: uses) {
                    (conclusion.file, conclusion.uses) = (written.outcome, written.uses)
                }
                if !checks.isEmpty { conclusion.checks = Checks.evaluate(checks, exchange, isStopped: isStopped) }
                if let (draft, resends) = sent, resends < retries, !conclusion.isGood(exchange), !isStopped() {
                    try? await StoppableClock(isStopped: isStopped).sleep(for: retryInterval)
                    if !isStopped() {
                        let again = await send(draft)
                        sent = (draft, resends + 1)
                        if let current { desk.remember(again, of: current, item) }
                        move = desk.change { $0.answered(again, of: item) }
                        continue
                    }
                }
                move = desk.change { [conclusion] in $0.concluded(conclusion, of: item) }
            case .end(let step, let outcome):
                await report(item, step, outcome.with(delay: delay, resends: sent?.resends ?? 0))
                sent = nil
                move = desk.end(item)
                // The next repetition of a loop.
                if move != nil { began?(item) }
            }
        }
    }

    /// Writes a response to the file that its request names, if it names one. The path may use that response itself.
    private func write(
        _ exchange: Exchange, of resolved: ResolvedStep, uses: [VariableUse]
    ) -> (outcome: ResponseFile.Outcome, uses: [VariableUse])? {
        guard resolved.step.writesResponse else { return nil }
        var context = resolved.context
        if let record = resolved.record(of: exchange) { context.memory.add(record) }
        return resolver.writeResponse(of: exchange, to: resolved.step, context, uses: uses)
    }

    /// A request that was cancelled before it was sent.
    package static func cancelled(_ draft: RequestDraft) -> Exchange {
        Exchange(
            id: ExchangeID(rawValue: 0), draft: draft, startedAt: .now, hops: [], timings: PhaseTimings(),
            error: .cancelled())
    }
}

extension Runner.Outcome {
    /// A copy that also says how it was sent.
    fileprivate func with(delay: Duration?, resends: Int) -> Runner.Outcome {
        guard delay != nil || resends > 0 else { return self }
        func changed(_ details: Runner.SentDetails) -> Runner.SentDetails {
            var details = details
            (details.delay, details.resends) = (delay, resends)
            return details
        }
        switch self {
        case .passed(let exchange, let report, let details): return .passed(exchange, report, changed(details))
        case .failed(let exchange, let report, let details): return .failed(exchange, report, changed(details))
        case .cancelled(let exchange, let details): return .cancelled(exchange, changed(details))
        case .notSent, .skipped: return self
        }
    }
}

/// The sequence of a run, shared by its jobs.
private final class RunDesk: Sendable {
    private struct State {
        var sequence: SendSequence
        var memory: RunMemory
        /// Idle jobs: nothing can start for them now.
        var waiting: [CheckedContinuation<SendSequence.Next, Never>] = []

        /// How many steps began.
        var begun = 0
        /// How many moments of a rate were taken.
        var slots = 0

        /// The next moment; nil if there is none for a further step.
        mutating func takeSlot(_ pace: RunPace) -> Int? {
            guard slots < sequence.count, !pace.isOver(slots) else { return nil }
            defer { slots += 1 }
            return slots
        }

        mutating func next(_ isStopped: Bool, _ pace: RunPace) -> SendSequence.Next {
            if isStopped { sequence.stop() }
            if pace.isOver(begun) { sequence.endForTime() }
            let next = sequence.next()
            if case .begin = next { begun += 1 }
            return next
        }
    }

    private let state: Mutex<State>
    private let pace: RunPace
    private let isStopped: @Sendable () -> Bool
    /// nil if each step is sent once.
    let constants: ConstantSteps?

    init(
        _ sequence: SendSequence, _ pace: RunPace, _ isStopped: @escaping @Sendable () -> Bool,
        _ constants: ConstantSteps?
    ) {
        self.pace = pace
        self.isStopped = isStopped
        self.constants = constants
        state = Mutex(State(sequence: sequence, memory: RunMemory(sequence.steps, sequence.roundSteps)))
    }

    var sequence: SendSequence { state.withLock { $0.sequence } }

    func responses(round: Int) -> ResponseMemory { state.withLock { $0.memory.responses(round: round) } }

    func remember(_ exchange: Exchange, of resolved: ResolvedStep, _ item: RunSchedule.Item) {
        guard resolved.step.isKept, let record = resolved.record(of: exchange) else { return }
        state.withLock { $0.memory.add(record, round: item.round) }
    }

    func change(_ body: @Sendable (inout SendSequence) -> SendSequence.Move) -> SendSequence.Move {
        let isStopped = isStopped()
        return state.withLock { state in
            if isStopped { state.sequence.stop() }
            return body(&state.sequence)
        }
    }

    /// Waits for the next moment of a rate, if there is one, and until a step can start; nil if none ever will.
    /// - Returns: also how late the step is; nil without a rate.
    func begin() async -> (RunSchedule.Item, SendSequence.Move, delay: Duration?)? {
        guard pace.rate != nil else {
            guard let (item, move) = await next() else { return nil }
            return (item, move, nil)
        }
        guard let slot = state.withLock({ $0.takeSlot(pace) }) else { return nil }
        // The step is chosen at its moment: chosen before, all moments would go to steps that need no other one.
        await pace.wait(for: slot) { [self] in isStopped() || state.withLock { $0.sequence.isStopped } }
        guard let (item, move) = await next() else { return nil }
        return (item, move, pace.lateness(of: slot))
    }

    /// Waits until a step can start; nil if none ever will.
    private func next() async -> (RunSchedule.Item, SendSequence.Move)? {
        while true {
            var next = look(isStopped())
            if case .wait = next { next = await afterNextEnd() }
            switch next {
            case .begin(let item, let move): return (item, move)
            case .over: return nil
            case .wait: continue
            }
        }
    }

    private func look(_ isStopped: Bool) -> SendSequence.Next { state.withLock { $0.next(isStopped, pace) } }

    /// Waits until a step ends; returns `wait` if one has ended meanwhile.
    private func afterNextEnd() async -> SendSequence.Next {
        let isStopped = isStopped()
        return await withCheckedContinuation { continuation in
            // A step may have ended between the two looks.
            let next = state.withLock { state in
                let next = state.next(isStopped, pace)
                if case .wait = next { state.waiting.append(continuation) }
                return next
            }
            if case .wait = next { return }
            continuation.resume(returning: next)
        }
    }

    /// Ends a step or a repetition, and returns the move of the next repetition.
    func end(_ item: RunSchedule.Item) -> SendSequence.Move? {
        let isStopped = isStopped()
        let (move, waiting) = state.withLock { state in
            if isStopped { state.sequence.stop() }
            let move = state.sequence.end(item)
            guard move == nil else { return (move, [CheckedContinuation<SendSequence.Next, Never>]()) }
            state.memory.end(item)
            defer { state.waiting = [] }
            return (move, state.waiting)
        }
        for continuation in waiting { continuation.resume(returning: .wait) }
        return move
    }
}
