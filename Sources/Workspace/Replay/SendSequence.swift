import HTTPFormat
import NetEngine

/// Decides what happens to the steps of a plan: which one is next, and what follows from what happened to it (HTTP-FORMAT
/// §15). Pure.
///
/// The screen, `run` and `send` send by it. They take a step from `next`, do what each `Move` says, and give the result to
/// the method that the move names, which returns the next move.
package struct SendSequence: Sendable {
    package typealias Item = RunSchedule.Item
    package typealias Step = SendPlan.Step

    package enum Next: Sendable {
        case begin(Item, Move)
        /// The remaining steps need steps that have not ended.
        case wait
        case over
    }

    /// What to do for a step.
    package enum Move: Sendable {
        /// Look up its variables (`RequestResolver.prepare`), then call `prepared`.
        case resolve(Step)
        /// Wait (`# @sleep`), then call `paused`.
        case pause(Duration)
        /// Send it, then call `answered`.
        case send(RequestDraft)
        /// Evaluate its checks and write the response to its file, then call `concluded`.
        case conclude(Exchange, checks: [PreparedCheck], uses: [VariableUse])
        /// Report it, then call `end`.
        case end(Step, Runner.Outcome)
    }

    /// What a step does that has begun.
    private struct Course: Sendable {
        var turn: LoopTurn?
        /// Later repetitions, if their number became known only when the step began.
        var laterTurns: ArraySlice<LoopTurn> = []
        var draft: RequestDraft?
        var checks: [PreparedCheck] = []
        var uses: [VariableUse] = []
        var exchange: Exchange?
        var outcome: Runner.Outcome?
    }

    package let steps: [Step]
    /// Which of them each round has.
    let roundSteps: RoundSteps
    /// Whether sentences of what was not sent name flags that would help.
    package var namesFlags = true
    /// Whether nothing more is sent after a step that did not succeed; otherwise only steps that require it are skipped.
    private let endsAtFailure: Bool
    /// Whether nothing more is sent after a step that failed; one that was skipped is none.
    private let failsFast: Bool
    private var schedule: RunSchedule
    private var courses: [Item: Course] = [:]
    /// By round: how many steps have ended, and those that did not succeed, each with a word for why.
    private var rounds: [Int: (ended: Int, broken: [Int: String])] = [:]
    /// Requests sent beyond the steps of the plan, by loops whose length becomes known only when they begin.
    private var repetitions = 0
    private var counted = Runner.Totals()
    /// Whether no further step begins.
    package private(set) var isStopped = false
    private var isOverForTime = false
    /// The step that ended the sequence by not succeeding.
    package private(set) var ending: Ending?

    /// - Parameters:
    ///   - rounds: how many times the steps are sent.
    ///   - variants: for each row of a data file the variant of the plan that it sends (`ReplayPlan.variants`).
    ///   - endsAtFailure: true if one request was asked for and the others are sent for its sake.
    ///   - failsFast: true to send nothing more after a failure.
    package init(
        _ steps: [Step], rounds: Int = 1, variants: [Int] = [], endsAtFailure: Bool, failsFast: Bool = false
    ) {
        self.steps = steps
        roundSteps = RoundSteps(steps, variants: variants)
        self.endsAtFailure = endsAtFailure
        self.failsFast = failsFast
        schedule = RunSchedule(needs: steps.map(\.needs), rounds: rounds, steps: roundSteps)
    }

    /// The number of steps in all rounds together.
    package var count: Int { schedule.count }

    /// The totals, including steps that never began.
    package var totals: Runner.Totals {
        var totals = counted
        totals.notReached = count + repetitions - totals.count
        return totals
    }

    /// No further step or repetition begins.
    package mutating func stop() { isStopped = true }

    /// No further step begins, because the time of the run is over. Those that began go on.
    mutating func endForTime() { isOverForTime = true }

    package mutating func next() -> Next {
        guard !isStopped, !isOverForTime else { return schedule.isOver ? .over : .wait }
        guard let item = schedule.next() else { return schedule.isOver ? .over : .wait }
        let step = steps[item.step]
        courses[item] = Course(turn: step.turn)
        if step.isDisabled { return .begin(item, ended(item, .skipped(nil))) }
        if let problem = step.problem {
            return .begin(item, ended(item, .notSent([Runner.Problem(problem, in: step.file)])))
        }
        for place in step.requires {
            guard let word = rounds[item.round]?.broken[place] else { continue }
            let clause = "\(steps[place].request.id), which it needs, \(word)"
            return .begin(item, ended(item, .skipped(clause)))
        }
        return .begin(item, .resolve(step))
    }

    package mutating func prepared(_ prepared: PreparedStep, of item: Item) -> Move {
        guard let place = courses.index(forKey: item) else { return lost(item) }
        switch prepared {
        case .disabled: return ended(item, .skipped(nil))
        case .unsendable(let problem):
            return ended(item, .notSent([Runner.Problem(problem, in: steps[item.step].file)]))
        case .turns(let turns):
            guard let first = turns.first else { return ended(item, .skipped(Step.withoutElements)) }
            courses.values[place].laterTurns = turns.dropFirst()
            courses.values[place].turn = first
            return .resolve(step(of: item))
        case .resolved(let outcome, let checks, let uses):
            courses.values[place].checks = checks
            courses.values[place].uses = uses
            switch outcome {
            case .draft(let draft, _):
                courses.values[place].draft = draft
                return steps[item.step].sleep.map { .pause($0) } ?? .send(draft)
            case .notLoggedIn(let exchange, _): return answered(exchange, of: item)
            case .unresolved, .untrusted, .asks, .refused:
                return ended(item, .notSent(outcome.problems(uses, in: steps[item.step].file, namesFlags: namesFlags)))
            }
        }
    }

    package mutating func paused(_ item: Item) -> Move {
        guard let draft = courses[item]?.draft else { return lost(item) }
        return .send(draft)
    }

    package mutating func answered(_ exchange: Exchange, of item: Item) -> Move {
        guard let place = courses.index(forKey: item) else { return lost(item) }
        courses.values[place].exchange = exchange
        let course = courses.values[place]
        if isStopped, exchange.error?.category == .cancelled {
            return ended(item, .cancelled(exchange, Self.details(course)))
        }
        return .conclude(exchange, checks: course.checks, uses: course.uses)
    }

    package mutating func concluded(_ conclusion: StepConclusion, of item: Item) -> Move {
        guard let course = courses[item], let exchange = course.exchange else { return lost(item) }
        var details = Self.details(course)
        if !conclusion.uses.isEmpty { details = details.learning(conclusion.uses) }
        details.file = conclusion.file
        let report = conclusion.checks
        return ended(
            item,
            conclusion.isGood(exchange) ? .passed(exchange, report, details) : .failed(exchange, report, details))
    }

    /// Ends a step, or a repetition of one: then the next repetition's move is returned.
    package mutating func end(_ item: Item) -> Move? {
        guard var course = courses.removeValue(forKey: item), let outcome = course.outcome else { return nil }
        counted.count(outcome)
        // As with a loop whose length was known before, a run goes on after a repetition that failed.
        if !isStopped, let turn = course.laterTurns.popFirst() {
            repetitions += 1
            courses[item] = Course(turn: turn, laterTurns: course.laterTurns)
            return .resolve(step(of: item))
        }
        schedule.end(item)
        var round = rounds[item.round] ?? (0, [:])
        round.ended += 1
        rounds[item.round] = round.ended == roundSteps.order(ofRound: item.round).count ? nil : round
        return nil
    }

    // MARK: How a step ends

    private mutating func ended(_ item: Item, _ outcome: Runner.Outcome) -> Move {
        courses[item]?.outcome = outcome
        if let word = outcome.brokenWord {
            if steps[item.step].isReferred { rounds[item.round, default: (0, [:])].broken[item.step] = word }
            if endsAtFailure || failsFast && outcome.isFailure, !isStopped {
                isStopped = true
                let isLeft = schedule.begun < count || courses[item]?.laterTurns.isEmpty == false
                ending = Ending(step: step(of: item), outcome: outcome, asked: isLeft ? steps.last : nil)
            }
        }
        return .end(step(of: item), outcome)
    }

    /// A step with the repetition that is under way.
    private func step(of item: Item) -> Step {
        var step = steps[item.step]
        step.turn = courses[item]?.turn
        return step
    }

    /// A result for a step that is not under way, which would be an error of the caller.
    private mutating func lost(_ item: Item) -> Move { .end(steps[item.step], .skipped("it was not under way")) }

    private static func details(_ course: Course) -> Runner.SentDetails {
        guard let draft = course.draft else { return Runner.SentDetails(privates: PrivateValues(course.uses)) }
        return Runner.SentDetails(privates: PrivateValues(course.uses, draft))
    }
}

