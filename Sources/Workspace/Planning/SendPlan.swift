import HTTPFormat

/// What is sent, and in which order, before anything is sent (HTTP-FORMAT §15): the requests that were asked for, and
/// before each those that it needs.
///
/// Made by `SendPlanner`, from files alone. Whoever sends goes through the steps in their order, or several at once as
/// `needs` allows.
package struct SendPlan: Sendable {
    /// Why a request is part of the plan.
    package enum Reason: Sendable, Hashable {
        case asked
        /// `# @ref`, `# @forceRef` at a line of another request.
        case dependency(of: String, line: Int, isForced: Bool)
        /// `{{login.response…}}` at a line of another request.
        case reference(of: String, line: Int, text: String)

        /// `order needs it (# @ref, line 12)`.
        package var text: String {
            switch self {
            case .asked: "asked for"
            case .dependency(let id, let line, let isForced):
                "\(id) needs it (# @\(isForced ? "forceRef" : "ref"), line \(line))"
            case .reference(let id, let line, let text): "\(id) uses {{\(text)}} (line \(line))"
            }
        }
    }

    /// Why a step can never be sent.
    package struct Problem: Sendable, Hashable {
        package var line: Int
        /// A clause.
        package var reason: String

        package init(line: Int, reason: String) {
            self.line = line
            self.reason = reason
        }
    }

    /// One sending of one request.
    package struct Step: Sendable {
        package var file: CollectionFile
        package var request: SavedRequest
        /// The places in the plan of those that must have ended before this one begins.
        package var needs: [Int] = []
        /// Of those, the ones that must have succeeded (`# @ref`).
        var requires: [Int] = []
        package var reason = Reason.asked
        package var problem: Problem?
        /// Which repetition it is, where that is known beforehand.
        package var turn: LoopTurn?
        /// Whether another step uses what this one is answered.
        var isReferred = false
        /// What its logins will do, a line each, without secrets.
        package var logins: [String] = []

        package init(
            file: CollectionFile, request: SavedRequest, needs: [Int] = [], requires: [Int] = [],
            reason: Reason = Reason.asked, problem: Problem? = nil, turn: LoopTurn? = nil, isReferred: Bool = false,
            logins: [String] = []
        ) {
            self.file = file
            self.request = request
            self.needs = needs
            self.requires = requires
            self.reason = reason
            self.problem = problem
            self.turn = turn
            self.isReferred = isReferred
            self.logins = logins
        }

        /// Whether how often it is sent shows only when it is its turn.
        var repeatsAsItComes: Bool { request.loop != nil && turn == nil && problem == nil }
    }

    package var steps: [Step] = []
    /// What is asked before the first step is sent, each once, in the order of the steps.
    package var prompts: [PromptField] = []

    package init(steps: [Step] = [], prompts: [PromptField] = []) {
        self.steps = steps
        self.prompts = prompts
    }

    /// The first problem that keeps anything from being sent.
    package var firstProblem: (step: Step, problem: Problem)? {
        steps.lazy.compactMap { step in step.problem.map { (step, $0) } }.first
    }

    /// Whether anything but what was asked for is sent.
    var sendsOthers: Bool { steps.contains { $0.reason != .asked } }
}

extension SendPlan.Step {
    /// `1 of 3`, `item tea`; empty for what is not repeated.
    package var turnText: String {
        guard let turn else { return repeatsAsItComes ? "for each element" : "" }
        guard let item = turn.item else { return "repetition \(turn.index + 1)" }
        return "\(item.variable) \(item.isSecret ? PrivateValues.mark : item.value)"
    }
}
