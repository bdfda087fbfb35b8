import NetEngine
import Synchronization

/// Sends the requests of a plan, one after another or several at once, and tells what became of each.
///
/// Nothing of an exchange is kept after it was told, so memory stays flat however long the plan is.
package struct Runner: Sendable {
    /// What became of one request.
    package enum Outcome: Sendable {
        /// Answered with success, and all its checks hold; or it failed as its checks ask for.
        case passed(Exchange, CheckReport, Sending = Sending())
        /// Sent, and failed: the exchange's error, the checks or the answer's file say how.
        case failed(Exchange, CheckReport, Sending = Sending())
        /// Not sent: variables without a value, or something missing.
        case notSent([Problem])
        /// `# @disabled`; or, with a clause that says so, something that it needs did not end well.
        case skipped(String?)
        /// The run was stopped while this was in flight.
        case cancelled(Exchange, Sending = Sending())
    }

    /// Why something was not sent.
    package struct Problem: Sendable {
        /// Of the request's file.
        package var line: Int
        package var sentence: String
        /// What the sentence may hold and must not be printed.
        package var privates = PrivateValues()

        package init(line: Int, sentence: String, privates: PrivateValues = PrivateValues()) {
            self.line = line
            self.sentence = sentence
            self.privates = privates
        }
    }

    /// What else belongs to a sending.
    package struct Sending: Sendable {
        /// What became of the file that the request names for its answer (`>> path`); nil where it names none.
        package var file: AnswerFile.Outcome?
        /// What must not be printed.
        package var privates = PrivateValues()

        /// The same, with the private ones of more variables.
        func learning(_ uses: [VariableUse]) -> Sending {
            var sending = self
            sending.privates.learn(uses)
            return sending
        }
    }

    package struct Totals: Sendable, Hashable {
        package var passed = 0
        package var failed = 0
        package var skipped = 0
        package var cancelled = 0
        /// Of the plan, but never begun, because the run was stopped.
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
    /// Requests at work at once, at least 1.
    package var jobs = 1
    /// How often the whole plan is sent.
    package var rounds = 1
    /// Where the requests are worked on, each job at one of them; empty is the shared pool of threads.
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

    /// Runs the steps. With one job that is in their order; with more a step begins as soon as one of them is free and what
    /// it needs has ended. `isStopped` is asked before each; `report` is called as each ends, and holds back its job until
    /// it returns.
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

/// Where the jobs of a run fetch their work.
private final class RunDesk: Sendable {
    private enum Turn {
        case begin(RunSchedule.Item)
        /// All that is left waits for what is in flight.
        case wait
        case over
    }

    private struct State {
        var schedule: RunSchedule
        var totals = Runner.Totals()
        /// Sendings that no step of the plan stands for: of loops whose length shows only when it is their turn.
        var repetitions = 0
        /// Jobs for which nothing can be begun now.
        var waiting: [CheckedContinuation<Turn, Never>] = []

        mutating func turn() -> Turn { schedule.next().map(Turn.begin) ?? (schedule.isOver ? .over : .wait) }
    }

    private let state: Mutex<State>
    let count: Int

    init(_ schedule: RunSchedule) {
        count = schedule.count
        state = Mutex(State(schedule: schedule))
    }

    /// With what was never begun.
    var totals: Runner.Totals {
        state.withLock { state in
            var totals = state.totals
            totals.notReached = count + state.repetitions - totals.count
            return totals
        }
    }

    /// Waits until something can be begun; nil when nothing ever will.
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

    /// `wait` when something has ended meanwhile.
    private func afterNextEnd() async -> Turn {
        await withCheckedContinuation { continuation in
            // Between the two looks something may have ended.
            let turn = state.withLock { state in
                let turn = state.turn()
                if case .wait = turn { state.waiting.append(continuation) }
                return turn
            }
            if case .wait = turn { return }
            continuation.resume(returning: turn)
        }
    }

    /// A repetition is over, but not the step.
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
