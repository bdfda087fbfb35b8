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
            guard !step.isDisabled else { return SendOutlook() }
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
        let outcome = resolve(step.request, in: step.file, context: context)
        switch outcome {
        case .draft(let draft, let uses):
            let secrets =
                reveals ? SentSecrets.revealed : SentSecrets(draft, [], [], PrivateValues(uses, draft))
            let awaited = uses.map(\.name).filter(later.contains)
            guard awaited.isEmpty else { return SendOutlook(awaited: Self.references(awaited)) }
            do throws(EngineError) { _ = try RequestBuilder().build(draft) } catch {
                let reason = secrets.hidden(error.sentence).withoutFullStop
                return SendOutlook(problems: [SendPlan.Problem(line: step.sourceLine, reason: reason)])
            }
            return SendOutlook(url: secrets.hidden(url: draft.url))
        case .unresolved(let variables, let uses):
            let unknown = variables.filter { $0.isMissing(besides: later, sent) }
            guard unknown.isEmpty else { return problems(.unresolved(unknown, uses: uses), uses, step, reveals) }
            return SendOutlook(awaited: Self.references(variables.map(\.name)))
        case .asks(let fields, _) where canAsk: return SendOutlook(awaited: fields.map(\.label))
        case .asks(_, let uses), .untrusted(_, let uses), .notLoggedIn(_, let uses):
            return problems(outcome, uses, step, reveals)
        case .refused:
            return problems(
                outcome, uses(of: step.request, in: step.file, context: context), step, reveals)
        }
    }

    /// Each once.
    private static func references(_ names: [String]) -> [String] {
        var known: Set<String> = []
        return names.filter { known.insert($0).inserted }.map { "{{\($0)}}" }
    }

    private func problems(
        _ outcome: Outcome, _ uses: [VariableUse], _ step: SendPlan.Step, _ reveals: Bool
    ) -> SendOutlook {
        let problems = outcome.problems(uses, in: step.file, namesFlags: true)
        return SendOutlook(
            problems: problems.map { problem in
                let secrets = reveals ? SentSecrets.revealed : SentSecrets([], problem.privates)
                return SendPlan.Problem(
                    line: problem.line, reason: secrets.hidden(problem.sentence).withoutFullStop)
            })
    }
}
