import Base
import HTTPFormat
import NetEngine

/// A step whose variables have been looked up.
package enum PreparedStep: Sendable {
    /// The condition of `# @disabled name` holds.
    case disabled
    /// How often its loop repeats, which was not known before.
    case turns([LoopTurn])
    /// Its loop cannot be done.
    case unsendable(SendPlan.Problem)
    /// - Parameters:
    ///   - checks: only if the request is sent, or fails as if it had been sent.
    ///   - uses: the variables of the request and its checks.
    case resolved(RequestResolver.Outcome, checks: [PreparedCheck], uses: [VariableUse])
}

/// What followed a response: the results of the checks, and what happened to the file that the request names for it.
package struct StepConclusion: Sendable {
    var checks: CheckReport
    var file: ResponseFile.Outcome?
    /// The variables of the file's path.
    var uses: [VariableUse]

    package init(checks: CheckReport = CheckReport(), file: ResponseFile.Outcome? = nil, uses: [VariableUse] = []) {
        self.checks = checks
        self.file = file
        self.uses = uses
    }

    /// Whether the request passed.
    func isGood(_ exchange: Exchange) -> Bool {
        if case .failure? = file { return false }
        return checks.failed == 0 && (exchange.error == nil || checks.excusesError)
    }
}

extension RequestResolver {
    /// Looks up everything that a step needs before it is sent.
    /// - Parameters:
    ///   - context: with the responses known by now; takes the tokens that were fetched.
    ///   - tokens: nil fetches none.
    package func prepare(
        _ step: SendPlan.Step, _ context: inout Context, tokens: TokenBank?
    ) async -> PreparedStep {
        context.turn = step.turn
        if let condition = step.request.disabledCondition,
            isTrue(condition.variable, step, context) != condition.isNegated
        {
            return .disabled
        }
        if step.repeatsAsItComes {
            switch LoopReader(context: context, dynamic: dynamic).turns(of: step.request, in: step.file) {
            case .turns(let turns): return .turns(turns)
            case .refused(let reason), .unknown(let reason):
                return .unsendable(
                    SendPlan.Problem(line: step.request.loop?.line ?? step.request.line, reason: reason))
            }
        }
        var outcome = resolve(step.request, in: step.file, context: context)
        if let tokens { outcome = await withTokens(tokens, outcome, of: step.request, in: step.file, &context) }
        if case .unresolved(let variables, let uses) = outcome, variables.contains(where: \.isOverLimit) {
            outcome = .notLoggedIn(overLimit(variables, of: step.request, in: step.file), uses: uses)
        }
        switch outcome {
        case .draft(_, let uses), .notLoggedIn(_, let uses):
            let (checks, used) = checksWithUses(of: step.request, in: step.file, context: context, uses: uses)
            if case .draft(var draft, _) = outcome {
                draft.options.log?.learn(used)
                outcome = .draft(draft, uses: uses)
            }
            return .resolved(outcome, checks: checks, uses: uses + used)
        case .refused:
            let uses = uses(of: step.request, in: step.file, context: context)
            return .resolved(outcome, checks: [], uses: uses)
        case .unresolved(_, let uses), .untrusted(_, let uses), .asks(_, let uses):
            return .resolved(outcome, checks: [], uses: uses)
        }
    }

    func isTrue(_ name: String, _ step: SendPlan.Step, _ context: Context) -> Bool {
        var resolution = VariableResolution(step.request, in: step.file, context: context, dynamic: dynamic)
        return resolution.valueIfAny(name, line: step.request.line).map(Self.isTrue) ?? false
    }

    /// Whether a value counts as true in a condition.
    static func isTrue(_ value: String) -> Bool {
        !["", "false", "0", "null", "undefined", "no", "off"].contains(value.lowercased())
    }

    /// Writes a response to the file that its request names (`>> path`); nil if it names none or no response came.
    package func writeResponse(
        of exchange: Exchange, to step: SendPlan.Step, _ context: Context, uses: [VariableUse]
    ) -> (outcome: ResponseFile.Outcome, uses: [VariableUse])? {
        guard let output = step.request.outputFile, let response = exchange.response else { return nil }
        let file = responseFile(output, of: step.request, in: step.file, context: context, uses: uses)
        let used = if case .success(let file) = file { file.uses } else { [VariableUse]() }
        return (file.flatMap { $0.write(response) }, used)
    }
}

extension RequestResolver.Outcome {
    /// Why a run does not send the request; empty if it is sent.
    /// - Parameters:
    ///   - file: the file of the request.
    ///   - namesFlags: whether to name the flags that would help; else the keys of the screen.
    package func problems(
        _ uses: [VariableUse], in file: CollectionFile, namesFlags: Bool
    ) -> [Runner.Problem] {
        let sentences: [(line: Int, sentence: String)]
        switch self {
        case .draft, .notLoggedIn: return []
        case .unresolved(let variables, _):
            sentences = variables.map { variable in
                let advice = Self.advice(on: variable, namesFlags: namesFlags)
                return (variable.line, "{{\(variable.name)}}: \(variable.reason)" + advice)
            }
        case .untrusted(let needs, _):
            sentences = needs.map {
                let advice = namesFlags ? "--trust allows it" : "s sends this request alone, and asks"
                return ($0.line, "The collection is not trusted to \($0.clause); \(advice).")
            }
        case .asks(let fields, _):
            sentences = fields.map {
                let advice = namesFlags ? "give it as --var '\($0.key)=…'" : "s sends this request alone, and asks"
                return ($0.line, "\($0.label): nobody can be asked here; \(advice)")
            }
        case .refused(let sentence, let line): sentences = [(line, file.withoutPlace(sentence, line: line))]
        }
        let privates = PrivateValues(uses)
        return sentences.map {
            Runner.Problem(line: file.sourceLine($0.line), sentence: $0.sentence, privates: privates)
        }
    }

    /// What helps: to send another request first, or on the command line to give a value to a name that nothing defines
    /// and that is like no other. Empty if nothing does.
    private static func advice(on variable: UnresolvedVariable, namesFlags: Bool) -> String {
        guard variable.unsent == nil else {
            if variable.isOfItself { return "" }
            return ". Declare it with # @ref above the request"
                + (namesFlags ? ", or send what is referred to first with --with-references" : "")
        }
        guard namesFlags, variable.reason == VariableResolution.unknownName,
            variable.name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "_-.".contains($0)) })
        else { return "" }
        return "; give it as --var '\(variable.name)=…', or in an environment file"
    }
}
