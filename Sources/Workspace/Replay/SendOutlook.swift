import Base
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
    /// Why it is left out although nothing prevents it, as a clause: a request that it needs is skipped. nil if it is not.
    package var skipped: String?
    /// Whether its condition (`# @disabled name`) holds, so that nothing is sent for it.
    package var isDisabled = false
}

extension RequestResolver {
    /// What is known of each step of a plan. Nothing is sent, fetched or written; files are read as for a send.
    /// - Parameters:
    ///   - later: names whose values are known only when the plan is carried out.
    ///   - canAsk: whether somebody can answer prompts.
    ///   - reveals: whether secrets are shown.
    ///   - hasTokens: whether tokens of earlier sends may be there.
    package func outlooks(
        of steps: [SendPlan.Step], later: Set<String> = [], canAsk: Bool = true, reveals: Bool = false,
        hasTokens: Bool = false, context: (CollectionFile) -> Context
    ) -> [SendOutlook] {
        var sent: Set<UnsentRequest> = []
        // The first request whose script sets a variable, by the root of its collection.
        var setters: [String: [String: UnsentRequest]] = [:]
        // The places of those for which nothing is sent, whatever responses come.
        var skipped: Set<Int> = []
        return steps.enumerated().map { (place, step) -> SendOutlook in
            guard !step.isDisabled, !step.isRepeatedNever else {
                skipped.insert(place)
                return SendOutlook()
            }
            if step.problem == nil, let needed = step.requires.first(where: { skipped.contains($0) }) {
                skipped.insert(place)
                return SendOutlook(skipped: "\(steps[needed].request.id), which it needs, is skipped")
            }
            var context = context(step.file)
            context.turn = step.turn
            context.setElsewhere = setters[context.root] ?? [:]
            let names = later.union(context.setElsewhere.keys).subtracting(context.overrides.keys)
            let awaited = AwaitedValues(names: names, sent: sent, hasTokens: hasTokens)
            if step.problem == nil, isDisabled(step, context, awaited) {
                skipped.insert(place)
                return SendOutlook(isDisabled: true)
            }
            let request = UnsentRequest(file: step.file.path, id: step.request.id)
            defer {
                sent.insert(request)
                for capture in step.request.captures where setters[context.root]?[capture.variable] == nil {
                    setters[context.root, default: [:]][capture.variable] = request
                }
            }
            return outlook(of: step, context, awaited, canAsk, reveals)
        }
    }

    /// Whether the condition of a step is known to hold. One whose variable gets its value only while the plan is carried out is
    /// not known.
    private func isDisabled(_ step: SendPlan.Step, _ context: Context, _ awaited: AwaitedValues) -> Bool {
        guard let condition = step.request.disabledCondition else { return false }
        var context = context
        context.awaited = awaited.names
        var resolution = VariableResolution(step.request, in: step.file, context: context, dynamic: dynamic)
        let place = VariableResolution.Place(line: step.request.line)
        guard case .text(let value) = resolution.lookUp(condition.variable, place) else {
            let isAwaited = !resolution.asks.isEmpty || resolution.unresolved.contains { !awaited.lacks($0) }
            return condition.isNegated && !isAwaited
        }
        return Self.isTrue(value) != condition.isNegated
    }

    private func outlook(
        of step: SendPlan.Step, _ context: Context, _ awaited: AwaitedValues, _ canAsk: Bool, _ reveals: Bool
    ) -> SendOutlook {
        if let problem = step.problem {
            let line = step.file.sourceLine(problem.line)
            return SendOutlook(problems: [SendPlan.Problem(line: line, reason: problem.reason)])
        }
        if case .items(let item, let list)? = step.request.loop?.over, step.repeatsAsItComes {
            return outlook(ofEach: item, in: list, step, context, awaited, canAsk, reveals)
        }
        return resolvedOutlook(of: step, context, awaited, canAsk, reveals)
    }

