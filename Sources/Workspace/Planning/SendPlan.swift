import HTTPFormat

/// What is sent, and in which order, before anything is sent (HTTP-FORMAT §15): the requests that were asked for, and
/// before each those that it needs.
///
/// `SendPlanner` makes it from files alone. `SendSequence` goes through the steps.
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

    /// A request whose body includes different files in different rows.
    struct Inclusion: Sendable {
        var file: CollectionFile
        var request: SavedRequest
        var columns: Set<String>

        /// Identifies it: which request, and by which columns.
        struct Place: Sendable, Hashable {
            var file: String
            var request: Int
            var columns: Set<String>
        }

        var place: Place { Place(file: file.path, request: request.index, columns: columns) }
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

    /// One request, sent once.
    ///
    /// Its parts are shared by reference, because a run copies a step several times for each request.
    package struct Step: Sendable {
        private struct Parts: Sendable {
            var file: CollectionFile
            var request: SavedRequest
            var needs: [Int]
            var requires: [Int]
            var reason: Reason
            var problem: Problem?
            var isReferred: Bool
            var logins: [String]
            var isRepeatedNever = false
            var variants: Set<Int>?
        }

        private final class Shared: Sendable {
            let parts: Parts
            init(_ parts: Parts) { self.parts = parts }
        }

        private var shared: Shared

        private mutating func change(_ body: (inout Parts) -> Void) {
            var parts = shared.parts
            body(&parts)
            shared = Shared(parts)
        }

        package var file: CollectionFile {
            get { shared.parts.file }
            set { change { $0.file = newValue } }
        }
        package var request: SavedRequest {
            get { shared.parts.request }
            set { change { $0.request = newValue } }
        }
        /// The indexes of the steps that must end before this one begins.
        package var needs: [Int] {
            get { shared.parts.needs }
            set { change { $0.needs = newValue } }
        }
        /// Those of them that must succeed (`# @ref`).
        var requires: [Int] {
            get { shared.parts.requires }
            set { change { $0.requires = newValue } }
        }
        package var reason: Reason {
            get { shared.parts.reason }
            set { change { $0.reason = newValue } }
        }
        package var problem: Problem? {
            get { shared.parts.problem }
            set { change { $0.problem = newValue } }
        }
        /// The line of its file that the request is on; of a description that of the operation.
        package var sourceLine: Int { file.sourceLine(request.line) }
        /// Which repetition it is, if that is known before anything is sent.
        package var turn: LoopTurn?
        /// Whether another step uses its response.
        var isReferred: Bool {
            get { shared.parts.isReferred }
            set { if newValue != isReferred { change { $0.isReferred = newValue } } }
        }
        /// What its logins will do: one line each, without secrets.
        package var logins: [String] {
            get { shared.parts.logins }
            set { change { $0.logins = newValue } }
        }
        /// Whether its loop has no elements, as far as that is known before anything is sent.
        package var isRepeatedNever: Bool {
            get { shared.parts.isRepeatedNever }
            set { change { $0.isRepeatedNever = newValue } }
        }
        /// The variants of a plan that have it (`ReplayPlan.variants`); nil if all do.
        var variants: Set<Int>? {
            get { shared.parts.variants }
            set { change { $0.variants = newValue } }
        }
        /// Why a step is skipped whose loop has no elements.
        package static let withoutElements = "the loop has no elements"

        package init(
            file: CollectionFile, request: SavedRequest, needs: [Int] = [], requires: [Int] = [],
            reason: Reason = Reason.asked, problem: Problem? = nil, turn: LoopTurn? = nil, isReferred: Bool = false,
            logins: [String] = []
        ) {
            shared = Shared(
                Parts(
                    file: file, request: request, needs: needs, requires: requires, reason: reason, problem: problem,
                    isReferred: isReferred, logins: logins))
            self.turn = turn
        }

        // Of the parts alone: their owners are large to copy.
        var isDisabled: Bool { shared.parts.request.settings.isDisabled }
        var sleep: Duration? { shared.parts.request.sleep }
        var writesResponse: Bool { shared.parts.request.outputFile != nil }

        /// Whether later steps may use its response, or what the response's script would have set.
        var isKept: Bool { shared.parts.isReferred || !shared.parts.request.captures.isEmpty }

        /// Whether the number of repetitions becomes known only when the step begins.
        var repeatsAsItComes: Bool { request.loop != nil && turn == nil && problem == nil }
    }

    package var steps: [Step] = []
    /// The prompts to answer before the first step is sent, each once, in the order of the steps.
    package var prompts: [PromptField] = []
    /// Columns of a data file that decide what a request needs (`# @ref {{column}}`).
    var columns: Set<String> = []
    /// Requests whose bodies include files that columns of a data file name (`<@ {{column}}`).
    var inclusions: [Inclusion] = []
    /// What keeps a step from being sent for certain, if whoever made the plan looked for it.
    package var unsendable: UnsendableStep?

    package init(steps: [Step] = [], prompts: [PromptField] = []) {
        self.steps = steps
        self.prompts = prompts
    }

    /// The first problem that keeps anything from being sent; one that the request asked for shares is reported there.
    package var firstProblem: (step: Step, problem: Problem)? {
        let problems = steps.lazy.compactMap { step in step.problem.map { (step, $0) } }
        guard let first = problems.first else { return nil }
        return problems.first { $0.0.reason == .asked && $0.1.reason == first.1.reason } ?? first
    }
}

extension [SendPlan.Step] {
    /// The requests that are sent and ask to be confirmed before (`# @note`), each once.
    package var toConfirm: [SendPlan.Step] {
        var seen: Set<String> = []
        return filter { step in
            step.request.settings.note != nil && !step.isDisabled && step.problem == nil && !step.isRepeatedNever
                && seen.insert(step.requestKey).inserted
        }
    }
}

extension SendPlan.Step {
    /// The same for all repetitions of its request, and for no other.
    package var requestKey: String { "\(request.index) \(file.path)" }

    /// The request with its note: `wipe: Delete everything?`.
    package var confirmation: String {
        let note = request.settings.note ?? ""
        return note.isEmpty ? request.id : "\(request.id): \(note)"
    }

    /// `repetition 2`, `item tea`, `the loop has no elements`; empty for a request that is not repeated.
    package var turnText: String {
        guard let turn else {
            if isRepeatedNever { return Self.withoutElements }
            return repeatsAsItComes ? "for each element" : ""
        }
        guard let item = turn.item else { return "repetition \(turn.index + 1)" }
        return "\(item.variable) \(item.isSecret ? PrivateValues.mark : item.value)"
    }
}
