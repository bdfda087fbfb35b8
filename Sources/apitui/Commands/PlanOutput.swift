import Base
import HTTPFormat
import Workspace

/// A plan as `--plan` prints it; nothing is sent.
enum PlanOutput {
    static func show(_ steps: [SendPlan.Step], json: Bool) {
        let streams = StandardStreams.live
        guard !json else {
            streams.writeBytes(JSONOutput.array(steps.enumerated().map(entry)).bytes + [Byte.lineFeed])
            return
        }
        let names = steps.map { SafeText($0.request.idBesideMethod) }
        let width = min(32, names.map { DisplayWidth.of($0) }.max() ?? 0)
        let digits = String(steps.count).count
        for (place, step) in steps.enumerated() {
            let number = String(place + 1)
            let name = names[place]
            let gap = String(repeating: " ", count: max(1, width - DisplayWidth.of(name) + 1))
            let method = step.request.method + String(repeating: " ", count: max(0, 7 - step.request.method.count))
            var line: SafeText =
                "\(String(repeating: " ", count: digits - number.count))\(number)  \(method) \(name)\(gap) "
            line.append("\(step.file.relativePath):\(step.sourceLine)  \(words(step))")
            streams.line(line)
            for login in step.logins {
                streams.line(SafeText(String(repeating: " ", count: digits + 2) + login))
            }
        }
    }

    private static func words(_ step: SendPlan.Step) -> SafeText {
        var words = [step.reason.text]
        if !step.turnText.isEmpty { words.append(step.turnText) }
        if step.request.settings.isDisabled { words.append("disabled") }
        if let problem = step.problem {
            words.append("cannot be sent: line \(step.file.sourceLine(problem.line)): \(problem.reason)")
        }
        return SafeText(words.joined(separator: ", "))
    }

    private static func entry(_ place: Int, _ step: SendPlan.Step) -> JSONOutput {
        .object([
            ("step", .number(place + 1)), ("file", .string(step.file.relativePath)),
            ("line", .number(step.sourceLine)), ("id", .string(step.request.id)),
            ("method", .string(step.request.method)), ("reason", .string(step.reason.text)),
            ("repetition", step.turn.map { .number($0.index + 1) } ?? .null),
            ("needs", .array(step.needs.map { .number($0 + 1) })),
            ("logins", .array(step.logins.map { .string($0) })),
            ("problem", step.problem.map { .string("line \(step.file.sourceLine($0.line)): \($0.reason)") } ?? .null),
        ])
    }
}