    /// The outlook of a step that is sent once for each element of a list that is not known yet: what prevents the list,
    /// and what prevents the request whatever the elements are.
    private func outlook(
        ofEach item: String, in list: String, _ step: SendPlan.Step, _ context: Context, _ awaited: AwaitedValues,
        _ canAsk: Bool, _ reveals: Bool
    ) -> SendOutlook {
        let (unresolved, asks, needs, uses) = self.list(list, of: step, context)
        let ofList = blockers(
            .unresolved(unresolved, uses: uses), KnownParts(asks: asks, needs: needs), awaited, canAsk, step
        ).flatMap { problems($0, uses, step, reveals) }
        let awaited = awaited.inLoop(over: item, of: step.request, context)
        var context = context
        context.turn = LoopTurn(index: 0)
        var outlook = resolvedOutlook(of: step, context, awaited, canAsk, reveals)
        var seen: Set<SendPlan.Problem> = []
        outlook.problems = (ofList + outlook.problems).filter { seen.insert($0).inserted }.sorted { $0.line < $1.line }
        guard outlook.problems.isEmpty else { return SendOutlook(problems: outlook.problems) }
        // Of a list that waits for answers alone their questions say so.
        let isAsked = unresolved.isEmpty && !asks.isEmpty
        var labels: Set<String> = []
        outlook.awaited = (Self.references(isAsked ? [] : [list]) + asks.map(\.label) + outlook.awaited)
            .filter { labels.insert($0).inserted }
        return outlook
    }

    /// The outlook of a step that nothing but its parts can prevent.
    private func resolvedOutlook(
        of step: SendPlan.Step, _ context: Context, _ awaited: AwaitedValues, _ canAsk: Bool, _ reveals: Bool
    ) -> SendOutlook {
        let later = awaited.all
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
        // It is another one for each element.
        if awaited.item != nil, uses.contains(where: { $0.name.hasPrefix("$index") }) { parts.hasURL = false }
        var found = blockers(outcome, parts, awaited, canAsk, step).flatMap {
            problems($0, uses, step, reveals)
        }
        var url: String?
        if let draft = parts.draft {
            let secrets = reveals ? SentSecrets.revealed : SentSecrets(draft, [], [], PrivateValues(uses, draft))
            if parts.hasURL { url = secrets.hidden(url: Self.sentURL(draft)) }
            // The same fault of a part has been found already.
            if parts.refusals.isEmpty, let sentence = Self.buildProblem(draft, hasURL: parts.hasURL) {
                let reason = secrets.hidden(sentence).withoutFullStop
                found.append(SendPlan.Problem(line: step.sourceLine, reason: reason))
            }
        }
        found += [outputProblem(step, context, awaiting: later, uses, reveals)].compactMap(\.self)
        guard found.isEmpty else { return SendOutlook(problems: found.sorted { $0.line < $1.line }) }
        var missing: [String] = []
        if case .unresolved(let variables, _) = outcome { missing = variables.map(\.name) }
        let names = (missing + replaced).filter { !awaited.isOfItem($0) }
        return SendOutlook(url: url, awaited: Self.references(names) + parts.asks.map(\.label))
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
        _ outcome: Outcome, _ parts: KnownParts, _ awaited: AwaitedValues, _ canAsk: Bool, _ step: SendPlan.Step
    ) -> [Outcome] {
        let uses = outcome.uses
        var found: [Outcome] = []
        var needs = parts.needs
        if case .unresolved(let variables, _) = outcome {
            let unknown = variables.filter { awaited.lacks($0) } + variables.compactMap { awaited.neverFetched($0) }
            if !unknown.isEmpty { found.append(.unresolved(unknown, uses: uses)) }
        }
        // Beside those of the request, what its imports need.
        if case .untrusted(let all, _) = outcome { needs = all }
        if !needs.isEmpty { found.append(.untrusted(needs, uses: uses)) }
        if !canAsk, !parts.asks.isEmpty { found.append(.asks(parts.asks, uses: uses)) }
        found += parts.refusals.map { $0.outcome(in: step.file) }
        return found
    }

    /// Why the file that a request names for its response is never written; nil if it may be, as far as its path is known.
    private func outputProblem(
        _ step: SendPlan.Step, _ context: Context, awaiting names: Set<String>, _ uses: [VariableUse], _ reveals: Bool
    ) -> SendPlan.Problem? {
        guard let output = step.request.outputFile else { return nil }
        var context = context
        context.awaited = names
        let kept = uses.filter { !names.contains($0.name) }
        guard
            case .success(let file) = responseFile(
                output, of: step.request, in: step.file, context: context, uses: kept), let clause = file.pathRefusal
        else { return nil }
        let secrets = reveals ? SentSecrets.revealed : SentSecrets([], PrivateValues(uses + file.uses))
        return SendPlan.Problem(
            line: step.file.sourceLine(output.line),
            reason: secrets.hidden("The response would not be written to \(file.path): \(clause)"))
    }

    /// The URL of a request; with `# @no-auto-encoding` as it is sent.
    private static func sentURL(_ draft: RequestDraft) -> String {
        guard draft.options.sendsURLAsWritten, let url = try? draft.parsedURL() else { return draft.url }
        return url.description
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
