import HTTPFormat

extension MissingVariables {
    /// The same as problems of the step, with the flags of the command line that would help.
    package var problems: [Runner.Problem] {
        RequestResolver.Outcome.unresolved(variables, uses: uses).problems(uses, in: step.file, namesFlags: true)
    }
}

extension RequestResolver {
    /// The first such step of a plan with several; nil if there is none, as far as that is known before anything is sent.
    /// - Parameter later: names that get their values before the first step is sent.
    package func missing(
        in plan: SendPlan, later: Set<String> = [], context: (CollectionFile) -> Context
    ) -> MissingVariables? {
        guard plan.steps.count > 1 else { return nil }
        var sent: Set<UnsentRequest> = []
        var awaited = later
        for step in plan.steps {
            let request = UnsentRequest(file: step.file.path, id: step.request.id)
            // The repetitions of a loop use the same variables; a condition may turn out to hold.
            if !sent.contains(request), !step.isDisabled, step.request.disabledCondition == nil,
                !step.repeatsAsItComes, let found = missing(step, context(step.file), sent, awaited)
            {
                return found
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
    ) -> MissingVariables? {
        var context = context
        context.turn = step.turn
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
        return variables.isEmpty ? nil : MissingVariables(step: step, variables: variables, uses: found.uses)
    }
}
