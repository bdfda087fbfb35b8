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

        fileprivate mutating func count(_ outcome: Outcome) {
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
    /// Where the tokens of `{{$auth.token("name")}}` come from.
    package var tokens: TokenBank?

    package init(
        resolver: RequestResolver, send: @escaping @Sendable (RequestDraft) async -> Exchange, jobs: Int = 1,
        rounds: Int = 1, executors: [any TaskExecutor] = [], tokens: TokenBank? = nil
    ) {
        self.resolver = resolver
        self.send = send
        self.jobs = jobs
        self.rounds = rounds
        self.executors = executors
        self.tokens = tokens
    }

    /// Runs the steps. With one job they run in order; with more, a step starts as soon as a job is free and the steps
    /// it needs have ended. `isStopped` is called before each step; `report` is called as each step ends, and its job
    /// waits until it returns.
    package func run(
        _ steps: [ReplayPlan.Step], context: @escaping @Sendable (ReplayPlan.Step) -> RequestResolver.Context,
        isStopped: @escaping @Sendable () -> Bool,
        report: @escaping @Sendable (RunSchedule.Item, ReplayPlan.Step, Outcome) async -> Void
    ) async -> Totals {
        let sender = StepSender(resolver: resolver, send: send, memory: RunMemory(steps), tokens: tokens)
        let desk = RunDesk(RunSchedule(needs: steps.map(\.needs), rounds: rounds))
        await withTaskGroup { group in
            for job in 0..<max(1, min(jobs, desk.count)) {
                group.addTask(executorPreference: executors.isEmpty ? nil : executors[job % executors.count]) {
                    while let item = await desk.next(isStopped) {
                        var step = steps[item.step]
                        let (outcome, turn) = await sender.outcome(of: item, step, context(step), isStopped) {
                            var repetition = step
                            repetition.turn = $0
                            desk.note($1)
                            await report(item, repetition, $1)
                        }
                        step.turn = turn
                        await report(item, step, outcome)
                        desk.end(item, outcome)
                    }
                }
            }
        }
        return desk.totals
    }
}

/// Where the jobs of a run fetch their next step.
private final class RunDesk: Sendable {
    private enum Turn {
        case begin(RunSchedule.Item)
        /// All remaining steps wait for those in flight.
        case wait
        case over
    }

    private struct State {
        var schedule: RunSchedule
        var totals = Runner.Totals()
        /// Requests sent beyond the steps of the plan, by loops whose length is known only when they run.
        var repetitions = 0
        /// Idle jobs: nothing can start for them now.
        var waiting: [CheckedContinuation<Turn, Never>] = []

        mutating func turn() -> Turn { schedule.next().map(Turn.begin) ?? (schedule.isOver ? .over : .wait) }
    }

    private let state: Mutex<State>
    let count: Int

    init(_ schedule: RunSchedule) {
        count = schedule.count
        state = Mutex(State(schedule: schedule))
    }

    /// The totals, including steps that never started.
    var totals: Runner.Totals {
        state.withLock { state in
            var totals = state.totals
            totals.notReached = count + state.repetitions - totals.count
            return totals
        }
    }

    /// Waits until a step can start; nil if none ever will.
    func next(_ isStopped: @Sendable () -> Bool) async -> RunSchedule.Item? {
        while !isStopped() {
            var turn = state.withLock { $0.turn() }
            if case .wait = turn { turn = await afterNextEnd() }
            switch turn {
            case .begin(let item): return item
            case .over: return nil
            case .wait: continue
            }
        }
        return nil
    }

    /// Waits until a step ends; returns `wait` if one has ended meanwhile.
    private func afterNextEnd() async -> Turn {
        await withCheckedContinuation { continuation in
            // A step may have ended between the two looks.
            let turn = state.withLock { state in
                let turn = state.turn()
                if case .wait = turn { state.waiting.append(continuation) }
                return turn
            }
            if case .wait = turn { return }
            continuation.resume(returning: turn)
        }
    }

    /// Counts a repetition that is over while its step is not.
    func note(_ outcome: Runner.Outcome) {
        state.withLock { state in
            state.totals.count(outcome)
            state.repetitions += 1
        }
    }

    func end(_ item: RunSchedule.Item, _ outcome: Runner.Outcome) {
        let waiting = state.withLock { state in
            state.schedule.end(item)
            state.totals.count(outcome)
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume(returning: .wait) }
    }
}
