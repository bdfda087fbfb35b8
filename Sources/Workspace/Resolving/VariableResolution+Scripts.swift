import HTTPFormat
import Pattern

// What scripts above a request set (HTTP-FORMAT §13): they are evaluated when the first such name is looked up.

extension VariableResolution {
    /// The values that the scripts above the request set.
    struct Presets {
        var values: [String: (value: String, line: Int, scope: HandlerSetting.Scope)] = [:]
        /// Whether they are made of a private value.
        var isSecret = false
        /// A clause: why a script ended early.
        var problem: String?
    }

    /// What scripts above a request may cost: they have no response to look at.
    private static var steps: Int { 20_000_000 }

    /// The value that a script above the request gives to a name; nil if none does.
    mutating func preset(_ name: String, _ place: Place) -> Value? {
        guard presetNames.contains(name) else { return nil }
        let presets = readPresets()
        guard let (value, line, _) = presets.values[name] else {
            guard let problem = presets.problem else { return nil }
            report(name, place, "the script above the request does not set it: \(problem)")
            return .failed
        }
        return resolve(
            Key(name: name, origin: .script), place, source: .file(line: line), isSecret: presets.isSecret
        ) { _ in value }
    }

    private mutating func readPresets() -> Presets {
        if let presets { return presets }
        // Names that the scripts read are looked up without them.
        presets = Presets()
        let before = secretUses
        let budget = QueryBudget(steps: Self.steps, isStopped: context.isStopped)
        var found = Presets()
        for script in request.handlers where script.phase == .before {
            var prepared = PreparedHandler(script)
            for name in script.inputs {
                prepared.inputs[name] = found.values[name]?.value ?? valueIfAny(name, line: script.line)
            }
            let own = script.inputs.filter { found.values[$0]?.scope == .request }
            if !own.isEmpty {
                prepared.base = prepared.inputs
                for name in own { prepared.base?[name] = valueIfAny(name, line: script.line) }
            }
            let outcome = HandlerRun.outcome(of: prepared, nil, budget) { [dynamic, context] expression in
                let value = DynamicValue(
                    sources: dynamic, variable: { _ in nil }, loopIndex: context.turn?.index,
                    isTrusted: context.isTrusted, answers: context.answers)
                if case .value(let text) = value.evaluate(expression) { return text }
                return nil
            }
            if outcome.clearsRequest { found.values = found.values.filter { $0.value.scope == .global } }
            for setting in script.settings {
                let local = outcome.locals[setting.name]
                let global = outcome.globals.last { $0.name == setting.name }.flatMap(\.value)
                guard let value = local ?? global else { continue }
                found.values[setting.name] = (value, script.line + setting.line, local == nil ? .global : .request)
            }
            found.problem = found.problem ?? outcome.problem
        }
        found.isSecret = secretUses != before
        presets = found
        return found
    }
}
