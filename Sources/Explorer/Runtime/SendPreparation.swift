import HTTPFormat
import Workspace

/// Builds what a request of the screen is resolved with, and its plan if it is more than one send.
struct SendPreparation: Sendable {
    var store: CollectionStore
    var trust: TrustStore?

    func context(for job: ResolveJob) -> RequestResolver.Context {
        context(for: job.file, job, isTrusted: trust?.trusts(job.place) ?? false)
    }

    private func context(for file: CollectionFile, _ job: ResolveJob, isTrusted: Bool) -> RequestResolver.Context {
        let builder = ContextBuilder(
            place: job.place, isTrusted: isTrusted, environmentName: job.environmentName,
            overrides: job.overrides, answers: job.answers, known: job.known, store: store)
        var context = builder.context(for: file)
        context.contracts = .beside
        context.isContractStrict = job.isContractStrict
        context.memory = job.memory
        context.turn = job.turn
        context.cache = job.cache
        context.defaults = job.defaults
        return context
    }

    /// What a request of a run is resolved with.
    func context(for file: CollectionFile, _ job: ReplayJob, isTrusted: Bool) -> RequestResolver.Context {
        let builder = ContextBuilder(
            place: job.place, isTrusted: isTrusted, environmentName: job.environmentName, overrides: job.overrides,
            answers: job.answers, known: Dictionary(job.files.map { ($0.path, $0) }, uniquingKeysWith: { $1 }),
            store: store)
        var context = builder.context(for: file)
        context.contracts = .beside
        context.isContractStrict = job.isContractStrict
        context.cache = job.cache
        context.defaults = job.defaults
        return context
    }

    /// The plan of a send; nil if it is one request that can be resolved at once.
    func plan(for job: ResolveJob, _ context: RequestResolver.Context) -> SendPlan? {
        guard job.purpose == .send || job.purpose == .plan else { return nil }
        let contexts = { (file: CollectionFile) in
            file.path == job.file.path ? context : self.context(for: file, job, isTrusted: context.isTrusted)
        }
        var plan = SendPlanner(references: .first, context: contexts).plan(sending: job.request, of: job.file)
        if job.purpose == .send, plan.firstProblem == nil {
            plan.unsendable = RequestResolver(store: store).unsendableStep(in: plan, context: contexts)
        }
        let isPlain =
            plan.steps.count == 1 && plan.prompts.isEmpty && job.request.loop == nil && job.request.sleep == nil
            && plan.firstProblem == nil && plan.steps.toConfirm.isEmpty
        return isPlain && job.purpose == .send ? nil : plan
    }
}
