/// How the latency of one request in run B relates to that in run A.
package enum LatencyVerdict: Sendable, Hashable {
    /// The interval of the ratio is beyond the threshold.
    case slower, faster
    /// The interval of the ratio is within the threshold.
    case same
    /// - Parameter more: about how many more responses each run needs; nil if no realistic number would do.
    case cannotTell(more: Int?)

    /// The word that reports use.
    package var word: String {
        switch self {
        case .slower: "slower"
        case .faster: "faster"
        case .same: "same"
        case .cannotTell: "cannot-tell"
        }
    }
}

/// The latencies of one request in both runs.
package struct LatencyComparison: Sendable, Hashable {
    package var figures: Both<LatencyFigures>
    package var verdict: LatencyVerdict
    /// Median of B by median of A; nil with too few responses.
    package var ratio: Double?
    /// Where that ratio is with 95 % confidence.
    package var interval: ClosedRange<Double>?
}

/// The same thing of both runs.
package struct Both<Value> {
    package var a: Value
    package var b: Value

    package init(_ a: Value, _ b: Value) {
        self.a = a
        self.b = b
    }

    func map<Other>(_ transform: (Value) throws -> Other) rethrows -> Both<Other> {
        Both<Other>(try transform(a), try transform(b))
    }
}

extension Both: Sendable where Value: Sendable {}
extension Both: Equatable where Value: Equatable {}
extension Both: Hashable where Value: Hashable {}
