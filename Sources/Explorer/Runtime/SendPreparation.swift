import HTTPFormat
import Workspace

/// What a request needs before it is resolved for the screen: environments, imports, trust, and a plan where it is more
/// than one send.
struct SendPreparation: Sendable {
    var store: CollectionStore
    var trust: TrustStore?
    var resolver: RequestResolver

    func context(for job: ResolveJob) -> RequestResolver.Context {
        context(for: job.file, job, isTrusted: trust?.trusts(job.place) ?? false)
    }

    private func context(for file: CollectionFile, _ job: ResolveJob, isTrusted: Bool) -> RequestResolver.Context {
        let reader = RequestScopeReader(root: job.place.root, isTrusted: isTrusted, known: job.known, store: store)
        return RequestResolver.Context(
            root: job.place.root,
            environments: store.environments(forFolder: file.folder, root: job.place.root, isTrusted: isTrusted),
            environmentName: job.environmentName, overrides: job.overrides, isTrusted: isTrusted,
            scope: reader.scope(of: file), memory: job.memory, answers: job.answers, turn: job.turn)
    }

    /// What the job comes to; nil where it is one send that can be resolved at once.
    func plan(for job: ResolveJob, _ context: RequestResolver.Context) -> SendPlan? {
        switch job.purpose {
        case .show: return nil
        case .step: return loop(job, context)
        case .send, .plan:
            let planner = SendPlanner(references: .first) { file in
                file.path == job.file.path ? context : self.context(for: file, job, isTrusted: context.isTrusted)
            }
            var request = job.request
            // Whoever sends a disabled request by hand wants it sent.
            request.settings.isDisabled = false
            let plan = planner.plan([(job.file, request)])
            let isPlain =
                plan.steps.count == 1 && plan.prompts.isEmpty && request.loop == nil && request.sleep == nil
                && plan.firstProblem == nil
            return isPlain && job.purpose == .send ? nil : plan
        }
    }

    /// The repetitions of a step, where they show only when those before it were answered.
    private func loop(_ job: ResolveJob, _ context: RequestResolver.Context) -> SendPlan? {
        guard let loop = job.request.loop, job.turn == nil else { return nil }
        let step = SendPlan.Step(file: job.file, request: job.request)
        switch LoopReader(context: context, dynamic: resolver.dynamic).turns(of: job.request, in: job.file) {
        case .turns(let turns):
            return SendPlan(
                steps: turns.map { turn in
                    var step = step
                    step.turn = turn
                    return step
                })
        case .unknown(let reason), .refused(let reason):
            var refused = step
            refused.problem = SendPlan.Problem(line: loop.line, reason: reason)
            return SendPlan(steps: [refused])
        }
    }
}
