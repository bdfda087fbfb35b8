import Workspace

/// What a list shows of a run that ended.
package struct RunFigures: Sendable, Hashable {
    package var totals: Runner.Totals
    package var elapsed: Duration
    package var reason: RunEnd.Reason
    /// Of the time of network and server; nil without a response.
    package var median: Duration?
    /// Of a joined run: how many parts are missing.
    package var missingParts: Int
    /// How many files could not be read.
    package var unreadable: Int
    /// Of a joined run: lines of its parts that could not be read.
    package var damaged: Int
    /// `RunHead.plan`; nil if it was not recorded.
    package var plan: String?

    package init(
        totals: Runner.Totals, elapsed: Duration, reason: RunEnd.Reason, median: Duration?, missingParts: Int = 0,
        unreadable: Int = 0, damaged: Int = 0, plan: String? = nil
    ) {
        self.totals = totals
        self.elapsed = elapsed
        self.reason = reason
        self.median = median
        self.missingParts = missingParts
        self.unreadable = unreadable
        self.damaged = damaged
        self.plan = plan
    }

    package init(_ end: RunEnd, of head: RunHead, totals: Runner.Totals, latency: LatencyDistribution) {
        self.init(
            totals: totals, elapsed: end.elapsed, reason: end.reason, median: latency.quantile(0.5),
            missingParts: head.missingParts.count, unreadable: head.unreadable, damaged: end.damaged, plan: head.plan)
    }
}

/// Why recorded runs cannot be used: a sentence; empty where it was reported already.
package struct RunStoreError: Error, Sendable, Hashable {
    package var sentence: String

    package init(sentence: String) { self.sentence = sentence }
}
