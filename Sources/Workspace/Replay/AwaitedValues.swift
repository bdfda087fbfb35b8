import Base
import HTTPFormat

/// What gets its value only while a plan is carried out, seen from one step of it.
struct AwaitedValues {
    /// Names that get other values until then.
    var names: Set<String>
    /// The requests that are sent before the step.
    var sent: Set<UnsentRequest> = []
    /// Whether tokens of earlier sends may be there.
    var hasTokens = false
    /// The variable of a loop whose elements are not known yet; nil if there is none, or it has another value.
    var item: String?
    /// Names whose values are made of it.
    var madeOfItem: Set<String> = []

    /// All names that get other values.
    var all: Set<String> { names.union(madeOfItem).union([item].compactMap(\.self)) }

    /// Whether a name has its value from the element of the loop.
    func isOfItem(_ name: String) -> Bool {
        if madeOfItem.contains(name) { return true }
        guard let item, name.hasPrefix(item) else { return false }
        return name == item || name.hasPrefix(item + ".") || name.hasPrefix(item + "[")
    }

    /// A token that is not there and is not fetched; nil for all else.
    func neverFetched(_ variable: UnresolvedVariable) -> UnresolvedVariable? {
        guard !hasTokens, let settings = variable.token?.settings, !settings.isAcquired else { return nil }
        if case .fixed = settings.grant { return nil }
        var variable = variable
        variable.reason = "no token exists, and \"Acquire Automatically\" is false (\(settings.place))"
        return variable
    }

    /// Whether a name has no value when the step is sent.
    func lacks(_ variable: UnresolvedVariable) -> Bool {
        !isOfItem(variable.name) && variable.isMissing(besides: names, sent)
    }

    /// The same within a loop whose elements are not known yet.
    /// - Parameter item: the variable of the loop.
    func inLoop(over item: String, of request: SavedRequest, _ context: RequestResolver.Context) -> AwaitedValues {
        guard context.overrides[item] == nil else { return self }
        var awaited = self
        awaited.item = item
        let inputs = request.handlers.filter { $0.phase == .before }.flatMap(\.inputs)
        if inputs.contains(where: { awaited.isOfItem($0) }) { awaited.madeOfItem = request.presets }
        return awaited
    }
}

extension RequestResolver {
    /// The list of a step's loop, looked up before its elements are known.
    func list(
        _ name: String, of step: SendPlan.Step, _ context: Context
    ) -> (unresolved: [UnresolvedVariable], asks: [PromptField], needs: [TrustNeed], uses: [VariableUse]) {
        var resolution = VariableResolution(
            step.request, in: step.file, context: context, dynamic: dynamic, reasons: reasons ?? ReasonBudget())
        askPrompts(&resolution)
        let line = step.request.loop?.line ?? step.request.line
        _ = resolution.evaluate(name, VariableResolution.Place(line: line))
        return (resolution.unresolved, resolution.asks, resolution.needs, resolution.uses)
    }
}
