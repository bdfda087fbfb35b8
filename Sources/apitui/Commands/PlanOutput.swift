import Base
import DemoServer
import HTTPFormat
import Workspace

/// Plans as `--plan` prints them: one, or one for each row of a data file. Nothing is sent.
struct PlanOutput {
    private let flags: RequestFlags
    private let isJSON: Bool
    private let canAsk: Bool
    private let answers: [String: String]
    private let resolver = RequestResolver(reasons: ReasonBudget())
    private let streams = StandardStreams.live
    /// Whether steps have been printed as JSON.
    private var hasEntries = false

    /// Whether all can be sent, as far as that is known.
    private(set) var isSendable = true
    /// Whether a request is left out: its loop has no elements, or one that it needs is skipped. A run goes on then; `send` fails.
    private(set) var leavesOneOut = false

    /// - Parameters:
    ///   - prompts: what is asked first. Nobody is asked now.
    ///   - flags: of the command.
    init(_ prompts: [PromptField], _ flags: RequestFlags, json: Bool) throws {
        self.flags = flags
        isJSON = json
        let reader = PromptReader()
        canAsk = reader.isInteractive
        answers = canAsk ? [:] : try reader.answers(to: prompts, leavesOut: true)
    }

    /// Prints a plan. As JSON all plans are one array, which is printed piece by piece, because a data file may have many rows.
    /// - Parameters:
    ///   - row: of a data file, from 1.
    ///   - context: as for the send, with the answers that are known.
    mutating func show(
        _ steps: [SendPlan.Step], row: Int? = nil,
        context: (CollectionFile, _ answers: [String: String]) -> RequestResolver.Context
    ) {
        let outlooks = resolver.outlooks(
            of: steps, later: flags.demo ? DemoServer.variableNames.subtracting(flags.overrides.keys) : [],
            canAsk: canAsk, reveals: flags.reveal, hasTokens: flags.keepTokens, context: { context($0, answers) })
        if !outlooks.allSatisfy(\.problems.isEmpty) { isSendable = false }
        if steps.contains(where: \.isRepeatedNever) || outlooks.contains(where: { $0.skipped != nil }) {
            leavesOneOut = true
        }
        let steps = flags.reveal ? steps : steps.map(\.printed)
        guard !isJSON else {
            var out: [UInt8] = []
            for (place, step) in steps.enumerated() {
                out.append(hasEntries ? Byte.comma : Byte.openBracket)
                out += entry(place, step, outlooks[place], row: row).bytes
                hasEntries = true
            }
            return streams.writeBytes(out)
        }
        if let row { streams.line("row \(row)") }
        write(steps, outlooks)
    }

    /// Call this once, after the last plan.
    func end() {
        if isJSON { streams.writeBytes(Array((hasEntries ? "]\n" : "[]\n").utf8)) }
    }

    private func write(_ steps: [SendPlan.Step], _ outlooks: [SendOutlook]) {
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
            outlook.url ?? (flags.reveal ? step.request.target : SentSecrets([]).hidden(url: step.request.target))
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

    private func entry(_ place: Int, _ step: SendPlan.Step, _ outlook: SendOutlook, row: Int?) -> JSONOutput {
        .object([
            ("step", .number(place + 1)), ("file", .string(step.file.relativePath)),
            ("line", .number(step.sourceLine)), ("id", .string(step.request.id)),
            ("method", .string(step.request.method)), ("reason", .string(step.reason.text)),
            ("repetition", step.turn.map { .number($0.index + 1) } ?? .null), ("row", .optional(row)),
            ("skipped", .optional(skipped(step, outlook))),
            ("needs", .array(step.needs.map { .number($0 + 1) })),
            ("logins", .array(step.logins.map { .string($0) })),
            ("url", .optional(outlook.url)), ("awaits", .array(outlook.awaited.map { .string($0) })),
            ("problem", .optional(problem(outlook))),
        ])
    }
}
