import HTTPFormat
import NetEngine

/// What is known of a step before anything is sent: its URL, or why it cannot be sent.
package struct SendOutlook: Sendable, Hashable {
    /// With secrets hidden; nil if it is not known yet, or nothing is sent.
    package var url: String?
    /// What becomes known only while the plan is carried out, as it is written: `{{login.response.body.token}}`.
    package var awaited: [String] = []
    /// Why it cannot be sent, with lines of the source; empty if it can, as far as that is known.
    package var problems: [SendPlan.Problem] = []

    init(url: String? = nil, awaited: [String] = [], problems: [SendPlan.Problem] = []) {
        self.url = url
        self.awaited = awaited
        self.problems = problems
    }
}

extension RequestResolver {
    /// What is known of each step of a plan. Nothing is sent, fetched or written; files are read as for a send.
    /// - Parameters:
    ///   - later: names whose values are known only when the plan is carried out.
    ///   - canAsk: whether somebody can answer prompts.
    ///   - reveals: whether secrets are shown.
    package func outlooks(
        of steps: [SendPlan.Step], later: Set<String> = [], canAsk: Bool = true, reveals: Bool = false,
        context: (CollectionFile) -> Context
    ) -> [SendOutlook] {
        var sent: Set<UnsentRequest> = []
        // The first request whose script sets a variable, by the root of its collection.
        var setters: [String: [String: UnsentRequest]] = [:]
        return steps.map { step in
            guard !step.isDisabled, !step.isRepeatedNever else { return SendOutlook() }
            var context = context(step.file)
            context.turn = step.turn
            context.setElsewhere = setters[context.root] ?? [:]
            let request = UnsentRequest(file: step.file.path, id: step.request.id)
            defer {
                sent.insert(request)
                for capture in step.request.captures where setters[context.root]?[capture.variable] == nil {
                    setters[context.root, default: [:]][capture.variable] = request
                }
            }
            let awaited = later.union(context.setElsewhere.keys).subtracting(context.overrides.keys)
            return outlook(of: step, context, sent, awaited, canAsk, reveals)
        }
    }

    private func outlook(
        of step: SendPlan.Step, _ context: Context, _ sent: Set<UnsentRequest>, _ later: Set<String>, _ canAsk: Bool,
        _ reveals: Bool
    ) -> SendOutlook {
        if let problem = step.problem {
            let line = step.file.sourceLine(problem.line)
            return SendOutlook(problems: [SendPlan.Problem(line: line, reason: problem.reason)])
        }
        if case .items(_, let name)? = step.request.loop?.over, step.repeatsAsItComes {
            return SendOutlook(awaited: ["{{\(name)}}"])
        }
        if let condition = step.request.disabledCondition,
            isTrue(condition.variable, step, context) != condition.isNegated
        {
            return SendOutlook()
        }
        return resolvedOutlook(of: step, context, sent, later, canAsk, reveals)
    }

    /// The outlook of a step that nothing but its parts can prevent.
    private func resolvedOutlook(
        of step: SendPlan.Step, _ context: Context, _ sent: Set<UnsentRequest>, _ later: Set<String>, _ canAsk: Bool,
        _ reveals: Bool
    ) -> SendOutlook {
        var (outcome, parts) = resolved(step, context, awaiting: [])
        // What is wrong may be a value that gets replaced.
        if case .refused = outcome, !later.isEmpty { (outcome, parts) = resolved(step, context, awaiting: later) }
        if case .refused = outcome {
            let uses = self.uses(of: step.request, in: step.file, context: context)
            return SendOutlook(problems: problems(outcome, uses, step, reveals))
        }
        let replaced = outcome.uses.map(\.name).filter(later.contains)
        if case .draft(let draft, _) = outcome { (parts.draft, parts.hasURL) = (draft, true) }
        if !replaced.isEmpty {
            let rest = resolved(step, context, awaiting: later).parts
            (parts.draft, parts.hasURL, parts.refusals) = (rest.draft, rest.hasURL, rest.refusals)
        }
        let uses = outcome.uses
        var found = blockers(outcome, parts, besides: later, sent, canAsk, step).flatMap {
            problems($0, uses, step, reveals)
        }
        var url: String?
        if let draft = parts.draft {
            let secrets = reveals ? SentSecrets.revealed : SentSecrets(draft, [], [], PrivateValues(uses, draft))
            if parts.hasURL { url = secrets.hidden(url: draft.url) }
            if let sentence = Self.buildProblem(draft) {
                let reason = secrets.hidden(sentence).withoutFullStop
                found.append(SendPlan.Problem(line: step.sourceLine, reason: reason))
            }
        }
        guard found.isEmpty else { return SendOutlook(problems: found.sorted { $0.line < $1.line }) }
        var missing: [String] = []
        if case .unresolved(let variables, _) = outcome { missing = variables.map(\.name) }
        return SendOutlook(url: url, awaited: Self.references(missing + replaced) + parts.asks.map(\.label))
    }

    /// - Parameter names: those that get another value than they have now, if they have one.
    private func resolved(
        _ step: SendPlan.Step, _ context: Context, awaiting names: Set<String>
    ) -> (outcome: Outcome, parts: KnownParts) {
        var context = context
        context.awaited = names
        var known: KnownParts? = KnownParts()
        let outcome = resolve(step.request, in: step.file, context: context, known: &known)
        return (outcome, known ?? KnownParts())
    }

    /// What prevents the send of a step for good, each as if it were the only thing.
    private func blockers(
        _ outcome: Outcome, _ parts: KnownParts, besides later: Set<String>, _ sent: Set<UnsentRequest>,
        _ canAsk: Bool, _ step: SendPlan.Step
    ) -> [Outcome] {
        let uses = outcome.uses
        var found: [Outcome] = []
        var needs = parts.needs
        if case .unresolved(let variables, _) = outcome {
            let unknown = variables.filter { $0.isMissing(besides: later, sent) }
            if !unknown.isEmpty { found.append(.unresolved(unknown, uses: uses)) }
        }
        // Beside those of the request, what its imports need.
        if case .untrusted(let all, _) = outcome { needs = all }
        if !needs.isEmpty { found.append(.untrusted(needs, uses: uses)) }
        if !canAsk, !parts.asks.isEmpty { found.append(.asks(parts.asks, uses: uses)) }
        found += parts.refusals.map { $0.outcome(in: step.file) }
        return found
    }

    /// Why the engine would not send a request; nil if it would.
    private static func buildProblem(_ draft: RequestDraft) -> String? {
        do throws(EngineError) { _ = try RequestBuilder().build(draft) } catch { return error.sentence }
        return nil
    }

    /// Each once.
    private static func references(_ names: [String]) -> [String] {
        var known: Set<String> = []
        return names.filter { known.insert($0).inserted }.map { "{{\($0)}}" }
    }

    private func problems(
        _ outcome: Outcome, _ uses: [VariableUse], _ step: SendPlan.Step, _ reveals: Bool
    ) -> [SendPlan.Problem] {
        outcome.problems(uses, in: step.file, namesFlags: true).map { problem in
            let secrets = reveals ? SentSecrets.revealed : SentSecrets([], problem.privates)
            return SendPlan.Problem(line: problem.line, reason: secrets.hidden(problem.sentence).withoutFullStop)
        }
    }
}
