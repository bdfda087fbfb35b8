import NetEngine

/// Sends the requests of a plan one after another, and tells what became of each.
///
/// Nothing of an exchange is kept after it was told, so memory stays flat however long the plan is.
struct Runner: Sendable {
    /// What became of one request.
    enum Outcome: Sendable {
        /// Answered with success.
        case passed(Exchange)
        /// Sent, and failed; the exchange's error says how.
        case failed(Exchange)
        /// Not sent: variables without a value, or something missing. Sentences with `line` of the request's file.
        case notSent([(line: Int, sentence: String)])
        /// `# @disabled`.
        case skipped
        /// The run was stopped while this was in flight.
        case cancelled(Exchange)
    }

    struct Totals: Sendable, Hashable {
        var passed = 0
        var failed = 0
        var skipped = 0
        var cancelled = 0
        /// Of the plan, but never begun, because the run was stopped.
        var notReached = 0

        var count: Int { passed + failed + skipped + cancelled + notReached }
    }

    let resolver: RequestResolver
    let send: @Sendable (RequestDraft) async -> Exchange

    /// Runs the steps in their order. `isStopped` is asked before each; `report` is called as each ends.
    func run(
        _ steps: [ReplayPlan.Step], context: @Sendable (ReplayPlan.Step) -> RequestResolver.Context,
        isStopped: @Sendable () -> Bool, report: @Sendable (ReplayPlan.Step, Outcome) -> Void
    ) async -> Totals {
        var totals = Totals()
        for step in steps {
            if isStopped() {
                totals.notReached += 1
                continue
            }
            let outcome = await outcome(of: step, context(step), isStopped)
            switch outcome {
            case .passed: totals.passed += 1
            case .failed, .notSent: totals.failed += 1
            case .skipped: totals.skipped += 1
            case .cancelled: totals.cancelled += 1
            }
            report(step, outcome)
        }
        return totals
    }

    private func outcome(
        of step: ReplayPlan.Step, _ context: RequestResolver.Context, _ isStopped: @Sendable () -> Bool
    ) async -> Outcome {
        if step.request.settings.isDisabled { return .skipped }
        switch resolver.resolve(step.request, in: step.file, context: context) {
        case .unresolved(let variables, _):
            return .notSent(variables.map { ($0.line, "{{\($0.name)}}: \($0.reason)") })
        case .refused(let sentence, let line): return .notSent([(line, sentence)])
        case .draft(let draft, _):
            let exchange = await send(draft)
            guard let error = exchange.error else { return .passed(exchange) }
            return error.category == .cancelled && isStopped() ? .cancelled(exchange) : .failed(exchange)
        }
    }
}
