import HTTPFormat

extension UnsendableStep {
    /// The same as problems of the step, with the flags of the command line that would help.
    package var problems: [Runner.Problem] { outcome.problems(uses, in: step.file, namesFlags: true) }
}

extension RequestResolver {
    /// The first such step of a plan; nil if there is none, as far as that is known before anything is sent.
    ///
    /// A request alone says itself what it lacks, and one that is refused keeps those before it from nothing. Where the user is to
    /// confirm something (`# @note`), all of it is looked for, so that nobody is asked for nothing.
    /// - Parameter later: names that get their values before the first step is sent.
    package func unsendableStep(
        in plan: SendPlan, later: Set<String> = [], context: (CollectionFile) -> Context
    ) -> UnsendableStep? {
        let asks = !plan.steps.toConfirm.isEmpty
        guard asks || plan.steps.count > 1 else { return nil }
        var awaited = AwaitedValues(names: later)
        for step in plan.steps {
            let request = UnsentRequest(file: step.file.path, id: step.request.id)
            // The repetitions of a loop use the same variables; a condition may turn out to hold.
            if !awaited.sent.contains(request), !step.isDisabled, step.request.disabledCondition == nil,
                !step.isRepeatedNever
            {
                var context = context(step.file)
                context.turn = step.turn
                if let found = unsendable(step, context, awaited, looksAtAll: asks) { return found }
            }
            // A body may take in what this step writes, and with it other variables.
            guard !step.writesResponse else { return nil }
            awaited.sent.insert(request)
            for capture in step.request.captures { awaited.names.insert(capture.variable) }
        }
        return nil
    }

    /// - Parameter looksAtAll: whether to look not only for names without a value, but also for what is refused.
    private func unsendable(
        _ step: SendPlan.Step, _ context: Context, _ awaited: AwaitedValues, looksAtAll: Bool
    ) -> UnsendableStep? {
        var (context, awaited) = (context, awaited)
        var ofList: Outcome?
        if case .items(let item, let list)? = step.request.loop?.over, step.repeatsAsItComes {
            ofList = missing(context, awaited) {
                let found = self.list(list, of: step, $0)
                return (found.unresolved, found.uses)
            }
            awaited = awaited.inLoop(over: item, of: step.request, context)
            context.turn = LoopTurn(index: 0)
        }
        let outcome =
            ofList
            ?? missing(context, awaited) { context in
                let outcome = resolve(step.request, in: step.file, context: context)
                guard case .unresolved(let variables, let uses) = outcome else { return ([], []) }
                return (variables, uses)
            }
        if let outcome { return UnsendableStep(step: step, outcome: outcome, uses: outcome.uses) }
        guard looksAtAll, let refusal = refused(step, context, awaited) else { return nil }
        return UnsendableStep(
            step: step, outcome: refusal.outcome(in: step.file),
            uses: uses(of: step.request, in: step.file, context: context))
    }

    /// The names without a value that get none from an earlier step.
    private func missing(
        _ context: Context, _ awaited: AwaitedValues,
        _ lookUp: (Context) -> (unresolved: [UnresolvedVariable], uses: [VariableUse])
    ) -> Outcome? {
        func unknown(_ context: Context) -> (variables: [UnresolvedVariable], uses: [VariableUse]) {
            let (all, uses) = lookUp(context)
            guard !all.contains(where: \.isOverLimit) else { return ([], []) }
            return (all.filter { awaited.lacks($0) }, uses)
        }
        let found = unknown(context)
        guard !found.variables.isEmpty else { return nil }
        // What an earlier response lacks the next one may have: as if nothing had been sent.
        var context = context
        context.memory = ResponseMemory()
        let names = Set(unknown(context).variables.map(\.name))
        let variables = found.variables.filter { names.contains($0.name) }
        return variables.isEmpty ? nil : .unresolved(variables, uses: found.uses)
    }

    /// Why a step is refused, whatever the steps before it bring.
    private func refused(_ step: SendPlan.Step, _ context: Context, _ awaited: AwaitedValues) -> Refusal? {
        guard let found = refusal(of: step, context) else { return nil }
        let names = awaited.all
        guard !awaited.sent.isEmpty || !names.isEmpty else { return found }
        // What is wrong may be a value that gets replaced.
        var context = context
        context.memory = ResponseMemory()
        context.awaited = names
        return refusal(of: step, context) == nil ? nil : found
    }

    /// Why a step is refused, whatever else it waits for; nil if it is not, or if trust may change that.
    private func refusal(of step: SendPlan.Step, _ context: Context) -> Refusal? {
        var known: KnownParts? = KnownParts()
        switch resolve(step.request, in: step.file, context: context, known: &known) {
        case .refused(let sentence, let line):
            return Refusal(line: line, clause: step.file.withoutPlace(sentence, line: line))
        case .asks: return known?.refusals.first
        case .unresolved: return context.isTrusted ? known?.refusals.first : nil
        case .draft, .untrusted, .notLoggedIn: return nil
        }
    }
}
