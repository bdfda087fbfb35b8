import NetEngine
import Runs
import Workspace

/// What is different in one request of two runs.
package struct RequestComparison: Sendable {
    /// In which runs it was sent.
    package enum Presence: String, Sendable, Hashable {
        case both
        case onlyInA = "only-in-a"
        case onlyInB = "only-in-b"
    }

    /// How it fares in run B, compared with run A.
    package enum State: Int, Sendable, Hashable, CaseIterable {
        /// The worst first.
        case worse, onlyInA, changed, better, onlyInB, same

        /// The word that reports use.
        package var word: String {
            switch self {
            case .worse: "worse"
            case .onlyInA: "only-in-a"
            case .changed: "changed"
            case .better: "better"
            case .onlyInB: "only-in-b"
            case .same: "same"
            }
        }
    }

    /// As the plan of run B has it; of run A if it is only there.
    package let request: RunHead.Request
    package let presence: Presence
    package var outcomes: Both<OutcomeFigures>
    package var checks: [CheckChange] = []
    /// What breaks the description of the API in either run; empty if one of them was not compared with it, or sent nothing.
    package var breaches: [BreachChange] = []
    package var headers = HeaderDifference()
    package var body = BodyDifference(.notCompared(reason: "it was sent in one of the runs only"))
    /// nil if latencies are not compared.
    package var latency: LatencyComparison?
    /// What got worse, whether the user wants to fail on it or not.
    package var worse: [Worsening] = []
    /// What got better: sentences.
    package var better: [String] = []
    package var state = State.same

    init(request: RunHead.Request, presence: Presence, outcomes: Both<OutcomeFigures>) {
        self.request = request
        self.presence = presence
        self.outcomes = outcomes
    }

    /// The place of what got worst in the list of kinds: the least is the worst.
    var severity: Int {
        let kinds = worse.compactMap { Worsening.Kind.allCases.firstIndex(of: $0.kind) }
        return kinds.min() ?? Worsening.Kind.allCases.count
    }

    /// `FILE#NAME`, as rules call it.
    package var name: String { Self.name(request) }

    static func name(_ request: RunHead.Request) -> String {
        request.file + "#" + request.id + (request.turn.map { " (\($0))" } ?? "")
    }
}

/// How the results of one request in one run ended.
package struct OutcomeFigures: Sendable, Hashable {
    package var totals = Runner.Totals()
    /// How often each status came.
    package var statuses: [Int: Int] = [:]
    package var categories: [ErrorCategory: Int] = [:]
    package var cache: [CacheDecision.Outcome: Int] = [:]
    /// Of the first failure: a sentence, or the text of a check.
    package var firstFailure: String?

    /// Results that passed or failed.
    package var answered: Int { totals.passed + totals.failed }
}

/// One check that does not come out as it did.
package struct CheckChange: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable {
        /// It passed in run A and fails in run B.
        case fails
        case passes
        /// It was not evaluated in run A, or not in run B.
        case evaluation
        /// Only run A has it.
        case gone
        case new
    }

    /// As it is written.
    package var text: String
    package var kind: Kind
    /// How often it failed, of how many times.
    package var failed: Both<Int>
    package var count: Both<Int>
    /// What the first failure of run B saw.
    package var actual: String?
}

/// One way in which a request got worse.
package struct Worsening: Sendable, Hashable {
    /// The words of `--fail-on`.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// It fails, or fails more often.
        case failures
        case checks
        /// Its status is of a worse class.
        case status
        /// Slower beyond the threshold.
        case latency
        /// It has a new breach of the description of the API, or the shape of its JSON lost something.
        case contract
        /// It was not sent any more.
        case removed
        case body, headers, cache

        /// What a comparison fails on unless the user says something else.
        package static let usual: Set<Kind> = [.failures, .checks, .status, .latency, .contract]
    }

    package var kind: Kind
    /// A clause for users.
    package var clause: String
}