extension SendSequence {
    /// A step that did not succeed, so that the sequence ended with it.
    package struct Ending: Sendable {
        let step: Step
        let outcome: Runner.Outcome
        /// The request that was asked for; nil if nothing was left to send.
        let asked: Step?

        /// `login failed (401), so order was not sent.` nil if there is nothing to add to the outcome itself.
        /// - Parameter name: how a request is called.
        package func sentence(_ name: (Step) -> String) -> String? {
            let id = name(step)
            let clause: String
            switch outcome {
            case .passed, .cancelled: return nil
            case .failed(let exchange, _, let details):
                if exchange.error == nil, case .failure? = details.file {
                    clause = "the response of \(id) was not written to its file"
                } else {
                    clause = "\(id) failed" + (exchange.response.map { " (\($0.status))" } ?? "")
                }
            case .notSent: clause = "\(id) was not sent"
            case .skipped(nil): clause = "\(id) is disabled (# @disabled)"
            case .skipped(let reason?):
                guard asked != nil else { return "\(id) was not sent: \(reason)." }
                clause = "\(id) was not sent (\(reason))"
            }
            guard let asked = asked.map(name) else { return nil }
            return "\(clause), so \(asked == id ? "the rest" : asked) was not sent."
        }
    }
}

extension Runner.Problem {
    fileprivate init(_ problem: SendPlan.Problem, in file: CollectionFile) {
        self.init(line: file.sourceLine(problem.line), sentence: problem.reason)
    }
}

extension Runner.Outcome {
    fileprivate var isFailure: Bool {
        switch self {
        case .failed, .notSent: true
        case .passed, .skipped, .cancelled: false
        }
    }

    /// Why it did not succeed; nil if it did.
    fileprivate var brokenWord: String? {
        switch self {
        case .passed: nil
        case .failed: "failed"
        case .notSent: "was not sent"
        case .skipped: "was skipped"
        case .cancelled: "was cancelled"
        }
    }
}
