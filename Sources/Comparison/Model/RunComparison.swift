import NetEngine
import Runs

/// How two runs are compared.
package struct ComparisonOptions: Sendable {
    /// By which share the median of a latency may change: 0.1 is 10 %.
    package var threshold = 0.1
    package var failOn = Worsening.Kind.usual
    package var rules = ComparisonRules()
    /// What the user calls the file that rules were read from; nil if there is none.
    package var rulesFile: String?

    package init(
        threshold: Double = 0.1, failOn: Set<Worsening.Kind> = Worsening.Kind.usual,
        rules: ComparisonRules = ComparisonRules(), rulesFile: String? = nil
    ) {
        self.threshold = threshold
        self.failOn = failOn
        self.rules = rules
        self.rulesFile = rulesFile
    }
}

/// What is different between two recorded runs: A is the earlier one, or the one that is trusted.
package struct RunComparison: Sendable {
    /// One of the two runs.
    package struct Side: Sendable {
        /// What the user calls it.
        package var name: String
        package var head: RunHead
        /// nil if the recording ends before the run did.
        package var end: RunEnd?
        package var results: Int
        package var failed: Int
    }

    /// A header whose differences were not counted in some requests.
    package struct VolatileHeader: Sendable, Hashable {
        package var name: String
        package var ground: IgnoredValue.Ground
        /// In how many requests it differed.
        package var requests: Int
    }

    /// The same difference of a header in several requests: reports name it once.
    package struct CommonHeader: Sendable, Hashable {
        static let fewest = 3

        package var change: HeaderDifference.Change
        package var requests: Int
    }

    package let sides: Both<Side>
    package let options: ComparisonOptions
    /// The worst first, else in the order of the plan.
    package let requests: [RequestComparison]
    package let volatileHeaders: [VolatileHeader]
    package let commonHeaders: [CommonHeader]
    /// Why latencies are not compared: a clause; nil if they are.
    package let latencyRefusal: String?
    /// Sentences about the comparison as a whole.
    package let notes: [String]

    /// How many requests are in that state.
    package func count(_ state: RequestComparison.State) -> Int { requests.count { $0.state == state } }

    /// Whether something got worse that the user wants to fail on.
    package var isWorse: Bool {
        lacksRequests && options.failOn.contains(.failures)
            || requests.contains { request in request.worse.contains { options.failOn.contains($0.kind) } }
    }

    /// Whether run B was cut short and run A was not, or run B could not read more files than run A.
    package var lacksRequests: Bool {
        sides.a.head.isWhole(sides.a.end) && !sides.b.head.isWhole(sides.b.end)
            || sides.b.head.unreadable > sides.a.head.unreadable
    }

    /// Whether nothing differs.
    package var isSame: Bool { requests.allSatisfy { $0.state == .same } }
}
