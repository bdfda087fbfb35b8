import Base
import DemoServer
import HTTPFormat
import Workspace

/// A plan as `--plan` prints it; nothing is sent.
struct PlanOutput {
    private let steps: [SendPlan.Step]
    private let outlooks: [SendOutlook]
    private let reveals: Bool

    /// - Parameters:
    ///   - prompts: what is asked first. Nobody is asked now.
    ///   - flags: of the command.
    ///   - context: as for the send, with the answers that are known.
    init(
        _ steps: [SendPlan.Step], _ prompts: [PromptField], _ flags: RequestFlags,
        context: (CollectionFile, _ answers: [String: String]) -> RequestResolver.Context
    ) throws {
        reveals = flags.reveal
        let reader = PromptReader()
        let answers = reader.isInteractive ? [:] : try reader.answers(to: prompts, leavesOut: true)
        outlooks = RequestResolver(reasons: ReasonBudget()).outlooks(
            of: steps, later: flags.demo ? DemoServer.variableNames.subtracting(flags.overrides.keys) : [],
            canAsk: reader.isInteractive, reveals: flags.reveal, hasTokens: flags.keepTokens,
            context: { context($0, answers) })
        self.steps = flags.reveal ? steps : steps.map(\.printed)
    }

    /// Whether all can be sent, as far as that is known.
    var isSendable: Bool { outlooks.allSatisfy(\.problems.isEmpty) }

    /// Whether a request is left out: its loop has no elements, or one that it needs is skipped. A run goes on then; `send` fails.
    var leavesOneOut: Bool { steps.contains { $0.isRepeatedNever } || outlooks.contains { $0.skipped != nil } }

    func show(json: Bool) {
        let streams = StandardStreams.live
        guard !json else {
            streams.writeBytes(JSONOutput.array(steps.indices.map(entry)).bytes + [Byte.lineFeed])
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
            line.append("\(step.file.relativePath):\(step.sourceLine)  \(words(step, outlooks[place]))")
            streams.line(line)
            for text in [url(step, outlooks[place])].compactMap(\.self) + step.logins {
                streams.line(SafeText(String(repeating: " ", count: digits + 2) + text))
            }
        }
    }

    /// Where it is sent, as far as that is known; nil if nothing is sent.
    private func url(_ step: SendPlan.Step, _ outlook: SendOutlook) -> String? {
        guard !outlook.awaited.isEmpty else { return outlook.url }
        let target =
            outlook.url ?? (reveals ? step.request.target : SentSecrets([]).hidden(url: step.request.target))
        let verb = outlook.awaited.count == 1 ? "is" : "are"
        return (target.isEmpty ? "sent " : "\(target), ")
            + "when \(outlook.awaited.joined(separator: ", ")) \(verb) known"
    }

    private func words(_ step: SendPlan.Step, _ outlook: SendOutlook) -> SafeText {
        var words = [step.reason.text]
        if !step.turnText.isEmpty { words.append(step.turnText) }
        if isDisabled(step, outlook) { words.append("disabled") }
        if let skipped = outlook.skipped { words.append("not sent: \(skipped)") }
        if let problem = problem(outlook) { words.append("cannot be sent: \(problem)") }
        return SafeText(words.joined(separator: ", "))
    }

    /// Whether a line of the request itself keeps it from being sent.
    private func isDisabled(_ step: SendPlan.Step, _ outlook: SendOutlook) -> Bool {
        step.request.settings.isDisabled || outlook.isDisabled
    }

    /// Why nothing is sent for a step that nothing prevents.
    private func skipped(_ step: SendPlan.Step, _ outlook: SendOutlook) -> String? {
        if isDisabled(step, outlook) { return "disabled" }
        return step.isRepeatedNever ? SendPlan.Step.withoutElements : outlook.skipped
    }

    private func problem(_ outlook: SendOutlook) -> String? {
        outlook.problems.isEmpty
            ? nil : outlook.problems.map { "line \($0.line): \($0.reason)" }.joined(separator: "; ")
    }

    private func entry(_ place: Int) -> JSONOutput {
        let (step, outlook) = (steps[place], outlooks[place])
        return .object([
            ("step", .number(place + 1)), ("file", .string(step.file.relativePath)),
            ("line", .number(step.sourceLine)), ("id", .string(step.request.id)),
            ("method", .string(step.request.method)), ("reason", .string(step.reason.text)),
            ("repetition", step.turn.map { .number($0.index + 1) } ?? .null),
            ("skipped", .optional(skipped(step, outlook))),
            ("needs", .array(step.needs.map { .number($0 + 1) })),
            ("logins", .array(step.logins.map { .string($0) })),
            ("url", .optional(outlook.url)), ("awaits", .array(outlook.awaited.map { .string($0) })),
            ("problem", .optional(problem(outlook))),
        ])
    }
}
