import NetEngine
import Pattern
import TestSupport

@testable import HTTPFormat
@testable import Workspace

/// Scripts of request files, as text: why they are refused, or what they say and what they did.
enum HandlerReading {
    static func text(_ bytes: [UInt8]) -> String {
        var (found, lastSaid) = (AlikeTexts(), "")
        for phase in [HandlerScript.Phase.before, .after] {
            for isBlock in [false, true] {
                let outcome: String
                switch HandlerParser.script(bytes, phase, isBlock: isBlock, line: 1) {
                case .failure(let refusal): outcome = "refused: " + Printed(refusal).text
                case .success(let script):
                    let said = said(script)
                    if said != lastSaid { found.text += "it says\n" + said }
                    lastSaid = said
                    outcome =
                        Printed(
                            HandlerRun.outcome(
                                of: PreparedHandler(script),
                                phase == .after ? HandlerResponse(HandlerTarget.response) : nil,
                                QueryBudget(steps: 500_000))
                        ).text
                }
                found.add("\(phase)\(isBlock ? ", block" : "")", outcome, onNewLine: true)
            }
        }
        return found.text
    }

    /// The statements with their lines, and what is known of the script before it is run.
    private static func said(_ script: HandlerScript) -> String {
        var text = lines(script.statements, depth: 1)
        for function in script.functions {
            text += "  function of \(function.parameters.count): \(Printed.escaped(function.text))\n"
            text += lines(function.body, depth: 2)
        }
        for setting in script.settings {
            text += "  sets \(setting.scope) \(setting.name), line \(setting.line): \(setting.reference ?? "-")\n"
        }
        if !script.inputs.isEmpty { text += "  reads \(script.inputs)\n" }
        return text + (script.reports ? "  reports\n" : "")
    }

    private static func lines(_ statements: [HandlerStatement], depth: Int) -> String {
        statements.map { statement in
            let (sources, inner) = parts(statement.kind)
            let source = sources.filter { $0 != statement.text }.map { " | \(Printed.escaped($0))" }.joined()
            let indent = String(repeating: "  ", count: depth)
            return "\(indent)\(statement.line) \(Printed.escaped(statement.text))\(source)\n"
                + inner.map { lines($0, depth: depth + 1) }.joined()
        }.joined()
    }

    /// The values of a statement as sentences show them, and the statements within it.
    private static func parts(_ kind: HandlerStatement.Kind) -> ([String], [[HandlerStatement]]) {
        switch kind {
        case .test(let name, let body): ([name.source], [body])
        case .assert(let condition, let message): ([condition.source] + (message.map { [$0.source] } ?? []), [])
        case .log(let values): (values.map(\.source), [])
        case .set(_, _, let value): (value.map { [$0.source] } ?? [], [])
        case .assign(let slot, let value): (["\(slot) = \(value.source)"], [])
        case .branch(let condition, let then, let otherwise): ([condition.source], [then, otherwise])
        case .each(let slot, let list, let body): (["\(slot) of \(list.source)"], [body])
        case .loop(let condition, let update, let body): ([condition.source], [update, body])
        case .evaluate(let value), .raise(let value): ([value.source], [])
        case .leave(let value): (value.map { [$0.source] } ?? [], [])
        case .clearRequest, .stop, .next, .exit: ([], [])
        }
    }
}
