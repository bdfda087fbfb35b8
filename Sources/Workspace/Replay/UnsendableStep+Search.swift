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
        var sent: Set<UnsentRequest> = []
        var awaited = later
        for step in plan.steps {
            let request = UnsentRequest(file: step.file.path, id: step.request.id)
            // The repetitions of a loop use the same variables; a condition may turn out to hold.
            if !sent.contains(request), !step.isDisabled, step.request.disabledCondition == nil,
                !step.repeatsAsItComes
            {
                var context = context(step.file)
                context.turn = step.turn
                if let found = missing(step, context, sent, awaited) { return found }
                if asks, let found = refused(step, context, sent, awaited) { return found }
            }
            // A body may take in what this step writes, and with it other variables.
            guard !step.writesResponse else { return nil }
            sent.insert(request)
            for capture in step.request.captures { awaited.insert(capture.variable) }
        }
        return nil
    }

    private func missing(
        _ step: SendPlan.Step, _ context: Context, _ sent: Set<UnsentRequest>, _ awaited: Set<String>
    ) -> UnsendableStep? {
        var context = context
        func unknown() -> (variables: [UnresolvedVariable], uses: [VariableUse]) {
            guard case .unresolved(let all, let uses) = resolve(step.request, in: step.file, context: context),
                !all.contains(where: \.isOverLimit)
            else { return ([], []) }
            return (all.filter { $0.isMissing(besides: awaited, sent) }, uses)
        }
        let found = unknown()
        guard !found.variables.isEmpty else { return nil }
        // What an earlier response lacks the next one may have: as if nothing had been sent.
        context.memory = ResponseMemory()
        let names = Set(unknown().variables.map(\.name))
        let variables = found.variables.filter { names.contains($0.name) }
        guard !variables.isEmpty else { return nil }
        return UnsendableStep(step: step, outcome: .unresolved(variables, uses: found.uses), uses: found.uses)
    }

    private func refused(
        _ step: SendPlan.Step, _ context: Context, _ sent: Set<UnsentRequest>, _ awaited: Set<String>
    ) -> UnsendableStep? {
        guard let refusal = self.refusal(of: step, context) else { return nil }
        if !sent.isEmpty || !awaited.isEmpty {
            // What is wrong may be a value that gets replaced.
            var context = context
            context.memory = ResponseMemory()
            context.awaited = awaited
            guard self.refusal(of: step, context) != nil else { return nil }
        }
        let uses = self.uses(of: step.request, in: step.file, context: context)
        return UnsendableStep(step: step, outcome: refusal.outcome(in: step.file), uses: uses)
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
