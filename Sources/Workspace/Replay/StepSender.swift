import Base
import HTTPFormat
import NetEngine

/// Sends one step of a plan. The steps that it needs were sent before, and all prompts have been answered.
struct StepSender: Sendable {
    let resolver: RequestResolver
    let send: @Sendable (RequestDraft) async -> Exchange
    let memory: RunMemory
    /// Where tokens come from; nil if there is no source.
    var tokens: TokenBank?

    /// - Parameter each: called with each repetition but the last, if the number of repetitions becomes known only now.
    /// - Returns: what happened to the step, and in which repetition.
    func outcome(
        of item: RunSchedule.Item, _ step: SendPlan.Step, _ context: RequestResolver.Context,
        _ isStopped: @escaping @Sendable () -> Bool, each: (LoopTurn, Runner.Outcome) async -> Void
    ) async -> (outcome: Runner.Outcome, turn: LoopTurn?) {
        let (outcome, turn) = await attempt(item, step, context, isStopped, each)
        memory.end(item, broken: outcome.brokenWord)
        return (outcome, turn)
    }

    private func attempt(
        _ item: RunSchedule.Item, _ step: SendPlan.Step, _ context: RequestResolver.Context,
        _ isStopped: @escaping @Sendable () -> Bool, _ each: (LoopTurn, Runner.Outcome) async -> Void
    ) async -> (Runner.Outcome, LoopTurn?) {
        let request = step.request
        if request.settings.isDisabled { return (.skipped(nil), step.turn) }
        if let problem = step.problem {
            return (.notSent([Runner.Problem(line: problem.line, sentence: problem.reason)]), step.turn)
        }
        if let (needed, word) = memory.obstacle(of: item) {
            return (.skipped("\(needed.request.id), which it needs, \(word)"), step.turn)
        }
        var context = context
        context.memory = memory.responses(round: item.round)
        context.turn = step.turn
        if let condition = request.disabledCondition, isTrue(condition.variable, step, context) != condition.isNegated {
            return (.skipped(nil), step.turn)
        }
        guard step.repeatsAsItComes else { return (await sendOnce(item, step, context, isStopped), step.turn) }
        switch LoopReader(context: context, dynamic: resolver.dynamic).turns(of: request, in: step.file) {
        case .refused(let reason), .unknown(let reason):
            return (.notSent([Runner.Problem(line: request.loop?.line ?? request.line, sentence: reason)]), nil)
        case .turns(let turns):
            for turn in turns {
                context.turn = turn
                let outcome = await sendOnce(item, step, context, isStopped)
                guard case .passed = outcome, turn.index < turns.count - 1, !isStopped() else { return (outcome, turn) }
                await each(turn, outcome)
                context.memory = memory.responses(round: item.round)
            }
            return (.skipped("the loop has no elements"), nil)
        }
    }

    private func isTrue(_ name: String, _ step: SendPlan.Step, _ context: RequestResolver.Context) -> Bool {
        var resolution = VariableResolution(step.request, in: step.file, context: context, dynamic: resolver.dynamic)
        guard let value = resolution.valueIfAny(name, line: step.request.line) else { return false }
        return !["", "false", "0", "null", "undefined", "no", "off"].contains(value.lowercased())
    }

    private func sendOnce(
        _ item: RunSchedule.Item, _ step: SendPlan.Step, _ context: RequestResolver.Context,
        _ isStopped: @escaping @Sendable () -> Bool
    ) async -> Runner.Outcome {
        var context = context
        context.isStopped = isStopped
        var resolved = resolver.resolve(step.request, in: step.file, context: context)
        if let tokens {
            resolved = await resolver.withTokens(tokens, resolved, of: step.request, in: step.file, &context)
        }
        func notSent(
            _ problems: [(line: Int, sentence: String)], _ uses: [VariableUse]
        ) -> Runner.Outcome {
            let privates = PrivateValues(uses)
            return .notSent(
                problems.map { Runner.Problem(line: $0.line, sentence: $0.sentence, privates: privates) })
        }
        switch resolved {
        case .unresolved(let variables, let uses) where variables.contains(where: \.isOverLimit):
            let exchange = resolver.overLimit(variables, of: step.request, in: step.file)
            let (checks, used) = resolver.checksWithUses(of: step.request, in: step.file, context: context, uses: uses)
            return .failed(
                exchange, checks.isEmpty ? CheckReport() : Checks.evaluate(checks, exchange, isStopped: isStopped),
                Runner.SentDetails(privates: PrivateValues(uses)).learning(used))
        case .unresolved(let variables, let uses):
            return notSent(variables.map { ($0.line, "{{\($0.name)}}: \($0.reason)" + Self.advice($0)) }, uses)
        case .untrusted(let needs, let uses):
            return notSent(
                needs.map { ($0.line, "The collection is not trusted to \($0.clause); --trust allows it.") }, uses)
        case .asks(let fields, let uses):
            return notSent(
                fields.map { ($0.line, "\($0.label): nobody can be asked here; give it as --var '\($0.key)=…'") }, uses)
        case .refused(let sentence, let line):
            return notSent([(line, sentence)], resolver.uses(of: step.request, in: step.file, context: context))
        case .notLoggedIn(let exchange, let uses):
            let details = Runner.SentDetails(privates: PrivateValues(uses))
            if exchange.error?.category == .cancelled, isStopped() { return .cancelled(exchange, details) }
            let (checks, used) = resolver.checksWithUses(of: step.request, in: step.file, context: context, uses: uses)
            return .failed(
                exchange, checks.isEmpty ? CheckReport() : Checks.evaluate(checks, exchange, isStopped: isStopped),
                details.learning(used))
        case .draft(let draft, let uses):
            let (checks, used) = resolver.checksWithUses(of: step.request, in: step.file, context: context, uses: uses)
            if let pause = step.request.sleep { try? await StoppableClock(isStopped: isStopped).sleep(for: pause) }
            let exchange = await send(draft)
            memory.remember(exchange, of: item, environment: context.environmentName, turn: context.turn)
            var details = Runner.SentDetails(privates: PrivateValues(uses + used, draft))
            if exchange.error?.category == .cancelled, isStopped() { return .cancelled(exchange, details) }
            writeResponse(exchange, step, context, uses, &details)
            let report = checks.isEmpty ? CheckReport() : Checks.evaluate(checks, exchange, isStopped: isStopped)
            var isGood = report.failed == 0 && (exchange.error == nil || report.excusesError)
            if case .failure? = details.file { isGood = false }
            return isGood ? .passed(exchange, report, details) : .failed(exchange, report, details)
        }
    }

    private static func advice(_ variable: UnresolvedVariable) -> String {
        variable.unsent == nil
            ? ""
            : ". Declare it with # @ref above the request, or send what is referred to first with --with-references"
    }

    /// Does nothing if the request names no file or got no response.
    private func writeResponse(
        _ exchange: Exchange, _ step: SendPlan.Step, _ context: RequestResolver.Context, _ uses: [VariableUse],
        _ details: inout Runner.SentDetails
    ) {
        guard let output = step.request.outputFile, let response = exchange.response else { return }
        let file = resolver.responseFile(output, of: step.request, in: step.file, context: context, uses: uses)
        if case .success(let file) = file { details = details.learning(file.uses) }
        details.file = file.flatMap { $0.write(response) }
    }
}

extension Runner.Outcome {
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
