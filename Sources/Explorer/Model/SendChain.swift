import HTTPFormat
import NetEngine
import TerminalUI
import Workspace

/// A send under way: one step of its sequence is worked on, the others wait.
struct SendChain: Sendable {
    /// The open request that was asked for.
    var owner: OpenRequest.ID
    var sequence: SendSequence
    /// Distinguishes the repetitions of its loops from those of other sends.
    var pass: Int

    // Of the step under way:
    var item = SendSequence.Item(round: 0, step: 0)
    /// The last job that looked its variables up.
    var job: ResolveJob
    /// Once it is ready to be sent; it may wait for the end of a pause until then.
    var id: ExchangeID?
    var pauseEnd: MonotonicTime?
    /// Once it is sent.
    var exchange: ExchangeID?
    /// What followed the response; nil while that is awaited.
    var report: CheckReport?
    var file: ResponseFile.Outcome?
    var awaitsFile = false

    init(owner: OpenRequest.ID, plan: SendPlan, job: ResolveJob, pass: Int) {
        self.owner = owner
        self.job = job
        self.pass = pass
        sequence = SendSequence(plan.steps, endsAtFailure: true)
    }

    var step: SendPlan.Step { sequence.steps[item.step] }

    /// Whether it is more than one request.
    var isSeveral: Bool { sequence.steps.count > 1 || step.request.loop != nil }

    /// That it is under way.
    var sentence: String { "Sending \(text)." }

    /// `2 of 3: login`.
    var text: String {
        var step = step
        step.turn = job.turn
        let turn = step.turnText.isEmpty ? "" : ", \(step.turnText)"
        return "\(item.step + 1) of \(sequence.steps.count): \(step.request.id)\(turn)"
    }
}
