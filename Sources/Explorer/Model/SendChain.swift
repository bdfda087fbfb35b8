import HTTPFormat
import NetEngine
import TerminalUI
import Workspace

/// A plan of several requests on its way: one of them is worked on, the others wait.
struct SendChain: Sendable {
    /// The open request that was asked for.
    var owner: OpenRequest.ID
    var plan: SendPlan
    /// The step that is worked on.
    var place = 0
    /// What the person answered to the prompts.
    var answers: [String: String]
    var cacheMode: CacheMode?
    /// Of the step: the job that makes it ready.
    var ticket: Int?
    /// Of the step, once it is sent.
    var exchange: ExchangeID?
    /// Of the step, when it is over and its checks are not.
    var unchecked: Exchange?
    /// Of the step, while it waits (`# @sleep`).
    var pause: Pause?

    struct Pause: Sendable {
        var until: MonotonicTime
        var draft: RequestDraft
        var id: ExchangeID
        var job: ResolveJob
    }

    var step: SendPlan.Step? { plan.steps.indices.contains(place) ? plan.steps[place] : nil }

    /// `2 of 3: login`.
    var text: String {
        guard let step else { return "" }
        let turn = step.turnText.isEmpty ? "" : ", \(step.turnText)"
        return "\(place + 1) of \(plan.steps.count): \(step.request.id)\(turn)"
    }
}

/// What an exchange in flight is of, for those that refer to its answer.
struct SentRequest: Sendable {
    var job: ResolveJob
}
