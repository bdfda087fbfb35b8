import Base
import HTTPFormat

extension RequestResolver {
    /// The checks of a request with their variables replaced, to evaluate when the response arrives.
    ///
    /// - Parameter uses: the variables already used by the same send, so that each name has one value throughout.
    package func checks(
        of request: SavedRequest, in file: CollectionFile, context: Context, uses: [VariableUse]
    ) -> [PreparedCheck] { checksWithUses(of: request, in: file, context: context, uses: uses).checks }

    /// The checks, together with the variables that they use.
    func checksWithUses(
        of request: SavedRequest, in file: CollectionFile, context: Context, uses: [VariableUse]
    ) -> (checks: [PreparedCheck], uses: [VariableUse]) {
        var checks = PreparedCheck.lines(of: request)
        let others =
            PreparedCheck.unread(of: request) + request.unreadScripts.map { PreparedCheck(unread: $0) }
            + (contract(of: request, in: file, context: context).map { [$0] } ?? [])
        guard !checks.isEmpty || !request.handlers.isEmpty else { return (others, []) }
        var resolution = VariableResolution(
            request, in: file, context: context.keeping(uses), dynamic: dynamic, reasons: reasons ?? ReasonBudget())
        for index in checks.indices {
            checks[index].replaceVariables { text, line in
                let failures = resolution.failures
                let known = resolution.unresolved.count
                let value = resolution.expand(text, line: line)
                guard resolution.failures > failures else { return .success(value) }
                let problem = resolution.unresolved.dropFirst(known).first ?? resolution.unresolved.first
                let reason = problem.map { "{{\($0.name)}} has no value: \($0.reason)" }
                return .failure(CheckSyntax.SyntaxError(reason: reason ?? "a variable has no value"))
            }
        }
        checks += request.handlers.map { script in
            PreparedCheck(handler: Self.prepared(script, &resolution))
        }
        return (checks + others, resolution.uses)
    }

    /// A script with the variables that it reads. One above the request was evaluated already: what it set has a value.
    private static func prepared(_ script: HandlerScript, _ resolution: inout VariableResolution) -> PreparedHandler {
        var prepared = PreparedHandler(script)
        switch script.phase {
        case .after:
            let before = resolution.secretUses
            for name in script.inputs { prepared.inputs[name] = resolution.valueIfAny(name, line: script.line) }
            prepared.readsSecret = resolution.secretUses != before
        case .before:
            for setting in script.settings where setting.scope == .global {
                let before = resolution.secretUses
                let value = resolution.valueIfAny(setting.name, line: script.line)
                prepared.presets.append(
                    HandlerGlobal(
                        name: setting.name, value: value, line: script.line + setting.line,
                        isSecret: resolution.secretUses != before))
            }
        }
        return prepared
    }
}
