/// What is sent, and in which order, before anything is sent (HTTP-FORMAT §15): the requests that were asked for, and
/// before each those that it needs.
///
/// Made by `SendPlanner`, from files alone. Whoever sends goes through the steps in their order, or several at once as
/// `needs` allows.
struct SendPlan: Sendable {
    /// Why a request is part of the plan.
    enum Reason: Sendable, Hashable {
        case asked
        /// `# @ref`, `# @forceRef` at a line of another request.
        case dependency(of: String, line: Int, isForced: Bool)
        /// `{{login.response…}}` at a line of another request.
        case reference(of: String, line: Int, text: String)

        /// `order needs it (# @ref, line 12)`.
        var text: String {
            switch self {
            case .asked: "asked for"
            case .dependency(let id, let line, let isForced):
                "\(id) needs it (# @\(isForced ? "forceRef" : "ref"), line \(line))"
            case .reference(let id, let line, let text): "\(id) uses {{\(text)}} (line \(line))"
            }
        }
    }

    /// Why a step can never be sent.
    struct Problem: Sendable, Hashable {
        var line: Int
        /// A clause.
        var reason: String
    }

    /// One sending of one request.
    struct Step: Sendable {
        var file: CollectionFile
        var request: SavedRequest
        /// The places in the plan of those that must have ended before this one begins.
        var needs: [Int] = []
        /// Of those, the ones that must have succeeded (`# @ref`).
        var requires: [Int] = []
        var reason = Reason.asked
        var problem: Problem?
        /// Which repetition it is, where that is known beforehand.
        var turn: LoopTurn?
        /// Whether another step uses what this one is answered.
        var isReferred = false
        /// What its logins will do, a line each, without secrets.
        var logins: [String] = []

        /// Whether how often it is sent shows only when it is its turn.
        var repeatsAsItComes: Bool { request.loop != nil && turn == nil && problem == nil }
    }

    var steps: [Step] = []
    /// What is asked before the first step is sent, each once, in the order of the steps.
    var prompts: [PromptField] = []

    /// The first problem that keeps anything from being sent.
    var firstProblem: (step: Step, problem: Problem)? {
        steps.lazy.compactMap { step in step.problem.map { (step, $0) } }.first
    }

    /// Whether anything but what was asked for is sent.
    var sendsOthers: Bool { steps.contains { $0.reason != .asked } }
}

extension SendPlan.Step {
    /// `1 of 3`, `item tea`; empty for what is not repeated.
    var turnText: String {
        guard let turn else { return repeatsAsItComes ? "for each element" : "" }
        guard let item = turn.item else { return "repetition \(turn.index + 1)" }
        return "\(item.variable) \(item.isSecret ? PrivateValues.mark : item.value)"
    }
}
